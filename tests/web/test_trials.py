"""Trying it from a step of a replay: every step leads to the nearest decision, of the reader's own seat if there is one."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

import londinium
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.kernel.registry import game
from londinium.kernel.words.language import language
from londinium.study.replay import decisions, nearest_decision, stops

from .site import in_loop, serving
from .test_memory import DAY

BRIDGE, CITY = "old-london-bridge", "next-station-london"
GAMES = Path(londinium.__file__).parent / "games"
STRIDE = 1 if os.environ.get("LONDINIUM_EVERY_STEP") else 23
"""Every so many steps are asked of the server here; LONDINIUM_EVERY_STEP=1 asks for all, in about ten minutes."""
MATCHES = 10
"""Of each game: its records, and others drawn by chance with any options; two of them begin in the middle."""


def to_the_end(match: Match, chance: Random) -> Match:
    while not match.is_over:
        match.push(chance.choice(match.legal(match.to_act[0])))
    return match


@cache
def finished(slug: str, number: int) -> Match:
    made, chance = game(slug), Random(number)
    records = sorted((GAMES / slug.replace("-", "_") / "records").glob("*.record"))
    if number < len(records):
        return load_record(records[number])
    options = {option.name: chance.choice(option.choices) for option in made.options}
    match = made.match(seats=made.seats[number % len(made.seats)], seed=number, options=options)
    if number < MATCHES - 2:
        return to_the_end(match, chance)
    for _ in range(20):
        match.push(chance.choice(match.legal(match.to_act[0])))
    return to_the_end(made.position(match.position_text(), seed=number), chance)


EVERY = [(slug, number) for slug in (BRIDGE, CITY) for number in range(MATCHES)]


@pytest.mark.parametrize(("slug", "number"), EVERY)
def test_at_every_step_a_decision_of_every_seat_is_near(slug: str, number: int) -> None:
    match = finished(slug, number)
    found = decisions(match, language("en", match.game.folder))
    assert {decision.seat for decision in found} == set(range(match.seats))
    rounds = [decision for decision in found if match.game.face.heading(match.position_at(decision.ply)) != "setup"]
    assert all(re.fullmatch(r"Round \d+", decision.part) for decision in rounds), "it can be said where"
    for ply in stops(match):
        here = match.at(ply)
        for seat in range(match.seats):
            near = nearest_decision(found, ply, [seat])
            assert near is not None
            assert near.seat == seat
            assert len(match.at(near.ply).legal(seat)) > 1
            open_here = seat in here.to_act and len(here.legal(seat)) > 1
            assert not open_here or near.since <= ply <= near.ply, "what is open here is meant"
            made_since = [one for one in match.plies[near.ply + 1 : ply] if one.seat == seat and one.decided]
            assert not [one for one in found if one.seat == seat and near.ply < one.ply < ply], made_since
            assert near.since <= ply or not [one for one in found if one.seat == seat and one.ply < ply]


@pytest.mark.parametrize(("slug", "number"), EVERY)
@in_loop
async def test_the_server_leads_there(slug: str, number: int, tmp_path: Path) -> None:
    """What the page of a record sends, and what comes without a choice of a seat: always a table, with the names of the match."""
    match = finished(slug, number)
    found = decisions(match, language("en", match.game.folder))
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        for step, ply in list(enumerate(stops(match)))[number % STRIDE :: STRIDE]:
            eye = ["all", *map(str, range(match.seats))][step % (match.seats + 1)]
            near = nearest_decision(found, ply, [int(eye)] if eye.isdecimal() else range(match.seats))
            assert near is not None
            page = await ann.post("/open/try", data={"record": match.record, "name": "x", "ply": str(ply), "eye": eye})
            assert page.status_code == 200, page.text
            there, seat = page.url.path.split("/")[2].split(".")[:2]
            assert seat == str(near.seat), "the reader sits where the decision is"
            table = await world.hall.open(there)
            assert table.start is not None
            assert table.start.origin == f"record {near.ply}"
            assert table.match.plies[: near.ply] == match.plies[: near.ply]
            assert table.match.names == match.names
            assert near.seat in table.match.to_act


@in_loop
async def test_somebody_who_played_sits_on_their_own_seat_again(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as ben:
        begun = await ann.post(f"/play/{BRIDGE}", data={"seats": "3", "bot": "greedy", "name": "Ann"})
        table = await world.hall.open(await world.play(begun))
        own = [seat for seat, name in enumerate(table.match.names) if name == "Ann"]
        page = (await ann.get(f"/replay/{table.id}")).text
        assert f'data-own="{own}"' in page
        assert "from your decision" in page
        assert page.count("Try it as") == 2, "the others only on request"
        assert 'data-own="[]"' in (await ben.get(f"/replay/{table.id}")).text
        for ply in stops(table.match)[::9]:
            for eye, person in (("", ann), ("all", ann), (str(own[0]), ben)):
                tried = await person.post(f"/replay/{table.id}/try", data={"ply": str(ply), "eye": eye})
                assert tried.status_code == 200
                assert tried.url.path.split(".")[1] == str(own[0])
