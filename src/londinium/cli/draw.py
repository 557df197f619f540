"""`londinium draw`: a position of a record file as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from londinium.cli.shared.positions import file_or_position, given_match
from londinium.cli.shared.settings import box_option, lang_option, light
from londinium.cli.shared.speech import CODE, text


@click.command(help=text("Draw a position, from the record FILE or as text, as an SVG or PNG picture."))
@file_or_position
@click.option("--ply", type=int, help=text("The position before this move (default: the last one)."))
@click.option("--seat", type=int, help=text("Draw it as this seat sees it (default: a spectator)."))
@click.option("--scheme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help=text("Colour scheme."))
@click.option("--last-move", is_flag=True, help=text("Mark what the last decision changed."))
@click.option("--highlight", multiple=True, metavar="MOVE", help=text("Mark a move or a place; can be repeated."))
@click.option(
    "--arrow",
    "arrows",
    multiple=True,
    metavar="FROM..TO",
    help=text("Draw an arrow from one place to another, or along a move; can be repeated."),
)
@click.option(
    "--width", "--size", "width", type=click.IntRange(16, 20000), help=text("Pixels (default: the picture's own size).")
)
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help=text("Output file, ending in .svg or .png."))
@box_option
@lang_option
@light
def verb(
    file: Path | None,
    position: str | None,
    ply: int | None,
    seat: int | None,
    scheme: str,
    last_move: bool,
    highlight: tuple[str, ...],
    arrows: tuple[str, ...],
    width: int | None,
    output: Path,
    box: Path | None,
) -> None:
    from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
    from londinium.look.raster import png

    if output.suffix.lower() not in {".svg", ".png"}:
        raise InvalidOption(N_("a picture must be written to a file ending in .svg or .png, not '{file}'"), file=output.name)
    match = given_match(file, position, box)
    if ply is not None:
        match.go_to(ply)
    ways = [(start, end) if end else start for start, _, end in (arrow.partition("..") for arrow in arrows)]
    picture = match.svg(seat, CODE, scheme, last_move=last_move, highlight=highlight, arrows=ways, size=width)
    data = picture.encode() if output.suffix.lower() == ".svg" else png(picture, width)
    try:
        output.write_bytes(data)
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=output, problem=error) from error
    click.echo(text("{file}: {size} bytes", file=output, size=len(data)))
