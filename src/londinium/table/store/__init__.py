"""Where the events of all tables are kept: one SQLite file, or a PostgreSQL database that several servers share."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit

from londinium.kernel.words.errors import N_
from londinium.table.errors import StoreError
from londinium.table.store.base import Conflict, Store

__all__ = ["Conflict", "Store", "is_shared", "open_store"]


async def open_store(url: str, *, create: bool = True) -> Store:
    """Open `sqlite:///file` or `postgresql://user@host/database`, with its tables brought up to date.

    A file that is not there is made, unless somebody only wants to look at what there is.
    """
    scheme = url.partition(":")[0]
    if scheme == "sqlite":
        from londinium.table.store.sqlite import SqliteStore, file_of

        return await SqliteStore.open(file_of(url), create=create)
    if is_shared(url):
        try:
            from londinium.table.store.postgres import PostgresStore
        except ImportError as error:
            message = N_("PostgreSQL needs the extra package: pip install 'londinium[postgres]' ({error})")
            raise StoreError(message, error=error) from None
        return await PostgresStore.open(url)
    message = N_("'{url}' is not a database: give sqlite:///FILE or postgresql://USER@HOST/NAME")
    raise StoreError(message, url=without_password(url))


def is_shared(url: str) -> bool:
    """Whether several processes may serve the tables of a database."""
    return url.partition(":")[0] in ("postgresql", "postgres")


def without_password(url: str) -> str:
    """A database's address as it may be shown to its host: libpq takes passwords before the host, and as parameters."""
    try:
        parts = urlsplit(url)
        given = parse_qsl(parts.query, keep_blank_values=True)
        if parts.password is None and not any("password" in name.lower() for name, _ in given):
            return url
        who, at, where = parts.netloc.rpartition("@")
        shown = f"{who.partition(':')[0]}:***@{where}" if parts.password is not None else f"{who}{at}{where}"
        kept = [(name, value) for name, value in given if "password" not in name.lower()]
        query = f"?{urlencode(kept, safe='/:')}" if kept else ""
        return f"{parts.scheme}://{shown}{parts.path}{query}"
    except ValueError:
        return url.partition(":")[0] + ":…"
