"""The server's log: a JSON object per line on standard error. Secret links, names and chat never get into it."""

from __future__ import annotations

import logging
import sys
import time
import traceback
from typing import Any, TextIO

import msgspec

SECRET_AFTER = {"t", "ws", "invite", "join", "wait", "carry", "host"}


class Journal:
    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._encoder = msgspec.json.Encoder()

    def write(self, event: str, **facts: Any) -> None:
        line = self._encoder.encode({"time": round(time.time(), 3), "event": event, **facts})
        print(line.decode(), file=self._stream, flush=True)

    def error(self, event: str, problem: BaseException, **facts: Any) -> None:
        """An exception with its place in the code, without the values of variables."""
        where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(problem.__traceback__)[-8:]]
        self.write(event, error=type(problem).__name__, where=where, **facts)

    def take_over_logging(self) -> None:
        """Let everything that is logged by others appear here."""
        root = logging.getLogger()
        root.handlers = [JournalHandler(self)]


def without_secrets(path: str) -> str:
    """A path for the log: `/t/…/text` instead of the link that opens a seat."""
    parts = path.split("/")
    return "/".join("…" if i and parts[i - 1] in SECRET_AFTER else part for i, part in enumerate(parts))[:120]


class JournalHandler(logging.Handler):
    """Puts what libraries and the table layer log into the same lines."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(logging.WARNING)
        self._journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        # A long message is a traceback, and its end says what is wrong.
        facts: dict[str, Any] = {"logger": record.name, "level": record.levelname, "message": record.getMessage()[-1500:]}
        if record.exc_info and record.exc_info[1] is not None:
            self._journal.error("log", record.exc_info[1], **facts)
        else:
            self._journal.write("log", **facts)
