"""Where a refused move goes wrong: dashes where it would run, and a cross in a disc exactly where it hits what is in its way."""

from __future__ import annotations

from londinium.games.next_station_london.drawing.art.geometry import CELL, ends_of, meeting, name_of, spot
from londinium.games.next_station_london.face.view import Board
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import Refused, View
from londinium.look.ink import Ink

AT_TARGET = ("WRONG_SYMBOL", "OTHER_SYMBOL_THAN_FIRST", "MAKES_A_LOOP")
"""Reasons that lie in the station to which the section would lead."""


def why_not(view: View, scene: Scene, refused: Refused) -> dict[str, str]:
    """The marks, over the lines of the viewer's sheet."""
    if view.seat is None:
        return {}
    word, _, rest = refused.move.partition(" ")
    reason, _, drawn = refused.reason.partition(" ")
    g = Ink()
    if word == "draw":
        _section(g, view, rest, reason, drawn)
    elif word == "twice":
        x, y = spot(rest)
        g.circle(x, y, 30)
        _cross(g, x + 21, y - 21)
    else:
        return {}
    return {f"sheet-{view.seat}": f'<g class="refused">{g}</g>'}


def _section(g: Ink, view: View, section: str, reason: str, drawn: str) -> None:
    board: Board = view.board
    player = board.players[view.seat or 0]
    on_line = {name for line in player.lines if line.pencil == player.pencil for name in line.stations}
    first, second = map(name_of, ends_of(section))
    source, target = (second, first) if second in on_line and first not in on_line else (first, second)
    (x1, y1), (x2, y2) = spot(source), spot(target)
    length = max(abs(x2 - x1), abs(y2 - y1))
    near, far = 22 / length, 1 - 30 / length
    g.line(x1 + (x2 - x1) * near, y1 + (y2 - y1) * near, x1 + (x2 - x1) * far, y1 + (y2 - y1) * far, "dashes")
    g.circle(x2, y2, 29)
    if drawn:
        x, y = meeting(ends_of(section), ends_of(drawn))
        _cross(g, x * CELL, y * CELL)
    elif reason in AT_TARGET:
        _cross(g, x2 + 22, y2 - 22)
    else:
        _cross(g, (x1 + x2) / 2, (y1 + y2) / 2)


def _cross(g: Ink, x: float, y: float) -> None:
    g.circle(x, y, 22, "disc").path(f"M{x - 9:g} {y - 9:g}l18 18m0 -18l-18 18", "x")
