"""A position in one line: the words for cards, pencils and modules, and for the sheet of each seat; and how they are read.

What follows from other words is not written: the stations and ends of a line follow from its sections, the turn and its card from
the cards of the round.
"""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import name_of_section, name_of_station
from londinium.games.next_station_london.face.position_checks import check
from londinium.games.next_station_london.rules.audit import ends_of_line
from londinium.games.next_station_london.rules.components import (
    CARDS,
    LINES,
    NO_CARD,
    NO_PENCIL,
    NO_POWER,
    NO_SECTION,
    NO_STATION,
    OBJECTIVES,
    OBJECTIVES_DRAWN,
    PENCILS,
    POWERS,
    ROUNDS,
    SWITCH_CARD,
    UNDECIDED,
    WORD,
    WORDS,
    station_name,
)
from londinium.games.next_station_london.rules.lines import ends_of_section
from londinium.games.next_station_london.rules.pencils import pencil_in_round, pencil_of
from londinium.games.next_station_london.rules.sections import blocked_by
from londinium.games.next_station_london.rules.setup import WITH
from londinium.games.next_station_london.rules.state import CARD_REVEAL, DRAWING, PHASES
from londinium.kernel.contracts.position import Draft, FaceDown, PositionPart, number_part
from londinium.kernel.game import Position
from londinium.kernel.words.errors import N_

SKIP = "pass"
SWITCHED = f"{CARDS[SWITCH_CARD]}+"
"""Before a card: the switch was revealed together with it."""

# ── The table ────────────────────────────────────────────────────────────────


def _write_phase(position: Position, seat: int) -> str:
    return PHASES[position.plain.phase]


def _read_phase(draft: Draft, seat: int, value: str) -> None:
    draft.state.phase = draft.one_of("phase", seat, value, PHASES)


def _write_pencils(position: Position, seat: int) -> str:
    return ",".join(PENCILS[pencil] for pencil in position.plain.order if pencil != NO_PENCIL)


def _read_pencils(draft: Draft, seat: int, value: str) -> None:
    names = value.split(",") if value else []
    draft.number("pencils", seat, str(len(names)), 0, LINES)
    for place in range(LINES):
        named = place < len(names)
        draft.state.order[place] = draft.one_of("pencils", seat, names[place], PENCILS) if named else NO_PENCIL


def _write_cards(position: Position, seat: int) -> str:
    """The cards of the round in the order of their turns."""
    s = position.plain
    turns = {turn: CARDS[card] for card, turn in enumerate(s.shown) if turn and card != SWITCH_CARD}
    switch = s.shown[SWITCH_CARD]
    last = max([*turns, switch])
    return ",".join(f"{SWITCHED if turn == switch else ''}{turns.get(turn, '')}" for turn in range(1, last + 1))


def _read_cards(draft: Draft, seat: int, value: str) -> None:
    s = draft.state
    s.card, s.turn_no = NO_CARD, 0
    for turn, word in enumerate(value.split(",") if value else (), 1):
        if s.turn_no != turn - 1:
            raise draft.wrong("cards", N_("N-3.2: after the switch a card is revealed at once"))
        cards = [CARDS[SWITCH_CARD], word.removeprefix(SWITCHED)] if word.startswith(SWITCHED) else [word]
        for name in filter(None, cards):
            card = draft.one_of("cards", seat, name, CARDS)
            if s.shown[card]:
                raise draft.wrong("cards", N_("N-3.1: the card {card} is there twice, the box has one"), card=name)
            s.shown[card] = turn
            if card != SWITCH_CARD:
                s.card, s.turn_no = card, turn


def _write_objectives(position: Position, seat: int) -> str:
    return ",".join(name for objective, name in enumerate(OBJECTIVES) if position.plain.objectives >> objective & 1)


def _read_objectives(draft: Draft, seat: int, value: str) -> None:
    names = value.split(",") if value else []
    for name in names:
        draft.state.objectives |= 1 << draft.one_of("objectives", seat, name, OBJECTIVES)
    wanted = OBJECTIVES_DRAWN if _is_on(draft, "objectives") else 0
    if len(names) > wanted or len(set(names)) != len(names):
        message = N_("N-7.1: there should be {expected} different objectives, not {count}")
        raise draft.wrong("objectives", message, expected=wanted, count=len(names))
    draft.state.objectives_left = wanted - len(names)


def _is_on(draft: Draft, option: str) -> bool:
    choices = {each.name: each.choices for each in draft.game.options}
    return choices[option].index(draft.options[option]) == WITH


def _write_powers(position: Position, seat: int) -> str:
    return ",".join(POWERS[power] for power in position.plain.power if power != NO_POWER)


def _read_powers(draft: Draft, seat: int, value: str) -> None:
    names = value.split(",") if value else []
    draft.number("powers", seat, str(len(names)), 0, LINES if _is_on(draft, "powers") else 0)
    for pencil in range(LINES):
        named = pencil < len(names)
        draft.state.power[pencil] = draft.one_of("powers", seat, names[pencil], POWERS) if named else NO_POWER
    draft.state.powers_left = int(_is_on(draft, "powers") and len(names) < LINES)


# ── A sheet ──────────────────────────────────────────────────────────────────


def _section(draft: Draft, part: str, seat: int, name: str) -> int:
    """A section by its ends, from either of them."""
    stations = station_names(draft)
    first, _, second = name.partition("-")
    section = NO_SECTION
    if first in stations and second in stations:
        section = draft.plain_box.section_between[stations.index(first)][stations.index(second)]
    if section == NO_SECTION:
        raise draft.wrong(part, N_("N-1.3: there is no section {section} on this map"), seat, section=name)
    return section


