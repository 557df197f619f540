"""What happens: a move made in place, with everything that follows from it. One dispatch on the phase."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.bonus import advance_two
from londinium.games.old_london_bridge.rules.buildings import (
    pick_tile,
    reveal_building,
    reveal_tile,
    take_card,
    take_no_more_cards,
)
from londinium.games.old_london_bridge.rules.components import CHAPEL_TWO, GATE_TWO
from londinium.games.old_london_bridge.rules.moves import (
    MARKER,
    PASS,
    PICK,
    PLACE,
    PLACE_FREE_CENTRE,
    PLAY,
    REPLACE,
    REVEAL,
    SIDE,
    STAIR,
    TAKE,
    TILE,
    USE_CHAPEL_TWO,
    USE_PLUS_ONE,
    USE_TAKE_BACK,
    X_BESIDE,
)
from londinium.games.old_london_bridge.rules.rounds import end_round, turn_rondel
from londinium.games.old_london_bridge.rules.setup import (
    lay_scoring_tile,
    next_top_building,
    next_top_tile,
    set_rondel,
    take_stair,
)
from londinium.games.old_london_bridge.rules.state import (
    CARD_CHOICE,
    END_OF_TURN,
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
from londinium.games.old_london_bridge.rules.turn import (
    after_action,
    after_pick,
    build,
    finish_turn,
    place_pawn,
    replace,
    resume_after_picks,
    skip_turn,
    space_of,
    stack_of,
    use_take_back,
)
from londinium.games.old_london_bridge.rules.turn_order import (
    add_one,
    decline_noblewoman,
    decline_plus_one,
    play_card,
    take_noblewoman,
)
from londinium.kernel.rules import rule


@rule
def clock(s: State) -> int:
    """How far the match has come: round, turn and phase."""
    return (int(s.round_no) * 8 + int(s.turn_no)) * 32 + int(s.phase)


@rule
def push(s: State, box: Box, seat: int, move: int) -> None:
    """Make a legal move, in place, together with what follows by itself."""
    make(s, box, seat, move)
    if s.phase == ROUND_OVER:
        end_round(s, box)


@rule
def make(s: State, box: Box, seat: int, move: int) -> None:
    """Make a legal move, up to the end of the round, which follows by itself."""
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
        pick_tile(s, seat, move - PICK)
        if s.phase != NEXT_TILE:
            after_pick(s, box)
    elif phase == NEXT_TILE:
        reveal_tile(s, move - TILE)
        after_pick(s, box)
    elif phase == END_OF_TURN:
        if move == PASS:
            finish_turn(s)
        elif move == USE_TAKE_BACK:
            use_take_back(s, box, seat)
        else:
            push_track_tile(s, box, seat, move, END_OF_TURN)
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
        lay_scoring_tile(s, (move - SIDE) // 4, (move - SIDE) % 4 + 1)


@rule
def push_at_start_of_turn(s: State, box: Box, seat: int, move: int) -> None:
    if PLACE <= move < REPLACE:
        place_pawn(s, box, seat, space_of(box, move), stack_of(move), move >= PLACE_FREE_CENTRE)
    elif move == USE_TAKE_BACK:
        use_take_back(s, box, seat)
    elif move == PASS:
        skip_turn(s, box)
    else:
        push_track_tile(s, box, seat, move, PLACING)


@rule
def push_track_tile(s: State, box: Box, seat: int, move: int, resume: int) -> None:
    """CHAPEL +2 or GATE +2, before placing or at the end of the turn."""
    advance_two(s, box, seat, CHAPEL_TWO if move == USE_CHAPEL_TWO else GATE_TWO)
    resume_after_picks(s, box, resume)


@rule
def push_at_hostelry(s: State, box: Box, seat: int, move: int) -> None:
    if move == PASS:
        take_no_more_cards(s)
    else:
        take_card(s, seat, move - TAKE + 1)
    after_action(s, box)
