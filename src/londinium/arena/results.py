"""What an arena is asked for and what it finds, as plain data: everything here is written to and read from JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from londinium.bots.engines.away import BotFailure


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What is played. With the number of matches this decides every line-up and every shuffle."""

    game: str
    rules: int
    seats: int
    bots: tuple[str, ...]
    options: dict[str, str]
    seed: int
    box: str
    """The name of the box file, or `standard`."""
    box_hash: str


class Planned(msgspec.Struct, frozen=True):
    """A match to be played: its number, its seed, and a bot for every seat."""

    number: int
    seed: int
    bots: tuple[str, ...]


class ThinkingTime(msgspec.Struct, frozen=True):
    """How long one seat thought in a match: decisions, seconds together, and the longest one."""

    decisions: int
    seconds: float
    longest: float


class MatchResult(msgspec.Struct, frozen=True):
    """How a match ended, by seat. Only `clocks` and `seconds` differ from one run to the next."""

    number: int
    seed: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """From 0; a shared place is named twice."""
    decisions: int
    seconds: float
    clocks: tuple[ThinkingTime, ...] = ()
    """By seat; empty where all bots are simple ones and the whole match was played in one compiled call."""
    failures: tuple[BotFailure, ...] = ()
    """Moves that bots of others have lost to random ones: they raised, hung, died or chose what is not legal."""

    @property
    def outcome(self) -> tuple[Any, ...]:
        """What is the same in every run."""
        return self.number, self.seed, self.bots, self.scores, self.places, self.decisions


class Estimate(msgspec.Struct, frozen=True):
    """A mean or a share with its 95% interval, and the number of observations. Too few of them give no interval."""

    mean: float
    low: float | None
    high: float | None
    count: int


class Distribution(msgspec.Struct, frozen=True):
    """How scores are spread."""

    mean: Estimate
    deviation: float
    least: int
    most: int
    quantiles: tuple[float, ...]
    """At 5, 25, 50, 75 and 95%."""
    histogram: dict[int, int]
    """How often each score occurred."""


class Rating(msgspec.Struct, frozen=True):
    """A Plackett-Luce rating: the mean strength, its uncertainty, and the 95% interval that follows from it."""

    mu: float
    sigma: float
    low: float
    high: float


class Standing(msgspec.Struct, frozen=True):
    """One bot, over all its matches. `wins` splits shared first places; alone there is nothing to win."""

    bot: str
    wins: Estimate | None
    place: float | None
    """The mean place, from 1."""
    score: Distribution
    rating: Rating | None
    seconds_per_decision: float
    longest_decision: float | None
    by_seat: tuple[Estimate, ...]
    """The share of wins by seat; alone, the mean score."""


class Pair(msgspec.Struct, frozen=True):
    """Two bots compared: how often the first came out ahead (ties count half), and its lead in points, seed by seed."""

    first: str
    second: str
    ahead: Estimate
    difference: Estimate


class TableResult(msgspec.Struct, frozen=True):
    """One table of bots: for each of them its share of wins per seat that it had there, and its mean score."""

    bots: tuple[str, ...]
    wins: dict[str, Estimate]
    scores: dict[str, Estimate]


class LostMoves(msgspec.Struct, frozen=True):
    """How often a bot of somebody's own failed in the same way; the moves were random ones instead."""

    bot: str
    kind: str
    """What happened, one of `WHAT_HAPPENED` in `bots/engines/process.py`."""
    moves: int
    matches: int
    detail: str
    """What the bot said the first time."""
    seconds: float = 0.0
    """How long it was waited for."""


class StoodIn(msgspec.Struct, frozen=True):
    """Matches whose result is not the bot's own, since random moves played for it."""

    bot: str
    rest: int
    """Matches that they played to the end after the bot had failed too often."""
    whole: int
    """Matches from the first move on: the bot had been given up."""
    matches: int
    """All matches in which the bot sat."""


class TournamentResults(msgspec.Struct, frozen=True):
    """Everything that an arena found out."""

    settings: Settings
    matches: int
    seeds: int
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    tables: tuple[TableResult, ...]
    lost: tuple[LostMoves, ...] = ()
    stood_in: tuple[StoodIn, ...] = ()
