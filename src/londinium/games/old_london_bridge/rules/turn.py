"""O-5 A turn: choose a building, build it, and let it act."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.bonus import (
    NEEDS_FREE_CENTRE,
    NEEDS_SHARE,
    NEEDS_X_SPACE,
    keep_announced_card,
    may_advance_two,
    may_take_back,
    may_use,
    spend_for_placing,
    take_card_back,
)
from londinium.games.old_london_bridge.rules.buildings import act, cards_to_take, crests_on_bridge, receive, tiles_to_pick
from londinium.games.old_london_bridge.rules.components import (
    CENTRE,
    CHAPEL_TWO,
    FREE_CENTRE,
    GATE_TWO,
    NO_CARD,
    NO_TILE,
    NOWHERE,
    OUTER,
    PARK,
    PARK_TILE,
    SEATS,
    SHARE,
    SITES,
    X_MARK,
    X_SPACE,
)
from londinium.games.old_london_bridge.rules.moves import PLACE, PLACE_CENTRE
from londinium.games.old_london_bridge.rules.refusals import (
    BRIDGE_FULL,
    LEGAL,
    LINE_MUST_DESCEND,
    NOT_ON_YOUR_BRIDGE,
    SAME_SPACE_AGAIN,
    SPACE_HAS_TWO_PAWNS,
    SPACE_IS_X,
    SPACE_OCCUPIED,
    STACK_EMPTY,
    TILE_TOO_NEW,
    TOO_POOR_FOR_CENTRE,
)
from londinium.games.old_london_bridge.rules.scoring import note_lowest_number
from londinium.games.old_london_bridge.rules.state import (
    END_OF_TURN,
    NEXT_BUILDING,
    PICKING,
    PLACING,
    REPLACING,
    ROUND_OVER,
    TAKING_CARDS,
    State,
)
from londinium.kernel.rules import rule

# ── The turn begins ──────────────────────────────────────────────────────────


@rule
def begin_turn(s: State) -> None:
    seat, card = turn_owner(s), turn_card(s)
    s.actor = seat
    s.take_back = 0
    s.card_waits = s.older_rules
    # O-5.1 The played card returns to the supply at the start of its owner's turn, a 0 to the hand. By the rules of version 1
    # it waits for somebody who may still announce TAKE BACK, so that the card then never enters the supply.
    if not s.card_waits or may_take_back(s, seat, int(s.bid[seat, card]), PLACING) != LEGAL:
        return_played_card(s)
    s.phase = PLACING


@rule
def turn_owner(s: State) -> int:
    return int(s.order[s.turn_no]) >> 1


@rule
def turn_card(s: State) -> int:
    """Which of the owner's played cards this turn belongs to."""
    return int(s.order[s.turn_no]) & 1


@rule
def return_played_card(s: State) -> None:
    # O-5.1 A card of value 0 returns to the hand, any other to the supply.
    seat, card = turn_owner(s), turn_card(s)
    value = s.played[seat, card]
    if value == 0:
        s.hand[seat, 0] += 1
    else:
        s.supply[value] += 1
    s.played[seat, card] = NO_CARD
    s.card_waits = 0


# ── Choose ───────────────────────────────────────────────────────────────────


@rule
def pounds_of_space(s: State, box: Box, space: int) -> int:
    """What the rondel shows beside a stack now: 1 to 3 pounds, or X."""
    shown = space - int(s.rotation)
    return int(box.rondel[shown if shown >= 0 else shown + OUTER])


@rule
def pawns_on(s: State, space: int) -> int:
    """How many pawns stand on a space; those of empty seats stand nowhere."""
    pawns = 0
    for seat in range(SEATS):
        pawns += 1 if s.pawn[seat] == space else 0
    return pawns


@rule
def stack_of(move: int) -> int:
    """The stack whose building a placing chooses."""
    return (move - PLACE) % OUTER


@rule
def space_of(box: Box, move: int) -> int:
    """The space on which a placing puts the pawn."""
    return int(box.position[stack_of(move)]) if move < PLACE_CENTRE else CENTRE


@rule
def placing(s: State, box: Box, seat: int, space: int, stack: int, free: bool) -> int:
    """The bonus tiles that this placing needs (0 for none), or the refusal as a negative number."""
    refused = refusal_of_stack(s, seat, stack)
    return -refused if refused != LEGAL else needs_of_space(s, box, seat, space, free)


@rule
def refusal_of_stack(s: State, seat: int, stack: int) -> int:
    """Why the top building of a stack cannot be chosen, wherever the pawn goes."""
    # O-5.2 An empty stack gives nothing.
    if s.top[stack] == NO_TILE:
        return STACK_EMPTY
    # O-5.9 On a full bridge a park has no place, and a building only where it can replace another.
    if s.length[seat] == SITES and (stack == PARK or not can_replace_somewhere(s, seat, int(s.top[stack]))):
        return BRIDGE_FULL
    return LEGAL


