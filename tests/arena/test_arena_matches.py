"""Matches: the same results in one process, in two, on Ray, after a kill, and in the records."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from londinium.arena.matches import play_match
from londinium.arena.report.blocks import render_report
from londinium.arena.report.tournament import arena_page, arena_sentences, table_name
from londinium.arena.results import MatchResult, TournamentResults
from londinium.arena.schedule import schedule
from londinium.arena.storage import MATCHES_FILE, RECORDS, read_matches
from londinium.arena.tournament import hold, settings_for
from londinium.kernel.record import load_record
from londinium.kernel.registry import game
from londinium.kernel.words.errors import InvalidOption, InvalidRecord, LondiniumError
from londinium.kernel.words.language import Language, language

pytestmark = pytest.mark.slow_interpreted
BRIDGE, STATION = "old-london-bridge", "next-station-london"

BOTS = """
import time

class Last:
    '''Makes the last legal move; slowly, if it should be killed meanwhile.'''
    name = "last"
    pause = 0.0
    def __init__(self, game):
        self.seen = 0
    def choose(self, match, seat):
        self.seen += 1
        assert self.seen <= match.ply + 1, "this bot has played for somebody else"
        time.sleep(self.pause)
        return match.legal(seat)[-1]

class Slow(Last):
    pause = 0.002

class Cheat(Last):
    def choose(self, match, seat):
        return 10_000
"""


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module with bots of somebody's own, which worker processes can import too."""
    (tmp_path / "own_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    old = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{old}")
    monkeypatch.delitem(sys.modules, "own_bots", raising=False)


def outcomes(folder: Path) -> list[tuple[object, ...]]:
    return [match.outcome for match in read_matches(folder / MATCHES_FILE)[1]]


def tournament(
    slug: str, bots: list[str], games: int, folder: Path | None = None, seats: int = 2, **how: object
) -> TournamentResults:
    settings, boxes = settings_for(game(slug), bots, seats=seats)
    return hold(settings, boxes, games, folder=folder, **how)  # type: ignore[arg-type]  # as the callers give them


def test_greedy_is_stronger_than_random() -> None:
    results = tournament(BRIDGE, ["random", "busy", "greedy"], 300, seats=3)
    assert results.standings[0].bot == "greedy"
    ratings = {one.bot: one.rating for one in results.standings}
    assert ratings["greedy"] is not None
    assert ratings["random"] is not None
    assert ratings["random"].high < ratings["greedy"].low
    pair = next(pair for pair in results.pairs if {pair.first, pair.second} == {"greedy", "random"})
    assert pair.first == "greedy"
    assert pair.ahead.mean > 0.95
    assert pair.difference.low is not None
    assert pair.difference.low > 20
    wins = sum(one.wins.mean for one in results.standings if one.wins is not None)
    assert wins == pytest.approx(1.0), "every match has one win to give"


def test_alone_bots_are_compared_on_the_same_seeds() -> None:
    results = tournament(STATION, ["greedy", "random"], 60, seats=1)
    assert (results.matches, results.seeds) == (60, 30)
    assert [one.rating for one in results.standings] == [None, None]
    assert [one.wins for one in results.standings] == [None, None]
    (pair,) = results.pairs
    assert pair.difference.count == 30
    means = {one.bot: one.score.mean.mean for one in results.standings}
    assert pair.difference.mean == pytest.approx(means["greedy"] - means["random"])


def test_one_against_three() -> None:
    results = tournament(BRIDGE, ["greedy", "random", "random", "random"], 40, seats=4)
    (table,) = results.tables
    assert table_name(table.bots) == "greedy + 3 × random"
    assert table.wins["greedy"].mean > 0.9
    assert table.wins["greedy"].mean + 3 * table.wins["random"].mean == pytest.approx(1.0)


@pytest.mark.usefixtures("own_bots")
@pytest.mark.parametrize("slug", [BRIDGE, STATION])
def test_two_jobs_give_what_one_does(tmp_path: Path, slug: str) -> None:
    bots = ["own_bots:Last", "greedy", "random"]
    tournament(slug, bots, 18, tmp_path / "one")
    tournament(slug, bots, 18, tmp_path / "two", jobs=2)
    assert len(outcomes(tmp_path / "one")) == 18
    assert outcomes(tmp_path / "one") == outcomes(tmp_path / "two")


@pytest.mark.usefixtures("own_bots")
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_ray_gives_what_one_process_does(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'londinium[cluster]'")
    bots = ["own_bots:Last", "greedy", "random"]
    tournament(BRIDGE, bots, 12, tmp_path / "here")
    tournament(BRIDGE, bots, 12, tmp_path / "there", jobs=2, ray="local")
    assert len(outcomes(tmp_path / "here")) == 12
    assert outcomes(tmp_path / "here") == outcomes(tmp_path / "there")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LondiniumError, match=r"londinium\[cluster\]"):
        tournament(BRIDGE, ["greedy", "random"], 2, ray="local")


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_cluster_that_is_not_there_is_named_at_once() -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'londinium[cluster]'")
    with pytest.raises(LondiniumError, match=r"there is no Ray cluster at 127\.0\.0\.1:9: "):
        tournament(BRIDGE, ["greedy", "random"], 2, ray="127.0.0.1:9")


