"""Is everything on the sheets as it can be drawn? Not a rule, but what must hold whatever the players do."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import (
    DECK,
    LINES,
    ROUNDS,
    SEATS,
    SWITCH_CARD,
    UNDERGROUNDS,
    WORD,
    WORDS,
)
from londinium.games.next_station_london.rules.lines import ends_of_section
from londinium.games.next_station_london.rules.masks import lowest, size
from londinium.games.next_station_london.rules.pencils import pencil_of
from londinium.games.next_station_london.rules.rounds import undergrounds_shown
from londinium.games.next_station_london.rules.state import CARD_REVEAL, DRAWING, MATCH_OVER, State
from londinium.kernel.rules import rule

(
    ACCOUNTED_FOR,
    CARDS_LOST,
    PENCIL_HELD_TWICE,
    SECTION_OF_TWO_LINES,
    SECTIONS_CROSS,
    LINE_IS_NO_TREE,
    ENDS_WRONG,
    BLOCKED_WRONG,
    DRAWN_OUT_OF_TURN,
) = range(9)


@rule
def audit(s: State, city: City) -> int:
    if s.round_no == 0:
        return ACCOUNTED_FOR
    if not cards_accounted_for(s):
        return CARDS_LOST
    held = 0
    for seat in range(s.seats):
        held |= 1 << pencil_of(s, seat)
    if size(held) != s.seats:
        return PENCIL_HELD_TWICE
    for seat in range(SEATS):
        found = audit_sheet(s, city, seat)
        if found != ACCOUNTED_FOR:
            return found
    return ACCOUNTED_FOR


@rule
def cards_accounted_for(s: State) -> bool:
    """Every turn has one card that is not a switch, and the round goes on until the fifth underground card."""
    turns = 0
    for card in range(DECK):
        if s.shown[card] < 0 or s.shown[card] > s.turn_no + 1:
            return False
        turns += 1 if card != SWITCH_CARD and s.shown[card] > 0 else 0
    undergrounds = undergrounds_shown(s)
    if s.phase == CARD_REVEAL and undergrounds == UNDERGROUNDS:
        return False
    if s.phase == MATCH_OVER and (undergrounds < UNDERGROUNDS or s.round_no != ROUNDS):
        return False
    return turns == s.turn_no and (s.phase != DRAWING or s.shown[s.card] == s.turn_no)


@rule
def audit_sheet(s: State, city: City, seat: int) -> int:
    lines = 0
    for pencil in range(LINES):
        for word in range(WORDS):
            drawn = int(s.drawn[seat, pencil, word])
            for older in range(pencil):
                if drawn & int(s.drawn[seat, older, word]):
                    return SECTION_OF_TWO_LINES
        if s.line[seat, pencil] != 0:
            lines += 1
            if not is_tree(s, city, seat, pencil):
                return LINE_IS_NO_TREE
    if lines != (s.round_no if seat < s.seats else 0):
        return DRAWN_OUT_OF_TURN
    if seat < s.seats and ends_of_line(s, city, seat, pencil_of(s, seat)) != s.ends[seat]:
        return ENDS_WRONG
    return audit_crossings(s, city, seat)


@rule
def is_tree(s: State, city: City, seat: int, pencil: int) -> bool:
    """A line holds its departure station, has one section fewer than stations, and hangs together."""
    stations = int(s.line[seat, pencil])
    sections = 0
    reached = 1 << int(city.departure[pencil])
    for _ in range(UNDERGROUNDS * 4):
        sections = 0
        for word in range(WORDS):
            left = int(s.drawn[seat, pencil, word])
            sections += size(left)
            while left != 0:
                ends = ends_of_section(city, word * WORD + lowest(left))
                left &= left - 1
                if ends & reached:
                    reached |= ends
    return reached == stations and sections + 1 == size(stations)


@rule
def ends_of_line(s: State, city: City, seat: int, pencil: int) -> int:
    """The stations with exactly one section, or the departure station of an empty line."""
    once, more = 0, 0
    for word in range(WORDS):
        left = int(s.drawn[seat, pencil, word])
        while left != 0:
            ends = ends_of_section(city, word * WORD + lowest(left))
            left &= left - 1
            more |= once & ends
            once |= ends
    return once & ~more if once else int(s.line[seat, pencil])


@rule
def audit_crossings(s: State, city: City, seat: int) -> int:
    """No two drawn sections cross, and `blocked` is what is drawn and what it would cross."""
    for word in range(WORDS):
        blocked, drawn_here = 0, 0
        for pencil in range(LINES):
            drawn_here |= int(s.drawn[seat, pencil, word])
            for other in range(WORDS):
                left = int(s.drawn[seat, pencil, other])
                while left != 0:
                    blocked |= int(city.crossing[other * WORD + lowest(left), word])
                    left &= left - 1
        if blocked & drawn_here:
            return SECTIONS_CROSS
        if blocked | drawn_here != s.blocked[seat, word]:
            return BLOCKED_WRONG
    return ACCOUNTED_FOR
