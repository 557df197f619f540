"""`londinium draw`: a position of a record file as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from londinium.cli.shared.positions import file_or_position, given_match
from londinium.cli.shared.settings import box_option, lang_option
from londinium.cli.shared.speech import CODE, text


@click.command(help=text("Draw a position, from the record FILE or as text, as an SVG or PNG picture."))
@file_or_position
@click.option("--ply", type=int, help=text("The position before this move (default: the last one)."))
@click.option("--seat", type=int, help=text("Draw it as this seat sees it (default: a spectator)."))
@click.option("--scheme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help=text("Colour scheme."))
@click.option("--width", type=click.IntRange(16, 20000), help=text("Pixels, for PNG (default: the picture's own size)."))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help=text("Output file, ending in .svg or .png."))
@box_option
@lang_option
def verb(
    file: Path | None,
    position: str | None,
    ply: int | None,
    seat: int | None,
    scheme: str,
    width: int | None,
    output: Path,
    box: Path | None,
) -> None:
    from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
    from londinium.look.raster import png

    if output.suffix.lower() not in {".svg", ".png"}:
        raise InvalidOption(N_("a picture must be written to a file ending in .svg or .png, not '{file}'"), file=output.name)
    match = given_match(file, position, box)
    if seat is not None and not 0 <= seat < match.seats:
        raise InvalidOption(N_("this match has seats 0 to {last}, not {seat}"), last=match.seats - 1, seat=seat)
    if ply is not None:
        match.go_to(ply)
    picture = match.svg(seat, CODE, scheme)
    data = picture.encode() if output.suffix.lower() == ".svg" else png(picture, width)
    try:
        output.write_bytes(data)
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=output, problem=error) from error
    click.echo(text("{file}: {size} bytes", file=output, size=len(data)))
