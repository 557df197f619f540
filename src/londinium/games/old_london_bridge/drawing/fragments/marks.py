"""What one seat may do on the rondel: rings around legal spaces, frames around stacks, and places to ask about."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n
from londinium.games.old_london_bridge.drawing.fragments.places import told_centre, told_stacks
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
from londinium.games.old_london_bridge.face.words import building, describe_house
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.kept import kept
from londinium.kernel.views import View
from londinium.look.ink import attributes, escape

FRAME = (
    f'<rect class="o-frame" x="{n(-CARD_WIDTH / 2)}" y="{n(-CARD_HEIGHT / 2)}" '
    f'width="{n(CARD_WIDTH)}" height="{n(CARD_HEIGHT)}" rx="6"/>'
)


def marks(view: View, scene: Scene, legal: frozenset[str], refused: frozenset[str]) -> str:
    """The layer over rondel and stacks: what everything there tells, and what the viewer may do when a pawn is placed."""
    board: Board = view.board
    stacks = tuple((stack.building, spoken(board, at, scene)) for at, stack in enumerate(board.stacks))
    moves = tuple(sorted(move for move in legal if move.startswith("place")))
    places = tuple(sorted(move for move in refused if move.startswith("place")))
    told = (*told_stacks(view, scene), told_centre(view, scene))
    return _marks(stacks, moves, places, told, board.centre_cost, scene)


def spoken(board: Board, at: int, scene: Scene) -> str:
    """A stack for the ear."""
    stack, t = board.stacks[at], scene.language
    return describe_house(stack.top, t) if stack.top else building(stack.building, t)


@kept
def _marks(
    stacks: tuple[tuple[str, str], ...],
    moves: tuple[str, ...],
    places: tuple[str, ...],
    told: tuple[str, ...],
    cost: int,
    scene: Scene,
) -> str:
    g, t = Plate(), scene.language
    legal, refused = set(moves), set(places)
    _hub(g, stacks, legal, refused, told[-1], scene)
    for at, (kind, house) in enumerate(stacks):
        outer, centre_move, free = f"place {kind}", f"place centre {kind}", f"place free-centre {kind}"
        says: dict[str, object] = {"data_tell": told[at], "data_lights": f"hope-{kind}"}
        _space(g, at, outer, house if outer in legal else "", outer in refused, says)
        centred = [(move, price) for move, price in ((centre_move, f"−£{cost}"), (free, "£0")) if move in legal]
        if outer in legal:
            first = outer
        elif centred:
            first = centred[0][0]
        else:
            first = ""
        attempt = outer if outer in refused else centre_move if centre_move in refused else ""
        _stack(g, at, first, attempt, says, from_centre=outer not in legal)
        for row, (move, price) in enumerate(centred):
            words = t.text("centre, {building}", building=house)
            _badge(g, at, row, move, price, f"{words}, {price}")
    label = escape(t.text("Legal spaces") if moves else t.text("Rondel and stacks"))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{label}">{g}<g class="ghosts"></g></svg>'


def _hub(g: Plate, stacks: tuple[tuple[str, str], ...], legal: set[str], refused: set[str], told: str, scene: Scene) -> None:
    """The centre: all that it offers are ways from one place."""
    ways = [f"place {way} {kind}" for way in ("centre", "free-centre") for kind, _ in stacks]
    open_ways = [move for move in ways if move in legal]
    at_hub = {"cx": CENTRE[0], "cy": CENTRE[1]}
    r = HUB + RADIUS * 0.05
    if open_ways:
        name = scene.language.text("Centre: any building, choose a stack")
        voice = {"role": "button", "tabindex": "0", "aria_label": name}
        named = attributes({"cls": "o-legal", "data_ways": "|".join(open_ways), "data_which": name, **voice})
        rings = f"<circle{attributes({'cls': 'o-glow', **at_hub, 'r': n(r + 1)})}/>"
        rings += f"<circle{attributes({'cls': 'o-ring o-hubring', **at_hub, 'r': n(r + 1)})}/>"
        g.add(f"<g{named}><circle{attributes({'cls': 'o-hit', **at_hub, 'r': n(r)})}/>{rings}</g>")
        return
    tried = next((move for move in ways if move in refused), None)
    named = attributes({"data_place": tried, "data_tell": told})
    g.add(f"<g{named}><circle{attributes({'cls': 'o-hit', **at_hub, 'r': n(HUB)})}/></g>")


def _space(g: Plate, at: int, move: str, label: str, refused: bool, says: dict[str, object]) -> None:
    x, y = space(at)
    at_space = {"cx": n(x), "cy": n(y)}

    def ring(cls: str, r: float) -> str:
        return f"<circle{attributes({'cls': cls, **at_space, 'r': n(r)})}/>"

    if label:
        voice = attributes({"data_move": move, "role": "button", "tabindex": "0", "aria_label": label})
        rings = ring("o-glow", SEAT_RADIUS + 3) + ring("o-ring", SEAT_RADIUS + 1) + ring("o-march", SEAT_RADIUS + 4.6)
        g.add(f'<g class="o-legal"{voice}>{ring("o-hit", 33)}{rings}</g>')
        g.polygon(pointer(at), "rubric")
    else:
        named = attributes({"data_place": move if refused else None, **says})
        g.add(f"<g{named}>{ring('o-hit', SEAT_RADIUS)}</g>")


def _stack(g: Plate, at: int, move: str, attempt: str, says: dict[str, object], *, from_centre: bool) -> None:
    """The pile itself is a second target for the mouse; the keyboard stops at the space."""
    x, y = STACKS[at]
    place = f'transform="translate({n(x)} {n(y)})"'
    if move:
        frame = FRAME.replace("o-frame", "o-frame o-faint") if from_centre else FRAME
        g.add(f'<g class="o-legal" data-move="{move}" {place}>{frame}</g>')
    else:
        named = attributes({"data_place": attempt or None, **says})
        g.add(f"<g{named} {place}>{FRAME.replace('o-frame', 'o-hit')}</g>")


def _badge(g: Plate, at: int, row: int, move: str, price: str, label: str) -> None:
    """A small sign at a stack's corner: take it from the centre."""
    x, y = STACKS[at][0] - CARD_WIDTH / 2 + 4, STACKS[at][1] - CARD_HEIGHT / 2 + 8 + row * (CARD_HEIGHT - FOOT - 20)
    voice = attributes({"data_move": move, "role": "button", "tabindex": "0", "aria_label": label})
    sign = f'<text class="o-num" y="3.8" font-size="10.4">{price}</text>'
    inner = f'<circle class="o-hit" r="18"/><circle class="o-hit o-thumb" r="26"/><circle class="o-badge" r="13"/>{sign}'
    g.add(f'<g transform="translate({n(x)} {n(y)})"><g class="o-legal o-up o-centre"{voice}>{inner}</g></g>')
