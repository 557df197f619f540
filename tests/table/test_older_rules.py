"""Tables that were begun by older rules: a database of version 1 of Old London Bridge's rules opens, and its matches go on.

`earlier/rules-1.sqlite.gz` was written by that version, and `rules-1.json` says what it then saw. TAKE BACK is announced in
every match.
"""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from londinium.games.old_london_bridge.face.events import CardTakenBack
from londinium.kernel.match import Match
from londinium.kernel.record import read_record
from londinium.kernel.record_lines import written_move
from londinium.table import commands
from londinium.table.events import Opened, Start
from londinium.table.history.endings import ending_of
from londinium.table.table import Table
from londinium.table.tournaments.changes import find_tournament

from .play import BRIDGE, in_loop, move, play_on, serving, settings

EARLIER = Path(__file__).parent / "earlier"
FACTS: dict[str, Any] = json.loads((EARLIER / "rules-1.json").read_text())
FIELDS = FACTS.pop("fields")
GOING_ON = [name for name, fact in FACTS.items() if not fact["over"]]


@pytest.fixture
def old_database(tmp_path: Path) -> str:
    path = tmp_path / "table.db"
    path.write_bytes(gzip.decompress((EARLIER / "rules-1.sqlite.gz").read_bytes()))
    return f"sqlite:///{path}"


def seen(table: Table) -> dict[str, Any]:
    """What version 1 wrote down of a table."""
    match = table.match
    state = b"".join(np.asarray(match.position.states)[name].tobytes() for name in FIELDS)
    return {
        "id": table.id,
        "events": table.number,
        "ply": match.ply,
        "state": sha256(state).hexdigest()[:16],
        "over": table.is_over,
        "to_act": list(match.to_act),
        "legal": {str(seat): [match.moves.text(one) for one in match.legal(seat)] for seat in match.to_act},
        "scores": list(match.outcome.scores) if match.outcome else None,
    }


def turns_over(match: Match) -> tuple[int, int]:
    return match.position.plain.round_no, match.position.plain.turn_no


@in_loop
async def test_every_stored_table_comes_to_the_same_state(old_database: str) -> None:
    async with serving(old_database) as hall:
        for name, fact in FACTS.items():
            table = await hall.open(fact["id"])
            assert seen(table) == {key: value for key, value in fact.items() if key != "tournament"}, name
            assert table.match.rules == 1
            if table.is_over:
                assert '[Rules "1"]' in table.record()
                assert read_record(table.record()).outcome == table.match.outcome


@in_loop
async def test_a_table_right_after_the_announcement_goes_on_and_the_card_returns(old_database: str) -> None:
    async with serving(old_database) as hall:
        for name in GOING_ON:
            table = await hall.open(FACTS[name]["id"])
            seat, ply, turn = table.match.to_act[0], table.match.ply, turns_over(table.match)
            if name == "waits":
                await move(hall, table, seat, "use take-back")
            while turns_over(table.match) == turn:
                legal = [table.match.moves.text(one) for one in table.match.legal(seat)]
                assert "use take-back" not in legal, "it was announced"
                await move(hall, table, seat, legal[-1])
            taken = [event for _, event in table.match.events(None, ply) if isinstance(event, CardTakenBack)]
            assert [event.seat for event in taken] == [seat], name
            await play_on(hall, table)
            assert table.is_over
            assert read_record(table.record()).outcome == table.match.outcome
            if table.start is None:
                assert ending_of(table) is not None
        ids = {name: (FACTS[name]["id"], (await hall.open(FACTS[name]["id"])).match.outcome) for name in GOING_ON}
    async with serving(old_database) as hall:
        for id, outcome in ids.values():
            assert (await hall.open(id)).match.outcome == outcome, "and it opens again"


@in_loop
async def test_a_rematch_is_played_by_the_rules_of_today(old_database: str) -> None:
    async with serving(old_database) as hall:
        table = await hall.open(FACTS["finished"]["id"])
        await hall.command(table.id, 0, commands.Rematch("again"))
        assert table.rematch is not None
        again = await hall.open(table.rematch)
        assert (table.match.rules, again.match.rules) == (1, 2)
        assert again.settings.options == table.settings.options


@in_loop
async def test_what_goes_on_from_an_old_match_goes_on_by_its_rules(old_database: str) -> None:
    async with serving(old_database) as hall:
        match = (await hall.open(FACTS["announced"]["id"])).match
        line = tuple(written_move(match, made) for made in match.plies)
        table = await hall.create(settings(BRIDGE, 3, options=match.options), match.seed, Start(line, "somewhere 1"))
        opened = table.rows[0].event
        assert isinstance(opened, Opened)
        assert (opened.rules, "rules" in opened.settings.options, table.match.rules) == (1, False, 1)
        assert table.match.position.states.tobytes() == match.position.states.tobytes()
        id = table.id
    async with serving(old_database) as hall:
        assert (await hall.open(id)).match.rules == 1


@in_loop
async def test_a_tournament_of_before_goes_on(old_database: str) -> None:
    async with serving(old_database) as hall:
        it = await find_tournament(hall.store, FACTS["tournament"]["tournament"])
        assert (it.title, it.closed, len(it.entrants)) == ("Bridge cup", True, 2)
        table = await hall.open(FACTS["tournament"]["id"])
        await play_on(hall, table)
        ending = ending_of(table)
        assert ending is not None
        assert ending.kind == "tournament"
