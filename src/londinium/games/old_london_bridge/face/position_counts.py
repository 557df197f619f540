"""Whether a position has no more of anything than the box; asked first, since what is left over follows from it."""

from __future__ import annotations

from collections import Counter

from londinium.games.old_london_bridge.face.position_facts import (
    bridge_of,
    lying_before,
    seats_of,
)
from londinium.games.old_london_bridge.rules.components import (
    BACKS,
    HOUSES,
    NO_TILE,
    NUMBERED,
    PARK_TILE,
    PER_BUILDING,
    POWERS,
    ROUNDS,
    VALUES,
)
from londinium.games.old_london_bridge.rules.state import (
    STAIRS,
)
from londinium.kernel.contracts.position import Draft
from londinium.kernel.words.errors import N_


def check_counts(draft: Draft) -> None:
    """Nothing may be there more often than in the box; asked first, since what is left follows from it."""
    _count_houses(draft)
    _count_cards(draft)
    _count_markers(draft)
    _count_tiles(draft)


def _count_houses(draft: Draft) -> None:
    s = draft.state
    parks = sum(bridge_of(draft, seat).count(PARK_TILE) for seat in seats_of(draft))
    if parks > PER_BUILDING:
        raise draft.wrong("bridge", N_("O-1.1: there are {count} parks, the box has {most}"), count=parks, most=PER_BUILDING)
    taken = int(s.taken)
    tops = [int(s.top[stack]) for stack in range(NUMBERED) if s.top[stack] not in (NO_TILE, taken)]
    gone = [number for number in range(1, HOUSES + 1) if not int(s.hidden) >> number - 1 & 1]
    places = [*tops, *gone, *([taken] if taken else []), *(tile for seat in seats_of(draft) for tile in bridge_of(draft, seat))]
    for number, count in Counter(places).items():
        if number != PARK_TILE and count > 1:
            message = N_("O-1.1: house number {number} is there {count} times, the box has one")
            raise draft.wrong("", message, number=number, count=count)


def _count_cards(draft: Draft) -> None:
    # Zeros are dealt once, the same number to everybody, and never change hands.
    s, box = draft.state, draft.box
    for value in range(VALUES):
        held = [int(s.hand[seat, value]) + lying_before(draft, seat).count(value) for seat in seats_of(draft)]
        most = int(box.cards[value])
        if value and sum(held) > most:
            message = N_("O-1.3: there are {count} cards of value {value}, the box has {most}")
            raise draft.wrong("hand", message, count=sum(held), value=value, most=most)
        zeros = int(box.start_zeros[draft.seats]) if s.phase > STAIRS else 0
        for seat in seats_of(draft) if value == 0 else ():
            if held[seat] != zeros:
                message = N_("O-2.5: everybody has {expected} cards of value 0, not {count}, and keeps them")
                raise draft.wrong("hand", message, seat, expected=zeros, count=held[seat])


def _count_markers(draft: Draft) -> None:
    for steps, count in sorted(Counter(int(draft.state.turned[place]) for place in range(ROUNDS)).items()):
        if steps and count > draft.box.markers[steps - 1]:
            message = N_("O-1.4: there are {count} round markers with the number {steps}, the box has {most}")
            raise draft.wrong("markers", message, count=count, steps=steps, most=int(draft.box.markers[steps - 1]))


def _count_tiles(draft: Draft) -> None:
    s, box = draft.state, draft.box
    for power, name in enumerate(POWERS):
        seen = 0
        for back in range(BACKS):
            count, most = int(s.tiles_hidden[back, power]), int(box.tiles[back, power])
            shown = count + (1 if s.tile_top[back] == power + 1 else 0)
            if shown > most:
                message = N_("O-1.10: there are {count} tiles {power} in stack {back}, the box has {most} with that back")
                raise draft.wrong("bonus", message, count=shown, power=name, back=back + 1, most=most)
            seen += most - shown
        held = sum(int(s.tiles[seat, power]) + int(s.fresh[seat, power]) for seat in seats_of(draft))
        if held > seen:
            message = N_("O-1.10: players hold {count} tiles {power}, but {most} have left their stacks")
            raise draft.wrong("tiles", message, count=held, power=name, most=seen)
