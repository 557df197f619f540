"""What a module says of itself: its game, its exports and the records they take, as JSON in a section of its own."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from londinium.bots.search import tree as trees
from londinium.bots.search.foresight import SEAT_OUTPUTS, network_of, sight_for
from londinium.bots.search.search import NODE_LIMIT, SETTING_NAMES, Search
from londinium.bots.search.simulation import DEEPEST, SEARCH_ROWS, SETTINGS
from londinium.kernel.engine import LONGEST_MATCH
from londinium.kernel.flat import Flat
from londinium.kernel.game import CHANCE, MOST_SEATS, Game
from londinium.wasm.exports import Export

numba: Any = import_module("numba")  # untyped where it matters here

SECTION = "londinium"
"""The name of the section."""
NUMBER, REAL, RECORD, ARRAY = "i64", "f64", "record", "array"


@dataclass(frozen=True)
class Parameter:
    """A parameter of a flat function; what a named tuple bundles are parameters of their own."""

    name: str
    kind: str
    item: str = ""
    dimensions: int = 0
    size: int = 0
    """Bytes of an item."""

    def described(self) -> dict[str, Any]:
        told: dict[str, Any] = {"name": self.name, "kind": self.kind}
        if self.kind in (RECORD, ARRAY):
            told |= {"item": self.item, "dimensions": self.dimensions}
        return told


class Records:
    """The records of a game, by the names under which a description speaks of them."""

    def __init__(self, game: Game) -> None:
        self.dtypes: dict[str, Any] = {
            "State": game.state.dtype,
            "Box": game.standard_box().dtype,  # type: ignore[attr-defined]  # an array
            "Node": trees.NODE,
            "Edge": trees.EDGE_TYPE,
        }
        for flat in Flat.__subclasses__():
            if flat.__module__.startswith(game.module):
                self.dtypes.setdefault(flat.__name__, flat.dtype)
        self._names: dict[Any, str] = {}
        for name, dtype in self.dtypes.items():
            self._names.setdefault(numba.from_dtype(dtype), name)

    def name_of(self, kind: Any) -> str:
        """How a description calls the type of an item."""
        if isinstance(kind, numba.types.Record):
            return f"record:{self._names[kind]}"
        return str(numba.np.numpy_support.as_dtype(kind).name)

    def described(self, names: set[str]) -> dict[str, Any]:
        return {name: _layout(dtype) for name, dtype in self.dtypes.items() if f"record:{name}" in names}


def _layout(dtype: Any) -> dict[str, Any]:
    fields = []
    for name in dtype.names:
        kind, offset = dtype.fields[name][:2]
        fields.append([name, kind.base.name, offset, list(kind.shape)])
    return {"size": dtype.itemsize, "fields": fields}


def types_of(export: Export) -> tuple[Any, ...]:
    """Numba's types of what a function takes."""
    return tuple(numba.typeof(argument) for argument in export.arguments) if export.types is None else export.types


def parameters_of(export: Export, records: Records) -> list[Parameter]:
    """The parameters of a flat function, in their order."""
    function = getattr(export.function, "py_func", export.function)
    names = list(inspect.signature(function).parameters)
    return [one for name, kind in zip(names, types_of(export), strict=True) for one in _flattened(name, kind, records)]


def _flattened(name: str, kind: Any, records: Records) -> Iterator[Parameter]:
    if isinstance(kind, numba.types.BaseTuple):
        parts = getattr(kind, "fields", range(len(kind.types)))
        for part, of_part in zip(parts, kind.types, strict=True):
            yield from _flattened(f"{name}.{part}", of_part, records)
    elif isinstance(kind, numba.types.Array):
        size = numba.np.numpy_support.as_dtype(kind.dtype).itemsize
        yield Parameter(name, ARRAY, records.name_of(kind.dtype), kind.ndim, size)
    elif isinstance(kind, numba.types.Record):
        yield Parameter(name, RECORD, records.name_of(kind), 0, kind.size)
    else:
        yield Parameter(name, kind_of_number(kind))


def kind_of_number(kind: Any) -> str:
    return REAL if isinstance(kind, numba.types.Float) else NUMBER


def is_flat_result(kind: Any) -> bool:
    return isinstance(kind, numba.types.Number | numba.types.Boolean) or kind == numba.types.none


def kind_of_result(kind: Any) -> str | None:
    return None if kind == numba.types.none else kind_of_number(kind)


def stored_as(kind: Any) -> tuple[str, str]:
    """How Numba stores a result of this type, and how that is widened to 64 bits."""
    if kind == numba.types.none:
        return "ptr", ""
    if isinstance(kind, numba.types.Boolean):
        return "i8", "zext"
    if isinstance(kind, numba.types.Float):
        return ("double", "") if kind.bitwidth == 64 else ("float", "fpext")
    return f"i{kind.bitwidth}", "sext" if kind.signed else "zext"


def described(game: Game, exports: dict[str, tuple[list[Parameter], str | None]], records: Records, fingerprint: str) -> Any:
    """Everything a caller of a module must know, and nothing of the game beyond that."""
    items = {parameter.item for parameters, _ in exports.values() for parameter in parameters}
    return {
        "game": game.slug,
        "rules_version": game.rules_version,
        "fingerprint": fingerprint,
        "exports": {
            name: {"parameters": [one.described() for one in parameters], "result": result}
            for name, (parameters, result) in exports.items()
        },
        "records": records.described(items),
        "sizes": sizes_of(game),
        "search": search_of(game),
    }


def sizes_of(game: Game) -> dict[str, Any]:
    """How much room is needed for what."""
    sight = sight_for(network_of(game), game)
    observed = {str(seats): game.observation.size(seats) for seats in game.seats}
    return {
        "seats": MOST_SEATS,
        "chance": CHANCE,
        "moves": len(game.moves),
        "score_lines": len(game.score_lines),
        "options": len(game.option_codes(game.choose())),
        "longest_match": LONGEST_MATCH,
        "settings": SETTINGS,
        "results": 3,
        "weights": len(game.outlook_weights.weights) if game.outlook_weights else 0,
        "history": trees.HISTORY,
        "deepest": DEEPEST,
        "search_rows": SEARCH_ROWS,
        "edges_per_node": 3,
        "observation": observed,
        "sight": {str(seats): sight.room(seats) for seats in game.seats},
        "seat_outputs": SEAT_OUTPUTS,
    }


def search_of(game: Game) -> dict[str, Any]:
    """The settings with which a search of this game thinks, unless others are asked for."""
    search = Search(game, nodes=1)
    return {
        "settings": dict(zip(SETTING_NAMES, search.settings.tolist(), strict=True)),
        "enough": search.enough,
        "weights": search.weights.tolist(),
        "skip": game.skip_move,
        "luck": search.luck,
        "nodes": NODE_LIMIT,
        "foresees": bool(game.search.get("foresight")),
    }
