"""Who decides now, and what is allowed. Each function is one dispatch on the phase; the chapters have the reasons."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import LINES
from londinium.games.next_station_london.rules.moves import COUNT_TWICE, DRAW, PASS, TAKE_PENCIL
from londinium.games.next_station_london.rules.pencils import may_take_pencil
from londinium.games.next_station_london.rules.powers import holder_of_twice, legal_stations, may_count_twice
from londinium.games.next_station_london.rules.refusals import LEGAL, NOT_NOW
from londinium.games.next_station_london.rules.sections import is_deciding, legal_sections, may_draw
from londinium.games.next_station_london.rules.state import DRAWING, MATCH_OVER, PENCIL_ORDER, TWICE_CHOICE, State
from londinium.kernel.flat import Cells
from londinium.kernel.game import CHANCE
from londinium.kernel.rules import rule

# ── Who decides ──────────────────────────────────────────────────────────────


@rule
def to_act(s: State) -> int:
    """The seats that decide now, one bit each: all that have not decided on the card, none when the match is over."""
    phase = s.phase
    if phase == DRAWING:
        deciding = 0
        for seat in range(s.seats):
            if is_deciding(s, seat):
                deciding |= 1 << seat
        return deciding
    if phase == MATCH_OVER:
        return 0
    if phase == TWICE_CHOICE:
        return 1 << holder_of_twice(s)
    return 1 if phase == PENCIL_ORDER else 1 << CHANCE


# ── What is allowed ──────────────────────────────────────────────────────────


@rule
def refusal(s: State, city: City, seat: int, move: int) -> int:
    """LEGAL, or why this seat may not make this move now. This is the law: everything that offers moves agrees with it."""
    if not (to_act(s) >> seat) & 1:
        return NOT_NOW
    phase = s.phase
    if phase == DRAWING and DRAW <= move < DRAW + int(city.sections):
        return may_draw(s, city, seat, move - DRAW)
    if phase == TWICE_CHOICE and COUNT_TWICE <= move < COUNT_TWICE + int(city.stations):
        return may_count_twice(s, city, seat, move - COUNT_TWICE)
    if phase == PENCIL_ORDER and TAKE_PENCIL <= move < TAKE_PENCIL + LINES:
        return may_take_pencil(s, move - TAKE_PENCIL)
    # N-3.1 Nobody has to draw. N-8.5 STATION ×2 may be left unused.
    if move == PASS and (phase == DRAWING or phase == TWICE_CHOICE):
        return LEGAL
    return NOT_NOW


@rule
def legal(s: State, city: City, seat: int, moves: Cells) -> int:
    """Fill `moves` with what this seat may do now, in the order of the table; return how many."""
    phase = s.phase
    count = 0
    if phase == PENCIL_ORDER:
        for pencil in range(LINES):
            if may_take_pencil(s, pencil) == LEGAL:
                moves[count] = TAKE_PENCIL + pencil
                count += 1
        return count
    count = legal_sections(s, city, seat, moves) if phase == DRAWING else legal_stations(s, city, seat, moves)
    moves[count] = PASS
    return count + 1
