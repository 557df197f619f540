"""What a learning agent is shown: the cards, its own sheet with what it has chosen, and the sheets of the others without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.allowed import to_act
from londinium.games.next_station_london.rules.components import (
    CARDS,
    DECK,
    LINES,
    NO_CARD,
    NO_PENCIL,
    NO_POWER,
    OBJECTIVE_COUNT,
    OBJECTIVES,
    OBJECTIVES_DRAWN,
    PENCILS,
    POWER_COUNT,
    POWERS,
    ROUNDS,
    SECTIONS,
    STATIONS,
    UNDERGROUNDS,
    WORD,
    WORDS,
)
from londinium.games.next_station_london.rules.lines import crossings_drawn, crossings_of, stations_of
from londinium.games.next_station_london.rules.pencils import pencil_in_round
from londinium.games.next_station_london.rules.powers import power_in_hand
from londinium.games.next_station_london.rules.rounds import undergrounds_shown
from londinium.games.next_station_london.rules.scoring import SHEET_LINES, score_line
from londinium.games.next_station_london.rules.sections import blocked_word, ends_in_hand, is_switch_turn
from londinium.games.next_station_london.rules.state import DRAWING, PHASES, State
from londinium.kernel.contracts.observation import HIGHEST, Features, Observation, show_set, shown
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule

MOST_CROSSINGS = 31

# ── What all share, and the seat's own score sheet ───────────────────────────

COMMON = Features()
PHASE = COMMON.one_of("phase", PHASES, "what is being decided")
ROUND = COMMON.number("round", ROUNDS, "the round, 0 during the setup")
TURN = COMMON.number("turn", DECK, "the turn of the round")
CARD = COMMON.one_of("card", CARDS, "the card of this turn")
SWITCH_TURN = COMMON.flag("switch turn", "a section may branch off any station of the line")
SHOWN = COMMON.flags("cards shown", DECK, "cards revealed in this round, in the order of `card`")
TO_COME = COMMON.number("undergrounds to come", UNDERGROUNDS, "underground cards until the round ends")
SHARED = COMMON.flags("objectives", OBJECTIVE_COUNT, f"shared objectives: {', '.join(OBJECTIVES)}")
POWER_OF = COMMON.numbers("powers", (LINES, POWER_COUNT), 1, f"power of each pencil: {', '.join(POWERS)}")
POINTS = COMMON.numbers(
    "points", (SHEET_LINES,), HIGHEST, "own score sheet as it stands: four lines, sightseeing, interchanges, objectives"
)

# ── A sheet ──────────────────────────────────────────────────────────────────

PLAYER = Features()
DECIDES = PLAYER.flag("decides", "still has to decide now")
PENCIL = PLAYER.numbers("pencils", (ROUNDS, LINES), 1, f"pencil of each round: {', '.join(PENCILS)}")
POWER = PLAYER.one_of("power", POWERS, "power that may still be used in this round")
LINE = PLAYER.numbers("lines", (LINES, STATIONS), 1, "stations of each line, by pencil")
ENDS = PLAYER.flags("ends", STATIONS, "ends of the line in hand")
BLOCKED = PLAYER.flags("blocked", SECTIONS, "sections that are drawn or cross a drawn one")
CROSSINGS = PLAYER.numbers("crossings", (LINES,), MOST_CROSSINGS, "sections of each line over the Thames")

SHEETS = COMMON.size
SHEET = PLAYER.size


@rule
def observe(s: State, city: City, options: Cells, seat: int, row: Any) -> None:
    # N-9.1 as in `face/view.py`: what the others have decided on this card is hidden until all have; nothing else is.
    show_cards(s, row)
    for player in range(s.seats):
        show_pencils(s, (seat + player) % int(s.seats), row, SHEETS + player * SHEET)
    if s.round_no == 0:
        return
    for line in range(SHEET_LINES):
        row[POINTS + line] = shown(score_line(s, city, seat, line), HIGHEST)
    show_own_sheet(s, city, seat, row, SHEETS)
    for player in range(1, s.seats):
        show_sheet(s, city, (seat + player) % int(s.seats), row, SHEETS + player * SHEET)


@rule
def show_cards(s: State, row: Any) -> None:
    row[PHASE + int(s.phase)] = 1
    row[ROUND] = s.round_no
    row[TURN] = s.turn_no
    if s.card != NO_CARD and s.phase == DRAWING:
        row[CARD + int(s.card)] = 1
    row[SWITCH_TURN] = is_switch_turn(s)
    for card in range(DECK):
        row[SHOWN + card] = s.shown[card] > 0
    row[TO_COME] = UNDERGROUNDS - undergrounds_shown(s)
    show_set(row, SHARED, int(s.objectives), OBJECTIVE_COUNT)
    for pencil in range(LINES):
        if s.power[pencil] != NO_POWER:
            row[POWER_OF + pencil * POWER_COUNT + int(s.power[pencil])] = 1


@rule
def show_pencils(s: State, player: int, row: Any, at: int) -> None:
    row[at + DECIDES] = (to_act(s) >> player) & 1
    for round_no in range(1, ROUNDS + 1):
        pencil = pencil_in_round(s, player, round_no)
        if pencil != NO_PENCIL:
            row[at + PENCIL + (round_no - 1) * LINES + pencil] = 1
    if s.round_no > 0:
        power = power_in_hand(s, player)
        if power != NO_POWER:
            row[at + POWER + power] = 1


@rule
def show_sheet(s: State, city: City, player: int, row: Any, at: int) -> None:
    """A sheet as it is drawn."""
    for pencil in range(LINES):
        show_set(row, at + LINE + pencil * STATIONS, int(s.line[player, pencil]), STATIONS)
        row[at + CROSSINGS + pencil] = shown(crossings_drawn(s, city, player, pencil), MOST_CROSSINGS)
    show_set(row, at + ENDS, int(s.ends[player]), STATIONS)
    for word in range(WORDS):
        show_set(row, at + BLOCKED + word * WORD, int(s.blocked[player, word]), WORD)


@rule
def show_own_sheet(s: State, city: City, seat: int, row: Any, at: int) -> None:
    """The seat's own sheet, with its choice on this card as if it were drawn."""
    for pencil in range(LINES):
        show_set(row, at + LINE + pencil * STATIONS, stations_of(s, city, seat, pencil), STATIONS)
        row[at + CROSSINGS + pencil] = shown(crossings_of(s, city, seat, pencil), MOST_CROSSINGS)
    show_set(row, at + ENDS, ends_in_hand(s, city, seat), STATIONS)
    for word in range(WORDS):
        show_set(row, at + BLOCKED + word * WORD, blocked_word(s, city, seat, word), WORD)


# ── Length ───────────────────────────────────────────────────────────────────


def longest(_: City, seats: int, options: Mapping[str, str]) -> tuple[int, int]:
    """How many decisions and reveals a match can have: nobody decides about the card with the switch."""
    cards = DECK - len(("switch",))
    powers = options.get("powers") == "on"
    # In one round a seat holds SECOND SECTION and may be asked twice about every card, in another STATION ×2.
    a_seat = ROUNDS * cards + (cards + len(("station twice",)) if powers else 0)
    chosen = seats == 1 and options.get("order") == "chosen"
    objectives = OBJECTIVES_DRAWN if options.get("objectives") == "on" else 0
    set_up = (0 if chosen else LINES) + objectives + (LINES if powers else 0)
    return seats * a_seat + (LINES if chosen else 0), set_up + ROUNDS * DECK


OBSERVATION = Observation(COMMON, PLAYER, observe, longest)
