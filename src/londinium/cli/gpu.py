"""`londinium gpu`: whether matches are the same on the GPU, byte for byte, and how fast they are there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import text

if TYPE_CHECKING:
    from londinium.envs.gpu import GpuBatch

MOST, MOST_TIMED = 20_000, 1 << 20
"""Matches in a vector: its observations take memory, and every step is compared."""


@click.command(help=text("Play random matches on CPU and GPU, compare every byte, and measure (default: all games)."))
@click.argument("game", required=False)
@click.option("--games", "count", type=click.IntRange(2), default=100_000, show_default=True, help=text("Matches to compare."))
@click.option("--measure", type=click.IntRange(2), default=4_000_000, show_default=True, help=text("Matches to time."))
@click.option(
    "--steps", type=click.IntRange(0), default=300, show_default=True, help=text("Vector steps to compare; 0 for none.")
)
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@lang_option
def verb(game: str | None, count: int, measure: int, steps: int, as_json: bool) -> None:
    import sys

    from londinium.envs.gpu import GpuBatch
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.registry import games

    rows = []
    for slug in [game] if game else [found.slug for found in games()]:
        batch = GpuBatch(find_game(slug))
        for variant in batch.game.variants:
            for seats in batch.game.seats:
                rows.append(compare_setting(batch, variant, seats, count, measure))
                if steps:
                    rows[-1] |= compare_vectors(
                        batch.game.slug, variant, seats, min(count, MOST), min(measure, MOST_TIMED), steps
                    )
                if not as_json:
                    click.echo(_sentence(rows[-1]))
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(rows))
    if not all(row["identical"] and not row.get("different") for row in rows):
        sys.exit(1)


def compare_setting(batch: GpuBatch, variant: str, seats: int, count: int, measure: int) -> dict[str, object]:
    """One setting of a game on both machines."""
    import os

    import numpy as np

    game = batch.game
    codes = game.option_codes(game.choose(variant=variant))
    seeds = np.arange(count)
    here = game.engine.play_random(seeds, seats, codes, threads=os.cpu_count() or 1, keep_states=True)
    there = batch.play_random(seeds, seats, codes)
    same = all(
        np.ascontiguousarray(getattr(here, part)).tobytes() == getattr(there, part).tobytes()
        for part in ("points", "places", "decisions", "lines", "states")
    )
    on_device = batch.upload(game.engine.results(measure, game.state.new(measure)))
    many = batch.cuda.to_device(np.arange(measure))
    batch.cuda.synchronize()
    times = []
    for _ in range(3):
        start = time.perf_counter()
        batch.launch(many, seats, codes, None, on_device)
        batch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    seconds = min(times)
    decisions = int(on_device[2].copy_to_host().sum())
    speed = {"games_per_second": measure / seconds, "decisions_per_second": decisions / seconds}
    return {"game": game.slug, "variant": variant, "seats": seats, "compared": count, "identical": same, **speed}


def compare_vectors(slug: str, variant: str, seats: int, count: int, measure: int, steps: int) -> dict[str, object]:
    """The vector environment on both machines: whether every step is the same, and how fast the GPU's is."""
    import os

    from londinium.envs.gpu import GpuVector, checks

    different = checks.compare_play(GpuVector(slug, count, seats=seats, variant=variant), steps, threads=os.cpu_count() or 1)
    speed = checks.measure_vector(GpuVector(slug, measure, seats=seats, variant=variant))
    return {"stepped": count, "steps": steps, "different": different, **speed}


def _sentence(row: dict[str, object]) -> str:
    facts = {
        "game": row["game"],
        "variant": row["variant"],
        "seats": row["seats"],
        "compared": f"{row['compared']:,}",
        "games": f"{row['games_per_second']:,.0f}",
        "decisions": f"{row['decisions_per_second']:,.0f}",
    }
    if not row["identical"]:
        return text("{game}, {variant}, {seats} seats: DIFFERENT from the CPU", **facts)
    said = text(
        "{game}, {variant}, {seats} seats: {compared} matches identical; {games} matches, {decisions} decisions per second",
        **facts,
    )
    if "different" not in row:
        return said
    if row["different"]:
        return said + "\n  " + text("the vector is DIFFERENT from the CPU: {what}", what=row["different"])
    return (
        said
        + "\n  "
        + text(
            "vector: {stepped} matches identical over {steps} steps; {fused} steps per second, {launched} with one call per step",
            stepped=f"{row['stepped']:,}",
            steps=row["steps"],
            fused=f"{row['steps_per_second']:,.0f}",
            launched=f"{row['launched_steps_per_second']:,.0f}",
        )
    )
