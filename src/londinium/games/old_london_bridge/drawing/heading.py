"""The head of the table: which round it is, and who acts when."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from londinium.games.old_london_bridge.drawing.cards import HEIGHT as CARD_HEIGHT
from londinium.games.old_london_bridge.drawing.cards import WIDTH as CARD_WIDTH
from londinium.games.old_london_bridge.drawing.engraving import Plate
from londinium.games.old_london_bridge.drawing.pieces import marker
from londinium.games.old_london_bridge.drawing.scoring import small_token
from londinium.games.old_london_bridge.view import Board, PlayedCard, Player
from londinium.games.old_london_bridge.words import card as spoken_card
from londinium.kernel.drawing import Scene
from londinium.kernel.views import View
from londinium.look.ink import attributes, svg
from londinium.look.seats import letters

Chip = tuple[int, PlayedCard | None, bool, bool, str | None]
"""A turn: seat, card, whether it is the present one, whether it is over, and the key of the card."""


def heading(view: View, scene: Scene) -> str:
    board: Board = view.board
    unplaced = tuple(player.seat for player in board.players if player.pawn is None)
    return _heading(board.round, board.rounds, chips(view), unplaced, view.seat, scene)


def chips(view: View) -> tuple[Chip, ...]:
    """The turns of the round in their order; before the cards are turned, everybody in the order of the chapel track."""
    board: Board = view.board
    if not board.order:
        seats = board.chapel_order or tuple(range(view.seats))
        found: list[Chip] = []
        for seat in seats:
            cards: tuple[PlayedCard | None, ...] = board.players[seat].played or (None,)
            for at, card in enumerate(cards):
                found.append((seat, card, seat in view.to_act and at == len(cards) - 1, False, played_key(view, seat, at)))
        return tuple(found)
    left = {player.seat: still_to_come(player, board) for player in board.players}
    found = []
    for turn, seat in enumerate(board.order):
        at, card = left[seat].pop(0) if turn >= board.turn else (0, None)
        now = turn == board.turn if board.phase != "plus-ones" else seat == board.actor
        key = played_key(view, seat, at) if card else None
        found.append((seat, card, now, turn < board.turn, key))
    return tuple(found)


def still_to_come(player: Player, board: Board) -> list[tuple[int, PlayedCard | None]]:
    """The cards of a player's turns from now on, with their places; that of the present turn has often left the table."""
    cards: list[tuple[int, PlayedCard | None]] = list(enumerate(player.played))
    cards.sort(key=lambda pair: -((pair[1].value or 0) + pair[1].plus if pair[1] else 0))
    turns = sum(seat == player.seat for seat in board.order[board.turn :])
    return [(0, None)] * (turns - len(cards)) + cards


def played_key(view: View, seat: int, at: int) -> str | None:
    """A played card of the viewer is the one that has just left the hand, so that it flies from there."""
    board: Board = view.board
    if seat != view.seat or not board.players[seat].played:
        return None
    played, hand = board.players[seat].played, board.players[seat].hand
    value = played[at].value
    if value is None or hand is None:
        return None
    return f"card-{value}-{hand[value] + sum(card.value == value for card in played[:at])}"


@lru_cache(512)
def _heading(
    number: int, rounds: int, turns: tuple[Chip, ...], unplaced: tuple[int, ...], viewer: int | None, scene: Scene
) -> str:
    t, signs = scene.language, letters(scene.names)
    label = t.text("Round {round} of {rounds}", round=number, rounds=rounds)
    keyed: set[int] = set()
    order = []
    for seat, card, now, over, key in turns:
        # Until it is placed, a pawn waits beside its owner's name.
        pawn_key = f"pawn-{seat}" if seat in unplaced and seat not in keyed else None
        keyed.add(seat)
        shown = (
            ""
            if card is None
            else played_card(card, key, t.text("card {card}", card="?" if card.value is None else spoken_card(card.value, t)))
        )
        state = "now" if now else "over" if over else ""
        name = f'<span class="name">{escape(scene.names[seat])}</span>'
        current = ' aria-current="true"' if now else ""
        order.append(f'<li class="turn {state}"{current}>{token(seat, signs[seat], 10, pawn_key)}{name}{shown}</li>')
    short = t.text("Round {round}", round=number)
    title = f'<p class="round"><span class="long">{escape(label)}</span><b class="short">{escape(short)}</b></p>'
    voice = escape(t.text("Turn order"))
    return f'{title}{round_row(number, rounds, label)}<ol class="order" aria-label="{voice}">{"".join(order)}</ol>'


def token(seat: int, letter: str, r: float, key: str | None = None) -> str:
    """A seat's marker, which may be a thing that flies."""
    if key is None:
        return small_token(seat, letter, r)
    side = 2 * r * 1.25
    inner = marker(seat, letter, side / 2, side / 2, r, data_key=key)
    return svg(side, side, inner, "", "o-token", width=f"{side:g}", height=f"{side:g}")


def played_card(card: PlayedCard, key: str | None, label: str) -> str:
    """A played card as a small one: its value, what PLUS ONE adds, or its back."""
    g = Plate()
    if card.value is None:
        g.use("olb-cardback", 1, 1, 16 / CARD_WIDTH)
    else:
        g.rect(0.7, 0.7, 16.6, 22.4, "raised th", 2.5).text(9, 16.6, card.value, 12.6, "num")
    picture = f"<g{attributes({'data_key': key})}>{g}</g>"
    plus = f'<b class="plus">+{card.plus}</b>' if card.plus else ""
    return svg(18, 16 / CARD_WIDTH * CARD_HEIGHT + 1.6, picture, label, "o-token", width="18", height="24") + plus


@lru_cache(64)
def round_row(number: int, rounds: int, label: str) -> str:
    """The row of round markers: past ones filled, the present one with its number, the others open."""
    g, x = Plate(), 8.0
    for at in range(1, rounds + 1):
        if at == number:
            g.circle(x + 6, 13, 11.6, "bare o-nowring").circle(x + 6, 13, 8.6, "ink").text(x + 6, 16.7, at, 10.4, "num t-paper")
            x += 24
        else:
            g.circle(x, 13, 3.6, "ink2" if at < number else "bare th")
            x += 12 if at + 1 != number else 14
    return svg(x, 26, g, label, "o-rounds", width=f"{x:g}", height="26")
