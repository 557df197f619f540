"""What a network is shown: the table as somebody sees it who remembers every card, in numbers that are quickly learnt from.

All hands and all money are shown. They are no secret: everybody begins with known cards, takes others from an open supply and
pays openly. Only the cards of the card choice are face down; until they are revealed they count as cards in hand.
"""

from __future__ import annotations

from typing import Any

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.mind.outlook import builds_left
from londinium.games.old_london_bridge.rules.allowed import to_act
from londinium.games.old_london_bridge.rules.bonus import unused_tiles
from londinium.games.old_london_bridge.rules.buildings import crests_on_bridge, ranks_before, tiles_below
from londinium.games.old_london_bridge.rules.components import (
    ALL_CRESTS,
    BACKS,
    BUILDINGS,
    CENTRE,
    COLOURS,
    CRESTS,
    GUILD_HOUSE,
    HABERDASHER,
    HOUSES,
    NO_CARD,
    NO_CREST,
    NO_TILE,
    NOWHERE,
    NUMBERED,
    OUTER,
    PARK,
    PARK_TILE,
    PER_BUILDING,
    POWERS,
    ROUNDS,
    SEATS,
    SIDES,
    SITES,
    TRACK,
    VALUES,
    X_MARK,
)
from londinium.games.old_london_bridge.rules.scoring import LINES, counted, hand_value, score_line
from londinium.games.old_london_bridge.rules.state import (
    CARD_CHOICE,
    NOBLEWOMEN,
    PHASES,
    PLACING,
    STAIRS,
    State,
)
from londinium.games.old_london_bridge.rules.turn import can_replace_somewhere, goes_on_next_site, pounds_of_space, turn_card
from londinium.kernel.contracts.observation import Features, Observation, shown
from londinium.kernel.contracts.sight import Sight
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule

STACKS = ", ".join(BUILDINGS)
NUMBERS_PER_BIN = 5
BINS = HOUSES // NUMBERS_PER_BIN
"""House numbers are shown in bins of five: in the standard box one of each type."""
THIRDS = 3
FEW = 4
"""Where a few of something matter more than how many: 1, 2, 3, and 4 or more."""
SPACES = 17
"""The start and the spaces of a track in the standard box; a longer track ends here."""
DEBT = 30
"""Added to points, so that they are not negative."""
STEP, STEPS = 4, 17
"""A lead is shown in steps of so many pounds, the middle one around 0."""
MANY = 12
"""Cards, or anything else of which few players ever have more; whoever does is shown with this many."""
RICH = 96
"""The same for pounds."""
ACTING = HABERDASHER + 1
"""The first four building types do something according to their strength."""

# ── The table ────────────────────────────────────────────────────────────────

