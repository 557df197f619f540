"""O-8 Scoring: four scorings, printed or covered by a tile, then empty sites and unused bonus tiles."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.bonus import unused_tiles
from londinium.games.old_london_bridge.rules.buildings import coins_passed, gate_is_ahead, ranks_before, receive
from londinium.games.old_london_bridge.rules.components import (
    CHAPEL,
    EACH_ROUND,
    FOURTH_SIDE,
    GATE,
    HOSTELRY,
    MOST,
    NOBODY,
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
from londinium.kernel.flat import Cells
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
        # O-8.6 Then their money stands on the line of the gate.
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
    count = counted(s, box, seat, line)
    if line == SCORING_CHAPEL:
        return count * int(box.ahead_pounds) if side == THIRD_SIDE else count
    if line == SCORING_GATE:
        return int(box.gate_steps[count] if side == THIRD_SIDE else box.unused_tiles[count])
    if line == SCORING_HOSTELRY:
        return int(box.cards_in_hand[count]) if side == THIRD_SIDE else count
    return count * int(box.low_number_pounds if side == THIRD_SIDE else box.building_set_pounds)


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
            if ranks_before(s, rival, int(points[rival]), seat, int(points[seat])):
                place += 1
        places[seat] = place


# ── What counts ──────────────────────────────────────────────────────────────


@rule
def counted(s: State, box: Box, seat: int, colour: int) -> int:
    """What a scoring counts for a seat: spaces, buildings, cards, tiles; for two sides of the tiles the pounds themselves."""
    side = s.side[colour]
    # O-8.5 Each side of a tile counts something of its own.
    if side == PRINTED or side == MOST:
        return ranking_value(s, box, seat, colour)
    if colour == SCORING_CHAPEL:
        if side == EACH_ROUND:
            return int(s.chapel[seat])
        return spaces_ahead(s, seat) if side == THIRD_SIDE else coins_again(s, box, seat)
    if colour == SCORING_GATE:
        return unused_tiles(s, seat) if side == FOURTH_SIDE else int(s.gate[seat])
    if colour == SCORING_HOSTELRY:
        if side == EACH_ROUND:
            return highest_card(s, seat)
        return cards_in_hand(s, seat) if side == THIRD_SIDE else card_sets(s, box, seat)
    if side == EACH_ROUND:
        return int(s.lowest) if s.lowest_seat == seat else 0
    return low_numbers(s, box, seat) if side == THIRD_SIDE else building_sets(s, box, seat)


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
    """The pounds of a place in a ranking."""
    own = ranking_value(s, box, seat, colour)
    # O-8.1 A place whose holder has made nothing is not paid, and nobody moves up; only buildings ask for no minimum.
    if own == 0 and not (colour == SCORING_BRIDGE and s.side[colour] == PRINTED):
        return 0
    place = 0
    for rival in range(s.seats):
        if ranks_before(s, rival, ranking_value(s, box, rival, colour), seat, own):
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
    """Spaces ahead of the last player on the chapel track."""
    # O-8.6 Every stair is space 0.
    last = int(s.chapel[seat])
    for rival in range(s.seats):
        last = min(last, int(s.chapel[rival]))
    return int(s.chapel[seat]) - last


@rule
def coins_again(s: State, box: Box, seat: int) -> int:
    """The coins of the chapel track again."""
    # O-8.6 The pounds at its end are a coin like the others: the last one counts.
    return coins_passed(box, 0, int(s.chapel[seat]))


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
def round_leader(s: State, colour: int) -> int:
    """The seat that a scoring of every round would pay now, if any."""
    if s.side[colour] != EACH_ROUND:
        return NOBODY
    if colour == SCORING_HOSTELRY:
        return highest_bidder(s)
    if colour == SCORING_BRIDGE:
        # O-8.6 A round in which only parks were built pays nobody.
        return int(s.lowest_seat) if s.lowest > 0 else NOBODY
    # O-8.6 The leader of a track is paid only after leaving the start.
    if colour == SCORING_CHAPEL:
        leader = int(s.chapel_order[0])
        return leader if s.chapel[leader] > 0 else NOBODY
    leader = gate_leader(s)
    return leader if s.gate[leader] > 0 else NOBODY


@rule
def highest_bidder(s: State) -> int:
    """Who turned over the highest printed card, whatever PLUS ONE tiles do later."""
    # O-8.6 Paid even if all cards are 0; with two players all four cards are compared.
    best = int(s.chapel_order[0])
    for place in range(1, s.seats):
        seat = int(s.chapel_order[place])
        if highest_card(s, seat) > highest_card(s, best):
            best = seat
    return best


@rule
def highest_card(s: State, seat: int) -> int:
    """The highest printed card that a seat turned over this round."""
    return max(int(s.bid[seat, 0]), int(s.bid[seat, 1]))


@rule
def gate_leader(s: State) -> int:
    leader = 0
    for seat in range(1, s.seats):
        if gate_is_ahead(s, seat, leader):
            leader = seat
    return leader


@rule
def note_lowest_number(s: State, seat: int, tile: int) -> None:
    """Remember a building that was built, if its number is the lowest of the round."""
    # O-8.6 A building that replaced another counts, even if it is itself replaced later in the round. Parks do not count.
    if tile != PARK_TILE and (s.lowest == 0 or tile < s.lowest):
        s.lowest = tile
        s.lowest_seat = seat


@rule
def pay_round_leader(s: State, box: Box, colour: int) -> None:
    # O-8.6 A scoring of every round pays only the first: the highest card at the reveal, the others at the end of the round.
    leader = round_leader(s, colour)
    if leader != NOBODY:
        receive(s, leader, int(box.each_round[colour]))


@rule
def pay_round_leaders(s: State, box: Box) -> None:
    """At the end of a round, before anything else is looked at."""
    pay_round_leader(s, box, SCORING_CHAPEL)
    pay_round_leader(s, box, SCORING_GATE)
    pay_round_leader(s, box, SCORING_BRIDGE)
