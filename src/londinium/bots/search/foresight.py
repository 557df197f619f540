"""A small neural network that foresees what the rest of a match is worth to a seat.

Where players play against each other it says this of every seat, and the chance of the first place. It sees what the game's
`sight` shows it, through two hidden layers. Most inputs are 0, and so is most of the first layer: both are added up row by row,
and only the rows that count, in a few microseconds. The numbers are the same on every machine. `examples/teach.py` teaches it.
A game's folder keeps what it learnt, and the command: `mind/judgement.npz`, and a small `mind/foresight.npz` for browsers, too.
"""

from __future__ import annotations

import struct
from ast import literal_eval
from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from londinium.kernel.cells import np, zeros
from londinium.kernel.contracts.sight import Sight
from londinium.kernel.game import MOST_SEATS, Game
from londinium.kernel.generic.names import observe
from londinium.kernel.match import Match
from londinium.kernel.rules import part, rule
from londinium.kernel.seeds import float32, uint64
from londinium.kernel.words.errors import N_, LondiniumError

POWERS = "_powers"
"""What the name of an array ends in that says how to read another one: the power of two that each row is multiplied by."""
JUDGEMENT = "judgement.npz"
"""The network of a game that only servers and Python have; the one for browsers, too, is `foresight.npz`."""
USUAL_ARRAY = "usual"
"""The array of a network's file that says what it was shown on average."""
MOST_OF_EIGHT_BITS = 127
PLAIN_NUMBERS = {"<f2": "e", "<f4": "f", "|i1": "b"}
"""The kinds of numbers in a network's file, as NumPy and `struct` call them."""


COMPARED_AT_ONCE = 32
"""Bytes that are compared at once where little has changed."""

UTILITY, TO_COME, FIRST_PLACE = range(3)
"""What is foreseen of every seat where the others matter, from the observer's seat on: what the result is worth to it (see
`simulation.utility`), how many points are still to come, and the chance of the first place."""
SEAT_OUTPUTS = 3


class Network(NamedTuple):
    """What was learnt, for each period of a match: a game whose sight has several has as many networks, one above the other."""

    first: Any
    """What each byte of what is seen adds to the first hidden layer."""
    first_bias: Any
    second: Any
    """What each cell of the first hidden layer adds to the second."""
    second_bias: Any
    worth: Any
    """What each cell of the second one adds to the worth, in points; the last number is added always. Where the others matter, a
    row of these for everything that is foreseen."""


class Foresight(NamedTuple):
    """A network, what it needs to know of a match, and scratch paper: one for each thread."""

    network: Network
    options: Any
    seen: Any
    inner: Any
    outer: Any
    rows: Any
    """Rows of a table that are to be added, and how many times."""
    times: Any
    told: Any
    """By seat, where the others matter: what is foreseen of it; see UTILITY."""


class Near(NamedTuple):
    """Paper for looking at many positions that are much alike."""

    units: Any
    """What the rows of the network's first table are multiplied by; see `in_whole_numbers`."""
    before: Any
    """What the position shows that others are compared with; its first hidden layer is that of the scratch paper."""
    beside: Any
    """The first hidden layer of another one."""
    marks: Any
    """A large number for everything that can be seen: their sum, each as often as it is seen, is a position's *key*."""
    keys: Any
    """The keys of the position that is compared with, and of the one that was looked at last."""


COMPARED_WITH, SEEN_LAST = range(2)


def judgement_file(game: Game) -> Path:
    """The network with which levels judge where there is room for it: on a server and in Python, not in a browser."""
    return game.folder / "mind" / JUDGEMENT


def judgement_of(game: Game) -> Network | None:
    """What was learnt best of a game; None where that is not: levels simulate there, with what a search has anywhere."""
    file = judgement_file(game)
    return read_network(file, game) if file.exists() else None


def network_of(game: Game) -> Network:
    """What was learnt of a game for searches anywhere, also in a browser; arrays of nothing if that is nothing."""
    file = game.folder / "mind" / "foresight.npz"
    if file.exists():
        return read_network(file, game)
    row, table = zeros((1, 0), "float32"), zeros((1, 0, 0), "float32")
    return Network(table, row, table, row, row if is_alone(game) else table)


def overlooking(game: Game, network: Network, names: Sequence[str]) -> Network:
    """The network of somebody who does not heed some features of the game's sight, and takes them to be as they usually are."""
    usual, places = _usual(judgement_file(game)), game.sight.cells_of(names)
    first, biases = network.first.copy(), network.first_bias.copy()
    for period in range(len(first)):
        for place in places:  # one after the other, so that the sum is the same on every machine
            biases[period] += usual[period, place] * first[period, place]
        first[period, places] = 0
    return network._replace(first=first, first_bias=biases)


