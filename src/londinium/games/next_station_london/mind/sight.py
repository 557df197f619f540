"""What the network of the judges is shown: a sheet in the words in which it is thought about, not as it is drawn.

A learning agent sees stations and sections (`observation.py`). Here the line in hand is told from the older ones, and what
follows from them is counted already: which sections can still be drawn, where they lead and what that brings, what each district
holds, how far objectives are. Every round has a period of its own, because the first is about what is to come and the last only
about itself.
"""

from __future__ import annotations

from typing import Any

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.mind.outlook import is_spending
from londinium.games.next_station_london.rules.allowed import to_act
from londinium.games.next_station_london.rules.components import (
    CARDS,
    DECK,
    DISTRICT_COUNT,
    LINES,
    NO_CARD,
    NO_PENCIL,
    NO_POWER,
    OBJECTIVE_COUNT,
    OBJECTIVES,
    PENCILS,
    POWER_COUNT,
    POWERS,
    ROUNDS,
    SECTIONS,
    STATIONS,
    SWITCH,
    SWITCH_CARD,
    SYMBOLS,
    UNDERGROUNDS,
    WORD,
    WORDS,
)
from londinium.games.next_station_london.rules.lines import (
    ROSES,
    crosses_thames,
    crossings_of,
    districts_with,
    most_in_district,
    roses_crossed_off,
    stations_of,
    visits,
    worth_of_line,
    worth_of_visits,
)
from londinium.games.next_station_london.rules.masks import has, lowest, size
from londinium.games.next_station_london.rules.objectives import is_objective_drawn, objective_progress
from londinium.games.next_station_london.rules.pencils import pencil_in_round, pencil_of
from londinium.games.next_station_london.rules.powers import power_in_hand
from londinium.games.next_station_london.rules.rounds import undergrounds_shown
from londinium.games.next_station_london.rules.scoring import INTERCHANGE_STEPS
from londinium.games.next_station_london.rules.sections import blocked_word, ends_in_hand, is_switch_ignored
from londinium.games.next_station_london.rules.state import CARD_REVEAL, DRAWING, PHASES, State
from londinium.kernel.contracts.observation import Features, Observation, show_set, shown
from londinium.kernel.contracts.sight import Sight
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule

FEW = 3
"""Where a few of something matter more than how many: at least 1, 2, 3."""
FULLEST_SHOWN = 9
"""A district of London has at most nine stations."""
MOST_SHOWN = 8
"""Sections over the Thames of one line."""
MOST_GAIN = 16
"""Hardly a section brings more at once."""
MOST_POINTS = 63
"""One line does not have more, even with the best cards."""
CARD_SYMBOLS = len(SYMBOLS) + 1
"""What a card can show; last, the joker."""
STEPS = 14
"""How far an objective can be, in steps from 0: as far as there are districts."""

SHOWN = Features()
PERIOD = SHOWN.number("period", ROUNDS - 1, "the round, from 0")
PHASE = SHOWN.one_of("phase", PHASES, "what is being decided")
DECIDES = SHOWN.flag("decides", "still has to decide now")
CARD = SHOWN.one_of("card", CARDS, "the card of this turn")
SWITCH_TURN = SHOWN.flag("switch turn", "a section may branch off any station of the line, on this card or the next")
CARDS_SHOWN = SHOWN.flags("cards shown", DECK, "cards revealed in this round, in the order of `card`")
TO_COME = SHOWN.flags("undergrounds to come", UNDERGROUNDS + 1, "how many underground cards until the round ends")
POWER_OF = SHOWN.numbers("powers", (LINES, POWER_COUNT), 1, f"power of each pencil: {', '.join(POWERS)}")
POWER = SHOWN.one_of("power", POWERS, "power that may still be used in this round")
PENCIL = SHOWN.numbers("pencils", (ROUNDS, LINES), 1, f"pencil of each round: {', '.join(PENCILS)}")
OBJECTIVE = SHOWN.numbers("objectives", (OBJECTIVE_COUNT, STEPS), 1, f"how far each that is drawn is: {', '.join(OBJECTIVES)}")

ROSE = SHOWN.flags("roses", ROSES + 1, "how many compass roses are crossed off")
POINTS = SHOWN.number("points", MOST_POINTS, "the line in hand as it stands")
DISTRICTS = SHOWN.flags("districts", DISTRICT_COUNT + 1, "how many have a station of the line in hand")
FULLEST = SHOWN.flags("fullest district", FULLEST_SHOWN + 1, "stations of the line in hand in the fullest district")
CROSSINGS = SHOWN.flags("crossings", MOST_SHOWN + 1, "sections of the line in hand over the Thames")
HELD = SHOWN.numbers("stations of districts", (DISTRICT_COUNT, FULLEST_SHOWN), 1, "at least so many of the line in hand, from 1")
COVERED = SHOWN.flags("covered districts", DISTRICT_COUNT, "those with a station of any line")

