"""One bridge as a small picture of its own, for lists of matches: as the row of the others shows it, on paper of its own."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.drawing.fragments import bridge
from londinium.games.old_london_bridge.drawing.picture import GHOSTS, inset, style, without_marks
from londinium.games.old_london_bridge.drawing.pieces import patterns, symbols, used
from londinium.games.old_london_bridge.face.view import Board
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import View
from londinium.look.ink import escape

THUMBNAIL = (412, 110)
RAISED = 12
"""So much of the paper is above the rest, for spires."""


def thumbnail(view: View, scene: Scene, seat: int, scheme: str = "light") -> str:
    board: Board = view.board
    player, (width, height) = board.players[seat], THUMBNAIL
    g = Plate()
    inset(g, bridge.row_bridge(player.bridge, seat, scene), 0, RAISED, width)
    body = without_marks(str(g).replace(GHOSTS, ""))
    defs = "".join(f'<g id="{name}">{symbols()[name]}</g>' for name in used(body))
    label = escape(bridge.spoken_bridge(player.bridge, scene.names[seat], scene))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{label}"><style>{style(scheme)}</style><defs>{patterns()}{defs}</defs>'
        f'<rect width="{width}" height="{height}" class="o-paper"/>{body}</svg>'
    )