def is_alone(game: Game) -> bool:
    """Whether the other players do not matter, so that one number is foreseen."""
    return bool(game.search.get("alone"))


def fits(network: Network, game: Game) -> bool:
    """Whether a network sees what the game shows, and says what a search of the game asks."""
    if any(len(array.shape) < 2 for array in network):
        return False
    width, narrow = network.first_bias.shape[1], network.second_bias.shape[1]
    worth = (narrow + 1,) if is_alone(game) else (SEAT_OUTPUTS * MOST_SEATS, narrow + 1)
    return any(
        [array.shape for array in network]
        == [(sight.periods, *shape) for shape in [(sight.size, width), (width,), (width, narrow), (narrow,), worth]]
        for sight in _sights(game)
    )


def sight_for(network: Network, game: Game) -> Sight:
    """What a network learnt from: the game's sight, or in a small one what a learning agent sees alone."""
    return next((sight for sight in _sights(game) if network.first.shape[1] in (sight.size, 0)), game.sight)


def _sights(game: Game) -> Iterator[Sight]:
    yield game.sight
    yield Sight(game.observation, game.sight.seats)


def read_network(file: Path, game: Game) -> Network:
    """A network for a game from a file."""
    try:
        network = Network(*_arrays(file))
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        raise LondiniumError(N_("{file} is not a network: {problem}"), file=file, problem=error) from None
    if not fits(network, game):
        raise LondiniumError(N_("{file} is not a network for {game}"), file=file, game=game.title)
    return network


def _arrays(file: Path) -> list[Any]:
    """The arrays of a network in their order, with single precision."""
    if np is not None:
        with file.open("rb") as opened, np.load(opened) as kept:
            found = [_whole(kept[name], kept.get(f"{name}{POWERS}")) for name in Network._fields]
        return found if found[1].ndim == 2 else [array[None] for array in found]
    with ZipFile(file) as packed:
        arrays = {name.removesuffix(".npy"): packed.read(name) for name in packed.namelist()}
    return [_read_plainly(arrays[name], arrays.get(f"{name}{POWERS}")) for name in Network._fields]


def _usual(file: Path) -> Any:
    """What the network was shown on average while it learnt, by period."""
    with file.open("rb") as opened, np.load(opened) as kept:
        return np.atleast_2d(np.ascontiguousarray(kept[USUAL_ARRAY], np.float32))


def _whole(array: Any, powers: Any) -> Any:
    """An array as it is calculated with. Nothing is lost: eight bits times a power of two have room in single precision."""
    if powers is None:
        return np.ascontiguousarray(array, np.float32)
    if powers.shape != array.shape[:-1]:
        raise ValueError("there is one power of two for each row")
    return np.ldexp(np.ascontiguousarray(array, np.float32), powers.astype(np.int32)[..., None])


def _read_plainly(data: bytes, powers: bytes | None) -> Any:
    """The same without NumPy, from the bytes of its files, for a network of one period."""
    shape, numbers = _numbers(data)
    array = zeros((1, *shape), "float32")
    if powers is None:
        array[0, :] = numbers
        return array
    rows, width = shape
    for k, power in zip(range(rows), _numbers(powers)[1], strict=True):
        array[0, k] = [number * 2.0**power for number in numbers[k * width : (k + 1) * width]]
    return array


def _numbers(data: bytes) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    """The shape and the numbers of a file as NumPy keeps an array."""
    start = 10 + int.from_bytes(data[8:10], "little")
    head = literal_eval(data[10:start].decode("latin-1"))
    if head["fortran_order"]:
        raise ValueError("its columns lie one after the other")
    return head["shape"], struct.unpack(f"<{prod(head['shape'])}{PLAIN_NUMBERS[head['descr']]}", data[start:])


def in_whole_numbers(network: Network) -> tuple[Network, Any]:
    """The same network with the first table in whole numbers of eight bits, and the *units* of its rows, which they are
    multiplied by: so more of it has room close to the processor. A table that would lose something stays as it is.
    """
    if network.first.dtype == np.int8:
        raise ValueError("its table is in whole numbers already, and their units are not known here")
    numbers, powers = _in_eight_bits(network.first)
    if not np.array_equal(_whole(numbers, powers), network.first):
        return network, np.ones(network.first.shape[:-1], np.float32)
    return network._replace(first=numbers), np.ldexp(np.float32(1), powers.astype(np.int32))


