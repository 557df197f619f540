"""The network in the search: it is computed rightly, it knows something, and it is asked only about what it learnt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import plain_worth
import pytest

import londinium
from londinium.bots.players import Players
from londinium.bots.search import foresight
from londinium.bots.search.foresight import Network
from londinium.bots.search.search import Budget, Search
from londinium.games.next_station_london.box.random_city import random_city
from londinium.games.next_station_london.rules.state import TWICE_CHOICE
from londinium.kernel.match import Match
from londinium.kernel.rules import COMPILED
from londinium.kernel.words.errors import InvalidOption, LondiniumError

GAME = londinium.game("next-station-london")
SIMULATIONS = 40 if COMPILED else 3


def after_greedy_moves(seed: int, decisions: int, seats: int = 1, variant: str = "both-modules") -> Match:
    players, match = Players(GAME), GAME.match(seats=seats, seed=seed, variant=variant)
    for _ in range(decisions):
        if not match.is_over:
            seat = match.to_act[0]
            match.push(players.choose("greedy", match, seat), seat)
    return match


def seen_in(match: Match, seat: int = 0) -> Any:
    row = np.zeros(GAME.observation.size(match.seats), np.uint8)
    codes = GAME.option_codes(match.options)
    GAME.observation.observe(match.states_known_to(seat)[0], match.boxes[0], codes, seat, row)
    return row


def foresee(match: Match, network: Network | None = None, seat: int = 0) -> float:
    bound = GAME.engine.bind(foresight.foresee, observe=GAME.observation.observe)
    net = foresight.with_scratch(network or foresight.network_of(GAME), match)
    return float(bound(match.states_known_to(seat)[0], match.boxes[0], seat, net))


def by_numpy(row: Any, network: Network) -> float:
    """The same network as everybody writes it."""
    first, first_bias, second, second_bias, worth = (array[0] for array in network)
    inner = np.maximum(row[: len(first)].astype(np.float32) @ first + first_bias, 0)
    outer = np.maximum(inner @ second + second_bias, 0)
    return float(outer @ worth[:-1] + worth[-1])


@pytest.mark.parametrize(("seed", "decisions", "seats"), [(1, 0, 1), (2, 9, 1), (3, 20, 1), (4, 33, 1), (5, 31, 2), (6, 50, 4)])
def test_it_is_the_network_that_was_kept(seed: int, decisions: int, seats: int) -> None:
    match = after_greedy_moves(seed, decisions, seats)
    seat = match.to_act[-1]
    expected = by_numpy(seen_in(match, seat), foresight.network_of(GAME))
    assert foresee(match, seat=seat) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize(("seed", "decisions"), [(1, 0), (2, 9), (3, 19), (4, 28), (5, 33)])
def test_every_round_has_its_period(seed: int, decisions: int) -> None:
    """What the judges' network says is what the numbers of this round say of what its sight shows."""
    match, network = after_greedy_moves(seed, decisions), plain_worth.NETWORK
    bound = GAME.engine.bind(foresight.foresee, observe=foresight.sight_for(network, GAME).see)
    states, net = match.states_known_to(0), foresight.with_scratch(network, match)
    said = float(bound(states[0], match.boxes[0], 0, net))
    row = plain_worth.seen_by(match, states, 0)
    assert row[0] == match.position.state.round_no - 1
    assert said == pytest.approx(plain_worth.said_of(row, network), abs=1e-2)
    others = [network._replace(**{name: np.roll(getattr(network, name), 1, axis=0)}) for name in Network._fields]
    assert all(abs(plain_worth.said_of(row, other) - said) > 0.01 for other in others)


