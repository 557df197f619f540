"""A network for players who play against each other: it speaks of every seat, it replaces playing on, and it is shown no secrets.
And what a search remembers: everything that follows from moves it has seen.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import londinium
from londinium.bots.search import foresight, prospects, simulation
from londinium.bots.search import tree as trees
from londinium.bots.search.foresight import FIRST_PLACE, SEAT_OUTPUTS, TO_COME, UTILITY, Network
from londinium.bots.search.search import Budget, Search, foreseeing
from londinium.bots.search.simulation import FORESIGHT, MEMORY, WORK
from londinium.bots.veil import veiled
from londinium.kernel.match import Match
from londinium.kernel.position import read_position, write_position
from londinium.kernel.rules import COMPILED
from londinium.kernel.words.errors import LondiniumError

GAME = londinium.game("old-london-bridge")
REMEMBERING = {"memory": 1.0}
SIMULATIONS = 60 if COMPILED else 4


def random_network(seed: int = 1, width: int = 16, narrow: int = 8) -> Network:
    """Knows nothing, but speaks within reason."""
    random, inputs = np.random.default_rng(seed), GAME.sight.size
    shapes = ((inputs, width), (width,), (width, narrow), (narrow,), (SEAT_OUTPUTS * 4, narrow + 1))
    return Network(*(random.normal(0, 0.2, (1, *shape)).astype(np.float32) for shape in shapes))


def walked(seats: int, seed: int, decisions: int, variant: str = "base") -> Match:
    """A match after some random decisions."""
    match, random = GAME.match(seats=seats, seed=seed, variant=variant), np.random.default_rng(seed)
    for _ in range(decisions):
        if not match.is_over:
            seat = int(random.choice(match.to_act))
            match.push(int(random.choice(match.legal(seat))), seat)
    return match


def deciding(seats: int, seed: int, decisions: int, variant: str = "base") -> Match:
    """The same, a little later if need be: nobody has chosen face down."""
    match = walked(seats, seed, decisions, variant)
    while match.choice.is_simultaneous and match.choice.made:
        match.push(match.legal(match.to_act[0])[0], match.to_act[0])
    return match


def by_numpy(match: Match, seat: int, network: Network) -> Any:
    """What the network says of every seat, as everybody writes it."""
    row = np.zeros(GAME.sight.size, np.uint8)
    GAME.sight.see(match.position.states[0], match.boxes[0], GAME.option_codes(match.options), seat, row)
    first, first_bias, second, second_bias, worth = (array[0] for array in network)
    inner = np.maximum(row.astype(np.float32) @ first + first_bias, 0)
    outer = np.maximum(inner @ second + second_bias, 0)
    told = (worth[:, :-1] @ outer + worth[:, -1]).reshape(4, SEAT_OUTPUTS)
    return np.array([told[(who - seat) % match.seats] for who in range(match.seats)])


def concluded(match: Match, trust: float, network: Network) -> Any:
    """The paper after a simulation that leaves the tree at once."""
    search = Search(GAME, settings={"foresight": trust}, network=network)
    seat = match.to_act[0] if not match.is_over else 0
    paper = search.paper(match, search.recall(match, seat))
    paper.states[WORK] = match.position.states[0]
    conclude = GAME.engine.bind(prospects.conclude_for_all, **simulation.weighing(GAME), **foreseeing(GAME, network))
    conclude(search.mind(match, seat), paper, match.boxes[0], np.uint64(5))
    return paper


def points_now(match: Match) -> Any:
    points, places = np.zeros(match.seats, np.int32), np.zeros(match.seats, np.int32)
    GAME.engine.scores(match.position.states, 0, match.boxes, points, places)
    return points


@pytest.mark.parametrize(("seats", "decisions", "variant"), [(2, 9, "base"), (3, 31, "expansion"), (4, 60, "base")])
def test_with_full_trust_the_network_says_how_it_ends(seats: int, decisions: int, variant: str) -> None:
    """Nobody plays on; every seat gets its own numbers, whoever is asked."""
    match, network = deciding(seats, seats, decisions, variant), random_network()
    paper, told = concluded(match, 1.0, network), by_numpy(match, match.to_act[0], network)
    assert paper.states[WORK].tobytes() == match.position.states[0].tobytes()
    assert paper.gains == pytest.approx(told[:, UTILITY], abs=1e-4)
    assert paper.points == pytest.approx(points_now(match) + told[:, TO_COME], abs=1e-4)
    assert paper.firsts == pytest.approx(np.clip(told[:, FIRST_PLACE], 0, 1), abs=1e-4)


def test_with_some_trust_both_have_their_share() -> None:
    match, network = deciding(3, 4, 20), random_network()
    played, foreseen, both = (concluded(match, trust, network) for trust in (0.0, 1.0, 0.25))
    assert GAME.engine.to_act(played.states, WORK) == 0 == GAME.engine.to_act(both.states, WORK)
    for name in ("gains", "points", "firsts"):
        expected = 0.25 * getattr(foreseen, name) + 0.75 * getattr(played, name)
        assert getattr(both, name) == pytest.approx(expected, abs=1e-6)
    assert (played.firsts.sum(), set(played.firsts)) == (1, {0.0, 1.0})


def test_what_is_impossible_is_not_believed() -> None:
    network = random_network()
    boastful = network._replace(worth=np.where(np.arange(9) == 8, np.float32(1000), network.worth * 0))
    paper = concluded(deciding(2, 4, 8), 1.0, boastful)
    assert list(paper.gains) == [80.0, 80.0]
    assert list(paper.firsts) == [1.0, 1.0]


def test_what_has_ended_is_not_foreseen() -> None:
    match = walked(3, 6, 10_000)
    assert match.outcome is not None
    paper = concluded(match, 1.0, random_network())
    assert tuple(paper.points) == match.outcome.scores
    assert tuple(paper.firsts) == tuple(float(seat in match.outcome.winners) for seat in range(3))


def test_a_search_asks_it_and_says_so() -> None:
    """With the standard box and all variants, for any number of players; not for aims that it did not learn."""
    network = random_network()
    search = Search(GAME, network=network)
    assert all(search.foresees(GAME.match(seats=n, seed=1, variant=variant)) for n in GAME.seats for variant in GAME.variants)
    assert not search.foresees(GAME.match(seats=2, seed=1, options={"gate": "most-gates"}))
    assert not Search(GAME, network=network, settings={"win": 5.0}).foresees(GAME.match(seats=2, seed=1))
    match, budget = deciding(4, 3, 25), Budget(simulations=SIMULATIONS)
    seat = match.to_act[0]
    with_it = search.think(match, seat, budget).ideas
    assert with_it != Search(GAME, settings={"foresight": 0.0}).think(match, seat, budget).ideas
    assert with_it == Search(GAME, network=network).think(match, seat, budget).ideas


# ── Simultaneous choices ─────────────────────────────────────────────────────


def test_a_simulation_does_not_stop_while_others_have_chosen() -> None:
    """A network sees with the eyes of one seat, so it could not tell what another has just chosen face down."""
    match = deciding(3, 2, 0)
    assert len(match.to_act) == 3
    search = Search(GAME, network=random_network())
    mind, history = search.mind(match, 0), search.recall(match, 0).history
    assert simulation.may_stop(mind, history, 0)
    trees.note(history, 0, match.legal(0)[0], 0b110)
    assert simulation.may_stop(mind, history, 0), "what somebody has chosen is no secret to himself"
    assert not simulation.may_stop(mind, history, 1)
    without = Search(GAME, settings={"foresight": 0.0}).mind(match, 0)
    assert simulation.may_stop(without, history, 1), "quick players see the whole table"


@pytest.mark.parametrize("seats", GAME.seats)
def test_bids_are_told_apart(seats: int) -> None:
    """Every bid that was tried has a value of its own from the first simulation on."""
    match = deciding(seats, 1, 0)
    ideas = Search(GAME, network=random_network()).think(match, 0, Budget(simulations=len(match.legal(0)))).ideas
    assert [idea.tries for idea in ideas] == [1] * len(match.legal(0))
    assert len({idea.value for idea in ideas}) == len(ideas)


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_others_chose_does_not_change_a_thought(seats: int) -> None:
    thoughts = []
    for card in ("play 1", "play 3", "play 4"):
        match = deciding(seats, 5, 0)
        match.push(card, 0)
        thoughts.append(Search(GAME, network=random_network()).think(match, 1, Budget(simulations=SIMULATIONS)).ideas)
    assert thoughts[0] == thoughts[1] == thoughts[2]


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_good_bid_is_not_made_always(seats: int) -> None:
    """Of bids that were tried about as often each is made, as often as it was tried; one that was hardly tried never is."""
    match, row = deciding(seats, 5, 0), [0.0] * 4
    ranking = [(3, [60.0, *row]), (1, [39.0, *row]), (2, [1.0, *row])]
    made = [Search(GAME, nodes=1, settings={"mixed": 0.2}, luck=luck).picked(match, 0, ranking) for luck in range(200)]
    assert set(made) == {1, 3}
    assert 100 < made.count(3) < 145
    assert Search(GAME, nodes=1, settings={"mixed": 0.0}).picked(match, 0, ranking) == 3


def test_nothing_is_mixed_where_nobody_can_be_outguessed() -> None:
    match = deciding(3, 5, 8)
    while len(match.to_act) > 1:
        match.push(match.legal(match.to_act[0])[0], match.to_act[0])
    ranking = [(3, [60.0] * 5), (1, [59.0] * 5)]
    searches = [Search(GAME, nodes=1, settings={"mixed": 0.1}, luck=luck) for luck in range(50)]
    assert {search.picked(match, match.to_act[0], ranking) for search in searches} == {3}


# ── Memory ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_others_hold_follows_from_what_was_seen(seats: int) -> None:
    """Whoever makes the moves again that he has seen holds the true position, except for what lies face down."""
    search, face_down = Search(GAME, nodes=1), 0
    whole = walked(seats, 8, 10_000, "expansion")
    for ply in range(0, whole.ply, 3 if COMPILED else 40):
        match = whole.at(ply)
        for seat in range(seats):
            recalled = search.recall(match, seat)
            assert recalled.states.tobytes() == match.states_known_to(seat).tobytes()
            assert recalled.states.tobytes() == search.recall(veiled(match, seat), seat).states.tobytes()
            hidden = match.choice.is_simultaneous and any(made.seat != seat for made in match.choice.made)
            face_down += hidden
            assert hidden or recalled.states.tobytes() == match.position.states.tobytes()
    assert face_down > 0


def test_nothing_but_seen_moves_is_recalled() -> None:
    """Other hands and other money in the state itself change nothing: nobody looks at them."""
    match = deciding(4, 9, 40)
    seat = match.to_act[0]
    other = match.with_state(GAME.face.disguise(match.position, seat, 3).states)
    search = Search(GAME, settings=REMEMBERING)
    assert other.states_known_to(seat).tobytes() != match.states_known_to(seat).tobytes()
    assert search.recall(other, seat).states.tobytes() == search.recall(match, seat).states.tobytes()
    assert search.think(match, seat, Budget(simulations=SIMULATIONS)).ideas == (
        Search(GAME, settings=REMEMBERING).think(other, seat, Budget(simulations=SIMULATIONS)).ideas
    )


def test_nobody_remembers_how_a_position_came_about_that_was_set_up() -> None:
    match = deciding(3, 9, 40)
    set_up = read_position(write_position(GAME, match.position))
    search, budget = Search(GAME, settings=REMEMBERING), Budget(simulations=SIMULATIONS)
    assert (search.settings_for(match)[MEMORY], search.settings_for(set_up)[MEMORY]) == (1.0, 0.0)
    seat = set_up.to_act[0]
    other = set_up.with_state(GAME.face.disguise(set_up.position, seat, 5).states)
    assert search.recall(other, seat).states.tobytes() != search.recall(set_up, seat).states.tobytes()
    assert search.think(set_up, seat, budget).ideas == Search(GAME, settings=REMEMBERING).think(other, seat, budget).ideas


# ── Files ────────────────────────────────────────────────────────────────────


def test_networks_in_files(tmp_path: Path) -> None:
    network, file = random_network(), tmp_path / "foresight.npz"
    foresight.write(file, network, "a command")
    again = foresight.read_network(file, GAME)
    assert [array.shape for array in again] == [array.shape for array in network]
    assert Search(GAME, network=again).settings[FORESIGHT] == GAME.search["foresight"]
    foresight.write(file, network._replace(worth=network.worth[:, 0]), "a command")
    with pytest.raises(LondiniumError, match="is not a network for Old London Bridge"):
        foresight.read_network(file, GAME)


@pytest.mark.skipif(not COMPILED, reason="it plays whole matches")
@pytest.mark.parametrize("network", [(), ("--network", "network.npz")])
def test_the_example_of_a_best_response(network: tuple[str, ...], tmp_path: Path) -> None:
    """Whoever knows how the search bids plays against it, with and without that knowledge."""
    foresight.write(tmp_path / "network.npz", random_network(), "a command")
    example = Path(__file__).parent.parent / "examples" / "best_response.py"
    words = (*network, "--games", "2", "--simulations", "4", "--opinions", "2", "--seats", "3")
    command = [sys.executable, "-W", "error", str(example), *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert re.search(r"a rival repeats its most frequent bid \d+ % of the time", done.stdout)
    assert re.search(
        r"with guesses [\d.]+ % ± [\d.]+, thought about as long [\d.]+ % ± [\d.]+, without [\d.]+ % ± [\d.]+", done.stdout
    )
