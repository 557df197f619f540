"""A first start, with nothing compiled: pages at once, a match of either game right after, and then the rest."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from londinium.kernel.registry import game as find_game
from londinium.kernel.rules import COMPILED
from londinium.load.first_start import first_move
from londinium.web.background import preparation as module
from londinium.web.background.compilation import HINTS_STEP, RULES_STEP, SEARCH_STEP, CompileTask
from londinium.web.background.preparation import BEGINS, IS_COMPILED, Preparation

from .site import in_loop

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
BRIDGE, CITY = "old-london-bridge", "next-station-london"


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int, Path]]:
    """A server with an empty cache, its process, and its log."""
    folder = tmp_path_factory.mktemp("cold")
    environment = {**os.environ, "LONDINIUM_CACHE": str(folder / "cache"), "LONDINIUM_LANG": "en"}
    database = f"sqlite:///{folder}/table.db"
    command = [sys.executable, "-m", "londinium", "serve", "--port", "0", "--no-limits", "--database", database]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment)
    assert process.stdout is not None
    yield process.stdout.readline().decode().partition(" at ")[2].split("/ ")[0], process.pid, folder / "log"
    process.terminate()
    process.wait(30)
    process.stdout.close()


def processor_seconds(process: int) -> float:
    """Of a process and all its threads: beside other tests, seconds on the wall say nothing."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_pages_and_matches_come_before_any_compiled_rule(cold: tuple[str, int, Path]) -> None:
    """On a quiet machine: the home page after 2 s, a move after 3. Before, the first page came after 80 to 227 s."""
    url, process, log = cold
    home = httpx.get(url + "/", timeout=30)
    assert home.status_code == 200
    assert processor_seconds(process) < 6
    for slug in (CITY, BRIDGE):
        asyncio.run(first_move(url, slug, 0))
    assert processor_seconds(process) < 12
    for path in ("/rules", f"/rules/{CITY}", "/learn", f"/new/{BRIDGE}", f"/learn/{CITY}"):
        assert httpx.get(url + path, timeout=30, follow_redirects=True).status_code == 200, path
    assert "compiling its rules" in httpx.get(url + "/", timeout=30).text
    told = httpx.get(url + "/preparing", timeout=30)
    assert (told.status_code, "<progress" in told.text) == (200, True)
    assert "Compiling" in log.read_text()


# ── The order of things ──────────────────────────────────────────────────────


class Workshop:
    """Stands in for the processes that compile, which take minutes: notes what they are asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kept: bool = False) -> None:
        self.compiled: list[tuple[str, str]] = []
        self.fetched: list[tuple[str, str]] = []
        self.may_end = asyncio.Event()
        monkeypatch.setattr(module, "PAGES_FIRST", 0)
        monkeypatch.setattr(module, "is_compiled", lambda game, step: kept)
        monkeypatch.setattr(module, "done_aside", self._compile)
        monkeypatch.setattr(module, "fetch_step", lambda game, step: self.fetched.append((game.slug, step)))
        monkeypatch.setattr(module, "games", lambda: [find_game(CITY), find_game(BRIDGE)])

    async def _compile(self, job: object, task: CompileTask, tell: object, megabytes: int) -> bytes:
        self.compiled.append((task.game, task.step))
        await self.may_end.wait()
        return b"null"


@in_loop
async def test_the_game_that_somebody_wants_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop, told = Workshop(monkeypatch), list[tuple[str, str]]()
    it = Preparation(lambda game, what: told.append((game.slug, what)), workers=1)
    it.want(find_game(BRIDGE))
    it.begin()
    await asyncio.sleep(0.01)
    assert workshop.compiled == [(BRIDGE, RULES_STEP)]
    assert it.progress == (0, 6)
    assert it.is_compiling(find_game(CITY), SEARCH_STEP)
    assert not await it.can_search(find_game(BRIDGE))
    workshop.may_end.set()
    await asyncio.wait_for(it.done.wait(), 10)
    assert workshop.compiled[:3] == [(BRIDGE, step) for step in (RULES_STEP, SEARCH_STEP, HINTS_STEP)]
    assert workshop.fetched == workshop.compiled
    assert it.waiting == 0
    assert await it.can_search(find_game(CITY))
    assert await it.can_hint(find_game(CITY))
    assert told == [(BRIDGE, BEGINS), (BRIDGE, IS_COMPILED), (CITY, BEGINS), (CITY, IS_COMPILED)]
    await it.close()


@in_loop
async def test_two_cores_compile_two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop(monkeypatch)
    it = Preparation(workers=2)
    it.want(find_game(CITY))
    it.begin()
    await asyncio.sleep(0.01)
    assert workshop.compiled == [(CITY, RULES_STEP), (BRIDGE, RULES_STEP)], "nothing that builds on the first"
    await it.close()


@in_loop
async def test_what_was_compiled_before_is_only_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop, finished = Workshop(monkeypatch, kept=True), list[bool]()
    it = Preparation()
    it.begin(lambda: finished.append(True))
    assert it.progress is None
    assert await asyncio.wait_for(it.can_search(find_game(CITY)), 10), "it is waited for"
    await asyncio.wait_for(it.done.wait(), 10)
    assert (workshop.compiled, len(workshop.fetched)) == ([], 6)
    await asyncio.sleep(0.01)
    assert finished == [True]
    await it.close()