@rule
def needs_of_space(s: State, box: Box, seat: int, space: int, free: bool) -> int:
    """What placing on a space needs, whatever the stack."""
    # O-5.5 With two players the second turn leads to a different space; the one that is left is free at once.
    if s.pawn[seat] == space:
        return -SAME_SPACE_AGAIN
    needs = 0
    if space == CENTRE:
        # O-5.3 The centre costs 2 pounds, which must be in hand, and gives the top building of any stack.
        if free:
            if may_use(s, seat, FREE_CENTRE) != LEGAL:
                return -may_use(s, seat, FREE_CENTRE)
            needs = NEEDS_FREE_CENTRE
        elif s.cash[seat] < box.centre_cost:
            return -TOO_POOR_FOR_CENTRE
    elif pounds_of_space(s, box, space) == X_MARK:
        # O-5.2 The space with the X is closed.
        if may_use(s, seat, X_SPACE) != LEGAL:
            return -TILE_TOO_NEW if may_use(s, seat, X_SPACE) == TILE_TOO_NEW else -SPACE_IS_X
        needs = NEEDS_X_SPACE
    # O-5.4 One pawn per space, the centre included.
    rivals = pawns_on(s, space)
    if rivals == 0:
        return needs
    if rivals > 1:
        return -SPACE_HAS_TWO_PAWNS
    if may_use(s, seat, SHARE) != LEGAL:
        return -TILE_TOO_NEW if may_use(s, seat, SHARE) == TILE_TOO_NEW else -SPACE_OCCUPIED
    return needs | NEEDS_SHARE


@rule
def may_skip(s: State, box: Box, seat: int) -> bool:
    # O-5.6 Choosing is compulsory. Without a space that needs no tile, a tile MAY be used.
    centre = needs_of_space(s, box, seat, CENTRE, False)
    for stack in range(6):
        if refusal_of_stack(s, seat, stack) == LEGAL:
            if centre == 0 or needs_of_space(s, box, seat, int(box.position[stack]), False) == 0:
                return False
    return True


@rule
def skip_turn(s: State, box: Box) -> None:
    # O-5.6 Otherwise the turn is skipped: the card is handled as usual, and tiles may still be used at its end.
    return_waiting_card(s)
    end_turn(s, box)


@rule
def pounds_for_placing(s: State, box: Box, space: int, free: bool) -> int:
    """What placing on a space pays; negative if it costs something."""
    # O-5.3 The centre costs its pounds; the X, where somebody may stand there, pays nothing.
    if space == CENTRE:
        return 0 if free else -int(box.centre_cost)
    # O-5.2 An outer space pays its pounds at once.
    return max(0, pounds_of_space(s, box, space))


@rule
def place_pawn(s: State, box: Box, seat: int, space: int, stack: int, free: bool) -> None:
    return_waiting_card(s)
    needs = placing(s, box, seat, space, stack, free)
    spend_for_placing(s, seat, needs)
    s.pawn[seat] = space
    receive(s, seat, pounds_for_placing(s, box, space, free))
    take_building(s, box, stack)


@rule
def return_waiting_card(s: State) -> None:
    """A card that waited for TAKE BACK goes to the supply now, if the tile was not announced."""
    if s.card_waits and not s.take_back:
        return_played_card(s)


@rule
def take_building(s: State, box: Box, stack: int) -> None:
    # O-5.6 The top building comes off its stack, and the next one shows before it is built.
    s.taken = s.top[stack]
    if stack == PARK:
        s.parks -= 1
        s.top[PARK] = PARK_TILE if s.parks > 0 else NO_TILE
    elif int(s.hidden) & int(box.houses[stack]) != 0:
        s.stack = stack
        s.phase = NEXT_BUILDING
        return
    else:
        s.top[stack] = NO_TILE
    build(s, box)


# ── Build ────────────────────────────────────────────────────────────────────


@rule
def build(s: State, box: Box) -> None:
    """Put the taken building on its site, or leave the choice of what it replaces."""
    seat = int(s.actor)
    if goes_on_next_site(s, seat, int(s.taken)):
        site = int(s.length[seat])
        s.length[seat] += 1
        put(s, box, seat, site)
    else:
        s.phase = REPLACING


@rule
def goes_on_next_site(s: State, seat: int, tile: int) -> bool:
    length = int(s.length[seat])
    if length == SITES:
        return False
    # O-5.9 A park always goes on the next free site, and after it any number may follow.
    if length == 0 or tile == PARK_TILE:
        return True
    # O-5.7 A building goes on the next free site if the bridge is empty, after a park, or after a higher number.
    last = s.site[seat, length - 1]
    return bool(last == PARK_TILE or tile < last)


