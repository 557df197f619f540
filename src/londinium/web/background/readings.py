"""Files that strangers send, read aside: in threads of their own, so that no table waits, and so many at a time, by turns.

What is read is bounded before (`kernel/strange_toml.py`, `LARGEST_BOX`, `web/pages/sent_files.py`), so that a file takes
hundredths of a second; the limit here is for what nobody has thought of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from londinium.kernel.words.errors import N_
from londinium.table.errors import NotAllowed
from londinium.web.http.limits import TooFast
from londinium.work.queue import Queue

READING_THREADS = 2
MOST_FILES_WAITING = 60
MOST_FILES_OF_ONE = 15
LONGEST_READING = 10.0
"""Seconds after which a file is not waited for any more."""

T = TypeVar("T")


class Readings:
    def __init__(self) -> None:
        self._queue = Queue[None, None](
            "readings", READING_THREADS, longest=MOST_FILES_WAITING, longest_of_one=MOST_FILES_OF_ONE, spares=True
        )

    async def read(self, call: Callable[[], T]) -> T:
        """What comes of reading something, when its turn has come. TooFast if too many are waiting."""
        if self._queue.is_full_for():
            raise TooFast(N_("too many files are waiting to be read; please try again in a moment"))
        try:
            return await self._queue.do(self._queue.in_thread(call, LONGEST_READING))
        except TimeoutError:
            raise NotAllowed(N_("this file takes too long to read")) from None

    @property
    def length(self) -> int:
        """How many wait or are read."""
        return self._queue.length

    async def close(self) -> None:
        await self._queue.close()
