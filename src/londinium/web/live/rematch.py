"""From a finished match to the next one."""

from __future__ import annotations

import secrets

from londinium.table.commands import Join
from londinium.table.hall.hall import Hall
from londinium.table.table import Table


async def go_to_rematch(hall: Hall, table: Table, seat: int) -> str:
    """Sit down at the rematch that was just opened, with the same name; the token of the seat there."""
    assert table.rematch is not None
    following = await hall.open(table.rematch)
    await hall.command(following.id, seat, Join(secrets.token_hex(8), table.names[seat]))
    return hall.token(following, seat)
