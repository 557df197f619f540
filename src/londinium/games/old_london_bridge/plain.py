"""State and box as plain Python numbers and tuples, for everything that only looks: fifty times quicker than a NumPy record."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from londinium.games.old_london_bridge.box import Box
from londinium.games.old_london_bridge.state import State
from londinium.kernel.game import Position
from londinium.kernel.records import Batch, Record

CODES = {1: "b", 2: "h", 8: "q"}
"""The letters by which `struct` knows integers of this many bytes."""


def reader(record: type[Record]) -> Callable[[bytes], Any]:
    """A function from a record's bytes to its fields: numbers, tuples, and tuples of tuples. Nothing in them can change."""
    layout, places, at = "=", [], 0
    for name in record.dtype.names or ():
        cells = record.dtype.fields[name][0]  # type: ignore[index]  # a record has fields
        base, shape = cells.subdtype or (cells, ())
        size = math.prod(shape)
        layout += f"{size}{CODES[base.itemsize]}"
        places.append((name, at, at + size, shape[-1] if len(shape) == 2 else None if shape else 0))
        at += size
    unpack = struct.Struct(layout).unpack

    def read(data: bytes) -> Any:
        flat = unpack(data)
        found: dict[str, Any] = {}
        for name, start, stop, width in places:
            if width is None:
                found[name] = flat[start:stop]
            elif width == 0:
                found[name] = flat[start]
            else:
                found[name] = tuple(flat[row : row + width] for row in range(start, stop, width))
        return SimpleNamespace(**found)

    return read


read_state = lru_cache(256)(reader(State))
read_box = lru_cache(32)(reader(Box))


def plain_state(states: Batch[Any]) -> State:
    """The first of these states. The same bytes are read only once, since everybody at a table looks at them."""
    found: State = read_state(states.tobytes())
    return found


def plain(position: Position) -> tuple[State, Box]:
    """State and box of a position."""
    return plain_state(position.states), read_box(position.boxes.tobytes())
