"""The whole site in this process, with a clock that tests turn, and people who have browsers without scripts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import date
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, cast

import httpx

from londinium.table import commands
from londinium.table.hall.hall import Hall
from londinium.table.history.daily import midnight
from londinium.table.store import open_store
from londinium.web.app import create_app
from londinium.web.background.analyses import Depth
from londinium.web.http.limits import NO_LIMITS
from londinium.web.site import Site

P = ParamSpec("P")
HOUR = 3600 * 1000


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test to its end."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class World:
    """A running site. It is noon on the first day until somebody turns the clock."""

    def __init__(self, day: date) -> None:
        self.now = midnight(day) + 12 * HOUR
        self.app: Any = None

    @property
    def site(self) -> Site:
        return cast(Site, self.app.state.site)

    @property
    def hall(self) -> Hall:
        return self.site.hall

    def person(self, code: str = "en") -> httpx.AsyncClient:
        """Somebody with cookies of their own."""
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        headers = {"accept-language": code}
        return httpx.AsyncClient(transport=transport, base_url="http://test", follow_redirects=True, headers=headers, timeout=60)

    async def play(self, page: httpx.Response) -> str:
        """Play the table of a page to its end, with the first legal moves; its id."""
        token = page.url.path.split("/")[2]
        table = await self.hall.open(token.split(".")[0])
        while not table.is_over:
            if 0 not in table.match.to_act:
                await asyncio.sleep(0.005)
                continue
            move = table.match.moves.text(table.match.legal(0)[0])
            await self.hall.command(table.id, 0, commands.MakeMove(f"m{table.number}", table.version(0), move))
        return table.id


@asynccontextmanager
async def serving(folder: Path, day: date, solver_seconds: float = 0, **more: Any) -> AsyncIterator[World]:
    world = World(day)
    store = await open_store(f"sqlite:///{folder / 'table.db'}")
    world.app = create_app(store, NO_LIMITS, depth=Depth(par_seconds=solver_seconds), now=lambda: world.now, **more)
    async with world.app.router.lifespan_context(world.app):
        yield world
