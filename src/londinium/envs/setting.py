"""What an environment plays: a game with its options, and how results are rewarded. The same for every kind of environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from londinium.kernel.flat import FlatArray
from londinium.kernel.game import RULES, Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, InvalidOption, listing

# In the order of the numbers in `compiled/steps.py`.
REWARDS = {
    "rank": "at the end, the share of rivals you are ahead of minus the share ahead of you: from -1 to 1, summing to 0",
    "margin": "at the end, the points minus those of the best rival; alone, the points",
    "score": "at the end, the points",
    "gain": "after every step, the points gained by it, as if the match ended now; their sum is the score",
}

ILLEGAL = {
    "random": "a random legal move is made instead, and `illegal` says so",
    "raise": "an error; nothing is moved",
}


class MatchArgs(TypedDict, total=False):
    """What matches an environment plays, as every kind of environment takes it, by keyword."""

    seats: int | None
    """How many players; None: as many as the game allows."""
    options: Mapping[str, str] | None
    """A choice for each option that is to differ from the game's default or variant."""
    variant: str | None
    """A named set of options."""
    box: Path | str | None
    """Your own box file."""
    rules: int | None
    """The version of the rules; None: the current one. The id of an environment of an older version brings it along."""
    reward: str | None
    """One of `REWARDS`; None: the score when playing alone, otherwise the rank."""


class SettingArgs(MatchArgs, total=False):
    """The same, and what happens to actions that are not legal."""

    illegal: str
    """One of `ILLEGAL`; `random` by default."""


@dataclass(frozen=True)
class Setting:
    """A game, the number of seats and all options settled."""

    game: Game
    seats: int
    options: Mapping[str, str]
    boxes: FlatArray[Any]
    box: Path | None
    reward: str
    illegal: str

    @classmethod
    def of(
        cls,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        variant: str | None = None,
        box: Path | str | None = None,
        rules: int | None = None,
        reward: str | None = None,
        illegal: str = "random",
    ) -> Setting:
        """Check everything that somebody may ask for, as `SettingArgs` explains it."""
        found = find_game(game) if isinstance(game, str) else game
        seats = found.check_seats(seats if seats is not None else found.seats[-1])
        reward = reward or ("rank" if seats > 1 else "score")
        _check(N_("there is no reward '{name}'; choose one of: {known}"), reward, REWARDS)
        _check(N_("an illegal action cannot be met with '{name}'; choose one of: {known}"), illegal, ILLEGAL)
        if reward == "rank" and seats == 1:
            raise InvalidOption(N_("a player alone has no rank; choose another reward"))
        file = Path(box) if box else None
        boxes, _ = found.open_box(file)
        if rules is not None:
            options = {**(options or {}), RULES: str(found.check_rules(rules))}
        return cls(found, seats, found.choose(options, variant), boxes, file, reward, illegal)

    @cached_property
    def codes(self) -> Any:
        """The options as `setup` takes them."""
        return self.game.option_codes(self.options)

    @cached_property
    def actions(self) -> int:
        """How many actions there are: the moves of players, which come first in the table."""
        return sum(not self.game.moves.is_chance(move) for move in range(len(self.game.moves)))

    @cached_property
    def highs(self) -> Any:
        """The highest value of every byte of an observation."""
        return self.game.observation.highs(self.seats)


def _check(message: str, name: str, known: Mapping[str, str]) -> None:
    if name not in known:
        raise InvalidOption(message, name=name, known=listing(list(known)))


def fresh_seed(random: Any) -> int:
    """A seed for a match, from a NumPy generator."""
    return int(random.integers(0, np.iinfo(np.int64).max))


def seeds_of(seed: Any, count: int, random: Any) -> Any:
    """A seed for each of many matches: neighbours from a number on, those of a list, or fresh ones where there is none."""
    if isinstance(seed, int):
        return np.arange(seed, seed + count, dtype=np.int64)
    if seed is None:
        return random.integers(0, np.iinfo(np.int64).max, count)
    return np.array([fresh_seed(random) if one is None else one for one in seed], np.int64)


def learner_and_bots(setting: Setting, opponents: Any, seat: int | None) -> tuple[int, list[Any]]:
    """The learner's seat (0 if it changes from match to match), and a bot for every seat; its own is not used."""
    own, seats = seat or 0, setting.seats
    if not 0 <= own < seats:
        raise InvalidOption(N_("this match has seats 0 to {last}, not {seat}"), last=seats - 1, seat=own)
    others = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * (seats - 1)
    if len(others) != seats - 1 or (seat is None and any(other != others[0] for other in others)):
        raise InvalidOption(N_("there must be one opponent for all other seats, or one for each; only one if the seat changes"))
    return own, [*others[:own], "random", *others[own:]] if seat is not None else [*others, *others[:1]]
