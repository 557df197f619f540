"""When the others need not wait any longer. All thresholds stand here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from londinium.table.clocks import MINUTE
from londinium.table.settings import PERSON, PerDecision

if TYPE_CHECKING:
    from londinium.table.table import Table

AWAY_AFTER = MINUTE
"""After this long without a sign of life, somebody is away."""
SLOW_AFTER = 3 * MINUTE
"""Without a clock, somebody who has had to decide for this long is slow."""


def is_away(last_seen: int, now: int) -> bool:
    return now - last_seen > AWAY_AFTER


def may_replace(table: Table, seat: int, now: int, seen: Mapping[int, int]) -> bool:
    """Whether the others may put a bot on a seat.

    Where decisions may take days, nobody is expected to sit there: only the clock counts.
    """
    state = table.seats[seat]
    if state.kind != PERSON or state.bot is not None or table.is_over:
        return False
    left = table.time_left(seat, now)
    if left is not None and left <= 0:
        return True
    if isinstance(table.settings.clock, PerDecision):
        return False
    if table.is_away(seat, now, seen):
        return True
    asked = table.acting_since(seat)
    return left is None and asked is not None and now - asked > SLOW_AFTER
