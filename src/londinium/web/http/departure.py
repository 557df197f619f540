"""How a process goes when it is told to (SIGTERM) and others go on: the balancer first, then the pages, then itself.

`/health` says "leaving" while everything else still works, so that a balancer sends nobody new. After the grace nobody new is let
in, which tells balancers that never ask; and the pages are let go a few at a time, with the code at which they come back at once,
to another process. A move under way is finished: if its answer does not arrive, the page asks again, and the other process knows
it. Where there is no other process nobody is kept waiting.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from types import FrameType

import uvicorn

from londinium.table.hall.hall import Hall
from londinium.table.hall.peers import ROUND
from londinium.web.http.server import Server
from londinium.web.site import Site

BACK_PER_SECOND = 50
"""How many pages are let go in a second: each costs whoever takes it as much as several moves."""
LONGEST_SPREAD = 20.0
LEAVING_STEP = 0.1


class LeavingServer(Server):
    """uvicorn's; a first SIGTERM lets it leave in good order, anything after that ends it at once."""

    def __init__(self, config: uvicorn.Config, grace: float) -> None:
        super().__init__(config)
        self._grace = grace
        self._leaving: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGTERM and self._leaving is None and self.started and not self.should_exit:
            self._captured_signals.append(sig)
            # Signals come between any two instructions; the loop may be asleep.
            asyncio.get_running_loop().call_soon_threadsafe(self._leave)
        else:
            super().handle_exit(sig, frame)

    def _leave(self) -> None:
        if self._leaving is None:
            self._leaving = asyncio.create_task(self._leave_in_order())

    async def _leave_in_order(self) -> None:
        site: Site = self.config.app.state.site  # type: ignore[union-attr]
        try:
            site.journal.write("leaving", others=site.hall.peers.others)
            await leave(site.hall, self._grace, self._refuse_more)
        finally:
            self.should_exit = True

    def _refuse_more(self) -> None:
        """From now on whoever comes is refused: a balancer that asks nobody how they are tries the next one."""
        for listening in self.servers:
            listening.close()


async def leave(hall: Hall, grace: float, refuse_more: Callable[[], None]) -> None:
    """Let everybody go, so that nobody is left to wait for when the process stops."""
    await hall.leave()
    if hall.peers.others:
        await _others_for(hall, grace)
        refuse_more()  # or those who are let go would come back to this process
        per_second = max(BACK_PER_SECOND, len(hall.visitors) / LONGEST_SPREAD)
        while hall.visitors.let_go(round(per_second * LEAVING_STEP)):
            await asyncio.sleep(LEAVING_STEP)
    hall.visitors.let_go(len(hall.visitors))


async def _others_for(hall: Hall, seconds: float) -> None:
    """Wait, as long as there are others to go to: they may all have been told to stop."""
    end = asyncio.get_running_loop().time() + seconds
    while hall.peers.others and (left := end - asyncio.get_running_loop().time()) > 0:
        await asyncio.sleep(min(left, ROUND))
