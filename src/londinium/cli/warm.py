"""`londinium warm`: compile the rules beforehand, so that nobody waits for it at the table."""

from __future__ import annotations

from dataclasses import dataclass

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import text


@dataclass(frozen=True)
class Warmed:
    """A game that is ready, or what kept it from being."""

    slug: str
    problem: str = ""


@click.command(help=text("Compile the rules and bots of all games, or of those named, and keep them on disk."))
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help=text("Processes to share the work between."))
@lang_option
def verb(names: tuple[str, ...], jobs: int) -> None:
    from londinium.cli.shared.progress import Bar
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.registry import games as all_games
    from londinium.web.background.compilation import COMPILE_STEPS
    from londinium.work.pool import do_all

    chosen = [find_game(slug).slug for slug in names] or [game.slug for game in all_games()]
    tasks = [(slug, part) for part in COMPILE_STEPS for slug in chosen]
    with Bar(text("Stopped. What was compiled is kept."), text("Compiling")) as bar:
        bar.told(0, len(tasks))
        for done, _ in enumerate(do_all(compile_part, tasks, jobs), 1):
            bar.told(done, len(tasks))
    click.echo(text("Ready: {games}", games=", ".join(chosen)))


def compile_part(task: tuple[str, str]) -> Warmed:
    """Compile one part of a game, or fetch it from disk; a server that finds it there does not compile."""
    from londinium.kernel.registry import game as find_game
    from londinium.web.background.compilation import fetch_step, note_compiled

    slug, part = task
    fetch_step(find_game(slug), part)
    note_compiled(find_game(slug), part)
    return Warmed(slug)
