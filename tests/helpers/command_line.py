"""`londinium WORDS...` in a process of its own, which need not read Python's libraries again: most of what a small verb takes.

The process is forked from one that has imported much of what lies below the command line, and nothing of the command line itself:
which language that speaks is decided when it is imported. Tests of how Londinium starts, or of what is read then, start a fresh
Python.
"""

from __future__ import annotations

import atexit
import os
import sys
import tempfile
import warnings
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from subprocess import CompletedProcess, TimeoutExpired

BEFORE = (
    "londinium.arena.tournament",
    "londinium.bots.levels",
    "londinium.games.next_station_london",
    "londinium.games.old_london_bridge",
    "londinium.study.analysis",
    "londinium.web.pages.standalone",
    "rich.console",
    "rich.progress",
    "rich.table",
)
"""What most verbs import."""
READ_AT_THE_START = {"LONDINIUM_CACHE", "LONDINIUM_QUIET", "NUMBA_DISABLE_JIT", "PYTHONPATH"}
PATIENCE = 300.0

_context = get_context("forkserver")
_context.set_forkserver_preload(list(BEFORE))


def command(*words: str, typed: str = "", **settings: str) -> CompletedProcess[str]:
    """What `londinium WORDS...` does with what is typed, warnings being errors; the settings are added to the environment."""
    assert READ_AT_THE_START.isdisjoint(settings), "a fresh Python reads these"
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("in", "out", "err")]
        streams[0].write_text(typed, encoding="utf-8")
        process = _context.Process(target=_become, args=(words, streams, {**os.environ, **settings}, os.getcwd()))
        process.start()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise TimeoutExpired(words, PATIENCE)
        status, said = process.exitcode, [stream.read_text(encoding="utf-8") for stream in streams[1:]]
        process.close()
        return CompletedProcess(words, status, *said)


def _become(words: Sequence[str], streams: Sequence[Path], environment: dict[str, str], folder: str) -> None:
    """Be that command, in the forked process."""
    for number, (stream, mode) in enumerate(zip(streams, ("r", "w", "w"), strict=True)):
        with stream.open(mode) as opened:
            os.dup2(opened.fileno(), number)
    sys.stdin = os.fdopen(0, encoding="utf-8")
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["londinium", *words]
    warnings.resetwarnings()
    warnings.simplefilter("error")
    from londinium.cli import main

    try:
        main()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
