"""A small neural network that foresees what the rest of a match is worth to a seat.

It sees what a learning agent sees alone (the game's `observation`), through two hidden layers. Most inputs are 0, and so is most
of the first layer: both are added up row by row, and only the rows that count, in two microseconds. The numbers are the same on
every machine. `examples/foresight.py` teaches it; `mind/foresight.npz` in a game's folder keeps what it learnt, and the commands.
"""

from __future__ import annotations

import struct
from ast import literal_eval
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from londinium.kernel.cells import np, zeros
from londinium.kernel.game import Game
from londinium.kernel.generic.names import observe
from londinium.kernel.match import Match
from londinium.kernel.rules import part, rule
from londinium.kernel.seeds import float32
from londinium.kernel.words.errors import N_, LondiniumError

POWERS = "_powers"
"""What the name of an array ends in that says how to read another one: the power of two that each row is multiplied by."""
PLAIN_NUMBERS = {"<f2": "e", "<f4": "f", "|i1": "b"}
"""The kinds of numbers in a network's file, as NumPy and `struct` call them."""


class Network(NamedTuple):
    """What was learnt."""

    first: Any
    """What each byte of an observation adds to the first hidden layer."""
    first_bias: Any
    second: Any
    """What each cell of the first hidden layer adds to the second."""
    second_bias: Any
    worth: Any
    """What each cell of the second one adds to the worth, in points; the last number is added always."""


class Foresight(NamedTuple):
    """A network, what it needs to know of a match, and scratch paper: one for each thread."""

    network: Network
    options: Any
    seen: Any
    inner: Any
    outer: Any


def network_of(game: Game) -> Network:
    """What was learnt of a game; arrays of nothing if that is nothing."""
    file = game.folder / "mind" / "foresight.npz"
    if file.exists():
        return read_network(file, game)
    row, table = zeros(0, "float32"), zeros((0, 0), "float32")
    return Network(table, row, table, row, row)


def read_network(file: Path, game: Game) -> Network:
    """A network for a game from a file."""
    try:
        network = Network(*_arrays(file))
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        raise LondiniumError(N_("{file} is not a network: {problem}"), file=file, problem=error) from None
    inputs, width, narrow = game.observation.size(seats=1), len(network.first_bias), len(network.second_bias)
    if [array.shape for array in network] != [(inputs, width), (width,), (width, narrow), (narrow,), (narrow + 1,)]:
        raise LondiniumError(N_("{file} is not a network for {game}"), file=file, game=game.title)
    return network


def _arrays(file: Path) -> list[Any]:
    """The arrays of a network in their order, with single precision."""
    if np is not None:
        with file.open("rb") as opened, np.load(opened) as kept:
            return [_whole(kept[name], kept.get(f"{name}{POWERS}")) for name in Network._fields]
    with ZipFile(file) as packed:
        arrays = {name.removesuffix(".npy"): packed.read(name) for name in packed.namelist()}
    return [_read_plainly(arrays[name], arrays.get(f"{name}{POWERS}")) for name in Network._fields]


def _whole(array: Any, powers: Any) -> Any:
    """An array as it is calculated with. Nothing is lost: eight bits times a power of two have room in single precision."""
    if powers is None:
        return np.ascontiguousarray(array, np.float32)
    if powers.shape != array.shape[:1]:
        raise ValueError("there is one power of two for each row")
    return np.ldexp(np.ascontiguousarray(array, np.float32), powers.astype(np.int32)[:, None])


def _read_plainly(data: bytes, powers: bytes | None) -> Any:
    """The same without NumPy, from the bytes of its files."""
    shape, numbers = _numbers(data)
    array = zeros(shape, "float32")
    if powers is None:
        array[:] = numbers
        return array
    rows, width = shape
    for k, power in zip(range(rows), _numbers(powers)[1], strict=True):
        array[k] = [number * 2.0**power for number in numbers[k * width : (k + 1) * width]]
    return array


def _numbers(data: bytes) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    """The shape and the numbers of a file as NumPy keeps an array."""
    start = 10 + int.from_bytes(data[8:10], "little")
    head = literal_eval(data[10:start].decode("latin-1"))
    if head["fortran_order"]:
        raise ValueError("its columns lie one after the other")
    return head["shape"], struct.unpack(f"<{prod(head['shape'])}{PLAIN_NUMBERS[head['descr']]}", data[start:])


def write(file: Path, network: Network, command: str, powers: Mapping[str, Any] | None = None) -> None:
    """Keep what was learnt, and how. Half the precision is enough, and half the size.

    An array with powers (of two, one for each of its rows) is kept in whole numbers of eight bits times them: a third of that.
    It must consist of such numbers, because they are what was learnt (`examples/foresight.py --bytes`).
    """
    powers = powers or {}
    kept = {name: array.astype(np.float16, "C") for name, array in network._asdict().items() if name not in powers}
    for name, its_powers in powers.items():
        numbers = np.ldexp(getattr(network, name), -its_powers.astype(np.int32)[:, None])
        kept[name], kept[f"{name}{POWERS}"] = numbers.astype(np.int8, "C"), its_powers.astype(np.int8)
        if (kept[name] != numbers).any():
            raise ValueError(f"{name} does not consist of whole numbers of eight bits times its powers of two")
    np.savez_compressed(file, command=np.array(command), **kept)


def with_scratch(network: Network, match: Match) -> Foresight:
    """The network with scratch paper for a match; a game without foresight needs no observation."""
    size = match.game.observation.size(match.seats) if match.game.search.get("foresight") else 0
    seen = zeros(size, "uint8")
    inner, outer = zeros(len(network.first_bias), "float32"), zeros(len(network.second_bias), "float32")
    return Foresight(network, match.game.option_codes(match.options), seen, inner, outer)


@part
def foresee(s: Any, box: Any, seat: int, net: Foresight) -> float:
    """The points that the rest of the match will bring a seat that decides now."""
    network, options, seen, inner, outer = net
    for k in range(len(seen)):
        seen[k] = 0
    observe(s, box, options, seat, seen)
    fill(inner, network.first_bias)
    for k in range(len(network.first)):
        if seen[k] != 0:
            add(inner, network.first[k], float32(seen[k]))
    fill(outer, network.second_bias)
    for k in range(len(inner)):
        if inner[k] > 0:
            add(outer, network.second[k], inner[k])
    worth = float(network.worth[len(outer)])
    for k in range(len(outer)):
        if outer[k] > 0:
            worth += float(outer[k] * network.worth[k])
    return worth


@rule
def fill(cells: Any, values: Any) -> None:
    for k in range(len(cells)):
        cells[k] = values[k]


@rule
def add(cells: Any, row: Any, times: Any) -> None:
    """Add a row the given number of times."""
    for k in range(len(cells)):
        cells[k] += times * row[k]


@rule
def foresee_nothing(s: Any, box: Any, seat: int, net: Foresight) -> float:
    """Instead of `foresee`, for a game without a network."""
    return 0.0
