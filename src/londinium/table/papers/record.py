"""The record of a finished table: the match, who played, when, and what it takes to check the shuffle."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from londinium.table.events import EventRow, Moved
from londinium.table.settings import PERSON

if TYPE_CHECKING:
    from londinium.table.table import Table


def table_record(table: Table) -> str:
    """The text of the record file; only for a match that is over, as it holds the seed."""
    seed, salt = table.seed_and_salt
    match = table.match.copy()
    match.seed = seed
    match.tags = {
        "Table": table.id,
        "Begun": _date(table.opened_at),
        "Ended": _date(ended_at(table.rows)),
        "Commitment": table.commitment,
        "Salt": salt,
        **({"Day": table.settings.day} if table.settings.day else {}),
        **({"Tournament": f"{of.id} {of.round + 1}"} if (of := table.settings.tournament) else {}),
        **({"Hints": " ".join(map(str, table.hinted))} if table.hinted else {}),
        **({"From": table.start.origin} if table.start else {}),
        **{f"Player{seat}": ", ".join(who) for seat, who in enumerate(players(table))},
    }
    return match.record


def ended_at(rows: Sequence[EventRow]) -> int:
    """When the last move was made."""
    return next(row.at for row in reversed(rows) if isinstance(row.event, Moved))


def players(table: Table) -> list[list[str]]:
    """Who played each seat, in order of seats: `person`, `person, greedy` where a bot stepped in."""
    players: list[list[str]] = [[] for _ in table.seats]
    for row in table.rows:
        if isinstance(row.event, Moved) and row.event.by not in players[row.event.seat]:
            players[row.event.seat].append(row.event.by)
    return [who or [PERSON if state.bot is None else state.bot] for who, state in zip(players, table.seats, strict=True)]


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
