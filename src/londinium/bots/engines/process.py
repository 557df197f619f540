"""The host's side of an engine: a process, lines to it and from it, each with a time by which they must have passed.

Processes are lent: a bot that is no longer needed gives its process back, and the next one of its kind goes on with it. All of
them end with this process.
"""

from __future__ import annotations

import atexit
import math
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from londinium.bots.engines.lines import PROTOCOL, one_line
from londinium.bots.engines.own_bot import PATH, own_bot_command
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError

ENGINE = "engine:"
"""Before the command of an engine, where a bot is named."""
READY_VARIABLE = "LONDINIUM_BOT_READY_SECONDS"
UNTIL_READY = 60.0
"""Seconds until an engine must be ready for a match: it may have rules to compile."""
LONGEST_ANSWER = 1 << 20
MOST_ANSWERS = 100_000
"""An engine that says more than this while it thinks about one move says nothing."""
IDLE = 4
"""Processes of one kind that wait for another match."""
STALE = 5.0
"""Seconds after which nobody goes on with a process: the bot's file may have been changed. A server goes on with it."""

# What can go wrong with an engine; reports say it in the reader's language.
LATE, ENDED, WRONG, TROUBLE, UNREADY, GIVEN_UP = "late", "ended", "wrong", "trouble", "unready", "given-up"
WHAT_HAPPENED = {
    LATE: N_("it did not answer in time"),
    ENDED: N_("its process ended"),
    WRONG: N_("it chose a move that is not legal"),
    TROUBLE: N_("it reported an error"),
    GIVEN_UP: N_("it had failed in several matches, and was not asked again"),
    UNREADY: N_("it was not ready in time; LONDINIUM_BOT_READY_SECONDS sets how many seconds it may take"),
}


class EngineFailed(Exception):
    """Nothing came of asking an engine. The detail is what it said itself, for whoever wrote it."""

    def __init__(self, kind: str, detail: str = "", *, goes_on: bool = False) -> None:
        """`goes_on`: it is done with what it was asked, and can be asked for the next move."""
        super().__init__(kind, detail)
        self.kind, self.detail, self.goes_on = kind, detail, goes_on

    def before_ready(self) -> EngineFailed:
        """The same, if it was to get ready: what is late then is late for another reason, and another limit says so."""
        return EngineFailed(UNREADY) if self.kind == LATE else self

    @property
    def what(self) -> LondiniumError:
        """What happened, in words."""
        return LondiniumError(WHAT_HAPPENED[self.kind])


def seconds_until_ready() -> float:
    """How long an engine may take to be ready: LONDINIUM_BOT_READY_SECONDS, or UNTIL_READY."""
    return seconds_set(READY_VARIABLE, UNTIL_READY)


def seconds_set(variable: str, default: float) -> float:
    """A number of seconds in the environment; what is no number counts as not set."""
    try:
        seconds = float(os.environ.get(variable, ""))
    except ValueError:
        return default
    return max(0.01, seconds) if math.isfinite(seconds) else default


def command_of(name: str) -> tuple[str, ...]:
    """The command for an engine (engine:COMMAND) or for a bot of somebody's own (MODULE:NAME)."""
    if not name.startswith(ENGINE):
        if not all(name.partition(":")):
            raise InvalidOption(N_("a bot of your own is given as MODULE:NAME, such as thrifty:Thrifty"))
        return own_bot_command(name)
    try:
        command = tuple(shlex.split(name.removeprefix(ENGINE)))
    except ValueError as error:
        raise InvalidOption(N_("there is no bot '{name}': {problem}"), name=name, problem=error) from None
    if not command:
        raise InvalidOption(N_("an engine is given as engine:COMMAND, such as engine:my-engine"))
    if shutil.which(command[0]) is None:
        problem = LondiniumError(N_("there is no program '{program}'"), program=command[0])
        raise InvalidOption(N_("there is no bot '{name}': {problem}"), name=name, problem=problem)
    return command


KEPT_FROM_BOTS = ("LONDINIUM_DATABASE", "LONDINIUM_METRICS_TOKEN_FILE")
"""What a host's environment may hold and no bot needs to know."""


