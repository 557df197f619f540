"""A position in one line: the words for what lies on the table."""

from __future__ import annotations

from londinium.games.old_london_bridge.face.position_tiles import LETTERS, counted, letters_of
from londinium.games.old_london_bridge.rules.components import (
    BACKS,
    BUILDINGS,
    COLOURS,
    HOUSES,
    NO_TILE,
    NUMBERED,
    OUTER,
    PARK,
    RANDOM_SIDE,
    ROUNDS,
    SEATS,
    SIDES,
    SITES,
    TRACK,
    X_MARK,
)
from londinium.games.old_london_bridge.rules.state import PHASES, RONDEL
from londinium.kernel.contracts.position import ON_TABLE, Draft, PositionPart, number_part
from londinium.kernel.game import Position
from londinium.kernel.words.errors import N_

NONE = "-"
SECOND = "b"
"""After a seat in the turn order, with two players: the turn of its second card."""


def _write_phase(position: Position, seat: int) -> str:
    return PHASES[int(position.plain.phase)]


def _read_phase(draft: Draft, seat: int, value: str) -> None:
    draft.state.phase = draft.one_of("phase", seat, value, PHASES)


def _write_order(position: Position, seat: int) -> str:
    s = position.plain
    return ",".join(f"{turn >> 1}{SECOND if turn & 1 else ''}" for turn in s.order[: s.turns])


def _read_order(draft: Draft, seat: int, value: str) -> None:
    turns = value.split(",") if value else []
    draft.number("order", seat, str(len(turns)), 0, SEATS)
    draft.state.turns = len(turns)
    for place, turn in enumerate(turns):
        draft.state.order[place] = draft.seat_of("order", turn.removesuffix(SECOND)) * 2 + turn.endswith(SECOND)


def _write_asked(position: Position, seat: int) -> str:
    return ",".join(str(other) for other in range(SEATS) if position.plain.asked >> other & 1)


def _read_asked(draft: Draft, seat: int, value: str) -> None:
    for other in value.split(",") if value else ():
        draft.state.asked |= 1 << draft.seat_of("asked", other)


def _x_in_box(position: Position | Draft) -> int:
    return next(place for place in range(OUTER) if position.box.rondel[place] == X_MARK)


def _write_x(position: Position, seat: int) -> str:
    """The stack beside the X, as chance names it."""
    if position.plain.phase <= RONDEL:
        return ""
    place = (position.plain.rotation + _x_in_box(position)) % OUTER
    return BUILDINGS[position.plain_box.position.index(place)]


def _read_x(draft: Draft, seat: int, value: str) -> None:
    if value:
        stack = draft.one_of("x", seat, value, BUILDINGS)
        draft.state.rotation = (int(draft.box.position[stack]) - _x_in_box(draft)) % OUTER


def _write_markers(position: Position, seat: int) -> str:
    return ",".join(str(steps) for steps in position.plain.turned if steps)


def _read_markers(draft: Draft, seat: int, value: str) -> None:
    steps = value.split(",") if value else []
    draft.number("markers", seat, str(len(steps)), 0, ROUNDS)
    for place, each in enumerate(steps):
        draft.state.turned[place] = draft.number("markers", seat, each, 1, 3)


def _write_ranking(position: Position, seat: int) -> str:
    return ",".join(str(other) for other in position.plain.chapel_order if other >= 0)


def _read_ranking(draft: Draft, seat: int, value: str) -> None:
    seats = value.split(",") if value else []
    draft.number("ranking", ON_TABLE, str(len(seats)), 0, draft.seats)
    for place in range(SEATS):
        draft.state.chapel_order[place] = draft.seat_of("ranking", seats[place]) if place < len(seats) else -1


def _write_tops(position: Position, seat: int) -> str:
    return ",".join(str(tile) for tile in position.plain.top[:NUMBERED] if tile != NO_TILE)


