"""Functions for any game: whoever is bound to a game gets what it calls bound too, once, through any number of levels."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import londinium
from londinium.bots import players
from londinium.bots.search import simulation
from londinium.bots.search.foresight import foresee_nothing
from londinium.bots.search.search import Budget, Search
from londinium.envs.compiled import steps as env_steps
from londinium.kernel import rules
from londinium.kernel.game import Game, left_out
from londinium.kernel.generic import playout, steps
from londinium.kernel.rules import COMPILED, Binding

ROOT = Path(londinium.__file__).parent
GAMES = londinium.all_games()
BRIDGE, STATION = londinium.game("old-london-bridge"), londinium.game("next-station-london")


def inside(bound: Any, *names: str) -> Any:
    """What a bound function calls by a name, what that one calls by the next, and so on."""
    for name in names:
        bound = getattr(bound, "py_func", bound).__globals__[name]
    return bound


# ── Names ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_part_is_found_through_several_levels(game: Game) -> None:
    run = game.engine.bind(playout.run_random)
    assert inside(run, "setup") is game.functions.setup
    assert inside(run, "play_random") is not playout.play_random
    assert inside(run, "play_random", "push") is game.functions.push
    assert inside(run, "play_random", "reveal", "chance") is game.functions.chance
    assert inside(playout.run_random, "play_random") is playout.play_random, "the function for any game stays one"


def test_each_game_has_its_own() -> None:
    functions = [game.engine.bind(playout.run_random) for game in GAMES]
    assert len({id(inside(function, "play_random", "reveal")) for function in functions}) == len(GAMES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_part_is_bound_once(game: Game) -> None:
    engine = game.engine
    assert engine.bind(playout.run_random) is engine.bind(playout.run_random)
    assert inside(engine.bind(playout.trace), "reveal") is inside(engine.bind(playout.run_random), "play_random", "reveal")
    stepped = engine.bind(env_steps.step_matches, observe=game.observation.observe)
    assert inside(stepped, "step_match", "proceed", "reveal") is engine.bind(playout.reveal), "it shows nothing to anybody"


def test_another_part_may_be_chosen() -> None:
    """Only those who call it, or call who calls it, are made anew."""
    engine, observe = STATION.engine, STATION.observation.observe
    with_network = engine.bind(simulation.simulate, observe=observe)
    without = engine.bind(simulation.simulate, foresee=foresee_nothing)
    assert inside(with_network, "conclude", "foresee", "look_inside", "observe") is observe
    assert inside(without, "conclude", "foresee") is foresee_nothing
    assert inside(with_network, "walk") is inside(without, "walk")
    assert inside(with_network, "conclude") is not inside(without, "conclude")
    at_once = engine.bind(simulation.simulate, weigh_moves=simulation.weigh_at_once)
    assert inside(at_once, "walk", "offer", "weigh_moves", "weigh") is STATION.functions.weigh
    assert inside(without, "walk", "offer", "weigh_moves", "outlook") is STATION.functions.outlook


def test_nobody_changes_what_a_game_gives() -> None:
    before = dict(STATION.engine.functions)
    Search(STATION).think(STATION.match(seats=1, seed=1), 0, Budget(simulations=2))
    assert dict(STATION.engine.functions) == before
    assert set(before) <= set(vars(STATION.functions))


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (playout.play_random, (None, None, 1, None, None)),
        (steps.push_at, ([None], 0, [None], 0, 0)),
        (players.choose_as, (0, [None], 0, None, 0, 1, None, 0)),
        (simulation.by_odds, (None, None, 1, None, None)),
        (env_steps.look, (None, None, None, 0, [], [], None)),
    ],
)
def test_without_a_game_it_says_so(function: Callable[..., Any], given: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match="bind it to one"):
        function(*given)


def test_a_search_needs_no_observation(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that no agent learns has no such module, and searches and comparisons all the same."""
    match = BRIDGE.match(seats=2, seed=1)
    expected = Search(BRIDGE).think(match, 0, Budget(simulations=5)).ideas

    def missing(_: Game) -> None:
        raise ModuleNotFoundError("observation")

    monkeypatch.setattr(Game, "observation", property(missing))
    assert Search(BRIDGE).think(match, 0, Budget(simulations=5)).ideas == expected


# ── What is written in ───────────────────────────────────────────────────────


def is_written_in(rule: Any) -> bool:
    """Whether a compiled function becomes a part of those that call it."""
    return bool(rule.targetoptions["forceinline"])


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_a_game_gives_stays_a_function_of_its_own(game: Game) -> None:
    given = [function for function in vars(game.functions).values() if function not in (None, left_out)]
    assert not any(is_written_in(function) for function in [*given, game.observation.observe])
    assert is_written_in(inside(game.engine.bind(playout.run_random), "play_random"))
    assert is_written_in(playout.lowest_seat)
    assert not is_written_in(game.engine.bind(playout.run_random)), "Python calls it"


def test_a_mark_is_all_that_decides() -> None:
    """Neither a name nor a folder: `legal` of somebody else is a rule as all others, and one that stays apart says so."""

    def legal(number: int) -> int:
        return number + 1

    written_in, apart = rules.rule(legal), rules.rule(apart=True)(legal)
    assert (written_in(1), apart(1)) == (2, 2)
    if COMPILED:
        assert is_written_in(written_in)
        assert not is_written_in(apart)


def test_each_binding_keeps_its_own() -> None:
    binding = Binding(BRIDGE.module, BRIDGE.engine.functions)
    assert binding.bind(playout.reveal) is binding.bind(playout.reveal)
    assert binding.bind(playout.reveal) is not BRIDGE.engine.bind(playout.reveal)
    assert inside(binding.over_own_names(playout.run_random, {"setup": max}), "setup") is max


# ── Parameters ───────────────────────────────────────────────────────────────

MOST = 8


def parameters() -> Iterator[tuple[str, str, int]]:
    """Every function and how much it is given by position. What is given by name alone says what it is at every call."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_verb(node):
                given = [
                    argument for argument in (*node.args.posonlyargs, *node.args.args) if argument.arg not in ("self", "cls")
                ]
                yield str(path.relative_to(ROOT)), node.name, len(given)


def is_verb(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Click gives a verb its options, each by its name."""
    return any(ast.unparse(mark).startswith("click.command(") for mark in node.decorator_list)


def test_no_function_takes_more_than_eight_parameters() -> None:
    """Who needs more takes a few named groups (`Mind`, `Paper`, `Plan`): a call with a dozen arrays cannot be read."""
    wrong = [f"{file}: {name} takes {count}" for file, name, count in parameters() if count > MOST]
    assert not wrong
