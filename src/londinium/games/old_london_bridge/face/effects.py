"""What a move would bring, computed by making it on a copy: the rules themselves answer."""

from __future__ import annotations

from functools import partial

import msgspec

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.face.events import round_leaders, site_built, unused
from londinium.games.old_london_bridge.face.view import House, house
from londinium.games.old_london_bridge.rules.allowed import legal
from londinium.games.old_london_bridge.rules.buildings import cards_granted, chapel_place, crests_on_bridge
from londinium.games.old_london_bridge.rules.chance import chance
from londinium.games.old_london_bridge.rules.components import (
    CRESTS,
    NO_CARD,
    NO_TILE,
    NOBLEWOMAN_CARD,
    NOWHERE,
    OUTER,
    PARK,
    POWERS,
)
from londinium.games.old_london_bridge.rules.moves import (
    PASS,
    PICK,
    PLACE,
    PLAY,
    REPLACE,
    TABLE,
    TAKE,
    USE_NOBLEWOMAN,
    USE_PLUS_ONE,
    USE_PLUS_ONE_SECOND,
    USE_TAKE_BACK,
)
from londinium.games.old_london_bridge.rules.play import push
from londinium.games.old_london_bridge.rules.refusals import LEGAL
from londinium.games.old_london_bridge.rules.state import (
    CARD_CHOICE,
    END_OF_TURN,
    NEXT_BUILDING,
    NOBLEWOMEN,
    PICKING,
    PLACING,
    PLUS_ONES,
    REPLACING,
    State,
)
from londinium.games.old_london_bridge.rules.turn import (
    goes_on_next_site,
    is_last_round,
    may_take_back_in,
    refusal_of_stack,
    stack_of,
    strength_of,
    turn_card,
)
from londinium.games.old_london_bridge.rules.turn_order import card_counts
from londinium.kernel.cells import zeros
from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.game import AGAIN, CHANCE, PASSES, REVEALS, Position
from londinium.kernel.kept import kept
from londinium.kernel.rules import rule


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The consequences of a move for the seat that makes it. Zero or empty where there is none."""

    pounds: int = 0
    round_pounds: int = 0
    """Pounds for leading at the end of the round, where this move ends it."""
    building: House | None = None
    replaces: int | None = None
    crests: tuple[tuple[str, int], ...] = ()
    """How many more of a crest the bridge shows, or fewer where the replaced building takes one with it."""
    strength: int = 0
    chapel_steps: int = 0
    gate_steps: int = 0
    picks: int = 0
    cards_worth: int = 0
    card: int | None = None
    counts: int | None = None
    """What the card counts from now on, with PLUS ONE."""
    tile: str | None = None
    passes: tuple[int, ...] = ()
    """The seats whose better place on the chapel track it takes."""
    spends: tuple[str, ...] = ()
    keeps: bool = False
    """Whether it ends the turn with tiles in hand that are as good in another round."""
    choices: tuple[Effect, ...] = ()
    """What the building would bring for each building it may replace, where it must replace one."""


def effect(position: Position, seat: int, move: int) -> Effect:
    s = position.plain
    if PLAY <= move < PLAY + 5:
        return Effect(card=move - PLAY)
    if TAKE <= move < TAKE + 4:
        return Effect(card=move - TAKE + 1)
    if PICK <= move < PICK + 3:
        return Effect(tile=POWERS[s.tile_top[move - PICK] - 1])
    if move == USE_NOBLEWOMAN:
        return Effect(card=NOBLEWOMAN_CARD, spends=("noblewoman",))
    if move == USE_TAKE_BACK:
        return Effect(card=s.bid[seat][turn_card(position.state)], spends=("take-back",))
    if move in (USE_PLUS_ONE, USE_PLUS_ONE_SECOND):
        which = move - USE_PLUS_ONE
        raised = int(card_counts(_made(position, seat, move).state, seat, which))
        return Effect(card=s.played[seat][which], counts=raised, spends=("plus-one",))
    if move == PASS:
        return Effect(keeps=s.phase == END_OF_TURN and _keeps_tiles(position, seat))
    after = _made(position, seat, move)
    if s.phase == PLACING and after.plain.phase == REPLACING:
        return _effect_before_replacing(position, after, seat)
    return _difference(position, after, seat, s.phase == REPLACING)


def _keeps_tiles(position: Position, seat: int) -> bool:
    """Whether the tiles that could be used now can equally be used in another turn: all but TAKE BACK, which is for this card."""
    return may_take_back_in(position.state, seat, END_OF_TURN) != LEGAL and not is_last_round(position.state, position.box)


# ── The rules answer, each question in one compiled call ─────────────────────


@rule
def make(states: FlatArray[State], boxes: FlatArray[Box], seat: int, move: int, moves: Cells, weights: Cells) -> None:
    """Make a move. What its stack shows next does not matter to the effect of a placing, so anything may come."""
    s, box = states[0], boxes[0]
    push(s, box, seat, move)
    if s.phase == NEXT_BUILDING:
        chance(s, box, moves, weights)
        push(s, box, CHANCE, int(moves[0]))


@rule
def legal_now(states: FlatArray[State], boxes: FlatArray[Box], seat: int, moves: Cells) -> int:
    return legal(states[0], boxes[0], seat, moves)


# ── Before and after ─────────────────────────────────────────────────────────


def _made(position: Position, seat: int, move: int) -> Position:
    """The position after a move."""
    states = position.states
    make(states, position.boxes, seat, move, zeros(len(TABLE), "int16"), zeros(len(TABLE), "int16"))
    return Position(states, position.boxes, position.seats, position.options)


def _effect_before_replacing(before: Position, after: Position, seat: int) -> Effect:
    s, t, box = before.plain, after.plain, before.plain_box
    moves = zeros(len(TABLE), "int16")
    count = legal_now(after.states, after.boxes, seat, moves)
    if count == 1:
        # Where only one building can go, it goes by itself.
        return _difference(before, _made(after, seat, int(moves[0])), seat, True)
    return Effect(
        pounds=t.cash[seat] - s.cash[seat],
        building=house(box, t.taken),
        spends=_spent(s, t, seat),
        choices=tuple(effect(after, seat, move) for move in moves[:count].tolist()),
    )


def _difference(before: Position, after: Position, seat: int, replaced: bool) -> Effect:
    s, t, box = before.plain, after.plain, before.plain_box
    site = site_built(s, t, seat)
    tile = t.site[seat][site] if site is not None else NO_TILE
    strength = int(strength_of(after.state, after.box, seat, tile)) if tile != NO_TILE else 0
    round_pounds = sum(paid.pounds for paid in round_leaders(before, after) if paid.seat == seat)
    return Effect(
        pounds=t.cash[seat] - s.cash[seat] - round_pounds,
        round_pounds=round_pounds,
        building=house(box, tile),
        replaces=s.site[seat][site] if replaced and site is not None else None,
        crests=_crests(before, after, seat) if site is not None else (),
        strength=strength,
        chapel_steps=t.chapel[seat] - s.chapel[seat],
        gate_steps=t.gate[seat] - s.gate[seat],
        picks=t.picks if t.phase == PICKING else 0,
        cards_worth=int(cards_granted(box.building[tile], strength)),
        passes=_passed(before, after, seat) if t.chapel[seat] > s.chapel[seat] else (),
        spends=_spent(s, t, seat),
    )


def _crests(before: Position, after: Position, seat: int) -> tuple[tuple[str, int], ...]:
    """What changes in the crests that a bridge shows."""
    counts = [
        [int(crests_on_bridge(position.state, position.box, seat, crest)) for crest in range(len(CRESTS))]
        for position in (before, after)
    ]
    return tuple((name, now - was) for name, was, now in zip(CRESTS, *counts, strict=True) if now != was)


def _passed(before: Position, after: Position, seat: int) -> tuple[int, ...]:
    """Those who no longer have the better place on the chapel track that they had."""
    first, last = chapel_place(after.state, seat), chapel_place(before.state, seat)
    return tuple(rival for rival in range(before.seats) if first <= chapel_place(before.state, rival) < last)


def _spent(s: State, t: State, seat: int) -> tuple[str, ...]:
    """Bonus tiles that the move uses up; tiles that became usable at the end of a round are not spent."""
    if not any(s.tiles[seat]) and not any(s.fresh[seat]):
        return ()
    return tuple(POWERS[power] for power in range(8) for _ in range(unused(s, seat, power) - unused(t, seat, power)))


# ── While the cards are chosen ───────────────────────────────────────────────


class Prospect(msgspec.Struct, frozen=True, gc=False):
    """What a placing would bring if its space is still free when the player's turn comes."""

    move: str
    effect: Effect


