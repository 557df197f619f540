"""O-6 What the buildings do: the two tracks, the hostelry, the haberdasher, and who is ahead."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.components import (
    ALL_CRESTS,
    BACKS,
    CHAPEL,
    GATE,
    HABERDASHER,
    HOSTELRY,
    PARK,
    VALUES,
)
from londinium.games.old_london_bridge.rules.refusals import BEYOND_STRENGTH, LEGAL, NO_TILE_THERE, NOT_IN_SUPPLY
from londinium.games.old_london_bridge.rules.state import NEXT_TILE, State
from londinium.kernel.rules import rule


@rule
def receive(s: State, seat: int, pounds: int) -> None:
    """The bank pays a seat, or is paid where the pounds are negative."""
    s.cash[seat] += pounds
    s.bank += pounds


# ── The stacks ───────────────────────────────────────────────────────────────


@rule
def reveal_building(s: State, box: Box, number: int) -> None:
    s.hidden &= ~(1 << (number - 1))
    s.top[box.building[number]] = number


@rule
def tiles_below(s: State, box: Box, stack: int) -> int:
    """How many buildings lie below the top of a stack."""
    return max(0, int(s.parks) - 1) if stack == PARK else face_down(s, box, stack)


@rule
def face_down(s: State, box: Box, stack: int) -> int:
    """How many numbered buildings of this type are still hidden in their stack."""
    rest = int(s.hidden) & int(box.houses[stack])
    count = 0
    while rest != 0:
        rest &= rest - 1
        count += 1
    return count


# ── The chapel track ─────────────────────────────────────────────────────────


@rule
def advance_on_chapel_track(s: State, box: Box, seat: int, steps: int) -> None:
    start = int(s.chapel[seat])
    # O-6.7 Surplus steps are lost, and a marker on the end space no longer moves. The end pays its pounds like a coin space.
    goal = min(start + steps, int(box.chapel_end))
    if goal == start:
        return
    receive(s, seat, coins_passed(box, start, goal))
    s.chapel[seat] = goal
    move_up_chapel_order(s, box, seat)


@rule
def coins_passed(box: Box, start: int, goal: int) -> int:
    """The coins on the way from a space of the chapel track to another."""
    # O-6.1 Every coin reached or passed is taken; the first step leads from any stair to space 1.
    pounds = 0
    for space in range(start + 1, goal + 1):
        pounds += int(box.chapel_coins[space])
    return pounds


@rule
def move_up_chapel_order(s: State, box: Box, seat: int) -> None:
    """Give the marker its new place among the others, after it has moved."""
    goal = s.chapel[seat]
    place = 0
    while s.chapel_order[place] != seat:
        place += 1
    # O-6.6 Further ahead is better. On one space the later arrival lies on top and is better, on the end space the first.
    while place > 0:
        rival = s.chapel_order[place - 1]
        if s.chapel[rival] > goal or (s.chapel[rival] == goal and goal == box.chapel_end):
            break
        s.chapel_order[place] = rival
        place -= 1
    s.chapel_order[place] = seat


@rule
def chapel_place(s: State, seat: int) -> int:
    """0 for the best place on the chapel track; this order decides every tie in the game."""
    place = 0
    while s.chapel_order[place] != seat:
        place += 1
    return place


@rule
def ranks_before(s: State, seat: int, value: int, rival: int, rival_value: int) -> bool:
    """Whether a seat comes before a rival where these values are compared."""
    # O-6.6 The place on the chapel track decides every tie in the game.
    return value > rival_value or (value == rival_value and chapel_place(s, seat) < chapel_place(s, rival))


# ── The gate track ───────────────────────────────────────────────────────────


@rule
def advance_on_gate_track(s: State, box: Box, seat: int, steps: int) -> None:
    start = int(s.gate[seat])
    goal = min(start + steps, int(box.gate_end))
    # O-6.2 For every bonus space reached or passed, one bonus tile MUST be picked.
    for space in range(start + 1, goal + 1):
        s.picks += box.bonus_space[space]
    s.gate[seat] = goal
    receive(s, seat, end_of_gate_track_pays(box, start, goal))


@rule
def end_of_gate_track_pays(box: Box, start: int, goal: int) -> int:
    # O-6.7 A player who reaches the end of the gate track receives its pounds, once.
    return int(box.gate_end_pounds) if start < goal and goal == box.gate_end else 0


@rule
def gate_is_ahead(s: State, seat: int, rival: int) -> bool:
    # O-6.8 Ties on the gate track are decided by the chapel track, although markers are stacked there too.
    return ranks_before(s, seat, int(s.gate[seat]), rival, int(s.gate[rival]))


@rule
def tiles_to_pick(s: State) -> bool:
    """Whether a pick is due and can be made."""
    # O-6.2 An empty stack offers nothing.
    if s.picks > 0:
        for back in range(BACKS):
            if s.tile_top[back] > 0:
                return True
    return False


@rule
def may_pick(s: State, back: int) -> int:
    return LEGAL if s.tile_top[back] > 0 else NO_TILE_THERE


@rule
def pick_tile(s: State, seat: int, back: int) -> None:
    """Take the face-up tile of a stack."""
    s.fresh[seat, s.tile_top[back] - 1] += 1
    s.tile_top[back] = 0
    s.picks -= 1
    # O-6.2 The stack shows its next tile before the next pick.
    for power in range(8):
        if s.tiles_hidden[back, power] > 0:
            s.back = back
            s.phase = NEXT_TILE


@rule
def reveal_tile(s: State, power: int) -> None:
    s.tiles_hidden[s.back, power] -= 1
    s.tile_top[s.back] = power + 1


# ── Strength, and the actions ────────────────────────────────────────────────


@rule
def crests_on_bridge(s: State, box: Box, seat: int, crest: int) -> int:
    """Crests of one colour on a bridge; a guild house carries all four."""
    count = 0
    for site in range(s.length[seat]):
        shown = box.crest[s.site[seat, site]]
        if shown == crest or shown == ALL_CRESTS:
            count += 1
    return count


@rule
def act(s: State, box: Box, seat: int, building: int, strength: int) -> None:
    """What a building brings when it is built."""
    if building == CHAPEL:
        advance_on_chapel_track(s, box, seat, strength)
    elif building == GATE:
        advance_on_gate_track(s, box, seat, strength)
    elif building == HOSTELRY:
        s.allowance = cards_granted(building, strength)
    elif building == HABERDASHER:
        receive(s, seat, pounds_granted(building, strength))
    # O-6.5 Guild house and park bring nothing.


@rule
def cards_granted(building: int, strength: int) -> int:
    """The value of the cards that a building grants."""
    # O-6.3 A hostelry grants cards from the supply with a total value of at most the strength.
    return strength if building == HOSTELRY else 0


@rule
def pounds_granted(building: int, strength: int) -> int:
    """The pounds that a building pays by itself."""
    # O-6.4 A haberdasher pays pounds equal to the strength.
    return strength if building == HABERDASHER else 0


@rule
def may_take_card(s: State, value: int) -> int:
    if value > s.allowance:
        return BEYOND_STRENGTH
    return LEGAL if s.supply[value] > 0 else NOT_IN_SUPPLY


@rule
def take_card(s: State, seat: int, value: int) -> None:
    # O-6.3 Cards of any mix, one after the other, until the strength is used up.
    s.supply[value] -= 1
    s.hand[seat, value] += 1
    s.allowance -= value


@rule
def take_no_more_cards(s: State) -> None:
    # O-6.3 A player taking cards may stop at any time, and may also take none.
    s.allowance = 0


@rule
def cards_to_take(s: State) -> bool:
    """Whether the hostelry still grants a card that is in the supply."""
    for value in range(1, VALUES):
        if may_take_card(s, value) == LEGAL:
            return True
    return False
