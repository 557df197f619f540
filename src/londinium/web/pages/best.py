"""What a name has reached so far on this server, for the end of a match."""

from __future__ import annotations

from londinium.kernel.words.language import language, languages
from londinium.table.history.daily import name_key
from londinium.table.history.results import is_person
from londinium.table.settings import PERSON
from londinium.table.table import Table
from londinium.web.site import Site

SHORT_PATIENCE = 1.0
"""Seconds for which a table waits for what is not entered yet."""


def is_named(name: str) -> bool:
    """Whether somebody gave a name: guests share theirs with all others."""
    return name_key(name) not in {name_key(language(code).text("Guest")) for code in languages()}


async def personal_best(site: Site, table: Table, seat: int) -> int | None:
    """The highest total of the name on a seat in the other matches of this game with as many players; None if there is none."""
    if table.settings.kinds[seat] != PERSON or not is_named(table.names[seat]):
        return None
    await site.ledger.up_to_date(SHORT_PATIENCE)
    found = await site.hall.store.results(name_key(table.names[seat]))
    like = (table.settings.game, table.settings.seats)
    scores = [one.score for one in found if is_person(one) and (one.game, one.seats) == like and one.table != table.id]
    return max(scores, default=None)
