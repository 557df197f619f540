"""Where everybody stands in the scorings in play, as far as a viewer may know: the rules count, this says who may see it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.buildings import ranks_before
from londinium.games.old_london_bridge.rules.components import (
    COLOURS,
    EACH_ROUND,
    FOURTH_SIDE,
    MOST,
    NO_CARD,
    PRINTED,
    RANDOM_SIDE,
    SCORING_BRIDGE,
    SCORING_HOSTELRY,
    SEATS,
)
from londinium.games.old_london_bridge.rules.scoring import counted, ranking_value
from londinium.games.old_london_bridge.rules.state import CARD_CHOICE, STAIRS, State
from londinium.kernel.cells import zeros
from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.game import Position
from londinium.kernel.rules import rule
from londinium.kernel.views import sees_as

BY_VALUE = (PRINTED, FOURTH_SIDE)
"""The scorings of the hostelry that look at the values of a hand; the others count what lies open."""
RANKINGS = (PRINTED, MOST)
"""The sides on which a scoring counts what it ranks the seats by."""


class Standing(msgspec.Struct, frozen=True, gc=False):
    """What a scoring counts for one seat; None where the viewer cannot know it."""

    seat: int
    value: int | None


@rule
def rank_printed(states: FlatArray[State], boxes: FlatArray[Box], counts: Cells, places: Cells) -> None:
    """What each scoring counts for each seat, and the seat's place, where no tile counts something of its own."""
    s, box = states[0], boxes[0]
    for colour in range(len(COLOURS)):
        for seat in range(s.seats):
            counts[colour, seat] = ranking_value(s, box, seat, colour)
    place_all(s, counts, places)


@rule
def rank(states: FlatArray[State], boxes: FlatArray[Box], counts: Cells, places: Cells) -> None:
    """The same with any tiles. They count in many ways, and only a match with such tiles has those compiled for its pictures."""
    s, box = states[0], boxes[0]
    for colour in range(len(COLOURS)):
        for seat in range(s.seats):
            counts[colour, seat] = counted(s, box, seat, colour)
    place_all(s, counts, places)


@rule
def place_all(s: State, counts: Cells, places: Cells) -> None:
    """Each seat's place among the others, once there is an order."""
    if s.phase > STAIRS:
        for colour in range(len(COLOURS)):
            for seat in range(s.seats):
                for rival in range(s.seats):
                    if ranks_before(s, rival, int(counts[colour, rival]), seat, int(counts[colour, seat])):
                        places[colour, seat] += 1


def standings(position: Position, viewer: int | None, open_hands: Sequence[bool]) -> dict[str, tuple[Standing, ...]]:
    """Every scoring by its colour. `open_hands` says of each seat whether the viewer sees its hand."""
    s = position.plain
    counts, places = _ranked(position)
    if s.phase == CARD_CHOICE and s.side[SCORING_HOSTELRY] in BY_VALUE and all(open_hands):
        # An open hand is shown with the cards that lie face down, and so it counts.
        shown_counts, shown_places = _ranked(_with_face_down_cards(position, viewer))
        counts[SCORING_HOSTELRY], places[SCORING_HOSTELRY] = shown_counts[SCORING_HOSTELRY], shown_places[SCORING_HOSTELRY]
    found = {}
    for c, colour in enumerate(COLOURS):
        values: list[int | None] = [*counts[c][: s.seats]]
        if c == SCORING_HOSTELRY and s.side[c] in BY_VALUE:
            values = [value if is_open else None for value, is_open in zip(values, open_hands, strict=True)]
        seats = _seats_with_something(s, c)
        if None not in values:
            seats = sorted(seats, key=places[c].__getitem__)
        found[colour] = tuple(Standing(seat, values[seat]) for seat in seats)
    return found


def _ranked(position: Position) -> tuple[list[list[int]], list[list[int]]]:
    counts, places = zeros((len(COLOURS), SEATS), "int16"), zeros((len(COLOURS), SEATS), "int16")
    ask = rank_printed if all(side in RANKINGS for side in position.plain.side) else rank
    ask(position.states, position.boxes, counts, places)
    return counts.tolist(), places.tolist()


def _seats_with_something(s: State, colour: int) -> list[int]:
    """Those of whom there is something to say: nobody before a tile or the cards are turned over."""
    side = s.side[colour]
    if side == RANDOM_SIDE or (colour == SCORING_HOSTELRY and side == EACH_ROUND and s.phase <= CARD_CHOICE):
        return []
    if colour == SCORING_BRIDGE and side == EACH_ROUND:
        return [s.lowest_seat] if s.lowest else []
    return list(range(s.seats))


def _with_face_down_cards(position: Position, viewer: int | None) -> Position:
    """The position with the cards in hand that lie face down for this viewer."""
    states = position.states
    s: State = states[0]
    for seat in range(position.seats):
        for card in range(2):
            if not sees_as(viewer, seat) and s.played[seat, card] != NO_CARD:
                s.hand[seat, s.played[seat, card]] += 1
    return Position(states, position.boxes, position.seats, position.options)
