"""Which finished matches may become puzzles: those whose table was opened for it, and to which everybody who played there agrees.

What counts is what holds today: somebody who withdraws, or has everything about them deleted, no longer agrees.
"""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import Sequence

from londinium.kernel.match import Match, default_name
from londinium.table.errors import BrokenTable
from londinium.table.events import Forgotten, Joined, Moved
from londinium.table.papers.export import EVERY
from londinium.table.settings import PERSON
from londinium.table.store.base import Store
from londinium.table.table import Table

_log = logging.getLogger(__name__)

TABLE_SOURCE = "table "
"""How the source of a puzzle from a table begins."""


def seats_of_persons(table: Table) -> list[int]:
    """The seats at which a person sat, also where a bot played on."""
    events = [row.event for row in table.rows]
    came = {event.seat for event in events if isinstance(event, Joined)}
    moved = {event.seat for event in events if isinstance(event, Moved) and event.by == PERSON}
    return sorted(came | moved)


def agreed_seats(table: Table, consents: Sequence[tuple[int, bool]]) -> dict[int, bool]:
    """By seat of a person: whether everybody who holds it or has held it agrees. Nobody agrees for somebody who was deleted, even
    if another player has had the seat since.
    """
    came = Counter(coming.event.seat for coming in table.comings if isinstance(coming.event, Joined))
    forgotten = {row.event.seat for row in table.rows if isinstance(row.event, Forgotten)}
    asked = sorted({*seats_of_persons(table), *(seat for seat, _ in consents)})
    said = {seat: [agrees for of, agrees in consents if of == seat] for seat in asked}
    return {seat: len(said[seat]) >= max(1, came[seat]) and all(said[seat]) and seat not in forgotten for seat in asked}


def can_be_puzzle(table: Table) -> bool:
    """Whether a table was opened so that its match may become a puzzle, as far as a file of puzzles can tell it: with what is
    printed in every box, from its beginning on, and not while others play the same shuffle.
    """
    settings = table.settings
    return settings.puzzles and settings.box is None and table.start is None and not settings.is_contest


async def may_be_puzzle(store: Store, table: Table) -> bool:
    agreed = agreed_seats(table, await store.consents(table.id))
    return table.is_over and can_be_puzzle(table) and all(agreed.values())


def nameless(table: Table) -> tuple[str, Match]:
    """A finished match without anything that says who played it, and what it is called among puzzles."""
    match = table.match.copy()
    match.seed, _ = table.seed_and_salt
    match.names, match.tags = tuple(default_name(seat) for seat in range(match.seats)), {}
    return TABLE_SOURCE + hashlib.sha256(match.record.encode()).hexdigest()[:16], match


async def matches_to_mine(store: Store, game: str) -> list[tuple[str, Match]]:
    """All matches of a game that may become puzzles, those first whose tables were opened first."""
    abouts = [about for about in await store.tables(finished=True, limit=EVERY) if about.game == game]
    found = []
    for about in sorted(abouts, key=lambda one: (one.opened_at, one.id)):
        try:
            table = Table(await store.rows(about.id))
        except BrokenTable as error:
            _log.warning("table %s cannot be read: %s", about.id, error)
            continue
        if await may_be_puzzle(store, table):
            found.append(nameless(table))
    return found
