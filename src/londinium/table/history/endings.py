"""How finished tables ended, whole: what lists of matches show. Unlike results, of which rankings are made, of all tables."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from londinium.kernel.game import Game
from londinium.table.papers.record import ended_at, players
from londinium.table.settings import PERSON
from londinium.table.table import Table

DAILY_KIND, TOURNAMENT_KIND, TRIAL_KIND, MATCH_KIND = "daily", "tournament", "trial", "match"


class Ending(msgspec.Struct, frozen=True):
    """The end of a match, as it is told in one line."""

    table: str
    game: str
    options: dict[str, str]
    """Those in which it differed from the game as it is usually played."""
    names: tuple[str, ...]
    players: tuple[str, ...]
    """By seat: `person`, a bot, or who moved in turn: `person, builder`."""
    scores: tuple[int, ...]
    places: tuple[int, ...]
    opened_at: int
    ended_at: int
    day: str | None = None
    origin: str = ""
    """Of a trial: the table and the ply that it went on from."""
    hinted: bool = False
    own_box: bool = False
    tournament: bool = False

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def kind(self) -> str:
        return kind_of(self.day, self.origin, self.tournament)

    @property
    def is_comparable(self) -> bool:
        """Whether it says something about those who played: from the first move, without hints, with the standard box."""
        return not (self.origin or self.hinted or self.own_box)

    def is_person(self, seat: int) -> bool:
        return self.players[seat] == PERSON


def ending_of(table: Table) -> Ending | None:
    """The end of a table; None if it has not come."""
    outcome = table.match.outcome
    if outcome is None:
        return None
    return Ending(
        table=table.id,
        game=table.settings.game,
        options=unusual(table.match.game, table.settings.options),
        names=table.names,
        players=tuple(", ".join(who) for who in players(table)),
        scores=tuple(map(int, outcome.scores)),
        places=tuple(map(int, outcome.places)),
        opened_at=table.opened_at,
        ended_at=ended_at(table.rows),
        day=table.settings.day,
        origin=table.start.origin if table.start else "",
        hinted=bool(table.hinted),
        own_box=table.settings.box is not None,
        tournament=table.settings.tournament is not None,
    )


def unusual(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """The options in which a match differs from the game as it is usually played."""
    usual = {option.name: option.default for option in game.options}
    return {name: choice for name, choice in sorted(options.items()) if usual.get(name) != choice}


def kind_of(day: str | None, origin: str, tournament: bool = False) -> str:
    """What kind of match it is."""
    return DAILY_KIND if day is not None else TOURNAMENT_KIND if tournament else TRIAL_KIND if origin else MATCH_KIND


def back_to(origin: str) -> tuple[str, int] | None:
    """The table and the ply from which a trial went on; None if it came from a file, which nobody here has."""
    table, _, ply = origin.partition(" ")
    return (table, int(ply)) if ply.isdecimal() and table != "record" else None
