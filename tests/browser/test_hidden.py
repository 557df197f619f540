"""What one player has chosen face down is in no byte that another browser receives before the reveal.

The same prepared database is played twice by the same server at the same address, once with each of two choices. Seed, salt,
names, table id and links are the same, so whatever the others receive must be the same to the last byte. Only one thing is made
alike before comparing: the random command id in the forms of the text board.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Response, WebSocket, expect

from .person import Person, legal
from .tables import OURS, Prepared, prepare_in

if TYPE_CHECKING:
    from conftest import Server

COMMAND_ID = re.compile(rb'(name="id" value=)"[0-9a-f]{16}"')
FIRST, CHOOSER, OTHER = 0, 1, 2
PONG = '{"kind":"pong"}'


class Ear:
    """Notes every byte that a browser receives: all messages of its sockets, all bodies of its pages."""

    def __init__(self, person: Person) -> None:
        self.messages: list[str | bytes] = []
        self._answers: list[Response] = []
        person.page.on("websocket", self._listen)
        person.page.on("response", self._answered)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._note)

    def _note(self, message: str | bytes) -> None:
        if message != PONG:  # how often a page asks whether the server is there is its own affair
            self.messages.append(message)

    def _answered(self, answer: Response) -> None:
        self._answers.append(answer)

    def bodies(self) -> list[tuple[str, bytes]]:
        """What was loaded since the last time, in any order; to be asked for before the browser goes elsewhere."""
        answers, self._answers = self._answers, []
        return sorted((answer.url, COMMAND_ID.sub(rb"\1", answer.body())) for answer in answers if answer.status == 200)


@dataclass(frozen=True)
class Heard:
    """A move made face down, what others receive until the reveal, and with it."""

    move: str
    told: list[str | bytes]
    pages: list[tuple[str, bytes]]
    revealed: list[str | bytes]


def choose_and_listen(arrive: Callable[..., Person], table: Prepared, which: int) -> Heard:
    """One choice face down, before the eyes of another player and a spectator."""
    first, chooser, other, spectator = arrive(), arrive(), arrive(), arrive()
    ears = [Ear(other), Ear(spectator)]
    # All of them are there all the time: whoever is away for a minute is shown as such, and that is no secret.
    first.open(table.link(FIRST))
    chooser.open(table.link(CHOOSER))
    other.open(table.link(OTHER))
    spectator.open(table.link(None))
    told: list[str | bytes] = []
    pages: list[tuple[str, bytes]] = []
    # Who comes when is no secret, and tells itself in one message or two: listen when everybody knows of all.
    for person in (first, other, spectator):
        expect(person.page.locator("[data-fragment=people] .present")).to_have_count(3)
        expect(person.page.locator("[data-fragment=people] .watchers")).to_have_text("1 spectator")
    for ear in ears:
        ear.messages.clear()
        ear.bodies()
    moves = sorted(legal(chooser.page))
    lines = other.page.locator("[data-fragment=log] li").count()
    chooser.make(moves[which])
    for person, ear in zip((other, spectator), ears, strict=True):
        expect(person.page.locator("[data-fragment=log] li")).not_to_have_count(lines)
        told += ear.messages
        # Also whoever comes back now, with everything drawn afresh, and on the text board.
        ear.messages.clear()
        person.page.goto("about:blank")
        if person is spectator:
            expect(first.page.locator("[data-fragment=people] .watchers")).to_have_text("no spectators")
        person.open(table.link(OTHER if person is other else None))
        person.until("wire.heard.length > 0")
        told += ear.messages[:1]
        pages += ear.bodies()
    other.page.goto(f"{table.link(OTHER)}/text")
    pages += ears[0].bodies()
    for ear in ears:
        ear.messages.clear()
    other.open(table.link(OTHER))
    other.make(sorted(legal(other.page))[0])
    revealed = list(ears[0].messages)
    for person in (first, chooser, other, spectator):
        person.context.close()
    return Heard(moves[which], told, pages, revealed)


def first_difference(one: Sequence[object], two: Sequence[object]) -> str:
    """Where two lists of messages or pages differ, with what stands around it; nothing if they are the same."""
    if one == two:
        return ""
    if len(one) != len(two):
        return f"{len(one)} and {len(two)} items: {[str(item)[:80] for item in one]} and {[str(item)[:80] for item in two]}"
    place = next(i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b)
    left, right = str(one[place]), str(two[place])
    sign = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    around = slice(max(0, sign - 200), sign + 200)
    return f"item {place} of {len(one)}, sign {sign} of {len(left)} and {len(right)}:\n{left[around]}\n{right[around]}"


def test_a_hidden_choice_is_in_no_byte(
    arrive: Callable[..., Person], start_server: Callable[..., Server], tmp_path: Path
) -> None:
    file, kept = tmp_path / "table.db", tmp_path / "kept.db"
    # One has chosen, two are left: the second chooses now, the third is the other.
    tables = [prepare_in(f"sqlite:///{file}", slug, seats=3, moves=1, seed=21) for slug in OURS]
    shutil.copy(file, kept)
    server = start_server("--no-limits", database=f"sqlite:///{file}")
    first = [choose_and_listen(arrive, replace(table, url=server.url), -1) for table in tables]
    server.stop()
    for remains in tmp_path.glob("table.db*"):
        remains.unlink()
    shutil.copy(kept, file)
    server.start()
    second = [choose_and_listen(arrive, replace(table, url=server.url), -2) for table in tables]
    server.stop()
    for one, two in zip(first, second, strict=True):
        assert one.move != two.move
        assert len(one.told) >= 4, "both have heard of the choice, and both came back"
        assert len(one.pages) >= 4, "the pages of both, the text board, and what belongs to them"
        told, pages = first_difference(one.told, two.told), first_difference(one.pages, two.pages)
        assert not told, told
        assert not pages, pages
        assert one.revealed != two.revealed, "with the reveal they know"
