"""A server that is open before its rules are compiled.

Pages come first: until the rules of a game are compiled they are interpreted, which everybody can play with, and simple players
move for bots that search. Meanwhile processes of the lowest priority compile, as many as there are cores; the game that somebody
wants to play goes first. What they have compiled is fetched from disk in a thread, and used from then on.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from londinium.kernel.game import Game
from londinium.kernel.interpreted import MissingRule, NotCompiled, all_loaded, compile_again, leave_compiling
from londinium.kernel.registry import games
from londinium.web.background.compilation import (
    COMPILE_MB,
    COMPILE_STEPS,
    HINTS_STEP,
    RULES_STEP,
    SEARCH_STEP,
    CompileTask,
    compile_job,
    fetch_step,
    is_compiled,
    rule_job,
    rule_task,
)
from londinium.work.job import JobFailed, done_aside

_log = logging.getLogger(__name__)

PAGES_FIRST = 1.0
"""Seconds before anything is compiled: the first page would come later otherwise."""
FETCHED_AGAIN = 0.5
BEGINS, IS_COMPILED = "begins", "is compiled"
"""What is told of a game."""


@dataclass
class CompileStep:
    """One step of one game."""

    game: Game
    name: str
    is_kept: bool
    """Whether its code lies on disk."""
    begun: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Loaded, or failed."""


class Preparation:
    """Loads the rules of all games, and has them compiled where they never were."""

    def __init__(self, tell: Callable[[Game, str], None] = lambda game, what: None, workers: int | None = None) -> None:
        """`tell` hears when compiling a game begins, and when it is compiled."""
        self._tell, self._workers = tell, workers or max(1, os.cpu_count() or 1)
        self._steps: list[CompileStep] = []
        self._wanted: list[str] = []
        self._thread = ThreadPoolExecutor(1, "rules")
        self._running: asyncio.Task[None] | None = None
        self._failed = False
        self.done = asyncio.Event()

    def begin(self, finished: Callable[[], None] = lambda: None) -> None:
        """Interpret from now on what is not there, and begin to fetch and compile; `finished` is called when all is loaded."""
        self._loop = asyncio.get_running_loop()
        leave_compiling(self._compile_rule)
        self._steps = [CompileStep(game, name, is_compiled(game, name)) for name in COMPILE_STEPS for game in games()]
        self._running = asyncio.create_task(self._run(finished))

    def want(self, game: Game) -> None:
        """Somebody is about to play a game: it goes first."""
        if not self.done.is_set():
            self._wanted = [game.slug, *(slug for slug in self._wanted if slug != game.slug)]

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many steps are done, and how many there are; None if nothing has to be compiled, or it is done."""
        if all(step.is_kept or step.over.is_set() for step in self._steps):
            return None
        return sum(step.over.is_set() for step in self._steps), len(self._steps)

    @property
    def waiting(self) -> int:
        """How many steps are not done."""
        return sum(not step.over.is_set() for step in self._steps)

    def is_compiling(self, game: Game, *names: str) -> bool:
        """Whether steps of a game have to be compiled first, so that it is not worth waiting for them."""
        return any(
            step.game.slug == game.slug and step.name in (names or COMPILE_STEPS) and not step.is_kept and not step.over.is_set()
            for step in self._steps
        )

    async def can_search(self, game: Game) -> bool:
        """Whether the bots of a game can search. What only has to be fetched is waited for."""
        return await self._has(game, SEARCH_STEP)

    async def can_hint(self, game: Game) -> bool:
        return await self._has(game, HINTS_STEP)

    async def _has(self, game: Game, name: str) -> bool:
        if self.is_compiling(game, RULES_STEP, name):
            return False
        for step in self._steps:
            while step.game.slug == game.slug and step.name == name and not step.over.is_set():
                if not step.is_kept:
                    return False  # it was not on disk after all
                with suppress(TimeoutError):
                    await asyncio.wait_for(step.over.wait(), FETCHED_AGAIN)
        return True

    async def close(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)
        compile_again()

    async def _run(self, finished: Callable[[], None]) -> None:
        if any(not step.is_kept for step in self._steps):
            await asyncio.sleep(PAGES_FIRST)
        await asyncio.gather(*(self._work() for _ in range(self._workers)))
        self.done.set()
        if not self._failed:
            all_loaded()
        finished()

    def _next(self) -> CompileStep | None:
        """The step that is to be begun now: what lies on disk first, then what a wanted game needs, then by turns. None builds on
        another that is still being compiled: both would compile the same.
        """
        busy = {step.game.slug for step in self._steps if step.begun and not step.is_kept and not step.over.is_set()}
        left = [step for step in self._steps if not step.begun and (step.is_kept or step.game.slug not in busy)]

        def order(step: CompileStep) -> tuple[bool, int, int]:
            slug = step.game.slug
            return not step.is_kept, self._wanted.index(slug) if slug in self._wanted else len(self._wanted), left.index(step)

        return min(left, key=order, default=None)

    async def _work(self) -> None:
        """One step after the other."""
        while (step := self._next()) is not None:
            step.begun = True
            try:
                if step.is_kept:
                    step.is_kept = await self._fetched(step)
                if not step.is_kept:
                    await self._compile(step)
                    if not await self._fetched(step):
                        raise NotCompiled
                    step.is_kept = True
            except Exception:  # whatever is wrong with the rules of one game, the others can be played
                self._failed = True
                _log.exception("the %s of %s cannot be compiled; its tables may fail", step.name, step.game.slug)
            step.over.set()

    async def _compile(self, step: CompileStep) -> None:
        if step.name == RULES_STEP:
            self._tell(step.game, BEGINS)
        task = CompileTask(step.game.slug, step.name)
        await done_aside(compile_job, task, lambda part: None, COMPILE_MB[step.name])
        if all(other.is_kept or other is step or other.over.is_set() for other in self._steps if other.game is step.game):
            self._tell(step.game, IS_COMPILED)

    async def _fetched(self, step: CompileStep) -> bool:
        """Whether the code of a step was on disk."""
        try:
            await self._loop.run_in_executor(self._thread, fetch_step, step.game, step.name)
        except NotCompiled:
            return False
        return True

    def _compile_rule(self, missing: MissingRule) -> Future[None]:
        """Something rare is missing: tables go on with the interpreted rule, and have it in a moment. Called in any thread."""
        return asyncio.run_coroutine_threadsafe(self._have_compiled(missing), self._loop)

    async def _have_compiled(self, missing: MissingRule) -> None:
        try:
            await done_aside(rule_job, rule_task(missing), lambda part: None)
            await self._loop.run_in_executor(self._thread, missing.fetch)
        except JobFailed as error:
            _log.warning("%s cannot be compiled and is interpreted: %s", missing.compiled.py_func.__name__, error)
            raise
