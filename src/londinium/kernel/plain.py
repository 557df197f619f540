"""States and boxes as plain Python numbers and tuples, for everything that only looks: fifty times quicker than NumPy."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from functools import cache
from typing import Any

from londinium.kernel.cells import CODES, layout_of_kind
from londinium.kernel.flat import READ_ONLY, FlatArray
from londinium.kernel.kept import kept

Places = dict[str, tuple[slice, tuple[int, ...]]]
"""By a field's name: where its numbers lie among all, and its shape."""
STATES_KEPT = 256


def plain_of(flats: FlatArray[Any]) -> Any:
    """The fields of the first element as numbers and tuples of (tuples of) numbers. The same bytes are read once."""
    array: Any = flats
    return _reader(array.dtype)(array[:1].tobytes() if len(array) > 1 else array.tobytes())


@cache
def _reader(kind: Any) -> Callable[[bytes], Any]:
    """A function from bytes to fields."""
    letters, at = "=", 0
    places: Places = {}
    for name, (cell, _, shape) in layout_of_kind(kind).fields.items():
        size = math.prod(shape)
        letters += f"{size}{CODES[cell]}"
        places[name] = slice(at, at + size), shape
        at += size
    unpack = struct.Struct(letters).unpack
    single = [(name, place.start) for name, (place, shape) in places.items() if not shape]

    def read(data: bytes) -> Any:
        return _Plain(unpack(data), single, places)

    # Everybody at a table looks at the same ones, one after the other.
    return kept(read, STATES_KEPT)


class _Plain:
    """The fields of a state or a box. Fields of many numbers are folded when somebody asks for them: most look at a few."""

    def __init__(self, flat: tuple[int, ...], single: list[tuple[str, int]], places: Places) -> None:
        # All who look at the same bytes share it, so it refuses to be changed.
        self.__dict__.update({name: flat[at] for name, at in single}, _flat=flat, _places=places)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(READ_ONLY)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(READ_ONLY)

    def __getattr__(self, name: str) -> Any:
        try:
            place, shape = self._places[name]
        except KeyError:
            raise AttributeError(f"there is no field {name}") from None
        found = self.__dict__[name] = _folded(self._flat[place], shape)
        return found


def _folded(flat: tuple[int, ...], shape: tuple[int, ...]) -> Any:
    """Cells in a row as tuples of tuples."""
    for width in shape[:0:-1]:
        flat = tuple(flat[start : start + width] for start in range(0, len(flat), width))  # type: ignore[misc]  # rows now
    return flat
