"""Whether a position can come about: the counts of the box, and what the rules leave where they stop.

`audit` says only that something is missing. Here each count and each rule is asked by itself, so that whoever wrote the position
reads which one it breaks. What a rule decides (whose turn it is, what is asked next) the rules themselves are asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from londinium.games.old_london_bridge.rules.bonus import may_add_one, may_take_noblewoman
from londinium.games.old_london_bridge.rules.buildings import cards_to_take, face_down, tiles_to_pick
from londinium.games.old_london_bridge.rules.components import (
    BACKS,
    BUILDINGS,
    HOUSES,
    NO_CARD,
    NO_TILE,
    NOWHERE,
    NUMBERED,
    PARK_TILE,
    PER_BUILDING,
    POWERS,
    RANDOM_SIDE,
    ROUNDS,
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
    ROUND_OVER,
    SCORING_TILES,
    STAIRS,
    TAKING_CARDS,
    TOP_BUILDINGS,
    TOP_TILES,
)
from londinium.games.old_london_bridge.rules.turn import can_replace_somewhere, end_turn, goes_on_next_site, is_last_round
from londinium.games.old_london_bridge.rules.turn_order import card_counts, cards_per_seat, sort_turns
from londinium.kernel.contracts.position import Draft
from londinium.kernel.flat import copy_of
from londinium.kernel.words.errors import N_

MOST_IN_ORDER = 10
IN_TURN = (PLACING, NEXT_BUILDING, REPLACING, TAKING_CARDS, PICKING, NEXT_TILE, END_OF_TURN)


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
        _check_setup(draft)
    else:
        _check_phase(draft)


def _seats(draft: Draft) -> range:
    return range(draft.seats)


def _bridge(draft: Draft, seat: int) -> list[int]:
    return [int(draft.state.site[seat, site]) for site in range(int(draft.state.length[seat]))]


# ── Counts of the box ────────────────────────────────────────────────────────


def check_counts(draft: Draft) -> None:
    """Nothing may be there more often than in the box; asked first, since what is left follows from it."""
    _count_houses(draft)
    _count_cards(draft)
    _count_markers(draft)
    _count_tiles(draft)


def _count_houses(draft: Draft) -> None:
    s = draft.state
    parks = sum(_bridge(draft, seat).count(PARK_TILE) for seat in _seats(draft))
    if parks > PER_BUILDING:
        raise draft.wrong("bridge", N_("O-1.1: there are {count} parks, the box has {most}"), count=parks, most=PER_BUILDING)
    taken = int(s.taken)
    tops = [int(s.top[stack]) for stack in range(NUMBERED) if s.top[stack] not in (NO_TILE, taken)]
    gone = [number for number in range(1, HOUSES + 1) if not int(s.hidden) >> number - 1 & 1]
    places = [*tops, *gone, *([taken] if taken else []), *(tile for seat in _seats(draft) for tile in _bridge(draft, seat))]
    for number, count in Counter(places).items():
        if number != PARK_TILE and count > 1:
            message = N_("O-1.1: house number {number} is there {count} times, the box has one")
            raise draft.wrong("", message, number=number, count=count)


def _count_cards(draft: Draft) -> None:
    # Zeros are dealt once, the same number to everybody, and never change hands.
    s, box = draft.state, draft.box
    for value in range(VALUES):
        held = [int(s.hand[seat, value]) + _lying(draft, seat).count(value) for seat in _seats(draft)]
        most = int(box.cards[value])
        if value and sum(held) > most:
            message = N_("O-1.3: there are {count} cards of value {value}, the box has {most}")
            raise draft.wrong("hand", message, count=sum(held), value=value, most=most)
        zeros = int(box.start_zeros[draft.seats]) if s.phase > STAIRS else 0
        for seat in _seats(draft) if value == 0 else ():
            if held[seat] != zeros:
                message = N_("O-2.5: everybody has {expected} cards of value 0, not {count}, and keeps them")
                raise draft.wrong("hand", message, seat, expected=zeros, count=held[seat])


def _lying(draft: Draft, seat: int) -> list[int]:
    return [int(draft.state.played[seat, card]) for card in range(2) if draft.state.played[seat, card] != NO_CARD]


def _count_markers(draft: Draft) -> None:
    for steps, count in sorted(Counter(int(draft.state.turned[place]) for place in range(ROUNDS)).items()):
        if steps and count > draft.box.markers[steps - 1]:
            message = N_("O-1.4: there are {count} round markers with the number {steps}, the box has {most}")
            raise draft.wrong("markers", message, count=count, steps=steps, most=int(draft.box.markers[steps - 1]))


def _count_tiles(draft: Draft) -> None:
    s, box = draft.state, draft.box
    for power, name in enumerate(POWERS):
        seen = 0
        for back in range(BACKS):
            count, most = int(s.tiles_hidden[back, power]), int(box.tiles[back, power])
            shown = count + (1 if s.tile_top[back] == power + 1 else 0)
            if shown > most:
                message = N_("O-1.10: there are {count} tiles {power} in stack {back}, the box has {most} with that back")
                raise draft.wrong("bonus", message, count=shown, power=name, back=back + 1, most=most)
            seen += most - shown
        held = sum(int(s.tiles[seat, power]) + int(s.fresh[seat, power]) for seat in _seats(draft))
        if held > seen:
            message = N_("O-1.10: players hold {count} tiles {power}, but {most} have left their stacks")
            raise draft.wrong("tiles", message, count=held, power=name, most=seen)


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
        raise draft.wrong("order", N_("O-4.2: the order should have {expected} turns, not {count}"), expected=turns, count=int(s.turns))
    if sorted(_order(draft)) != [(seat, card) for seat in _seats(draft) for card in range(turns // draft.seats)]:
        raise draft.wrong("order", N_("O-4.2: every seat has a turn for each of its cards, once"))
    if s.turn_no > turns or ((s.turn_no == turns) != (phase == MATCH_OVER) and (phase in IN_TURN or phase == MATCH_OVER)):
        raise draft.wrong("turn", N_("O-3: {count} turns cannot be over in '{phase}'"), count=int(s.turn_no), phase=PHASES[phase])
    if phase not in (*IN_TURN, MATCH_OVER) and s.turn_no:
        raise draft.wrong("turn", N_("O-3: {count} turns cannot be over in '{phase}'"), count=int(s.turn_no), phase=PHASES[phase])
    if s.actor >= draft.seats:
        raise draft.wrong("actor", N_("there are {seats} seats, from 0"), seats=draft.seats)


def _order(draft: Draft) -> list[tuple[int, int]]:
    """The turns as seats and their cards."""
    return [divmod(int(draft.state.order[place]), 2) for place in range(int(draft.state.turns))]


def _turns_over(draft: Draft) -> int:
    """How many turns were taken since the match began."""
    s = draft.state
    return max(0, int(s.round_no) - 1) * int(s.turns) + int(s.turn_no)


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
    for seat in _seats(draft):
        tiles = _bridge(draft, seat)
        for left, right in zip(tiles, tiles[1:], strict=False):
            if PARK_TILE not in (left, right) and left <= right:
                message = N_("O-5.8: every line descends, but {right} stands after {left}")
                raise draft.wrong("bridge", message, seat, left=left, right=right)
        rounds = max(0, int(s.round_no) - 1) * (int(s.turns) // draft.seats if s.turns else 0)
        own = rounds + sum(owner == seat for owner, _ in _order(draft)[: int(s.turn_no) + (1 if s.phase in IN_TURN else 0)])
        if len(tiles) > own:
            message = N_("O-5.6: {count} buildings stand on the bridge after {turns} turns of the seat")
            raise draft.wrong("bridge", message, seat, count=len(tiles), turns=own)
    there = sum(len(_bridge(draft, seat)) for seat in _seats(draft)) + _gone(draft)
    most = _turns_over(draft) + (1 if s.phase in IN_TURN else 0)
    if there > most:
        message = N_("O-5.6: a turn builds one building, so {count} cannot have left the stacks in {turns} turns")
        raise draft.wrong("gone", message, count=there, turns=most)


def _gone(draft: Draft) -> int:
    s = draft.state
    there = {int(s.top[stack]) for stack in range(NUMBERED)} | {int(s.taken)}
    there |= {tile for seat in _seats(draft) for tile in _bridge(draft, seat)}
    return sum(number not in there and not int(s.hidden) >> number - 1 & 1 for number in range(1, HOUSES + 1))


def _check_tracks(draft: Draft) -> None:
    s, box = draft.state, draft.box
    for seat in _seats(draft):
        for track, space, end in (("chapel", s.chapel[seat], box.chapel_end), ("gate", s.gate[seat], box.gate_end)):
            if space > end:
                message = N_("O-6.7: this track ends with space {end}, so no marker stands on space {space}")
                raise draft.wrong(track, message, seat, end=int(end), space=int(space))
    if s.phase == STAIRS:
        return
    ranked = [int(s.chapel_order[place]) for place in range(draft.seats)]
    if sorted(ranked) != list(_seats(draft)):
        raise draft.wrong("ranking", N_("O-6.6: every seat has one place on the chapel track"))
    if sorted(int(s.stair[seat]) for seat in _seats(draft)) != list(_seats(draft)):
        raise draft.wrong("", N_("O-2.4: every seat began on a stair of its own, from A on without a gap"))
    for before, after in zip(ranked, ranked[1:], strict=False):
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
    over = _order(draft)[: int(s.turn_no) + (1 if s.phase in IN_TURN else 0)] if shown else []
    for seat in _seats(draft):
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
    values = [int(card_counts(s, seat, card)) for seat, card in _order(draft)] if shown else []
    if values != sorted(values, reverse=True):
        raise draft.wrong("order", N_("O-4.4: a higher card acts earlier, but the order has the values {values}"), values=str(values)[1:-1])


def _check_pawns(draft: Draft) -> None:
    s = draft.state
    spaces = Counter(int(s.pawn[seat]) for seat in _seats(draft) if s.pawn[seat] != NOWHERE)
    if any(count > 2 for count in spaces.values()):
        raise draft.wrong("pawn", N_("O-5.4: no more than two pawns can share a space"))
    placed = {seat for seat, _ in _order(draft)[: int(s.turn_no)]} if s.phase in IN_TURN else set()
    if s.phase in IN_TURN and s.phase != PLACING and not (s.phase in (PICKING, NEXT_TILE) and s.resume == PLACING):
        placed.add(_order(draft)[int(s.turn_no)][0])
    for seat in _seats(draft):
        if s.pawn[seat] != NOWHERE and seat not in placed:
            raise draft.wrong("pawn", N_("O-5.11: a pawn stands on the rondel from its owner's turn to the end of the round"), seat)


def _check_tiles(draft: Draft) -> None:
    s = draft.state
    for seat in _seats(draft):
        fresh = sum(int(s.fresh[seat, power]) for power in range(8))
        if fresh and s.phase not in IN_TURN:
            raise draft.wrong("fresh", N_("O-7.1: at the end of a round the tiles taken in it become usable"), seat)
    if s.lowest and s.phase not in (*IN_TURN, MATCH_OVER):
        raise draft.wrong("lowest", N_("O-8.6: nothing has been built in this round yet"))
    if s.lowest and int(s.hidden) >> int(s.lowest) - 1 & 1:
        raise draft.wrong("lowest", N_("O-8.6: house number {number} has not been built"), number=int(s.lowest))


# ── What is left where the rules stop ────────────────────────────────────────


def _check_setup(draft: Draft) -> None:
    """Before the first round there is only what chance has laid out so far."""
    s, box, phase = draft.state, draft.box, int(draft.state.phase)
    for part, found in _begun(draft):
        if found:
            raise draft.wrong(part, N_("O-2: nothing of this is there before the first round"))
    stairs = [int(s.chapel_order[place]) for place in range(draft.seats) if s.chapel_order[place] >= 0]
    for seat in _seats(draft):
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
        raise draft.wrong("tops", N_("O-2.1: the stacks show their first buildings one after the other, and {count} do by now"), count=stacks)
    right = (backs < BACKS) if phase == TOP_TILES else s.back == backs
    if not right or [bool(s.tile_top[back]) for back in range(BACKS)] != [back < backs for back in range(BACKS)]:
        raise draft.wrong("bonus", N_("O-2.6: the stacks show their first tiles one after the other, and {count} do by now"), count=backs)
    for back in range(BACKS):
        for power, name in enumerate(POWERS):
            count = int(s.tiles_hidden[back, power]) + (1 if s.tile_top[back] == power + 1 else 0)
            if count != draft.box.tiles[back, power]:
                message = N_("O-2.6: stack {back} should have {expected} tiles {power}, not {count}")
                raise draft.wrong("bonus", message, back=back + 1, expected=int(draft.box.tiles[back, power]), power=name, count=count)
    random = [colour for colour in range(4) if s.side[colour] == RANDOM_SIDE]
    if phase == SCORING_TILES and not random:
        raise draft.wrong("scoring", N_("O-2.8: there is no scoring tile left to draw"))
    if phase < SCORING_TILES and len(random) != list(draft.options.values()).count("random"):
        raise draft.wrong("scoring", N_("O-2.8: scoring tiles are drawn when all stacks are laid out"))


def _begun(draft: Draft) -> Iterator[tuple[str, Any]]:
    """What only a match that has begun has, by the word for it."""
    s, seats = draft.state, _seats(draft)
    yield "asked", s.asked
    yield "actor", s.actor
    yield "gone", _gone(draft)
    yield "lowest", s.lowest or s.lowest_seat
    yield "taken", s.taken
    yield "allowance", s.allowance
    yield "picks", s.picks
    yield "take-back", s.take_back
    yield "waits", s.card_waits
    yield "resume", s.resume
    yield "bridge", any(_bridge(draft, seat) for seat in seats)
    yield "chapel", any(int(s.chapel[seat]) for seat in seats)
    yield "gate", any(int(s.gate[seat]) for seat in seats)
    yield "tiles", any(int(s.tiles[seat, power]) for seat in seats for power in range(8))


def _check_phase(draft: Draft) -> None:
    """What is pending belongs to the phase, and the rules would ask for it."""
    s, box, phase = draft.state, draft.box, int(draft.state.phase)
    _check_pending(draft)
    if phase == MATCH_OVER and not is_last_round(s, box):
        message = N_("O-5.12: the match goes on: it is not the last round, and fewer than three stacks are empty")
        raise draft.wrong("phase", message)
    empty = sum(s.top[stack] == NO_TILE for stack in range(6))
    if phase in (ROUND_MARKER, NOBLEWOMEN, CARD_CHOICE, PLUS_ONES) and empty >= 3:
        raise draft.wrong("tops", N_("O-5.12: {count} stacks are empty, so the match would be over"), count=int(empty))
    if phase in IN_TURN and _order(draft)[int(s.turn_no)][0] != s.actor:
        message = N_("O-5.1: it is the turn of seat {seat}, so it decides")
        raise draft.wrong("actor", message, seat=_order(draft)[int(s.turn_no)][0])
    if phase == NOBLEWOMEN:
        places = [int(s.chapel_order[place]) for place in range(draft.seats)]
        _check_asked(draft, places, [may_take_noblewoman(s, seat) == LEGAL for seat in _seats(draft)])
    if phase == PLUS_ONES:
        sorted_turns = copy_of(draft.states)
        sort_turns(sorted_turns[0])
        if sorted_turns.tobytes() != draft.states.tobytes():
            raise draft.wrong("order", N_("O-4.4: the place on the chapel track decides between equal cards"))
        _check_asked(draft, [seat for seat, _ in _order(draft)], [may_add_one(s, seat) == LEGAL for seat in _seats(draft)])


def _check_asked(draft: Draft, order: list[int], able: list[bool]) -> None:
    """Whoever comes first, can, and has not declined yet is asked to use a tile."""
    s = draft.state
    first = next((seat for seat in order if able[seat] and not int(s.asked) >> seat & 1), None)
    if first != s.actor:
        raise draft.wrong("actor", N_("O-4.1: seat {seat} is not the one that is asked to use a tile now"), seat=int(s.actor))


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
            raise draft.wrong("tops", N_("O-1.1: house number {number} is there {count} times, the box has one"), number=taken, count=2)
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
        owner, card = _order(draft)[int(s.turn_no)] if phase in IN_TURN else (0, 0)
        late = phase != PLACING and not (phase in (PICKING, NEXT_TILE) and s.resume == PLACING)
        announced = bool(s.take_back)
        if (announced and not s.card_waits) or (s.card_waits and (phase not in IN_TURN or s.bid[owner, card] <= 0 or (late and not announced))):
            raise draft.wrong("waits", N_("O-7.2: by the rules of version 1 a card waits only for TAKE BACK"))
        return
    if s.card_waits:
        raise draft.wrong("waits", N_("O-7.2: a card waits only by the rules of version 1"))
    if s.take_back and phase != END_OF_TURN and not (phase in (PICKING, NEXT_TILE) and s.resume == END_OF_TURN):
        raise draft.wrong("take-back", N_("O-7.2: TAKE BACK is used at the end of a turn"))
