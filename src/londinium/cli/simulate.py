"""`londinium simulate`: many matches, summed up: between simple players in compiled code, between other bots one by one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.shared.progress import Bar
from londinium.cli.shared.settings import (
    box_option,
    chosen_options,
    game_argument,
    lang_option,
    rules_options,
    seats_option,
)
from londinium.cli.shared.speech import CODE, LANGUAGE, text

if TYPE_CHECKING:
    from londinium.arena.results import MatchResult
    from londinium.kernel.engine import BatchResults
    from londinium.kernel.game import Game

SIMULATED_AT_ONCE = 2000
COMPILED_MATCHES, THINKING_MATCHES = 100_000, 100
"""Matches where nobody says how many: of simple players, and of bots that think."""


@click.command(help=text("Play many matches between bots and summarise scores, places and lengths."))
@game_argument
@seats_option
@click.option(
    "--games",
    "count",
    type=click.IntRange(1),
    help=text("How many matches (default: {many}; {few} where bots think).", many=COMPILED_MATCHES, few=THINKING_MATCHES),
)
@click.option(
    "--players",
    default="random",
    show_default=True,
    help=text(
        "One bot for all seats, or one per seat, separated by commas. random, busy and greedy play in compiled code, thousands "
        "of matches a second; all others think."
    ),
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help=text("The seed of the first match."))
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True, help=text("How many processor cores to use."))
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@rules_options
@box_option
@lang_option
def verb(
    game: str,
    seats: int | None,
    count: int | None,
    players: str,
    seed: int,
    threads: int,
    as_json: bool,
    variant: str | None,
    options: tuple[str, ...],
    box: Path | None,
) -> None:
    import time

    from londinium.arena.matches import is_simple
    from londinium.arena.report.tournament import failure_sentences
    from londinium.arena.summary import moves_lost, stood_in
    from londinium.kernel.checks import seeds_from
    from londinium.kernel.registry import game as find_game

    found = find_game(game)
    chosen = chosen_options(found, variant, options)
    seats = found.check_seats(seats if seats is not None else found.seats[-1])
    kinds = _kinds(players, seats)
    simple = is_simple(kinds)
    count = count if count is not None else COMPILED_MATCHES if simple else THINKING_MATCHES
    seeds = seeds_from(seed, count)
    if simple:
        boxes, _ = found.open_box(box)
        _play(found, kinds, range(1), chosen, boxes, 1)  # compiles, so that the time below is the playing
    start = time.perf_counter()
    matches: list[MatchResult] = []
    if simple:
        parts = _play(found, kinds, seeds, chosen, boxes, threads)
    else:
        results, matches = _play_thinking(found, kinds, seeds, chosen, box, threads)
        parts = [results]
    summary = summarise_batch(found, seats, parts)
    settings = {"game": game, "seats": seats, "games": count, "players": kinds, "seed": seed, "options": chosen}
    summary = {
        **settings,
        "seconds": round(time.perf_counter() - start, 3),
        **summary,
        "lost": sum(one.moves for one in moves_lost(matches)),
    }
    stand_ins = tuple(stood_in(matches))
    summary["not_its_own"] = {one.bot: one.rest + one.whole for one in stand_ins}
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(summary))
    else:
        _show(found, summary)
        for sentence in failure_sentences(moves_lost(matches), stand_ins, LANGUAGE):
            click.echo(sentence)


def _kinds(players: str, seats: int) -> list[str]:
    """One bot per seat."""
    from londinium.bots.registry import check_name
    from londinium.kernel.words.errors import N_, InvalidOption

    kinds = [kind.strip() for kind in players.split(",")]
    if len(kinds) == 1:
        kinds *= seats
    if len(kinds) != seats:
        raise InvalidOption(N_("players named: {players}, seats: {seats}"), players=len(kinds), seats=seats)
    for kind in dict.fromkeys(kinds):
        check_name(kind)
    return kinds


def _play(game: Game, kinds: list[str], seeds: range, chosen: dict[str, str], boxes: Any, threads: int) -> list[Any]:
    """The results of all matches, part by part, with a progress bar."""
    from rich.console import Console
    from rich.progress import track

    from londinium.bots.players import Players

    codes = game.option_codes(chosen)
    players = Players(game)

    def part(first: int) -> Any:
        some = seeds[first : first + SIMULATED_AT_ONCE * threads]
        return players.play(kinds, some, codes, boxes, threads)

    console = Console(stderr=True)
    steps = range(0, len(seeds), SIMULATED_AT_ONCE * threads)
    return [part(first) for first in track(steps, text("Playing"), console=console, transient=True)]


def _play_thinking(
    game: Game, bots: list[str], seeds: range, chosen: dict[str, str], box: Path | None, jobs: int
) -> tuple[BatchResults, list[MatchResult]]:
    """The same of bots that think: matches one by one, in several processes; and what happened in each."""
    import numpy as np

    from londinium.arena.matches import MatchTask, play_task
    from londinium.arena.results import Planned
    from londinium.arena.tournament import new_run, settings_for
    from londinium.kernel.engine import BatchResults
    from londinium.work.pool import do_all

    settings, boxes = settings_for(game, bots, seats=len(bots), options=chosen, seed=seeds[0], box=box)
    plan = [Planned(number, seed, tuple(bots)) for number, seed in enumerate(seeds)]
    run = new_run()
    tasks = [MatchTask(settings, boxes.tobytes(), (planned,), lines=True, run=run) for planned in plan]
    found: list[tuple[MatchResult, Any]] = []
    with Bar(text("Stopped.")) as bar:
        for done in do_all(play_task, tasks, jobs):
            found += zip(done.results, done.lines, strict=True)
            bar.told(len(found), len(plan))
    found.sort(key=lambda one: one[0].number)
    results = BatchResults(
        np.array([one.scores for one, _ in found]),
        np.array([one.places for one, _ in found]),
        np.array([one.decisions for one, _ in found]),
        np.array([lines for _, lines in found]),
    )
    return results, [one for one, _ in found]


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
            rate=f"{per_second:,.0f}" if per_second >= 10 else f"{per_second:.2g}",
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
