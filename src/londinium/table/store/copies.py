"""Which way a database is read or made as a whole: by its address."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from londinium.kernel.words.errors import N_
from londinium.table.errors import StoreTrouble
from londinium.table.store import without_password
from londinium.table.store.sqlite import file_of
from londinium.table.store.sqlite_copy import SqliteSource, SqliteTarget

if TYPE_CHECKING:
    from londinium.table.store.postgres_copy import PostgresSource, PostgresTarget


def kind_of_database(url: str) -> str:
    """`sqlite` or `postgres`; StoreTrouble if it is neither, or cannot be used here."""
    scheme = url.partition(":")[0]
    if scheme == "sqlite":
        return scheme
    if scheme not in ("postgresql", "postgres"):
        message = N_("'{url}' is not a database: give sqlite:///FILE or postgresql://USER@HOST/NAME")
        raise StoreTrouble(message, url=without_password(url))
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        message = N_("PostgreSQL needs the extra package: pip install 'londinium[postgres]' ({error})")
        raise StoreTrouble(message, error=error) from None
    return "postgres"


async def open_source(url: str) -> SqliteSource | PostgresSource:
    """Everything in a database as it is now. Nothing is changed there, not even its version."""
    if kind_of_database(url) == "sqlite":
        return SqliteSource.open(file_of(url))
    from londinium.table.store.postgres_copy import PostgresSource

    return await PostgresSource.open(url)


async def open_target(url: str, *, replace: bool) -> SqliteTarget | PostgresTarget:
    """A database to be made; NotAllowed if there is one already, or somebody uses it."""
    if kind_of_database(url) == "sqlite":
        return SqliteTarget(file_of(url), replace=replace)
    from londinium.table.store.postgres_copy import PostgresTarget

    return await PostgresTarget.open(url, replace=replace)


def replaced_file(target: object) -> Path | None:
    """Where that is kept which a target has replaced, if it is a file."""
    return target.kept_aside if isinstance(target, SqliteTarget) and target.kept_aside.exists() else None
