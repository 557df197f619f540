"""Compiled rules of another processor: the server plays at once, others compile, and it never compiles in itself."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from londinium.kernel.registry import game
from londinium.kernel.rules import COMPILED, cache_home
from londinium.load.first_start import first_move
from londinium.web.background.compilation import COMPILE_STEPS, is_compiled

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
CITY = "next-station-london"
PATIENCE = 120
MB = 1024 * 1024
NOTES = """
import os
from numba.core import event

class Notes(event.Listener):
    def on_start(self, found):
        with open({file!r}, "a") as notes:
            notes.write(f"{{os.getpid()}} {{found.data['dispatcher'].py_func.__name__}}\\n")

    def on_end(self, found):
        pass

event.register("numba:compile", Notes())
"""
"""Python reads this in every process: Numba says there what it compiles, and not what it fetches from disk."""


@dataclass
class Served:
    url: str
    pid: int
    notes: Path

    def compiled(self) -> list[tuple[int, str]]:
        """What was compiled, and in which process."""
        lines = self.notes.read_text().splitlines() if self.notes.exists() else []
        return [(int(line.split()[0]), line.split()[1]) for line in lines]

    @property
    def resident(self) -> int:
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Served]:
    """A server on another processor, with everything that was compiled on this one."""
    missing = [step for step in COMPILE_STEPS if not is_compiled(game(CITY), step)]
    assert not missing, "compiled beforehand, as `make test` does"
    shutil.copytree(cache_home(), tmp_path / "cache")
    notes = tmp_path / "notes"
    (tmp_path / "sitecustomize.py").write_text(NOTES.format(file=str(notes)))
    environment = {
        **os.environ,
        "LONDINIUM_CACHE": str(tmp_path / "cache"),
        "NUMBA_CPU_NAME": "generic",
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]),
    }
    command = [
        sys.executable,
        "-m",
        "londinium",
        "serve",
        "--port",
        "0",
        "--no-limits",
        "--database",
        f"sqlite:///{tmp_path}/t.db",
    ]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment)
    assert process.stdout is not None
    yield Served(process.stdout.readline().decode().partition(" at ")[2].split("/ ")[0], process.pid, notes)
    process.terminate()
    process.wait(30)
    process.stdout.close()


def test_the_server_plays_and_others_compile(elsewhere: Served) -> None:
    """Before, the server believed what another processor had noted, and compiled all of it in itself: for two minutes, and with a
    gigabyte that it never gave back.
    """
    before = elsewhere.resident
    assert httpx.get(elsewhere.url, timeout=30).status_code == 200
    end = time.monotonic() + PATIENCE
    while len(elsewhere.compiled()) < 20:
        assert time.monotonic() < end, "nothing is compiled"
        time.sleep(0.1)
    asyncio.run(first_move(elsewhere.url, CITY, 0))
    here = [name for process, name in elsewhere.compiled() if process == elsewhere.pid]
    assert here == [], "the server has compiled"
    assert elsewhere.resident < before + 150 * MB


ASKED = """
import sys
from londinium.web.background.compilation import is_compiled
from londinium.kernel.registry import game
print([is_compiled(game("next-station-london"), step) for step in ("rules", "search", "hints")])
"""


def is_noted(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", ASKED], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_what_another_processor_has_compiled_does_not_count() -> None:
    assert is_noted() == "[True, True, True]"
    assert is_noted(NUMBA_CPU_NAME="generic") == "[False, False, False]"


WRONG = """
import asyncio
from mudlarks.rules import audit
from londinium.kernel.registry import game
from londinium.web.background import preparation as module
from londinium.web.background.compilation import COMPILE_STEPS, RULES_STEP, note_compiled
from londinium.web.background.preparation import Preparation

async def prepared():
    asked = []
    done_aside = module.done_aside
    async def noted(job, task, tell, megabytes=None):
        asked.append(job.__name__)
        return await done_aside(job, task, tell, megabytes)
    module.done_aside = noted
    module.PAGES_FIRST, module.games = 0, lambda: [game("mudlarks")]
    module.COMPILE_STEPS = {RULES_STEP: COMPILE_STEPS[RULES_STEP]}
    note_compiled(game("mudlarks"), RULES_STEP)  # a note that is wrong
    it = Preparation(workers=1)
    it.begin()
    await asyncio.wait_for(it.done.wait(), 120)
    push = game("mudlarks").engine.unchecked.push
    assert push.signatures and not push.stats.cache_misses, push.stats
    print(asked.count("compile_job"), "steps")
    # What no step compiles is interpreted in the thread that nobody may stop, and soon there all the same.
    match = game("mudlarks").match(seats=2, seed=1)
    here = match.position.state, match.boxes[0]
    assert not audit.signatures
    said = audit(*here)
    assert not audit.signatures
    while not audit.signatures:
        await asyncio.sleep(0.1)
    assert audit(*here) == said and not audit.stats.cache_misses
    print(asked.count("rule_job"), "rule")
    await it.close()

asyncio.run(prepared())
"""


def test_a_note_that_is_wrong_costs_a_process_and_no_compiling_in_the_server(tmp_path: Path) -> None:
    environment = {**os.environ, "LONDINIUM_CACHE": str(tmp_path), "LONDINIUM_NICE": "0"}
    command = [sys.executable, "-c", WRONG]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "1 steps\n1 rule\n"
