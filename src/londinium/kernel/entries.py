"""Entries: public functions that look at the kinds of their arguments before anything else happens.

    @entry
    def load_record(path: Path, box: Path | BoxFile | None = None) -> Match: ...

The annotations say what is wanted. Text where a number is meant would otherwise be found somewhere deep inside, or by a compiled
function, which has no words for it. This happens once per call, in Python; NumPy's integers go in as Python's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from reprlib import Repr
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, get_origin

from londinium.kernel.cells import np
from londinium.kernel.words.errors import N_, LondiniumError

Suits = Callable[[Any], bool]
"""Whether a value is of a kind."""
P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=type)


class WrongType(LondiniumError, TypeError):
    """An argument of the wrong kind: text where a number is meant, one thing where several are."""


WRITTEN_BITS = 200
"""Larger numbers are not written out."""

_brief = Repr()
_brief.maxstring = _brief.maxother = _brief.maxlong = 60


def shortened(value: object) -> str:
    """A value as an error names it: not longer than a line."""
    if np is not None and isinstance(value, np.ndarray):
        return f"array({value.dtype}, shape={value.shape})"
    if isinstance(value, int) and value.bit_length() > WRITTEN_BITS:
        return f"{'-' if value < 0 else ''}2**{value.bit_length() - 1}…"  # Python refuses to write very long ones
    return " ".join(_brief.repr(value).split())


def is_whole(value: object) -> bool:
    """Whether something is a whole number: Python's or NumPy's, and not a truth value."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return True
    return np is not None and (
        isinstance(value, np.integer) or (isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "iu")
    )


def check_whole(name: str, value: Any) -> int:
    """A whole number as Python's; WrongType names the argument."""
    if not is_whole(value):
        raise WrongType(N_("{name} must be a whole number, not {given}"), name=name, given=shortened(value))
    return int(value)


# ── Kinds ────────────────────────────────────────────────────────────────────


def _is_number(value: object) -> bool:
    return is_whole(value) or isinstance(value, float) or (np is not None and isinstance(value, np.floating))


def _is_row(value: object) -> bool:
    return hasattr(value, "__len__") and hasattr(value, "__getitem__") and not isinstance(value, str | bytes | Mapping)


def _is_many(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes)


_PLAIN: Mapping[str, Suits] = {
    "int": is_whole,
    "float": _is_number,
    "str": lambda value: isinstance(value, str),
    "bool": lambda value: isinstance(value, bool) or (np is not None and isinstance(value, np.bool_)),
    "bytes": lambda value: isinstance(value, bytes | bytearray),
    "None": lambda value: value is None,
    "Path": lambda value: isinstance(value, Path),
}
_OUTER: Mapping[str, Suits] = {
    "Mapping": lambda value: isinstance(value, Mapping),
    "dict": lambda value: isinstance(value, dict),
    "Sequence": _is_row,
    "list": _is_row,
    "tuple": _is_row,
    "Iterable": _is_many,
    "Callable": callable,
    "FlatArray": lambda value: hasattr(value, "dtype") and hasattr(value, "tobytes"),
}


def _kind(node: ast.expr, scope: Mapping[str, Any]) -> Suits | None:
    """What an annotation asks for; None where it is not for us to say."""
    if isinstance(node, ast.BinOp):
        either = [_kind(node.left, scope), _kind(node.right, scope)]
        return None if None in either else lambda value: any(kind(value) for kind in either if kind is not None)
    if isinstance(node, ast.Constant):
        return _PLAIN["None"] if node.value is None else None
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        outer = _OUTER.get(node.value.id) or _named(node.value.id, scope)
        return _several(outer, node.value.id, node.slice, scope)
    return _named(node.id, scope) if isinstance(node, ast.Name) else None


def _several(outer: Suits | None, name: str, inner: ast.expr, scope: Mapping[str, Any]) -> Suits | None:
    """Something that holds other things, each of which is of a kind too."""
    if outer is None or name not in ("Mapping", "dict", "Sequence", "list", "Iterable"):
        return outer
    parts = [_kind(part, scope) for part in (inner.elts if isinstance(inner, ast.Tuple) else [inner])]
    if None in parts or not (len(parts) == 2 if name in ("Mapping", "dict") else len(parts) == 1):
        return outer
    first, last = parts[0], parts[-1]
    assert first is not None
    assert last is not None
    if name in ("Mapping", "dict"):
        return lambda value: outer(value) and all(first(key) and last(each) for key, each in value.items())
    # What can be gone through only once is left to whoever goes through it.
    return lambda value: outer(value) and (not hasattr(value, "__len__") or all(first(each) for each in value))


