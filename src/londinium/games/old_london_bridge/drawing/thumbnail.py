"""One bridge as a small picture of its own, for lists of matches: its first half above the second, so that it is about square."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.fragments.bridge import ROW_HEIGHT, ROW_WIDTH, row_bridge, spoken_bridge
from londinium.games.old_london_bridge.drawing.picture import style, without_marks
from londinium.games.old_london_bridge.drawing.pieces import patterns, symbols, used
from londinium.games.old_london_bridge.face.view import Board
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import View
from londinium.look.ink import escape

SPIRES = 8
"""So much of a chapel stands above its row."""
HALF = (int(ROW_WIDTH / 2), int(ROW_HEIGHT) + SPIRES)


def thumbnail(view: View, scene: Scene, seat: int, scheme: str = "light") -> str:
    board: Board = view.board
    bridge, (width, height) = board.players[seat].bridge, HALF
    row = without_marks(row_bridge(bridge, seat, scene))
    inside = row[row.index(">") + 1 : row.rindex("</svg>")]
    box = f'width="{width}" height="{height}" viewBox'
    halves = "".join(f'<svg y="{at * height}" {box}="{at * width} {-SPIRES} {width} {height}">{inside}</svg>' for at in range(2))
    defs = "".join(f'<g id="{name}">{symbols()[name]}</g>' for name in used(inside))
    label = escape(spoken_bridge(bridge, scene.names[seat], scene))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {2 * height}" width="{width}" height="{2 * height}" '
        f'role="img" aria-label="{label}"><style>{style(scheme)}</style><defs>{patterns()}{defs}</defs>'
        f'<rect width="{width}" height="{2 * height}" class="o-paper"/>{halves}</svg>'
    )
