"""`londinium bench`: how fast the rules are, as ratios against the interpreted engine in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import text

if TYPE_CHECKING:
    from londinium.kernel.game import Game

ROUNDS = 5


@click.command(help=text("Measure the games (default: all): speed, size, compile time, the cost of one move."))
@click.argument("game", required=False)
@click.option("--quick", is_flag=True, help=text("Leave out the cold compile."))
@click.option("--peers", is_flag=True, help=text("Measure environments instead: ours alongside those of other libraries."))
@click.option("--wasm", is_flag=True, help=text("Measure the rules as WebAssembly in Node instead, alongside the compiled ones."))
@click.option(
    "--site",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help=text("Measure a site without a server in Chromium instead: the folder written by `londinium site`."),
)
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@lang_option
def verb(game: str | None, quick: bool, peers: bool, wasm: bool, site: Path | None, as_json: bool) -> None:
    from rich.console import Console

    if peers:
        compare_with_peers(as_json)
        return

    from londinium.browser.speed import measure_site
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.registry import games
    from londinium.wasm.modules import module_file
    from londinium.wasm.speed import measure_module

    console = Console(stderr=True)
    results = {}
    show = _show_site if site else _show_module if wasm else _show
    for slug in [game] if game else [found.slug for found in games() if not (wasm or site) or module_file(found).exists()]:
        with console.status(text("Measuring {game}", game=slug)):
            if site:
                results[slug] = measure_site(site, find_game(slug).slug)
            else:
                results[slug] = measure_module(find_game(slug)) if wasm else bench_game(find_game(slug), quick)
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(results))
    else:
        for slug, rows in results.items():
            show(slug, rows)


def compare_with_peers(as_json: bool) -> None:
    """Environment steps per second of everything that is installed, one after the other in this run."""
    from londinium.envs.peers import measure_peers

    rates = {}
    for name, rate in measure_peers():
        rates[name] = rate
        if not as_json:
            click.echo(text("{rate} steps per second: {name}", rate=f"{rate:,.0f}", name=name))
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(rates))


def bench_game(game: Game, quick: bool = False) -> dict[str, Any]:
    """All figures of one game. Where a machine is noisy, the best of several rounds counts."""
    rows: dict[str, Any] = {"state_bytes": game.state.dtype.itemsize, "moves": len(game.moves)}
    for seats in game.seats:
        rows[f"random_{seats}_seats"] = _throughput(game, seats)
    rows["interpreted"] = _in_subprocess(game, _INTERPRETED, {"NUMBA_DISABLE_JIT": "1"})
    rows["start_cached_seconds"] = _in_subprocess(game, _START, {})["seconds"]
    if not quick:
        with tempfile.TemporaryDirectory() as folder:
            rows["start_cold_seconds"] = _in_subprocess(game, _START, {"LONDINIUM_CACHE": folder})["seconds"]
    for seats in game.seats:
        rows[f"search_{seats}_seats"] = _simulations(game, seats)
    rows |= _single_moves(game)
    most = rows[f"random_{game.seats[-1]}_seats"]
    rows["times_interpreted"] = most["decisions_per_second"] / rows["interpreted"]["decisions_per_second"]
    return rows


def _best(action: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """The shortest time of several rounds, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def _throughput(game: Game, seats: int, count: int = 10_000) -> dict[str, float]:
    codes = game.option_codes(game.choose())
    decisions = int(game.engine.play_random(range(count), seats, codes).decisions.sum())
    seconds = _best(lambda: game.engine.play_random(range(count), seats, codes))
    return {"games_per_second": count / seconds, "decisions_per_second": decisions / seconds}


def _simulations(game: Game, seats: int) -> dict[str, float]:
    """Simulations a second inside a search whose quick players play at random: at the first decision, and over a whole match."""
    from londinium.bots.search.search import Budget, Search
    from londinium.kernel.seeds import draw

    search = Search(game, settings={"noise": 1.0, "foresight": 0.0})
    match = game.match(seats=seats, seed=1)
    simulations, seconds, first = 0, 0.0, 0.0
    while not match.is_over:
        seat = match.to_act[0]
        legal = match.legal(seat)
        if len(legal) > 1:
            thoughts = [search.think(match, seat, Budget(simulations=2000)) for _ in range(ROUNDS)]
            best = min(thought.seconds for thought in thoughts)
            simulations, seconds = simulations + 2000, seconds + best
            first = first or simulations / seconds
        match.push(legal[draw(1, match.ply, len(legal))], seat)
    return {"first_decision": first, "whole_match": simulations / seconds}


