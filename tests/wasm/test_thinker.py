"""A worker without Python: it lays out a decision from its moves, thinks, and answers what a search here answers."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from londinium.bots.search import foresight
from londinium.bots.search.search import Budget, Search
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.registry import bundled_games
from londinium.kernel.rules import COMPILED

if not COMPILED:
    pytest.skip("there is nothing to compare with", allow_module_level=True)

import londinium.wasm
from londinium.wasm.conformance import played_on
from londinium.wasm.modules import module_file
from londinium.wasm.node import node_command

SCRIPT = Path(__file__).with_name("think.mjs")
FOLDER = Path(londinium.wasm.__file__).parent
SIMULATIONS = 150


def question(search: Search, match: Match) -> dict[str, Any]:
    seat = match.to_act[0]
    return {
        "box": list(match.boxes.tobytes()),
        "seats": match.seats,
        "options": match.game.option_codes(match.options).tolist(),
        "plies": [(ply.seat, ply.move) for ply in match.plies_known_to(seat)],
        "ply": match.ply,
        "seat": seat,
        "foresight": search.foresees(match),
        "simulations": SIMULATIONS,
    }


@pytest.mark.parametrize("older", [False, True], ids=["packed", "older"])
@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.slug)
def test_a_worker_thinks_the_same(game: Game, older: bool, tmp_path: Path) -> None:
    """Also with a network as networks were kept before they were packed."""
    matches = [played_on(game, seats, game.choose(), 9) for seats in (game.seats[0], game.seats[-1])]
    search = Search(game)
    asked = tmp_path / "question.json"
    asked.write_text(json.dumps([question(search, match) for match in matches]))
    network = game.folder / "mind" / "foresight.npz"
    if older and network.exists():
        foresight.write(tmp_path / "older.npz", foresight.read_network(network, game), "an older command")
        network = tmp_path / "older.npz"
    command = [*node_command(), str(SCRIPT), str(FOLDER), str(module_file(game)), str(network) if network.exists() else ""]
    done = subprocess.run([*command, str(asked)], capture_output=True, text=True, check=True)
    for match, told in zip(matches, json.loads(done.stdout), strict=True):
        assert told["made"] == SIMULATIONS
        ideas = search.think(match, match.to_act[0], Budget(simulations=SIMULATIONS)).ideas
        here = {idea.move: (idea.tries, idea.value, idea.points) for idea in ideas}
        there = {
            match.moves.text(row["move"]): (row["tries"], row["value"] / row["tries"], row["points"] / row["tries"])
            for row in told["answer"]
            if row["tries"]
        }
        assert there == here
