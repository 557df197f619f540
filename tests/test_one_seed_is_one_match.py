"""The same seed, line-up and settings are the same match everywhere, ply by ply: played from Python, in the arena, by `simulate`
and `evaluate`, in environments, at a table, and without NumPy as in a browser.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from click.testing import CliRunner

import londinium
from londinium.arena.evaluation import FIRST_SEED, EvaluationTask, evaluate
from londinium.arena.matches import play_task
from londinium.arena.results import Planned
from londinium.arena.tournament import settings_for, tasks_for
from londinium.bots.players import Players
from londinium.cli.simulate import verb as simulate
from londinium.envs.vector import LondiniumVector
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.record import read_record
from londinium.table.hall.hall import Hall
from londinium.table.settings import TableSettings
from londinium.table.store import open_store

OURS = ("old-london-bridge", "next-station-london")
IDS = {"old-london-bridge": "OldLondonBridge", "next-station-london": "NextStation"}
LINE_UPS = (
    ("greedy", "random"),
    ("greedy", "greedy"),
    ("random", "random"),
    ("busy", "greedy", "random"),
    ("search-8", "greedy"),
)
SEED = 5


def by_seat(match: Match) -> dict[int, list[int]]:
    """What each seat and chance did. Those who choose at once lie beside each other, in an order that means nothing."""
    return {seat: [ply.move for ply in match.plies if ply.seat == seat] for seat in (*range(match.seats), CHANCE)}


@pytest.mark.parametrize("slug", OURS)
@pytest.mark.parametrize("bots", LINE_UPS)
def test_python_and_the_arena_play_the_same_match(slug: str, bots: tuple[str, ...]) -> None:
    game = londinium.game(slug)
    settings, boxes = settings_for(game, tuple(dict.fromkeys(bots)), seats=len(bots))
    plan = [Planned(number, SEED + number, bots) for number in range(3)]
    found = dict[int, Match]()
    for done in map(play_task, tasks_for(settings, boxes, plan, records=True)):
        found.update(zip((one.seed for one in done.results), map(read_record, done.records), strict=True))
    for seed in range(SEED, SEED + 3):
        match = londinium.play(slug, list(bots), seed=seed)
        assert by_seat(match) == by_seat(found[seed])
        assert match.outcome == found[seed].outcome
        assert match.position.state_bytes == found[seed].position.state_bytes


@pytest.mark.parametrize("slug", OURS)
def test_any_match_of_simulate_can_be_had_by_its_seed(slug: str) -> None:
    for bots in LINE_UPS:
        command = [
            slug,
            "--players",
            ",".join(bots),
            "--seats",
            str(len(bots)),
            "--games",
            "4",
            "--seed",
            "9",
            "--json",
        ]
        told = json.loads(CliRunner().invoke(simulate, command, catch_exceptions=False).stdout)
        matches = [londinium.play(slug, list(bots), seed=seed) for seed in range(9, 13)]
        points = np.array([match.outcome.scores for match in matches if match.outcome])
        assert [row["mean"] for row in told["by_seat"]] == points.mean(axis=0).tolist()
        assert told["score"]["sd"] == points.std()


@pytest.mark.parametrize("slug", OURS)
@pytest.mark.parametrize(("bot", "opponent"), [("busy", "random"), ("search-4", "greedy")])
def test_an_evaluation_is_of_the_same_matches(slug: str, bot: str, opponent: str) -> None:
    task = EvaluationTask("two", 2, opponent)
    measured = evaluate(londinium.game(slug), [bot], seeds=2, tasks=[task]).measured[0]
    played = [
        londinium.play(slug, [bot if seat == own else opponent for seat in range(2)], seed=seed).score_lines[own]
        for seed in (FIRST_SEED, FIRST_SEED + 1)
        for own in range(2)
    ]
    assert measured.points.mean == pytest.approx(sum(map(sum, played)) / 4)


@pytest.mark.parametrize("slug", OURS)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_opponents_in_environments_play_as_they_do_elsewhere(slug: str, seat: int) -> None:
    """The learner makes the moves of a greedy player: the environment and a row of the vector play the match of three of them."""
    game, seats = londinium.game(slug), 3
    match = londinium.play(slug, "greedy", seats=seats, seed=SEED)
    moves = iter(by_seat(match)[seat])
    single: Any = gymnasium.make(
        f"londinium/{IDS[slug]}-v{game.rules_version}", seats=seats, opponents="greedy", seat=seat
    ).unwrapped
    vector = LondiniumVector(slug, 1, seats=seats, opponents="greedy", seat=seat, autoreset_mode="Disabled")
    single.reset(seed=SEED)
    vector.reset(seed=[SEED])
    over = False
    while not over:
        move = next(moves)
        _, reward, over, *_ = single.step(move)
        _, rewards, *_ = vector.step(np.array([move]))
        assert rewards[0] == reward
    assert by_seat(single.playing.match) == by_seat(match)
    assert vector.batch.rows.states.tobytes() == match.position.state_bytes
    traced = Players(game).trace(["greedy"] * seats, SEED, game.option_codes(game.choose()))[1]
    assert traced.states.tobytes() == match.position.state_bytes


AT_TABLES = [(slug, ("greedy", "random", "busy")) for slug in OURS]
AT_TABLES += [
    ("next-station-london", ("apprentice", "greedy", "novice")),
    ("next-station-london", ("builder", "builder", "random")),
    ("old-london-bridge", ("apprentice", "builder", "master")),
]


@pytest.mark.parametrize(("slug", "bots"), AT_TABLES)
def test_bots_at_a_table_play_as_they_do_elsewhere(slug: str, bots: tuple[str, ...], tmp_path: Path) -> None:
    async def at_table() -> Match:
        hall = Hall(await open_store(f"sqlite:///{tmp_path}/table.db"))
        await hall.start()
        table = await hall.create(TableSettings(slug, bots, pace=0), seed=SEED)
        listener = await hall.visitors.listen(table.id, None)
        while not table.is_over:
            await asyncio.sleep(0.01)
        listener.close()
        await hall.shutdown()
        return table.match

    match = asyncio.run(asyncio.wait_for(at_table(), 120))
    assert by_seat(match) == by_seat(londinium.play(slug, list(bots), seed=SEED))


WITHOUT_NUMPY = """
import json, sys
from tests.anywhere.random_match import Absent
sys.meta_path.insert(0, Absent())
from londinium.bots.registry import bot
from londinium.kernel.registry import game
slug, *names = sys.argv[1:]
match = game(slug).match(seats=len(names), seed=5)
bots = [bot(name, match.game) for name in names]
while not match.is_over:
    match.push(bots[match.to_act[0]].choose(match, match.to_act[0]), match.to_act[0])
print(json.dumps([[ply.seat, ply.move] for ply in match.plies]))
"""


@pytest.mark.parametrize("slug", OURS)
def test_simple_players_in_a_browser_play_as_they_do_elsewhere(slug: str) -> None:
    bots = ["greedy", "random", "busy"]
    command = [sys.executable, "-c", WITHOUT_NUMPY, slug, *bots]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    assert json.loads(done.stdout) == [[ply.seat, ply.move] for ply in londinium.play(slug, bots, seed=SEED).plies]
