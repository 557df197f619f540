"""`londinium position`: a position as one line of text, out of a record file; or such a text, checked, drawn and explained."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from londinium.cli.shared.positions import position_given
from londinium.cli.shared.settings import box_option, lang_option, light
from londinium.cli.shared.speech import CODE, plain_console, text
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError

if TYPE_CHECKING:
    from londinium.kernel.match import Match


@click.command(
    help=text(
        "Print a position of the record file GIVEN as one line of text, which other commands take as --position. "
        "If GIVEN is such a text itself, check it and show the table."
    )
)
@click.argument("given", metavar="GIVEN")
@click.option("--ply", type=int, help=text("The position before this move (default: the last one)."))
@click.option("--seat", type=int, help=text("Without what others than this seat have chosen face down."))
@click.option("--svg", type=click.Path(path_type=Path), help=text("Also draw it to this file, ending in .svg."))
@click.option("--explain", is_flag=True, help=text("Say what every word of the text means."))
@box_option
@lang_option
@light
def verb(given: str, ply: int | None, seat: int | None, svg: Path | None, explain: bool, box: Path | None) -> None:
    from londinium.kernel.position import read_position
    from londinium.kernel.record import load_record

    if svg is not None and svg.suffix.lower() != ".svg":
        raise InvalidOption(N_("a picture must be written to a file ending in .svg, not '{file}'"), file=svg.name)
    written = _is_record(given)
    match = load_record(Path(given), box) if written else read_position(position_given(given), box=box)
    if ply is not None and not written:
        raise InvalidOption(N_("--ply is for a record file: a position is one point of a match"))
    if seat is not None and not 0 <= seat < match.seats:
        raise InvalidOption(N_("this match has seats 0 to {last}, not {seat}"), last=match.seats - 1, seat=seat)
    if ply is not None:
        match.go_to(ply)
    said = match.position_text() if seat is None else match.position_text(seat)
    if svg is not None:
        _draw(match, seat, svg)
    if explain:
        _explain(said, match)
    elif written or seat is not None:
        click.echo(said)
    else:
        _show(match)


def _is_record(given: str) -> bool:
    """Whether this is the name of a record file: its first line that says anything is a header."""
    try:
        lines = (line.strip() for line in Path(given).read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError, ValueError):
        return given.endswith(".record")
    return next((line for line in lines if line and not line.startswith("#")), "").startswith("[")


def _show(match: Match) -> None:
    from londinium.kernel.views import ALL_EYES

    words, console = match.words(CODE), plain_console()
    view = match.view(ALL_EYES, refusals=False)
    console.print(match.game.face.draw_text(view, words, match.names))
    console.print(match.game.face.prompt(view, words, match.names), style="bold")


def _explain(said: str, match: Match) -> None:
    from rich.table import Table
    from rich.text import Text

    from londinium.kernel.position import explained

    lines = Table.grid(padding=(0, 2, 0, 0))
    lines.add_column(style="dim")
    lines.add_column(style="bold", overflow="fold")
    for word, seat, meaning in explained(said, match.words(CODE)):
        lines.add_row("" if seat is None else match.names[seat], Text(word), Text(meaning))
    plain_console().print(lines)


def _draw(match: Match, seat: int | None, output: Path) -> None:
    try:
        output.write_text(match.svg(seat, CODE), encoding="utf-8")
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=output, problem=error) from error