class EngineProcess:
    """A running engine that has said who it is."""

    def __init__(self, command: Sequence[str], *, quiet: bool = False) -> None:
        """`quiet`: what it writes to its error output is read by nobody; it may be a secret of its seat's."""
        self.command = tuple(command)
        self.kind = (self.command, os.getcwd(), quiet)
        self.idle_since = 0.0
        self._closed = False
        self.wants_view = False
        inherited = {name: value for name, value in os.environ.items() if name not in KEPT_FROM_BOTS}
        environment = {**inherited, PATH: os.pathsep.join(filter(None, sys.path)), "PYTHONUNBUFFERED": "1"}
        try:
            # In a group of its own, so that it can be ended together with whatever it starts.
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if quiet else None,
                env=environment,
                start_new_session=True,
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            raise EngineFailed(ENDED, one_line(error)) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._rest = b""
        try:
            self._greet()
        except EngineFailed as failed:
            self.close()
            raise failed.before_ready() from None

    def _greet(self) -> None:
        until = time.monotonic() + seconds_until_ready()
        self.say(f"hello {PROTOCOL}", until)
        for _ in range(MOST_ANSWERS):
            line = self.hear(until)
            if line == "ok":
                return
            if line == "wants view":
                self.wants_view = True
            elif line.startswith("error "):
                raise EngineFailed(TROUBLE, one_line(line.removeprefix("error ")))
        raise EngineFailed(TROUBLE, "it does not stop introducing itself")

    def say(self, line: str, until: float) -> None:
        """Send a line; EngineFailed if it is not read in time."""
        data = memoryview(f"{line}\n".encode())
        while data:
            self._wait(until, writes=True)
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self._gone() from None

    def hear(self, until: float) -> str:
        """The next line that says something."""
        while True:
            line, found, rest = self._rest.partition(b"\n")
            if found:
                self._rest = rest
                if text := line.decode("utf-8", "replace").strip():
                    return text
                continue
            if len(self._rest) > LONGEST_ANSWER:
                raise EngineFailed(TROUBLE, "a line without an end")
            self._wait(until)
            try:
                more = os.read(self._out, 1 << 16)
            except BlockingIOError:
                continue
            except OSError:
                more = b""
            if not more:
                raise self._gone()
            self._rest += more

    def _wait(self, until: float, *, writes: bool = False) -> None:
        """Until something can be read, or written."""
        left = until - time.monotonic()
        if left <= 0:
            raise EngineFailed(LATE)
        reads_from, writes_to = ([], [self._in]) if writes else ([self._out], [])
        try:
            ready = select.select(reads_from, writes_to, [], left)
        except (OSError, ValueError):  # closed from another thread, because this process ends
            raise EngineFailed(ENDED) from None
        if not any(ready):
            raise EngineFailed(LATE)

    def _gone(self) -> EngineFailed:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.returncode
        return EngineFailed(ENDED, "" if code is None else f"status {code}")

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """End it, and everything it has started."""
        if self._closed:
            return
        self._closed = True
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        _running.discard(self)


# ── Processes that wait ──────────────────────────────────────────────────────

ProcessKind = tuple[tuple[str, ...], str, bool]
"""A command, the folder in which it was started, and whether it is quiet."""
_lock = threading.Lock()
_idle: dict[ProcessKind, list[EngineProcess]] = {}
_running: set[EngineProcess] = set()


def lend_process(command: Sequence[str], *, quiet: bool = False) -> EngineProcess:
    """A process for this command: one that has just been given back, or a new one."""
    with _lock:
        waiting = _idle.get((tuple(command), os.getcwd(), quiet), [])
        while waiting:
            process = waiting.pop()
            if process.is_alive and (quiet or time.monotonic() - process.idle_since < STALE):
                return process
            process.close()
    process = EngineProcess(command, quiet=quiet)
    _running.add(process)
    return process


def give_back(process: EngineProcess) -> None:
    """It is no longer needed; somebody else may go on with it."""
    process.idle_since = time.monotonic()
    with _lock:
        waiting = _idle.setdefault(process.kind, [])
        if process.is_alive and len(waiting) < IDLE:
            waiting.append(process)
            return
    process.close()


def close_engines() -> None:
    """End all engines; who waits for one is told that it has ended."""
    with _lock:
        _idle.clear()
    for process in tuple(_running):
        process.close()


atexit.register(close_engines)
