"""Hints: only where the table has them, for somebody against bots, on one's own turn; and the record tells."""

from __future__ import annotations

import pytest

from londinium.kernel.record import read_record
from londinium.kernel.words.errors import InvalidOption
from londinium.table import commands
from londinium.table.errors import NotAllowed, StaleCommand
from londinium.table.history.results import results_of
from londinium.table.settings import PERSON, TableSettings

from .play import BRIDGE, CITY, a_move, in_loop, play_on, serving, settings


@pytest.mark.parametrize("game", [BRIDGE, CITY])
@in_loop
async def test_a_hint_is_noted_in_the_record(database: str, game: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(TableSettings(game, (PERSON, "greedy"), ("Ann", "Bot"), pace=0, hints=True))
        ply, version = table.match.ply, table.version(0)
        await hall.command(table.id, 0, commands.Hint("h1", version))
        await hall.command(table.id, 0, commands.Hint("h1", version))
        assert table.hinted == [ply], "asked once"
        assert table.version(0) == version, "nothing has changed at the table"
        await hall.command(table.id, 0, commands.MakeMove("m", version, a_move(table, 0)))
        with pytest.raises(StaleCommand):
            await hall.command(table.id, 0, commands.Hint("h2", version))
        await play_on(hall, table)
        assert read_record(table.record()).tags["Hints"] == str(ply)
    async with serving(database) as hall:
        assert (await hall.open(table.id)).hinted == [ply]


@in_loop
async def test_hints_wherever_one_person_plays_but_not_in_a_days_challenge(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(BRIDGE, 2, bots=1))
        await hall.command(table.id, 0, commands.Hint("h", table.version(0)))
        assert table.hinted
        assert results_of(table) == []
        await play_on(hall, table)
        assert results_of(table) == [], "a match with hints counts nowhere"
        for kinds, day in (((PERSON, PERSON), None), ((PERSON, "greedy"), "2026-11-16")):
            other = await hall.create(TableSettings(BRIDGE, kinds, ("Ann", "Wat"), pace=0, day=day))
            with pytest.raises(NotAllowed):
                await hall.command(other.id, 0, commands.Hint("h", other.version(0)))
        unhinted = await hall.create(settings(BRIDGE, 2, bots=1))
        await play_on(hall, unhinted)
        assert "Hints" not in read_record(unhinted.record()).tags
        assert len(results_of(unhinted)) == 2


def test_no_hints_against_persons() -> None:
    with pytest.raises(InvalidOption, match="against bots"):
        TableSettings(BRIDGE, (PERSON, PERSON), hints=True).checked()
    assert TableSettings(CITY, (PERSON,), hints=True).checked().hints
