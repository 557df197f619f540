"""Rules that Python asks beside single moves: what a picture counts, what an effect says, what a solver adds up.

Nobody lists them: a module is built where matches have just been shown and judged, and whatever Python called then is in it, by
the place where it is written (`rules.scoring.total`). A module names them, so with a module at hand they need not be found again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from londinium.kernel.game import Game
from londinium.kernel.seeds import draw
from londinium.wasm.exports import Export

types: Any = import_module("numba").types


def helpers_asked(game: Game) -> list[Export]:
    """The rules of a game that Python has called in this process, with Numba's types of what they take."""
    given = set(vars(game.functions).values())
    found: dict[str, Export] = {}
    for address, function in _rules(game):
        if function in given:
            continue
        for asked in list(function.overloads):
            flat = tuple(_widened(kind) for kind in asked)
            if None not in flat:
                # The same rule with integers of several widths, or another piece of an array, is one function here.
                found.setdefault(address, Export(address, function, (), flat))
    return [found[address] for address in sorted(found)]


def helpers_named(game: Game, description: Any) -> list[Export]:
    """The rules that a module of a game names, to look at: nobody asked for them in this process."""
    return [Export(name, _at(game, name), ()) for name in description["exports"] if "." in name]


def _at(game: Game, address: str) -> Any:
    module, _, name = address.rpartition(".")
    return getattr(import_module(f"{game.module}.{module}"), name, None)


def modules_of(game: Game) -> list[Any]:
    """The modules of a game that are loaded."""
    return [module for name, module in sorted(sys.modules.items()) if name.startswith(f"{game.module}.")]


def _rules(game: Game) -> Iterator[tuple[str, Any]]:
    for module in modules_of(game):
        for value in list(vars(module).values()):
            if hasattr(value, "overloads") and hasattr(value, "py_func") and value.__module__ == module.__name__:
                yield f"{module.__name__.removeprefix(game.module + '.')}.{value.__name__}", value


def _widened(kind: Any) -> Any:
    """The type as a flat function takes it: integers of 64 bits, arrays in one piece. None if it is nothing that lies flat."""
    if isinstance(kind, types.Boolean) or (isinstance(kind, types.Integer) and kind != types.uint64):
        return types.int64
    if isinstance(kind, types.Float):
        return types.float64
    if isinstance(kind, types.Array):
        return types.Array(kind.dtype, kind.ndim, "C")
    if isinstance(kind, types.BaseTuple):
        parts = [_widened(part) for part in kind.types]
        if None in parts:
            return None
        return types.NamedTuple(parts, kind.instance_class) if isinstance(kind, types.BaseNamedTuple) else types.Tuple(parts)
    return kind if isinstance(kind, types.Record) or kind == types.uint64 else None


def ways_to_play(game: Game, stride: int = 1) -> Iterator[tuple[int, str]]:
    """Every number of seats with every named variant; with a stride, some of them."""
    ways = [(seats, variant) for seats in game.seats for variant in game.variants]
    yield from ways[::stride]


def show_and_judge(game: Game, stride: int = 1) -> None:
    """Matches of every kind as people see them, so that every rule is asked that they need."""
    for seats, variant in ways_to_play(game, stride):
        match = game.match(seats=seats, seed=seats, variant=variant)
        while not match.is_over:
            for seat in (None, *range(seats)):
                match.view(seat)
            seat = match.to_act[0]
            legal = match.legal(seat)
            match.push(legal[draw(seats, match.ply, len(legal))], seat)
        for seat in (None, *range(seats)):
            match.view(seat)
            match.events(seat)
        if game.study.find_par is not None and seats == game.seats[0]:
            game.study.find_par(match, 0, 0.0, None)