def _single_moves(game: Game) -> dict[str, float]:
    """What one move costs from Python: the bare compiled call, and a checked `Match.push`."""
    match = game.match(seed=1)
    engine, states = game.engine, match.position.states
    seat, move = match.to_act[0], match.legal(match.to_act[0])[0]
    scratch = states.copy()
    count = 10_000

    def bare() -> None:
        for _ in range(count):
            engine.unchecked.push(scratch, 0, match.boxes, seat, move)
            scratch[0:1] = states

    def restore() -> None:
        for _ in range(count):
            scratch[0:1] = states

    text_of_move = game.moves.text(move)

    def checked() -> None:
        for _ in range(count // 20):
            match.push(text_of_move)
            match.undo()

    bare_seconds = (_best(bare) - _best(restore)) / count
    return {"push_compiled_microseconds": bare_seconds * 1e6, "push_match_microseconds": _best(checked) / (count // 20) * 1e6}


_INTERPRETED = """
import json, sys, time
from londinium.kernel.registry import game
g = game(sys.argv[1]); codes = g.option_codes(g.choose()); seats = g.seats[-1]
start = time.perf_counter(); played = 0; decisions = 0
while played < 4 or time.perf_counter() - start < 3:
    decisions += int(g.engine.play_random([played], seats, codes).decisions.sum()); played += 1
seconds = time.perf_counter() - start
print(json.dumps({"games_per_second": played / seconds, "decisions_per_second": decisions / seconds}))
"""

_START = """
import time
start = time.perf_counter()
import json, sys
from londinium.kernel.registry import game
match = game(sys.argv[1]).match(seed=1); match.push(match.legal_moves[0]); match.view(match.to_act[0])
print(json.dumps({"seconds": time.perf_counter() - start}))
"""


def _in_subprocess(game: Game, program: str, environment: dict[str, str]) -> dict[str, float]:
    import json

    command = [sys.executable, "-c", program, game.slug]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def _show_site(slug: str, rows: dict[str, Any]) -> None:
    from rich import box as borders
    from rich.console import Console
    from rich.table import Table

    table = Table(box=borders.SIMPLE_HEAD, title=slug)
    for title in ("", text("Desktop"), text("Phone, with a processor four times slower")):
        table.add_column(title, justify="right" if title else "left")
    labels = {
        "median": text("Half of all clicks answered within (ms)"),
        "within_95": text("95 of 100 clicks answered within (ms)"),
        "longest_task": text("Longest task on the page over 50 ms"),
    }
    for name, label in labels.items():
        table.add_row(label, *(f"{rows[size][name]:.0f}" for size in ("desktop", "phone")))
    console = Console(highlight=False)
    console.print(table)
    times = {"cold": f"{rows['cold_seconds']:.1f}", "warm": f"{rows['warm_seconds']:.1f}"}
    sent = {"first": f"{rows['first_bytes']:,}", "later": f"{rows['later_bytes']:,}"}
    console.print("  " + text("First legal move after {cold} s, on later visits after {warm} s", **times))
    console.print("  " + text("{first} bytes over the wire, on later visits {later}", **sent))


def _show_module(slug: str, rows: dict[str, Any]) -> None:
    from rich import box as borders
    from rich.console import Console
    from rich.table import Table

    table = Table(box=borders.SIMPLE_HEAD, title=slug)
    for title in ("", text("Compiled"), text("WebAssembly"), text("Ratio")):
        table.add_column(title, justify="right" if title else "left")
    for name, label in (("random", text("Random matches per second")), ("search", text("Simulations per second"))):
        row = rows[name]
        table.add_row(label, f"{row['compiled']:,.0f}", f"{row['wasm']:,.0f}", f"{row['ratio']:.2f}")
    console = Console(highlight=False)
    console.print(table)
    console.print("  " + text("{size} bytes, {packed} packed", size=f"{rows['bytes']:,}", packed=f"{rows['packed']:,}"))


def _show(slug: str, rows: dict[str, Any]) -> None:
    from rich import box as borders
    from rich.console import Console
    from rich.table import Table

    base = rows["interpreted"]["decisions_per_second"]
    table = Table(box=borders.SIMPLE_HEAD, title=slug)
    for title in ("", text("Matches per second"), text("Decisions per second"), text("Times as fast as interpreted")):
        table.add_column(title, justify="right" if title else "left")
    for name, row in rows.items():
        if isinstance(row, dict) and "games_per_second" in row:
            label = text("interpreted") if name == "interpreted" else text("compiled, {seats} seats", seats=name.split("_")[1])
            times = f"{row['decisions_per_second'] / base:,.0f}"
            table.add_row(label, f"{row['games_per_second']:,.1f}", f"{row['decisions_per_second']:,.0f}", times)
    console = Console(highlight=False)
    console.print(table)
    table = Table(box=borders.SIMPLE_HEAD, title=text("Random simulations per second inside a search"))
    for title in (text("Seats"), text("First decision"), text("Whole match")):
        table.add_column(title, justify="right")
    for name, row in rows.items():
        if name.startswith("search_"):
            table.add_row(name.split("_")[1], f"{row['first_decision']:,.0f}", f"{row['whole_match']:,.0f}")
    console.print(table)
    labels = {
        "state_bytes": text("Bytes per state"),
        "moves": text("Moves in the table"),
        "start_cold_seconds": text("Start to first view, nothing compiled yet (s)"),
        "start_cached_seconds": text("Start to first view, already compiled (s)"),
        "push_compiled_microseconds": text("One compiled move called from Python (µs)"),
        "push_match_microseconds": text("One checked Match.push and undo (µs)"),
    }
    for name, label in labels.items():
        if name in rows:
            value = rows[name]
            console.print(f"  {label:<48} {value:>12,}" if isinstance(value, int) else f"  {label:<48} {value:>12,.2f}")
