"""Whether a position can come about: the cards and the modules, and what the rules let a pencil draw.

`audit` says only that something is wrong with a sheet. Here each rule is asked by itself, so that whoever wrote the position
reads which one it breaks.
"""

from __future__ import annotations

from collections import Counter

from londinium.games.next_station_london.box.flat import name_of_section, name_of_station
from londinium.games.next_station_london.rules.components import (
    DECK,
    DOUBLE,
    LINES,
    NO_PENCIL,
    NO_POWER,
    NO_STATION,
    PENCILS,
    POWER_COUNT,
    ROUNDS,
    SWITCH,
    SWITCH_CARD,
    TWICE,
    UNDERGROUNDS,
    WORD,
    WORDS,
)
from londinium.games.next_station_london.rules.lines import ends_of_section, stations_in_fullest
from londinium.games.next_station_london.rules.masks import has, lowest
from londinium.games.next_station_london.rules.pencils import is_underground, pencil_in_round, pencil_of, pencils_of
from londinium.games.next_station_london.rules.powers import holder_of_twice
from londinium.games.next_station_london.rules.rounds import is_last_turn, undergrounds_shown
from londinium.games.next_station_london.rules.sections import is_switch_ignored
from londinium.games.next_station_london.rules.setup import CHOSEN
from londinium.games.next_station_london.rules.state import (
    CARD_REVEAL,
    DRAWING,
    MATCH_OVER,
    OBJECTIVE_DRAW,
    PENCIL_ORDER,
    PHASES,
    POWER_DEAL,
    RING_DEAL,
    TWICE_CHOICE,
)
from londinium.kernel.contracts.position import Draft
from londinium.kernel.words.errors import N_

ENDS = 2
"""A line that has never branched has two ends."""
STATION_CARDS = DECK - 1


def check(draft: Draft) -> None:
    """Everything that the rules ask of a position, from the whole to its parts."""
    _check_modules(draft)
    _check_moment(draft)
    _check_cards(draft)
    for seat in range(draft.seats):
        _check_sheet(draft, seat)
        _check_power(draft, seat)


# ── Pencils, modules, rounds ─────────────────────────────────────────────────


def _check_modules(draft: Draft) -> None:
    s = draft.state
    pencils = [int(s.order[place]) for place in range(LINES) if s.order[place] != NO_PENCIL]
    if len(set(pencils)) != len(pencils):
        raise draft.wrong("pencils", N_("N-2.2: everybody draws one round with each pencil, so each stands here once"))
    if len(pencils) == LINES - 1:
        raise draft.wrong("pencils", N_("N-2.3: the last pencil follows by itself, so there are {count}"), count=LINES)
    powers = [int(s.power[pencil]) for pencil in range(LINES) if s.power[pencil] != NO_POWER]
    if len(set(powers)) != len(powers):
        raise draft.wrong("powers", N_("N-8.1: each power goes to one pencil"))
    if len(powers) == POWER_COUNT - 1:
        raise draft.wrong("powers", N_("N-8.1: the last power follows by itself, so there are {count}"), count=POWER_COUNT)


def _check_moment(draft: Draft) -> None:
    """Where the setup or a round stands, as `setup` and `rounds` put their parts one after the other."""
    s, phase = draft.state, int(draft.state.phase)
    pencils = sum(s.order[place] != NO_PENCIL for place in range(LINES))
    chosen = draft.seats == 1 and draft.options["order"] == _choice_of(draft, "order")
    expected = (
        (PENCIL_ORDER if chosen else RING_DEAL)
        if pencils < LINES
        else OBJECTIVE_DRAW
        if s.objectives_left
        else POWER_DEAL
        if s.powers_left
        else None
    )
    if phase < CARD_REVEAL and phase != expected:
        message = N_("N-2: '{phase}' does not come now; pencils, objectives and powers are dealt one after the other")
        raise draft.wrong("phase", message, phase=PHASES[phase])
    if phase >= CARD_REVEAL and expected is not None:
        raise draft.wrong("phase", N_("N-2: before the first round '{phase}' is to be settled"), phase=PHASES[expected])
    if expected in (PENCIL_ORDER, RING_DEAL) and (s.objectives or s.power[0] != NO_POWER):
        raise draft.wrong("phase", N_("N-2: pencils are dealt before objectives and powers"))
    if expected == OBJECTIVE_DRAW and s.power[0] != NO_POWER:
        raise draft.wrong("powers", N_("N-8.1: powers are dealt after the objectives"))
    if (s.round_no == 0) != (phase < CARD_REVEAL):
        raise draft.wrong(
            "round", N_("N-3: '{phase}' does not belong to round {round}"), phase=PHASES[phase], round=int(s.round_no)
        )


