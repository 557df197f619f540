"""Many matches solved one after the other: how good the solver is on average."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from londinium.games.next_station_london.mind.solver.solution import SECONDS, solve
from londinium.kernel.entries import entry
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_, InvalidOption


class Row(msgspec.Struct, frozen=True):
    """What was found in the match of a seed."""

    seed: int
    total: int
    bound: int
    gap: int
    looked_at: int
    seconds: float


class Series(msgspec.Struct, frozen=True):
    """All matches, and the means over them."""

    rows: tuple[Row, ...]
    total: float
    bound: float
    gap: float


@entry
def solve_series(
    matches: Iterable[Match],
    seat: int = 0,
    seconds: float = SECONDS,
    *,
    nodes: int | None = None,
    report: Callable[[float], None] | None = None,
    told: Callable[[Row], None] | None = None,
) -> Series:
    """Solve matches with a seed each, every one with the same budget; `report` hears how many are done, `told` each result."""
    rows: list[Row] = []
    for match in matches:
        if match.seed is None:
            raise InvalidOption(N_("a match of a series must have a seed"))
        found = solve(match, seat, seconds, nodes=nodes, report=_after(len(rows), report))
        rows.append(Row(match.seed, found.total, found.bound, found.gap, found.looked_at, found.seconds))
        if told is not None:
            told(rows[-1])
    if not rows:
        raise InvalidOption(N_("there is no match to solve"))
    return Series(
        tuple(rows),
        total=_mean([row.total for row in rows]),
        bound=_mean([row.bound for row in rows]),
        gap=_mean([row.gap for row in rows]),
    )


def _after(done: int, report: Callable[[float], None] | None) -> Callable[[float], None] | None:
    return None if report is None else lambda part: report(done + part)


def _mean(values: list[int]) -> float:
    return round(sum(values) / len(values), 2)
