"""Tables that look for players: who finds whom, across processes too.

The store keeps a list of them, so that every process finds those of the others. The list only says where to look: a seat is taken
by an event of its table, whose number only one can have, so two people never get the same seat. Somebody waiting is noted as
seen like everybody at a table, and a table at which nobody was seen for a while is not listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from londinium.kernel.words.errors import LondiniumError
from londinium.table.events import Moved
from londinium.table.settings import PerDecision, TableSettings
from londinium.table.store.vacancies import Vacancy

if TYPE_CHECKING:
    from londinium.table.hall.hall import Hall
    from londinium.table.store.base import Store
    from londinium.table.table import Table

FRESH = 40 * 1000
"""Milliseconds after which nobody is sought for somebody waiting without a sign of life: twice the time between two signs."""
MOST_LISTED = 50


def meeting_kind(settings: TableSettings) -> str:
    """What is played and how, as a text that is the same for those who want the same; nothing for a custom box."""
    if settings.box is not None:
        return ""
    facts = (settings.game, settings.seats, sorted(settings.checked().options.items()), settings.clock)
    return msgspec.json.encode(facts).decode()


async def keep_listed(store: Store, table: Table) -> None:
    """Put a table on the list of those that look for players, or take it off."""
    if not (table.seeks and table.free_seats()):
        await store.drop_vacancy(table.id)
        return
    patient = isinstance(table.settings.clock, PerDecision)
    await store.keep_vacancy(Vacancy(table.id, meeting_kind(table.settings), patient, table.changed_at))


async def seeking(hall: Hall, kind: str | None = None) -> list[Table]:
    """The tables that look for players, oldest first; of one kind, if one is named. Whatever should not be listed goes."""
    found = []
    for vacancy in await hall.store.vacancies(hall.now() - FRESH, MOST_LISTED):
        if kind is not None and vacancy.kind != kind:
            continue
        try:
            table = await hall.open(vacancy.table)
        except LondiniumError:
            continue  # it cannot be read; others can
        if table.seeks and table.free_seats():
            found.append(table)
        else:
            await hall.store.drop_vacancy(vacancy.table)
    return found


async def count_waiting(hall: Hall) -> dict[str, int]:
    """How many tables look for players just now, by kind."""
    counted: dict[str, int] = {}
    for vacancy in await hall.store.vacancies(hall.now() - FRESH, MOST_LISTED):
        counted[vacancy.kind] = counted.get(vacancy.kind, 0) + 1
    return counted


def only_waits(table: Table) -> bool:
    """Whether nothing has happened at a table except that somebody waits there for others who want to play the same."""
    came = sum(state.joined for state in table.seats)
    return table.settings.quick and came == 1 and not any(isinstance(row.event, Moved) for row in table.rows)
