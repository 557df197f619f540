"""Files that hold secrets: written whole or not at all, and for nobody else to read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from londinium.kernel.words.errors import N_, LondiniumError


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
