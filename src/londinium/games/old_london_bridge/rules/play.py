"""The rules put together: the functions a game gives the kernel. Each is one dispatch on the phase."""

from __future__ import annotations

from londinium.games.old_london_bridge.box import Box
from londinium.games.old_london_bridge.components import (
    BACKS,
    CENTRE,
    CHAPEL_TWO,
    GATE_TWO,
    HOUSES,
    NUMBERED,
    PER_BUILDING,
    RANDOM_SIDE,
    TAKE_BACK,
    VALUES,
)
from londinium.games.old_london_bridge.moves import (
    MARKER,
    PASS,
    PICK,
    PLACE,
    PLACE_CENTRE,
    PLACE_FREE_CENTRE,
    PLAY,
    REPLACE,
    REVEAL,
    SIDE,
    STAIR,
    TAKE,
    TILE,
    USE_CHAPEL_TWO,
    USE_GATE_TWO,
    USE_NOBLEWOMAN,
    USE_PLUS_ONE,
    USE_PLUS_ONE_SECOND,
    USE_TAKE_BACK,
    X_BESIDE,
)
from londinium.games.old_london_bridge.refusals import LEGAL, NOT_NOW, PLACING_IS_COMPULSORY
from londinium.games.old_london_bridge.rules.bonus import (
    holds_tiles,
    may_add_one,
    may_advance_two,
    may_take_back,
    may_take_noblewoman,
    spend,
)
from londinium.games.old_london_bridge.rules.buildings import (
    advance_on_chapel_track,
    advance_on_gate_track,
    may_pick,
    may_take_card,
)
from londinium.games.old_london_bridge.rules.rounds import end_round, turn_rondel
from londinium.games.old_london_bridge.rules.setup import (
    next_scoring_tile,
    next_top_building,
    next_top_tile,
    set_rondel,
    take_stair,
)
from londinium.games.old_london_bridge.rules.turn import (
    after_action,
    after_pick,
    build,
    end_turn,
    face_down,
    finish_turn,
    fits_in_line,
    may_replace,
    may_skip,
    needs_of_space,
    place_pawn,
    placing,
    refusal_of_stack,
    replace,
    return_played_card_unless_announced,
    turn_card,
)
from londinium.games.old_london_bridge.rules.turn_order import (
    add_one,
    cards_per_seat,
    decline_noblewoman,
    decline_plus_one,
    is_choosing,
    may_play,
    play_card,
    take_noblewoman,
)
from londinium.games.old_london_bridge.state import (
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
    RONDEL,
    ROUND_MARKER,
    ROUND_OVER,
    SCORING_TILES,
    STAIRS,
    TAKING_CARDS,
    TOP_BUILDINGS,
    TOP_TILES,
    State,
)
from londinium.kernel.game import CHANCE
from londinium.kernel.records import Cells
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


@rule
def clock(s: State) -> int:
    """How far the match has come: round, turn and phase."""
    return (int(s.round_no) * 8 + int(s.turn_no)) * 32 + int(s.phase)


# ── What is allowed ──────────────────────────────────────────────────────────


@rule
def refusal(s: State, box: Box, seat: int, move: int) -> int:
    """LEGAL, or why this seat may not make this move now. This is the law: everything that offers moves asks it."""
    return refusal_in_phase(s, box, seat, move) if (to_act(s) >> seat) & 1 else NOT_NOW


