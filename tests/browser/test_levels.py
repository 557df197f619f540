"""Bots by name: each level that people can choose plays at the table, and nobody else waits while it thinks."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import TYPE_CHECKING

import pytest

import londinium
from londinium.bots.levels import LEVELS, ability_of
from londinium.table.events import EventRow, Moved

from .person import MY_TURN, Person, is_over, legal
from .tables import BRIDGE, CITY, OURS, prepare, stored

if TYPE_CHECKING:
    from conftest import Server

    from londinium.table.table import Table

ENOUGH = 3
"""Decisions of a level that show that it plays; the quickest one plays a match to the end."""
PATIENCE = 120
"""Seconds until it must have made them, on a machine that is busy with other tests."""


def open_against(person: Person, server: Server, slug: str, level: str) -> str:
    """A table for two through the form, as people do; returns its name."""
    page = person.page
    page.goto(f"{server.url}/new/{slug}")
    page.locator("[name=seat1]").select_option(level)
    page.locator("form .main").click()
    page.wait_for_selector(".table[data-connected]")
    return page.url.split("/table/")[1].split("/")[0]


def answers(table: Table) -> list[EventRow]:
    """What the bot on seat 1 has done."""
    return [row for row in table.rows if isinstance(row.event, Moved) and row.event.seat == 1]


@pytest.mark.parametrize("slug", OURS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_at_the_table(arrive: Callable[..., Person], server: Server, slug: str, level: str) -> None:
    person, chance = arrive(), Random(level)
    page = person.page
    name = open_against(person, server, slug, level)
    end = time.monotonic() + PATIENCE
    whole = level == "apprentice" and slug == BRIDGE
    while not is_over(page) if whole else len(answers(stored(server, name))) < ENOUGH:
        assert whole or time.monotonic() < end, f"{level} does not answer"
        if page.locator(".table.my-turn").count():
            person.decide(chance)
        else:
            page.wait_for_timeout(20)
    table = stored(server, name)
    made = [row.event for row in answers(table)]
    assert all(isinstance(move, Moved) and move.by == level and not move.stands_in for move in made)
    ability = ability_of(level, londinium.game(slug))
    seconds = None if ability.depth else ability.seconds  # whoever looks ahead exactly may be done sooner
    if seconds is not None:
        # The first decision is everybody's at once: it was thought about from the opening on, as long as the level says. Where
        # the most tried move is chosen, it may be settled before: not before half of the simulations are made.
        least = 0.4 if slug == BRIDGE else 1.0
        assert answers(table)[0].at - table.rows[0].at >= 1000 * seconds * least
    assert table.is_over == whole


def open_for_architects(server: Server, slug: str) -> str:
    """A table at which three of them have to decide at once, beside somebody who does not."""
    with server.client() as client:
        form = {"seat0": "me", "seat1": "architect", "seat2": "architect", "seat3": "architect"}
        page = client.post(f"/new/{slug}", data=form)
        assert page.status_code == 200
        return page.url.path.split("/")[2].partition(".")[0]  # a program goes by its link


def still_thinking(server: Server, names: list[str]) -> int:
    """At how many of these tables the architects have not all decided yet."""
    return sum(len([row for row in stored(server, name).rows if isinstance(row.event, Moved)]) < 3 for name in names)


LISTEN = """() => {
  const socket = wire.sockets.at(-1), send = socket.send.bind(socket);
  wire.waits = [];
  let asked = 0;
  socket.send = (text) => { asked = performance.now(); send(text); };
  socket.addEventListener("message", (event) => {
    if (JSON.parse(event.data).kind === "ack") wire.waits.push((performance.now() - asked) / 1000);
  });
}"""
"""Notes how many seconds the page waits for the answer to each of its commands."""


def test_whoever_plays_elsewhere_does_not_wait_for_bots_that_think(
    arrive: Callable[..., Person], start_server: Callable[..., Server]
) -> None:
    server, cores = start_server("--no-limits"), os.cpu_count() or 1
    person, chance = arrive(), Random(1)
    page = person.open(prepare(server, CITY, seats=1).link(0))
    page.evaluate(LISTEN)
    busy = [open_for_architects(server, slug) for slug in (BRIDGE, BRIDGE) * (cores + 2)]
    made = 0
    while made < 16 and still_thinking(server, busy) > cores:
        page.wait_for_selector(MY_TURN)
        person.make(chance.choice(sorted(legal(page))))
        made += 1
    waits = page.evaluate("wire.waits")
    person.forgives = True
    server.stop()  # or they would think on, for a minute of every core
    assert len(waits) >= 8, "moves that were made while more bots thought than there are cores"
    assert median(waits) < 0.5, waits
