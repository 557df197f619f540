"""The cards of the round while they are chosen and when they are turned over: large, in the corners around the rondel."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.characters import HEIGHT as CARD_HEIGHT
from londinium.games.old_london_bridge.drawing.art.characters import WIDTH as CARD_WIDTH
from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.drawing.art.wood import marker
from londinium.games.old_london_bridge.drawing.fragments.heading import played_key
from londinium.games.old_london_bridge.drawing.fragments.rondel import HEIGHT, WIDTH
from londinium.games.old_london_bridge.drawing.layout import host
from londinium.games.old_london_bridge.face.view import Board, PlayedCard
from londinium.games.old_london_bridge.face.words import card as spoken_card
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.kept import kept
from londinium.kernel.views import View
from londinium.look.ink import Point, attributes, escape
from londinium.look.seats import letters

LEFT, RIGHT, TOP, FOOT = 190.0, 274.0, 0.0, HEIGHT - CARD_HEIGHT
CORNERS: tuple[Point, ...] = ((RIGHT, FOOT), (LEFT - CARD_WIDTH, FOOT), (RIGHT, TOP), (LEFT - CARD_WIDTH, TOP))
"""Where the cards lie, the reader's own first. They touch neither stacks nor spaces."""
OF_TWO: tuple[Point, ...] = ((RIGHT, FOOT), (RIGHT, TOP))
"""With two cards each, at the right, where there is room for both."""

Lying = tuple[int, int, PlayedCard | None, str | None]
"""A card or the place for one: seat, which of its cards, the card, its name as a thing."""


def are_bid(board: Board) -> bool:
    """Whether the cards lie there: they are being chosen, or have just been turned over and give no order yet."""
    return board.phase == "card-choice" or (board.phase == "plus-ones" and not board.order)


def bids(view: View, scene: Scene) -> str:
    board: Board = view.board
    if not are_bid(board):
        return ""
    each = 2 if view.seats == 2 else 1
    found: list[Lying] = []
    for player in board.players:
        cards: tuple[PlayedCard | None, ...] = (*player.played, *(None for _ in range(each - len(player.played))))
        found += [(player.seat, at, card, _key(view, player.seat, at, card)) for at, card in enumerate(cards)]
    return _bids(tuple(found), host(view.seat), view.seats, scene)


def _key(view: View, seat: int, at: int, card: PlayedCard | None) -> str | None:
    """The viewer's own card is the one that has just left the hand."""
    return None if card is None else played_key(view, seat, at)


@kept
def _bids(lying: tuple[Lying, ...], own: int, seats: int, scene: Scene) -> str:
    g, signs, t = Plate(), letters(scene.names), scene.language
    for seat, at, card, key in lying:
        x, y = (OF_TWO if seats == 2 else CORNERS)[(seat - own) % seats]
        g.add(_card(seat, signs[seat], x + at * (CARD_WIDTH + 6), y, card, key, _told(scene.names[seat], card, scene)))
    label = escape(t.text("Cards of this round"))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{label}">{g}</svg>'


def _told(who: str, card: PlayedCard | None, scene: Scene) -> str:
    t = scene.language
    if card is None:
        return t.text("{player} is choosing", player=who)
    if card.value is None:
        return t.text("{player} has chosen. All cards are revealed together.", player=who)
    return t.text("{player}: {card}", player=who, card=spoken_card(card.value, t))


def _card(seat: int, sign: str, x: float, y: float, card: PlayedCard | None, key: str | None, told: str) -> str:
    inner = Plate()
    if card is None:
        inner.rect(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, "bare th", 6.2, stroke_dasharray="4 3")
    else:
        inner.use("olb-cardback" if card.value is None else f"olb-card{card.value}")
    face = None if card is None else "back" if card.value is None else str(card.value)
    thing = f"<g{attributes({'data_key': key, 'data_flip': face if key else None})}>{inner}</g>"
    owner = marker(seat, sign, CARD_WIDTH - 10, CARD_HEIGHT - 10, 9.5)
    place = attributes({"transform": f"translate({x:g} {y:g})", "data_tell": told})
    return f"<g{place}>{thing}{owner}</g>"
