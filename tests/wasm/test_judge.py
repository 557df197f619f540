"""A judge without Python says of a decision what an analysis and a hint without a network say of it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

import londinium
from londinium.bots.search.comparison import Judge
from londinium.kernel.record import load_record
from londinium.kernel.rules import COMPILED
from londinium.study.analysis import Effort, advise, judge_ply, tree_size
from londinium.study.questions import questions

if not COMPILED:
    pytest.skip("there is nothing to compare with", allow_module_level=True)

from londinium.wasm.modules import ENGINE_SCRIPTS, module_file
from londinium.wasm.node import node_command

SCRIPT = Path(__file__).with_name("judge.mjs")
GAMES = Path(londinium.__file__).parent / "games"
EFFORT = Effort(simulations=200)
RECORDS = [
    GAMES / "old_london_bridge" / "records" / "four-greedy-expansion.record",
    GAMES / "next_station_london" / "records" / "three-mixed-powers.record",
    GAMES / "next_station_london" / "records" / "alone-greedy-base.record",
]
TRIED = 10
"""So many decisions of each match."""


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_judge_in_a_worker_says_the_same(file: Path, tmp_path: Path) -> None:
    match = load_record(file)
    whole = questions(match)
    few = {"simulations": EFFORT.simulations, "samples": EFFORT.samples, "nodes": tree_size(EFFORT)}
    judging = msgspec.structs.replace(whole.judging, **few)
    some = [*whole.questions[:: len(whole.questions) // TRIED], msgspec.structs.replace(whole.questions[3], played=None)]
    asked = tmp_path / "questions.json"
    asked.write_bytes(msgspec.structs.replace(whole, judging=judging, questions=some).to_json())
    command = [*node_command(), str(SCRIPT), str(ENGINE_SCRIPTS), str(module_file(match.game)), str(asked)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    answer = msgspec.json.decode(done.stdout)
    assert max(answer["heard"]) <= 1
    assert len(set(answer["heard"])) > 10
    assert {told["played"]["size"] for told in answer["told"] if told["played"]} > {""}, "some were mistakes"
    ranks = set()
    for one, told in zip(some, answer["told"], strict=True):
        advice = advise(Judge(match.game, tree_size(EFFORT)), match.at(one.ply), one.seat, EFFORT)
        found = [match.moves.parse(advised.choice.move) for advised in advice]
        if one.played is None or one.played in found:  # then the same moves were compared
            assert [row["move"] for row in told["best"]] == found
            for row, advised in zip(told["best"], advice, strict=True):
                assert [row["points"], row["loss"]] == pytest.approx([advised.choice.points, advised.loss], abs=0.001)
                assert row["win"] == pytest.approx(advised.choice.win, abs=0.001)
                assert row["equal"] == advised.is_equal
        if one.played is None:
            assert told["played"] is None
            continue
        decision = judge_ply(Judge(match.game, tree_size(EFFORT)), match, one.ply, EFFORT, match.game.study)
        own = next(row for row in told["best"] if row["move"] == one.played)
        assert [own["points"], max(0.0, own["loss"])] == pytest.approx([decision.played.points, decision.loss], abs=0.001)
        assert (told["played"]["size"] or "none") == decision.size
        ranks.add(_ranked_well(told, one.played, len(one.offers)))
    assert len(ranks) > 1


def _ranked_well(told: Any, played: int, count: int) -> bool:
    """Whether the played move was the best."""
    rank, moves = told["played"]["rank"], [row["move"] for row in told["best"]]
    assert 1 <= rank <= count
    assert rank == moves.index(played) + 1 or (moves.index(played) == 3 and rank > 3)
    return bool(rank == 1)
