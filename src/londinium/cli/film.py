"""`londinium film`: a record file as a short film."""

from __future__ import annotations

from pathlib import Path

import click

from londinium.cli.shared.progress import progress
from londinium.cli.shared.settings import box_option, lang_option, light
from londinium.cli.shared.speech import CODE, text
from londinium.look.animation import NARROWEST, USUAL, WIDEST


@click.command(
    help=text(
        "Make a short film of the match in the record FILE: an animated picture, turn by turn. SVG needs "
        "nothing else; WebP and GIF need the extra [film]."
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help=text("Output file, ending in .svg, .webp or .gif.")
)
@click.option("--eyes", help=text("Point of view: a seat from 0, or all (default: the winner's)."))
@click.option("--width", type=click.IntRange(NARROWEST, WIDEST), default=USUAL, show_default=True, help=text("Width in pixels."))
@click.option(
    "--speed", type=click.FloatRange(0.1, 20), default=1.0, show_default=True, help=text("How many times the usual speed.")
)
@click.option("--decisions", is_flag=True, help=text("Every decision instead of every turn."))
@click.option("--scheme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help=text("Colour scheme."))
@box_option
@lang_option
@light
def verb(
    file: Path, output: Path, eyes: str | None, width: int, speed: float, decisions: bool, scheme: str, box: Path | None
) -> None:
    from errno import ENOENT
    from os import strerror

    from londinium.kernel.record import load_record
    from londinium.kernel.views import ALL_EYES
    from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
    from londinium.study.film import Cut, check_film, film

    ending = output.suffix.lower()
    check_film(ending)
    if not output.parent.is_dir():  # reported before the work, not after it
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=output, problem=OSError(ENOENT, strerror(ENOENT)))
    if eyes is not None and eyes != "all" and not eyes.isdecimal():
        raise InvalidOption(N_("the point of view is a seat, such as 0, or all, not '{eyes}'"), eyes=eyes)
    eye = None if eyes is None else ALL_EYES if eyes == "all" else int(eyes)
    match = load_record(file, box)
    with progress(text("Drawing")) as report:
        data = film(match, ending, Cut(eye, width, speed, not decisions, scheme, CODE), report)
    try:
        output.write_bytes(data)
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=output, problem=error) from error
    click.echo(text("{file}: {size} bytes", file=output, size=len(data)))
