"""O-8 Scoring: four scorings, printed or covered by a tile, then empty sites and unused bonus tiles."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.bonus import unused_tiles
from londinium.games.old_london_bridge.rules.buildings import chapel_place, gate_is_ahead, receive
from londinium.games.old_london_bridge.rules.components import (
    CHAPEL,
    EACH_ROUND,
    FOURTH_SIDE,
    GATE,
    HOSTELRY,
    MOST,
    NO_CARD,
    PARK_TILE,
    PRINTED,
    SCORING_BRIDGE,
    SCORING_CHAPEL,
    SCORING_GATE,
    SCORING_HOSTELRY,
    SITES,
    THIRD_SIDE,
    VALUES,
)
from londinium.games.old_london_bridge.rules.state import State
from londinium.kernel.records import Cells
from londinium.kernel.rules import rule

# The lines of a score sheet. The first four are the scorings by colour.
LINE_CHAPEL, LINE_GATE, LINE_HOSTELRY, LINE_BRIDGE, LINE_EMPTY_SITES, LINE_TILES, LINE_MONEY = range(7)
SHEET = ("chapel", "gate", "hostelry", "bridge", "empty_sites", "bonus_tiles", "money")
"""Their names, in the order of their numbers."""
LINES = len(SHEET)


# ── The score sheet ──────────────────────────────────────────────────────────


@rule
def score_line(s: State, box: Box, seat: int, line: int) -> int:
    """One line of a seat's score sheet, in pounds."""
    if line == LINE_MONEY:
        return int(s.cash[seat])
    if line == LINE_EMPTY_SITES:
        # O-8.2 Empty sites cost money, in full, even below zero.
        return -int(box.empty_sites[SITES - s.length[seat]])
    if line == LINE_TILES:
        # O-8.3 Each unused bonus tile is worth 1 pound, unless the scoring of the gate pays for them.
        if s.side[SCORING_GATE] == FOURTH_SIDE:
            return 0
        return unused_tiles(s, seat) * int(box.tile_pounds)
    side = s.side[line]
    # O-8.1 The printed scorings rank the seats; so does the first side of each expansion tile.
    if side == PRINTED or side == MOST:
        return ranking_pounds(s, box, seat, line)
    # O-8.5 The other sides pay every round (then nothing is left to pay here) or pay everyone.
    if side == EACH_ROUND:
        return 0
    if line == SCORING_CHAPEL:
        return spaces_ahead(s, seat) * int(box.ahead_pounds) if side == THIRD_SIDE else coins_again(s, box, seat)
    if line == SCORING_GATE:
        return int(box.gate_steps[s.gate[seat]] if side == THIRD_SIDE else box.unused_tiles[unused_tiles(s, seat)])
    if line == SCORING_HOSTELRY:
        return int(box.cards_in_hand[cards_in_hand(s, seat)]) if side == THIRD_SIDE else card_sets(s, box, seat)
    if side == THIRD_SIDE:
        return low_numbers(s, box, seat) * int(box.low_number_pounds)
    return building_sets(s, box, seat) * int(box.building_set_pounds)


@rule
def score_lines(s: State, box: Box, lines: Cells) -> None:
    """Every line of every seat's score sheet."""
    for seat in range(s.seats):
        for line in range(LINES):
            lines[seat, line] = score_line(s, box, seat, line)


@rule
def total(s: State, box: Box, seat: int) -> int:
    points = 0
    for line in range(LINES):
        points += score_line(s, box, seat, line)
    return points


@rule
def scores(s: State, box: Box, points: Cells, places: Cells) -> None:
    """Every seat's total, and its place from 0."""
    for seat in range(s.seats):
        points[seat] = total(s, box, seat)
    # O-8.4 Most money wins; a tie is decided by the chapel track. There are no shared places.
    for seat in range(s.seats):
        place = 0
        for rival in range(s.seats):
            if points[rival] > points[seat] or (points[rival] == points[seat] and chapel_place(s, rival) < chapel_place(s, seat)):
                place += 1
        places[seat] = place


# ── Rankings ─────────────────────────────────────────────────────────────────


@rule
def ranking_value(s: State, box: Box, seat: int, colour: int) -> int:
    """What a ranking compares."""
    printed = s.side[colour] == PRINTED
    if colour == SCORING_CHAPEL:
        return int(s.chapel[seat]) if printed else buildings_of(s, box, seat, CHAPEL)
    if colour == SCORING_GATE:
        return int(s.gate[seat]) if printed else buildings_of(s, box, seat, GATE)
    if colour == SCORING_HOSTELRY:
        return hand_value(s, seat) if printed else buildings_of(s, box, seat, HOSTELRY)
    return int(s.length[seat]) if printed else longest_line(s, seat)


