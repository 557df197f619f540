"""What a name has achieved so far on this server, for the end of a match."""

from __future__ import annotations

from londinium.table.history.daily import name_key
from londinium.table.history.endings import unusual
from londinium.table.history.guests import is_named
from londinium.table.history.results import is_person
from londinium.table.settings import PERSON
from londinium.table.table import Table
from londinium.web.site import Site

SHORT_PATIENCE = 1.0
"""Seconds for which a table waits for what is not entered yet."""


async def personal_best(site: Site, table: Table, seat: int) -> int | None:
    """The highest total of the name on a seat in the other matches of this game in the same setting; None if there are none."""
    if table.settings.kinds[seat] != PERSON or not is_named(table.names[seat]):
        return None
    await site.ledger.up_to_date(SHORT_PATIENCE)
    found = await site.hall.store.results(name_key(table.names[seat]))
    like = (table.settings.game, table.settings.seats, unusual(table.match.game, table.settings.options))
    others = [one for one in found if is_person(one) and one.table != table.id]
    scores = [one.score for one in others if (one.game, one.seats, one.options) == like]
    return max(scores, default=None)