def _read_tops(draft: Draft, seat: int, value: str) -> None:
    # A number says by itself whose stack it is of.
    for number in value.split(",") if value else ():
        tile = draft.number("tops", seat, number, 1, HOUSES)
        stack = int(draft.box.building[tile])
        if draft.state.top[stack] != NO_TILE:
            message = N_("O-2.1: a stack shows one building, and {first} and {second} are both of the stack {stack}")
            raise draft.wrong("tops", message, first=int(draft.state.top[stack]), second=tile, stack=BUILDINGS[stack])
        draft.state.top[stack] = tile


def _gone(position: Position) -> list[int]:
    """The buildings that were replaced and are out of the game."""
    s = position.plain
    there = {*s.top, s.taken, *(tile for bridge in s.site for tile in bridge)}
    return [number for number in range(1, HOUSES + 1) if number not in there and not s.hidden >> number - 1 & 1]


def _write_gone(position: Position, seat: int) -> str:
    return ",".join(map(str, _gone(position)))


def _read_gone(draft: Draft, seat: int, value: str) -> None:
    """First every number is hidden; whatever lies open somewhere is taken out when all is read."""
    draft.state.hidden = (1 << HOUSES) - 1
    for number in value.split(",") if value else ():
        bit = 1 << draft.number("gone", seat, number, 1, HOUSES) - 1
        if not draft.state.hidden & bit:
            raise draft.wrong("gone", N_("house number {number} is there twice, the box has one"), number=number)
        draft.state.hidden &= ~bit


def _write_taken(position: Position, seat: int) -> str:
    return str(position.plain.taken) if position.plain.taken else ""


def _write_bonus(position: Position, seat: int) -> str:
    s = position.plain
    stacks = []
    for back in range(BACKS):
        top = LETTERS[s.tile_top[back] - 1] if s.tile_top[back] else NONE
        stacks.append(f"{top}+{letters_of(s.tiles_hidden[back])}".removesuffix("+"))
    return ",".join(stacks)


def _read_bonus(draft: Draft, seat: int, value: str) -> None:
    stacks = value.split(",") if value else [NONE] * BACKS
    if len(stacks) != BACKS:
        raise draft.wrong(
            "bonus", N_("there should be {expected} stacks of bonus tiles, not {count}"), expected=BACKS, count=len(stacks)
        )
    for back, stack in enumerate(stacks):
        top, _, below = stack.partition("+")
        draft.state.tile_top[back] = 0 if top == NONE else draft.one_of("bonus", seat, top, LETTERS) + 1
        for power, count in enumerate(counted(draft, "bonus", seat, below)):
            draft.state.tiles_hidden[back, power] = count


def _usual_sides(position: Position | Draft) -> list[int]:
    sides = zip(SIDES, COLOURS, strict=True)
    return [(*names, "random").index(position.options[colour]) for names, colour in sides]


def _write_scoring(position: Position, seat: int) -> str:
    sides = list(position.plain.side)
    names = ((*SIDES[colour], "random")[side] for colour, side in enumerate(sides))
    return "" if sides == _usual_sides(position) else ",".join(names)


def _read_scoring(draft: Draft, seat: int, value: str) -> None:
    usual = _usual_sides(draft)
    names = value.split(",") if value else [(*SIDES[colour], "random")[side] for colour, side in enumerate(usual)]
    draft.number("scoring", seat, str(len(names)), len(COLOURS), len(COLOURS))
    for colour, name in enumerate(names):
        side = draft.one_of("scoring", seat, name, (*SIDES[colour], "random"))
        if usual[colour] not in (side, RANDOM_SIDE) or (side == 0 and usual[colour]):
            message = N_("O-2.8: the option {colour} settles which scoring is in play, and it is not '{side}'")
            raise draft.wrong("scoring", message, colour=COLOURS[colour], side=name)
        draft.state.side[colour] = side


def _write_lowest(position: Position, seat: int) -> str:
    s = position.plain
    return f"{s.lowest}@{s.lowest_seat}" if s.lowest or s.lowest_seat else ""


