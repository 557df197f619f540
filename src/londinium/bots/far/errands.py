"""What a thinker in a worker of a browser is asked to do: rooms of bytes and calls of functions, as plain data.

A worker has no Python. It holds the game's rules as WebAssembly and knows nothing about them: it lays out the rooms, makes the
calls and gives some of the rooms back (`wasm/errand.js`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from londinium.kernel.cells import WIDTHS, PlainRow, kind_of_cells

Ask = Callable[[dict[str, Any]], Awaitable[Mapping[str, Any]]]
"""Gives an errand to a thinker; back come results by call, bytes by room and how many rounds there were, or that it is gone."""


class WrongAnswer(Exception):
    """What came back cannot be the result of the errand."""


@dataclass(frozen=True)
class Room:
    """An array in a thinker's memory. What lasts is there for the next errand of the same mind."""

    item: str
    shape: tuple[int, ...]
    data: bytes | None = None
    """Left out: zeros."""
    lasts: bool = False
    learnt: bool = False
    """Whether the bytes are those of the game's network under this name, which the worker doing the errand already has."""

    @classmethod
    def of(cls, array: Any, *, lasts: bool = False) -> Room:
        """A room with what an array of numbers holds."""
        return cls(kind_of_cells(array), tuple(array.shape), array.tobytes(), lasts)

    def sent(self) -> dict[str, Any]:
        facts = {"item": self.item, "shape": list(self.shape), "bytes": self.data, "lasts": self.lasts}
        return {**facts, "learnt": True} if self.learnt else facts


def big(number: int) -> dict[str, str]:
    """A number with 64 bits, more than JavaScript's numbers have."""
    return {"big": str(int(number))}


def in_room(name: str) -> dict[str, str]:
    return {"room": name}


def parts(**named: Any) -> dict[str, Any]:
    return {"parts": named}


@dataclass
class Errand:
    """Rooms are laid out, calls made, one of them again and again, then some more; rooms are given back."""

    game: str
    mind: str
    """Errands of one mind go to the same worker."""
    rooms: dict[str, Room] = field(default_factory=dict)
    before: list[tuple[str, list[Any]]] = field(default_factory=list)
    loop: dict[str, Any] | None = None
    after: list[tuple[str, list[Any]]] = field(default_factory=list)
    give: Sequence[str] = ()
    continues: bool = False
    """Whether the rooms that last must be there from the errand before."""

    def sent(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "mind": self.mind,
            "rooms": {name: one.sent() for name, one in self.rooms.items()},
            "before": [{"name": name, "arguments": given} for name, given in self.before],
            "loop": self.loop,
            "after": [{"name": name, "arguments": given} for name, given in self.after],
            "give": list(self.give),
            "continues": self.continues,
        }


def read_room(data: bytes, item: str, *shape: int) -> PlainRow:
    """A room that came back."""
    assert len(data) % WIDTHS[item] == 0
    return PlainRow(memoryview(bytearray(data)), item, shape)
