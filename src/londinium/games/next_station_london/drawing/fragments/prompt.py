"""The prompt: one sentence in the imperative and one line of help, or whom we wait for."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from londinium.games.next_station_london.drawing import pieces
from londinium.games.next_station_london.drawing.fragments.bubbles import capital
from londinium.games.next_station_london.face.view import Board, Player
from londinium.games.next_station_london.face.words import RATINGS, card, points, power
from londinium.kernel.contracts.drawing import Prompt
from londinium.kernel.views import View
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

YOUR_LINE = {
    "green": N_("your green line"),
    "pink": N_("your pink line"),
    "purple": N_("your purple line"),
    "blue": N_("your blue line"),
}
TO_SYMBOL = {
    "circle": N_("to a circle"),
    "triangle": N_("to a triangle"),
    "square": N_("to a square"),
    "pentagon": N_("to a pentagon"),
    "joker": N_("to any station"),
}
POWER_HELP = {
    "double": N_("DOUBLE: a second section in one turn."),
    "joker": N_("JOKER: once, any symbol will do."),
    "switch": N_("SWITCH: once, begin at any station of your line."),
    "twice": N_("TWICE: after the round one station counts as two."),
}
NUMBERS = (
    N_("One"),
    N_("Two"),
    N_("Three"),
    N_("Four"),
    N_("Five"),
    N_("Six"),
    N_("Seven"),
    N_("Eight"),
    N_("Nine"),
    N_("Ten"),
    N_("Eleven"),
    N_("Twelve"),
)


def prompt_of(view: View, names: Sequence[str], t: Language) -> Prompt:
    board: Board = view.board
    if view.outcome is not None:
        return Prompt(_result(view, names, t), t.text("The score sheets are final."))
    if view.seat is None or view.seat not in view.to_act:
        return _waiting(view, names, t)
    player = board.players[view.seat]
    if board.phase == "pencil-order":
        told = t.text("Choose the pencil for round {round}", round=len(player.lines) + 1)
        return Prompt(told, t.text("The last pencil follows by itself."))
    tint, pencil = player.pencil or "", player.pencil or "green"
    icon = _card_icon(board, t) + _power_pill(player, t)
    if board.phase == "twice-choice":
        told = t.text("Choose a station that counts as two")
        return Prompt(
            told, t.text("It is one of a district that holds most stations of {line}.", line=_line(pencil, t)), icon, tint
        )
    return Prompt(_to_draw(board, player, pencil, t), _help(view, board, player, t), icon, tint)


def _line(pencil: str, t: Language) -> str:
    return t.text(YOUR_LINE[pencil])


def _to_draw(board: Board, player: Player, pencil: str, t: Language) -> str:
    if player.chosen:
        return t.text("Draw a second section of {line}", line=_line(pencil, t))
    symbol = (board.card or "").partition("-")[2]
    return t.text("Draw {line} {target}", line=_line(pencil, t), target=t.text(TO_SYMBOL[symbol]))


def _help(view: View, board: Board, player: Player, t: Language) -> str:
    """What is open, and what is special about this turn."""
    count = sum(offer.move != "pass" for offer in view.offers)
    if not count:
        return t.text("No section is open: pass.")
    word = t.text(NUMBERS[count - 1]) if count <= len(NUMBERS) else str(count)
    said = [t.plural("{word} section is open.", "{word} sections are open.", count, word=word)]
    if player.chosen:
        said.append(t.text("It leads to the same symbol."))
    elif board.switch_turn:
        said.append(t.text("The switch: begin at any station of your line."))
    elif board.switch:
        said.append(t.text("The switch is ignored on the first two turns."))
    else:
        said.append(t.text("You may also pass."))
    return " ".join(said)


def _waiting(view: View, names: Sequence[str], t: Language) -> Prompt:
    board: Board = view.board
    waiting = [names[seat] for seat in view.to_act if seat < view.seats]
    icon = _card_icon(board, t) if board.card else ""
    if not waiting:
        return Prompt(t.text("Waiting for the next card."), icon=icon)
    told = t.text("Waiting for {players}.", players=", ".join(waiting))
    own = board.players[view.seat] if view.seat is not None else None
    if own is None or not own.decided:
        return Prompt(told, icon=icon)
    if own.chosen:
        return Prompt(told, t.text("You draw {sections}.", sections=", ".join(own.chosen)), icon, f"{own.pencil} decided")
    return Prompt(told, t.text("You draw nothing on this card."), icon, f"{own.pencil} decided")


def _result(view: View, names: Sequence[str], t: Language) -> str:
    board: Board = view.board
    best = [player.sheet for player in board.players if player.sheet.place == 0]
    total = points(best[0].total, t)
    if best[0].rating is not None:
        return t.text("{points}: {rating}", points=total, rating=t.text(RATINGS[best[0].rating]))
    winners = ", ".join(names[sheet.seat] for sheet in best)
    if len(best) > 1:
        return t.text("{players} share the victory: {points}", players=winners, points=total)
    return t.text("{player} wins: {points}", player=winners, points=total)


def _card_icon(board: Board, t: Language) -> str:
    return pieces.card(board.card, "", capital(card(board.card, t))) if board.card else ""


def _power_pill(player: Player, t: Language) -> str:
    """The power in hand, as long as it is not used."""
    if not player.power:
        return ""
    told = t.text(POWER_HELP[player.power])
    name = pieces.power(player.power) + escape(capital(power(player.power, t).lower()))
    return f'<button type="button" class="pill" data-tell="{escape(told)}">{name}</button>'
