"""Flat things: one annotated class declares the bytes of a state or a box.

    class State(Flat):
        phase: int = int8("what is being decided")
        cash: Cells = int16("pounds in hand", SEATS)

The annotations are what the type checker sees, the values are what NumPy and Numba see: the field's integer type, its
documentation and its shape. From this one declaration come `State.dtype`, `State.fields` and `State.new()`.
"""

from __future__ import annotations

import keyword
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeAlias, TypeVar, overload

from londinium.kernel.cells import WIDTHS, Layout, PlainRecords, Shape, fields_as_rows, np

if TYPE_CHECKING:
    import numpy


class Cells(Protocol):
    """An array field: integers by one or several small indices."""

    def __getitem__(self, index: Any, /) -> Any: ...

    def __setitem__(self, index: Any, value: int, /) -> None: ...

    def __len__(self) -> int: ...


Moves: TypeAlias = Cells
"""A buffer that a rule fills with move ids."""


@dataclass(frozen=True)
class Field:
    """One field of a flat thing: its integer type, what it means, and its shape (empty for a single number)."""

    kind: str
    doc: str
    shape: Shape


def int8(doc: str, *shape: int) -> Any:
    return Field("int8", doc, shape)


def int16(doc: str, *shape: int) -> Any:
    return Field("int16", doc, shape)


def int64(doc: str, *shape: int) -> Any:
    return Field("int64", doc, shape)


# A field with one of these names would hide, or be hidden by, a method of NumPy's record when rules run interpreted.
RESERVED = frozenset(dir(np.record)) if np is not None else frozenset()


def _laid_out(fields: dict[str, Field]) -> list[tuple[str, str, Shape]]:
    """The fields in their order, each aligned, so that wide ones are read in one instruction on every target.

    Gaps are fields of their own: NumPy does not copy what lies between fields, and equal states must have equal bytes.
    """
    layout: list[tuple[str, str, Shape]] = []
    offset, widest = 0, 1

    def fill_up_to(width: int) -> None:
        nonlocal offset
        if gap := -offset % width:
            layout.append((f"gap_{offset}", "int8", (gap,)))
            offset += gap

    for name, field in fields.items():
        width = WIDTHS[field.kind]
        fill_up_to(width)
        layout.append((name, field.kind, field.shape))
        offset += width * math.prod(field.shape)
        widest = max(widest, width)
    fill_up_to(widest)
    return layout


class Flat:
    """Base of states and boxes. Subclasses only declare fields; instances are elements of record arrays: NumPy's, or (without
    NumPy) our own over the same bytes.
    """

    dtype: ClassVar[numpy.dtype[Any]]
    layout: ClassVar[Layout]
    fields: ClassVar[dict[str, Field]]

    def __init_subclass__(cls) -> None:
        declared = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name in vars(cls).get("__annotations__", {}):
            if name not in declared:
                raise TypeError(f"{cls.__name__}.{name} has no storage: give it a value such as int8('what it means')")
        for name, field in declared.items():
            if name not in vars(cls).get("__annotations__", {}):
                raise TypeError(f"{cls.__name__}.{name} has no annotation: the type checker would not see it")
            if name in RESERVED or keyword.iskeyword(name) or name.startswith("_"):
                raise TypeError(f"{cls.__name__}.{name}: a field may not be called {name!r}, NumPy's record uses that name")
            if not field.doc.strip():
                raise TypeError(f"{cls.__name__}.{name} has no documentation")
            delattr(cls, name)
        cls.fields = declared
        laid_out = _laid_out(declared)
        cls.layout = Layout(laid_out)
        if np is not None:
            cls.dtype = np.dtype((np.record, np.dtype(laid_out, align=True)))

    @classmethod
    def new(cls, count: int = 1) -> FlatArray[Self]:
        """`count` of them, all zero."""
        return cls.from_bytes(bytes(count * cls.layout.itemsize))

    @classmethod
    def from_bytes(cls, data: bytes) -> FlatArray[Self]:
        found: Any = _over(bytearray(data), cls.dtype if np is not None else cls.layout)
        flats: FlatArray[Self] = found
        return flats

    @classmethod
    def describe(cls) -> str:
        """The fields as a table, for documentation."""
        rows = [f"| `{name}` | {f.kind}{list(f.shape) if f.shape else ''} | {f.doc} |" for name, f in cls.fields.items()]
        return "\n".join(["| field | type | meaning |", "| --- | --- | --- |", *rows, "", f"{cls.layout.itemsize} bytes."])


def _over(data: bytes | bytearray, kind: Any) -> Any:
    """An array over bytes of its own."""
    return np.frombuffer(data, kind) if np is not None else PlainRecords(memoryview(data), kind)


R_co = TypeVar("R_co", bound=Flat, covariant=True)
R = TypeVar("R", bound=Flat)


def fields_of(flats: FlatArray[R]) -> R:
    """The fields of the first element for Python to read: twenty times quicker than through NumPy's record. Not for rules: they
    are arrays that nothing can write to.
    """
    array: Any = unwritable_of(flats)
    if np is None:
        return _Fields(fields_as_rows(array))  # type: ignore[return-value]  # the same names
    rows = ((name, array[name][0]) for name in array.dtype.names)
    return _Fields({name: row if row.shape else row.item() for name, row in rows})  # type: ignore[return-value]  # the same names


READ_ONLY = "this can be read, not changed: a match changes by its moves alone"


class _Fields:
    """What `fields_of` gives."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.__dict__.update(fields)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(READ_ONLY)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(READ_ONLY)


B = TypeVar("B")


def copy_of(flats: B) -> B:
    """An array of its own with the same bytes: NumPy itself copies field by field, twenty times slower."""
    array: Any = flats
    copied: B = _over(bytearray(array.tobytes()), array.dtype)
    return copied


MOST_SHARED = 64
"""As many boxes are kept once for all matches that are played with them; of further ones each match has its own."""


def shared(flats: B) -> B:
    """The array that all share whose bytes are the same: for what is handed to nobody, and so never changed."""
    array: Any = flats
    found: B = _shared(array.tobytes(), array.dtype)
    return found


@lru_cache(MOST_SHARED)
def _shared(data: bytes, kind: Any) -> Any:
    return _over(bytearray(data), kind)


def unwritable_of(flats: B) -> B:
    """An array with the same bytes that nothing can write to: they belong to Python's own `bytes`. Compiled rules take a record
    of it, `[0]`; the array itself has another type for Numba, for which each of them would be compiled again.
    """
    array: Any = flats
    found: B = _over(array.tobytes(), array.dtype)
    return found


class FlatArray(Protocol[R_co]):
    """An array as the type checker sees it: an element has the declared fields, a slice is an array again."""

    @overload
    def __getitem__(self, index: int, /) -> R_co: ...

    @overload
    def __getitem__(self, index: slice, /) -> FlatArray[R_co]: ...

    def __setitem__(self, index: slice, flats: FlatArray[Any], /) -> None: ...

    def __len__(self) -> int: ...

    def tobytes(self) -> bytes: ...

    def copy(self) -> Self: ...
