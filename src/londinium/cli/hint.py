"""`londinium hint`: what the search thinks of a decision in a record file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from londinium.cli.shared.positions import file_or_position, given_match
from londinium.cli.shared.settings import box_option, lang_option
from londinium.cli.shared.speech import CODE, plain_console, text
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError

if TYPE_CHECKING:
    from londinium.kernel.match import Match


@click.command(help=text("Think about a decision in the record FILE, or in a position, and show the three best moves."))
@file_or_position
@click.option("--ply", type=int, help=text("The decision before this move (default: the last position)."))
@click.option("--seat", type=int, help=text("For this seat (default: the one that decides)."))
@click.option("--seconds", type=click.FloatRange(0.01, 3600), default=1.0, show_default=True, help=text("How long to think."))
@click.option("--simulations", type=int, help=text("Use this many simulations instead (reproducible)."))
@click.option(
    "--threads", type=click.IntRange(1, 64), default=1, show_default=True, help=text("How many processor cores to use.")
)
@click.option("--bot", help=text("Ask this bot for its move instead: a name, policy:FILE, MODULE:NAME or engine:COMMAND."))
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@box_option
@lang_option
def verb(
    file: Path | None,
    position: str | None,
    ply: int | None,
    seat: int | None,
    seconds: float,
    simulations: int | None,
    threads: int,
    bot: str | None,
    as_json: bool,
    box: Path | None,
) -> None:
    import msgspec
    from rich.table import Table

    from londinium.bots.search.search import Budget, Search
    from londinium.kernel.interpreted import without_compiling

    if position is not None and ply is not None:
        raise InvalidOption(N_("--ply is for a record file: a position is one point of a match"))
    with without_compiling():  # whatever is wrong is said before anybody waits for a compiler
        match = given_match(file, position, box)
        if ply is not None:
            match.go_to(ply)
        player = _deciding(match, seat, is_position=position is not None)
    if bot is not None:
        _tell_move_of(bot, match, player, as_json=as_json)
        return
    budget = Budget(simulations=simulations) if simulations is not None else Budget(seconds=seconds)
    thoughts = Search(match.game, threads).think(match, player, budget)
    if as_json:
        click.echo(msgspec.json.encode(msgspec.structs.replace(thoughts, ideas=thoughts.ideas[:3])))
        return
    words = match.words(CODE)
    told = {offer.move: offer.effect for offer in match.view(player, refusals=False).offers}
    table = Table(box=None)
    for heading in (text("Move"), text("Expected points"), text("First place"), text("Value"), text("Simulations")):
        table.add_column(heading, justify="left" if heading == text("Move") else "right")
    for idea in thoughts.ideas[:3]:
        what = match.game.face.describe_move(idea.move, told.get(idea.move), words)
        value = f"{words.decimal(idea.value)} ± {words.decimal(2 * idea.error)}"
        first = "–" if idea.win is None else words.per_cent(idea.win)
        table.add_row(what, words.decimal(idea.points), first, value, str(idea.tries))
    console = plain_console()
    asked = match.game.face.prompt(match.view(player, refusals=False), words, match.names)
    console.print(words.named(match.names[player], asked), markup=False)
    console.print(table)


def _deciding(match: Match, seat: int | None, *, is_position: bool) -> int:
    """Who is asked: this seat, or the first that decides. An error says that nobody does, or that it is not this one."""
    from londinium.kernel.game import CHANCE

    deciding = [player for player in match.to_act if player != CHANCE]
    if match.is_over and is_position:
        raise LondiniumError(N_("in this position the match is over"))
    if match.is_over:
        raise LondiniumError(N_("the match is over: choose an earlier ply with --ply"))
    if not deciding and is_position:
        raise LondiniumError(N_("nobody decides in this position: something is revealed next"))
    if not deciding:
        raise LondiniumError(N_("nobody decides at ply {ply}: something is revealed there; choose another"), ply=match.ply)
    if seat is not None and seat not in deciding:
        raise InvalidOption(N_("seat {seat} does not decide here; these do: {seats}"), seat=seat, seats=str(deciding)[1:-1])
    return deciding[0] if seat is None else seat


def _tell_move_of(name: str, match: Match, seat: int, *, as_json: bool) -> None:
    """What one bot would do, which need not say why."""
    import msgspec

    from londinium.bots.engines.away import EngineBot
    from londinium.bots.registry import bot

    asked = bot(name, match.game)
    move = match.moves.text(asked.own_move(match, seat) if isinstance(asked, EngineBot) else asked.choose(match, seat))
    if as_json:
        click.echo(msgspec.json.encode({"seat": seat, "bot": name, "move": move}))
        return
    words = match.words(CODE)
    effect = next((offer.effect for offer in match.view(seat, refusals=False).offers if offer.move == move), None)
    told = match.game.face.describe_move(move, effect, words)
    plain_console().print(words.named(match.names[seat], told), markup=False)
