"""Tournaments in a store: found, changed as a whole, and taken along or forgotten with a person."""

from __future__ import annotations

from collections.abc import Callable

from londinium.kernel.words.errors import N_
from londinium.table.errors import StoreError
from londinium.table.links import is_table_id
from londinium.table.store.base import Store
from londinium.table.tournaments.tournament import NoSuchTournament, Tournament, given_to, without_person

CHANGES_TRIED = 50
"""How often a change is made again because somebody else was quicker."""


async def find_tournament(store: Store, id: str) -> Tournament:
    found = await store.tournament(id) if is_table_id(id) else None
    if found is None:
        raise NoSuchTournament
    return found


async def change(store: Store, id: str, how: Callable[[Tournament], Tournament]) -> Tournament:
    """Change a tournament; what it is then. `how` may be asked several times, and says by a LondiniumError why not."""
    for _ in range(CHANGES_TRIED):
        it = await find_tournament(store, id)
        changed = how(it)
        if changed == it:
            return it
        if (kept := await store.keep_tournament(changed)) is not None:
            return kept
    raise StoreError(N_("the tournament is too busy; try again"))


async def forget_in_tournaments(store: Store, person: str) -> None:
    """Take somebody out of everything they have entered or opened."""
    for id in await store.tournaments_of(person):
        await change(store, id, lambda it: without_person(it, person))
    await store.forget_tournaments(person)


async def carry_tournaments(store: Store, person: str, other: str) -> None:
    """Give somebody the tournaments of another person, who is one with them from now on."""
    for id in await store.tournaments_of(other):
        await store.note_tournament(person, id)
        await change(store, id, lambda it: given_to(it, person, other))
    await store.forget_tournaments(other)
