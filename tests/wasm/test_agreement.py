"""WebAssembly in Node beside the compiled rules: every number and every byte must agree. `londinium wasm --check` does more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import londinium
from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games
from londinium.kernel.rules import COMPILED
from londinium.wasm.modules import build, module_file

if not COMPILED:
    pytest.skip("there is nothing to compare with", allow_module_level=True)

from londinium.wasm.conformance import Twin, check_helpers, check_matches, check_players, check_search, check_steps
from londinium.wasm.helpers import ways_to_play
from londinium.wasm.linker import find_linker
from londinium.wasm.node import NodeEngine

GAMES = bundled_games()


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.slug)
def twin(request: pytest.FixtureRequest) -> Iterator[Twin]:
    game: Game = request.param
    with NodeEngine(module_file(game)) as engine:
        yield Twin(game, engine)


def test_random_matches_agree(twin: Twin) -> None:
    """All seat counts and variants: final states, points, places and sheets."""
    assert check_matches(twin, 600) >= 600


def test_single_steps_agree(twin: Twin) -> None:
    check_steps(twin, stride=3)


def test_simple_players_agree(twin: Twin) -> None:
    check_players(twin, count=2)


def test_thoughts_agree(twin: Twin) -> None:
    """The same counts and values in the whole tree, and with a network where the game has one."""
    check_search(twin, simulations=60, decisions=2)


def test_what_pictures_and_solvers_ask_agrees(twin: Twin) -> None:
    # Five or six ways to play ask for everything; all of them are for `--check`.
    check_helpers(twin, most=3, stride=len(list(ways_to_play(twin.game))) // 5)


def test_every_export_is_compared(twin: Twin) -> None:
    """Also where some of the tests above ran in another process: then they are repeated, briefly."""
    exports = set(twin.remote.description["exports"])
    if set(twin.called) != exports:
        check_matches(twin, 20)
        check_steps(twin, stride=40)
        check_players(twin, count=1)
        check_search(twin, simulations=20, decisions=1)
        check_helpers(twin, most=3, stride=len(list(ways_to_play(twin.game))) // 5)
    assert set(twin.called) == exports


def test_a_difference_is_found(twin: Twin) -> None:
    """The check can fail: here the compiled function is another one."""
    game = twin.game
    states, boxes = game.state.new(), game.standard_box()
    options = game.option_codes(game.choose())
    game.engine.setup(states, 0, boxes, game.seats[-1], options)
    true = twin.functions["to_act"]
    twin.functions["to_act"] = lambda states, i: true(states, i) + 1
    with pytest.raises(AssertionError, match="to_act is"):
        twin.call("to_act", states, 0)
    twin.functions["to_act"] = true
    twin.functions["setup"], laid = lambda *parts: None, twin.functions["setup"]
    with pytest.raises(AssertionError, match="other bytes in array 0"):
        twin.call("setup", game.state.new(), 0, boxes, game.seats[-1], options)
    twin.functions["setup"] = laid


def test_wrong_arguments_are_said(twin: Twin) -> None:
    """An array of the wrong kind would be read as something else."""
    with pytest.raises(AssertionError, match=r"moves has 1 dimensions"):
        twin.remote.call("legal", twin.game.state.new(), 0, twin.game.standard_box(), 0, np.zeros((2, 2), np.int16))


def test_a_small_game_of_somebody_else_is_built(tmp_path: Path) -> None:
    """Mudlarks has neither a network nor weights, and its observation is the default."""
    try:
        find_linker()
    except londinium.LondiniumError as error:
        pytest.skip(str(error))
    game = londinium.game("mudlarks")
    with NodeEngine(build(game, tmp_path)) as engine:
        twin = Twin(game, engine)
        check_matches(twin, 50)
        check_steps(twin)
        check_players(twin)
        check_search(twin, simulations=30, decisions=1)
