"""Whether what waits in a position belongs to its phase, and the rules would ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from londinium.games.old_london_bridge.face.position_facts import (
    IN_TURN,
    bridge_of,
    houses_gone,
    order_of,
    seats_of,
)
from londinium.games.old_london_bridge.rules.bonus import may_add_one, may_take_noblewoman
from londinium.games.old_london_bridge.rules.buildings import cards_to_take, face_down, tiles_to_pick
from londinium.games.old_london_bridge.rules.components import (
    BACKS,
    HOUSES,
    NO_TILE,
    NOWHERE,
    NUMBERED,
    POWERS,
    RANDOM_SIDE,
    VALUES,
)
from londinium.games.old_london_bridge.rules.refusals import LEGAL
from londinium.games.old_london_bridge.rules.state import (
    CARD_CHOICE,
    END_OF_TURN,
    MATCH_OVER,
    NEXT_BUILDING,
    NEXT_TILE,
    NOBLEWOMEN,
    PHASES,
    PICKING,
    PLACING,
    PLUS_ONES,
    REPLACING,
    RONDEL,
    ROUND_MARKER,
    SCORING_TILES,
    STAIRS,
    TAKING_CARDS,
    TOP_BUILDINGS,
    TOP_TILES,
)
from londinium.games.old_london_bridge.rules.turn import can_replace_somewhere, end_turn, goes_on_next_site, is_last_round
from londinium.games.old_london_bridge.rules.turn_order import sort_turns
from londinium.kernel.contracts.position import Draft
from londinium.kernel.flat import copy_of
from londinium.kernel.words.errors import N_


def check_setup(draft: Draft) -> None:
    """Before the first round there is only what chance has laid out so far."""
    s, box, phase = draft.state, draft.box, int(draft.state.phase)
    for part, found in _begun(draft):
        if found:
            raise draft.wrong(part, N_("O-2: nothing of this is there before the first round"))
    stairs = [int(s.chapel_order[place]) for place in range(draft.seats) if s.chapel_order[place] >= 0]
    for seat in seats_of(draft):
        if s.stair[seat] != (stairs.index(seat) if seat in stairs else -1):
            raise draft.wrong("stair", N_("O-2.4: the ranking is the order on the stairs"), seat)
        for value in range(1, VALUES):
            expected = int(box.start_hand[int(s.stair[seat]), value]) if phase > STAIRS else 0
            if s.hand[seat, value] != expected:
                message = N_("O-2.5: the start hand of this stair has {expected} cards of value {value}, not {count}")
                raise draft.wrong("hand", message, seat, expected=expected, value=value, count=int(s.hand[seat, value]))
        if s.cash[seat] != box.start_pounds:
            raise draft.wrong("pounds", N_("O-2.3: everybody begins with {pounds} pounds"), seat, pounds=int(box.start_pounds))
    if phase == STAIRS and (len(set(stairs)) != len(stairs) or len(stairs) > draft.seats - 2):
        raise draft.wrong("ranking", N_("O-2.4: the last stair follows by itself"))
    if phase <= RONDEL and s.rotation:
        raise draft.wrong("x", N_("O-2.7: the rondel has no position yet"))
    _check_reveals(draft)


def _check_reveals(draft: Draft) -> None:
    """Stacks are turned up one after the other."""
    s, phase = draft.state, int(draft.state.phase)
    stacks = 0 if phase < TOP_BUILDINGS else int(s.stack) if phase == TOP_BUILDINGS else NUMBERED
    backs = 0 if phase < TOP_TILES else int(s.back) if phase == TOP_TILES else BACKS
    right = (stacks < NUMBERED) if phase == TOP_BUILDINGS else s.stack == stacks
    if not right or [s.top[stack] != NO_TILE for stack in range(NUMBERED)] != [stack < stacks for stack in range(NUMBERED)]:
        raise draft.wrong(
            "tops", N_("O-2.1: the stacks show their first buildings one after the other, and {count} do by now"), count=stacks
        )
    right = (backs < BACKS) if phase == TOP_TILES else s.back == backs
    if not right or [bool(s.tile_top[back]) for back in range(BACKS)] != [back < backs for back in range(BACKS)]:
        raise draft.wrong(
            "bonus", N_("O-2.6: the stacks show their first tiles one after the other, and {count} do by now"), count=backs
        )
    for back in range(BACKS):
        for power, name in enumerate(POWERS):
            count = int(s.tiles_hidden[back, power]) + (1 if s.tile_top[back] == power + 1 else 0)
            if count != draft.box.tiles[back, power]:
                message = N_("O-2.6: stack {back} should have {expected} tiles {power}, not {count}")
                raise draft.wrong(
                    "bonus", message, back=back + 1, expected=int(draft.box.tiles[back, power]), power=name, count=count
                )
    random = [colour for colour in range(4) if s.side[colour] == RANDOM_SIDE]
    if phase == SCORING_TILES and not random:
        raise draft.wrong("scoring", N_("O-2.8: there is no scoring tile left to draw"))
    if phase < SCORING_TILES and len(random) != list(draft.options.values()).count("random"):
        raise draft.wrong("scoring", N_("O-2.8: scoring tiles are drawn when all stacks are laid out"))


def _begun(draft: Draft) -> Iterator[tuple[str, Any]]:
    """What only a match that has begun has, by the word for it."""
    s, seats = draft.state, seats_of(draft)
    yield "asked", s.asked
    yield "actor", s.actor
    yield "gone", houses_gone(draft)
    yield "lowest", s.lowest or s.lowest_seat
    yield "taken", s.taken
    yield "allowance", s.allowance
    yield "picks", s.picks
    yield "take-back", s.take_back
    yield "waits", s.card_waits
    yield "resume", s.resume
    yield "bridge", any(bridge_of(draft, seat) for seat in seats)
    yield "chapel", any(int(s.chapel[seat]) for seat in seats)
    yield "gate", any(int(s.gate[seat]) for seat in seats)
    yield "tiles", any(int(s.tiles[seat, power]) for seat in seats for power in range(8))


def check_phase(draft: Draft) -> None:
    """What is pending belongs to the phase, and the rules would ask for it."""
    s, box, phase = draft.state, draft.box, int(draft.state.phase)
    _check_pending(draft)
    if phase == MATCH_OVER and not is_last_round(s, box):
        message = N_("O-5.12: the match goes on: it is not the last round, and fewer than three stacks are empty")
        raise draft.wrong("phase", message)
    empty = sum(s.top[stack] == NO_TILE for stack in range(6))
    if phase in (ROUND_MARKER, NOBLEWOMEN, CARD_CHOICE, PLUS_ONES) and empty >= 3:
        raise draft.wrong("tops", N_("O-5.12: {count} stacks are empty, so the match would be over"), count=int(empty))
    if phase in IN_TURN and order_of(draft)[int(s.turn_no)][0] != s.actor:
        message = N_("O-5.1: it is the turn of seat {player}, so it decides")
        raise draft.wrong("actor", message, player=order_of(draft)[int(s.turn_no)][0])
    if phase == NOBLEWOMEN:
        places = [int(s.chapel_order[place]) for place in range(draft.seats)]
        _check_asked(draft, places, [may_take_noblewoman(s, seat) == LEGAL for seat in seats_of(draft)])
    if phase == PLUS_ONES:
        sorted_turns = copy_of(draft.states)
        sort_turns(sorted_turns[0])
        if sorted_turns.tobytes() != draft.states.tobytes():
            raise draft.wrong("order", N_("O-4.4: the place on the chapel track decides between equal cards"))
        _check_asked(draft, [seat for seat, _ in order_of(draft)], [may_add_one(s, seat) == LEGAL for seat in seats_of(draft)])


def _check_asked(draft: Draft, order: list[int], able: list[bool]) -> None:
    """Whoever comes first, can, and has not declined yet is asked to use a tile."""
    s = draft.state
    first = next((seat for seat in order if able[seat] and not int(s.asked) >> seat & 1), None)
    if first != s.actor:
        raise draft.wrong("actor", N_("O-4.1: seat {player} is not the one that is asked to use a tile now"), player=int(s.actor))


def _check_pending(draft: Draft) -> None:
    s, box, phase = draft.state, draft.box, int(draft.state.phase)
    seat, taken = int(s.actor), int(s.taken)
    if phase == NEXT_BUILDING:
        if not taken or s.stack >= NUMBERED or s.top[s.stack] != taken or not face_down(s, box, int(s.stack)):
            raise draft.wrong("taken", N_("O-5.6: the building that was taken shows on its stack until the next one is revealed"))
    elif phase == REPLACING:
        if not 0 < taken <= HOUSES or goes_on_next_site(s, seat, taken) or not can_replace_somewhere(s, seat, taken):
            raise draft.wrong("taken", N_("O-5.8: there should be a building to build that can replace another, and only that"))
        if taken in [int(s.top[stack]) for stack in range(NUMBERED)]:
            raise draft.wrong(
                "tops", N_("O-1.1: house number {number} is there {count} times, the box has one"), number=taken, count=2
            )
    elif taken:
        raise draft.wrong("taken", N_("O-5.6: nothing waits to be built in '{phase}'"), phase=PHASES[phase])
    if phase in (NEXT_BUILDING, REPLACING, TAKING_CARDS) and s.pawn[seat] == NOWHERE:
        raise draft.wrong("pawn", N_("O-5.2: whoever takes a building has placed a pawn"), seat)
    if bool(s.allowance) != (phase == TAKING_CARDS) or (phase == TAKING_CARDS and not cards_to_take(s)):
        raise draft.wrong("allowance", N_("O-6.3: cards are taken as long as the hostelry grants one that is in the supply"))
    picking = phase in (PICKING, NEXT_TILE)
    if (s.picks and not picking) or (phase == PICKING and not tiles_to_pick(s)):
        raise draft.wrong("picks", N_("O-6.2: tiles are picked as long as one is due and there is one"))
    if picking and s.resume not in (PLACING, END_OF_TURN):
        raise draft.wrong("resume", N_("O-6.2: after picking the turn goes on with 'placing' or 'end-of-turn'"))
    if phase == NEXT_TILE:
        below = s.back < BACKS and sum(int(s.tiles_hidden[s.back, power]) for power in range(8))
        if not below or s.tile_top[s.back]:
            raise draft.wrong("back", N_("O-6.2: the next tile is revealed where the top one was picked and others lie below"))
    _check_take_back(draft)
    if phase == END_OF_TURN:
        ended = copy_of(draft.states)
        end_turn(ended[0], box)
        if ended.tobytes() != draft.states.tobytes():
            raise draft.wrong("phase", N_("O-7.2: no tile can be used at the end of this turn, so it is over"))


def _check_take_back(draft: Draft) -> None:
    s, phase = draft.state, int(draft.state.phase)
    if s.older_rules:
        # By the rules of version 1 the card waits from the beginning of the turn for as long as TAKE BACK is announced.
        owner, card = order_of(draft)[int(s.turn_no)] if phase in IN_TURN else (0, 0)
        late = phase != PLACING and not (phase in (PICKING, NEXT_TILE) and s.resume == PLACING)
        announced = bool(s.take_back)
        if (announced and not s.card_waits) or (
            s.card_waits and (phase not in IN_TURN or s.bid[owner, card] <= 0 or (late and not announced))
        ):
            raise draft.wrong("waits", N_("O-7.2: by the rules of version 1 a card waits only for TAKE BACK"))
        return
    if s.card_waits:
        raise draft.wrong("waits", N_("O-7.2: a card waits only by the rules of version 1"))
    if s.take_back and phase != END_OF_TURN and not (phase in (PICKING, NEXT_TILE) and s.resume == END_OF_TURN):
        raise draft.wrong("take-back", N_("O-7.2: TAKE BACK is used at the end of a turn"))
