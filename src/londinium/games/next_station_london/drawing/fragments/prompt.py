"""The prompt: one sentence in the imperative and one line of help, or whom we wait for."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from londinium.games.next_station_london.drawing import pieces
from londinium.games.next_station_london.drawing.fragments.bubbles import capital
from londinium.games.next_station_london.drawing.fragments.cards import line_just_counted
from londinium.games.next_station_london.drawing.fragments.offers import power_to_arm
from londinium.games.next_station_london.drawing.fragments.player_map import directed
from londinium.games.next_station_london.face.view import Board, Player
from londinium.games.next_station_london.face.words import POWER_HELP, RATINGS, TO_SYMBOL, card, counted, points, power
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
WITH_POWER = {"joker": N_("your joker"), "switch": N_("your switch")}
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
    # Between the last decision and what follows by itself nobody is asked, although the same seats are to act.
    if view.seat is None or view.seat not in view.to_act or board.phase == "card-reveal":
        return _waiting(view, names, t)
    player = board.players[view.seat]
    if board.phase == "pencil-order":
        told = t.text("Choose the pencil for round {round}", round=len(player.lines) + 1)
        return Prompt(told, t.text("The last pencil follows automatically."))
    tint, pencil = player.pencil or "", player.pencil or "green"
    icon = _card_icon(board, t) + _power_pill(player, view, t)
    if board.phase == "twice-choice":
        told = t.text("Choose a station that counts as two")
        return Prompt(
            told, t.text("Choose one in the district where {line} has the most stations.", line=_line(pencil, t)), icon, tint
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
    sections = [offer for offer in view.offers if offer.move != "pass"]
    if not sections:
        return t.text("No section can be drawn: pass.")
    costly = sum(bool(power_to_arm(offer.effect)) for offer in sections)
    count = len(sections) - costly
    if costly and player.power:
        facts = {"word": _number(count, t), "more": costly, "power": t.text(WITH_POWER[player.power])}
        if not count:
            return t.text("No section can be drawn; {more} with {power}.", **facts)
        return t.plural(
            "{word} section can be drawn, and {more} more with {power}.",
            "{word} sections can be drawn, and {more} more with {power}.",
            count,
            **facts,
        )
    said = [t.plural("{word} section can be drawn.", "{word} sections can be drawn.", count, word=_number(count, t))]
    if player.chosen:
        said.append(t.text("It leads to the same symbol."))
    elif board.switch_turn:
        said.append(t.text("The switch: from any station of your line."))
    elif board.switch:
        said.append(t.text("The switch is ignored on the first two turns."))
    else:
        said.append(t.text("You may also pass."))
    return " ".join(said)


def _number(count: int, t: Language) -> str:
    return t.text(NUMBERS[count - 1]) if 0 < count <= len(NUMBERS) else str(count)


def _waiting(view: View, names: Sequence[str], t: Language) -> Prompt:
    board: Board = view.board
    waiting = [names[seat] for seat in view.to_act if seat < view.seats and board.phase != "card-reveal"]
    icon = _card_icon(board, t) if board.card else ""
    if not waiting and (score := line_just_counted(board, board.players[view.seat or 0])):
        return Prompt(counted(score, t), t.text("Round {round} begins.", round=board.round), icon, score.pencil)
    if not waiting:
        return Prompt(t.text("Waiting for the next card."), icon=icon)
    told = t.text("Waiting for {players}.", players=t.listed(waiting))
    own = board.players[view.seat] if view.seat is not None else None
    if own is None or not own.decided:
        return Prompt(told, icon=icon)
    if own.chosen:
        drawn = t.listed([f"{source}–{target}" for source, target in directed(own)])
        return Prompt(told, t.text("You draw {sections}.", sections=drawn), icon, f"{own.pencil} decided")
    return Prompt(told, t.text("You draw nothing for this card."), icon, f"{own.pencil} decided")


def _result(view: View, names: Sequence[str], t: Language) -> str:
    board: Board = view.board
    best = [player.sheet for player in board.players if player.sheet.place == 0]
    total = points(best[0].total, t)
    if best[0].rating is not None:
        return t.text("{points}: {rating}", points=total, rating=t.text(RATINGS[best[0].rating]))
    winners = t.listed([names[sheet.seat] for sheet in best])
    if len(best) > 1:
        return t.text("{players} share the victory: {points}", players=winners, points=total)
    return t.text("{player} wins: {points}", player=winners, points=total)


def _card_icon(board: Board, t: Language) -> str:
    """The card of the turn, with the switch beside it where one lies there."""
    if not board.card:
        return ""
    beside = pieces.card("switch", "with", capital(t.text("switch"))) if board.switch else ""
    return f'<span class="prompt-cards" data-clear="1">{pieces.card(board.card, "", capital(card(board.card, t)))}{beside}</span>'


def _power_pill(player: Player, view: View, t: Language) -> str:
    """The power in hand, as long as it is not used. Where a section would use it, pressing it arms it."""
    if not player.power:
        return ""
    told = t.text(POWER_HELP[player.power])
    name = f"{pieces.power(player.power)}<span>{escape(capital(power(player.power, t).lower()))}</span>"
    armed = any(power_to_arm(offer.effect) for offer in view.offers)
    arms = f' data-arm="{player.power}" aria-pressed="false"' if armed else ""
    label = escape(capital(power(player.power, t).lower()))
    return f'<button type="button" class="pill" aria-label="{label}" data-tell="{escape(told)}"{arms}>{name}</button>'
