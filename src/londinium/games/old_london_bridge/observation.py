"""What a learning agent is shown: the table as it lies open to its seat. The counterpart of `face/view.py`, as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.allowed import to_act
from londinium.games.old_london_bridge.rules.buildings import tiles_below
from londinium.games.old_london_bridge.rules.components import (
    ALL_CRESTS,
    BACKS,
    BUILDINGS,
    CENTRE,
    COLOURS,
    CRESTS,
    HAND,
    HOUSES,
    NO_CARD,
    NO_CREST,
    NO_TILE,
    NOWHERE,
    NUMBERED,
    OUTER,
    PARK_TILE,
    PER_BUILDING,
    PLUS_ONE,
    POWERS,
    RANDOM_SIDE,
    ROUNDS,
    SEATS,
    SIDES,
    SITES,
    TRACK,
    VALUES,
    X_MARK,
)
from londinium.games.old_london_bridge.rules.state import CARD_CHOICE, MATCH_OVER, PHASES, STAIRS, State
from londinium.games.old_london_bridge.rules.turn import pounds_of_space
from londinium.kernel.contracts.observation import HIGHEST, Features, Observation, show_set, shown
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule

OPTION_MONEY, OPEN = len(COLOURS), 1
"""The option that says whether money and hands lie open, by its place after the scorings."""

STACKS = ", ".join(BUILDINGS)
TILE = "its house number, 61 a park, 0 none"
MANY = 15
"""More tiles or markers of a kind than a box has."""

# ── The table ────────────────────────────────────────────────────────────────

COMMON = Features()
PHASE = COMMON.one_of("phase", PHASES, "what is being decided")
ROUND = COMMON.number("round", ROUNDS, "the round, 0 during the setup")
ROUNDS_LEFT = COMMON.number("rounds left", ROUNDS, "rounds after this one")
TURNS_OVER = COMMON.number("turns over", SEATS, "turns already over in this round")
ORDER = COMMON.numbers("order", (SEATS, SEATS), 1, "whose turn it is in each turn, counted from the observer's seat")
POUNDS = COMMON.numbers("pounds", (OUTER,), MANY, f"pounds on the rondel beside each stack: {STACKS}")
CROSS = COMMON.flags("x", OUTER, "stacks beside which the rondel shows X")
TOP = COMMON.numbers("top", (OUTER,), PARK_TILE, f"tile on top of each stack: {TILE}")
TOP_CREST = COMMON.numbers("top crests", (OUTER, len(CRESTS)), 1, f"crests of these tiles: {', '.join(CRESTS)}")
BELOW = COMMON.numbers("below", (OUTER,), SITES, "tiles below the top of each stack")
HIDDEN = COMMON.flags("face down", HOUSES, "house numbers that are still face down in a stack, from 1")
SUPPLY = COMMON.numbers("supply", (VALUES,), HAND, "cards in the supply by value")
TILE_TOP = COMMON.numbers("tile tops", (BACKS, len(POWERS)), 1, f"bonus tile on top of each stack: {', '.join(POWERS)}")
TILES_BELOW = COMMON.numbers("tiles below", (BACKS, len(POWERS)), MANY, "bonus tiles face down in each stack, by power")
MARKERS = COMMON.numbers("markers", (3,), MANY, "round markers not yet revealed, by number")
SIDE = COMMON.numbers("scoring", (len(COLOURS), len(SIDES[0])), 1, f"scoring in play by colour: {', '.join(COLOURS)}")
LOWEST = COMMON.number("lowest", HOUSES, "lowest house number built this round, 0 for none")
TAKEN = COMMON.number("taken", PARK_TILE, f"building that was taken and is not built yet: {TILE}")
TAKEN_CREST = COMMON.flags("taken crests", len(CRESTS), "its crests")
ALLOWANCE = COMMON.number("allowance", SITES, "value of the cards that the hostelry still grants")
PICKS = COMMON.number("picks", MANY, "bonus tiles still to be picked")
TAKE_BACK = COMMON.flag("take back", "TAKE BACK was used this turn")

# ── A player ─────────────────────────────────────────────────────────────────

PLAYER = Features()
DECIDES = PLAYER.flag("decides", "has to decide now")
OPENLY = PLAYER.flag("open", "money and hand are shown; otherwise they are 0")
MONEY = PLAYER.number("money", HIGHEST, "pounds")
IN_HAND = PLAYER.numbers("hand", (VALUES,), HAND, "cards in hand by value")
CARDS = PLAYER.number("cards", HAND, "number of cards in hand")
LYING = PLAYER.number("lying", 2, "cards lying before the player, face up or down")
PLAYED = PLAYER.numbers("played", (2, VALUES), 1, "values of these cards, where the observer may see them")
BID = PLAYER.numbers("bid", (2, VALUES), 1, "values of the cards turned over this round, also when they have left the table")
PLUS = PLAYER.numbers("plus", (2,), MANY, "PLUS ONE tiles used on each card")
BRIDGE = PLAYER.numbers("bridge", (SITES,), PARK_TILE, f"tile on each site: {TILE}")
BUILT = PLAYER.numbers("built", (len(BUILDINGS),), SITES, f"buildings on the bridge: {STACKS}")
STRENGTH = PLAYER.numbers("crests", (len(CRESTS),), SITES, f"crests on the bridge: {', '.join(CRESTS)}")
CHAPEL = PLAYER.number("chapel", TRACK, "space on the chapel track")
CHAPEL_PLACE = PLAYER.flags("chapel place", SEATS, "place on the chapel track, from the best")
GATE = PLAYER.number("gate", TRACK, "space on the gate track")
PAWN = PLAYER.flags("pawn", OUTER + 1, f"where the pawn stands: beside {STACKS}; centre")
TILES = PLAYER.numbers("tiles", (len(POWERS),), MANY, f"bonus tiles that may be used: {', '.join(POWERS)}")
FRESH = PLAYER.numbers("fresh tiles", (len(POWERS),), MANY, "bonus tiles taken this round")
BUILT_LOWEST = PLAYER.flag("built lowest", "built the lowest house number of this round")

PLAYERS = COMMON.size
ONE_PLAYER = PLAYER.size


@rule
def observe(s: State, box: Box, options: Cells, seat: int, row: Any) -> None:
    # O-9.1 as in `view.board`: face-down cards are hidden, and by default the money and the hands of the others.
    show_table(s, box, row)
    show_stacks(s, box, row)
    if s.phase > CARD_CHOICE:
        for turn in range(s.turns):
            owner = int(s.order[turn]) >> 1
            row[ORDER + turn * SEATS + (owner - seat) % int(s.seats)] = 1
    deciding = to_act(s)
    for player in range(s.seats):
        who = (seat + player) % int(s.seats)
        at = PLAYERS + player * ONE_PLAYER
        row[at + DECIDES] = (deciding >> who) & 1
        if who == seat or options[OPTION_MONEY] == OPEN or s.phase == MATCH_OVER:
            show_hand(s, who, seat, row, at)
        show_cards(s, who, seat, row, at)
        show_bridge(s, box, who, row, at)
        show_position(s, box, who, row, at)


@rule
def show_table(s: State, box: Box, row: Any) -> None:
    row[PHASE + int(s.phase)] = 1
    row[ROUND] = s.round_no
    row[ROUNDS_LEFT] = int(box.rounds[s.seats]) - int(s.round_no)
    row[TURNS_OVER] = s.turn_no
    for value in range(VALUES):
        row[SUPPLY + value] = s.supply[value]
    for back in range(BACKS):
        if s.tile_top[back] > 0:
            row[TILE_TOP + back * len(POWERS) + int(s.tile_top[back]) - 1] = 1
        for power in range(len(POWERS)):
            row[TILES_BELOW + back * len(POWERS) + power] = s.tiles_hidden[back, power]
    for steps in range(3):
        row[MARKERS + steps] = s.markers[steps]
    for colour in range(len(COLOURS)):
        if s.side[colour] != RANDOM_SIDE:
            row[SIDE + colour * len(SIDES[0]) + int(s.side[colour])] = 1
    row[LOWEST] = s.lowest
    row[TAKEN] = s.taken
    if s.taken != NO_TILE:
        show_crests(int(box.crest[s.taken]), row, TAKEN_CREST)
    row[ALLOWANCE] = shown(int(s.allowance), SITES)
    row[PICKS] = s.picks
    row[TAKE_BACK] = s.take_back


@rule
def show_stacks(s: State, box: Box, row: Any) -> None:
    for stack in range(OUTER):
        pounds = pounds_of_space(s, box, int(box.position[stack]))
        row[POUNDS + stack] = shown(pounds, MANY)
        row[CROSS + stack] = pounds == X_MARK
        row[TOP + stack] = s.top[stack]
        if s.top[stack] != NO_TILE:
            show_crests(int(box.crest[s.top[stack]]), row, TOP_CREST + stack * len(CRESTS))
    for stack in range(OUTER):
        row[BELOW + stack] = tiles_below(s, box, stack)
    show_set(row, HIDDEN, int(s.hidden), HOUSES)


@rule
def show_crests(crest: int, row: Any, at: int) -> None:
    if crest == ALL_CRESTS:
        for each in range(len(CRESTS)):
            row[at + each] = 1
    elif crest != NO_CREST:
        row[at + crest] = 1


@rule
def show_hand(s: State, who: int, viewer: int, row: Any, at: int) -> None:
    row[at + OPENLY] = 1
    row[at + MONEY] = shown(int(s.cash[who]), HIGHEST)
    for value in range(VALUES):
        row[at + IN_HAND + value] = s.hand[who, value]
    if who != viewer and s.phase == CARD_CHOICE:
        # An open hand must not tell which card has left it, so it is shown with the face-down ones.
        for card in range(2):
            if s.played[who, card] != NO_CARD:
                row[at + IN_HAND + int(s.played[who, card])] += 1


@rule
def show_cards(s: State, who: int, viewer: int, row: Any, at: int) -> None:
    in_hand = 0
    for value in range(VALUES):
        in_hand += int(s.hand[who, value])
    row[at + CARDS] = in_hand
    for card in range(2):
        if s.played[who, card] != NO_CARD:
            row[at + LYING] += 1
            if who == viewer or s.phase != CARD_CHOICE:
                row[at + PLAYED + card * VALUES + int(s.played[who, card])] = 1
        if s.phase > CARD_CHOICE and s.bid[who, card] != NO_CARD:
            row[at + BID + card * VALUES + int(s.bid[who, card])] = 1
        row[at + PLUS + card] = s.plus[who, card]


@rule
def show_bridge(s: State, box: Box, who: int, row: Any, at: int) -> None:
    everywhere = 0
    for site in range(s.length[who]):
        tile = int(s.site[who, site])
        row[at + BRIDGE + site] = tile
        row[at + BUILT + int(box.building[tile])] += 1
        crest = int(box.crest[tile])
        if crest < ALL_CRESTS:
            row[at + STRENGTH + crest] += 1
        elif crest == ALL_CRESTS:
            everywhere += 1
    for crest in range(len(CRESTS)):
        row[at + STRENGTH + crest] += everywhere


@rule
def show_position(s: State, box: Box, who: int, row: Any, at: int) -> None:
    row[at + CHAPEL] = s.chapel[who]
    row[at + GATE] = s.gate[who]
    if s.phase > STAIRS:
        for place in range(s.seats):
            if s.chapel_order[place] == who:
                row[at + CHAPEL_PLACE + place] = 1
    space = int(s.pawn[who])
    if space == CENTRE:
        row[at + PAWN + OUTER] = 1
    elif space != NOWHERE:
        for stack in range(OUTER):
            if box.position[stack] == space:
                row[at + PAWN + stack] = 1
    for power in range(len(POWERS)):
        row[at + TILES + power] = s.tiles[who, power]
        row[at + FRESH + power] = s.fresh[who, power]
    row[at + BUILT_LOWEST] = s.lowest > 0 and s.lowest_seat == who


# ── Length ───────────────────────────────────────────────────────────────────


def longest(box: Box, seats: int, options: Mapping[str, str]) -> tuple[int, int]:
    """How many decisions and reveals a match can have: no tile is used twice, and a hostelry grants one card a crest."""
    powers = [int(box.tiles[back, power]) for back in range(BACKS) for power in range(len(POWERS))]
    rounds, tiles, plus_ones = int(box.rounds[seats]), sum(powers), sum(powers[PLUS_ONE :: len(POWERS)])
    turns = rounds * seats * (2 if seats == 2 else 1)
    a_turn = turns * len(("card", "placing", "replacing", "end of turn"))
    # Every PLUS ONE asks all holders of another one again.
    before_turns = rounds * seats * len(("no noblewoman", "no plus one")) + plus_ones * seats
    decisions = a_turn + before_turns + tiles * len(("picked", "used")) + PER_BUILDING * SITES
    set_up = seats - 1 + len(("rondel",)) + NUMBERED + BACKS + sum(options.get(colour) == "random" for colour in COLOURS)
    return decisions, set_up + rounds + HOUSES - NUMBERED + tiles


OBSERVATION = Observation(COMMON, PLAYER, observe, longest)
