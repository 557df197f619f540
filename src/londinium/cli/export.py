"""`londinium export`: a record file as one HTML file that replays the match."""

from __future__ import annotations

from pathlib import Path

import click

from londinium.cli.shared.settings import box_option, lang_option, light
from londinium.cli.shared.speech import CODE, text


@click.command(help=text("Write the match in the record FILE as one HTML file that replays it without a server or a network."))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help=text("Output file, ending in .html."))
@click.option("--seat", type=int, help=text("Only as this seat sees it (default: every seat's view)."))
@click.option("--no-thinking", is_flag=True, help=text("Leave out the search that suggests moves: 150 to 220 kB smaller."))
@box_option
@lang_option
@light
def verb(file: Path, output: Path, seat: int | None, no_thinking: bool, box: Path | None) -> None:
    from londinium.kernel.record import load_record
    from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
    from londinium.web.pages.standalone import standalone

    if output.suffix.lower() not in {".html", ".htm"}:
        raise InvalidOption(N_("a replay must be written to a file ending in .html, not '{file}'"), file=output.name)
    match = load_record(file, box)
    if seat is not None and not 0 <= seat < match.seats:
        raise InvalidOption(N_("this match has seats 0 to {last}, not {seat}"), last=match.seats - 1, seat=seat)
    data = standalone(match, CODE, seat, thinks=not no_thinking).encode()
    try:
        output.write_bytes(data)
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=output, problem=error) from error
    click.echo(text("{file}: {size} bytes", file=output, size=len(data)))
