"""What one seat may do on the rondel: rings around legal spaces, frames around stacks, and places one may ask about."""

from __future__ import annotations

from functools import lru_cache

from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n
from londinium.games.old_london_bridge.drawing.fragments.rondel import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CENTRE,
    FOOT,
    HEIGHT,
    HUB,
    RADIUS,
    SEAT_RADIUS,
    STACKS,
    WIDTH,
    pointer,
    space,
)
from londinium.games.old_london_bridge.face.view import Board
from londinium.games.old_london_bridge.face.words import building, describe_house, pounds
from londinium.kernel.contracts.drawing import HASHES_KEPT, Scene
from londinium.kernel.views import View
from londinium.look.ink import attributes, escape

FRAME = (
    f'<rect class="o-frame" x="{n(-CARD_WIDTH / 2)}" y="{n(-CARD_HEIGHT / 2)}" '
    f'width="{n(CARD_WIDTH)}" height="{n(CARD_HEIGHT)}" rx="6"/>'
)


def marks(view: View, scene: Scene, legal: frozenset[str], refused: frozenset[str]) -> str:
    """The layer over rondel and stacks; it is empty unless the viewer places a pawn."""
    board: Board = view.board
    if not any(move.startswith("place") for move in legal):
        return _empty()
    stacks = tuple((stack.building, spoken(board, at, scene)) for at, stack in enumerate(board.stacks))
    moves = tuple(sorted(move for move in legal if move.startswith("place")))
    places = tuple(sorted(move for move in refused if move.startswith("place")))
    return _marks(stacks, moves, places, board.centre_cost, scene)


def spoken(board: Board, at: int, scene: Scene) -> str:
    """A stack for the ear."""
    stack, t = board.stacks[at], scene.language
    return describe_house(stack.top, t) if stack.top else building(stack.building, t)


def _empty() -> str:
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"><g class="ghosts"></g></svg>'


@lru_cache(HASHES_KEPT)
def _marks(stacks: tuple[tuple[str, str], ...], moves: tuple[str, ...], places: tuple[str, ...], cost: int, scene: Scene) -> str:
    g, t = Plate(), scene.language
    legal, refused = set(moves), set(places)
    by_centre = any(" centre " in move for move in legal)
    for_free = any(" free-centre " in move for move in legal)
    if by_centre or for_free:
        g.add(f'<circle class="o-ring o-hubring" cx="{CENTRE[0]}" cy="{CENTRE[1]}" r="{n(HUB + RADIUS * 0.05 + 1)}"/>')
    elif centre := next((f"place centre {kind}" for kind, _ in stacks if f"place centre {kind}" in refused), None):
        g.add(f'<g data-place="{centre}"><circle class="o-hit" cx="{CENTRE[0]}" cy="{CENTRE[1]}" r="{n(HUB)}"/></g>')
    for at, (kind, house) in enumerate(stacks):
        outer, centre_move, free = f"place {kind}", f"place centre {kind}", f"place free-centre {kind}"
        _space(g, at, outer, house if outer in legal else "", outer in refused)
        centred = [(move, price) for move, price in ((centre_move, f"−£{cost}"), (free, "£0")) if move in legal]
        if outer in legal:
            first = outer
        elif centred:
            first = centred[0][0]
        else:
            first = ""
        attempt = outer if outer in refused else centre_move if centre_move in refused else ""
        _stack(g, at, first, attempt, from_centre=outer not in legal)
        for row, (move, price) in enumerate(centred):
            words = t.text("centre, {building}", building=house)
            _badge(g, at, row, move, price, f"{words}, {price}")
    label = escape(t.text("Legal spaces"))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{label}">{g}<g class="ghosts"></g></svg>'


def _space(g: Plate, at: int, move: str, label: str, refused: bool) -> None:
    x, y = space(at)
    at_space = {"cx": n(x), "cy": n(y)}

    def ring(cls: str, r: float) -> str:
        return f"<circle{attributes({'cls': cls, **at_space, 'r': n(r)})}/>"

    if label:
        voice = attributes({"data_move": move, "role": "button", "tabindex": "0", "aria_label": label})
        rings = ring("o-glow", SEAT_RADIUS + 3) + ring("o-ring", SEAT_RADIUS + 1) + ring("o-march", SEAT_RADIUS + 4.6)
        g.add(f'<g class="o-legal"{voice}>{ring("o-hit", 33)}{rings}</g>')
        g.polygon(pointer(at), "rubric")
    elif refused:
        g.add(f'<g data-place="{move}">{ring("o-hit", SEAT_RADIUS)}</g>')


def _stack(g: Plate, at: int, move: str, attempt: str, *, from_centre: bool) -> None:
    """The pile itself is a second target for the mouse; the keyboard stops at the space."""
    x, y = STACKS[at]
    place = f'transform="translate({n(x)} {n(y)})"'
    if move:
        frame = FRAME.replace("o-frame", "o-frame o-faint") if from_centre else FRAME
        g.add(f'<g class="o-legal" data-move="{move}" {place}>{frame}</g>')
    elif attempt:
        g.add(f'<g data-place="{attempt}" {place}>{FRAME.replace("o-frame", "o-hit")}</g>')


def _badge(g: Plate, at: int, row: int, move: str, price: str, label: str) -> None:
    """A small sign at a stack's corner: take it from the centre."""
    x, y = STACKS[at][0] - CARD_WIDTH / 2 + 4, STACKS[at][1] - CARD_HEIGHT / 2 + 8 + row * (CARD_HEIGHT - FOOT - 20)
    voice = attributes({"data_move": move, "role": "button", "tabindex": "0", "aria_label": label})
    sign = f'<text class="o-num" y="3.8" font-size="10.4">{price}</text>'
    inner = f'<circle class="o-hit" r="18"/><circle class="o-hit o-thumb" r="26"/><circle class="o-badge" r="13"/>{sign}'
    g.add(f'<g transform="translate({n(x)} {n(y)})"><g class="o-legal o-up o-centre"{voice}>{inner}</g></g>')


def price_of(move: str, board: Board, scene: Scene) -> str:
    """What a placing costs or brings at once, for its button."""
    t, words = scene.language, move.split()
    if words[1] == "centre":
        return "−" + pounds(board.centre_cost, t)
    if words[1] == "free-centre":
        return pounds(0, t)
    income = next(stack.pounds for stack in board.stacks if stack.building == words[1])
    return "" if income is None else "+" + pounds(income, t)