def _choice_of(draft: Draft, option: str) -> str:
    return next(each.choices[CHOSEN] for each in draft.game.options if each.name == option)


# ── Cards ────────────────────────────────────────────────────────────────────


def _check_cards(draft: Draft) -> None:
    s, phase = draft.state, int(draft.state.phase)
    shown = {card: int(s.shown[card]) for card in range(DECK) if s.shown[card]}
    if phase < CARD_REVEAL and shown:
        raise draft.wrong("cards", N_("N-3.1: no card is revealed before the first round"))
    undergrounds = sorted(turn for card, turn in shown.items() if is_underground(card))
    if len(undergrounds) == UNDERGROUNDS and undergrounds[-1] != max(shown.values()):
        raise draft.wrong("cards", N_("N-3.3: the round ends with the fifth underground card, so nothing comes after it"))
    over = bool(is_last_turn(s))
    if phase == CARD_REVEAL and over:
        raise draft.wrong("cards", N_("N-3.3: five underground cards are there, so the round is over"))
    if phase in (TWICE_CHOICE, MATCH_OVER) and not over:
        message = N_("N-3.3: the round goes on: {count} underground cards are there, and it ends with the fifth")
        raise draft.wrong("cards", message, count=int(undergrounds_shown(s)))
    if phase == DRAWING and not s.turn_no:
        raise draft.wrong("cards", N_("N-3.1: sections are drawn when a card was revealed"))
    if shown.get(SWITCH_CARD, 0) > s.turn_no and phase != CARD_REVEAL:
        raise draft.wrong("cards", N_("N-3.2: after the switch a card is revealed at once"))
    if phase == MATCH_OVER and s.round_no != ROUNDS:
        raise draft.wrong(
            "round", N_("N-3.4: a match ends after round {last}, not after round {round}"), last=ROUNDS, round=int(s.round_no)
        )
    if phase == TWICE_CHOICE and holder_of_twice(s) < 0:
        raise draft.wrong("phase", N_("N-8.5: nobody holds the pencil with STATION ×2 in this round"))


# ── Sheets ───────────────────────────────────────────────────────────────────


def _check_sheet(draft: Draft, seat: int) -> None:
    s = draft.state
    pencils = pencils_of(s, seat)[: int(s.round_no)]
    for pencil, name in enumerate(PENCILS):
        sections = _sections(draft, seat, pencil)
        if sections and pencil not in pencils:
            raise draft.wrong(
                name, N_("N-2.2: the round in which this seat holds the {pencil} pencil has not come yet"), seat, pencil=name
            )
        if pencil in pencils:
            _check_line(draft, seat, pencil, sections, pencils.index(pencil) + 1)
    _check_crossings(draft, seat)


def _check_crossings(draft: Draft, seat: int) -> None:
    city = draft.plain_box
    drawn = [sum(int(draft.state.drawn[seat, pencil, word]) for pencil in range(LINES)) for word in range(WORDS)]
    for pencil, name in enumerate(PENCILS):
        for section in _sections(draft, seat, pencil):
            crossed = [
                word * WORD + lowest(there) for word in range(WORDS) if (there := city.crossing[section][word] & drawn[word])
            ]
            if crossed:
                both = {"first": name_of_section(draft.box, crossed[0]), "second": name_of_section(draft.box, section)}
                raise draft.wrong(name, N_("N-4.7: the sections {first} and {second} cross outside a station"), seat, **both)


def _sections(draft: Draft, seat: int, pencil: int) -> list[int]:
    words = [int(draft.state.drawn[seat, pencil, word]) for word in range(WORDS)]
    return [word * WORD + place for word in range(WORDS) for place in range(WORD) if words[word] >> place & 1]