COMMON = Features()
SEATED = COMMON.flags("seats", SEATS + 1, "number of players, from 0")
PHASE = COMMON.one_of("phase", PHASES, "what is being decided")
ROUNDS_LEFT = COMMON.flags("rounds left", ROUNDS + 1, "rounds after this one, from 0")
BUILDS_LEFT = COMMON.number("builds left", SITES, "buildings that everybody can still build after this round")
TURNS_OVER = COMMON.flags("turns over", SEATS + 1, "turns already over in this round, from 0")
ORDER = COMMON.numbers("order", (SEATS, SEATS), 1, "whose turn it is now, next, after that…, counted from the observer's seat")
RONDEL = COMMON.numbers("rondel", (OUTER, 4), 1, f"what the rondel shows beside each stack: X, 1, 2, 3 or more: {STACKS}")
TOP = COMMON.numbers("top", (OUTER,), PARK_TILE, f"number on top of each stack: {STACKS}")
TOP_BIN = COMMON.numbers("top bin", (NUMBERED, BINS), 1, "this number in bins of five")
TOP_CREST = COMMON.numbers("top crests", (NUMBERED, len(CRESTS)), 1, f"crests on top of each stack: {', '.join(CRESTS)}")
EMPTY = COMMON.flags("empty", OUTER, "stacks that are empty")
EMPTY_STACKS = COMMON.flags("empty stacks", FEW, "how many there are: 1, 2, 3, more")
LAST_TILE = COMMON.flags("last tile", OUTER, "stacks with one tile")
HIDDEN = COMMON.numbers("face down", (NUMBERED, THIRDS), FEW, "numbers face down in each stack: to 20, to 40, to 60")
SUPPLY = COMMON.numbers("supply", (VALUES,), MANY, "cards in the supply by value")
SUPPLY_FEW = COMMON.numbers("supply few", (VALUES, FEW), 1, "whether there are 0, 1, 2, 3 of a value in the supply")
TILE_TOP = COMMON.numbers("tile tops", (BACKS, len(POWERS)), 1, f"bonus tile on top of each stack: {', '.join(POWERS)}")
TILES_HIDDEN = COMMON.numbers("tiles face down", (len(POWERS),), FEW, "bonus tiles face down, by power")
MARKERS = COMMON.numbers("markers", (3,), MANY, "round markers not yet revealed, by number")
SIDE = COMMON.numbers("scoring", (len(COLOURS), len(SIDES[0]) + 1), 1, "scoring in play by colour, the last: not drawn yet")
LOWEST = COMMON.flags("lowest", BINS, "lowest house number built this round, in bins of five")
CARD_OF_TURN = COMMON.flags("card of this turn", VALUES, "the value by which it is this turn")
TAKEN = COMMON.number("taken", PARK_TILE, "number of the building that was taken and is not built yet")
TAKEN_BIN = COMMON.flags("taken bin", BINS, "this number in bins of five")
TAKEN_TYPE = COMMON.flags("taken type", len(BUILDINGS), f"its type: {STACKS}")
TAKEN_STRENGTH = COMMON.number("taken strength", SITES, "how strong it will be if it lengthens the bridge")
TAKEN_FITS = COMMON.flag("taken fits", "it lengthens the bridge")
ALLOWANCE = COMMON.number("allowance", SITES, "value of the cards that the hostelry still grants")
ALLOWED = COMMON.flags("allowed", VALUES, "highest value that may be taken")
PICKS = COMMON.flags("picks", FEW, "bonus tiles still to be picked: 1, 2, 3, more")
BEFORE_PLACING = COMMON.flag("before placing", "the pawn is placed after these picks")
TAKE_BACK = COMMON.flag("take back", "TAKE BACK was used this turn")

# ── A player ─────────────────────────────────────────────────────────────────

PLAYER = Features()
PRESENT = PLAYER.flag("present", "there is such a player")
DECIDES = PLAYER.flag("decides", "has to decide now")
ACTS = PLAYER.flag("acts", "whose turn it is")
DECLINED = PLAYER.flag("declined", "has declined a tile that is offered")
POINTS = PLAYER.number("points", DEBT + RICH, f"points if the match ended now, and {DEBT}")
LEAD = PLAYER.flags("lead", STEPS, f"points more than the best other, in steps of {STEP}")
PLACE = PLAYER.flags("place", SEATS, "place if the match ended now")
POUNDS = PLAYER.numbers("pounds", (len(COLOURS),), TRACK, f"pounds of each scoring: {', '.join(COLOURS)}")
COUNTED = PLAYER.numbers("counted", (len(COLOURS),), TRACK, "what each scoring counts")
RANK = PLAYER.numbers("rank", (len(COLOURS), SEATS), 1, "place by what each scoring counts")
MONEY = PLAYER.number("money", RICH, "pounds")
POOR = PLAYER.flags("poor", 6, "exactly 0, 1, 2, 3, 4, 5 pounds")
IN_HAND = PLAYER.numbers("hand", (VALUES,), MANY, "cards in hand by value")
HOLDS = PLAYER.numbers("holds", (VALUES, 2), 1, "whether one, whether several cards of a value are in hand")
CARDS = PLAYER.number("cards", MANY, "cards in hand above 0")
HAND_VALUE = PLAYER.number("hand value", TRACK, "value of the cards in hand")
HIGHEST_CARD = PLAYER.flags("highest card", VALUES, "the highest card in hand")
SECOND_CARD = PLAYER.flags("second card", VALUES, "the next highest one, perhaps as high")
LYING = PLAYER.numbers("lying", (2, VALUES), 1, "cards lying before the player, where the observer knows them")
PLUS = PLAYER.numbers("plus", (2,), FEW, "PLUS ONE tiles used on each card")
LENGTH = PLAYER.flags("length", SITES + 1, "buildings on the bridge, from 0")
LAST = PLAYER.number("last", PARK_TILE, "number of the last building, 61 where any number fits")
LAST_BIN = PLAYER.flags("last bin", BINS + 1, "this number in bins of five")
BUILT = PLAYER.numbers("built", (len(BUILDINGS),), SITES, f"buildings on the bridge: {STACKS}")
STRENGTH = PLAYER.numbers("crests", (len(CRESTS),), SITES, f"crests on the bridge: {', '.join(CRESTS)}")
CHAPEL = PLAYER.number("chapel", SPACES - 1, "space on the chapel track")
CHAPEL_SPACE = PLAYER.flags("chapel space", SPACES, "this space, from 0")
CHAPEL_PLACE = PLAYER.flags("chapel place", SEATS, "place on the chapel track, which decides ties")
GATE = PLAYER.number("gate", SPACES - 1, "space on the gate track")
GATE_SPACE = PLAYER.flags("gate space", SPACES, "this space, from 0")
PAWN = PLAYER.flags("pawn", OUTER + 1, f"where the pawn stands: beside {STACKS}; centre")
TILES = PLAYER.numbers("tiles", (len(POWERS),), FEW, f"bonus tiles that may be used: {', '.join(POWERS)}")
FRESH = PLAYER.numbers("fresh tiles", (len(POWERS),), FEW, "bonus tiles taken this round")
UNUSED = PLAYER.flags("unused tiles", FEW + 1, "how many these are together: 1, 2, 3, 4, more")
FITS = PLAYER.flags("fits", NUMBERED, "stacks whose top lengthens this bridge")
REPLACES = PLAYER.flags("replaces", NUMBERED, "stacks whose top can only replace a building of this bridge")
PROMISE = PLAYER.numbers("promise", (ACTING,), SITES, "strength of each top that lengthens this bridge")
REPLACING = PLAYER.numbers("promise replacing", (ACTING,), SITES, "crests for each top that does not")
BUILT_LOWEST = PLAYER.flag("built lowest", "built the lowest house number of this round")

