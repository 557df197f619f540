"""Datasets: every row can be played again, and no interruption, process or mistake of the user spoils a file."""

from __future__ import annotations

import json
import shutil
import sys
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from pyarrow import parquet

import londinium
from londinium import CHANCE, Match
from londinium.cli.dataset import verb
from londinium.envs import dataset_files
from londinium.envs.conformance import Eyes
from londinium.envs.dataset import DATASET_COLUMNS, column_table
from londinium.envs.minari_files import check_minari
from londinium.kernel.words.errors import InvalidOption, LondiniumError, UnknownGame
from londinium.work import pool

ALONE = ("next-station-london", "--seats", "1", "--bot", "search-12", "--games", "3", "--seed", "5")


def run(*words: object) -> Result:
    return CliRunner().invoke(verb, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "matches.parquet"


def rows_of(table: Any) -> Iterator[list[dict[str, Any]]]:
    """The rows of each match."""
    rows = table.to_pylist()
    for number in range(rows[-1]["match"] + 1):
        yield [row for row in rows if row["match"] == number]


def check_match(facts: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    """Play a match again from its seed and the moves in the rows; compare everything else."""
    game, seed = londinium.game(facts["game"]), facts["seed"] + rows[0]["match"]
    match = Match(game, facts["seats"], facts["options"], seed, game.standard_box(), "standard", ["A"] * facts["seats"])
    eyes, engine, searches = Eyes(match), game.engine, facts["bot"] not in ("random", "busy", "greedy")
    for row in rows:
        reveal_all(match)
        seat, states = match.to_act[0], match.position.states
        assert (row["seed"], row["ply"], row["seat"]) == (seed, match.ply, seat)
        observation, _ = eyes.see(states, seat)
        assert row["observation"] == observation.tolist()
        legal = match.legal(seat)
        assert [move for move, allowed in enumerate(row["action_mask"]) if allowed] == sorted(legal)
        assert row["action"] in legal
        assert ("visits" in row) == searches
        if searches:
            tried = {move: count for move, count in enumerate(row["visits"]) if count}
            assert set(tried) <= set(legal)
            assert sum(tried.values()) >= 12 if len(legal) > 1 else not tried
            assert not tried or row["action"] in tried
        match.apply(row["action"], seat)
    reveal_all(match)
    assert match.is_over
    assert engine.to_act(match.position.states, 0) == 0
    outcome = match.outcome
    assert outcome is not None
    for row in rows:
        assert (tuple(row["points"]), tuple(row["places"])) == (outcome.scores, outcome.places)
        assert ("rank" in row) == (match.seats > 1)
        if match.seats > 1:
            others = match.seats - 1
            ranks = [sum((there > here) - (there < here) for there in row["places"]) / others for here in row["places"]]
            assert row["rank"] == pytest.approx(ranks)


def reveal_all(match: Match) -> None:
    engine = match.game.engine
    while match.to_act == (CHANCE,):
        match.apply(engine.unchecked.reveal(match.position.states, 0, match.boxes, match.seed, *engine.buffers()), CHANCE)


@pytest.mark.parametrize(
    "words",
    [
        ALONE,
        ("next-station-london", "--seats", "2", "--bot", "greedy", "--games", "2", "--variant", "both-modules"),
        ("old-london-bridge", "--bot", "apprentice", "--games", "2", "--variant", "expansion"),
        ("old-london-bridge", "--seats", "2", "--bot", "search-12", "--games", "2"),
        ("old-london-bridge", "--seats", "3", "--bot", "random", "--games", "4"),
    ],
    ids=" ".join,
)
def test_every_row_can_be_played_again(words: tuple[str, ...], file: Path) -> None:
    told = run(*words, "-o", file)
    table = parquet.read_table(file)
    assert f"{len(table)} positions" in told.output
    assert list(file.parent.iterdir()) == [file]
    facts = json.loads(table.schema.metadata[b"londinium"])
    game = londinium.game(facts["game"])
    assert facts["actions"] == [game.moves.text(move) for move in range(len(facts["actions"]))]
    last = facts["observation"][-1]
    assert last["start"] + last["shape"][0] == len(table["observation"][0])
    assert table.schema.names == [column.name for column in DATASET_COLUMNS if column.name in table.schema.names]
    for rows in rows_of(table):
        check_match(facts, rows)


def tries_of(file: Path, *words: str) -> tuple[list[int], list[int]]:
    """Of every decision with a choice: how many tries are noted, and the move that was made."""
    run(*words, "--games", "1", "--seed", "5", "-o", file)
    rows = [row for row in parquet.read_table(file).to_pylist() if sum(row["action_mask"]) > 1]
    return [sum(row["visits"]) for row in rows], [row["action"] for row in rows]


def test_who_looks_ahead_exactly_tries_nothing(file: Path) -> None:
    """Positions that were looked at are no tries: a policy that learns from them would learn what is laborious."""
    tries, moves = tries_of(file, "next-station-london", "--seats", "1", "--bot", "master")
    assert moves
    assert not any(tries)
    bridge = file.with_name("bridge.parquet")
    tries, _ = tries_of(bridge, "old-london-bridge", "--seats", "2", "--bot", "master")
    assert min(tries) >= 16, "it judges by its network, and simulates"


def test_processes_and_interruptions_change_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes in one go, with two processes, and after being stopped twice. Row groups hold whole matches."""
    monkeypatch.setattr(dataset_files, "ROWS_PER_GROUP", 50)
    together, parts = file.with_name("together.parquet"), file.with_name("matches.parquet.parts")
    run(*ALONE, "-o", together, "--jobs", "2")
    do_all = pool.do_all

    def stopped(after: int, *arguments: Any) -> Iterator[Any]:
        yield from islice(do_all(*arguments), after)
        raise KeyboardInterrupt

    monkeypatch.setattr(pool, "do_all", lambda *arguments: stopped(0, *arguments))
    run(*ALONE, "-o", file)
    assert not parts.exists()
    monkeypatch.setattr(pool, "do_all", lambda *arguments: stopped(1, *arguments))
    for matches in (1, 2):
        told = run(*ALONE, "-o", file, *(["--resume"] if matches > 1 else []))
        assert told.exit_code == 1
        assert "--resume" in told.output
        left = parquet.read_table(parts)
        assert left["match"][-1].as_py() == matches - 1
    monkeypatch.setattr(pool, "do_all", do_all)
    run(*ALONE, "-o", file, "--resume")
    assert file.read_bytes() == together.read_bytes()
    assert not parts.exists()
    groups = parquet.ParquetFile(file)
    found = [set(groups.read_row_group(group)["match"].to_pylist()) for group in range(groups.num_row_groups)]
    assert found == [{0, 1}, {2}]


def test_parts_are_written_now_and_then(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also whoever is killed without a word leaves what was played."""
    monkeypatch.setattr(dataset_files, "WRITER_PATIENCE", 0.0)
    monkeypatch.setattr(dataset_files.Parts, "finish", lambda self: None)
    seen = []
    flush = dataset_files.Parts.flush

    def noticed(self: dataset_files.Parts) -> None:
        flush(self)
        seen.append(self.matches)

    monkeypatch.setattr(dataset_files.Parts, "flush", noticed)
    with pytest.raises(FileNotFoundError):
        run(*ALONE, "-o", file)
    assert seen[:3] == [1, 2, 3]


def test_what_is_in_the_way(file: Path) -> None:
    parts = file.with_name("matches.parquet.parts")
    words = ("next-station-london", "--seats", "1", "--bot", "greedy", "--games", "2")
    run(*words, "-o", file)
    with pytest.raises(InvalidOption, match="--force"):
        run(*words, "-o", file)
    with pytest.raises(InvalidOption, match="--force"):
        run(*words, "-o", file, "--resume")
    run(*words, "-o", file, "--force")
    parts.mkdir()
    shutil.copy(file, parts / "000000.parquet")
    file.unlink()
    with pytest.raises(InvalidOption, match="interrupted"):
        run(*words, "-o", file)
    with pytest.raises(InvalidOption, match='bot = "greedy", not "busy"'):
        run(*words, "--bot", "busy", "-o", file, "--resume")
    with pytest.raises(InvalidOption, match="2 matches"):
        run(*words, "--games", "1", "-o", file, "--resume")
    (parts / "000000.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(LondiniumError, match="cannot be read"):
        run(*words, "-o", file, "--resume")
    run(*words, "-o", file, "--force")
    assert list(file.parent.iterdir()) == [file]


def test_mistakes_are_said_before_anything_is_played(file: Path) -> None:
    with pytest.raises(UnknownGame):
        run("ludo", "-o", file)
    for words, problem in {
        ("--bot", "deep-thought"): "deep-thought",
        ("--seats", "9"): "9",
        ("--variant", "none"): "none",
        ("--resume", "--force"): "not both",
        ("--seed", str((1 << 63) - 1)): "seed",
        ("-o", str(file.parent / "nowhere" / "a.parquet")): "no folder",
        ("-o", str(file.with_suffix(".csv"))): r"\.parquet",
    }.items():
        with pytest.raises(LondiniumError, match=problem):
            run("old-london-bridge", "-o", file, *words)
    (file.parent / "folder.parquet").mkdir()
    with pytest.raises(InvalidOption, match="is a folder"):
        run("old-london-bridge", "-o", file.parent / "folder.parquet")
    assert "--output" in CliRunner().invoke(verb, ["old-london-bridge"]).output


def test_without_the_library(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(LondiniumError, match=r"londinium\[rl\]"):
        run("next-station-london", "-o", file)


def test_the_documentation_has_the_columns() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    assert column_table() in page


# ── Minari ───────────────────────────────────────────────────────────────────


def test_without_minari_it_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "minari", None)
    with pytest.raises(LondiniumError, match=r"londinium\[minari\]"):
        check_minari("londinium/test-v0")


@pytest.mark.skipif(find_spec("minari") is None, reason="Minari is not installed: pip install 'londinium[minari]'")
@pytest.mark.filterwarnings("ignore")  # of the libraries that Minari imports; what it warns of itself is looked at
@pytest.mark.parametrize(("game", "seats"), [("old-london-bridge", 2), ("next-station-london", 1)])
def test_minari_loads_what_was_played(game: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import minari

    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    file, name = tmp_path / "a.parquet", f"londinium/{game}/greedy-v0"
    words = [game, "--games", "2", "--bot", "greedy", "--seats", str(seats), "--seed", "5", "-o", str(file), "--minari", name]
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        done = CliRunner().invoke(verb, words)
    assert done.exit_code == 0, done.output + repr(done.exception)
    assert not [one for one in warned if "minari" in one.filename]
    table = parquet.read_table(file).to_pylist()
    dataset = minari.load_dataset(name)
    episodes = list(dataset.iterate_episodes())
    assert dataset.total_steps == len(table)
    assert len(episodes) == 2 * seats
    for number, episode in enumerate(episodes):
        match, seat = divmod(number, seats)
        own = [row for row in table if (row["match"], row["seat"]) == (match, seat)]
        assert np.asarray(episode.actions).tolist() == [row["action"] for row in own]
        assert np.asarray(episode.observations)[:-1].tolist() == [row["observation"] for row in own]
        assert len(episode.observations) == len(own) + 1
        reward = own[0]["rank"][seat] if seats > 1 else own[0]["points"][seat]
        assert np.asarray(episode.rewards).tolist() == [0.0] * (len(own) - 1) + [pytest.approx(reward)]
        assert np.asarray(episode.terminations).tolist() == [False] * (len(own) - 1) + [True]
    with pytest.raises(InvalidOption, match="already has a dataset"):
        check_minari(name)
    with pytest.raises(InvalidOption, match="not 'what is this'"):
        check_minari("what is this")
