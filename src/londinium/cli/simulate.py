"""`londinium simulate`: many matches between simple players, summed up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.shared.settings import (
    box_option,
    chosen_options,
    game_argument,
    lang_option,
    rules_options,
    seats_option,
)
from londinium.cli.shared.speech import CODE, text

if TYPE_CHECKING:
    from londinium.kernel.game import Game

SIMULATED_AT_ONCE = 2000


@click.command(help=text("Play many matches between simple players and summarise scores, places and lengths."))
@game_argument
@seats_option
@click.option("--games", "count", type=click.IntRange(1), default=100_000, show_default=True, help=text("How many matches."))
@click.option(
    "--players",
    default="random",
    show_default=True,
    help=text("random, busy or greedy; one for all, or one per seat, separated by commas."),
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help=text("The seed of the first match."))
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True, help=text("Threads to share the work between."))
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@rules_options
@box_option
@lang_option
def verb(
    game: str,
    seats: int | None,
    count: int,
    players: str,
    seed: int,
    threads: int,
    as_json: bool,
    variant: str | None,
    options: tuple[str, ...],
    box: Path | None,
) -> None:
    import time

    from londinium.kernel.registry import game as find_game

    found = find_game(game)
    chosen = chosen_options(found, variant, options)
    seats = found.check_seats(seats if seats is not None else found.seats[-1])
    kinds = _kinds(players, seats)
    boxes, _ = found.open_box(box)
    _play(found, kinds, range(1), chosen, boxes, 1)  # compiles, so that the time below is the playing
    start = time.perf_counter()
    parts = _play(found, kinds, range(seed, seed + count), chosen, boxes, threads)
    summary = summarise_batch(found, seats, parts)
    settings = {"game": game, "seats": seats, "games": count, "players": kinds, "seed": seed, "options": chosen}
    summary = {**settings, "seconds": round(time.perf_counter() - start, 3), **summary}
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(summary))
    else:
        _show(found, summary)


def _kinds(players: str, seats: int) -> list[str]:
    """One kind of player per seat."""
    from londinium.bots.players import kind_number
    from londinium.kernel.words.errors import N_, InvalidOption

    kinds = [kind.strip() for kind in players.split(",")]
    if len(kinds) == 1:
        kinds *= seats
    if len(kinds) != seats:
        raise InvalidOption(N_("players named: {players}, seats: {seats}"), players=len(kinds), seats=seats)
    for kind in kinds:
        if ":" in kind:
            message = N_("'{name}' cannot play here: matches are played in compiled code; `londinium arena` takes every bot")
            raise InvalidOption(message, name=kind)
        kind_number(kind)
    return kinds


def _play(game: Game, kinds: list[str], seeds: range, chosen: dict[str, str], boxes: Any, threads: int) -> list[Any]:
    """The results of all matches, part by part, with a progress bar."""
    from rich.console import Console
    from rich.progress import track

    from londinium.bots.players import Players

    codes = game.option_codes(chosen)
    players = Players(game)
    everyone_random = set(kinds) == {"random"}

    def part(first: int) -> Any:
        some = seeds[first : first + SIMULATED_AT_ONCE * threads]
        if everyone_random:
            return game.engine.play_random(some, len(kinds), codes, boxes, threads)
        return players.play(kinds, some, codes, boxes, threads)

    console = Console(stderr=True)
    steps = range(0, len(seeds), SIMULATED_AT_ONCE * threads)
    return [part(first) for first in track(steps, text("Playing"), console=console, transient=True)]


def summarise_batch(game: Game, seats: int, parts: list[Any]) -> dict[str, Any]:
    """Means and spreads by seat and by line of the score sheet."""
    import numpy as np

    points = np.concatenate([part.points for part in parts])[:, :seats]
    places = np.concatenate([part.places for part in parts])[:, :seats]
    lines = np.concatenate([part.lines for part in parts])[:, :seats]
    decisions = np.concatenate([part.decisions for part in parts])
    winning = points.max(axis=1)
    return {
        "decisions": {"mean": float(decisions.mean()), "least": int(decisions.min()), "most": int(decisions.max())},
        "score": {"mean": float(points.mean()), "sd": float(points.std()), "least": int(points.min()), "most": int(points.max())},
        "winning_score": {"mean": float(winning.mean()), "sd": float(winning.std())},
        "by_seat": [
            {
                "mean": float(points[:, seat].mean()),
                "sd": float(points[:, seat].std()),
                "wins": float((places[:, seat] == 0).mean()),
            }
            for seat in range(seats)
        ],
        "lines": {
            name: {"mean": float(lines[:, :, i].mean()), "sd": float(lines[:, :, i].std())}
            for i, name in enumerate(game.score_lines)
        },
    }


def _show(game: Game, summary: dict[str, Any]) -> None:
    from rich import box as borders
    from rich.console import Console
    from rich.table import Table

    from londinium.kernel.words.language import language

    console = Console(highlight=False)
    per_second = summary["games"] / max(summary["seconds"], 1e-9)
    console.print(
        text(
            "{games} matches of {game}, {rate} per second",
            games=f"{summary['games']:,}",
            game=game.title,
            rate=f"{per_second:,.0f}",
        )
    )
    length = summary["decisions"]
    console.print(text("Decisions in a match: {mean} ({least} to {most})", **{**length, "mean": f"{length['mean']:.1f}"}))
    score = summary["score"]
    facts = {"mean": f"{score['mean']:.2f}", "sd": f"{score['sd']:.2f}", "least": score["least"], "most": score["most"]}
    console.print(text("Score: {mean}, sd {sd} ({least} to {most})", **facts))
    table = Table(box=borders.SIMPLE_HEAD)
    for title in (text("Seat"), text("Player"), text("Mean"), text("Spread"), text("Wins")):
        table.add_column(title, justify="left" if title == text("Player") else "right")
    for seat, (kind, row) in enumerate(zip(summary["players"], summary["by_seat"], strict=True)):
        table.add_row(str(seat), kind, f"{row['mean']:.2f}", f"{row['sd']:.2f}", f"{row['wins']:.1%}")
    console.print(table)
    table = Table(box=borders.SIMPLE_HEAD)
    for title in (text("Line"), text("Mean"), text("Spread")):
        table.add_column(title, justify="left" if title == text("Line") else "right")
    words = language(CODE, game.folder)
    for name, row in summary["lines"].items():
        table.add_row(game.face.describe_line(name, words), f"{row['mean']:.2f}", f"{row['sd']:.2f}")
    console.print(table)
