"""Lines that are written in a thread: to a terminal, a pipe or a file, and never at anybody's cost.

A pipe that nobody reads, a reader who is gone or a full disk stop whoever writes there. So nobody who serves a table writes:
lines wait in a queue that has an end, and a thread takes them out. What cannot be written is lost and counted, and as soon
as writing works again a line says how much is missing.
"""

from __future__ import annotations

import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import TextIO

MOST_LINES_WAITING = 4000
"""How many wait; more are lost."""
LAST_WAIT = 2.0
"""Seconds that the end waits for lines that are not written yet."""


def descriptor_of(stream: TextIO | None) -> int | None:
    """The file behind a stream; None of one that only exists in memory, and where there are no threads to write with."""
    if stream is None or sys.platform == "emscripten":
        return None
    try:
        return stream.fileno()
    except (OSError, ValueError):
        return None


class LineThread:
    """Writes lines to a file in the order in which they came. The file is written past Python's own buffers, whose lock a writer
    who hangs would hold for ever.
    """

    def __init__(self, descriptor: int, missing: Callable[[int], str] = lambda lost: f"({lost} lines lost)") -> None:
        """`missing` says that lines were lost."""
        self._descriptor, self._missing = descriptor, missing
        self._lines, self._changed = deque[str](), threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_torn = self._ends = False
        self._untold = 0
        self.lost = 0
        """How many lines were never written."""

    def put(self, line: str) -> None:
        """Have a line written some time. Takes no time and never fails."""
        with self._changed:
            if self._ends or len(self._lines) >= MOST_LINES_WAITING:
                self._lose()
                return
            self._lines.append(line)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="lines", daemon=True)
                self._thread.start()
            self._changed.notify()

    def close(self, wait: float = LAST_WAIT) -> None:
        """Write what still waits, if that works within a moment."""
        with self._changed:
            self._ends = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(wait)

    def _lose(self) -> None:
        self.lost += 1
        self._untold += 1

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._lines or self._ends)
                if not self._lines:
                    return
                line, untold = self._lines.popleft(), self._untold
            try:
                if untold:
                    self._write(self._missing(untold))
                    with self._changed:
                        self._untold -= untold
                self._write(line)
            except OSError:
                with self._changed:
                    self._lose()

    def _write(self, line: str) -> None:
        """All of a line; what an earlier failure left of another ends before it."""
        left = memoryview((("\n" if self._is_torn else "") + line + "\n").encode(errors="backslashreplace"))
        whole = len(left)
        try:
            while left:
                try:
                    left = left[os.write(self._descriptor, left) :]
                except BlockingIOError:  # somebody else has made the file so that it does not wait
                    select.select([], [self._descriptor], [], 1.0)
        finally:
            self._is_torn = self._is_torn if len(left) == whole else bool(left)


class Words:
    """What a command that never ends says on a stream of the terminal, whatever becomes of the terminal."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream, descriptor = stream, descriptor_of(stream)
        self._thread = None if descriptor is None else LineThread(descriptor)

    def say(self, text: str) -> None:
        if self._thread is not None:
            self._thread.put(text)
        elif self._stream is not None:
            print(text, file=self._stream, flush=True)

    def close(self) -> None:
        if self._thread is not None:
            self._thread.close()
