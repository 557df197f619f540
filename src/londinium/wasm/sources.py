"""Which sources a module was made of: the text of every function in it, the layout of records, the value of every constant.

The same wherever it is asked, with every version of Python and Numba: a module is as good as its sources, not as its compiler.
"""

from __future__ import annotations

import hashlib
import inspect
import types
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from londinium.bots.search.tree import EDGE_TYPE, NODE
from londinium.kernel.flat import Flat
from londinium.kernel.game import Game
from londinium.wasm.exports import Export

MAKE = 2
"""Goes up when modules of the same sources are made in another way, and have to be made again."""


def fingerprint_of(game: Game, exports: Iterable[Export]) -> str:
    """A hash of the sources of these functions of a game."""
    digest = hashlib.sha256(f"{MAKE}".encode())
    for record in (game.state.dtype, game.standard_box().dtype, NODE, EDGE_TYPE):  # type: ignore[attr-defined]  # arrays
        digest.update(repr(record.descr).encode())
    seen: set[Any] = set()
    for export in exports:
        digest.update(f"\n{export.name}\n".encode())
        for line in _texts(export.function, seen):
            digest.update(line.encode())
    return digest.hexdigest()[:32]


def _texts(function: Any, seen: set[Any]) -> Iterator[str]:
    """The text of a function, and of everything it calls, in an order that depends on the sources alone."""
    function = getattr(function, "py_func", function)
    if function is None or function in seen:
        return  # None: a function that a module names and that is no longer there
    seen.add(function)
    yield inspect.getsource(function.__code__)
    for name in function.__annotations__.values():
        flat = function.__globals__.get(name) if isinstance(name, str) else name
        if isinstance(flat, type) and issubclass(flat, Flat):
            yield f"\n{name}: {flat.dtype.descr}\n"
    for name in sorted(_names(function.__code__)):
        value = function.__globals__.get(name)
        if callable(getattr(value, "py_func", None)) or isinstance(value, types.FunctionType):
            yield f"\n{name}: {_address(value)}\n"
            yield from _texts(value, seen)
        elif isinstance(value, np.ndarray):
            yield f"\n{name} = {value.dtype} {value.tolist()}\n"
        elif isinstance(value, int | float | str | tuple):
            yield f"\n{name} = {value!r}\n"


def _names(code: types.CodeType) -> set[str]:
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    return set(code.co_names).union(*(_names(each) for each in inner))


def _address(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"
