"""What signs the links of a server, read from its store; the host may replace it while servers run."""

from __future__ import annotations

from londinium.table.links import Links, Retired
from londinium.table.store.base import Store


async def read_links(store: Store, known: Links | None = None) -> Links:
    """The links of a store; those that are known already are brought up to date, for everybody who holds them."""
    secret = await store.secret()
    # One that is still in force was not replaced after all: whoever did it was interrupted.
    retired = [Retired(old.value, old.retired_at, old.accepted_until) for old in await store.old_secrets() if old.value != secret]
    if known is None:
        return Links(secret, retired)
    known.renew(secret, retired)
    return known