def _named(name: str, scope: Mapping[str, Any]) -> Suits | None:
    """A class by its name: by the class itself, or, where it was imported for the type checker only, by what it is called."""
    if name in _PLAIN or name in _OUTER:
        return _PLAIN.get(name) or _OUTER[name]
    found = scope.get(name, name)
    if isinstance(found, type):
        return None if getattr(found, "_is_protocol", False) or found is Any else lambda value: isinstance(value, found)
    if (origin := get_origin(found)) in (Callable, Sequence):  # an alias: Layers = Sequence[…]
        return _OUTER[origin.__name__]
    return (lambda value: any(each.__name__ == name for each in type(value).__mro__)) if found == name else None


class _Wanted:
    """What one parameter is to be."""

    def __init__(self, parameter: Parameter, scope: Mapping[str, Any]) -> None:
        self.name, self.text = parameter.name, str(parameter.annotation)
        asked = isinstance(parameter.annotation, str) and parameter.kind not in (
            Parameter.VAR_KEYWORD,
            Parameter.VAR_POSITIONAL,
        )
        self._kind = _kind(ast.parse(self.text, mode="eval").body, scope) if asked else None
        self.known: set[type] = {str, bool, type(None)} if self._kind is None else set()
        """Types that need no second look."""
        self.is_open = self._kind is None
        self._each = "[" in self.text

    def checked(self, value: Any) -> Any:
        """The value as it goes in."""
        if self._kind is None:
            return value
        if not self._kind(value):
            kind = _in_words(ast.parse(self.text, mode="eval").body) or self.text
            raise WrongType(N_("{name} must be {kind}, not {given}"), name=self.name, kind=kind, given=shortened(value))
        if is_whole(value) and not isinstance(value, int):
            return int(value)
        if not self._each:
            self.known.add(type(value))
        return value


_WORDS: Mapping[str, LondiniumError] = {
    "int": LondiniumError(N_("a whole number")),
    "float": LondiniumError(N_("a number")),
    "str": LondiniumError(N_("a text")),
    "bool": LondiniumError(N_("True or False")),
    "Path": LondiniumError(N_("a path")),
}
"""What people call kinds that have no name of ours."""


def _in_words(node: ast.expr) -> LondiniumError | str | None:
    """A kind as a sentence says it; None where Python's way of writing it is shorter."""
    if isinstance(node, ast.BinOp):
        first, last = _in_words(node.left), _in_words(node.right)
        if first is None or last is None:
            return None
        return LondiniumError(N_("{first} or {last}"), first=first, last=last)
    if isinstance(node, ast.Constant):
        return repr(node.value)
    return _WORDS.get(node.id, node.id) if isinstance(node, ast.Name) else None


# ── Entries ──────────────────────────────────────────────────────────────────


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """A function that checks the kinds of its arguments first; one that takes anything stays as it is."""
    if all(kind == "Any" for name, kind in getattr(function, "__annotations__", {}).items() if name != "return"):
        return function
    wanted: list[_Wanted] = []
    by_name: dict[str, _Wanted] = {}

    def read() -> None:
        scope: Mapping[str, Any] = getattr(function, "__globals__", {})
        by_name.update({name: _Wanted(parameter, scope) for name, parameter in signature(function).parameters.items()})
        wanted.extend(by_name.values())

    @wraps(function)
    def checked(*args: P.args, **named: P.kwargs) -> R:
        if not wanted:
            read()
        given: list[Any] | None = None
        for place, value in enumerate(args):
            if place < len(wanted) and not wanted[place].is_open and type(value) not in wanted[place].known:
                given = list(args) if given is None else given
                given[place] = wanted[place].checked(value)
        for name, value in named.items():
            if name in by_name and type(value) not in by_name[name].known:
                named[name] = by_name[name].checked(value)
        return function(*args, **named) if given is None else function(*given, **named)

    return checked


def entries(found: C) -> C:
    """A class all of whose public methods are entries, and the making of it too."""
    fields = vars(found).get("__annotations__", {})  # a function there is a value, such as a game's own
    for name, member in list(vars(found).items()):
        if name in fields or (name.startswith("_") and name != "__init__"):
            continue
        if isinstance(member, FunctionType):
            setattr(found, name, entry(member))
        elif isinstance(member, classmethod):
            setattr(found, name, classmethod(entry(member.__func__)))
    return found