def _check_line(draft: Draft, seat: int, pencil: int, sections: list[int], round_no: int) -> None:
    city, name = draft.box, PENCILS[pencil]
    departure = 1 << int(city.departure[pencil])
    reached, left = departure, list(sections)
    while following := [section for section in left if ends_of_section(city, section) & reached]:
        for section in following:
            both = int(ends_of_section(city, section))
            if both & ~reached == 0:
                message = N_("N-4.5: the section {section} makes a loop")
                raise draft.wrong(name, message, seat, section=name_of_section(city, section))
            reached |= both
            left.remove(section)
    if left:
        station = name_of_station(city, int(city.departure[pencil]))
        message = N_("N-4.2: the section {section} does not hang together with the departure station {station}")
        raise draft.wrong(name, message, seat, section=name_of_section(city, left[0]), station=station)
    _check_length(draft, seat, pencil, len(sections), round_no)
    plain = draft.plain_box
    degrees = Counter(end for section in sections for end in (plain.first_end[section], plain.second_end[section]))
    branches = max(0, list(degrees.values()).count(1) - ENDS)
    most = _branches(draft, seat, pencil, round_no)
    if branches > most:
        message = N_("N-4.3: the line has {count} branches, and the switch allows it {most}")
        raise draft.wrong(name, message, seat, count=branches, most=most)


def _is_running(draft: Draft, round_no: int) -> bool:
    return bool(draft.state.round_no == round_no)


def _check_length(draft: Draft, seat: int, pencil: int, sections: int, round_no: int) -> None:
    """A card is a section at most; SECOND SECTION adds one."""
    s, running = draft.state, _is_running(draft, round_no)
    turns = (int(s.turn_no) - (1 if s.phase == DRAWING else 0)) if running else STATION_CARDS
    doubled = s.power[pencil] == DOUBLE and (bool(s.spent[seat]) or not running)
    most = turns + (1 if doubled else 0)
    if sections > most:
        message = N_("N-3.1: the line has {count} sections, and {most} could be drawn by now")
        raise draft.wrong(PENCILS[pencil], message, seat, count=sections, most=most)


def _branches(draft: Draft, seat: int, pencil: int, round_no: int) -> int:
    s, running = draft.state, _is_running(draft, round_no)
    power = s.power[pencil] == SWITCH and (bool(s.spent[seat]) or not running)
    if not running:
        return 1 + power
    turn = int(s.shown[SWITCH_CARD])
    drawn = turn < s.turn_no or (turn == s.turn_no and s.phase != DRAWING)
    return int(turn > 0 and drawn and not is_switch_ignored(turn)) + power


# ── Powers ───────────────────────────────────────────────────────────────────


def _check_power(draft: Draft, seat: int) -> None:
    s, city = draft.state, draft.box
    power = int(s.power[pencil_of(s, seat)]) if s.round_no else NO_POWER
    if s.spent[seat] and power == NO_POWER:
        raise draft.wrong("spent", N_("N-8.1: there is no power to use"), seat)
    station = int(s.twice[seat])
    rounds = int(s.round_no) - (0 if s.phase == MATCH_OVER else 1)
    before = [int(pencil_in_round(s, seat, round_no)) for round_no in range(1, rounds + 1)]
    pencil = next((pencil for pencil in before if s.power[pencil] == TWICE), None)
    if station != NO_STATION:
        if pencil is None:
            raise draft.wrong("twice", N_("N-8.5: this seat has not come to the end of a round with STATION ×2"), seat)
        if not has(int(stations_in_fullest(city, int(s.line[seat, pencil]))), station):
            message = N_("N-8.5: {station} is not on the {pencil} line in a district with the most of its stations")
            raise draft.wrong("twice", message, seat, station=name_of_station(city, station), pencil=PENCILS[pencil])
    if power == TWICE and bool(s.spent[seat]) != (s.phase == MATCH_OVER and station != NO_STATION):
        raise draft.wrong("spent", N_("N-8.5: STATION ×2 is used up when a station was chosen at the end of the round"), seat)
