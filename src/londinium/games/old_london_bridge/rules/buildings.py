"""O-6 What the buildings do: the two tracks, the hostelry, the haberdasher, and who is ahead."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.components import ALL_CRESTS, BACKS, CHAPEL, GATE, HABERDASHER, HOSTELRY, VALUES
from londinium.games.old_london_bridge.rules.refusals import BEYOND_STRENGTH, LEGAL, NO_TILE_THERE, NOT_IN_SUPPLY
from londinium.games.old_london_bridge.rules.state import State
from londinium.kernel.rules import rule


@rule
def receive(s: State, seat: int, pounds: int) -> None:
    """The bank pays a seat, or is paid where the pounds are negative."""
    s.cash[seat] += pounds
    s.bank += pounds


# ── The chapel track ─────────────────────────────────────────────────────────


@rule
def advance_on_chapel_track(s: State, box: Box, seat: int, steps: int) -> None:
    start = int(s.chapel[seat])
    # O-6.7 Surplus steps are lost, and a marker on the end space no longer moves. The end pays its pounds like a coin space.
    goal = min(start + steps, int(box.chapel_end))
    if goal == start:
        return
    # O-6.1 Every coin reached or passed is taken; the first step leads from any stair to space 1.
    for space in range(start + 1, goal + 1):
        receive(s, seat, int(box.chapel_coins[space]))
    s.chapel[seat] = goal
    move_up_chapel_order(s, box, seat)


@rule
def move_up_chapel_order(s: State, box: Box, seat: int) -> None:
    """Give the marker its new place among the others, after it has moved."""
    goal = s.chapel[seat]
    place = 0
    while s.chapel_order[place] != seat:
        place += 1
    # O-6.6 Further ahead is better. On one space who came later lies on top and is better, on the end space who came first.
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


# ── The gate track ───────────────────────────────────────────────────────────


@rule
def advance_on_gate_track(s: State, box: Box, seat: int, steps: int) -> None:
    start = int(s.gate[seat])
    goal = min(start + steps, int(box.gate_end))
    # O-6.2 For every bonus space reached or passed, one bonus tile MUST be picked.
    for space in range(start + 1, goal + 1):
        s.picks += box.bonus_space[space]
    s.gate[seat] = goal
    if goal > start and goal == box.gate_end:
        receive(s, seat, int(box.gate_end_pounds))


@rule
def gate_is_ahead(s: State, seat: int, rival: int) -> bool:
    # O-6.8 Ties on the gate track are decided by the chapel track, although markers are stacked there too.
    if s.gate[seat] != s.gate[rival]:
        return bool(s.gate[seat] > s.gate[rival])
    return chapel_place(s, seat) < chapel_place(s, rival)


@rule
def tiles_to_pick(s: State) -> bool:
    """Whether a pick is due and some stack still shows a tile: an empty stack offers nothing."""
    if s.picks > 0:
        for back in range(BACKS):
            if s.tile_top[back] > 0:
                return True
    return False


@rule
def may_pick(s: State, back: int) -> int:
    return LEGAL if s.tile_top[back] > 0 else NO_TILE_THERE


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
        # O-6.3 Cards from the supply with a total value of at most the strength, any mix, also none.
        s.allowance = strength
    elif building == HABERDASHER:
        # O-6.4 Pounds equal to the strength.
        receive(s, seat, strength)
    # O-6.5 Guild house and park bring nothing.


@rule
def may_take_card(s: State, value: int) -> int:
    if value > s.allowance:
        return BEYOND_STRENGTH
    return LEGAL if s.supply[value] > 0 else NOT_IN_SUPPLY


@rule
def cards_to_take(s: State) -> bool:
    """Whether the hostelry still grants a card that is in the supply."""
    for value in range(1, VALUES):
        if may_take_card(s, value) == LEGAL:
            return True
    return False
