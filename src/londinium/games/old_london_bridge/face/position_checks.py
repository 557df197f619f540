"""Whether a position can come about: the counts of the box, and what the rules leave where they stop.

`audit` says only that something is missing. Here each count and each rule is asked by itself, so that whoever wrote the position
reads which one it breaks. What a rule decides (whose turn it is, what is asked next) the rules themselves are asked.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from londinium.games.old_london_bridge.face.position_facts import (
    IN_TURN,
    bridge_of,
    houses_gone,
    order_of,
    seats_of,
    turns_over,
)
from londinium.games.old_london_bridge.face.position_phases import check_phase, check_setup
from londinium.games.old_london_bridge.rules.buildings import face_down
from londinium.games.old_london_bridge.rules.components import (
    BACKS,
    BUILDINGS,
    NO_CARD,
    NO_TILE,
    NOWHERE,
    NUMBERED,
    PARK_TILE,
    RANDOM_SIDE,
    ROUNDS,
)
from londinium.games.old_london_bridge.rules.state import (
    CARD_CHOICE,
    MATCH_OVER,
    NEXT_TILE,
    PHASES,
    PICKING,
    PLACING,
    PLUS_ONES,
    ROUND_MARKER,
    ROUND_OVER,
    STAIRS,
)
from londinium.games.old_london_bridge.rules.turn_order import card_counts, cards_per_seat
from londinium.kernel.contracts.position import Draft
from londinium.kernel.words.errors import N_


def check(draft: Draft) -> None:
    """Everything that the rules ask of a position, from the whole to its parts."""
    _check_moment(draft)
    _check_stacks(draft)
    _check_bridges(draft)
    _check_tracks(draft)
    _check_cards(draft)
    _check_pawns(draft)
    _check_tiles(draft)
    if draft.state.phase < ROUND_MARKER:
        check_setup(draft)
    else:
        check_phase(draft)


# ── The moment ───────────────────────────────────────────────────────────────


def _check_moment(draft: Draft) -> None:
    s, box = draft.state, draft.box
    phase, round_no = int(s.phase), int(s.round_no)
    if phase == ROUND_OVER:
        raise draft.wrong("phase", N_("O-3: the end of a round follows by itself, nothing waits there"))
    if (round_no == 0) != (phase < ROUND_MARKER):
        raise draft.wrong("round", N_("O-3: '{phase}' does not belong to round {round}"), phase=PHASES[phase], round=round_no)
    if round_no > box.rounds[draft.seats]:
        message = N_("O-5.12: there is no round {round}; with {seats} players there are {most}")
        raise draft.wrong("round", message, round=round_no, seats=draft.seats, most=int(box.rounds[draft.seats]))
    turned = [int(s.turned[place]) for place in range(ROUNDS)]
    expected = max(0, round_no - (1 if phase == ROUND_MARKER else 0))
    if sum(steps > 0 for steps in turned) != expected:
        message = N_("O-3.1: there should be {expected} round markers by now, not {count}")
        raise draft.wrong("markers", message, expected=expected, count=sum(steps > 0 for steps in turned))
    before = round_no <= 1 and phase <= CARD_CHOICE
    turns = 0 if before else draft.seats * int(cards_per_seat(s))
    if s.turns != turns:
        raise draft.wrong(
            "order", N_("O-4.2: the order should have {expected} turns, not {count}"), expected=turns, count=int(s.turns)
        )
    if sorted(order_of(draft)) != [(seat, card) for seat in seats_of(draft) for card in range(turns // draft.seats)]:
        raise draft.wrong("order", N_("O-4.2: every seat has a turn for each of its cards, once"))
    if s.turn_no > turns or ((s.turn_no == turns) != (phase == MATCH_OVER) and (phase in IN_TURN or phase == MATCH_OVER)):
        raise draft.wrong("turn", N_("O-3: {count} turns cannot be over in '{phase}'"), count=int(s.turn_no), phase=PHASES[phase])
    if phase not in (*IN_TURN, MATCH_OVER) and s.turn_no:
        raise draft.wrong("turn", N_("O-3: {count} turns cannot be over in '{phase}'"), count=int(s.turn_no), phase=PHASES[phase])
    if s.actor >= draft.seats:
        raise draft.wrong("actor", N_("there are {seats} seats, from 0"), seats=draft.seats)


# ── What lies on the table ───────────────────────────────────────────────────


def _check_stacks(draft: Draft) -> None:
    s, box = draft.state, draft.box
    in_setup = s.phase < ROUND_MARKER
    for stack in range(NUMBERED):
        below = int(face_down(s, box, stack))
        if s.top[stack] == NO_TILE and below and not in_setup:
            message = N_("O-2.1: the stack {stack} shows no building, but {count} of them are face down")
            raise draft.wrong("tops", message, stack=BUILDINGS[stack], count=below)
    for colour in range(4):
        if s.side[colour] == RANDOM_SIDE and not in_setup:
            raise draft.wrong("scoring", N_("O-2.8: scoring tiles are drawn before the first round"))
    for back in range(BACKS):
        below = sum(int(s.tiles_hidden[back, power]) for power in range(8))
        revealing = s.phase == NEXT_TILE and s.back == back
        if s.tile_top[back] == 0 and below and not in_setup and not revealing:
            message = N_("O-2.6: stack {back} shows no bonus tile, but {count} of them are face down")
            raise draft.wrong("bonus", message, back=back + 1, count=below)


def _check_bridges(draft: Draft) -> None:
    s = draft.state
    for seat in seats_of(draft):
        tiles = bridge_of(draft, seat)
        for left, right in pairwise(tiles):
            if PARK_TILE not in (left, right) and left <= right:
                message = N_("O-5.8: every line descends, but {right} stands after {left}")
                raise draft.wrong("bridge", message, seat, left=left, right=right)
        rounds = max(0, int(s.round_no) - 1) * (int(s.turns) // draft.seats if s.turns else 0)
        own = rounds + sum(owner == seat for owner, _ in order_of(draft)[: int(s.turn_no) + (1 if s.phase in IN_TURN else 0)])
        if len(tiles) > own:
            message = N_("O-5.6: {count} buildings stand on the bridge after {turns} turns of the seat")
            raise draft.wrong("bridge", message, seat, count=len(tiles), turns=own)
    there = sum(len(bridge_of(draft, seat)) for seat in seats_of(draft)) + houses_gone(draft)
    most = turns_over(draft) + (1 if s.phase in IN_TURN else 0)
    if there > most:
        message = N_("O-5.6: a turn builds one building, so {count} cannot have left the stacks in {turns} turns")
        raise draft.wrong("gone", message, count=there, turns=most)


def _check_tracks(draft: Draft) -> None:
    s, box = draft.state, draft.box
    for seat in seats_of(draft):
        for track, space, end in (("chapel", s.chapel[seat], box.chapel_end), ("gate", s.gate[seat], box.gate_end)):
            if space > end:
                message = N_("O-6.7: this track ends with space {end}, so no marker stands on space {space}")
                raise draft.wrong(track, message, seat, end=int(end), space=int(space))
    if s.phase == STAIRS:
        return
    ranked = [int(s.chapel_order[place]) for place in range(draft.seats)]
    if sorted(ranked) != list(seats_of(draft)):
        raise draft.wrong("ranking", N_("O-6.6: every seat stands once in the order of the chapel track"))
    if sorted(int(s.stair[seat]) for seat in seats_of(draft)) != list(seats_of(draft)):
        raise draft.wrong("", N_("O-2.4: every seat began on a stair of its own, from A on without a gap"))
    for before, after in pairwise(ranked):
        if s.chapel[before] < s.chapel[after]:
            message = N_("O-6.6: seat {after} is further ahead on the chapel track than seat {before}, and ranks behind it")
            raise draft.wrong("ranking", message, before=before, after=after)
        if s.chapel[before] == s.chapel[after] == 0 and s.stair[before] > s.stair[after]:
            message = N_("O-2.4: seat {after} waits on a better stair than seat {before}, and ranks behind it")
            raise draft.wrong("ranking", message, before=before, after=after)


def _check_cards(draft: Draft) -> None:
    """What was turned over stays before its owner until the turn of the card."""
    s = draft.state
    shown = int(cards_per_seat(s)) if s.phase in (PLUS_ONES, *IN_TURN, MATCH_OVER) else 0
    over = order_of(draft)[: int(s.turn_no) + (1 if s.phase in IN_TURN else 0)] if shown else []
    for seat in seats_of(draft):
        bids = [int(s.bid[seat, card]) for card in range(2)] if s.round_no else [NO_CARD, NO_CARD]
        if [bid != NO_CARD for bid in bids] != [card < shown for card in range(2)]:
            message = N_("O-4.2: {count} cards of each seat are turned over in '{phase}'")
            raise draft.wrong("bid", message, seat, count=shown, phase=PHASES[int(s.phase)])
        if bids[1] > bids[0]:
            raise draft.wrong("bid", N_("O-4.2: of two cards the higher one is written first"), seat)
        if not shown and (s.plus[seat, 0] or s.plus[seat, 1]):
            raise draft.wrong("plus", N_("O-4.3: PLUS ONE is used when the cards are turned over"), seat)
        for card in range(2):
            waits = bool(s.card_waits) and over[-1:] == [(seat, card)]
            lies = bids[card] if (seat, card) not in over or waits else NO_CARD
            if s.played[seat, card] != lies:
                raise draft.wrong("played", N_("O-5.1: a card lies before its owner until its turn begins, and no longer"), seat)
    if s.plus[0, 1] and shown == 1:
        raise draft.wrong("plus", N_("O-4.2: there is no second card"), 0)
    values = [int(card_counts(s, seat, card)) for seat, card in order_of(draft)] if shown else []
    if values != sorted(values, reverse=True):
        raise draft.wrong(
            "order", N_("O-4.4: a higher card acts earlier, but the order has the values {values}"), values=str(values)[1:-1]
        )


def _check_pawns(draft: Draft) -> None:
    s = draft.state
    spaces = Counter(int(s.pawn[seat]) for seat in seats_of(draft) if s.pawn[seat] != NOWHERE)
    if any(count > 2 for count in spaces.values()):
        raise draft.wrong("pawn", N_("O-5.4: no more than two pawns can share a space"))
    placed = {seat for seat, _ in order_of(draft)[: int(s.turn_no)]} if s.phase in IN_TURN else set()
    if s.phase in IN_TURN and s.phase != PLACING and not (s.phase in (PICKING, NEXT_TILE) and s.resume == PLACING):
        placed.add(order_of(draft)[int(s.turn_no)][0])
    for seat in seats_of(draft):
        if s.pawn[seat] != NOWHERE and seat not in placed:
            raise draft.wrong(
                "pawn", N_("O-5.11: a pawn stands on the rondel from its owner's turn to the end of the round"), seat
            )


def _check_tiles(draft: Draft) -> None:
    s = draft.state
    for seat in seats_of(draft):
        fresh = sum(int(s.fresh[seat, power]) for power in range(8))
        if fresh and s.phase not in IN_TURN:
            raise draft.wrong("fresh", N_("O-7.1: at the end of a round the tiles taken in it become usable"), seat)
    if s.lowest and s.phase not in (*IN_TURN, MATCH_OVER):
        raise draft.wrong("lowest", N_("O-8.6: nothing has been built in this round yet"))
    if s.lowest and int(s.hidden) >> int(s.lowest) - 1 & 1:
        raise draft.wrong("lowest", N_("O-8.6: house number {number} has not been built"), number=int(s.lowest))