@rule
def ranking_pounds(s: State, box: Box, seat: int, colour: int) -> int:
    """The pounds of a place in a ranking. A place whose holder does not qualify is not handed down."""
    own = ranking_value(s, box, seat, colour)
    # Only the printed bridge scoring asks for no minimum.
    if own == 0 and not (colour == SCORING_BRIDGE and s.side[colour] == PRINTED):
        return 0
    place = 0
    for rival in range(s.seats):
        value = ranking_value(s, box, rival, colour)
        if value > own or (value == own and chapel_place(s, rival) < chapel_place(s, seat)):
            place += 1
    return int(box.ranking[s.seats, place])


@rule
def buildings_of(s: State, box: Box, seat: int, building: int) -> int:
    count = 0
    for site in range(s.length[seat]):
        if box.building[s.site[seat, site]] == building:
            count += 1
    return count


@rule
def hand_value(s: State, seat: int) -> int:
    value = 0
    for card in range(VALUES):
        value += card * int(s.hand[seat, card])
    return value


@rule
def longest_line(s: State, seat: int) -> int:
    """The most buildings in a row without a park."""
    longest, line = 0, 0
    for site in range(s.length[seat]):
        line = 0 if s.site[seat, site] == PARK_TILE else line + 1
        longest = max(longest, line)
    return longest


# ── For everyone ─────────────────────────────────────────────────────────────


@rule
def spaces_ahead(s: State, seat: int) -> int:
    """Spaces ahead of the last player on the chapel track; every stair is space 0."""
    last = int(s.chapel[seat])
    for rival in range(s.seats):
        last = min(last, int(s.chapel[rival]))
    return int(s.chapel[seat]) - last


@rule
def coins_again(s: State, box: Box, seat: int) -> int:
    """The coins reached or passed on the chapel track, the one at its end included."""
    pounds = 0
    for space in range(1, s.chapel[seat] + 1):
        pounds += int(box.chapel_coins[space])
    return pounds


@rule
def cards_in_hand(s: State, seat: int) -> int:
    count = 0
    for card in range(VALUES):
        count += int(s.hand[seat, card])
    return count


@rule
def card_sets(s: State, box: Box, seat: int) -> int:
    # O-8.7 Sets are built upward: every 1+2 that a 3, and then a 4, can join is worth more with it.
    pairs = min(int(s.hand[seat, 1]), int(s.hand[seat, 2]))
    triples = min(pairs, int(s.hand[seat, 3]))
    fours = min(triples, int(s.hand[seat, 4]))
    return (pairs - triples) * int(box.card_sets[0]) + (triples - fours) * int(box.card_sets[1]) + fours * int(box.card_sets[2])


@rule
def low_numbers(s: State, box: Box, seat: int) -> int:
    count = 0
    for site in range(s.length[seat]):
        if s.site[seat, site] <= box.low_number:
            count += 1
    return count


@rule
def building_sets(s: State, box: Box, seat: int) -> int:
    """Full sets of the six building types."""
    sets = SITES
    for building in range(6):
        sets = min(sets, buildings_of(s, box, seat, building))
    return sets


# ── Every round ──────────────────────────────────────────────────────────────


@rule
def pay_highest_card(s: State, box: Box) -> None:
    """After the reveal: the highest printed card, whatever PLUS ONE tiles do later."""
    # O-8.6 Paid also if all cards are 0; track leaders only once they have left the start; a round of parks pays nobody.
    if s.side[SCORING_HOSTELRY] != EACH_ROUND:
        return
    best = int(s.chapel_order[0])
    highest = NO_CARD
    for place in range(s.seats):
        seat = int(s.chapel_order[place])
        for card in range(2):
            if s.played[seat, card] > highest:
                best = seat
                highest = int(s.played[seat, card])
    receive(s, best, int(box.each_round[SCORING_HOSTELRY]))


@rule
def gate_leader(s: State) -> int:
    leader = 0
    for seat in range(1, s.seats):
        if gate_is_ahead(s, seat, leader):
            leader = seat
    return leader


@rule
def pay_round_leaders(s: State, box: Box) -> None:
    """At the end of a round, before anything else is looked at."""
    leader = int(s.chapel_order[0])
    if s.side[SCORING_CHAPEL] == EACH_ROUND and s.chapel[leader] > 0:
        receive(s, leader, int(box.each_round[SCORING_CHAPEL]))
    if s.side[SCORING_GATE] == EACH_ROUND:
        leader = gate_leader(s)
        if s.gate[leader] > 0:
            receive(s, leader, int(box.each_round[SCORING_GATE]))
    if s.side[SCORING_BRIDGE] == EACH_ROUND and s.lowest > 0:
        receive(s, int(s.lowest_seat), int(box.each_round[SCORING_BRIDGE]))
