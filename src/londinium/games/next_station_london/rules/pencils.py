"""N-2 Cards and pencils: eleven cards, four pencils, and a ring on which the pencils pass from seat to seat."""

from __future__ import annotations

from londinium.games.next_station_london.rules.components import FIRST_UNDERGROUND, LINES, NO_PENCIL, ROUNDS, SWITCH_CARD
from londinium.games.next_station_london.rules.refusals import LEGAL, PENCIL_TAKEN
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.rules import rule

# ── Cards ────────────────────────────────────────────────────────────────────


@rule
def symbol_of(card: int) -> int:
    # N-2.1 Street and underground each have circle, triangle, square, pentagon and joker; the street has the switch too.
    return card % FIRST_UNDERGROUND


@rule
def is_underground(card: int) -> bool:
    return bool(FIRST_UNDERGROUND <= card < SWITCH_CARD)


# ── Pencils ──────────────────────────────────────────────────────────────────


@rule
def slot_of(seat: int, seats: int) -> int:
    # N-2.2 The ring has four slots: four players sit at all of them, three at 0, 1, 2, two opposite each other at 0 and 2.
    return 2 * seat if seats == 2 else seat


@rule
def place_in_order(slot: int, round_no: int) -> int:
    # N-2.2 After a round the pencil of each slot goes to the next one, so a slot holds what the slot before it held in the
    # round before: in which round the first slot holds the pencil that a slot holds now, from 0.
    return (round_no - 1 - slot) % LINES


@rule
def pencil_in_round(s: State, seat: int, round_no: int) -> int:
    return int(s.order[place_in_order(slot_of(seat, int(s.seats)), round_no)])


@rule
def pencil_of(s: State, seat: int) -> int:
    """The pencil that a seat uses in this round."""
    return pencil_in_round(s, seat, int(s.round_no))


def pencils_of(s: State, seat: int) -> list[int]:
    """The pencils of a seat in the order of the rounds, as far as they are settled."""
    pencils = [int(pencil_in_round(s, seat, round_no)) for round_no in range(1, ROUNDS + 1)]
    return [pencil for pencil in pencils if pencil != NO_PENCIL]


@rule
def may_take_pencil(s: State, pencil: int) -> int:
    # N-2.2 Everybody draws one round with each pencil, so each has one place in the order.
    for place in range(LINES):
        if s.order[place] == pencil:
            return PENCIL_TAKEN
    return LEGAL


@rule
def pencils_taken(s: State) -> int:
    taken = 0
    while taken < LINES and s.order[taken] != NO_PENCIL:
        taken += 1
    return taken


@rule
def take_pencil(s: State, pencil: int) -> None:
    # N-2.3 Where the pencils start is random; a player alone may choose the order instead. The last pencil follows.
    taken = pencils_taken(s)
    s.order[taken] = pencil
    if taken + 2 == LINES:
        for last in range(LINES):
            if may_take_pencil(s, last) == LEGAL:
                s.order[taken + 1] = last
                return
