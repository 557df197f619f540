"""Where on the board a refused move goes wrong."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.bridge import ghost_frame
from londinium.games.old_london_bridge.drawing.engraving import Plate
from londinium.games.old_london_bridge.drawing.rondel import CENTRE, HUB, RADIUS, SEAT_RADIUS, STACKS, space
from londinium.games.old_london_bridge.view import Board
from londinium.kernel.drawing import Scene
from londinium.kernel.views import Refused, View

OF_THE_STACK = {"STACK_EMPTY", "BRIDGE_FULL"}


def why_not(view: View, scene: Scene, refused: Refused) -> dict[str, str]:
    """A dashed ring around the space or stack, or a frame around the building, that forbids the move."""
    board: Board = view.board
    words = refused.move.split()
    g = Plate()
    if words[0] == "place":
        at = next(at for at, stack in enumerate(board.stacks) if stack.building == words[-1])
        if refused.reason in OF_THE_STACK:
            x, y = STACKS[at]
            g.rect(x - 42, y - 64, 84, 128, "why", 9)
        elif len(words) == 3:
            g.circle(*CENTRE, HUB + RADIUS * 0.05, "why")
        else:
            g.circle(*space(at), SEAT_RADIUS + 2, "why")
        return {"marks": str(g)}
    if words[0] == "replace" and view.seat is not None:
        numbers = [house.number for house in board.players[view.seat].bridge]
        if int(words[1]) in numbers:
            return {"bridge": ghost_frame(numbers.index(int(words[1])))}
    return {}
