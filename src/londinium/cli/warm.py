"""`londinium warm`: compile the rules beforehand, so that nobody waits for it at the table."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import text
from londinium.kernel.announcement import be_quiet
from londinium.kernel.words.errors import LondiniumError


@click.command(help=text("Compile the rules and bots of all games, or of those named, and keep them on disk."))
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help=text("Processes to share the work between."))
@lang_option
def verb(names: tuple[str, ...], jobs: int) -> None:
    from londinium.cli.shared.progress import Bar
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.registry import games as all_games
    from londinium.web.background.compilation import COMPILE_STEPS
    from londinium.work.memory import WORK_MEMORY

    be_quiet()
    if (budget := os.environ.get("LONDINIUM_WORK_MEMORY", "")).isdigit():
        WORK_MEMORY.budget = int(budget)
    chosen = [find_game(slug).slug for slug in names] or [game.slug for game in all_games()]
    tasks = [(slug, part) for part in COMPILE_STEPS for slug in chosen]
    with Bar(text("Stopped. What was compiled is kept."), text("Compiling")) as bar:
        asyncio.run(compile_all(tasks, jobs, bar.told))
    click.echo(text("Ready: {games}", games=", ".join(chosen)))


async def compile_all(tasks: Sequence[tuple[str, str]], jobs: int, told: Callable[[int, int], None]) -> None:
    """Compile parts of games, or fetch them from disk; a server that finds them there does not compile. Each has a process of its
    own: one for all of them would take twice the memory in the end.
    """
    from londinium.web.background.compilation import COMPILE_MB, CompileTask, compile_job
    from londinium.work.job import JobFailed, done_aside
    from londinium.work.pool import WORKER_LOST

    free, done = asyncio.Semaphore(jobs), 0
    os.environ.setdefault("LONDINIUM_NICE", "0")  # somebody waits for it
    told(0, len(tasks))

    async def compile_one(slug: str, part: str) -> None:
        nonlocal done
        async with free:
            try:
                await done_aside(compile_job, CompileTask(slug, part), lambda part: None, COMPILE_MB[part])
            except JobFailed:
                raise LondiniumError(WORKER_LOST) from None
        done += 1
        told(done, len(tasks))

    working = [asyncio.create_task(compile_one(*task)) for task in tasks]
    try:
        await asyncio.gather(*working)
    finally:
        for one in working:
            one.cancel()
        await asyncio.gather(*working, return_exceptions=True)
