"""Whose a SQLite file is: nobody else on the machine may read it, and one process at a time serves it."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path

from londinium.kernel.words.errors import N_
from londinium.table.errors import StoreTrouble

_log = logging.getLogger(__name__)

OTHERS_MAY = 0o077
"""What everybody but the owner may do with a file."""
COMPANIONS = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a file while it is open; it makes them with the file's own permissions."""


def created_private(file: Path) -> None:
    """Make a file that only its owner can read, if there is none: it holds the secret of all links, and face-down cards."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def made_private(file: Path) -> None:
    """Let only its owner read a file of ours that others could read before."""
    for companion in COMPANIONS:
        beside = file.with_name(file.name + companion)
        with contextlib.suppress(FileNotFoundError):
            mode = beside.stat().st_mode
            if beside.is_file() and mode & OTHERS_MAY:
                try:
                    beside.chmod(mode & 0o777 & ~OTHERS_MAY)
                except OSError as error:
                    _log.warning("others can read %s, and that could not be changed: %s", beside, error)


@contextlib.contextmanager
def served_alone(file: Path) -> Iterator[None]:
    """Serve a file; StoreTrouble if another process does. A process that ends in whatever way no longer does."""
    try:
        import fcntl
    except ImportError:  # a system without such locks
        yield
        return
    marker = Path(f"{file.resolve()}.serving")
    try:
        held = os.open(marker, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise StoreTrouble(N_("the database file {file} cannot be used: {error}"), file=file, error=error) from None
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise _taken(file, os.pread(held, 20, 0).decode(errors="replace").strip()) from None
        os.ftruncate(held, 0)
        os.pwrite(held, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(held)


def check_not_served(file: Path) -> None:
    """StoreTrouble if a process serves a file."""
    if Path(f"{file.resolve()}.serving").exists():
        with served_alone(file):
            pass


def _taken(file: Path, process: str) -> StoreTrouble:
    message = N_(
        "the database file {file} is already being served by process {process}; only one server can use a SQLite file. "
        "Stop the other one first, or use PostgreSQL for several"
    )
    return StoreTrouble(message, file=file, process=process or "?")
