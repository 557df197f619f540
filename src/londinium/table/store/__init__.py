"""Where the events of all tables are kept: one SQLite file, or a PostgreSQL database that several servers share."""

from __future__ import annotations

from urllib.parse import urlsplit

from londinium.kernel.words.errors import N_
from londinium.table.errors import StoreError
from londinium.table.store.base import Conflict, Store

__all__ = ["Conflict", "Store", "open_store"]


async def open_store(url: str, *, create: bool = True) -> Store:
    """Open `sqlite:///file` or `postgresql://user@host/database`, with its tables brought up to date.

    A file that is not there is made, unless somebody only wants to look at what there is.
    """
    scheme = url.partition(":")[0]
    if scheme == "sqlite":
        from londinium.table.store.sqlite import SqliteStore, file_of

        return await SqliteStore.open(file_of(url), create=create)
    if scheme in ("postgresql", "postgres"):
        try:
            from londinium.table.store.postgres import PostgresStore
        except ImportError as error:
            message = N_("PostgreSQL needs the extra package: pip install 'londinium[postgres]' ({error})")
            raise StoreError(message, error=error) from None
        return await PostgresStore.open(url)
    message = N_("'{url}' is no database: give sqlite:///FILE or postgresql://USER@HOST/NAME")
    raise StoreError(message, url=without_password(url))


def without_password(url: str) -> str:
    """A database's address as it may be shown."""
    try:
        parts = urlsplit(url)
        if parts.password is None:
            return url
        return parts._replace(netloc=parts.netloc.replace(f":{parts.password}@", ":***@"), query="").geturl()
    except ValueError:
        return url.partition(":")[0] + ":…"
