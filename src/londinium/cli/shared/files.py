"""Files that verbs write: a folder that must be there, and what holds secrets, written whole and for nobody else to read."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from londinium.kernel.words.errors import N_, LondiniumError


def require_folder(file: Path | None) -> None:
    """What cannot be written is said before the work begins, not after it."""
    if file is not None and not file.parent.is_dir():
        missing = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(file))
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=file, problem=missing)


@contextmanager
def written_whole(file: Path) -> Iterator[IO[bytes]]:
    """A file that takes the place of another when everything is written and on the disk; if not, nothing has changed."""
    fresh = file.with_name(file.name + ".new")
    try:
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as opened:
            yield opened
            opened.flush()
            os.fsync(opened.fileno())
        fresh.replace(file)
    except OSError as error:
        raise LondiniumError(N_("the file {file} cannot be written: {error}"), file=file, error=error) from None
    finally:
        fresh.unlink(missing_ok=True)
