"""The positions of a game that says nothing about them: every field of the state, under its name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import product
from typing import TYPE_CHECKING, Any

from londinium.kernel.cells import np
from londinium.kernel.contracts.position import ON_TABLE, Draft, PositionPart
from londinium.kernel.flat import Field, copy_of
from londinium.kernel.game import CHANCE
from londinium.kernel.interpreted import interpreted
from londinium.kernel.seeds import draw
from londinium.kernel.words.errors import N_

if TYPE_CHECKING:
    from londinium.kernel.game import Game, Position

BITS = {"int8": 8, "int16": 16, "int64": 64}
TRIALS = 4
LONGEST_TRIAL = 4096


class PlainPosition:
    """Field by field. Since nobody says what a field may hold, a position is tried out: matches are played from it to the end."""

    def __init__(self, game: Game) -> None:
        self.TABLE: Sequence[PositionPart] = tuple(_field_part(name, field) for name, field in game.state.fields.items())
        self.SEAT: Sequence[PositionPart] = ()

    def complete(self, draft: Draft) -> None:
        """Everything was written."""

    def check(self, draft: Draft) -> None:
        if "seats" in draft.game.state.fields and draft.state.seats != draft.seats:
            message = N_("there are {seats} seats, not {other}")
            raise draft.wrong("seats", message, seats=draft.seats, other=int(draft.state.seats))
        for number in range(TRIALS):
            _Trial(draft, number).play()


def _field_part(name: str, field: Field) -> PositionPart:
    size = math.prod(field.shape)
    most = (1 << BITS[field.kind] - 1) - 1

    def write(position: Position, seat: int) -> str:
        numbers = _flat(getattr(position.plain, name))
        return ",".join(map(str, numbers)) if any(numbers) else ""

    def read(draft: Draft, seat: int, value: str) -> None:
        values = value.split(",") if value else ["0"] * size
        if len(values) != size:
            message = N_("there should be {expected} numbers, not {count}")
            raise draft.wrong(name, message, expected=size, count=len(values))
        numbers = [draft.number(name, ON_TABLE, each, -most - 1, most) for each in values]
        if field.shape:
            _fill(getattr(draft.state, name), field.shape, numbers)
        else:
            setattr(draft.state, name, numbers[0])

    return PositionPart(name, field.doc, write, read)


def _flat(value: Any) -> list[int]:
    return [number for each in value for number in _flat(each)] if isinstance(value, tuple) else [value]


def _fill(cells: Any, shape: tuple[int, ...], numbers: list[int]) -> None:
    for index, number in zip(product(*map(range, shape)), numbers, strict=True):
        cells[index if len(index) > 1 else index[0]] = number


class _Trial:
    """A random match from a position on, interpreted: where a compiled rule would read what is not there, this stops."""

    def __init__(self, draft: Draft, key: int) -> None:
        given = draft.game.functions
        names = ("to_act", "legal", "chance", "push", "audit")
        self.rules = {name: _plain(getattr(given, name)) for name in names}
        self.draft, self.key, self.ply = draft, key, 0
        self.states = copy_of(draft.states)
        self.moves, self.weights = draft.game.engine.buffers()

    def play(self) -> None:
        try:
            with np.errstate(all="raise") if np is not None else nullcontext():
                while mask := int(self.rules["to_act"](self.states[0])):
                    self._step(mask)
        except (ArithmeticError, LookupError, ValueError, TypeError) as error:
            message = N_("the rules cannot be played from here: {problem}")
            raise self.draft.wrong("", message, problem=f"{type(error).__name__}: {error}") from None
        self._audit()

    def _step(self, mask: int) -> None:
        self._audit()
        state, box = self.states[0], self.draft.box
        seat = (mask & -mask).bit_length() - 1
        if seat == CHANCE:
            count = self.rules["chance"](state, box, self.moves, self.weights)
        elif seat < self.draft.seats:
            count = self.rules["legal"](state, box, seat, self.moves)
        else:
            raise self.draft.wrong("", N_("seat {player} would have to decide, and there is no such seat"), player=seat)
        if count == 0 or self.ply == LONGEST_TRIAL:
            raise self.draft.wrong("", N_("a match would not come to its end from here"))
        self.ply += 1
        self.rules["push"](state, box, seat, int(self.moves[draw(self.key, self.ply, int(count))]))

    def _audit(self) -> None:
        found = self.rules["audit"](self.states[0], self.draft.box)
        if found:
            raise self.draft.wrong("", N_("not everything in the box is accounted for (audit {number})"), number=int(found))


def _plain(rule: Any) -> Any:
    """A rule as the plain function it is, whether rules are compiled here or not."""
    return interpreted(rule) if hasattr(rule, "py_func") else rule
