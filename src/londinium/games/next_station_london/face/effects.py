"""What a move would bring, read from the sheet as it would be: the rules themselves answer."""

from __future__ import annotations

import msgspec

from londinium.games.next_station_london.box.flat import City, name_of_station
from londinium.games.next_station_london.face.sheets import LineScore, fill_line, line_score
from londinium.games.next_station_london.face.view import city_bytes, city_map, known_to
from londinium.games.next_station_london.rules.components import (
    NO_POWER,
    NO_SECTION,
    PENCILS,
    POWERS,
    SECTIONS,
    STATIONS,
    TWICE,
    UNDECIDED,
)
from londinium.games.next_station_london.rules.lines import ends_of_section
from londinium.games.next_station_london.rules.moves import COUNT_TWICE, DRAW
from londinium.games.next_station_london.rules.pencils import pencil_of
from londinium.games.next_station_london.rules.powers import count_twice, is_asked_for_second
from londinium.games.next_station_london.rules.rounds import is_last_round, is_last_turn
from londinium.games.next_station_london.rules.scoring import lines_meeting, total
from londinium.games.next_station_london.rules.sections import (
    choose,
    crossed_section,
    ends_in_hand,
    is_drawn,
    line_in_hand,
    power_spent,
    target_of,
)
from londinium.games.next_station_london.rules.state import DRAWING, TWICE_CHOICE, State
from londinium.kernel.cells import zeros
from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.game import AGAIN, ENDS, PASSES, REVEALS, Position
from londinium.kernel.kept import kept
from londinium.kernel.rules import rule


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True, gc=False):
    """The consequences of a move for the sheet of the seat that makes it. Empty where there is none.

    `points` is what the total gains; `interchange` how many colours meet at the target, where there are several.
    """

    before: LineScore | None = None
    after: LineScore | None = None
    points: int = 0
    target: str | None = None
    site: bool = False
    interchange: int = 0
    spends: str | None = None


def effect(position: Position, seat: int, move: int) -> Effect:
    """It rests on the seat's own sheet alone, so it stays the same while the others decide, and is kept for that long."""
    return _effect(known_to(position, seat), city_bytes(position), position.seats, seat, move)


@kept
def _effect(states: bytes, cities: bytes, seats: int, seat: int, move: int) -> Effect:
    position = Position(State.from_bytes(states), City.from_bytes(cities), seats, {})
    if DRAW <= move < DRAW + SECTIONS:
        return _effect_of_section(position, seat, move - DRAW)
    if COUNT_TWICE <= move < COUNT_TWICE + STATIONS:
        return _effect_of_twice(position, seat, move - COUNT_TWICE)
    return Effect()


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """A section as the rules see it when it is chosen: `before` and `after` are the line and the total of the sheet."""

    pencil: str
    target: int
    power: str | None
    interchange: int
    before: tuple[LineScore, int]
    after: tuple[LineScore, int]


def choose_section(states: FlatArray[State], cities: FlatArray[City], seat: int, section: int) -> Drawn:
    """Choose a section on these states, which it changes, and tell what that brings."""
    row = zeros(NUMBERS, "int32")
    weigh_section(states, cities, seat, section, row)
    pencil, target, power, interchange, *counts = row.tolist()
    name = PENCILS[pencil]
    return Drawn(
        name,
        target,
        None if power == NO_POWER else POWERS[power],
        interchange,
        (LineScore(name, *counts[:3]), counts[3]),
        (LineScore(name, *counts[4:7]), counts[7]),
    )


NUMBERS = 12


@rule
def weigh_section(states: FlatArray[State], cities: FlatArray[City], seat: int, section: int, numbers: Cells) -> None:
    """All numbers of a section at once: pencil, target, power, colours that meet; line and total before and after."""
    s, city = states[0], cities[0]
    pencil, target = pencil_of(s, seat), target_of(s, city, seat, section)
    numbers[0], numbers[1], numbers[2] = pencil, target, power_spent(s, city, seat, section)
    fill_line(s, city, seat, pencil, numbers[4:])
    numbers[7] = total(s, city, seat)
    choose(s, seat, section)
    numbers[3] = lines_meeting(s, city, seat, target)
    fill_line(s, city, seat, pencil, numbers[8:])
    numbers[11] = total(s, city, seat)


def _effect_of_section(position: Position, seat: int, section: int) -> Effect:
    drawn = choose_section(position.states, position.boxes, seat, section)
    (before, less), (after, more) = drawn.before, drawn.after
    station = city_map(position.boxes).stations[drawn.target]
    return Effect(before, after, more - less, station.name, station.site, drawn.interchange, drawn.power)


def _effect_of_twice(position: Position, seat: int, station: int) -> Effect:
    s: State = position.state
    city: City = position.box
    states = position.states
    count_twice(states[0], seat, station)
    pencil = int(pencil_of(s, seat))
    before, after = line_score(s, city, seat, pencil), line_score(states[0], city, seat, pencil)
    points = after.points - before.points
    return Effect(before=before, after=after, points=points, target=name_of_station(city, station), spends=POWERS[TWICE])


def ways_after(position: Position, seat: int, section: int) -> int:
    """How many sections could lengthen the line in hand at an end after this one, or after none, whatever card comes."""
    return int(ways_of_line(position.states, position.boxes, seat, section))


@rule
def ways_of_line(states: FlatArray[State], cities: FlatArray[City], seat: int, section: int) -> int:
    """Choose a section on these states, which it changes, and count those that could then follow."""
    s, city = states[0], cities[0]
    choose(s, seat, section)
    line, ends, ways = line_in_hand(s, city, seat), ends_in_hand(s, city, seat), 0
    for each in range(city.sections):
        both = ends_of_section(city, each)
        if both & ends != 0 and both & ~line != 0 and not is_drawn(s, seat, each):
            if crossed_section(s, city, seat, each) == NO_SECTION:
                ways += 1
    return ways


# ── Who decides next ─────────────────────────────────────────────────────────


def what_follows(position: Position, seat: int, move: int) -> str | None:
    """Said of the cards and of STATION ×2; a player alone tries SECOND SECTION and the last card of a round."""
    s = position.plain
    if s.phase == TWICE_CHOICE:
        return ENDS if is_last_round(position.state) else REVEALS
    if s.phase != DRAWING:
        return None
    if s.choice[seat][0] == UNDECIDED and has_second_choice(position.states, seat):
        return AGAIN if position.seats > 1 else None
    if position.seats > 1:
        return PASSES
    return None if ends_round(position.states) else REVEALS


@rule
def has_second_choice(states: FlatArray[State], seat: int) -> bool:
    return is_asked_for_second(states[0], seat)


@rule
def ends_round(states: FlatArray[State]) -> bool:
    """Whether the round ends with the card that lies there."""
    return is_last_turn(states[0])