PLAYERS = COMMON.size
ONE_PLAYER = PLAYER.size


@rule
def see(s: State, box: Box, options: Cells, seat: int, row: Any) -> None:
    show_table(s, box, row)
    show_stacks(s, box, row)
    show_turn(s, box, seat, row)
    if s.phase == STAIRS:
        return  # nobody has a place on the chapel track yet, and so nobody can be compared
    # Face-down cards are in the hands while hands are looked at: nothing that is counted may tell which of them have left.
    move_face_down_cards(s, 1)
    for player in range(s.seats):
        who = (seat + player) % int(s.seats)
        at = PLAYERS + player * ONE_PLAYER
        show_points(s, box, who, row, at)
        show_hand(s, who, row, at)
        show_bridge(s, box, who, row, at)
        show_position(s, box, who, row, at)
        show_tops(s, box, who, row, at)
    for player in range(s.seats):
        show_standing(s, seat, player, row)
    move_face_down_cards(s, -1)
    for player in range(s.seats):
        show_cards(s, (seat + player) % int(s.seats), seat, row, PLAYERS + player * ONE_PLAYER)


@rule
def move_face_down_cards(s: State, count: int) -> None:
    """Into the hands, or with -1 out of them again."""
    if s.phase == CARD_CHOICE:
        for seat in range(s.seats):
            for card in range(2):
                if s.played[seat, card] != NO_CARD:
                    s.hand[seat, s.played[seat, card]] += count


@rule
def bin_of(number: int) -> int:
    return (number - 1) // NUMBERS_PER_BIN


@rule
def few(count: int, most: int) -> int:
    """The flag for a count from 1 on; the last one is for all that are higher."""
    return min(count, most) - 1


@rule
def show_table(s: State, box: Box, row: Any) -> None:
    row[SEATED + int(s.seats)] = 1
    row[PHASE + int(s.phase)] = 1
    row[ROUNDS_LEFT + shown(int(box.rounds[s.seats]) - int(s.round_no), ROUNDS)] = 1
    row[BUILDS_LEFT] = shown(builds_left(s, box), SITES)
    for value in range(1, VALUES):
        row[SUPPLY + value] = shown(int(s.supply[value]), MANY)
        if s.supply[value] < FEW:
            row[SUPPLY_FEW + value * FEW + int(s.supply[value])] = 1
    for back in range(BACKS):
        if s.tile_top[back] > 0:
            row[TILE_TOP + back * len(POWERS) + int(s.tile_top[back]) - 1] = 1
    for power in range(len(POWERS)):
        hidden = 0
        for back in range(BACKS):
            hidden += int(s.tiles_hidden[back, power])
        row[TILES_HIDDEN + power] = shown(hidden, FEW)
    for steps in range(3):
        row[MARKERS + steps] = shown(int(s.markers[steps]), MANY)
    for colour in range(len(COLOURS)):
        row[SIDE + colour * (len(SIDES[0]) + 1) + int(s.side[colour])] = 1
    if s.lowest > 0:
        row[LOWEST + bin_of(int(s.lowest))] = 1


