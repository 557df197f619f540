"""The head of the table: which round it is, and who acts when."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.characters import HEIGHT as CARD_HEIGHT
from londinium.games.old_london_bridge.drawing.art.characters import WIDTH as CARD_WIDTH
from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.drawing.art.wood import marker
from londinium.games.old_london_bridge.drawing.fragments.scoring import small_token
from londinium.games.old_london_bridge.face.view import Board, PlayedCard
from londinium.games.old_london_bridge.face.words import card as spoken_card
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.kept import kept
from londinium.kernel.views import View
from londinium.kernel.words.language import Language
from londinium.look.ink import attributes, escape, svg
from londinium.look.seats import letters

Chip = tuple[int, PlayedCard | None, bool, bool, str | None]
"""A turn: seat, card, whether it is the present one, whether it is over, and the key of the card."""


def heading(view: View, scene: Scene) -> str:
    board: Board = view.board
    unplaced = tuple(player.seat for player in board.players if player.pawn is None)
    return _heading(board.round, board.turned, chips(view), unplaced, view.seat, scene)


def chips(view: View) -> tuple[Chip, ...]:
    """The turns of the round in their order; before the cards are turned, everybody in the order of the chapel track."""
    board: Board = view.board
    found: list[Chip] = []
    if not board.order:
        # The cards themselves lie around the rondel (`bids.py`).
        chosen = board.phase == "plus-ones"
        order = board.chapel_order or range(view.seats)
        return tuple((seat, None, seat in view.to_act and not chosen, False, None) for seat in order)
    lying = {player.seat: list(enumerate(player.played)) for player in board.players}
    # Cards leave the table in the order of the turns, so those that still lie there belong to the last turns of their owner.
    for turn, (seat, card) in reversed(list(enumerate(zip(board.order, board.bids, strict=True)))):
        place = next((place for place in reversed(lying[seat]) if place[1] == card), None)
        if place is not None:
            lying[seat].remove(place)
        now = turn == board.turn if board.phase != "plus-ones" else seat == board.actor
        found.append((seat, card, now, turn < board.turn, None if place is None else played_key(view, seat, place[0])))
    return tuple(reversed(found))


def played_key(view: View, seat: int, at: int) -> str | None:
    """A played card of the viewer is the one that has just left the hand, so that it flies from there."""
    board: Board = view.board
    if not board.players[seat].played:
        return None
    if seat != view.seat:
        return f"played-{seat}-{at}"
    played, hand = board.players[seat].played, board.players[seat].hand
    value = played[at].value
    if value is None or hand is None:
        return None
    return f"card-{value}-{hand[value] + sum(card.value == value for card in played[:at])}"


def _heading(
    number: int,
    turned: tuple[int, ...],
    turns: tuple[Chip, ...],
    unplaced: tuple[int, ...],
    viewer: int | None,
    scene: Scene,
) -> str:
    t, signs = scene.language, letters(scene.names)
    label = t.text("Round {round} of {rounds}", round=number, rounds=len(turned))
    keyed: set[int] = set()
    order = []
    for chip in turns:
        seat = chip[0]
        # Until it is placed, a pawn waits beside its owner's name.
        pawn_key = f"pawn-{seat}" if seat in unplaced and seat not in keyed else None
        keyed.add(seat)
        order.append(_turn(chip, signs[seat], scene.names[seat], pawn_key, seat == viewer, t))
    short = t.text("Round {round}", round=number)
    title = f'<p class="round"><span class="long">{escape(label)}</span><b class="short">{escape(short)}</b></p>'
    voice = escape(t.text("Turn order"))
    return f'{title}{round_row(number, turned, scene)}<ol class="order" data-clear="1" aria-label="{voice}">{"".join(order)}</ol>'


@kept
def _turn(chip: Chip, sign: str, who: str, pawn_key: str | None, mine: bool, t: Language) -> str:
    seat, card, now, over, key = chip
    shown = (
        ""
        if card is None
        else played_card(card, key, t.text("card {card}", card="?" if card.value is None else spoken_card(card.value, t)))
    )
    state = "now" if now else "over" if over else ""
    name = f'<span class="name">{escape(who)}</span>'
    if mine:
        own = escape(t.text("You"))  # shorter, where room is scarce
        name = f'<span class="name mine">{escape(who)}</span><span class="me-here">{own}</span>'
    current = ' aria-current="true"' if now else ""
    clock = f'<span data-clock-of="{seat}"></span>'  # filled by the table, where there are clocks
    told = [who] if card is None or card.value is None else [who, t.text("card {card}", card=spoken_card(card.value, t))]
    if card is not None:
        told.append(t.text("Highest card first; ties go to whoever is ahead on the chapel track."))
    says = attributes({"data_tell": "\n".join(told)})
    return f'<li class="turn {state}"{current}{says}>{token(seat, sign, 10, pawn_key)}{name}{shown}{clock}</li>'


@kept
def token(seat: int, letter: str, r: float, key: str | None = None) -> str:
    """A seat's marker, which may be a thing that flies."""
    if key is None:
        return small_token(seat, letter, r)
    side = 2 * r * 1.25
    inner = marker(seat, letter, side / 2, side / 2, r, data_key=key)
    return svg(side, side, inner, "", "o-token", width=f"{side:g}", height=f"{side:g}")