def near_with(network: Network, units: Any, marks: Any, size: int) -> Near:
    """Paper for positions that show so much."""
    beside = zeros(network.first_bias.shape[1], "float32")
    return Near(units, before=zeros(size, "uint8"), beside=beside, marks=marks, keys=zeros(2, "uint64"))


def write(file: Path, network: Network, command: str, packed: Sequence[str] = (), usual: Any = None) -> None:
    """Keep what was learnt, and how. Half the precision is enough, and half the size.

    Arrays that are to be packed have whole numbers of eight bits times a power of two for each row: half of that again, and what
    is read then is this, no longer quite what was given. A single period is no axis of its own.
    """
    if len(network.first) == 1:
        network = Network(*(array[0] for array in network))
    kept = {}
    for name, array in network._asdict().items():
        if name in packed:
            kept[name], kept[f"{name}{POWERS}"] = _in_eight_bits(array)
        else:
            kept[name] = array.astype(np.float16, "C")
    if usual is not None:
        kept[USUAL_ARRAY] = np.asarray(usual, np.float16)[0 if len(usual) == 1 else slice(None)]
    np.savez_compressed(file, command=np.array(command), **kept)


def _in_eight_bits(array: Any) -> tuple[Any, Any]:
    """The nearest whole numbers and, for each row, the smallest power of two with which they have room."""
    largest = np.abs(array).max(axis=-1, keepdims=True)
    powers = np.ceil(np.log2(np.where(largest > 0, largest, 1) / MOST_OF_EIGHT_BITS)).astype(np.int32)
    return np.rint(np.ldexp(array, -powers)).astype(np.int8, "C"), powers[..., 0].astype(np.int8)


def with_scratch(network: Network, match: Match) -> Foresight:
    """The network with scratch paper for a match; a game without foresight needs none."""
    size = sight_for(network, match.game).room(match.seats) if match.game.search.get("foresight") else 0
    seen = zeros(size, "uint8")
    inner, outer = zeros(network.first_bias.shape[1], "float32"), zeros(network.second_bias.shape[1], "float32")
    most = max(network.first.shape[1], network.second.shape[1]) + 1
    rows, times, told = zeros(most, "int32"), zeros(most, "float32"), zeros((MOST_SEATS, SEAT_OUTPUTS), "float64")
    return Foresight(network, match.game.option_codes(match.options), seen, inner, outer, rows, times, told)


@rule
def period_in(network: Network, seen: Any) -> int:
    """Which of its periods a network is asked about: where there are several, the first byte of what is seen says it."""
    return int(seen[0]) if len(network.first) > 1 else 0


@part
def look_inside(s: Any, box: Any, seat: int, net: Foresight) -> int:
    """Fill the second hidden layer with what a seat sees. Returns the period."""
    network, seen, inner, outer = net.network, net.seen, net.inner, net.outer
    for k in range(len(seen)):
        seen[k] = 0
    observe(s, box, net.options, seat, seen)
    period = period_in(network, seen)
    fill(inner, network.first_bias[period])
    table = network.first[period]
    add_rows(inner, table, net.rows, net.times, note_changes(len(table), seen, seen[:0], net.rows, net.times))
    fill(outer, network.second_bias[period])
    add_positive(outer, network.second[period], inner, net.rows)
    return period


@rule
def worth_of(outer: Any, weights: Any) -> float:
    """A sum over the second hidden layer."""
    worth = float(weights[len(outer)])
    for k in range(len(outer)):
        if outer[k] > 0:
            worth += float(outer[k] * weights[k])
    return worth


@part
def foresee(s: Any, box: Any, seat: int, net: Foresight) -> float:
    """The points that the rest of the match will bring a seat that decides now."""
    period = look_inside(s, box, seat, net)
    return worth_of(net.outer, net.network.worth[period])


@part
def foresee_all(s: Any, box: Any, seat: int, seats: int, net: Foresight) -> None:
    """Fill in what a seat foresees of every seat."""
    period = look_inside(s, box, seat, net)
    for player in range(seats):
        for what in range(SEAT_OUTPUTS):
            worths = net.network.worth[period]
            net.told[(seat + player) % seats, what] = worth_of(net.outer, worths[player * SEAT_OUTPUTS + what])


