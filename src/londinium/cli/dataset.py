"""`londinium dataset`: matches between bots as a Parquet file to learn from."""

from __future__ import annotations

from pathlib import Path

import click

from londinium.cli.shared.progress import Bar
from londinium.cli.shared.settings import box_option, chosen_options, game_argument, lang_option, rules_options, seats_option
from londinium.cli.shared.speech import LANGUAGE, lost_moves, plural, text

DATASET_HELP = text(
    "Let a bot play every seat of GAME and write every decision to a Parquet file: what the seat saw, "
    "which moves were legal, how often the search tried each of them, which one was made, and how the "
    "match ended.\n\nThe same seed gives the same file with any number of jobs, except for bots limited by "
    "time rather than by simulations."
)
DATASET_STOPPED = text("Stopped. Run the same command with --resume to continue.")


@click.command(help=DATASET_HELP)
@game_argument
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help=text("How many matches."))
@click.option(
    "--bot", default="builder", show_default=True, help=text("A bot's name, for all seats; search-N runs N simulations.")
)
@seats_option
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help=text("The seed of the first match."))
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help=text("Processes to share the work between."))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help=text("Output file, ending in .parquet."))
@click.option(
    "--minari",
    metavar="ID",
    help=text("Also make a dataset of Minari with this id, such as londinium/bridge/greedy-v0; needs londinium[minari]."),
)
@click.option("--resume", is_flag=True, help=text("Continue an interrupted run."))
@click.option("--force", is_flag=True, help=text("Replace what is there."))
@rules_options
@box_option
@lang_option
def verb(
    game: str,
    count: int,
    bot: str,
    seats: int | None,
    seed: int,
    jobs: int,
    output: Path,
    minari: str | None,
    resume: bool,
    force: bool,
    variant: str | None,
    options: tuple[str, ...],
    box: Path | None,
) -> None:
    from londinium.envs.dataset import DatasetPlan, DatasetTask, play_noted
    from londinium.envs.dataset_files import Parts
    from londinium.envs.setting import Setting
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.words.errors import N_, InvalidOption
    from londinium.work.pool import by_number, do_all

    if minari is not None:
        from londinium.envs.minari_files import check_minari

        check_minari(minari)
    if resume and force:
        raise InvalidOption(N_("give --resume or --force, not both"))
    found = find_game(game)
    setting = Setting.of(found, seats, chosen_options(found, variant, options), box=box)
    parts = Parts(DatasetPlan.of(setting, bot, seed, count), setting, output, resume=resume, force=force)
    if parts.matches > count:
        message = N_("there are already {matches} matches in {folder}: ask for at least that many")
        raise InvalidOption(message, matches=parts.matches, folder=parts.folder)
    file = str(box) if box else None
    tasks = [DatasetTask(parts.plan, number, file) for number in range(parts.matches, count)]
    with Bar(DATASET_STOPPED) as bar:
        bar.told(parts.matches, count)
        try:
            for played in by_number(do_all(play_noted, tasks, jobs), parts.matches):
                parts.add(played)
                bar.told(parts.matches, count)
        finally:
            parts.stop()
    parts.finish()
    positions = plural("{count} position", "{count} positions", parts.rows)
    matches = plural("{count} match", "{count} matches", count)
    size = LANGUAGE.decimal(output.stat().st_size / 1e6)
    click.echo(
        text("{file}: {positions} from {matches}, {size} MB", file=output, positions=positions, matches=matches, size=size)
    )
    if minari is not None:
        from londinium.envs.minari_files import write_minari

        episodes = plural("{count} episode", "{count} episodes", write_minari(output, setting, minari))
        click.echo(text("{name}: {episodes} for Minari", name=minari, episodes=episodes))
    if parts.lost:
        click.echo(lost_moves(parts.lost))