@pytest.mark.usefixtures("own_bots")
def test_every_seat_has_a_bot_of_its_own() -> None:
    """The bot itself checks that nobody else's decisions reach it."""
    settings, boxes = settings_for(game(BRIDGE), ["own_bots:Last"], seats=2)
    result, match = play_match(game(BRIDGE), settings, schedule(settings, 1)[0], boxes)
    assert match.is_over
    assert [clock.decisions > 0 for clock in result.clocks] == [True, True]


def test_names_are_checked_without_making_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search begins with a tree of many megabytes, which only those who play need."""
    monkeypatch.setattr("londinium.bots.search.search.Search.__init__", None)
    settings, _ = settings_for(game(BRIDGE), ["search-100", "master"], seats=2)
    assert settings.bots == ("search-100", "master")


@pytest.mark.usefixtures("own_bots")
def test_wrong_bots_are_named() -> None:
    with pytest.raises(InvalidOption, match="there is no bot 'nobody'"):
        tournament(BRIDGE, ["nobody", "greedy"], 2)
    with pytest.raises(InvalidOption, match="there is no bot 'own_bots:Nobody'"):
        tournament(BRIDGE, ["own_bots:Nobody", "greedy"], 2)


@pytest.mark.usefixtures("own_bots")
def test_a_bot_that_answers_nonsense_loses_its_moves_and_the_tournament_goes_on() -> None:
    results = tournament(BRIDGE, ["own_bots:Cheat", "greedy"], 2)
    assert results.matches == 2
    assert [(lost.bot, lost.moves, lost.matches, lost.detail) for lost in results.lost] == [("own_bots:Cheat", 6, 2, "10000")]


# ── Records ──────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("own_bots")
@pytest.mark.parametrize(("slug", "bots"), [(BRIDGE, ["greedy", "random"]), (STATION, ["greedy", "own_bots:Last"])])
def test_records_are_the_matches(tmp_path: Path, slug: str, bots: list[str]) -> None:
    """Also where the match was played in one compiled call and the record made afterwards."""
    tournament(slug, bots, 4, tmp_path / "plain")
    tournament(slug, bots, 4, tmp_path / "kept", records=True)
    assert outcomes(tmp_path / "plain") == outcomes(tmp_path / "kept"), "keeping records changes nothing"
    files = sorted((tmp_path / "kept" / RECORDS).iterdir())
    matches = read_matches(tmp_path / "kept" / MATCHES_FILE)[1]
    assert len(files) == len(matches) == 4
    for file, result in zip(files, matches, strict=True):
        match = load_record(file)
        assert match.outcome is not None
        assert (match.outcome.scores, match.outcome.places) == (result.scores, result.places)
        assert match.names == result.bots
        assert match.seed == result.seed


# ── Going on ─────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("own_bots")
def test_a_killed_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    bots = ["own_bots:Slow", "greedy"]
    tournament(BRIDGE, bots, 24, tmp_path / "whole")
    path = tmp_path / "killed" / MATCHES_FILE
    words = [BRIDGE, "--bots", ",".join(bots), "--seats", "2", "--games", "24", "-o", str(path.parent)]
    running = subprocess.Popen([sys.executable, "-m", "londinium", "arena", *words], stderr=subprocess.DEVNULL)
    deadline = time.time() + 120
    while time.time() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 5):
        time.sleep(0.02)
    running.send_signal(signal.SIGKILL)
    running.wait()
    done = path.read_bytes().count(b"\n") - 1
    assert 4 <= done < 24, "killed in the middle"
    with path.open("ab") as file:
        file.write(b'{"number":23,"seed":')  # what a killed process may leave behind
    told: list[tuple[int, int]] = []
    results = tournament(BRIDGE, bots, 24, path.parent, resume=True, told=lambda *seen: told.append(seen))
    assert told[0] == (done, 24), "what was played is not played again"
    assert outcomes(path.parent) == outcomes(tmp_path / "whole")
    assert results.matches == 24


def test_more_matches_can_be_added(tmp_path: Path) -> None:
    tournament(BRIDGE, ["greedy", "random"], 10, tmp_path / "a")
    tournament(BRIDGE, ["greedy", "random"], 20, tmp_path / "a", resume=True)
    tournament(BRIDGE, ["greedy", "random"], 20, tmp_path / "b")
    assert outcomes(tmp_path / "a") == outcomes(tmp_path / "b")
    fewer = tournament(BRIDGE, ["greedy", "random"], 10, tmp_path / "a", resume=True)
    assert fewer.matches == 10


def test_results_are_not_mixed(tmp_path: Path) -> None:
    tournament(BRIDGE, ["greedy", "random"], 4, tmp_path)
    with pytest.raises(InvalidOption, match="continue them with --resume"):
        tournament(BRIDGE, ["greedy", "random"], 4, tmp_path)
    with pytest.raises(InvalidOption, match=r'bots = \["greedy","random"\], not \["greedy","busy"\]'):
        tournament(BRIDGE, ["greedy", "busy"], 4, tmp_path, resume=True)


@pytest.mark.parametrize("damage", [b"nonsense\n", b'{"number":"x"}\n', b"\xff\xfe\n"])
def test_a_broken_file_is_named_with_its_line(tmp_path: Path, damage: bytes) -> None:
    tournament(BRIDGE, ["greedy", "random"], 4, tmp_path)
    path = tmp_path / MATCHES_FILE
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], damage, *lines[2:]]))
    with pytest.raises(InvalidRecord, match=r"matches.jsonl, line 3: this is not an arena result"):
        tournament(BRIDGE, ["greedy", "random"], 4, tmp_path, resume=True)


def test_a_run_that_was_killed_at_once_begins_anew(tmp_path: Path) -> None:
    tmp_path.joinpath(MATCHES_FILE).write_bytes(b'{"game":"old-lon')
    assert tournament(BRIDGE, ["greedy", "random"], 4, tmp_path, resume=True).matches == 4


# ── The report and the verb ──────────────────────────────────────────────────


def test_the_report_has_everything(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    results = tournament(BRIDGE, ["greedy", "busy", "random"], 60, seats=2)
    page = render_report(arena_page(results, language("en", game(BRIDGE).folder)))
    for wanted in ("greedy comes out ahead", "Standings", "Scores", "Pairs", "Tables", "Wins by seat", "Time", "Plackett–Luce"):
        assert wanted in page
    assert page.count("<svg") == 3
    assert "<script" not in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "fill: var(--seat0)" in page, "plots follow the scheme of the page"
    assert "prefers-color-scheme:dark" in page


@pytest.mark.parametrize(("slug", "seats"), [(BRIDGE, 2), (STATION, 1)])
def test_one_seed_tells_nothing(slug: str, seats: int) -> None:
    """It has no interval, and is not called close, however far apart the points are."""
    results = tournament(slug, ["greedy", "random"], seats, seats=seats)
    told = " ".join(arena_sentences(results, Language("en")))
    assert "on 1 seed." in told
    assert "One seed is not enough to compare greedy and random: 100% of their matches" in told
    assert "()" not in told
    assert "too close" not in told
    assert "comes out ahead" not in arena_page(results, Language("en")).title


def test_without_matplotlib_the_report_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("londinium.arena.report.plots.can_plot", lambda: False)
    monkeypatch.setattr("londinium.arena.report.blocks.can_plot", lambda: False)
    page = render_report(arena_page(tournament(BRIDGE, ["greedy", "random"], 8), Language("en")))
    assert "londinium[report]" in page
    assert "<svg" not in page
    assert "Plackett–Luce" in page


def test_names_of_bots_are_text(monkeypatch: pytest.MonkeyPatch) -> None:
    match = MatchResult(0, 0, ("<b>", "greedy"), (1, 2), (1, 0), 10, 0.1)
    from londinium.arena.summary import summarise_arena

    settings, _ = settings_for(game(BRIDGE), ["greedy", "random"], seats=2)
    import msgspec

    page = render_report(
        arena_page(summarise_arena(msgspec.structs.replace(settings, bots=("<b>", "greedy")), [match]), Language("en"))
    )
    assert "<b>" not in page
    assert "&lt;b&gt;" in page


def run(*words: str, status: int = 0) -> str:
    environment = {**os.environ, "LONDINIUM_LANG": "en", "COLUMNS": "100"}
    command = [sys.executable, "-W", "error", "-m", "londinium", *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


def test_the_verb(tmp_path: Path) -> None:
    words = ("arena", BRIDGE, "--bots", "greedy,random", "--seats", "2", "--games", "20", "-o", str(tmp_path / "out"))
    shown = run(*words)
    assert "20 matches of 2 players on 10 seeds." in shown
    assert "report.html" in shown
    found = json.loads(run(*words, "--resume", "--json"))
    assert found == json.loads((tmp_path / "out" / "results.json").read_text())
    assert found["standings"][0]["bot"] == "greedy"
    assert "greedy comes out ahead" in (tmp_path / "out" / "report.html").read_text()
    assert "--resume" in run(*words, status=2)
    assert "give one with -o" in run("arena", BRIDGE, "--records", status=2)
    assert "every combination" in run("arena", "--help").replace("\n  ", " ")
