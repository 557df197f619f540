"""The server's log: a JSON object per line on standard error. Secret links, names and chat never get into it."""

from __future__ import annotations

import logging
import re
import sys
import threading
import time
import traceback
from typing import Any, TextIO

import msgspec

from londinium.web.http.lines import LineThread, descriptor_of

SECRET_AFTER = {"t", "ws", "invite", "join", "wait", "carry", "host", "stats"}
"""Secret links, and names."""
PLAIN = re.compile(r"[a-z0-9-]{0,32}(?:\.[a-z]{1,12})?")
"""Words, numbers, ids of tables and names of files. No link is so plain: each has a signature, or 43 letters."""


class Journal:
    """Writing to it never waits and never fails: a log that nobody reads, or for which there is no room, costs lines."""

    def __init__(self, stream: TextIO | None = None, *, addresses: bool = False) -> None:
        """`addresses`: whether the addresses of visitors are noted, as the host has decided."""
        self._stream = stream or sys.stderr
        self.addresses = addresses
        self._encoder = msgspec.json.Encoder()
        descriptor = descriptor_of(self._stream)
        self._thread = None if descriptor is None else LineThread(descriptor, lambda lost: self._line("lines lost", lines=lost))

    @property
    def lost(self) -> int:
        """How many lines could not be written."""
        return 0 if self._thread is None else self._thread.lost

    def write(self, event: str, **facts: Any) -> None:
        line = self._line(event, **facts)
        if self._thread is not None:
            self._thread.put(line)
        elif self._stream is not None:
            print(line, file=self._stream, flush=True)

    def _line(self, event: str, **facts: Any) -> str:
        return self._encoder.encode({"time": round(time.time(), 3), "event": event, **facts}).decode()

    def error(self, event: str, problem: BaseException, **facts: Any) -> None:
        """An exception with its place in the code, without the values of variables."""
        where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(problem.__traceback__)[-8:]]
        self.write(event, error=type(problem).__name__, where=where, **facts)

    def visitor(self, address: str) -> dict[str, str]:
        """Whom a line is about, for programs that keep intruders out; nothing where the host does not want to know."""
        return {"address": address} if self.addresses and address else {}

    def take_over_logging(self) -> None:
        """Let everything that is logged by others appear here, and what Python itself would print."""
        root = logging.getLogger()
        root.handlers = [JournalHandler(self)]
        logging.captureWarnings(True)
        sys.unraisablehook = lambda found: self._uncaught(found.exc_value, str(found.err_msg or ""))
        threading.excepthook = lambda found: self._uncaught(found.exc_value, "in a thread")

    def _uncaught(self, problem: BaseException | None, place: str) -> None:
        if problem is not None:
            self.error("uncaught", problem, place=place)

    def close(self) -> None:
        """Write what still waits, if that works within a moment."""
        if self._thread is not None:
            self._thread.close()


def without_secrets(path: str) -> str:
    """A path for the log: `/t/…/text` instead of the link that opens a seat, wherever in a path somebody has put it."""
    parts = path.split("/")
    secret = ((bool(i) and parts[i - 1].lower() in SECRET_AFTER) or not PLAIN.fullmatch(part) for i, part in enumerate(parts))
    return "/".join("…" if hidden else part for hidden, part in zip(secret, parts, strict=True))[:120]


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