@rule
def refusal_in_phase(s: State, box: Box, seat: int, move: int) -> int:
    """The same for a seat that is to act."""
    phase = s.phase
    if phase == CARD_CHOICE and PLAY <= move < PLAY + VALUES:
        return may_play(s, seat, move - PLAY)
    if phase == PLACING:
        return refusal_at_start_of_turn(s, box, seat, move)
    if phase == REPLACING and REPLACE <= move < REPLACE + HOUSES:
        return may_replace(s, seat, move - REPLACE + 1, int(s.taken))
    if phase == TAKING_CARDS and TAKE <= move < TAKE + VALUES - 1:
        return may_take_card(s, move - TAKE + 1)
    if phase == PICKING and PICK <= move < PICK + BACKS:
        return may_pick(s, move - PICK)
    if phase == NOBLEWOMEN and move == USE_NOBLEWOMAN:
        return may_take_noblewoman(s, seat)
    if phase == PLUS_ONES and (move == USE_PLUS_ONE or (move == USE_PLUS_ONE_SECOND and cards_per_seat(s) == 2)):
        return may_add_one(s, seat)
    if phase == END_OF_TURN and (move == USE_CHAPEL_TWO or move == USE_GATE_TWO):
        return may_advance_two(s, box, seat, CHAPEL_TWO if move == USE_CHAPEL_TWO else GATE_TWO)
    if move == PASS and (phase == TAKING_CARDS or phase == NOBLEWOMEN or phase == PLUS_ONES or phase == END_OF_TURN):
        return LEGAL
    return NOT_NOW


@rule
def refusal_at_start_of_turn(s: State, box: Box, seat: int, move: int) -> int:
    if PLACE <= move < PLACE + 6:
        stack = move - PLACE
        return max(0, -placing(s, box, seat, int(box.position[stack]), stack, False))
    if PLACE_CENTRE <= move < PLACE_CENTRE + 6:
        return max(0, -placing(s, box, seat, CENTRE, move - PLACE_CENTRE, False))
    if PLACE_FREE_CENTRE <= move < PLACE_FREE_CENTRE + 6:
        return max(0, -placing(s, box, seat, CENTRE, move - PLACE_FREE_CENTRE, True))
    if move == USE_TAKE_BACK:
        return may_take_back(s, seat, int(s.played[seat, turn_card(s)]))
    if move == USE_CHAPEL_TWO or move == USE_GATE_TWO:
        return may_advance_two(s, box, seat, CHAPEL_TWO if move == USE_CHAPEL_TWO else GATE_TWO)
    if move == PASS:
        return LEGAL if may_skip(s, box, seat) else PLACING_IS_COMPULSORY
    return NOT_NOW


@rule
def legal(s: State, box: Box, seat: int, moves: Cells) -> int:
    """Fill `moves` with what this seat may do now, in the order of the table; return how many."""
    phase = s.phase
    if phase == PLACING:
        return legal_at_start_of_turn(s, box, seat, moves)
    if phase == CARD_CHOICE:
        return offer(s, box, seat, PLAY, PLAY + VALUES, moves, 0)
    if phase == REPLACING:
        return legal_replacements(s, seat, moves)
    if phase == PICKING:
        return offer(s, box, seat, PICK, PICK + BACKS, moves, 0)
    if phase == TAKING_CARDS:
        count = offer(s, box, seat, TAKE, TAKE + VALUES - 1, moves, 0)
    else:
        count = offer(s, box, seat, USE_NOBLEWOMAN, USE_GATE_TWO + 1, moves, 0)
    moves[count] = PASS
    return count + 1


@rule
def offer(s: State, box: Box, seat: int, first: int, after: int, moves: Cells, count: int) -> int:
    """Add the legal ones of a block of moves."""
    for move in range(first, after):
        if refusal_in_phase(s, box, seat, move) == LEGAL:
            moves[count] = move
            count += 1
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
    count = offer(s, box, seat, USE_TAKE_BACK, USE_GATE_TWO + 1, moves, 0) if holds_tiles(s, seat) else 0
    compulsory = False
    for stack in range(6):
        needs = placing(s, box, seat, int(box.position[stack]), stack, False)
        if needs >= 0:
            moves[count] = PLACE + stack
            count += 1
        compulsory |= needs == 0
    needs = needs_of_space(s, box, seat, CENTRE, False)
    if needs >= 0:
        tiles = count
        count = offer_centre(s, seat, PLACE_CENTRE, moves, count)
        compulsory |= needs == 0 and count > tiles
    if needs_of_space(s, box, seat, CENTRE, True) >= 0:
        count = offer_centre(s, seat, PLACE_FREE_CENTRE, moves, count)
    if not compulsory:
        moves[count] = PASS
        count += 1
    return count


