"""Where stations are in the picture of a position, for what somebody points out in it."""

from __future__ import annotations

from londinium.games.next_station_london.drawing.art.geometry import MARGIN, RADIUS, ground_of, spot
from londinium.games.next_station_london.drawing.picture import PAD, SCALE
from londinium.games.next_station_london.face.view import Board
from londinium.kernel.contracts.drawing import BoardSpot, Scene
from londinium.kernel.views import View


def spots(view: View, scene: Scene, seat: int | None) -> dict[str, BoardSpot]:
    """Every station by its name. A picture shows one map, and what is on it is its player's."""
    board: Board = view.board
    if seat not in (None, view.seat or 0):
        return {}
    origin, size = PAD + MARGIN * SCALE, 2 * RADIUS * SCALE
    found = {}
    for name in ground_of(board.city).stations:
        x, y = spot(name)
        found[name] = BoardSpot(origin + x * SCALE, origin + y * SCALE, size, size)
    return found