LINE = SHOWN.flags("line", STATIONS, "stations of the line in hand")
ENDS = SHOWN.flags("ends", STATIONS, "ends of the line in hand")
OLDER = SHOWN.numbers("older lines", (LINES - 1, STATIONS), 1, "stations at which at least one older line stops, two, three")
BLOCKED = SHOWN.flags("blocked", SECTIONS, "sections that are drawn or cross a drawn one")
OPEN = SHOWN.flags("open sections", SECTIONS, "those that can be drawn from an end, if their card comes")
BRANCHES = SHOWN.flags("branches", SECTIONS, "those that can be drawn from elsewhere on the line, if a switch comes or is there")
TARGETS = SHOWN.numbers("targets", (CARD_SYMBOLS, FEW), 1, "at least 1, 2, 3 stations that open sections lead to, by card")
GAINS = SHOWN.numbers("gains", (CARD_SYMBOLS, MOST_GAIN), 1, "at least 1, 2, 3 points at once by the best open section, by card")
NEAR = SHOWN.flags("near", STATIONS, "stations two sections from an end, as long as nothing else is drawn")
NEW_DISTRICTS = SHOWN.flags("new districts", DISTRICT_COUNT, "where an open section leads, and the line has no station yet")


@rule
def see(s: State, city: City, options: Cells, seat: int, row: Any) -> None:
    see_cards(s, city, seat, row)
    if s.round_no == 0:
        return
    row[PERIOD] = s.round_no - 1
    see_counts(s, city, seat, row)
    see_sheet(s, city, seat, row)
    if s.phase == CARD_REVEAL or s.phase == DRAWING:
        see_ways(s, city, seat, row)


@rule
def see_cards(s: State, city: City, seat: int, row: Any) -> None:
    row[PHASE + int(s.phase)] = 1
    row[DECIDES] = (to_act(s) >> seat) & 1
    if s.card != NO_CARD and s.phase == DRAWING:
        row[CARD + int(s.card)] = 1
    row[SWITCH_TURN] = switch_counts(s)
    for card in range(DECK):
        row[CARDS_SHOWN + card] = s.shown[card] > 0
    row[TO_COME + UNDERGROUNDS - undergrounds_shown(s)] = 1
    for pencil in range(LINES):
        if s.power[pencil] != NO_POWER:
            row[POWER_OF + pencil * POWER_COUNT + int(s.power[pencil])] = 1
    for round_no in range(1, ROUNDS + 1):
        pencil = pencil_in_round(s, seat, round_no)
        if pencil != NO_PENCIL:
            row[PENCIL + (round_no - 1) * LINES + pencil] = 1
    if s.round_no > 0:
        power = power_left(s, city, seat)
        if power != NO_POWER:
            row[POWER + power] = 1


@rule
def switch_counts(s: State) -> bool:
    """Whether this is a switch turn. Between the switch and its card it is the next one already."""
    return bool(s.switched) and not is_switch_ignored(int(s.turn_no) + (1 if s.phase == CARD_REVEAL else 0))


@rule
def power_left(s: State, city: City, seat: int) -> int:
    """The power that may still be used in this round: what is chosen on this card has used it, if that was needed."""
    return NO_POWER if is_spending(s, city, seat) else power_in_hand(s, seat)


@rule
def see_counts(s: State, city: City, seat: int, row: Any) -> None:
    """What is counted on a score sheet."""
    line = stations_of(s, city, seat, pencil_of(s, seat))
    districts, fullest = districts_with(city, line), most_in_district(city, line)
    crossings = crossings_of(s, city, seat, pencil_of(s, seat))
    row[POINTS] = shown(worth_of_line(districts, fullest, crossings), MOST_POINTS)
    row[DISTRICTS + districts] = 1
    row[FULLEST + shown(fullest, FULLEST_SHOWN)] = 1
    row[CROSSINGS + shown(crossings, MOST_SHOWN)] = 1
    row[ROSE + roses_crossed_off(visits(s, city, seat))] = 1
    for district in range(DISTRICT_COUNT):
        held = shown(size(line & int(city.district_stations[district])), FULLEST_SHOWN)
        for count in range(held):
            row[HELD + district * FULLEST_SHOWN + count] = 1
    if s.objectives != 0:
        for objective in range(OBJECTIVE_COUNT):
            if is_objective_drawn(s, objective):
                done = objective_progress(s, city, seat, objective)
                row[OBJECTIVE + objective * STEPS + shown(done, STEPS - 1)] = 1