@pytest.mark.parametrize("wanted", ["a second section", "a station that counts twice"])
def test_it_sees_choices_that_are_half_made(wanted: str) -> None:
    """With DOUBLE somebody has drawn the first section when he is asked again; TWICE asks after the last one."""
    for seed in range(300):
        match = GAME.match(seats=1, seed=seed, variant="powers")
        while not match.is_over:
            state, legal = match.position.state, match.legal(0)
            is_there = state.phase == TWICE_CHOICE if "twice" in wanted else state.choice[0, 0] >= 0
            if is_there:
                assert foresee(match) == pytest.approx(by_numpy(seen_in(match), foresight.network_of(GAME)), abs=1e-3)
                return
            match.push(legal[seed % len(legal)], 0)
    raise AssertionError(f"in 300 matches nobody was asked for {wanted}")


@pytest.mark.skipif(not COMPILED, reason="many positions")
@pytest.mark.parametrize(("variant", "low", "high"), [("base", 145, 170), ("both-modules", 170, 205)])
def test_it_knows_something(variant: str, low: int, high: int) -> None:
    """At the beginning about what a search reaches; later it tells good positions from bad ones as a search without it does."""
    beginning = [foresee(after_greedy_moves(seed, 0, variant=variant)) for seed in range(20)]
    assert low < np.mean(beginning) < high
    search, foreseen, expected = Search(GAME, settings={"foresight": 0.0}), [], []
    for seed in range(40):
        match = after_greedy_moves(seed, 12, variant=variant)
        now = points_of(match)
        foreseen.append(now + foresee(match))
        expected.append(search.think(match, 0, Budget(simulations=300)).ideas[0].points)
    assert np.corrcoef(foreseen, expected)[0, 1] > 0.8


def points_of(match: Match) -> int:
    points, places = np.zeros(1, np.int32), np.zeros(1, np.int32)
    GAME.engine.scores(match.states_known_to(0), 0, match.boxes, points, places)
    return int(points[0])


def test_another_city_is_played_without_it(tmp_path: Path) -> None:
    """The network learnt London; elsewhere quick players decide, as if there were none."""
    file = tmp_path / "elsewhere.txt"
    file.write_text(random_city(3), encoding="utf-8")
    elsewhere, london = GAME.match(seats=1, seed=4, box=file), GAME.match(seats=1, seed=4)
    budget = Budget(simulations=SIMULATIONS)
    assert Search(GAME).foresees(london)
    assert not Search(GAME).foresees(elsewhere)
    with_it, without = (Search(GAME, settings=how) for how in ({}, {"foresight": 0.0}))
    assert with_it.think(elsewhere, 0, budget).ideas == without.think(elsewhere, 0, budget).ideas
    assert with_it.think(london, 0, budget).ideas != without.think(london, 0, budget).ideas


def test_options_that_it_did_not_learn() -> None:
    """Pencils in an order of one's own: no variant has that."""
    search = Search(GAME)
    assert all(search.foresees(GAME.match(seats=2, seed=1, variant=variant)) for variant in GAME.variants)
    assert not search.foresees(GAME.match(seats=2, seed=1, options={"order": "chosen"}))


def test_a_game_without_a_network_is_played_without() -> None:
    network = foresight.network_of(GAME)
    nothing = network._replace(first=network.first[:, :0], second=network.second[:, :0, :0], first_bias=network.first_bias[:, :0])
    match, budget = GAME.match(seats=2, seed=3), Budget(simulations=SIMULATIONS)
    asked = Search(GAME)
    asked._network = nothing._replace(second_bias=network.second_bias[:, :0], worth=network.worth[:, :0])
    assert not asked.foresees(match)
    assert asked.think(match, 0, budget).ideas == Search(GAME, settings={"foresight": 0.0}).think(match, 0, budget).ideas


def test_a_network_of_another_game_is_refused() -> None:
    with pytest.raises(InvalidOption, match="the network is not one for Old London Bridge"):
        Search(londinium.game("old-london-bridge"), network=foresight.network_of(GAME))


def at_last_choice() -> Match:
    """A match in which whatever is chosen now ends it."""
    for seed in range(100):
        match = after_greedy_moves(seed, 1000, variant="base")
        while match.is_over:
            match.undo()
        if len(match.legal(0)) > 1:
            return match
    raise AssertionError("every match of a hundred ended without a choice")


