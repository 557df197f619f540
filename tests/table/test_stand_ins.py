"""Bots that search, while the search is not compiled: a simple one moves for them, and everybody is told."""

from __future__ import annotations

import asyncio
from pathlib import Path

from londinium.kernel.game import Game
from londinium.kernel.words.language import language
from londinium.table.commands import MakeMove
from londinium.table.hall.thinkers import STANDS_IN, Thinkers
from londinium.table.papers.record import players
from londinium.web.live.people import status

from .play import BRIDGE, in_loop, serving, settings


@in_loop
async def test_simple_bots_play_until_the_search_is_there(tmp_path: Path) -> None:
    """And the table says so, as does the record."""
    ready = False

    async def can_search(game: Game) -> bool:
        return ready

    async with serving(f"sqlite:///{tmp_path}/table.db") as hall:
        thinkers: Thinkers = hall._bots._thinkers
        thinkers.can_search = can_search
        table = await hall.create(settings(BRIDGE, 2, kinds=("person", "builder")))
        listener = await hall.visitors.listen(table.id, 0)

        async def until_bot_moved(moves: int) -> None:
            while sum(row.command.startswith("bot") for row in table.rows) < moves:
                if 0 in table.match.to_act:
                    move = table.match.moves.text(table.match.legal(0)[0])
                    await hall.command(table.id, 0, MakeMove(f"m{table.number}", table.version(0), move))
                await asyncio.sleep(0.01)

        await asyncio.wait_for(until_bot_moved(1), 60)
        assert [state.played_by for state in table.seats] == [None, STANDS_IN]
        told = status(table, 1, hall.visitors.attendance(table), language("en"))
        assert told == "bot (Builder, for the moment Greedy: the rules are being compiled)"
        ready = True
        made = sum(row.command.startswith("bot") for row in table.rows)
        await asyncio.wait_for(until_bot_moved(made + 2), 60)
        assert [state.played_by for state in table.seats] == [None, None]
        assert players(table)[1] == [STANDS_IN, "builder"]
        listener.close()