@rule
def see_sheet(s: State, city: City, seat: int, row: Any) -> None:
    """The line in hand, and the older ones below it; with the seat's choice on this card as if it were drawn."""
    line, one, two, three = 0, 0, 0, 0
    for pencil in range(LINES):
        stations = stations_of(s, city, seat, pencil)
        if pencil == pencil_of(s, seat):
            line = stations
        else:
            three |= two & stations
            two |= one & stations
            one |= stations
    show_set(row, LINE, line, STATIONS)
    show_set(row, ENDS, ends_in_hand(s, city, seat), STATIONS)
    show_set(row, OLDER, one, STATIONS)
    show_set(row, OLDER + STATIONS, two, STATIONS)
    show_set(row, OLDER + 2 * STATIONS, three, STATIONS)
    if s.objectives != 0:
        for district in range(DISTRICT_COUNT):
            row[COVERED + district] = (line | one) & int(city.district_stations[district]) != 0
    for word in range(WORDS):
        show_set(row, BLOCKED + word * WORD, blocked_word(s, city, seat, word), WORD)


@rule
def see_ways(s: State, city: City, seat: int, row: Any) -> None:
    """How the line can go on."""
    line, ends = stations_of(s, city, seat, pencil_of(s, seat)), ends_in_hand(s, city, seat)
    reached = see_sections(s, city, seat, ends, line, OPEN, row)
    if s.shown[SWITCH_CARD] == 0 or switch_counts(s) or power_left(s, city, seat) == SWITCH:
        see_sections(s, city, seat, line & ~ends, line, BRANCHES, row)
    show_set(row, NEAR, two_away(city, reached, line, row), STATIONS)
    for symbol in range(CARD_SYMBOLS):
        count = shown(size(reached & int(city.targets[symbol])), FEW)
        for few in range(count):
            row[TARGETS + symbol * FEW + few] = 1
    for district in range(DISTRICT_COUNT):
        there = int(city.district_stations[district])
        row[NEW_DISTRICTS + district] = line & there == 0 and reached & there != 0


@rule
def see_sections(s: State, city: City, seat: int, sources: int, line: int, at: int, row: Any) -> int:
    """Sections from these stations to others that the line does not have, with nothing in the way. Returns where they lead."""
    reached, roses = 0, visits(s, city, seat)
    districts, fullest = districts_with(city, line), most_in_district(city, line)
    while sources != 0:
        source = lowest(sources)
        sources &= sources - 1
        beside = int(city.neighbours[source]) & ~line
        while beside != 0:
            target = lowest(beside)
            beside &= beside - 1
            section = int(city.section_between[source, target])
            if row[BLOCKED + section] == 0:
                row[at + section] = 1
                reached |= 1 << target
                if at == OPEN:
                    held = size(line & int(city.district_stations[city.district[target]]))
                    wider, fuller = districts + (1 if held == 0 else 0), max(fullest, held + 1)
                    gain = worth_of_line(wider, fuller, crosses_thames(city, section)) - worth_of_line(districts, fullest, 0)
                    see_gain(city, target, gain + gain_elsewhere(city, target, roses, row), row)
    return reached


@rule
def two_away(city: City, reached: int, line: int, row: Any) -> int:
    """Where sections lead from the stations that are reached, with nothing in the way."""
    found, sources = 0, reached
    while sources != 0:
        source = lowest(sources)
        sources &= sources - 1
        beside = int(city.neighbours[source]) & ~(line | reached | found)
        while beside != 0:
            target = lowest(beside)
            beside &= beside - 1
            if row[BLOCKED + int(city.section_between[source, target])] == 0:
                found |= 1 << target
    return found


@rule
def gain_elsewhere(city: City, target: int, roses: int, row: Any) -> int:
    """What a station brings beside the points of its line: a visit of its site, and where it meets older lines."""
    gain, lines = 0, 1
    if has(int(city.sites), target):
        gain = worth_of_visits(roses + 1) - worth_of_visits(roses)
    for few in range(LINES - 1):
        lines += int(row[OLDER + few * STATIONS + target])
    return gain + INTERCHANGE_STEPS[lines]


@rule
def see_gain(city: City, target: int, gain: int, row: Any) -> None:
    """A station that brings so many points, for every card that leads there."""
    for symbol in range(CARD_SYMBOLS):
        if has(int(city.targets[symbol]), target):
            for points in range(min(gain, MOST_GAIN)):
                row[GAINS + symbol * MOST_GAIN + points] = 1


SIGHT = Sight(Observation(SHOWN, Features(), see), seats=1, periods=ROUNDS)