@rule
def offer_centre(s: State, seat: int, first: int, moves: Cells, count: int) -> int:
    """From the centre every stack can be chosen whose building can be built."""
    for stack in range(6):
        if refusal_of_stack(s, seat, stack) == LEGAL:
            moves[count] = first + stack
            count += 1
    return count


# ── What happens ─────────────────────────────────────────────────────────────


@rule
def push(s: State, box: Box, seat: int, move: int) -> None:
    """Make a legal move, in place; what follows of itself follows."""
    phase = s.phase
    if phase == CARD_CHOICE:
        play_card(s, box, seat, move - PLAY)
    elif phase == PLACING:
        push_at_start_of_turn(s, box, seat, move)
    elif phase == NEXT_BUILDING:
        reveal_building(s, box, move - REVEAL + 1)
        build(s, box)
    elif phase == REPLACING:
        replace(s, box, seat, move - REPLACE + 1)
    elif phase == TAKING_CARDS:
        push_at_hostelry(s, box, seat, move)
    elif phase == PICKING:
        pick_tile(s, box, seat, move - PICK)
    elif phase == NEXT_TILE:
        reveal_tile(s, move - TILE)
        after_pick(s, box)
    elif phase == END_OF_TURN:
        if move == PASS:
            finish_turn(s)
        else:
            advance_two(s, box, seat, move, END_OF_TURN)
    elif phase == NOBLEWOMEN:
        if move == PASS:
            decline_noblewoman(s, seat)
        else:
            take_noblewoman(s, seat)
    elif phase == PLUS_ONES:
        if move == PASS:
            decline_plus_one(s, seat)
        else:
            add_one(s, seat, move - USE_PLUS_ONE)
    elif phase == ROUND_MARKER:
        turn_rondel(s, move - MARKER + 1)
    else:
        push_in_setup(s, box, move)
    if s.phase == ROUND_OVER:
        end_round(s, box)


