"""What a name has done on this server: matches, averages, best lines and win rates, per game, number of seats and options."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import fmean

from londinium.kernel.registry import game as find_game
from londinium.kernel.registry import slugs
from londinium.table.history.guests import is_named
from londinium.table.history.results import Result, is_person

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""Signs with which a spreadsheet begins a formula; a name may begin with them too."""
CSV_COLUMNS = ("ended", "name", "game", "seats", "score", "place", "won", "daily")


@dataclass(frozen=True)
class Line:
    """A line of the score sheet over many matches."""

    name: str
    mean: float
    best: int


@dataclass(frozen=True)
class SettingHistory:
    """All matches of one game with the same number of seats and the same options, oldest first."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    """Those in which it differs from the game as it is usually played."""
    results: tuple[Result, ...]

    @property
    def matches(self) -> int:
        return len(self.results)

    @property
    def scores(self) -> list[int]:
        return [result.score for result in self.results]

    @property
    def mean(self) -> float:
        return fmean(self.scores)

    @property
    def best(self) -> Result:
        """The highest score; of equals the first."""
        return max(self.results, key=lambda result: result.score)

    @property
    def wins(self) -> int:
        return sum(result.won for result in self.results)

    @property
    def win_rate(self) -> float | None:
        """None for somebody who played alone: there is nobody to win against."""
        return self.wins / self.matches if self.seats > 1 else None

    @property
    def places(self) -> list[int]:
        """How often each place was reached."""
        return [sum(result.place == place for result in self.results) for place in range(self.seats)]

    @property
    def lines(self) -> list[Line]:
        """Every line of the score sheet in its order."""
        found = []
        for name in find_game(self.game).score_lines:
            points = [result.lines.get(name, 0) for result in self.results]
            found.append(Line(name, fmean(points), max(points)))
        return found


@dataclass(frozen=True)
class Person:
    """Everything under one name."""

    name: str
    results: tuple[Result, ...]

    @property
    def groups(self) -> list[SettingHistory]:
        """By setting."""
        found: dict[tuple[str, int, tuple[tuple[str, str], ...]], list[Result]] = {}
        for result in self.results:
            found.setdefault((result.game, result.seats, tuple(sorted(result.options.items()))), []).append(result)
        return [SettingHistory(*setting, tuple(results)) for setting, results in sorted(found.items())]


def person_of(results: Sequence[Result]) -> Person | None:
    """The statistics of the results under one name; None if no person has played under it. Guests are nobody."""
    own = tuple(result for result in results if is_person(result) and result.game in slugs() and is_named(result.name))
    return Person(own[-1].name, own) if own else None


def as_csv(person: Person) -> str:
    """A line per match, with a column for every line of the score sheets."""
    lines = list(dict.fromkeys(line for group in person.groups for line in find_game(group.game).score_lines))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*CSV_COLUMNS, *lines])
    for result in person.results:
        ended = datetime.fromtimestamp(result.ended_at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        about = (ended, spreadsheet_name(result.name), result.game, result.seats, result.score, result.place + 1, int(result.won))
        writer.writerow([*about, result.day or "", *(result.lines.get(line, "") for line in lines)])
    return out.getvalue()


def spreadsheet_name(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULAS) else name
