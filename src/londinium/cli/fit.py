"""`londinium fit`: find better weights for a game's outlook by play."""

from __future__ import annotations

from pathlib import Path

import click

from londinium.cli.shared.settings import game_argument, lang_option, seats_option
from londinium.cli.shared.speech import plain_console, text


@click.command(
    help=text(
        "Fit the weights that value GAME's positions by playing. If they are better, they are written to a "
        "file: to the one given with -o, or with --replace to the game's own."
    )
)
@game_argument
@seats_option
@click.option("--rounds", type=click.IntRange(1), default=40, show_default=True, help=text("Rounds of sampling and selecting."))
@click.option("--population", type=click.IntRange(4), default=48, show_default=True, help=text("Sets of weights per round."))
@click.option("--games", type=click.IntRange(16), default=4000, show_default=True, help=text("Matches per set of weights."))
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help=text("For reproducible results."))
@click.option(
    "--threads", type=click.IntRange(1, 256), default=1, show_default=True, help=text("How many processor cores to use.")
)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help=text("Write the weights to this file."))
@click.option("--replace", is_flag=True, help=text("Replace an existing file; without -o, the game's own."))
@lang_option
def verb(
    game: str,
    seats: int | None,
    rounds: int,
    population: int,
    games: int,
    seed: int,
    threads: int,
    output: Path | None,
    replace: bool,
) -> None:
    import numpy as np
    from rich.progress import Progress as Bar

    from londinium.arena.storage import write_file
    from londinium.bots.fit import FitProgress, Fitting
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError

    found = find_game(game)
    if found.outlook_weights is None:
        raise LondiniumError(N_("{game} has no weights to fit"), game=found.title)
    if output is not None and output.exists() and not replace:
        raise InvalidOption(N_("{file} already exists; use --replace to overwrite it"), file=output)
    count = found.check_seats(seats if seats is not None else found.seats[0])
    fitting = Fitting(found, count, [found.choose(variant=variant) for variant in found.variants], threads)
    unseen = np.arange(5 * games, dtype=np.int64) + (1 << 50)
    console = plain_console()
    before = fitting.result(np.array(found.outlook_weights.weights), unseen)
    console.print(text("The current weights reach {result}.", result=f"{before:.2f}"))
    with Bar(console=console) as bar:
        task = bar.add_task(text("Fitting"), total=rounds)

        def tell(progress: FitProgress) -> None:
            bar.update(task, advance=1, description=f"{progress.mean:.2f} {progress.weights}")

        weights = fitting.fit(rounds, population, games, seed, tell)
    after = fitting.result(np.array(weights), unseen)
    console.print(text("The fitted weights reach {result}.", result=f"{after:.2f}"))
    if after <= before:
        console.print(text("That is no better; nothing is written."))
        return
    command = f"londinium fit {game} --seats {count} --rounds {rounds} --population {population} --games {games} --seed {seed}"
    fitted = found.outlook_weights.fitted
    written = _as_text(found.outlook_weights.names[:fitted], weights[:fitted], command, before, after, len(unseen))
    file = found.outlook_weights.file if output is None and replace else output
    if file is None:
        click.echo(written)
        console.print(text("Nothing is written; use -o FILE or --replace to write them."))
    else:
        write_file(file, written)
        console.print(text("Written to {file}.", file=file))


def _as_text(names: tuple[str, ...], weights: tuple[int, ...], command: str, before: float, after: float, matches: int) -> str:
    rows = "\n".join(f"    {weight},  # {name}" for weight, name in zip(weights, names, strict=True))
    result = f"{before:.2f} before, {after:.2f} after, over {matches} matches that were not used for fitting"
    return f'# What promises are worth; see outlook.py.\nweights = [\n{rows}\n]\ncommand = "{command}"\nresult = "{result}"\n'