def station_names(draft: Draft) -> list[str]:
    """All stations of the map, in the order of their numbers."""
    city = draft.plain_box
    return [station_name(*cell) for cell in zip(city.column, city.row, strict=True)][: city.stations]


def _line_part(pencil: int, meaning: str) -> PositionPart:
    name = PENCILS[pencil]

    def write(position: Position, seat: int) -> str:
        drawn = position.plain.drawn[seat][pencil]
        found = [word * WORD + place for word in range(WORDS) for place in range(WORD) if drawn[word] >> place & 1]
        return ",".join(name_of_section(position.box, section) for section in found)

    def read(draft: Draft, seat: int, value: str) -> None:
        drawn = draft.state.drawn
        for each in value.split(",") if value else ():
            section = _section(draft, name, seat, each)
            for other in range(LINES):
                if int(drawn[seat, other, section // WORD]) >> section % WORD & 1:
                    raise draft.wrong(name, N_("N-4.6: the section {section} is drawn twice"), seat, section=each)
            drawn[seat, pencil, section // WORD] |= 1 << section % WORD

    return PositionPart(name, meaning, write, read)


def _write_choice(position: Position, seat: int) -> str:
    chosen = [section for section in position.plain.choice[seat] if section != UNDECIDED]
    if len(chosen) == 2 and chosen[1] == NO_SECTION and not _is_second_asked(position, seat):
        chosen.pop()
    names = (_move(position, section) for section in chosen)
    return ",".join(names)


def _is_second_asked(position: Position, seat: int) -> bool:
    """Whether a second section is a decision of its own: with SECOND SECTION unused."""
    s = position.state
    return not s.spent[seat] and s.power[pencil_of(s, seat)] == POWERS.index("double")


def _move(position: Position, section: int) -> str:
    return SKIP if section == NO_SECTION else name_of_section(position.box, section)


def _read_choice(draft: Draft, seat: int, value: str) -> None:
    """What is chosen face down is decided again."""
    draft.state.choice[seat, 0] = draft.state.choice[seat, 1] = UNDECIDED
    for name in value.split(",") if value else ():
        if name != SKIP:
            _section(draft, "choice", seat, name)
        draft.chosen.append(FaceDown(seat, SKIP if name == SKIP else f"draw {name}", "choice"))


def _write_twice(position: Position, seat: int) -> str:
    station = position.plain.twice[seat]
    return name_of_station(position.box, station) if station != NO_STATION else ""


def _read_twice(draft: Draft, seat: int, value: str) -> None:
    names = station_names(draft)
    if value and value not in names:
        raise draft.wrong("twice", N_("N-1.1: there is no station {station} on this map"), seat, station=value)
    draft.state.twice[seat] = names.index(value) if value else NO_STATION


TABLE = (
    number_part("round", N_("the round; 0 before the first"), "round_no", ROUNDS),
    PositionPart("phase", N_("what is being decided or revealed"), _write_phase, _read_phase),
    PositionPart("pencils", N_("the pencil that the first slot of the ring holds in each round"), _write_pencils, _read_pencils),
    PositionPart("cards", N_("the cards of this round in the order of the turns"), _write_cards, _read_cards),
    PositionPart("objectives", N_("the shared objectives"), _write_objectives, _read_objectives),
    PositionPart("powers", N_("the powers of the pencils green, pink, purple, blue"), _write_powers, _read_powers),
)

SEAT = (
    _line_part(0, N_("the sections of the green line")),
    _line_part(1, N_("the sections of the pink line")),
    _line_part(2, N_("the sections of the purple line")),
    _line_part(3, N_("the sections of the blue line")),
    number_part("spent", N_("1 if the power of the pencil was used in this round"), "spent", 1),
    PositionPart("twice", N_("the station that counts twice"), _write_twice, _read_twice),
    PositionPart("choice", N_("what is chosen on this card, face down until all have decided"), _write_choice, _read_choice),
)


def complete(draft: Draft) -> None:
    """Everything that follows from cards and sections."""
    s, city = draft.state, draft.box
    s.seats = draft.seats
    switch = int(s.shown[SWITCH_CARD])
    s.switched = switch > 0 and switch == {DRAWING: int(s.turn_no), CARD_REVEAL: int(s.turn_no) + 1}.get(int(s.phase), -1)
    for seat in range(draft.seats):
        for round_no in range(1, int(s.round_no) + 1):
            pencil = pencil_in_round(s, seat, round_no)
            if pencil != NO_PENCIL:
                s.line[seat, pencil] = 1 << int(city.departure[pencil])
        for pencil in range(LINES):
            for section in sections_of(draft, seat, pencil):
                s.line[seat, pencil] |= ends_of_section(city, section)
                for word in range(WORDS):
                    s.blocked[seat, word] |= blocked_by(city, section, word)
        if s.round_no and pencil_of(s, seat) != NO_PENCIL:
            s.ends[seat] = ends_of_line(s, city, seat, pencil_of(s, seat))


def sections_of(draft: Draft, seat: int, pencil: int) -> list[int]:
    """The sections of a line, by their numbers."""
    words = [int(draft.state.drawn[seat, pencil, word]) for word in range(WORDS)]
    return [word * WORD + place for word in range(WORDS) for place in range(WORD) if words[word] >> place & 1]


__all__ = ["SEAT", "TABLE", "check", "complete"]
