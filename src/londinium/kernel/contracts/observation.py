"""What a learning agent is shown: a row of bytes, each with a name, a meaning and a highest value.

    TABLE = Features()
    PHASE = TABLE.one_of("phase", PHASES, "what is being decided")
    ROUND = TABLE.number("round", 12, "the round, from 1")

Each line reserves the next bytes of the row and gives the index of the first of them, as a constant for the rule that fills the
row. So the table that people read and the indices that the rule writes to come from the same lines.

A row is what all share, then a part for every player, the observer first and the others in the order of their seats. A game
declares both in its module `observation`, and with them `observe`, which writes what a seat may know and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

from londinium.kernel.rules import keep_apart, rule

HIGHEST = 255
"""The largest number that fits; whatever is larger is shown as this."""


@dataclass(frozen=True)
class Feature:
    """Some neighbouring bytes of a row that mean the same kind of thing. Each runs from 0 to `high`."""

    name: str
    start: int
    shape: tuple[int, ...]
    high: int
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def indices(self) -> str:
        return str(self.start) if self.size == 1 else f"{self.start}-{self.start + self.size - 1}"


@dataclass
class Features:
    """Features one after the other, declared from the first to the last."""

    features: list[Feature] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(feature.size for feature in self.features)

    def numbers(self, name: str, shape: Sequence[int], high: int, meaning: str) -> int:
        """Room for numbers from 0 to `high`; returns the index of the first."""
        if not 0 < high <= HIGHEST or any(feature.name == name for feature in self.features):
            raise ValueError(f"the feature {name!r} is declared twice, or does not fit into a byte")
        start = self.size
        self.features.append(Feature(name, start, tuple(shape), high, meaning))
        return start

    def number(self, name: str, high: int, meaning: str) -> int:
        return self.numbers(name, (1,), high, meaning)

    def flags(self, name: str, count: int, meaning: str) -> int:
        """Room for this many yes-or-no values."""
        return self.numbers(name, (count,), 1, meaning)

    def flag(self, name: str, meaning: str) -> int:
        return self.numbers(name, (1,), 1, meaning)

    def one_of(self, name: str, choices: Sequence[str], meaning: str) -> int:
        """Room for one 1 among zeros, by a fixed list of names."""
        return self.flags(name, len(choices), f"{meaning}, one of: {', '.join(choices)}")


@dataclass(frozen=True)
class Observation:
    """What the agents of a game are shown."""

    common: Features
    player: Features
    observe: Callable[..., None]
    """observe(s, box, options, seat, row): write what the seat may know into a row of zeros."""
    longest: Callable[[Any, int, Mapping[str, str]], tuple[int, int]] | None = None
    """longest(box, seats, options): how many decisions and how many reveals a match can have at most. Left out: as many as any
    match may have."""

    def __post_init__(self) -> None:
        keep_apart(self.observe)

    def size(self, seats: int) -> int:
        return self.common.size + seats * self.player.size

    def table(self, seats: int) -> Iterator[Feature]:
        """Every feature of a row for this number of players, with its indices."""
        yield from self.common.features
        for player in range(seats):
            start = self.common.size + player * self.player.size
            name = "own" if player == 0 else f"rival {player}"
            for feature in self.player.features:
                yield replace(feature, name=f"{name}: {feature.name}", start=start + feature.start)

    def highs(self, seats: int) -> Any:
        """The highest value of every byte; a row divided by this lies between 0 and 1."""
        import numpy as np

        return np.concatenate([np.full(feature.size, feature.high, np.uint8) for feature in self.table(seats)])


@rule
def shown(number: int, high: int) -> int:
    """A number as a byte can show it."""
    return min(max(number, 0), high)


@rule
def show_set(row: Any, start: int, members: int, count: int) -> None:
    """A set of at most 62 members as yes-or-no values, one for each."""
    # A part of its own is known to begin at 0, so the compiler need not look for negative indices: eight times as fast.
    part = row[start : start + count]
    for member in range(count):
        part[member] = (members >> member) & 1
