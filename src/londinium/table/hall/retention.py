"""Letting go of what is old: tables finished or left long ago, days and tournaments as a whole, people who left nothing.

A counted attempt at a day that is kept stays counted, although nothing is left of its table; a tournament is there with all
of its tables, or not at all. So whatever is still shown is counted right.
"""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from londinium.table.store.base import Store

FOREVER = 1000 * 365 * 24 * 3600 * 1000
"""Milliseconds; longer than anything is kept."""


class Retention(msgspec.Struct, frozen=True):
    """For how long tables are kept after their last event, in milliseconds."""

    finished: int
    unfinished: int


class Pruned(msgspec.Struct, frozen=True):
    """What was let go of, or would be."""

    tables: int = 0
    emptied: int = 0
    """Unfinished attempts at days that are kept: only that they were there is left."""
    days: int = 0
    tournaments: int = 0
    persons: int = 0
    """Beforehand, only those who have nothing left even now."""


async def prune(store: Store, keep: Retention, now: int, *, dry_run: bool = False) -> Pruned:
    """Let go of what is older. If it is interrupted, the next time does the rest."""
    over, spared, with_them, ended = now - keep.finished, set[str](), set[str](), 0
    async for it in store.every_tournament():
        if it.ends_at >= over:
            spared |= set(it.tables.values())
            continue
        ended += 1
        with_them |= set(it.tables.values())
        if not dry_run:
            await store.drop_tables(list(it.tables.values()))
            await store.drop_tournament(it.id)
    first_day = datetime.fromtimestamp(max(0, over) / 1000, UTC).date().isoformat()
    days = await store.drop_days(first_day, dry_run=dry_run)
    before, spared = (over, now - keep.unfinished), spared | with_them
    dropped, emptied = await _prune_tables(store, before, first_day, spared, dry_run=dry_run)
    persons = await store.drop_strangers(over, dry_run=dry_run)
    pruned = Pruned(dropped + len(with_them), emptied, days, ended, persons)
    if not dry_run and pruned != Pruned():
        await store.notice("table", now)
    return pruned


async def _prune_tables(
    store: Store, before: tuple[int, int], first_day: str, spared: set[str], *, dry_run: bool
) -> tuple[int, int]:
    dropped, emptied, last = 0, 0, ""
    while found := await store.old_tables(*before, last):
        last = found[-1]
        old = [table for table in found if table not in spared]
        counted = await store.counted_since(old, first_day)
        # A finished attempt at a day that is kept stays as it is: its day goes first.
        whole = [table for table in old if table not in counted]
        bare = sorted(await store.are_stored(sorted(counted)) - await store.finished_among(sorted(counted)))
        dropped, emptied = dropped + len(whole), emptied + len(bare)
        if not dry_run:
            await store.drop_tables(whole)
            await store.empty_tables(bare)
    return dropped, emptied
