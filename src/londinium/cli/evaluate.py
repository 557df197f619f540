"""`londinium evaluate`: how strong a bot is, measured as everybody else's is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from londinium.cli.shared.progress import Bar
from londinium.cli.shared.settings import game_argument, lang_option
from londinium.cli.shared.speech import lost_moves, plain_console, text

if TYPE_CHECKING:
    from londinium.arena.evaluation import Evaluation

EVALUATE_HELP = text(
    "Measure how strong a bot is at GAME as docs/evaluation.md says: fixed seeds, settings and opponents, the bot in "
    "every seat on every seed, 95% intervals, and what a decision costs.\n\nThe same bot has the same figures on every machine, "
    "except for bots limited by time."
)


@click.command(help=EVALUATE_HELP)
@game_argument
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME",
    help=text("A bot's name, policy:FILE, MODULE:NAME or engine:COMMAND; can be repeated."),
)
@click.option("--seeds", type=click.IntRange(1), help=text("Only the first of its seeds, for slow bots (default: all of them)."))
@click.option("--task", "tasks", multiple=True, metavar="NUMBER", help=text("Only this task, by its number; can be repeated."))
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help=text("Processes to share the work between."))
@click.option(
    "--results",
    "files",
    multiple=True,
    type=click.Path(path_type=Path),
    help=text("Show what an earlier run printed with --json, too; can be repeated."),
)
@click.option("--markdown", is_flag=True, help=text("Print a table for documents."))
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@lang_option
def verb(
    game: str,
    bots: tuple[str, ...],
    seeds: int | None,
    tasks: tuple[str, ...],
    jobs: int,
    files: tuple[Path, ...],
    markdown: bool,
    as_json: bool,
) -> None:
    import msgspec

    from londinium.arena.evaluation import FULL_SEEDS, chosen_tasks, evaluate, joined
    from londinium.arena.report.evaluation import markdown_tables
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.words.errors import N_, InvalidOption

    found = find_game(game)
    wanted = chosen_tasks(found, tasks)
    if not (bots or files):
        raise InvalidOption(N_("name a bot to evaluate with --bot"))
    earlier = [read_results(file) for file in files]
    with Bar() as bar:
        names = list(dict.fromkeys(bots))
        count = FULL_SEEDS if seeds is None else seeds
        evaluation = evaluate(found, names, seeds=count, tasks=wanted, jobs=jobs, told=bar.told) if bots else None
    evaluation = joined([*earlier, evaluation] if evaluation else earlier)
    if as_json:
        click.echo(msgspec.json.encode(evaluation))
    elif markdown:
        click.echo(markdown_tables(evaluation))
    else:
        _show(evaluation)


def read_results(file: Path) -> Evaluation:
    """What an earlier run has printed as data."""
    import msgspec

    from londinium.arena.evaluation import Evaluation
    from londinium.kernel.words.errors import N_, LondiniumError

    try:
        return msgspec.json.decode(file.read_bytes(), type=Evaluation)
    except (OSError, msgspec.MsgspecError) as error:
        raise LondiniumError(N_("{file} cannot be read: {problem}"), file=file, problem=error) from None


def _show(evaluation: Evaluation) -> None:
    from rich import box as borders
    from rich.table import Table

    from londinium.arena.evaluation import FULL_SEEDS
    from londinium.arena.report.evaluation import by_task, cells_of

    console = plain_console()
    for name, rows in by_task(evaluation.measured):
        console.print(name, markup=False)
        table = Table(box=borders.SIMPLE_HEAD)
        titles = (
            text("Bot"),
            text("Points"),
            text("Wins"),
            text("Rank"),
            text("Lead"),
            text("Per decision"),
            text("Seeds × seats"),
        )
        cells = [cells_of(one) for one in rows]
        used = [at for at, _ in enumerate(titles) if any(row[at] for row in cells)]
        for at in used:
            table.add_column(titles[at], justify="left" if at == 0 else "right")
        for row in cells:
            table.add_row(*(row[at] for at in used))
        console.print(table)
    if not evaluation.full:
        console.print(
            text(
                "These are not all seeds of an evaluation, of which there are {count}: say so with the figures.", count=FULL_SEEDS
            )
        )
    lost = sum(one.failures for one in evaluation.measured)
    if lost:
        console.print(lost_moves(lost))
    for one in evaluation.measured:
        if one.not_its_own:
            console.print(
                text(
                    "The result of {bot} ({task}) is not its own: random moves played {count} of its {matches} matches, whole or "
                    "to the end, since it had failed too often.",
                    bot=one.bot,
                    task=one.task.name,
                    count=one.not_its_own,
                    matches=one.matches,
                )
            )
