"""`londinium puzzles`: positions in which one move is clearly best and the natural one is not: mined, checked, counted."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.shared.progress import Bar
from londinium.cli.shared.settings import game_argument, lang_option
from londinium.cli.shared.speech import CODE, plain_console, plural, text

if TYPE_CHECKING:
    from londinium.kernel.game import Game
    from londinium.study.puzzles.file import Collection
    from londinium.study.puzzles.miner import NamedMatch

PUZZLES_HELP = text(
    "List the puzzles of GAME: how many there are of each theme. With --mine, find new ones in matches "
    "between bots, in record FILES, or with --tables in people's matches where the host and all players "
    "have agreed, and check each of them.\n\nThe same seed gives the same puzzles with any number of jobs. "
    "An interrupted run continues where it stopped."
)
DIFFICULTY_WORDS = {"easy": text("Easy"), "medium": text("Medium"), "hard": text("Hard")}
MINING_STOPPED = text("Stopped. Run the same command to continue.")


@click.command(help=PUZZLES_HELP)
@game_argument
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--mine", "count", type=click.IntRange(1), help=text("Mine until there are this many puzzles."))
@click.option(
    "--tables",
    "database",
    metavar="URL",
    help=text(
        "Mine the finished tables in this database, sqlite:///FILE or postgresql://USER@HOST/NAME: only "
        "those opened for it whose players all agree. Names and chat are not written; anything withdrawn is "
        "removed from the file."
    ),
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help=text("The seed of the first match."))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help=text("Output file; if it ends in .gz, the puzzles are compressed and matches without any are left out."),
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help=text("Processes to share the work between."))
@click.option(
    "--themes",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help=text("Instead of mining: give the puzzles of this file the themes of today, and write it again."),
)
@lang_option
def verb(
    game: str,
    files: tuple[Path, ...],
    count: int | None,
    database: str | None,
    seed: int,
    output: Path | None,
    jobs: int,
    themes: Path | None,
) -> None:
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.words.errors import N_, InvalidOption
    from londinium.study.puzzles.file import shipped_puzzles

    if (count is None) != (output is None) or ((files or database) and count is None):
        raise InvalidOption(N_("to mine puzzles, give both --mine and -o"))
    if files and database:
        raise InvalidOption(N_("give record files or --tables, not both"))
    found = find_game(game)
    if themes is not None:
        _show(found, _with_themes(found, themes))
    elif count is None or output is None:
        _show(found, shipped_puzzles(found))
    else:
        _show(found, _mine(found, count, output, seed, files, database, jobs))


def _mine(
    game: Game, count: int, output: Path, seed: int, files: tuple[Path, ...], database: str | None, jobs: int
) -> Collection:
    from londinium.kernel.words.errors import N_, LondiniumError
    from londinium.study.puzzles.file import PACKED, pack_puzzles
    from londinium.study.puzzles.miner import matches_of_records, mine

    plain = output.with_name(output.name.removesuffix(PACKED))
    try:
        matches = matches_of_records(files, game) if files else None
        if database is not None:
            matches = _agreed(game, database, plain)
        with Bar(MINING_STOPPED) as bar:
            found = mine(game, count, plain, seed, matches=matches, jobs=jobs, report=lambda number: bar.told(number, count))
        if plain != output:
            output.write_bytes(pack_puzzles(found))
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=output, problem=error) from error
    return found


def _with_themes(game: Game, file: Path) -> Collection:
    from londinium.study.puzzles.file import load_puzzles, save_puzzles
    from londinium.study.puzzles.miner import with_themes

    found = with_themes(game, load_puzzles(file, game))
    save_puzzles(found, file)
    return found


def _agreed(game: Game, database: str, file: Path) -> list[NamedMatch]:
    """The matches of a server that may be mined; those that may no longer be are taken out of the file."""
    from londinium.study.puzzles.miner import withdraw
    from londinium.table.history.consent import TABLE_SOURCE

    matches = asyncio.run(_matches_of_tables(game, database))
    click.echo(plural("{count} finished match may be mined.", "{count} finished matches may be mined.", len(matches)), err=True)
    if gone := withdraw(game, file, TABLE_SOURCE, {source for source, _ in matches}):
        told = plural(
            "{count} match was removed: consent was withdrawn.",
            "{count} matches were removed: consent was withdrawn.",
            gone,
        )
        click.echo(told, err=True)
    return matches


async def _matches_of_tables(game: Game, database: str) -> list[NamedMatch]:
    from londinium.table.history.consent import matches_to_mine
    from londinium.table.store import open_store

    store = await open_store(database, create=False)
    try:
        return await matches_to_mine(store, game.slug)
    finally:
        await store.close()


def _show(game: Game, collection: Collection | None) -> None:
    from rich import box as borders
    from rich.table import Table

    from londinium.kernel.words.language import language
    from londinium.study.puzzles.ratings import DIFFICULTIES, difficulty

    if not collection:
        click.echo(text("There are no puzzles of {game} yet.", game=game.title))
        return
    words, puzzles = language(CODE, game.folder), list(collection)
    table: Any = Table(box=borders.SIMPLE_HEAD)
    table.add_column(text("Theme"))
    for name in DIFFICULTIES:
        table.add_column(DIFFICULTY_WORDS[name], justify="right")
    table.add_column(text("Puzzles"), justify="right")
    for theme, told in game.study.THEMES.items():
        own = [puzzle for puzzle in puzzles if puzzle.theme == theme]
        counts = [sum(difficulty(puzzle) == name for puzzle in own) for name in DIFFICULTIES]
        if own:
            table.add_row(words.text(told), *map(str, counts), str(len(own)))
    totals = [sum(difficulty(puzzle) == name for puzzle in puzzles) for name in DIFFICULTIES]
    table.add_row(text("All"), *map(str, totals), str(len(puzzles)), style="bold")
    plain_console().print(table)