@part
def foresee_near(s: Any, box: Any, seat: int, net: Foresight, near: Near, stays: bool) -> float:
    """The same as `foresee`, for positions that are much like the one that is *compared with*: only what differs from it is added
    to the first layer; after `forget_position` that is everything. Afterwards this one is compared with, unless the other stays.
    """
    network, seen, cells = net.network, net.seen, net.inner
    for k in range(len(seen)):
        seen[k] = 0
    observe(s, box, net.options, seat, seen)
    period = period_in(network, seen)
    if period != period_in(network, near.before):
        forget_position(net, period, near)
        stays = False
    if stays:
        cells = near.beside
        fill(cells, net.inner)
    table, key = network.first[period], near.keys[COMPARED_WITH]
    count = note_changes(len(table), seen, near.before, net.rows, net.times)
    for k in range(count):
        row = net.rows[k]
        key = uint64(uint64(key) + uint64(uint64(near.marks[row]) * uint64(int(seen[row]) - int(near.before[row]))))
        net.times[row] *= near.units[period, row]
        if not stays:
            near.before[row] = seen[row]
    near.keys[SEEN_LAST] = key
    if not stays:
        near.keys[COMPARED_WITH] = key
    add_rows(cells, table, net.rows, net.times, count)
    fill(net.outer, network.second_bias[period])
    add_positive(net.outer, network.second[period], cells, net.rows)
    return worth_of(net.outer, network.worth[period])


@rule
def forget_position(net: Foresight, period: int, near: Near) -> None:
    """The next position is one of this period, and compared with nothing."""
    fill(net.inner, net.network.first_bias[period])
    for k in range(len(near.before)):
        near.before[k] = 0
    near.keys[COMPARED_WITH] = 0


@rule
def fill(cells: Any, values: Any) -> None:
    for k in range(len(cells)):
        cells[k] = values[k]


@rule
def note_changes(size: int, now: Any, before: Any, rows: Any, times: Any) -> int:
    """Note the rows of a table that are to be added: each as many times as its number is higher now than before, where there were
    as many numbers, or none at all. How many there are is returned.
    """
    count = 0
    alike = size - size % COMPARED_AT_ONCE if len(before) > 0 else 0
    for start in range(0, alike, COMPARED_AT_ONCE):
        changes = 0  # of a whole stretch, so that a processor compares many bytes at once
        for k in range(start, start + COMPARED_AT_ONCE):
            changes |= int(now[k] ^ before[k])
        if changes != 0:
            for k in range(start, start + COMPARED_AT_ONCE):
                if now[k] != before[k]:
                    rows[count], times[k] = k, float32(float32(now[k]) - float32(before[k]))
                    count += 1
    for k in range(alike, size):
        old = before[k] if len(before) > 0 else 0
        if now[k] != old:
            rows[count], times[k] = k, float32(float32(now[k]) - float32(old))
            count += 1
    return count


@rule
def add_positive(cells: Any, table: Any, numbers: Any, rows: Any) -> None:
    """Add each row with a positive number as many times."""
    count = 0
    for k in range(len(table)):
        rows[count] = k
        count += int(numbers[k] > 0)
    add_rows(cells, table, rows, numbers, count)


@rule
def add_rows(cells: Any, table: Any, rows: Any, times: Any, count: int) -> None:
    """Add some rows in their order, each as many times as its number says.

    They were noted first and are added four at once: so nobody has to guess which one comes next, and the cells are fetched and
    put back a quarter as often. The sum is the same as one by one.
    """
    fours = count - count % 4
    for k in range(0, fours, 4):
        add_four(cells, table, times, rows[k], rows[k + 1], rows[k + 2], rows[k + 3])
    for k in range(fours, count):
        add(cells, table[rows[k]], times[rows[k]])


@rule
def add_four(cells: Any, table: Any, times: Any, a: int, b: int, c: int, d: int) -> None:
    """Add four rows of a table, each as many times as its number says, one after the other."""
    one, two, three, four = table[a], table[b], table[c], table[d]
    first, second, third, fourth = times[a], times[b], times[c], times[d]
    for k in range(len(cells)):
        sum_of_two = (cells[k] + first * float32(one[k])) + second * float32(two[k])
        cells[k] = (sum_of_two + third * float32(three[k])) + fourth * float32(four[k])


@rule
def add(cells: Any, row: Any, times: Any) -> None:
    """Add a row the given number of times."""
    for k in range(len(cells)):
        cells[k] += times * float32(row[k])


@rule
def foresee_nothing(s: Any, box: Any, seat: int, net: Foresight) -> float:
    """Instead of `foresee`, for a game without a network."""
    return 0.0
