"""Rows of numbers: NumPy's arrays where NumPy is, and our own where it is not.

Compiled rules, and whatever calculates with many numbers at once, need NumPy. A table does not: it asks for an array, lets a
rule fill it and reads it. In a browser NumPy would be the heaviest thing of all; there the arrays are made of the bytes of Python
itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

np: Any
try:
    import numpy as np
except ImportError:  # a core dependency, and not there in a browser
    np = None

CODES: dict[str, Any] = {
    "int8": "b",
    "int16": "h",
    "int32": "i",
    "int64": "q",
    "uint8": "B",
    "uint64": "Q",
    "float32": "f",
    "float64": "d",
}
"""The kinds of numbers, and the letters by which `struct` knows them."""
WIDTHS = {"int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint64": 8, "float32": 4, "float64": 8}
"""How many bytes a number has."""

Shape = tuple[int, ...]


def zeros(shape: int | Shape, kind: str) -> Any:
    """Room for numbers of a kind, all zero."""
    return np.zeros(shape, kind) if np is not None else PlainRow.zeros((shape,) if isinstance(shape, int) else shape, kind)


def cells(numbers: Iterable[float], kind: str) -> Any:
    """Some numbers in an array of their own."""
    found = list(numbers)
    room = zeros(len(found), kind)
    for index, number in enumerate(found):
        room[index] = number
    return room


def kind_of_cells(array: Any) -> str:
    """The kind of the numbers in an array."""
    kind: str = array.kind if isinstance(array, PlainRow) else array.dtype.name
    return kind


def record_kind(fields: Sequence[tuple[str, str]]) -> Any:
    """The kind of a record with a number in each field, for `records`."""
    return np.dtype((np.record, list(fields))) if np is not None else Layout((name, kind, ()) for name, kind in fields)


def records(count: int, kind: Any) -> Any:
    """Room for this many records, all zero."""
    return np.zeros(count, kind) if np is not None else PlainRecords(memoryview(bytearray(count * kind.itemsize)), kind)


class PlainRow:
    """The part of NumPy's arrays that a table and the rules use, over bytes that others may hold too."""

    __slots__ = ("_bytes", "_numbers", "kind", "shape")

    def __init__(self, data: memoryview, kind: str, shape: Shape) -> None:
        self._bytes, self.kind, self.shape = data, kind, shape
        self._numbers = data.cast(CODES[kind])

    @classmethod
    def zeros(cls, shape: Shape, kind: str) -> PlainRow:
        return cls(memoryview(bytearray(math.prod(shape) * WIDTHS[kind])), kind, shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._numbers) if len(self.shape) == 1 else (self[index] for index in range(len(self)))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int) and len(self.shape) == 1:
            return self._numbers[index]
        if isinstance(index, tuple):
            if len(index) == len(self.shape) and not any(isinstance(one, slice) for one in index):
                return self._numbers[self._place(index)]
            found: Any = self
            for number, one in enumerate(index):
                if isinstance(one, slice) and number < len(index) - 1:
                    raise IndexError("only the last index may be a slice")
                found = found[one]
            return found
        return self._part(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, int) and len(self.shape) == 1:
            self._numbers[index] = value
        elif isinstance(index, tuple) and len(index) == len(self.shape) and not isinstance(index[-1], slice):
            self._numbers[self._place(index)] = value
        else:
            self[index]._fill(value)

    def _place(self, index: tuple[int, ...]) -> int:
        """Where a number lies among all."""
        place = 0
        for one, size in zip(index, self.shape, strict=True):
            if not -size <= one < size:
                raise IndexError(f"{one} is not below {size}")
            place = place * size + (one if one >= 0 else one + size)
        return place

    def _part(self, index: int | slice) -> PlainRow:
        """One row of several, or some of them."""
        width = math.prod(self.shape[1:]) * WIDTHS[self.kind]
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                raise IndexError("rows are cut without steps")
            stop = max(start, stop)
            return PlainRow(self._bytes[start * width : stop * width], self.kind, (stop - start, *self.shape[1:]))
        if not -len(self) <= index < len(self):
            raise IndexError(f"{index} is not below {len(self)}")
        start = index % len(self) * width
        return PlainRow(self._bytes[start : start + width], self.kind, self.shape[1:])

    def _fill(self, value: Any) -> None:
        if isinstance(value, PlainRow):
            self._bytes[:] = value._bytes
            return
        numbers = self._numbers
        for place, number in enumerate([value] * len(numbers) if isinstance(value, int | float) else value):
            numbers[place] = number

    def tolist(self) -> list[Any]:
        return self._numbers.tolist() if len(self.shape) == 1 else [row.tolist() for row in self]

    def tobytes(self) -> bytes:
        return self._bytes.tobytes()

    def copy(self) -> PlainRow:
        return PlainRow(memoryview(bytearray(self._bytes)), self.kind, self.shape)

    def sum(self) -> int:
        return sum(self._numbers)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.tolist()}>"