def test_what_has_ended_is_not_foreseen() -> None:
    """At the last decision the search knows what comes of every move: a network that exaggerates changes nothing."""
    network = foresight.network_of(GAME)
    boastful = network._replace(worth=network.worth + np.float32(1000))
    match = at_last_choice()
    ideas = Search(GAME, network=boastful).think(match, 0, Budget(simulations=SIMULATIONS)).ideas
    assert max(idea.points for idea in ideas) < 250
    earlier = after_greedy_moves(2, 3, variant="base")
    ideas = Search(GAME, network=boastful).think(earlier, 0, Budget(simulations=SIMULATIONS)).ideas
    assert max(idea.points for idea in ideas) > 500


def test_files_that_are_no_network(tmp_path: Path) -> None:
    network, file = foresight.network_of(GAME), tmp_path / "foresight.npz"
    file.write_text("no archive", encoding="utf-8")
    with pytest.raises(LondiniumError, match="is not a network"):
        foresight.read_network(file, GAME)
    np.savez(file, first=network.first)
    with pytest.raises(LondiniumError, match="is not a network"):
        foresight.read_network(file, GAME)
    foresight.write(file, network._replace(first=network.first[:, :-1]), "somehow")
    with pytest.raises(LondiniumError, match="is not a network for Next Station"):
        foresight.read_network(file, GAME)
    foresight.write(file, network._replace(second=network.second[:, 0]), "somehow")
    with pytest.raises(LondiniumError, match="is not a network for Next Station"):
        foresight.read_network(file, GAME)
    file.write_bytes((GAME.folder / "mind" / "foresight.npz").read_bytes()[:5000])
    with pytest.raises(LondiniumError, match="is not a network"):
        foresight.read_network(file, GAME)
    file.write_bytes(b"")
    with pytest.raises(LondiniumError, match="is not a network"):
        foresight.read_network(file, GAME)
    with pytest.raises(LondiniumError, match="is not a network"):
        foresight.read_network(tmp_path / "nowhere.npz", GAME)


@pytest.mark.parametrize("periods", [1, 3])
def test_packed_tables(periods: int, tmp_path: Path) -> None:
    """Numbers of eight bits times a power of two for each row, in any order of memory: the nearest; written again, the same."""
    small, file, drawn = foresight.network_of(GAME), tmp_path / "packed.npz", np.random.default_rng(1)
    rows = np.ldexp(drawn.normal(size=(periods, *small.second.shape[1:])), np.arange(small.second.shape[1])[:, None] % 12 - 9)
    rows[:, 5] = 0
    given = Network(*(np.repeat(array, periods, axis=0) for array in small))._replace(second=np.asfortranarray(rows, np.float32))
    foresight.write(file, given, "the command", packed=["second"])
    again = Network(*foresight._arrays(file))
    assert all(array.flags.c_contiguous and array.dtype == np.float32 for array in again)
    assert again.second.shape == given.second.shape
    off, steps = np.abs(again.second - given.second), np.abs(given.second).max(2, keepdims=True) / 127
    assert (off <= steps).all()
    assert off.max() > 0
    for name in ("first", "first_bias", "second_bias", "worth"):
        assert getattr(again, name).tobytes() == getattr(given, name).tobytes()
    foresight.write(tmp_path / "twice.npz", again, "the command", packed=["second"])
    assert [array.tobytes() for array in foresight._arrays(tmp_path / "twice.npz")] == [array.tobytes() for array in again]
    with np.load(file) as kept:
        assert kept["second"].dtype == np.int8
        np.savez(tmp_path / "short.npz", **{**kept, "second_powers": kept["second_powers"][..., :-1]})
    with pytest.raises(LondiniumError, match="is not a network: there is one power of two for each row"):
        foresight.read_network(tmp_path / "short.npz", GAME)


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    network, file = foresight.network_of(GAME), tmp_path / "again.npz"
    foresight.write(file, network, "the command")
    assert [array.tobytes() for array in foresight.read_network(file, GAME)] == [array.tobytes() for array in network]
    with np.load(file) as kept:
        assert str(kept["command"]) == "the command"