@rule
def push_in_setup(s: State, box: Box, move: int) -> None:
    phase = s.phase
    if phase == STAIRS:
        take_stair(s, box, move - STAIR)
    elif phase == RONDEL:
        set_rondel(s, box, move - X_BESIDE)
    elif phase == TOP_BUILDINGS:
        reveal_building(s, box, move - REVEAL + 1)
        next_top_building(s)
    elif phase == TOP_TILES:
        reveal_tile(s, move - TILE)
        next_top_tile(s)
    elif phase == SCORING_TILES:
        s.side[(move - SIDE) // 4] = (move - SIDE) % 4 + 1
        next_scoring_tile(s)


@rule
def push_at_start_of_turn(s: State, box: Box, seat: int, move: int) -> None:
    if PLACE <= move < PLACE + 6:
        place_pawn(s, box, seat, int(box.position[move - PLACE]), move - PLACE, False)
    elif PLACE_CENTRE <= move < PLACE_CENTRE + 6:
        place_pawn(s, box, seat, CENTRE, move - PLACE_CENTRE, False)
    elif PLACE_FREE_CENTRE <= move < PLACE_FREE_CENTRE + 6:
        place_pawn(s, box, seat, CENTRE, move - PLACE_FREE_CENTRE, True)
    elif move == USE_TAKE_BACK:
        spend(s, seat, TAKE_BACK)
        s.take_back = 1
    elif move == PASS:
        return_played_card_unless_announced(s)
        end_turn(s, box)
    else:
        advance_two(s, box, seat, move, PLACING)


@rule
def advance_two(s: State, box: Box, seat: int, move: int, resume: int) -> None:
    """CHAPEL TWO or GATE TWO, before placing or at the end of the turn."""
    if move == USE_CHAPEL_TWO:
        spend(s, seat, CHAPEL_TWO)
        advance_on_chapel_track(s, box, seat, 2)
    else:
        spend(s, seat, GATE_TWO)
        advance_on_gate_track(s, box, seat, 2)
    s.resume = resume
    after_pick(s, box)


@rule
def push_at_hostelry(s: State, box: Box, seat: int, move: int) -> None:
    if move == PASS:
        s.allowance = 0
    else:
        value = move - TAKE + 1
        s.supply[value] -= 1
        s.hand[seat, value] += 1
        s.allowance -= value
    after_action(s, box)


@rule
def pick_tile(s: State, box: Box, seat: int, back: int) -> None:
    """Take the face-up tile; its stack shows the next one before the next pick."""
    s.fresh[seat, s.tile_top[back] - 1] += 1
    s.tile_top[back] = 0
    s.picks -= 1
    for power in range(8):
        if s.tiles_hidden[back, power] > 0:
            s.back = back
            s.phase = NEXT_TILE
            return
    after_pick(s, box)


@rule
def reveal_building(s: State, box: Box, number: int) -> None:
    s.hidden &= ~(1 << (number - 1))
    s.top[box.building[number]] = number


@rule
def reveal_tile(s: State, power: int) -> None:
    s.tiles_hidden[s.back, power] -= 1
    s.tile_top[s.back] = power + 1


# ── What chance may bring ────────────────────────────────────────────────────


@rule
def chance(s: State, box: Box, moves: Cells, weights: Cells) -> int:
    """Fill in what may be revealed now, with exact integer weights; return how many."""
    phase = s.phase
    count = 0
    if phase == NEXT_BUILDING or phase == TOP_BUILDINGS:
        hidden = int(s.hidden)
        for i in range(PER_BUILDING):
            number = int(box.numbers[s.stack, i])
            count = outcome(REVEAL + number - 1, (hidden >> (number - 1)) & 1, moves, weights, count)
    elif phase == NEXT_TILE or phase == TOP_TILES:
        for power in range(8):
            count = outcome(TILE + power, int(s.tiles_hidden[s.back, power]), moves, weights, count)
    elif phase == ROUND_MARKER:
        for steps in range(3):
            count = outcome(MARKER + steps, int(s.markers[steps]), moves, weights, count)
    elif phase == STAIRS:
        for seat in range(s.seats):
            count = outcome(STAIR + seat, 1 if s.stair[seat] < 0 else 0, moves, weights, count)
    elif phase == RONDEL:
        for stack in range(6):
            count = outcome(X_BESIDE + stack, 1, moves, weights, count)
    elif phase == SCORING_TILES:
        colour = colour_to_draw(s)
        for side in range(4):
            count = outcome(SIDE + colour * 4 + side, 1, moves, weights, count)
    return count


@rule
def outcome(move: int, weight: int, moves: Cells, weights: Cells, count: int) -> int:
    """Add what has a weight; the next outcome overwrites what has none, so that no branch is needed."""
    moves[count] = move
    weights[count] = weight
    return count + (1 if weight > 0 else 0)


@rule
def colour_to_draw(s: State) -> int:
    colour = 0
    while s.side[colour] != RANDOM_SIDE:
        colour += 1
    return colour


@rule
def deck(s: State, box: Box) -> int:
    """Which deck chance draws from now, and its how-manieth draw this is: deck * 64 + draw."""
    phase = s.phase
    if phase == NEXT_BUILDING or phase == TOP_BUILDINGS:
        return int(s.stack) * 64 + PER_BUILDING - face_down(s, box, int(s.stack))
    if phase == NEXT_TILE or phase == TOP_TILES:
        revealed = 0
        for power in range(8):
            revealed += int(box.tiles[s.back, power]) - int(s.tiles_hidden[s.back, power])
        return (NUMBERED + int(s.back)) * 64 + revealed
    if phase == ROUND_MARKER:
        return 8 * 64 + int(s.round_no) - 1
    if phase == STAIRS:
        placed = 0
        for seat in range(s.seats):
            placed += 1 if s.stair[seat] >= 0 else 0
        return 9 * 64 + placed
    if phase == RONDEL:
        return 10 * 64
    return (11 + colour_to_draw(s)) * 64