def prospects(position: Position, seat: int | None) -> tuple[Prospect, ...]:
    """Every placing of a seat on the empty rondel, while nobody knows yet who comes first; nothing at other times."""
    s = position.plain
    if seat is None or not 0 <= seat < s.seats or s.phase not in (NOBLEWOMEN, CARD_CHOICE, PLUS_ONES):
        return ()
    known = (position.state_bytes, position.box_bytes, position.seats)
    return _prospects(*known, seat)


@partial(kept, most=256)  # everybody at a table asks for the same
def _prospects(states: bytes, box_bytes: bytes, seats: int, seat: int) -> tuple[Prospect, ...]:
    supposed = _on_turn(Position(State.from_bytes(states), Box.from_bytes(box_bytes), seats, {}), seat)
    moves = zeros(len(TABLE), "int16")
    count = legal_now(supposed.states, supposed.boxes, seat, moves)
    placings = [move for move in moves[:count].tolist() if PLACE <= move < REPLACE]
    return tuple(Prospect(TABLE.text(move), effect(supposed, seat, move)) for move in placings)


def _on_turn(position: Position, seat: int) -> Position:
    """The same table with this seat first to place, and somebody after it. What the others hide plays no part in it."""
    states = position.states
    supposed: State = states[0]
    supposed.phase, supposed.actor, supposed.turn_no, supposed.turns = PLACING, seat, 0, 2
    supposed.card_waits = supposed.take_back = 0
    supposed.order[0], supposed.order[1] = 2 * seat, 2 * ((seat + 1) % position.seats)
    for other in range(position.seats):
        supposed.pawn[other] = NOWHERE
        supposed.played[other, 0] = supposed.bid[other, 0] = 0
    return Position(states, position.boxes, position.seats, position.options)


