"""`londinium replay`: a record file as a log, as a position, or as data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from londinium.cli.shared.settings import box_option, lang_option, light
from londinium.cli.shared.speech import CODE, plain_console, print_log, text

if TYPE_CHECKING:
    from londinium.kernel.match import Match


@click.command(help=text("Read the record FILE, check every move and show what happened."))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ply", type=int, help=text("Show the position before this move instead of the log."))
@click.option("--seat", type=int, help=text("Draw it as this seat sees it (default: a spectator)."))
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@box_option
@lang_option
@light
def verb(file: Path, ply: int | None, seat: int | None, as_json: bool, box: Path | None) -> None:
    from londinium.kernel.record import load_record
    from londinium.kernel.words.errors import N_, InvalidOption

    match = load_record(file, box)
    if seat is not None and not 0 <= seat < match.seats:
        raise InvalidOption(N_("this match has seats 0 to {last}, not {seat}"), last=match.seats - 1, seat=seat)
    if ply is not None:
        match.go_to(ply)
        _position(match, seat, as_json)
    elif as_json:
        _data(match, seat)
    else:
        _log(match, seat)


def _position(match: Match, seat: int | None, as_json: bool) -> None:
    from londinium.look.remark_words import remark_entries

    view = match.view(seat)
    if as_json:
        click.echo(view.to_json())
        return
    words = match.words(CODE)
    console = plain_console()
    console.print(match.game.face.draw_text(view, words, match.names))
    console.print(match.game.face.prompt(view, words, match.names), style="bold")
    for said in remark_entries(match, seat, words, match.ply - 1):
        console.print(said.words, style="italic")


def _log(match: Match, seat: int | None) -> None:
    words = match.words(CODE)
    console = plain_console()
    console.print(words.named(match.game.title, ", ".join(match.names)), style="bold")
    print_log(console, match, seat)
    if match.is_over:
        console.print(match.game.face.draw_scores(match.score_sheets, words, match.names))


def _data(match: Match, seat: int | None) -> None:
    import msgspec

    from londinium.kernel.game import CHANCE

    told: dict[int, list[object]] = {}
    for ply, event in match.events(seat):
        told.setdefault(ply, []).append(event)
    plies = [
        {
            "seat": "chance" if made.seat == CHANCE else made.seat,
            "move": match.moves.text(made.move),
            "events": told.get(ply, []),
            **({"remark": match.notes[ply]} if ply in match.notes else {}),
        }
        for ply, made in enumerate(match.plies)
    ]
    facts = {"game": match.game.slug, "rules": match.rules, "names": match.names, "options": match.options}
    if match.comment:
        facts["comment"] = match.comment
    click.echo(msgspec.json.encode({**facts, "plies": plies, "outcome": match.outcome, "score_sheets": match.score_sheets}))
