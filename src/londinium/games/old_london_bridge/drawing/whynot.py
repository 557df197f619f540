"""Moves that are not allowed: where somebody may try one, and where on the board it goes wrong."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.drawing.fragments.bridge import ghost_frame
from londinium.games.old_london_bridge.drawing.fragments.rondel import CENTRE, HUB, RADIUS, SEAT_RADIUS, STACKS, space
from londinium.games.old_london_bridge.face.view import Board
from londinium.games.old_london_bridge.rules.components import BACKS, BUILDINGS, VALUES
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import Refused, View

USABLE = {
    "noblewomen": ("noblewoman",),
    "plus-ones": ("plus-one",),
    "placing": ("take-back", "chapel-two", "gate-two"),
    "end-of-turn": ("take-back", "chapel-two", "gate-two"),
}
"""The tiles that somebody may try to use, by what is being decided."""
OF_THE_STACK = {"STACK_EMPTY", "BRIDGE_FULL"}


def attempts(view: View) -> frozenset[str]:
    """The moves of the decision at hand that have a place on the table and are not allowed: trying one tells the player why."""
    if view.seat is None or not view.offers:
        return frozenset()
    found = [f"use {tile}" for tile in USABLE.get(view.prompt, ())]
    if view.prompt == "placing":
        found += [f"place {way}{kind}" for way in ("", "centre ") for kind in BUILDINGS]
    elif view.prompt == "replacing":
        found += [f"replace {house.number}" for house in view.board.players[view.seat].bridge if house.number]
    elif view.prompt == "taking-cards":
        found += [f"take {value}" for value in range(1, VALUES)]
    elif view.prompt == "picking":
        found += [f"pick {stack}" for stack in range(1, BACKS + 1)]
    return frozenset(found) - {offer.move for offer in view.offers}


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
