"""A job in a process of its own, at the lowest priority: `python -m londinium.work.job MODULE:FUNCTION`.

The process reads its task from its input and writes lines: how much is done, again and again, and at the end the answer. A thread
would not do: one that the system puts last may hold Python's lock just when a live table needs it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from inspect import signature
from typing import TypeVar, get_type_hints

import msgspec

from londinium.work.memory import USUAL_JOB_MB, WORK_MEMORY, keep_within

LAST = 19
"""The lowest priority: everything else goes first."""
LONGEST_LINE = 64 * 1024 * 1024
_PART, _ANSWER = b"part ", b"answer "
"""How the two kinds of lines begin."""

Tell = Callable[[float], None]
"""Hears how much of a job is done, from 0 to 1."""
T = TypeVar("T", bound=msgspec.Struct)
Job = Callable[[T, Tell], bytes]
"""A function that a module holds under its name. Its answer is one line, as JSON is."""


class JobFailed(Exception):
    """The process of a job ended without an answer; it has said why on the error output."""


class JobStopped(JobFailed):
    """The process of a job was told to stop from outside, as all processes of a server are when it is stopped."""


# ── The asking side ──────────────────────────────────────────────────────────


async def done_aside(job: Job[T], task: T, tell: Tell, megabytes: int | None = None) -> bytes:
    """The answer of a job, when there is memory for it: so much, or what the job says it needs. Cancelling the wait ends the
    process.
    """
    if sys.platform == "emscripten":
        return job(task, tell)  # a browser has no processes, and nobody else to wait
    needed: int = getattr(job, "megabytes", USUAL_JOB_MB) if megabytes is None else megabytes
    async with WORK_MEMORY.taken(needed) as share:
        return await _done(job, task, tell, {**os.environ, **share})


async def _done(job: Job[T], task: T, tell: Tell, environment: dict[str, str]) -> bytes:
    name, pipe = f"{job.__module__}:{job.__qualname__}", asyncio.subprocess.PIPE
    command = (sys.executable, "-m", __name__, name)
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LONGEST_LINE, env=environment)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with suppress(ConnectionError):  # it has ended already; what it wrote says more
            process.stdin.write(msgspec.json.encode(task))
            await process.stdin.drain()
            process.stdin.close()
        async for line in process.stdout:
            if line.startswith(_ANSWER):
                return line.removeprefix(_ANSWER).strip()
            tell(float(line.removeprefix(_PART)))
        status = await process.wait()
        kind = JobStopped if status in (-signal.SIGINT, -signal.SIGTERM) else JobFailed
        raise kind(f"{name} ended without an answer, with status {status}")
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


# ── The process ──────────────────────────────────────────────────────────────


def step_back() -> None:
    """Let everybody else go first, so far as LONDINIUM_NICE says; beside other tests a job would be waited for too long."""
    os.nice(int(os.environ.get("LONDINIUM_NICE", LAST)))


def _work(name: str) -> None:
    """Do what the input asks for."""
    module, _, function = name.partition(":")
    job = getattr(import_module(module), function)
    kind = get_type_hints(job)[next(iter(signature(job).parameters))]
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=kind)
    _say(_ANSWER + job(task, lambda part: _say(_PART + f"{part:.4f}".encode())))


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C is for the server: a traceback here would say nothing
    step_back()
    keep_within()
    _work(sys.argv[1])