class Layout:
    """Where the fields of a flat thing lie: what NumPy calls a dtype."""

    def __init__(self, fields: Iterable[tuple[str, str, Shape]]) -> None:
        """Fields follow each other without gaps; any gap has to be named."""
        self.fields: dict[str, tuple[str, int, Shape]] = {}
        offset = 0
        for name, kind, shape in fields:
            self.fields[name] = kind, offset, shape
            offset += WIDTHS[kind] * math.prod(shape)
        self.itemsize = offset

    @cached_property
    def record(self) -> type[Record]:
        """The class of one of them."""
        names: dict[str, Any] = {"__slots__": ()}
        for name, (kind, offset, shape) in self.fields.items():
            names[name] = _number(kind, offset // WIDTHS[kind]) if not shape else _numbers(kind, offset, shape)
        return type("Record", (Record,), names)


def layout_of_kind(kind: Any) -> Layout:
    """The layout that stands in an array as its dtype."""
    if isinstance(kind, Layout):
        return kind
    cells = {name: kind.fields[name][0] for name in kind.names}
    return Layout((name, (cell.subdtype or (cell, ()))[0].name, cell.shape) for name, cell in cells.items())


class Record:
    """One state or one box, over bytes of an array: its fields are attributes."""

    __slots__ = ("_bytes", "_casts")

    def __init__(self, data: memoryview) -> None:
        self._bytes = data
        self._casts: dict[str, Any] = {}

    def _cast(self, kind: str) -> Any:
        try:
            return self._casts[kind]
        except KeyError:
            found = self._casts[kind] = self._bytes.cast(CODES[kind])
            return found


def _number(kind: str, place: int) -> property:
    def read(self: Record) -> Any:
        return self._cast(kind)[place]

    def write(self: Record, value: Any) -> None:
        self._cast(kind)[place] = value

    return property(read, write)


def _numbers(kind: str, offset: int, shape: Shape) -> property:
    size = WIDTHS[kind] * math.prod(shape)

    def read(self: Record) -> PlainRow:
        key = f"{offset}"
        try:
            found: PlainRow = self._casts[key]
        except KeyError:
            found = self._casts[key] = PlainRow(self._bytes[offset : offset + size], kind, shape)
        return found

    def write(self: Record, value: Any) -> None:
        read(self)._fill(value)

    return property(read, write)


class PlainRecords:
    """The part of NumPy's record arrays that a table uses: states in a row, as bytes."""

    __slots__ = ("_bytes", "_made", "dtype")

    def __init__(self, data: memoryview, layout: Layout) -> None:
        self._bytes, self.dtype = data, layout
        self._made: dict[int, Record] = {}

    def __len__(self) -> int:
        return len(self._bytes) // self.dtype.itemsize

    def __getitem__(self, index: Any) -> Any:
        size = self.dtype.itemsize
        if isinstance(index, slice):
            start, stop, _ = index.indices(len(self))
            return PlainRecords(self._bytes[start * size : max(start, stop) * size], self.dtype)
        if not 0 <= index < len(self):
            raise IndexError(f"{index} is not below {len(self)}")
        if index not in self._made:
            self._made[index] = self.dtype.record(self._bytes[index * size : (index + 1) * size])
        return self._made[index]

    def __setitem__(self, index: int | slice, value: Any) -> None:
        self[index]._bytes[:] = value._bytes

    def tobytes(self) -> bytes:
        return self._bytes.tobytes()

    def copy(self) -> PlainRecords:
        return PlainRecords(memoryview(bytearray(self._bytes)), self.dtype)


def fields_as_rows(records: PlainRecords) -> Mapping[str, Any]:
    """The fields of the first of them: numbers, and rows of numbers."""
    first = records[0]
    return {name: getattr(first, name) for name in records.dtype.fields}