def _read_lowest(draft: Draft, seat: int, value: str) -> None:
    number, _, who = value.partition("@")
    draft.state.lowest = draft.number("lowest", seat, number, 0, HOUSES) if value else 0
    draft.state.lowest_seat = draft.seat_of("lowest", who) if value else 0


def _usual_stack(round_no: int) -> tuple[int, int]:
    """The stacks at which revealing stopped when the match was set up."""
    return (PARK, BACKS) if round_no else (0, 0)


def _write_stack(position: Position, seat: int) -> str:
    s = position.plain
    return "" if s.stack == _usual_stack(s.round_no)[0] else BUILDINGS[s.stack]


def _read_stack(draft: Draft, seat: int, value: str) -> None:
    usual = _usual_stack(draft.state.round_no)[0]
    draft.state.stack = draft.one_of("stack", seat, value, BUILDINGS) if value else usual


def _write_back(position: Position, seat: int) -> str:
    s = position.plain
    return "" if s.back == _usual_stack(s.round_no)[1] else str(s.back + 1)


def _read_back(draft: Draft, seat: int, value: str) -> None:
    usual = _usual_stack(draft.state.round_no)[1]
    draft.state.back = draft.number("back", seat, value, 1, BACKS + 1) - 1 if value else usual


def _write_resume(position: Position, seat: int) -> str:
    return PHASES[position.plain.resume] if position.plain.resume else ""


def _read_resume(draft: Draft, seat: int, value: str) -> None:
    draft.state.resume = draft.one_of("resume", seat, value, PHASES) if value else 0


TABLE = (
    number_part("round", N_("the round; 0 before the first"), "round_no", ROUNDS),
    PositionPart("phase", N_("what is being decided or revealed"), _write_phase, _read_phase),
    number_part("turn", N_("how many turns of the round are over"), "turn_no", SEATS),
    number_part("actor", N_("the seat that decides, or did last"), "actor", SEATS - 1),
    PositionPart("order", N_("the seats in the order of their turns; b is a second card"), _write_order, _read_order),
    PositionPart("asked", N_("the seats that declined to use a tile"), _write_asked, _read_asked),
    PositionPart("x", N_("the stack beside the X of the rondel"), _write_x, _read_x),
    PositionPart("markers", N_("the round markers so far"), _write_markers, _read_markers),
    PositionPart("ranking", N_("the seats from the best to the worst place on the chapel track"), _write_ranking, _read_ranking),
    PositionPart("tops", N_("the house numbers on top of the stacks"), _write_tops, _read_tops),
    PositionPart("gone", N_("the house numbers that were replaced and are out of the game"), _write_gone, _read_gone),
    PositionPart(
        "bonus", N_("the bonus tiles of each stack: the top one, and those below in any order"), _write_bonus, _read_bonus
    ),
    PositionPart("scoring", N_("the scorings in play: chapel, gate, hostelry, bridge"), _write_scoring, _read_scoring),
    PositionPart("lowest", N_("the lowest house number built this round, and by which seat"), _write_lowest, _read_lowest),
    number_part("taken", N_("the building that was taken and is not built yet"), "taken", HOUSES),
    number_part("allowance", N_("the value of the cards that may still be taken"), "allowance", SITES),
    number_part("picks", N_("the bonus tiles still to be picked"), "picks", TRACK),
    number_part("take-back", N_("1 if TAKE BACK was used this turn"), "take_back", 1),
    number_part("waits", N_("1 if the card of this turn waits, by the rules of version 1"), "card_waits", 1),
    PositionPart("stack", N_("the stack that was or will be revealed from last"), _write_stack, _read_stack),
    PositionPart("back", N_("the stack of bonus tiles that was or will be revealed from last"), _write_back, _read_back),
    PositionPart("resume", N_("what goes on when all tiles are picked"), _write_resume, _read_resume),
)
