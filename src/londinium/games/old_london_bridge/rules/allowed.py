"""Who decides now, and what is allowed. Each function is one dispatch on the phase; the chapters have the reasons."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.bonus import (
    holds_tiles,
    may_add_one,
    may_advance_two,
    may_take_noblewoman,
)
from londinium.games.old_london_bridge.rules.buildings import may_pick, may_take_card
from londinium.games.old_london_bridge.rules.components import BACKS, CENTRE, CHAPEL_TWO, GATE_TWO, HOUSES, VALUES
from londinium.games.old_london_bridge.rules.moves import (
    PASS,
    PICK,
    PLACE,
    PLACE_CENTRE,
    PLACE_FREE_CENTRE,
    PLAY,
    REPLACE,
    TAKE,
    USE_CHAPEL_TWO,
    USE_GATE_TWO,
    USE_NOBLEWOMAN,
    USE_PLUS_ONE,
    USE_PLUS_ONE_SECOND,
    USE_TAKE_BACK,
)
from londinium.games.old_london_bridge.rules.refusals import LEGAL, NOT_NOW, PLACING_IS_COMPULSORY
from londinium.games.old_london_bridge.rules.state import (
    CARD_CHOICE,
    END_OF_TURN,
    MATCH_OVER,
    NEXT_BUILDING,
    NEXT_TILE,
    NOBLEWOMEN,
    PICKING,
    PLACING,
    PLUS_ONES,
    REPLACING,
    ROUND_MARKER,
    TAKING_CARDS,
    State,
)
from londinium.games.old_london_bridge.rules.turn import (
    fits_in_line,
    may_replace,
    may_skip,
    may_take_back_in,
    needs_of_space,
    placing,
    refusal_of_stack,
    space_of,
    stack_of,
)
from londinium.games.old_london_bridge.rules.turn_order import cards_per_seat, is_choosing, may_play
from londinium.kernel.flat import Cells
from londinium.kernel.game import CHANCE
from londinium.kernel.rules import rule

# ── Who decides ──────────────────────────────────────────────────────────────


@rule
def to_act(s: State) -> int:
    """The seats that decide now, one bit each: several at once in the card choice, none when the match is over."""
    phase = s.phase
    if phase == CARD_CHOICE:
        choosing = 0
        for seat in range(s.seats):
            if is_choosing(s, seat):
                choosing |= 1 << seat
        return choosing
    if phase == MATCH_OVER:
        return 0
    if phase <= ROUND_MARKER or phase == NEXT_BUILDING or phase == NEXT_TILE:
        return 1 << CHANCE
    return 1 << int(s.actor)


# ── What is allowed ──────────────────────────────────────────────────────────


@rule
def refusal(s: State, box: Box, seat: int, move: int) -> int:
    """LEGAL, or why this seat may not make this move now. This is the law: everything that offers moves agrees with it."""
    return refusal_in_phase(s, box, seat, move) if (to_act(s) >> seat) & 1 else NOT_NOW


@rule
def refusal_in_phase(s: State, box: Box, seat: int, move: int) -> int:
    """The same for a seat that is to act."""
    phase = s.phase
    if USE_NOBLEWOMAN <= move <= USE_GATE_TWO:
        return refusal_of_tile(s, box, seat, move)
    if phase == CARD_CHOICE and PLAY <= move < PLAY + VALUES:
        return may_play(s, seat, move - PLAY)
    if phase == PLACING and PLACE <= move < REPLACE:
        return max(0, -placing(s, box, seat, space_of(box, move), stack_of(move), move >= PLACE_FREE_CENTRE))
    if phase == PLACING and move == PASS:
        return LEGAL if may_skip(s, box, seat) else PLACING_IS_COMPULSORY
    if phase == REPLACING and REPLACE <= move < REPLACE + HOUSES:
        return may_replace(s, seat, move - REPLACE + 1, int(s.taken))
    if phase == TAKING_CARDS and TAKE <= move < TAKE + VALUES - 1:
        return may_take_card(s, move - TAKE + 1)
    if phase == PICKING and PICK <= move < PICK + BACKS:
        return may_pick(s, move - PICK)
    if move == PASS and (phase == TAKING_CARDS or phase == NOBLEWOMEN or phase == PLUS_ONES or phase == END_OF_TURN):
        return LEGAL
    return NOT_NOW


@rule
def refusal_of_tile(s: State, box: Box, seat: int, move: int) -> int:
    """The same for the use of a bonus tile on its own."""
    phase = s.phase
    if phase == NOBLEWOMEN and move == USE_NOBLEWOMAN:
        return may_take_noblewoman(s, seat)
    if phase == PLUS_ONES and (move == USE_PLUS_ONE or (move == USE_PLUS_ONE_SECOND and cards_per_seat(s) == 2)):
        return may_add_one(s, seat)
    if (phase == PLACING or phase == END_OF_TURN) and move == USE_TAKE_BACK:
        return may_take_back_in(s, seat, int(phase))
    if (phase == PLACING or phase == END_OF_TURN) and (move == USE_CHAPEL_TWO or move == USE_GATE_TWO):
        return may_advance_two(s, box, seat, CHAPEL_TWO if move == USE_CHAPEL_TWO else GATE_TWO)
    return NOT_NOW


@rule
def legal(s: State, box: Box, seat: int, moves: Cells) -> int:
    """Fill `moves` with what this seat may do now, in the order of the table; return how many."""
    phase = s.phase
    if phase == PLACING:
        return legal_at_start_of_turn(s, box, seat, moves)
    if phase == CARD_CHOICE:
        return legal_cards(s, seat, moves)
    if phase == REPLACING:
        return legal_replacements(s, seat, moves)
    if phase == PICKING:
        return legal_picks(s, moves)
    count = legal_takings(s, moves) if phase == TAKING_CARDS else legal_tiles(s, box, seat, moves)
    moves[count] = PASS
    return count + 1


# Each of these writes every candidate, and the next one overwrites what is not allowed: so no branch is needed.


@rule
def legal_cards(s: State, seat: int, moves: Cells) -> int:
    count = 0
    for value in range(VALUES):
        moves[count] = PLAY + value
        count += 1 if may_play(s, seat, value) == LEGAL else 0
    return count


@rule
def legal_picks(s: State, moves: Cells) -> int:
    count = 0
    for back in range(BACKS):
        moves[count] = PICK + back
        count += 1 if may_pick(s, back) == LEGAL else 0
    return count


@rule
def legal_takings(s: State, moves: Cells) -> int:
    count = 0
    for value in range(1, VALUES):
        moves[count] = TAKE + value - 1
        count += 1 if may_take_card(s, value) == LEGAL else 0
    return count


@rule
def legal_tiles(s: State, box: Box, seat: int, moves: Cells) -> int:
    count = 0
    for move in range(USE_NOBLEWOMAN, USE_GATE_TWO + 1):
        moves[count] = move
        count += 1 if refusal_of_tile(s, box, seat, move) == LEGAL else 0
    return count


@rule
def legal_replacements(s: State, seat: int, moves: Cells) -> int:
    count = 0
    for site in range(s.length[seat]):
        if fits_in_line(s, seat, site, int(s.taken)):
            move = REPLACE + int(s.site[seat, site]) - 1
            place = count
            while place > 0 and moves[place - 1] > move:
                moves[place] = moves[place - 1]
                place -= 1
            moves[place] = move
            count += 1
    return count


@rule
def legal_at_start_of_turn(s: State, box: Box, seat: int, moves: Cells) -> int:
    """The tiles of the start of a turn, and the placings; most of a match's time goes into this choice."""
    tiles = holds_tiles(s, seat)
    count = legal_tiles(s, box, seat, moves) if tiles else 0
    stacks = stacks_to_choose(s, seat)
    compulsory = False
    for stack in range(6):
        if (stacks >> stack) & 1:
            needs = needs_of_space(s, box, seat, int(box.position[stack]), False)
            moves[count] = PLACE + stack
            count += 1 if needs >= 0 else 0
            compulsory |= needs == 0
    needs = needs_of_space(s, box, seat, CENTRE, False)
    if needs >= 0:
        count = offer_centre(stacks, PLACE_CENTRE, moves, count)
        compulsory |= needs == 0 and stacks != 0
    if tiles and needs_of_space(s, box, seat, CENTRE, True) >= 0:
        count = offer_centre(stacks, PLACE_FREE_CENTRE, moves, count)
    if not compulsory:
        moves[count] = PASS
        count += 1
    return count


@rule
def stacks_to_choose(s: State, seat: int) -> int:
    """The stacks whose building can be built, one bit each."""
    stacks = 0
    for stack in range(6):
        stacks |= 1 << stack if refusal_of_stack(s, seat, stack) == LEGAL else 0
    return stacks


@rule
def offer_centre(stacks: int, first: int, moves: Cells, count: int) -> int:
    """From the centre every stack whose building can be built can be chosen."""
    for stack in range(6):
        moves[count] = first + stack
        count += (stacks >> stack) & 1
    return count