def welcome(position: Position) -> tuple[tuple[int, ...], ...]:
    """Who can build the top of each stack on the next site, by the place of the stack around the rondel."""
    s, found = position.plain, []
    for space in range(OUTER):
        stack = position.plain_box.position.index(space)  # a tuple
        found.append(
            tuple(
                seat
                for seat in range(s.seats)
                if refusal_of_stack(position.state, seat, stack) == LEGAL
                and goes_on_next_site(position.state, seat, int(s.top[stack]))
            )
        )
    return tuple(found)


# ── Who decides next ─────────────────────────────────────────────────────────


def what_follows(position: Position, seat: int, move: int) -> str | None:
    """Said of the cards, and of what turns up the next building or tile of a stack; where a turn ends depends on too much."""
    s = position.plain
    if s.phase == PLACING and PLACE <= move < REPLACE:
        stack = stack_of(move)
        return REVEALS if stack != PARK and s.hidden & position.plain_box.houses[stack] else None
    if s.phase == PICKING:
        return REVEALS if any(s.tiles_hidden[move - PICK]) else None
    if s.phase == CARD_CHOICE:
        if s.seats > 2 or s.played[seat][0] != NO_CARD:
            return PASSES
        # With two players a second card follows, by itself if it can only be the same again.
        return AGAIN if any(count for value, count in enumerate(s.hand[seat]) if value != move - PLAY) else None
    return None
