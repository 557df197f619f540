"""Who agrees that a finished match becomes a puzzle, in names, for those who played it."""

from __future__ import annotations

from starlette.requests import Request

from londinium.table.hall.opened import Entered
from londinium.table.history.consent import agreed_seats, can_be_puzzle
from londinium.web.site import site_of


async def consents_told(request: Request, entered: Entered) -> list[tuple[str, bool]]:
    """Every person of a finished match that may become a puzzle, with what they say; nothing for spectators and elsewhere."""
    table = entered.table
    if entered.seat is None or not table.is_over or not can_be_puzzle(table):
        return []
    agreed = agreed_seats(table, await site_of(request).hall.store.consents(table.id))
    return [(table.names[seat], agrees) for seat, agrees in agreed.items()]
