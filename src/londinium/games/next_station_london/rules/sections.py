"""N-4 Drawing a section: from an end of the line to a station that shows the card's symbol."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import (
    ANY,
    DOUBLE,
    LINES,
    NO_POWER,
    NO_SECTION,
    SIDE,
    UNDECIDED,
    WORD,
    WORDS,
)
from londinium.games.next_station_london.rules.lines import ends_of_section, stations_of
from londinium.games.next_station_london.rules.masks import lowest
from londinium.games.next_station_london.rules.moves import DRAW
from londinium.games.next_station_london.rules.pencils import pencil_of, symbol_of
from londinium.games.next_station_london.rules.powers import (
    has_branched,
    is_asked_for_second,
    may_use_joker,
    may_use_switch,
    power_in_hand,
    symbol_of_second,
)
from londinium.games.next_station_london.rules.refusals import (
    ALREADY_DRAWN,
    CELLS,
    CROSSES_DRAWN_SECTION,
    KINDS,
    LEGAL,
    MAKES_A_LOOP,
    NO_SECOND_WITHOUT_FIRST,
    NOT_AN_END,
    NOT_AT_YOUR_LINE,
    ONE_BRANCH_ONLY,
    OTHER_SYMBOL_THAN_FIRST,
    SWITCH_TOO_EARLY,
    WRONG_SYMBOL,
)
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule

# ── Where a section may begin and lead ───────────────────────────────────────


@rule
def line_in_hand(s: State, city: City, seat: int) -> int:
    """The stations of the line that a seat is drawing, with what it has chosen on this card."""
    return stations_of(s, city, seat, pencil_of(s, seat))


@rule
def ends_after(line: int, ends: int, section_ends: int) -> int:
    # N-4.2 The ends are the departure station as long as nothing is drawn, then every station with exactly one section.
    source = section_ends & line
    return (ends if line == source else ends & ~source) | (section_ends & ~line)


@rule
def ends_in_hand(s: State, city: City, seat: int) -> int:
    """The ends of the line that a seat is drawing, with what it has chosen on this card: two sections with SECOND SECTION."""
    ends = int(s.ends[seat])
    if s.choice[seat, 0] < 0:
        return ends
    line = int(s.line[seat, pencil_of(s, seat)])
    for place in range(2):
        section = int(s.choice[seat, place])
        if section >= 0:
            both = ends_of_section(city, section)
            ends = ends_after(line, ends, both)
            line |= both
    return ends


@rule
def is_switch_ignored(turn_no: int) -> bool:
    # N-4.4 The switch is ignored on the first two turns of a round.
    return turn_no <= 2


@rule
def is_switch_turn(s: State) -> bool:
    return bool(s.switched and not is_switch_ignored(s.turn_no))


@rule
def plain_sources(s: State, city: City, seat: int, line: int) -> int:
    # N-4.3 On a switch turn a section MAY branch off any station of the line, not of older ones; the tip is a further end.
    if is_switch_turn(s) and not has_branched(s, city, seat):
        return line
    return ends_in_hand(s, city, seat)


@rule
def plain_targets(s: State, city: City, seat: int, line: int) -> int:
    # N-4.1 The target MUST show the card's symbol, on a joker any; the central station is a target of every card.
    # N-4.5 It MUST NOT be on the line yet; stations of older lines may be visited freely.
    first = int(s.choice[seat, 0])
    if first == NO_SECTION:
        return 0
    symbol = symbol_of_second(s, city, seat) if first >= 0 else symbol_of(int(s.card))
    return int(city.targets[symbol]) & ~line


@rule
def sources(s: State, city: City, seat: int, line: int) -> int:
    """Where a section may begin, with the power of the pencil."""
    return line if may_use_switch(s, seat) else plain_sources(s, city, seat, line)


@rule
def targets(s: State, city: City, seat: int, line: int) -> int:
    """Where a section may lead, with the power of the pencil."""
    return int(city.targets[ANY]) & ~line if may_use_joker(s, seat) else plain_targets(s, city, seat, line)


# ── What is in the way ───────────────────────────────────────────────────────


@rule
def is_drawn(s: State, seat: int, section: int) -> bool:
    # N-4.6 A section may be drawn once on a sheet, by one colour only.
    if section == s.choice[seat, 0]:
        return True
    for pencil in range(LINES):
        if (int(s.drawn[seat, pencil, section // WORD]) >> (section % WORD)) & 1:
            return True
    return False


@rule
def crossed_section(s: State, city: City, seat: int, section: int) -> int:
    """A drawn section, of any colour, that this one would cross outside a station; NO_SECTION if there is none."""
    # N-4.7 A section MUST NOT cross any drawn section outside a station.
    first = int(s.choice[seat, 0])
    for word in range(WORDS):
        crossing = int(city.crossing[section, word])
        if first >= 0 and first // WORD == word and (crossing >> (first % WORD)) & 1:
            return first
        for pencil in range(LINES):
            crossed = crossing & int(s.drawn[seat, pencil, word])
            if crossed:
                return word * WORD + lowest(crossed)
    return NO_SECTION


@rule
def is_free(s: State, city: City, seat: int, section: int) -> bool:
    """Whether nothing drawn is in the way, in one look, for `blocked` is kept with every section."""
    # N-4.6 It is not drawn yet. N-4.7 It crosses nothing that is drawn.
    word, place = section // WORD, section % WORD
    first = int(s.choice[seat, 0])
    if first >= 0 and (section == first or (int(city.crossing[first, word]) >> place) & 1):
        return False
    return (int(s.blocked[seat, word]) >> place) & 1 == 0


@rule
def blocked_by(city: City, section: int, word: int) -> int:
    """The section itself and what crosses it."""
    return int(city.crossing[section, word]) | (1 << section % WORD if section // WORD == word else 0)


@rule
def blocked_word(s: State, city: City, seat: int, word: int) -> int:
    """Sections that are drawn or cross a drawn one, with those chosen on this card."""
    blocked = int(s.blocked[seat, word])
    for place in range(2):
        section = int(s.choice[seat, place])
        if section >= 0:
            blocked |= blocked_by(city, section, word)
    return blocked


# ── What is allowed ──────────────────────────────────────────────────────────


@rule
def may_draw(s: State, city: City, seat: int, section: int) -> int:
    """LEGAL, or why this section cannot be drawn now."""
    line = line_in_hand(s, city, seat)
    both = ends_of_section(city, section)
    if s.choice[seat, 0] == NO_SECTION:
        return NO_SECOND_WITHOUT_FIRST
    if is_drawn(s, seat, section):
        return ALREADY_DRAWN
    if both & line == 0:
        return NOT_AT_YOUR_LINE
    if both & ~line == 0:
        return MAKES_A_LOOP
    if both & sources(s, city, seat, line) == 0:
        if s.switched and is_switch_ignored(s.turn_no):
            return SWITCH_TOO_EARLY
        return ONE_BRANCH_ONLY if is_switch_turn(s) else NOT_AN_END
    if both & targets(s, city, seat, line) == 0:
        return WRONG_SYMBOL if s.choice[seat, 0] < 0 else OTHER_SYMBOL_THAN_FIRST
    crossed = crossed_section(s, city, seat, section)
    if crossed != NO_SECTION:
        first, second = int(city.first_end[crossed]), int(city.second_end[crossed])
        ends = cell_of(city, first) * CELLS + cell_of(city, second)
        return CROSSES_DRAWN_SECTION + KINDS * (ends + 1)
    return LEGAL


@rule
def legal_sections(s: State, city: City, seat: int, moves: Cells) -> int:
    """The same for all sections, by number: from every source to every target beside it, unless something is in the way."""
    line = line_in_hand(s, city, seat)
    allowed = targets(s, city, seat, line)
    beginnings = sources(s, city, seat, line)
    count = 0
    while beginnings != 0:
        source = lowest(beginnings)
        beginnings &= beginnings - 1
        reached = int(city.neighbours[source]) & allowed
        while reached != 0:
            section = int(city.section_between[source, lowest(reached)])
            reached &= reached - 1
            if is_free(s, city, seat, section):
                place = count
                while place > 0 and moves[place - 1] > DRAW + section:
                    moves[place] = moves[place - 1]
                    place -= 1
                moves[place] = DRAW + section
                count += 1
    return count


@rule
def cell_of(city: City, station: int) -> int:
    return int(city.row[station]) * SIDE + int(city.column[station])


# ── Choosing, and drawing what was chosen ────────────────────────────────────


@rule
def is_deciding(s: State, seat: int) -> bool:
    return bool(s.choice[seat, 0] == UNDECIDED or s.choice[seat, 1] == UNDECIDED)


@rule
def choose(s: State, seat: int, section: int) -> None:
    """Decide on the card: a section or NO_SECTION. Nothing is drawn before all have decided."""
    if s.choice[seat, 0] != UNDECIDED:
        s.choice[seat, 1] = section
        return
    s.choice[seat, 0] = section
    if not is_asked_for_second(s, seat):
        s.choice[seat, 1] = NO_SECTION


@rule
def draw_choices(s: State, city: City, seat: int) -> None:
    """Draw what a seat has chosen, and spend its power if that was needed."""
    first, second = int(s.choice[seat, 0]), int(s.choice[seat, 1])
    s.choice[seat, 0] = UNDECIDED
    s.choice[seat, 1] = UNDECIDED
    if first == NO_SECTION:
        return
    if needs_power(s, city, seat, first):
        s.spent[seat] = 1
    draw_section(s, city, seat, first)
    if second != NO_SECTION:
        s.spent[seat] = 1
        draw_section(s, city, seat, second)


@rule
def needs_power(s: State, city: City, seat: int, section: int) -> bool:
    """Whether JOKER or SWITCH, in this hand, is what makes a first section possible."""
    if power_in_hand(s, seat) == NO_POWER:
        return False
    line = line_in_hand(s, city, seat)
    both = ends_of_section(city, section)
    return both & plain_sources(s, city, seat, line) == 0 or both & plain_targets(s, city, seat, line) == 0


@rule
def power_spent(s: State, city: City, seat: int, section: int) -> int:
    """The power this section will use up: SECOND SECTION if it is a second one, JOKER or SWITCH if needed, else NO_POWER."""
    if s.choice[seat, 0] != UNDECIDED:
        return DOUBLE
    return power_in_hand(s, seat) if needs_power(s, city, seat, section) else NO_POWER


@rule
def target_of(s: State, city: City, seat: int, section: int) -> int:
    """The end of a section that is not on the line yet."""
    return lowest(ends_of_section(city, section) & ~line_in_hand(s, city, seat))


@rule
def draw_section(s: State, city: City, seat: int, section: int) -> None:
    pencil = pencil_of(s, seat)
    line = int(s.line[seat, pencil])
    both = ends_of_section(city, section)
    s.ends[seat] = ends_after(line, int(s.ends[seat]), both)
    s.line[seat, pencil] = line | both
    drawn = 1 << (section % WORD)
    s.drawn[seat, pencil, section // WORD] |= drawn
    # What `blocked_by` says of every word; a section itself is in one word only, and a GPU has few registers to ask in which.
    s.blocked[seat, section // WORD] |= drawn
    for word in range(WORDS):
        s.blocked[seat, word] |= int(city.crossing[section, word])
