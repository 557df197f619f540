"""OpenSpiel's own algorithms on our games: IS-MCTS, Monte Carlo CFR, CFR; and what they rely on."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, external_sampling_mccfr, ismcts, mcts, outcome_sampling_mccfr

import londinium
import londinium.envs.spiel
from londinium.bots.players import Players
from londinium.kernel.game import CHANCE
from londinium.kernel.words.errors import InvalidOption

BRIDGE, STATION = "londinium_old_london_bridge", "londinium_next_station_london"
ZERO, GENERAL = pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.GENERAL_SUM


def go_on(state: Any, chooser: random.Random) -> None:
    legal = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
    state.apply_action(chooser.choice(legal))


def endgame(slug: str, left: int, seed: int = 2) -> str:
    """The last plies of a random match of two."""
    game = londinium.game(slug)
    line, _ = Players(game).trace(["random"] * 2, seed, game.option_codes(game.choose()))
    return f"londinium_{slug.replace('-', '_')}(players=2,reward=rank,plies={len(line) - left},seed={seed})"


def test_information_set_search_plays() -> None:
    """It meets face-down choices of a rival, open turns and reveals."""
    game = pyspiel.load_game(f"{BRIDGE}(players=2,reward=rank)")
    state, chooser = game.new_initial_state(), random.Random(1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=1.4, max_simulations=3, random_state=np.random.RandomState(2))
    seats = set()
    for _ in range(30):
        if state.is_chance_node():
            go_on(state, chooser)
        else:
            seats.add(state.current_player())
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    assert seats == {0, 1}


@pytest.mark.parametrize("name", [f"{BRIDGE}(players=3)", f"{STATION}(players=2,powers=on)"])
def test_resampled_states_look_the_same_to_their_player_and_differ(name: str) -> None:
    game = pyspiel.load_game(name)
    state, chooser = game.new_initial_state(), random.Random(5)
    others = 0
    while not state.is_terminal():
        for player in range(game.num_players()) if not state.is_chance_node() else ():
            other = state.resample_from_infostate(player, chooser.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.current_player() == state.current_player()
            assert other.move_number() == state.move_number()
            others += other.history() != state.history()
        go_on(state, chooser)
    assert others > 10


def test_choices_are_revealed_when_all_have_chosen() -> None:
    """Also where the next to decide is one of those who chose: then everybody knows all cards."""
    state, chooser = pyspiel.load_game(f"{BRIDGE}(players=2)").new_initial_state(), random.Random(3)
    seen = 0
    while not state.is_terminal():
        known = [state.information_state_string(player) for player in range(2)]
        if state.choices:
            assert ("?" in known[0]) != ("?" in known[1]) or state.current_player() == 1
        else:
            assert "?" not in "".join(known)
            assert known[0].removeprefix("seat 0") == known[1].removeprefix("seat 1")
            seen += 1
        go_on(state, chooser)
    assert seen > 50


def test_tensors_tell_information_states_apart() -> None:
    """As strings do: two histories have the same tensor exactly if they have the same string."""
    game = pyspiel.load_game(f"{BRIDGE}(players=2)")
    chooser = random.Random(7)
    found: dict[str, set[bytes]] = {}
    for _ in range(4):
        state = game.new_initial_state()
        for _ in range(45):
            if not state.is_chance_node():
                for player in range(2):
                    text = state.information_state_string(player)
                    found.setdefault(text, set()).add(np.array(state.information_state_tensor(player), np.float32).tobytes())
            go_on(state, chooser)
    assert len(found) > 100
    assert all(len(tensors) == 1 for tensors in found.values())
    assert len({(text[:7], *tensors) for text, tensors in found.items()}) == len(found)
    assert game.information_state_tensor_shape() == [len(state.information_state_tensor(0))]


@pytest.mark.parametrize(
    ("name", "utility"),
    [
        (f"{BRIDGE}(players=4,reward=rank)", ZERO),
        (f"{BRIDGE}(players=2,reward=margin)", ZERO),
        (f"{BRIDGE}(players=3,reward=margin)", GENERAL),
        (f"{BRIDGE}(players=2,reward=score)", GENERAL),
        (f"{STATION}(players=1,reward=score)", GENERAL),
        (f"{STATION}(players=2,reward=gain)", GENERAL),
    ],
)
def test_utilities(name: str, utility: Any) -> None:
    game = pyspiel.load_game(name)
    assert game.get_type().utility == utility
    assert game.utility_sum() == (0.0 if utility == ZERO else None)
    per_step = game.get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS
    assert per_step == ("gain" in name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", londinium.all_games(), ids=lambda game: game.slug)
def test_no_match_is_longer_than_a_game_says(game: londinium.Game) -> None:
    longest = game.observation.longest
    if longest is None:
        assert game.slug == "mudlarks"
        return
    for variant in game.variants:
        options = game.choose(variant=variant)
        for seats in game.seats:
            decisions, reveals = longest(game.standard_box()[0], seats, options)
            for kind in ("random", "busy", "greedy"):
                played = Players(game).play([kind] * seats, range(60), game.option_codes(options))
                assert played.decisions.max() <= decisions <= 5 * played.decisions.max()
                line, _ = Players(game).trace([kind] * seats, 1, game.option_codes(options))
                assert (line[:, 0] == CHANCE).sum() <= reveals <= 120


def test_lengths_are_those_of_what_is_left() -> None:
    whole = pyspiel.load_game(f"{STATION}(players=1,reward=score)")
    late = pyspiel.load_game(f"{STATION}(players=1,reward=score,plies=60,seed=1)")
    assert whole.max_game_length() == 40
    assert 0 < late.max_game_length() < 20
    assert late.max_chance_nodes_in_history() < whole.max_chance_nodes_in_history()


@pytest.mark.parametrize(("slug", "left"), [("old-london-bridge", 3), ("next-station-london", 2)])
def test_regrets_are_minimised_in_endgames(slug: str, left: int) -> None:
    """External sampling and CFR visit whole trees, so they begin late; what they find are policies."""
    game = pyspiel.load_game(endgame(slug, left))
    sampling, full = external_sampling_mccfr.ExternalSamplingSolver(game), cfr.CFRSolver(game)
    for _ in range(2):
        sampling.iteration()
        full.evaluate_and_update_policy()
    state, chooser = game.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        go_on(state, chooser)
    for policy in (sampling.average_policy(), full.average_policy()):
        chances = policy.action_probabilities(state)
        assert sum(chances.values()) == pytest.approx(1)
        assert set(chances) <= set(state.legal_actions())


def test_outcomes_are_sampled_from_whole_matches() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(f"{BRIDGE}(players=2,reward=rank)"))
    solver.iteration()
    assert len(solver._infostates) > 20


def test_a_variant_is_a_set_of_options() -> None:
    named = pyspiel.load_game(f"{STATION}(players=2,variant=both-modules)")
    spelt = pyspiel.load_game(f"{STATION}(players=2,objectives=on,powers=on)")
    assert named.rules is spelt.rules
    assert pyspiel.load_game(str(named)).rules is named.rules
    assert pyspiel.load_game(f"{BRIDGE}(players=2,rules=1)").rules.setting.options["rules"] == "1"


@pytest.mark.parametrize(
    "parameters", ["variant=deluxe", "players=9", "reward=money", "plies=9999", "plies=3,seed=-4", "rules=99", "chapel=big"]
)
def test_what_cannot_be_loaded(parameters: str) -> None:
    with pytest.raises((InvalidOption, londinium.LondiniumError)):
        pyspiel.load_game(f"{BRIDGE}({parameters})")
