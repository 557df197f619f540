"""`londinium fuzz`: random matches over all seat counts and options, with every property checked at every ply."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.shared.settings import game_argument, lang_option
from londinium.cli.shared.speech import text

if TYPE_CHECKING:
    from londinium.kernel.engine import Violation
    from londinium.kernel.game import Game

FUZZED_AT_ONCE = 5000


@click.command(help=text("Search for a match that breaks a property: conservation, exact odds, legality, termination."))
@game_argument
@click.option("--games", "count", type=click.IntRange(1), default=100_000, show_default=True, help=text("How many matches."))
@click.option(
    "--matches", type=click.IntRange(0), default=20, show_default=True, help=text("Matches that also get the slow checks.")
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help=text("The seed of the first match."))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("fuzz.record"),
    help=text("Where to write a match that fails."),
)
@lang_option
def verb(game: str, count: int, matches: int, seed: int, output: Path) -> None:
    import sys

    from rich.console import Console
    from rich.progress import track

    from londinium.kernel.checks import seeds_from
    from londinium.kernel.conformance.rules import check
    from londinium.kernel.registry import game as find_game

    found = find_game(game)
    console = Console(stderr=True)
    plies = 0
    for first in track(seeds_from(seed, count)[::FUZZED_AT_ONCE], text("Fuzzing"), console=console, transient=True):
        seeds, seats, options = settings(found, first, min(FUZZED_AT_ONCE, seed + count - first))
        made, violation = found.engine.fuzz(seeds, seats, options)
        plies += made
        if violation is not None:
            write_failure(found, violation, output)
            click.echo(text("Broken: {reason}", reason=violation.reason), err=True)
            facts = {"seed": violation.seed, "seats": violation.seats, "ply": violation.ply, "file": output}
            click.echo(text("Seed {seed}, {seats} seats, ply {ply}; the match is in {file}.", **facts), err=True)
            sys.exit(1)
    if matches:
        with console.status(text("Slow checks")):
            check(found, walks=matches, seed=seed)
    click.echo(text("{games} matches, {plies} plies, no violation.", games=f"{count:,}", plies=f"{plies:,}"))


def settings(game: Game, first: int, count: int) -> tuple[Any, Any, Any]:
    """Seeds with a number of seats and options for each, so that everything comes with everything."""
    import numpy as np

    draw = np.random.default_rng(first)
    seats = draw.integers(game.seats[0], game.seats[-1] + 1, count)
    options = np.zeros((count, len(game.settled)), np.int8)
    for at, option in enumerate(game.settled):
        options[:, at] = draw.integers(0, len(option.choices), count)
    return np.arange(first, first + count), seats, options


def write_failure(game: Game, violation: Violation, output: Path) -> None:
    """The broken match as a record file, up to the ply that broke it."""
    import numpy as np

    from londinium.kernel.boxes import STANDARD_BOX
    from londinium.kernel.match import Match
    from londinium.kernel.record import write_record

    chosen = {option.name: option.choices[code] for option, code in zip(game.settled, violation.options, strict=True)}
    line, _ = game.engine.trace(violation.seed, violation.seats, np.array(violation.options, np.int8))
    names = [f"Seat {seat}" for seat in range(violation.seats)]
    match = Match(game, violation.seats, game.choose(chosen), violation.seed, game.standard_box(), STANDARD_BOX, names)
    for seat, move in line[: violation.ply]:
        match.apply(int(move), int(seat))
    output.write_text(write_record(match), encoding="utf-8")
