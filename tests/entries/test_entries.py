"""What is wrong is said at the entry, in a sentence, and nothing happens: engine, matches, searches, the solver."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import londinium
from londinium.bots.players import Players
from londinium.bots.registry import bot
from londinium.bots.search.search import Budget, Search
from londinium.games.next_station_london.mind.solver.solution import solve
from londinium.kernel.checks import MOST_SIMULATIONS
from londinium.kernel.engine import DEEPEST_PERFT
from londinium.kernel.entries import WrongType, entries, entry, shortened
from londinium.kernel.match import Match
from londinium.kernel.words.errors import InvalidOption, InvalidRecord, LondiniumError, UnknownGame
from londinium.kernel.words.language import language, languages
from londinium.kernel.words.nearest import nearest

BRIDGE, CITY = londinium.game("old-london-bridge"), londinium.game("next-station-london")
CODES = BRIDGE.option_codes(BRIDGE.choose())


def match() -> Match:
    return BRIDGE.match(seats=2, seed=1)


def refused(call: Callable[[], Any], kind: type[Exception] = LondiniumError) -> str:
    with pytest.raises(kind) as caught:
        call()
    assert isinstance(caught.value, LondiniumError)
    return str(caught.value)


# ── The engine ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [5, 1, 0, -1, 10**25])
def test_a_batch_is_for_as_many_as_can_play(seats: int) -> None:
    assert "is for 2 to 4 players, not" in refused(lambda: BRIDGE.engine.play_random(range(3), seats, CODES), InvalidOption)
    kinds = ["random"] * min(max(seats, 0), 5)
    if len(kinds) not in BRIDGE.seats:
        assert "is for 2 to 4 players" in refused(lambda: Players(BRIDGE).play(kinds, range(3), CODES), InvalidOption)


def test_options_are_those_of_the_game() -> None:
    play = BRIDGE.engine.play_random
    assert "the option chapel has choices 0 to" in refused(lambda: play(range(3), 2, CODES + 100), InvalidOption)
    assert "must have the shape" in refused(lambda: play(range(3), 2, CODES[:1]), InvalidOption)
    assert "game.option_codes" in refused(lambda: play(range(3), 2, BRIDGE.choose()), WrongType)


@pytest.mark.parametrize("seeds", [[-1], [10**25], [2**63], range(2**63 - 1, 2**63 + 1), np.array([2**63], np.uint64)])
def test_seeds_of_a_batch_are_seeds(seeds: Any) -> None:
    assert "9223372036854775807" in refused(lambda: BRIDGE.engine.play_random(seeds, 2, CODES), InvalidOption).replace(
        "9223372036854775808", "9223372036854775807"
    )


@pytest.mark.parametrize("seeds", [[1.5], "12", None, [[1, 2]], [[1], [2, 3]], np.zeros(3)])
def test_seeds_of_a_batch_are_whole_numbers_in_a_row(seeds: Any) -> None:
    assert "must be whole numbers" in refused(lambda: BRIDGE.engine.play_random(seeds, 2, CODES), WrongType)


def test_as_many_threads_as_make_sense() -> None:
    for threads in (0, -1, 10**9):
        assert "threads must be" in refused(partial(BRIDGE.engine.play_random, [1], 2, CODES, threads=threads))


def test_perft_and_fuzz_look_at_what_they_get() -> None:
    position, engine = match().position, BRIDGE.engine
    assert str(DEEPEST_PERFT) in refused(lambda: engine.perft(position.states, position.boxes, 99), InvalidOption)
    assert "must be states" in refused(lambda: engine.perft(np.zeros(3), position.boxes, 2), WrongType)  # type: ignore[arg-type]
    assert "has not been set up" in refused(lambda: engine.perft(BRIDGE.state.new(), position.boxes, 2))
    assert "must be a box" in refused(lambda: engine.perft(position.states, CITY.standard_box(), 2), WrongType)
    assert "for each of the 2 seeds" in refused(lambda: engine.fuzz([1, 2], [2], [CODES, CODES]), WrongType)
    assert "not 9" in refused(lambda: engine.fuzz([1], [9], [CODES]), InvalidOption)


def test_a_single_step_changes_nothing_that_is_not_its_own() -> None:
    now, engine = match(), BRIDGE.engine
    states, boxes, (moves, _) = now.position.states.copy(), now.boxes, engine.buffers()
    before = states.tobytes()
    assert "i must be a whole number from 0 to 0" in refused(lambda: engine.to_act(states, 5))
    assert "must have room for" in refused(lambda: engine.legal(states, 0, boxes, 0, moves[:3]))
    assert "seats 0 to 3, not 9" in refused(lambda: engine.legal(states, 0, boxes, 9, moves))
    assert "move must be" in refused(lambda: engine.push(states, 0, boxes, 0, 99_999))
    assert "is not legal for seat 0" in refused(lambda: engine.push(states, 0, boxes, 0, now.moves.parse("place chapel")))
    assert "nothing is revealed" in refused(lambda: engine.deck(states, 0, boxes))
    assert states.tobytes() == before
    engine.push(states, 0, boxes, 0, now.legal(0)[0])
    assert states.tobytes() != before


# ── Matches ──────────────────────────────────────────────────────────────────


def test_the_calls_of_the_review_get_clear_errors() -> None:
    now = match()
    wrong: Any = "P1"
    assert refused(lambda: now.push("play 3", wrong), WrongType) == "seat must be a whole number or None, not 'P1'"
    assert refused(lambda: now.svg(9)) == "this match has seats 0 to 1, not 9"
    assert refused(lambda: now.view(9)) == "this match has seats 0 to 1, not 9"
    two: Any = "2"
    assert refused(lambda: BRIDGE.match(seats=two), WrongType) == "seats must be a whole number or None, not '2'"
    assert "a seed is a whole number" in refused(lambda: BRIDGE.match(seed=10**25))
    assert "plies 0 to" in refused(lambda: now.position_at(-1))
    assert "plies 0 to" in refused(lambda: now.events(stop=9999))
    assert "there is no language 'xx'" in refused(lambda: now.svg(language="xx"))
    assert "there is no scheme 'drak'" in refused(lambda: now.svg(scheme="drak"))
    assert now.ply == match().ply


def test_numbers_of_numpy_are_numbers() -> None:
    make: Any = BRIDGE.match
    now: Any = make(seats=np.int64(2), seed=np.int64(1))
    assert type(now.seed) is int
    now.push(np.int16(now.legal(0)[0]), np.int64(0))
    assert type(now.plies[-1].seat) is int
    now.view(np.array(0))


def test_a_match_is_made_of_what_a_match_is_made_of() -> None:
    boxes = BRIDGE.standard_box()
    make: Any = Match
    assert "is for 2 to 4 players" in refused(lambda: make(BRIDGE, 7, BRIDGE.choose(), 1, boxes, "standard", ["P"] * 7))
    assert "names for" in refused(lambda: make(BRIDGE, 2, BRIDGE.choose(), 1, boxes, "standard", ["P"]))
    assert "must be a box" in refused(lambda: make(BRIDGE, 2, BRIDGE.choose(), 1, CITY.standard_box(), "standard", ["P", "Q"]))
    assert "cannot be 'x'" in refused(lambda: BRIDGE.option_codes({"chapel": "x"}))


def test_a_move_table_has_no_move_before_the_first_or_after_the_last() -> None:
    wrong: Any
    for wrong in (-1, 10**25, "play 1", None, 1.5):
        assert refused(partial(BRIDGE.moves.text, wrong))
        assert refused(partial(BRIDGE.moves.is_chance, wrong))


def test_a_file_that_is_not_there_has_no_lines(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord) as caught:
        londinium.load_record(tmp_path / "missing")
    assert "line" not in str(caught.value)
    (tmp_path / "latin").write_bytes(b"\xa3")
    assert "it is not a text in UTF-8" in refused(lambda: londinium.load_record(tmp_path / "latin"))


# ── Bots, the search, the solver ─────────────────────────────────────────────


def test_a_search_thinks_about_a_decision_and_not_for_ever() -> None:
    now, search = match(), Search(BRIDGE, nodes=64)
    few = Budget(simulations=1)
    assert "seats 0 to 1, not 5" in refused(lambda: search.think(now, 5, few))
    assert "this is a match of Next Station: London" in refused(lambda: search.think(CITY.match(seats=2, seed=1), 0, few))
    assert "for ever" in refused(lambda: search.think(now, 0, Budget()))
    over = bot("greedy", BRIDGE)
    late = match()
    while 0 in late.to_act:
        late.push(late.legal(0)[0], 0)
    assert "seat 0 does not decide here; these do: 1" in refused(lambda: search.think(late, 0, few))
    assert "seat 0 does not decide here; these do: 1" in refused(lambda: over.choose(late, 0))


@pytest.mark.parametrize("simulations", [0, -1, MOST_SIMULATIONS + 1, 10**25])
def test_a_budget_has_bounds(simulations: int) -> None:
    assert "simulations must be a whole number from 1 to" in refused(lambda: Budget(simulations=simulations))
    assert refused(lambda: Budget(seconds=float("nan")))
    assert refused(lambda: Budget(seconds=float("inf")))


def test_a_search_has_known_settings() -> None:
    assert "Did you mean 'explore'?" in refused(lambda: Search(BRIDGE, settings={"explor": 1.0}))
    assert refused(lambda: Search(BRIDGE, threads=0))
    assert refused(lambda: Search(BRIDGE, nodes=10**12))


def test_the_solver_solves_what_it_knows() -> None:
    alone = CITY.match(seats=1, seed=1)
    assert "seats 0 to 0, not 3" in refused(lambda: solve(alone, 3))
    assert "this is a match of Old London Bridge" in refused(lambda: solve(match()))
    assert "nodes must be" in refused(lambda: solve(alone, nodes=0))
    assert refused(lambda: solve(alone, seconds=float("inf")))


# ── Did you mean ─────────────────────────────────────────────────────────────


def test_what_was_probably_meant_is_said_wherever_a_name_is_not_known() -> None:
    assert "Did you mean 'old-london-bridge'?" in refused(lambda: londinium.game("old-london-brigde"), UnknownGame)
    assert "Did you mean 'expansion'?" in refused(lambda: BRIDGE.match(variant="expantion"), InvalidOption)
    assert "Did you mean 'chapel'?" in refused(lambda: BRIDGE.match(options={"chappel": "x"}), InvalidOption)
    assert "Did you mean 'printed'?" in refused(lambda: BRIDGE.match(options={"chapel": "prinetd"}), InvalidOption)
    assert "Did you mean 'greedy'?" in refused(lambda: bot("gredy", BRIDGE), InvalidOption)
    assert "search-N" in refused(lambda: bot("search-0", BRIDGE), InvalidOption)
    assert "Did you mean" not in refused(lambda: londinium.game("tic-tac-toe"), UnknownGame)
    assert nearest("GREEDY", ("random", "greedy")) == "greedy"


@pytest.mark.parametrize("code", languages())
def test_it_is_said_in_every_language(code: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        londinium.game("old-london-brigde")
    told = caught.value.told(language(code))
    assert "old-london-bridge" in told
    assert "{" not in told
    assert (told == str(caught.value)) == ("Did you mean" in told) == (code == "en")


# ── Entries themselves ───────────────────────────────────────────────────────


@entry
def example(number: int, names: list[str] | None = None, *, by: dict[str, int] | None = None) -> tuple[Any, ...]:
    return number, names, by


def test_an_entry_looks_at_kinds_inside_too() -> None:
    wrong: Any
    assert example(1, ["a"], by={"a": 1}) == (1, ["a"], {"a": 1})
    for wrong in (True, "1", 1.0, None, np.zeros(2, np.int64)):
        assert "number must be a whole number" in refused(partial(example, wrong), WrongType)
    for wrong in ("a", [1], {"a": "b"}, 5):
        assert "names must be list[str] | None" in refused(partial(example, 1, wrong), WrongType)
    for wrong in ({1: 1}, {"a": "b"}, []):
        assert "by must be" in refused(partial(example, 1, by=wrong), WrongType)
    with pytest.raises(TypeError, match="missing 1 required"):
        example()  # type: ignore[call-arg]


def test_what_was_given_is_named_in_a_line() -> None:
    for value in ("x" * 1000, 10**9000, list(range(10_000)), np.zeros((500, 500)), BRIDGE, "a\nb"):
        assert len(shortened(value)) < 150
        assert "\n" not in shortened(value)


def test_functions_that_are_values_stay_what_they_are() -> None:
    def default(_: int) -> int:
        return 0

    @entries
    class Holder:
        field: Callable[[int], int] = default

        def method(self, number: int) -> int:
            return number

    wrong: Any = "1"
    assert Holder.__dict__["field"] is default
    assert refused(lambda: Holder().method(wrong), WrongType)
