"""N-8 Module: pencil powers."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import (
    ANY,
    CENTRAL,
    DOUBLE,
    JOKER,
    LINES,
    NO_POWER,
    NO_STATION,
    POWER_COUNT,
    SWITCH,
    TWICE,
)
from londinium.games.next_station_london.rules.lines import ends_of_section, stations_in_fullest
from londinium.games.next_station_london.rules.masks import has, lowest
from londinium.games.next_station_london.rules.moves import COUNT_TWICE
from londinium.games.next_station_london.rules.pencils import pencil_of, symbol_of
from londinium.games.next_station_london.rules.refusals import LEGAL, NOT_IN_FULLEST_DISTRICT, STATION_NOT_ON_LINE
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule

# ── Dealing ──────────────────────────────────────────────────────────────────


@rule
def powers_dealt(s: State) -> int:
    dealt = 0
    while dealt < LINES and s.power[dealt] != NO_POWER:
        dealt += 1
    return dealt


@rule
def is_power_dealt(s: State, power: int) -> bool:
    # N-8.1 Each pencil gets one of the four powers, and each power goes to one pencil.
    for pencil in range(LINES):
        if s.power[pencil] == power:
            return True
    return False


@rule
def deal_power(s: State, power: int) -> None:
    """The next pencil gets this power; after the third the fourth follows."""
    pencil = powers_dealt(s)
    s.power[pencil] = power
    if pencil + 2 == LINES:
        s.powers_left = 0
        for last in range(POWER_COUNT):
            if not is_power_dealt(s, last):
                s.power[pencil + 1] = last
                return


@rule
def power_in_hand(s: State, seat: int) -> int:
    # N-8.1 A pencil has its power for the whole game; the player who holds it MAY use the power once in that round.
    return NO_POWER if s.spent[seat] else int(s.power[pencil_of(s, seat)])


# ── JOKER and SWITCH ─────────────────────────────────────────────────────────


@rule
def may_use_joker(s: State, seat: int) -> bool:
    # N-8.3 This turn's card counts as a joker.
    # N-8.6 Also on a switch turn; no other powers can meet, for nobody has two in a round.
    return power_in_hand(s, seat) == JOKER


@rule
def may_use_switch(s: State, seat: int) -> bool:
    # N-8.4 This turn counts as a switch turn; not on one, nor on turns 1 and 2. Like JOKER it is spent by the section that
    # needs it, and only then.
    return s.turn_no > 2 and not s.switched and power_in_hand(s, seat) == SWITCH


# ── SECOND SECTION ───────────────────────────────────────────────────────────


@rule
def is_asked_for_second(s: State, seat: int) -> bool:
    # N-8.2 After a first section the holder of SECOND SECTION is asked for another; the power is spent when that is drawn.
    # A player who drew no first one is asked too, but can only pass: the question must not reveal what was decided.
    return power_in_hand(s, seat) == DOUBLE


@rule
def symbol_of_second(s: State, city: City, seat: int) -> int:
    """The card's symbol; after a joker that of the first section's target, and any if that was the central station."""
    symbol = symbol_of(int(s.card))
    if symbol != ANY:
        return symbol
    target = lowest(ends_of_section(city, int(s.choice[seat, 0])) & ~int(s.line[seat, pencil_of(s, seat)]))
    return ANY if city.symbol[target] == CENTRAL else int(city.symbol[target])


@rule
def has_branched(s: State, city: City, seat: int) -> bool:
    """Whether the first section began at a station that was not an end; only one of the two may."""
    first = int(s.choice[seat, 0])
    return first >= 0 and ends_of_section(city, first) & int(s.ends[seat]) == 0


# ── STATION ×2 ───────────────────────────────────────────────────────────────


@rule
def holder_of_twice(s: State) -> int:
    """The seat that holds the pencil with STATION ×2 in this round, -1 if nobody does."""
    for seat in range(s.seats):
        if s.power[pencil_of(s, seat)] == TWICE:
            return seat
    return -1


@rule
def may_count_twice(s: State, city: City, seat: int, station: int) -> int:
    # N-8.5 At the end of the round one station of the line, in a district that holds most of its stations, MAY count as two
    # there; never as two tourist sites.
    line = int(s.line[seat, pencil_of(s, seat)])
    if not has(line, station):
        return STATION_NOT_ON_LINE
    return LEGAL if has(stations_in_fullest(city, line), station) else NOT_IN_FULLEST_DISTRICT


@rule
def legal_stations(s: State, city: City, seat: int, moves: Cells) -> int:
    """The same of all stations, by their numbers: the fullest districts are looked for once, not again for every station."""
    left = stations_in_fullest(city, int(s.line[seat, pencil_of(s, seat)]))
    count = 0
    while left != 0:
        moves[count] = COUNT_TWICE + lowest(left)
        left &= left - 1
        count += 1
    return count


@rule
def count_twice(s: State, seat: int, station: int) -> None:
    # N-8.5 The holder MAY leave it: NO_STATION, and the power stays unused.
    s.twice[seat] = station
    s.spent[seat] = 1 if station != NO_STATION else 0
