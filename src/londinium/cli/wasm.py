"""`londinium wasm`: the rules of a game as WebAssembly, and whether they do what the compiled ones do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from londinium.cli.shared.settings import game_argument, lang_option
from londinium.cli.shared.speech import text

if TYPE_CHECKING:
    from londinium.kernel.game import Game


@click.command(help=text("Build the rules of a game as WebAssembly: one module, with search and bots, for browsers."))
@game_argument
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False), help=text("Folder for it (default: the game's own).")
)
@click.option(
    "--check",
    type=click.IntRange(1),
    metavar="MATCHES",
    help=text("Build nothing: play this many random matches in Node and here, and run searches; every byte must agree."),
)
@lang_option
def verb(game: str, output: Path | None, check: int | None) -> None:
    import gzip

    from rich.console import Console

    from londinium.kernel.registry import game as find_game
    from londinium.wasm.modules import build, kept_module

    found = find_game(game)
    if check is not None:
        _compare(found, kept_module(found, output), check)
        return
    with Console(stderr=True).status(text("Building {game}", game=found.slug)):
        file = build(found, output)
    module = file.read_bytes()
    sizes = {"size": f"{len(module):,}", "packed": f"{len(gzip.compress(module, 9)):,}"}
    click.echo(text("{file}: {size} bytes, {packed} packed.", file=file, **sizes))


def _compare(game: Game, file: Path, count: int) -> None:
    from londinium.cli.shared.progress import Bar
    from londinium.wasm.conformance import Twin, check_helpers, check_matches, check_players, check_search, check_steps
    from londinium.wasm.node import NodeEngine

    with NodeEngine(file) as engine:
        twin = Twin(game, engine)
        with Bar(text("Stopped."), text("Comparing")) as bar:
            bar.told(0, count)
            done = check_matches(twin, count, lambda so_far: bar.told(min(so_far, count), count))
        for check in (check_steps, check_players, check_search, check_helpers):
            check(twin)
    calls = f"{sum(twin.called.values()):,}"
    click.echo(text("{matches} random matches and {calls} calls agree, byte for byte.", matches=f"{done:,}", calls=calls))
