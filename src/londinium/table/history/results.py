"""How finished matches ended, seat by seat: what rankings and statistics are made of. It follows from the events."""

from __future__ import annotations

import msgspec

from londinium.table.history.daily import name_key
from londinium.table.history.endings import unusual
from londinium.table.papers.record import ended_at, players
from londinium.table.settings import PERSON
from londinium.table.table import Table


class Result(msgspec.Struct, frozen=True):
    """What one seat scored."""

    table: str
    seat: int
    key: str
    """The name as names are compared."""
    name: str
    player: str
    """`person`, or who else moved for this seat: `greedy`, `person, builder`."""
    game: str
    seats: int
    score: int
    place: int
    """From 0; several seats may share one."""
    lines: dict[str, int]
    """By line of the score sheet."""
    ended_at: int
    day: str | None = None
    """Of a daily challenge."""
    options: dict[str, str] = {}
    """Those in which the match differed from the game as it is usually played."""
    own_box: bool = False
    """Whether it was played with other printed material than everybody has, as on a day with a random city."""

    @property
    def won(self) -> bool:
        return self.place == 0 and self.seats > 1


def results_of(table: Table) -> list[Result]:
    """The results of a table; none of a match that nobody could compare: begun in the middle, with hints, or with a custom
    box that was not everybody's on a day.
    """
    match, outcome = table.match, table.match.outcome
    own_box = table.settings.box is not None
    if outcome is None or table.start is not None or table.hinted or (own_box and table.settings.day is None):
        return []
    lines = match.score_lines
    return [
        Result(
            table=table.id,
            seat=seat,
            key=name_key(name),
            name=name,
            player=", ".join(who),
            game=match.game.slug,
            seats=match.seats,
            score=outcome.scores[seat],
            place=outcome.places[seat],
            lines=dict(zip(match.game.score_lines, lines[seat], strict=True)),
            ended_at=ended_at(table.rows),
            day=table.settings.day,
            options=unusual(match.game, table.settings.options),
            own_box=own_box,
        )
        for seat, (name, who) in enumerate(zip(table.names, players(table), strict=True))
    ]


def is_person(result: Result) -> bool:
    """Whether a person made all the moves, with the printed material that everybody has: what statistics are made of."""
    return result.player == PERSON and not result.own_box
