"""A table whose match goes on from a position of another match."""

from __future__ import annotations

import pytest

from londinium.kernel.record import read_record
from londinium.kernel.record_lines import written_move
from londinium.table import commands
from londinium.table.errors import BrokenTable
from londinium.table.events import Start
from londinium.table.papers.verify import check_shuffle
from londinium.table.table import Table

from .play import BRIDGE, CITY, in_loop, play_on, serving, settings, states


def start_at(table: Table, ply: int) -> Start:
    return Start(tuple(written_move(table.match, made) for made in table.match.plies[:ply]), f"{table.id} {ply}")


@pytest.mark.parametrize("game", [BRIDGE, CITY])
@in_loop
async def test_it_goes_on_from_any_ply_and_comes_back(database: str, game: str) -> None:
    async with serving(database) as hall:
        original = await hall.create(settings(game, 2))
        await play_on(hall, original)
        seed, _ = original.seed_and_salt
        decided = [ply for ply, made in enumerate(original.match.plies) if made.decided]
        for ply in decided[:: max(1, len(decided) // 5)]:
            table = await hall.create(settings(game, 2), seed, start_at(original, ply))
            here = original.match.at(ply)
            assert table.match.plies[:ply] == here.plies
            assert table.match.position_at(ply).states.tobytes() == here.position.states.tobytes()
        await play_on(hall, table)
        assert table.is_over
        record = read_record(table.record())
        assert record.tags["From"] == f"{original.id} {ply}"
        assert all(finding.holds for finding in check_shuffle(record)), "the same cards come"
        rows = list(original.rows)
    async with serving(database) as hall:
        again = await hall.open(table.id)
        assert states(again) == states(table)
        assert (await hall.open(original.id)).rows == rows


@in_loop
async def test_a_line_that_cannot_be_played_opens_nothing(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        with pytest.raises(BrokenTable, match="nowhere"):
            await hall.create(settings(BRIDGE, 2), 5, Start(("0 place nowhere",), "x 1"))
        assert await hall.tables(watchable=False, finished=None) == []


@in_loop
async def test_a_rematch_begins_at_the_beginning(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        original = await hall.create(settings(CITY, 2))
        await play_on(hall, original)
        table = await hall.create(settings(CITY, 2), None, start_at(original, 40))
        await play_on(hall, table)
        await hall.command(table.id, 0, commands.Rematch("again"))
        assert table.rematch is not None
        following = await hall.open(table.rematch)
        assert following.start is None
        assert following.match.ply < 40
