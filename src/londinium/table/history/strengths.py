"""How strong the players here are: openskill's Plackett–Luce model over the matches of one setting, people and bots together.

Everybody begins in the middle, the bots too. Those who gave no name, or had a bot play for them, count for their opponents
as somebody of whom nothing is known, and get no number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from londinium.table.history.daily import name_key
from londinium.table.history.endings import Ending
from londinium.table.history.guests import is_named
from londinium.table.settings import PERSON

SCALE = 60
"""What one of openskill's points is shown as: beginners have 1500."""
FEW_MATCHES = 10
"""With fewer matches a number says little."""
MatchSetting = tuple[str, int, tuple[tuple[str, str], ...]]
"""A game, how many play it, and the options in which it differs from what is usual."""


@dataclass(frozen=True)
class Strength:
    """How strong somebody is, as far as it is known."""

    number: int
    error: int
    matches: int

    @property
    def is_vague(self) -> bool:
        return self.matches < FEW_MATCHES


@dataclass(frozen=True)
class Meeting:
    """How somebody did against one opponent: a kind of bot, or a person."""

    opponent: str
    is_bot: bool
    matches: int
    ahead: int
    """In how many matches they came before the opponent; of several bots of a kind, before each of them counts alone."""


def setting_of(ending: Ending) -> MatchSetting:
    return ending.game, ending.seats, tuple(sorted(ending.options.items()))


def player_key(ending: Ending, seat: int) -> str | None:
    """Who sat there, for the numbers: a person by name, a bot by its kind; None for somebody of whom nothing is known."""
    player = ending.players[seat]
    if player == PERSON:
        return f"@{name_key(ending.names[seat])}" if is_named(ending.names[seat]) else None
    return player if "," not in player else None


def person_key(name: str) -> str:
    return f"@{name_key(name)}"


def strengths(endings: Iterable[Ending]) -> dict[str, Strength]:
    """A number for everybody who met somebody else in these matches, which are of one setting, in their order."""
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    counts: dict[str, int] = {}
    for ending in endings:
        keys = [player_key(ending, seat) for seat in range(ending.seats)]
        if len({key or f"?{seat}" for seat, key in enumerate(keys)}) < 2:
            continue
        teams = [[known.get(key or "") or model.rating()] for key in keys]
        rated = model.rate(teams, ranks=[float(place) for place in ending.places])
        for key in sorted({key for key in keys if key is not None}):
            own = [team[0] for team, its in zip(rated, keys, strict=True) if its == key]
            known[key] = model.create_rating([_mean([one.mu for one in own]), _mean([one.sigma for one in own])])
            counts[key] = counts.get(key, 0) + 1
    return {key: Strength(round(SCALE * one.mu), round(SCALE * one.sigma), counts[key]) for key, one in known.items()}


def meetings(endings: Iterable[Ending], key: str) -> list[Meeting]:
    """Whom somebody met in these matches, those first whom they met most often."""
    met: dict[str, tuple[str, bool, list[bool]]] = {}
    for ending in endings:
        seats = [seat for seat in range(ending.seats) if player_key(ending, seat) == key]
        if not seats:
            continue
        for other in range(ending.seats):
            its = player_key(ending, other)
            if other == seats[0] or its is None or its == key:
                continue
            is_bot = not its.startswith("@")
            name = its if is_bot else ending.names[other]
            met.setdefault(its, (name, is_bot, []))[2].append(ending.places[seats[0]] < ending.places[other])
    found = [Meeting(name, is_bot, len(ahead), sum(ahead)) for name, is_bot, ahead in met.values()]
    return sorted(found, key=lambda one: (-one.matches, one.opponent))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