@rule
def may_replace(s: State, seat: int, number: int, new: int) -> int:
    """Whether the building with this number may make room for the new one."""
    for site in range(s.length[seat]):
        if s.site[seat, site] == number:
            return LEGAL if fits_in_line(s, seat, site, new) else LINE_MUST_DESCEND
    return NOT_ON_YOUR_BRIDGE


@rule
def fits_in_line(s: State, seat: int, site: int, number: int) -> bool:
    # O-5.8 It MUST replace a building with a number, never a park, so that every line still descends.
    if s.site[seat, site] == PARK_TILE:
        return False
    if site > 0 and s.site[seat, site - 1] != PARK_TILE and s.site[seat, site - 1] < number:
        return False
    following = int(s.site[seat, site + 1]) if site + 1 < s.length[seat] else PARK_TILE
    return following == PARK_TILE or following < number


@rule
def can_replace_somewhere(s: State, seat: int, number: int) -> bool:
    for site in range(s.length[seat]):
        if fits_in_line(s, seat, site, number):
            return True
    return False


@rule
def replace(s: State, box: Box, seat: int, number: int) -> None:
    # O-5.8 The building with this number leaves the game, the taken one stands in its place.
    site = 0
    while s.site[seat, site] != number:
        site += 1
    put(s, box, seat, site)


@rule
def put(s: State, box: Box, seat: int, site: int) -> None:
    """The building stands; it acts, and what it grants is decided next."""
    tile = int(s.taken)
    s.taken = NO_TILE
    s.site[seat, site] = tile
    note_lowest_number(s, seat, tile)
    act(s, box, seat, int(box.building[tile]), strength_of(s, box, seat, tile))
    after_action(s, box)


@rule
def strength_of(s: State, box: Box, seat: int, tile: int) -> int:
    """How strong a building is on the bridge on which it stands now."""
    # O-5.10 The strength is the number of its own crests on the bridge now; the replaced building no longer counts.
    return crests_on_bridge(s, box, seat, int(box.crest[tile])) if tile != PARK_TILE else 0


# ── Act, and the end of the turn ─────────────────────────────────────────────


@rule
def after_action(s: State, box: Box) -> None:
    """What the building granted is taken first, then the turn may end."""
    if s.allowance > 0 and cards_to_take(s):
        s.phase = TAKING_CARDS
        return
    s.allowance = 0
    resume_after_picks(s, box, END_OF_TURN)


@rule
def resume_after_picks(s: State, box: Box, phase: int) -> None:
    """Pick the bonus tiles that are due, then go on with this phase of the turn."""
    s.resume = phase
    after_pick(s, box)


@rule
def after_pick(s: State, box: Box) -> None:
    """Go on picking bonus tiles, or return to where the turn was."""
    if tiles_to_pick(s):
        s.phase = PICKING
        return
    s.picks = 0
    if s.resume == PLACING:
        s.phase = PLACING
    else:
        end_turn(s, box)


@rule
def end_turn(s: State, box: Box) -> None:
    """The tiles of the end of a turn may be used once more after the building has acted."""
    seat = int(s.actor)
    if (
        may_advance_two(s, box, seat, CHAPEL_TWO) == LEGAL
        or may_advance_two(s, box, seat, GATE_TWO) == LEGAL
        or may_take_back_in(s, seat, END_OF_TURN) == LEGAL
    ):
        s.phase = END_OF_TURN
    else:
        finish_turn(s)


@rule
def may_take_back_in(s: State, seat: int, phase: int) -> int:
    """Whether TAKE BACK may be used for the card of this turn, before placing or at the end."""
    return may_take_back(s, seat, int(s.bid[seat, turn_card(s)]), phase)


@rule
def use_take_back(s: State, box: Box, seat: int) -> None:
    take_card_back(s, seat, int(s.bid[seat, turn_card(s)]))
    if s.phase == END_OF_TURN:
        end_turn(s, box)


@rule
def finish_turn(s: State) -> None:
    if s.card_waits:
        keep_announced_card(s, turn_owner(s), turn_card(s))
    s.take_back = 0
    s.turn_no += 1
    if s.turn_no < s.turns:
        begin_turn(s)
    else:
        s.phase = ROUND_OVER


@rule
def clear_rondel(s: State) -> None:
    # O-5.11 After all turns the pawns leave the rondel.
    for seat in range(s.seats):
        s.pawn[seat] = NOWHERE


@rule
def is_last_round(s: State, box: Box) -> bool:
    # O-5.12 The match ends after the last round, or after a round at whose end three or more stacks are empty.
    empty = 0
    for stack in range(6):
        if s.top[stack] == NO_TILE:
            empty += 1
    return bool(empty >= 3 or s.round_no == box.rounds[s.seats])
