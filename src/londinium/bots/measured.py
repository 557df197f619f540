"""How quick and how strong the bots of a game are, as it was measured: `study/levels.toml` in the game's folder.

`londinium levels GAME --measure --replace` writes the file (`arena/ladder.py`); the page on which one chooses bots and
`docs/bots.md` say what is in it. It lies in `study` and not in `mind`, since what lies there decides what is compiled:
measuring again would compile all rules again.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from londinium.kernel.entries import entry
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, LondiniumError

SOON = 0.05
"""Seconds that nobody notices."""
NO_TIME = 0.001
"""Seconds that nobody need be told."""
POINTS_WITHIN, RATING_WITHIN, STEP_WITHIN = 0.25, 250, 0.1
"""What is known worse than this, points by a share of them, says nothing without its error."""


class LevelStep(msgspec.Struct, frozen=True, array_like=True):
    """How often a level beats the one below: the share of those it met at tables with it alone among them."""

    share: float
    error: float
    matches: int


class BotFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One bot. Errors are half the width of a 95% interval; what was not measured, or too seldom, is missing."""

    seconds: float
    """Of thinking, for a decision with a choice or without."""
    points: float
    matches: int
    """In how many matches these two were measured."""
    points_error: float | None = None
    rating: int | None = None
    rating_error: int | None = None
    duels: int = 0
    """In how many matches against other bots the rating was measured."""
    beats: dict[str, LevelStep] = {}
    """By the number of seats: how often it beats the level below."""
    hurry: int = 1
    """It had this part of its time; where these were measured in several ways, the smallest part."""
    longest: float | None = None
    """The longest of all decisions in matches against other bots, in seconds of the processor."""

    @property
    def knows_points(self) -> bool:
        """Whether that is worth telling somebody who sees no error beside it."""
        return self.points_error is not None and self.points_error <= POINTS_WITHIN * abs(self.points)

    @property
    def knows_rating(self) -> bool:
        return self.rating is not None and (self.rating_error or 0) <= RATING_WITHIN

    @property
    def wins(self) -> int | None:
        """About how many percent of its matches it wins against the level below, with two at the table; None if that is hardly
        known.
        """
        step = self.beats.get("2")
        return None if step is None or step.error > STEP_WITHIN else 5 * round(20 * step.share)


class MeasuredBots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bots of a game, from the weakest to the strongest, and how they were measured."""

    command: str
    date: str
    machine: str
    task: str
    """Where points and seconds were measured: a task of `docs/evaluation.md`."""
    opponent: str
    """Who sat on all other seats there; empty: the bot played alone."""
    bots: dict[str, BotFigures]


@entry
def measured_file(game: Game) -> Path:
    """Where the figures of a game's bots are, if they were measured."""
    return game.folder / "study" / "levels.toml"


@entry
def measured_bots(game: Game) -> MeasuredBots | None:
    """The figures of a game's bots; None if nobody has measured them."""
    return _read(measured_file(game))


@cache
def _read(file: Path) -> MeasuredBots | None:
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), MeasuredBots)
    except FileNotFoundError:
        return None
    except (OSError, UnicodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LondiniumError(N_("{file} cannot be read: {problem}"), file=file, problem=error) from None


@entry
def measured_text(found: MeasuredBots) -> str:
    """The text of the file."""
    lines = [
        "# How quick and how strong each bot is; written by the command, read by the page of a new table and by docs/bots.md."
    ]
    lines += [f'{name} = "{getattr(found, name)}"' for name in ("command", "date", "machine", "task", "opponent")]
    for bot, figures in found.bots.items():
        rows = {name: value for name, value in msgspec.structs.asdict(figures).items() if value is not None and name != "beats"}
        lines += ["", f"[bots.{bot}]", *(f"{name} = {value}" for name, value in rows.items())]
        lines += [f"beats.{seats} = {list(msgspec.structs.astuple(step))}" for seats, step in figures.beats.items()]
    return "\n".join([*lines, ""])


@entry
def measured_table(found: MeasuredBots) -> str:
    """A table for documents: each bot with its thinking time, its rating, its points and its steps, and below it how that was
    measured.
    """
    points = f"points {'alone' if not found.opponent else f'against `{found.opponent}`'}"
    counts = sorted({seats for one in found.bots.values() for seats in one.beats})
    steps = "".join(f" {seats} seats |" for seats in counts)
    lines = [
        f"| bot | a decision takes, at most | rating | {points} | matches for points + rating |{steps}",
        f"| --- | ---: | ---: | ---: | ---: |{' ---: |' * len(counts)}",
    ]
    for bot, one in found.bots.items():
        rating = "–" if one.rating is None else _about(one.rating, one.rating_error, 0)
        seconds = _short(one.seconds) + ("" if one.longest is None else f", {_short(one.longest)}")
        cells = [f"`{bot}`", seconds, rating, _about(one.points, one.points_error, 1), f"{one.matches} + {one.duels}"]
        cells += [_step(one.beats.get(seats)) for seats in counts]
        lines.append(f"| {' | '.join(cells)} |")
    told = [
        "; ".join(f"`{command}`" for command in found.command.split("; ")) + f", {found.date}; {found.machine}.",
        f"Points and seconds (of the processor): {found.task}; ratings (Elo, `greedy` has 1000): two seats, everybody against",
        "the two next weaker bots. The last columns: how many of the level below (of the lowest level: of `random`) one bot",
        "beats at a table of so many, and in how many matches. ± is half of a 95% interval.",
    ]
    told += [f"`{bot}` had 1/{one.hurry} of its time, and is stronger." for bot, one in found.bots.items() if one.hurry > 1]
    return "\n".join([*lines, "", " ".join(told), ""])


def _short(seconds: float) -> str:
    if seconds < NO_TIME:
        return "at once"
    return f"{1000 * seconds:.0f} ms" if seconds < SOON else f"{seconds:.2f} s" if seconds < 1 else f"{seconds:.1f} s"


def _step(step: LevelStep | None) -> str:
    return "–" if step is None else f"{100 * step.share:.0f} % ± {100 * step.error:.0f} ({step.matches})"


def _about(number: float, error: float | None, digits: int) -> str:
    return f"{number:.{digits}f}" + ("" if error is None else f" ± {error:.{digits}f}")
