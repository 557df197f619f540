"""The tables of one browser: the same SQLite database, in memory, with every change kept by the browser before it counts.

There are no threads here, so reading and writing happen at once. What a commit has changed is a few pages of the database file;
they are handed to their keeper (`Keeper`), all of them or none, and only when they are kept has something happened.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from londinium.kernel.words.errors import N_
from londinium.table.errors import StoreError
from londinium.table.store.sqlite import APPLICATION, SqliteStore, migrated

PAGE = 4096
"""Bytes of a page, which SQLite writes as a whole."""

T = TypeVar("T")
Keeper = Callable[[Mapping[int, bytes], int], Awaitable[None]]
"""Keeps some pages of the file by their numbers, and how many pages it has now."""


class BrowserStore(SqliteStore):
    """One database for one person, at their place."""

    def __init__(self, file: Path, connection: sqlite3.Connection, keep: Keeper) -> None:
        self.name, self._file, self._connection, self._keep = "browser", file, connection, keep
        self._closed = False
        self._kept = b""
        self._turn = asyncio.Lock()

    @classmethod
    async def begin(cls, file: Path, pages: bytes, keep: Keeper) -> BrowserStore:
        """A store over what was kept before; over nothing at the first time."""
        file.write_bytes(pages)
        try:
            connection = migrated(file, journal="MEMORY")
        except sqlite3.Error as error:
            raise StoreError(N_("the database file {file} cannot be used: {error}"), file=file, error=error) from None
        store = cls(file, connection, keep)
        store._kept = pages
        await store._keep_changes()
        return store

    async def _written(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreError(N_("the database {database} is closed"), database=self.name)
        async with self._turn:  # what is kept is one commit after the other
            connection = self._connection
            connection.execute("BEGIN IMMEDIATE")
            try:
                outcome = work(connection)
                connection.execute("COMMIT")
            except Exception as error:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                message = N_("the database {database} cannot be written: {error}")
                raise StoreError(message, database=self.name, error=error) from None
            await self._keep_changes()
            return outcome

    async def _keep_changes(self) -> None:
        """Hand over the pages that differ from what is kept. If they cannot be kept, nothing has happened, and the file is as it
        was.
        """
        now = self._file.read_bytes()
        starts = range(0, len(now), PAGE)
        changed = {at // PAGE: now[at : at + PAGE] for at in starts if now[at : at + PAGE] != self._kept[at : at + PAGE]}
        if not changed and len(now) == len(self._kept):
            return
        try:
            await self._keep(changed, len(now) // PAGE)
        except Exception as error:
            self._go_back()
            message = N_("this was not done: your browser has no room left for this site, or stores nothing for it ({error})")
            raise StoreError(message, error=error) from None
        self._kept = now

    def saved(self, cookies: str) -> bytes:
        """Everything, as it is kept, with its owner's cookies."""
        return self._tried(self._kept, lambda trial: _put_cookies(trial, cookies))[0]

    async def adopt(self, file: bytes) -> str:
        """Replace everything with what was saved; returns the cookies that came with it. A StoreError says what is wrong with the
        file, and then nothing has changed.
        """
        if file[68:72] != APPLICATION.to_bytes(4, "big") or len(file) % PAGE:
            raise StoreError(N_("this file was not saved by Londinium"))
        try:
            now, cookies = self._tried(file, _take_cookies)
        except (sqlite3.Error, StoreError) as error:
            raise StoreError(N_("this file was not saved by Londinium")) from error
        async with self._turn:
            self._connection.close()
            self._file.write_bytes(now)
            self._connection = migrated(self._file, journal="MEMORY")
            await self._keep_changes()
        return cookies

    def _tried(self, file: bytes, work: Callable[[sqlite3.Connection], str]) -> tuple[bytes, str]:
        """A file after something was done with it, in a place of its own, and what came of it."""
        trial = self._file.with_suffix(".trial")
        trial.write_bytes(file)
        try:
            with closing(migrated(trial, journal="MEMORY")) as connection:
                _check(connection)
                done = work(connection)
            return trial.read_bytes(), done
        finally:
            trial.unlink()

    def _go_back(self) -> None:
        self._connection.close()
        self._file.write_bytes(self._kept)
        self._connection = migrated(self._file, journal="MEMORY")

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return work(self._connection)
        except sqlite3.Error as error:
            raise StoreError(N_("the database {database} cannot be read: {error}"), database=self.name, error=error) from None

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._connection.close()


def _check(connection: sqlite3.Connection) -> None:
    """A StoreError if a file is damaged, or has pages of another size than ours."""
    (whole,), (size,) = connection.execute("PRAGMA integrity_check").fetchone(), connection.execute("PRAGMA page_size").fetchone()
    if whole != "ok" or size != PAGE:
        raise StoreError(N_("this file was not saved by Londinium"))


def _put_cookies(connection: sqlite3.Connection, cookies: str) -> str:
    connection.execute("CREATE TABLE saved_cookies (text TEXT NOT NULL)")
    connection.execute("INSERT INTO saved_cookies VALUES (?)", (cookies,))
    return cookies


def _take_cookies(connection: sqlite3.Connection) -> str:
    """Files of the first version have none."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'saved_cookies'").fetchone() is None:
        return ""
    (cookies,) = connection.execute("SELECT text FROM saved_cookies").fetchone()
    connection.execute("DROP TABLE saved_cookies")
    return str(cookies)