@rule
def show_stacks(s: State, box: Box, row: Any) -> None:
    empty = 0
    for stack in range(OUTER):
        pounds = pounds_of_space(s, box, int(box.position[stack]))
        row[RONDEL + stack * 4 + (0 if pounds == X_MARK else shown(pounds, 3))] = 1
        top = int(s.top[stack])
        row[TOP + stack] = top
        if top == NO_TILE:
            row[EMPTY + stack] = 1
            empty += 1
        else:
            row[LAST_TILE + stack] = tiles_below(s, box, stack) == 0
            if stack != PARK:
                row[TOP_BIN + stack * BINS + bin_of(top)] = 1
                show_crests(int(box.crest[top]), row, TOP_CREST + stack * len(CRESTS))
    if empty > 0:
        row[EMPTY_STACKS + few(empty, FEW)] = 1
    for stack in range(NUMBERED):
        for i in range(PER_BUILDING):
            number = int(box.numbers[stack, i])
            cell = HIDDEN + stack * THIRDS + (number - 1) * THIRDS // HOUSES
            if int(s.hidden) >> (number - 1) & 1 and row[cell] < FEW:
                row[cell] += 1


@rule
def show_crests(crest: int, row: Any, at: int) -> None:
    if crest == ALL_CRESTS:
        for each in range(len(CRESTS)):
            row[at + each] = 1
    elif crest != NO_CREST:
        row[at + crest] = 1


@rule
def show_turn(s: State, box: Box, seat: int, row: Any) -> None:
    """Where the round stands, and what is going on in the turn."""
    if s.phase > CARD_CHOICE:
        row[TURNS_OVER + int(s.turn_no)] = 1
        for turn in range(s.turn_no, s.turns):
            owner = int(s.order[turn]) >> 1
            row[ORDER + (turn - int(s.turn_no)) * SEATS + (owner - seat) % int(s.seats)] = 1
    if s.phase >= PLACING and s.turn_no < s.turns:
        row[CARD_OF_TURN + shown(int(s.bid[s.actor, turn_card(s)]), VALUES - 1)] = 1
    if s.taken != NO_TILE:
        tile = int(s.taken)
        row[TAKEN] = tile
        row[TAKEN_TYPE + int(box.building[tile])] = 1
        if tile != PARK_TILE:
            row[TAKEN_BIN + bin_of(tile)] = 1
            row[TAKEN_STRENGTH] = crests_on_bridge(s, box, int(s.actor), int(box.crest[tile])) + 1
        row[TAKEN_FITS] = goes_on_next_site(s, int(s.actor), tile)
    if s.allowance > 0:
        row[ALLOWANCE] = shown(int(s.allowance), SITES)
        row[ALLOWED + shown(int(s.allowance), VALUES - 1)] = 1
    if s.picks > 0:
        row[PICKS + few(int(s.picks), FEW)] = 1
        row[BEFORE_PLACING] = s.resume == PLACING
    row[TAKE_BACK] = s.take_back


@rule
def show_points(s: State, box: Box, who: int, row: Any, at: int) -> None:
    row[at + PRESENT] = 1
    points = DEBT
    for line in range(LINES):
        pounds = score_line(s, box, who, line)
        points += pounds
        if line < len(COLOURS):
            row[at + POUNDS + line] = shown(pounds, TRACK)
            row[at + COUNTED + line] = shown(counted(s, box, who, line), TRACK)
    row[at + POINTS] = shown(points, DEBT + RICH)
    row[at + MONEY] = shown(int(s.cash[who]), RICH)
    if s.cash[who] < 6:
        row[at + POOR + max(0, int(s.cash[who]))] = 1


@rule
def show_hand(s: State, who: int, row: Any, at: int) -> None:
    cards, highest, second = 0, NO_CARD, NO_CARD
    for value in range(VALUES):
        count = int(s.hand[who, value])
        row[at + IN_HAND + value] = shown(count, MANY)
        if count > 0:
            row[at + HOLDS + value * 2] = 1
            second = highest if count == 1 else value
            highest = value
            cards += count if value > 0 else 0
        if count > 1:
            row[at + HOLDS + value * 2 + 1] = 1
    row[at + CARDS] = shown(cards, MANY)
    row[at + HAND_VALUE] = shown(hand_value(s, who), TRACK)
    if highest != NO_CARD:
        row[at + HIGHEST_CARD + highest] = 1
    if second != NO_CARD:
        row[at + SECOND_CARD + second] = 1


