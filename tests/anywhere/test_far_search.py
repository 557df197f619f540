"""A search whose simulations are made by a worker thinks what the compiled search thinks."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from londinium.bots.far.search import FarJudge, FarSearch
from londinium.bots.levels import ability_of, level
from londinium.bots.search.comparison import Judge
from londinium.bots.search.search import Budget, Search
from londinium.browser.site import SHARED_SCRIPTS
from londinium.kernel.registry import game as find_game
from londinium.wasm.modules import module_file
from londinium.wasm.node import node_command

BUDGET, SAMPLES = Budget(simulations=120), 24


@pytest.mark.parametrize(
    ("slug", "seats", "set_up"),
    [
        ("old-london-bridge", 3, False),
        ("old-london-bridge", 3, True),
        ("next-station-london", 2, False),
        ("next-station-london", 1, False),
    ],
)
def test_the_same_thoughts_come_from_a_worker(slug: str, seats: int, set_up: bool, tmp_path: Path) -> None:
    game = find_game(slug)
    for script in SHARED_SCRIPTS:
        shutil.copy(script, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    match = game.match(seats=seats, seed=5)
    for _ in range(6):
        match.push(match.legal(match.to_act[0])[0], match.to_act[0])
    if set_up:  # nothing leads there that a worker could play
        match = game.position(match.position_text(), seed=5)
        match.push(match.legal(match.to_act[0])[0], match.to_act[0])
    seat = match.to_act[0]
    command = [*node_command(), str(Path(__file__).with_name("errands.mjs")), str(tmp_path), str(module_file(game))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
        assert node.stdin
        assert node.stdout
        into, out = node.stdin, node.stdout

        async def ask(errand: dict[str, Any]) -> Mapping[str, Any]:
            for room in errand["rooms"].values():
                room["bytes"] = b64encode(room["bytes"] or b"").decode()
            into.write(json.dumps(errand) + "\n")
            into.flush()
            answer: dict[str, Any] = json.loads(out.readline())
            answer["rooms"] = {name: b64decode(data) for name, data in answer["rooms"].items()}
            return answer

        near, far = Search(game), FarSearch(game, ask)
        assert asyncio.run(far.think_elsewhere(match, seat, BUDGET)).ideas == near.think(match, seat, BUDGET).ideas
        learner = ability_of("novice", game)
        one, settings = Budget(simulations=1), dict(learner.settings)
        there = FarSearch(game, ask, settings=settings, neglects=learner.neglects)
        move = asyncio.run(there.choose_elsewhere(match, seat, one))
        assert move == level("novice", game).choose(match, seat), "what means nothing here means nothing there"
        judge, elsewhere = Judge(game), FarJudge(game, ask)
        ideas = judge.think(match, seat, BUDGET).ideas
        assert asyncio.run(elsewhere.think(match, seat, BUDGET)).ideas == ideas
        moves = [match.moves.parse(idea.move) for idea in ideas[:3]]
        samples = judge.compare(match, seat, moves, SAMPLES)
        asyncio.run(far.think_elsewhere(match, seat, BUDGET))  # somebody else takes the worker: it is thought again
        assert asyncio.run(elsewhere.compare(match, seat, moves, SAMPLES)) == samples
