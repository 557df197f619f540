"""Bots that search, in the arena: the same seeds give the same matches, wherever and in how many parts they are played."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from londinium.arena.results import MatchResult
from londinium.arena.storage import MATCHES_FILE, read_matches
from londinium.arena.tournament import hold, settings_for
from londinium.kernel.registry import game

pytestmark = pytest.mark.slow_interpreted
BRIDGE, STATION = "old-london-bridge", "next-station-london"
BOTS = ["search-30", "search-8", "greedy"]


def tournament(slug: str, folder: Path, games: int, bots: list[str] = BOTS, **how: object) -> list[MatchResult]:
    settings, boxes = settings_for(game(slug), bots, seats=2)
    hold(settings, boxes, games, folder=folder, **how)  # type: ignore[arg-type]  # as the callers give them
    return read_matches(folder / MATCHES_FILE)[1]


def outcomes(matches: list[MatchResult]) -> list[tuple[object, ...]]:
    return [match.outcome for match in matches]


@pytest.fixture(scope="module", params=[BRIDGE, STATION])
def here(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[tuple[object, ...]]]:
    """A game, and what came of its matches in one process."""
    slug = str(request.param)
    return slug, outcomes(tournament(slug, tmp_path_factory.mktemp("here"), 6))


def test_searches_think_and_win(tmp_path: Path) -> None:
    matches = tournament(STATION, tmp_path, 8, ["search-60", "random"])
    won = sum(match.places[match.bots.index("search-60")] == min(match.places) for match in matches)
    assert won == 8
    for match in matches:
        clock = match.clocks[match.bots.index("search-60")]
        assert clock.decisions > 20
        assert clock.seconds > 0


def test_two_jobs_give_what_one_does(here: tuple[str, list[tuple[object, ...]]], tmp_path: Path) -> None:
    slug, alone = here
    assert len(alone) == 6
    assert outcomes(tournament(slug, tmp_path, 6, jobs=2)) == alone


# Ray takes ten seconds to start: the other game is played there by other bots, in `test_arena_matches.py`.
@pytest.mark.parametrize("here", [STATION], indirect=True)
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_ray_gives_what_one_process_does(here: tuple[str, list[tuple[object, ...]]], tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'londinium[cluster]'")
    slug, alone = here
    assert outcomes(tournament(slug, tmp_path, 6, jobs=2, ray="local")) == alone


# ── Stopped and gone on ──────────────────────────────────────────────────────


def children(process: int) -> list[int]:
    listed = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False).stdout
    return [int(word) for word in listed.split()]


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def running(folder: Path, games: int, at_least: int) -> Iterator[subprocess.Popen[str]]:
    """`londinium arena` with two workers, in the middle of its matches."""
    words = ["arena", STATION, "--bots", "search-100,greedy", "--seats", "2", "--games", str(games), "--jobs", "2"]
    command = [sys.executable, "-m", "londinium", *words, "-o", str(folder)]
    environment = {**os.environ, "LONDINIUM_LANG": "en"}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment)
    try:
        path, end = folder / MATCHES_FILE, time.monotonic() + 300
        while time.monotonic() < end and (not path.exists() or path.read_bytes().count(b"\n") <= at_least):
            assert process.poll() is None
            time.sleep(0.02)
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_killed_run_leaves_nothing_running_and_goes_on(tmp_path: Path) -> None:
    with running(tmp_path / "killed", 200, 4) as arena:
        workers = children(arena.pid)
        assert len(workers) >= 2
        arena.send_signal(signal.SIGKILL)
        arena.wait()
    end = time.monotonic() + 30
    while any(is_alive(worker) for worker in workers):
        assert time.monotonic() < end, "workers that nobody waits for"
        time.sleep(0.1)
    done = outcomes(read_matches(tmp_path / "killed" / MATCHES_FILE)[1])
    games = len(done) + 4 + len(done) % 2
    bots = ["search-100", "greedy"]
    again = outcomes(tournament(STATION, tmp_path / "killed", games, bots, resume=True, jobs=2))
    assert again == outcomes(tournament(STATION, tmp_path / "whole", games, bots))


def test_a_worker_that_is_killed_is_told(tmp_path: Path) -> None:
    with running(tmp_path, 400, 1) as arena:
        commands = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in children(arena.pid)}
        worker = next(child for child, command in commands.items() if b"spawn_main" in command)
        os.kill(worker, signal.SIGKILL)
        _, said = arena.communicate(timeout=60)
    assert arena.returncode == 2
    assert "a worker process was killed from outside" in said
    assert "Traceback" not in said


# ── The verb ─────────────────────────────────────────────────────────────────


def run(*words: str, status: int = 0) -> str:
    environment = {**os.environ, "LONDINIUM_LANG": "en", "COLUMNS": "100"}
    command = [sys.executable, "-W", "error", "-m", "londinium", "arena", *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if status == 0 else done.stderr


def test_the_report_has_plots_and_sentences(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run(STATION, "--bots", "search-60,random", "--seats", "2", "--games", "12", "-o", str(tmp_path))
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 3
    told = re.sub(r"<[^>]*>", " ", page)
    assert "search-60 comes out ahead" in told
    assert "12 matches of 2 players on 6 seeds." in told


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    assert "there is no bot 'grandmaster'; choose one of: random" in run(STATION, "--bots", "grandmaster,greedy", status=2)
    assert "there is no bot 'search-0'" in run(STATION, "--bots", "search-0,greedy", status=2)
    assert "9" in run(STATION, "--bots", "greedy,random", "--seats", "9", status=2)
    assert "chess" in run("chess", "--bots", "greedy,random", status=2)
    file = tmp_path / "file"
    file.write_text("no folder", encoding="utf-8")
    assert "is a file" in run(STATION, "--bots", "greedy,random", "-o", str(file), status=2)
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / MATCHES_FILE).write_text("nonsense\n", encoding="utf-8")
    words = (STATION, "--bots", "greedy,random", "--games", "4", "-o", str(broken))
    assert f"{MATCHES_FILE}, line 1: this is not an arena result" in run(*words, "--resume", status=2)
    assert "there are already results in" in run(*words, status=2)
    (broken / MATCHES_FILE).unlink()
    (broken / MATCHES_FILE).mkdir()
    assert MATCHES_FILE in run(*words, "--resume", status=2)