@rule
def show_bridge(s: State, box: Box, who: int, row: Any, at: int) -> None:
    length = int(s.length[who])
    row[at + LENGTH + length] = 1
    everywhere = 0
    for site in range(length):
        tile = int(s.site[who, site])
        row[at + BUILT + int(box.building[tile])] += 1
        crest = int(box.crest[tile])
        if crest < ALL_CRESTS:
            row[at + STRENGTH + crest] += 1
        elif crest == ALL_CRESTS:
            everywhere += 1
    for crest in range(len(CRESTS)):
        row[at + STRENGTH + crest] += everywhere
    last = int(s.site[who, length - 1]) if length > 0 else PARK_TILE
    row[at + LAST] = last
    row[at + LAST_BIN + bin_of(last)] = 1


@rule
def show_position(s: State, box: Box, who: int, row: Any, at: int) -> None:
    chapel, gate = shown(int(s.chapel[who]), SPACES - 1), shown(int(s.gate[who]), SPACES - 1)
    row[at + CHAPEL] = chapel
    row[at + CHAPEL_SPACE + chapel] = 1
    row[at + GATE] = gate
    row[at + GATE_SPACE + gate] = 1
    for place in range(s.seats):
        row[at + CHAPEL_PLACE + place] = s.chapel_order[place] == who
    space = int(s.pawn[who])
    if space == CENTRE:
        row[at + PAWN + OUTER] = 1
    elif space != NOWHERE:
        for stack in range(OUTER):
            row[at + PAWN + stack] = box.position[stack] == space
    for power in range(len(POWERS)):
        row[at + TILES + power] = shown(int(s.tiles[who, power]), FEW)
        row[at + FRESH + power] = shown(int(s.fresh[who, power]), FEW)
    unused = unused_tiles(s, who)
    if unused > 0:
        row[at + UNUSED + few(unused, FEW + 1)] = 1
    row[at + BUILT_LOWEST] = s.lowest > 0 and s.lowest_seat == who


@rule
def show_tops(s: State, box: Box, who: int, row: Any, at: int) -> None:
    """What the tops of the stacks would be on this bridge, whose crests are shown already."""
    for stack in range(NUMBERED):
        top = int(s.top[stack])
        if top != NO_TILE:
            crests = int(row[at + STRENGTH + int(box.crest[top])]) if box.crest[top] < ALL_CRESTS else 0
            fits = goes_on_next_site(s, who, top)
            if fits:
                row[at + FITS + stack] = 1
            elif can_replace_somewhere(s, who, top):
                row[at + REPLACES + stack] = 1
            if stack < GUILD_HOUSE:
                row[at + (PROMISE if fits else REPLACING) + stack] = shown(crests + 1 if fits else crests, SITES)


@rule
def show_standing(s: State, seat: int, player: int, row: Any) -> None:
    """How a player stands among the others, by what is shown of them already."""
    at, seats = PLAYERS + player * ONE_PLAYER, int(s.seats)
    best, place = 0, 0
    for other in range(seats):
        if other != player:
            points = int(row[PLAYERS + other * ONE_PLAYER + POINTS])
            best = max(best, points)
            if ranks_before(s, (seat + other) % seats, points, (seat + player) % seats, int(row[at + POINTS])):
                place += 1
    row[at + PLACE + place] = 1
    lead = int(row[at + POINTS]) - best
    row[at + LEAD + shown((lead + STEP // 2) // STEP + STEPS // 2, STEPS - 1)] = 1
    for colour in range(len(COLOURS)):
        place = 0
        for other in range(seats):
            theirs, own = int(row[PLAYERS + other * ONE_PLAYER + COUNTED + colour]), int(row[at + COUNTED + colour])
            if other != player and ranks_before(s, (seat + other) % seats, theirs, (seat + player) % seats, own):
                place += 1
        row[at + RANK + colour * SEATS + place] = 1


@rule
def show_cards(s: State, who: int, viewer: int, row: Any, at: int) -> None:
    """Who decides, and the cards that lie on the table."""
    row[at + DECIDES] = to_act(s) >> who & 1
    if s.phase >= NOBLEWOMEN and s.phase != CARD_CHOICE:
        row[at + ACTS] = s.actor == who
        row[at + DECLINED] = int(s.asked) >> who & 1
    for card in range(2):
        if s.played[who, card] != NO_CARD and (who == viewer or s.phase != CARD_CHOICE):
            row[at + LYING + card * VALUES + int(s.played[who, card])] = 1
        row[at + PLUS + card] = shown(int(s.plus[who, card]), FEW)


SIGHT = Sight(Observation(COMMON, PLAYER, see), SEATS)