@kept
def played_card(card: PlayedCard, key: str | None, label: str) -> str:
    """A played card as a small one: its value, what PLUS ONE adds, or its back."""
    g = Plate()
    if card.value is None:
        g.use("olb-cardback", 1, 1, 16 / CARD_WIDTH)
    else:
        g.rect(0.7, 0.7, 16.6, 22.4, "raised th", 2.5).text(9, 16.6, card.value, 12.6, "num")
    picture = f"<g{attributes({'data_key': key})}>{g}</g>"
    plus = f'<b class="plus">+{card.plus}</b>' if card.plus else ""
    return svg(18, 16 / CARD_WIDTH * CARD_HEIGHT + 1.6, picture, label, "o-lying", width="18", height="24") + plus


# ── The row of round markers ─────────────────────────────────────────────────

STEP = 25
"""From one marker to the next."""


@kept
def round_row(number: int, turned: tuple[int, ...], scene: Scene) -> str:
    """The row of round markers, and the same as dots where there is less room."""
    t = scene.language
    shown = ", ".join(str(steps) for steps in turned if steps) or "–"
    label = t.text("Round markers: {numbers}", numbers=shown)
    row, dots, x = Plate(), Plate(), 8.0
    for at, steps in enumerate(turned, 1):
        round_marker(row, 14 + (at - 1) * STEP, 15, 9, steps, at == number)
        if at == number:
            round_marker(dots, x + 6, 15, 8.6, steps, True)
            x += 24
        else:
            dots.circle(x, 15, 3.6, "ink2" if at < number else "bare th")
            x += 12 if at + 1 != number else 14
    width = len(turned) * STEP + 3
    told = t.text("A marker is turned over each round: the rondel turns that many spaces.")
    says = {"data_tell": f"{label}\n{told}"}
    return svg(width, 30, row, label, "o-rounds o-row", width=str(width), height="30", **says) + svg(
        x, 30, dots, "", "o-rounds o-dots", width=f"{x:g}", height="30", **says
    )


def round_marker(g: Plate, x: float, y: float, r: float, steps: int, now: bool) -> None:
    """Turned over it shows its number, face down only a ring; that of this round is inverted, in a red ring."""
    if now:
        g.circle(x, y, r + 3.4, "bare o-nowring")
    if not steps:
        g.circle(x, y, r, "sunk th").circle(x, y, r * 0.45, "bare th", opacity=".7")
    elif now:
        g.circle(x, y, r, "ink").text(x, y + r * 0.42, steps, r * 1.2, "num t-paper")
    else:
        g.circle(x, y, r, "raised th").text(x, y + r * 0.4, steps, r * 1.12, "num t-ink2")
