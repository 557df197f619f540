"""The search: it answers legally and the same again, it knows no more than its seat, and it beats simpler players."""

from __future__ import annotations

import gc
import threading
import time

import numpy as np
import pytest

import londinium
from londinium.bots.levels import LEVELS, level
from londinium.bots.registry import bot, bot_names
from londinium.bots.search.search import Budget, Search, Thoughts
from londinium.bots.search.tree import EDGES
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.registry import bundled_games
from londinium.kernel.rules import COMPILED
from londinium.kernel.seeds import draw
from londinium.kernel.words.errors import InvalidOption

GAMES = tuple(game.slug for game in bundled_games())
SIMULATIONS = 60 if COMPILED else 4


def walked(slug: str, seats: int, seed: int, decisions: int, variant: str | None = None) -> Match:
    """A match after some random decisions."""
    match = londinium.game(slug).match(seats=seats, seed=seed, variant=variant)
    for step in range(decisions):
        if match.is_over:
            break
        seat = match.to_act[draw(seed, 4 * step, len(match.to_act))]
        legal = match.legal(seat)
        match.push(legal[draw(seed, 4 * step + 1, len(legal))], seat)
    return match


def decision(slug: str, seats: int, seed: int, decisions: int, variant: str | None = None) -> tuple[Match, int]:
    """A match at a decision with a choice, and a seat that has it."""
    match = walked(slug, seats, seed, decisions, variant)
    while len(match.legal(match.to_act[-1])) < 2:
        match.push(match.legal(match.to_act[-1])[0], match.to_act[-1])
    return match, match.to_act[-1]


def think(match: Match, seat: int, simulations: int = SIMULATIONS, threads: int = 1) -> Thoughts:
    return Search(match.game, threads).think(match, seat, Budget(simulations=simulations))


@pytest.mark.parametrize("slug", GAMES)
def test_a_tree_without_room_for_the_next_decision_is_cleared(slug: str) -> None:
    """It happened to `search-100` once in fewer than 4,000 matches of Next Station with both modules: no move could be tried."""
    match, seat = decision(slug, 1 if slug == "next-station-london" else 2, 3, 4)
    search = Search(match.game, nodes=1 << 10)
    search.think(match, seat, Budget(simulations=SIMULATIONS))
    match.push(match.legal(seat)[-1], seat)
    while seat not in match.to_act or len(match.legal(seat)) < 2:
        match.push(match.legal(match.to_act[0])[0], match.to_act[0])
    tree = search._trees[0]
    tree.size[EDGES] = len(tree.edges) - 1
    assert sum(idea.tries for idea in search.think(match, seat, Budget(simulations=SIMULATIONS)).ideas) == SIMULATIONS


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("decisions", [0, 17, 40])
def test_ideas_are_legal_and_the_same_again(slug: str, decisions: int) -> None:
    match, seat = decision(slug, 4, 5, decisions)
    record = match.ply
    first, second = think(match, seat), think(match, seat)
    assert first.ideas == second.ideas
    assert {idea.move for idea in first.ideas} <= {match.moves.text(move) for move in match.legal(seat)}
    assert sum(idea.tries for idea in first.ideas) == first.simulations == SIMULATIONS
    most = max(idea.tries for idea in first.ideas)
    often = [idea for idea in first.ideas if idea.tries >= Search(match.game).enough * most]
    assert first.ideas[: len(often)] == tuple(sorted(often, key=lambda idea: -idea.value)), "the best that was tried enough"
    assert match.ply == record, "thinking changes nothing"


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_search_plays_whole_matches(slug: str, seats: int) -> None:
    game = londinium.game(slug)
    variant = list(game.variants)[-1]
    match = game.match(seats=seats, seed=3, variant=variant)
    minds = [Search(game) for _ in range(seats)]
    few = Budget(simulations=6 if COMPILED else 1)
    while not match.is_over:
        seat = match.to_act[-1]
        match.push(minds[seat].think(match, seat, few).best, seat)
    assert match.outcome is not None


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_hidden_does_not_change_a_thought(slug: str, seed: int) -> None:
    """Two positions that differ only in what the seat may not know give the same thoughts."""
    match, seat = decision(slug, 3, seed, 4 + 7 * seed)
    thoughts = think(match, seat)
    for key in range(3):
        other = match.with_state(match.game.face.disguise(match.position, seat, key).states)
        assert think(other, seat).ideas == thoughts.ideas


def test_the_disguise_changes_something() -> None:
    """The test above can fail: hands and money of the others do differ."""
    match, seat = decision("old-london-bridge", 3, 2, 18)
    other = match.game.face.disguise(match.position, seat, 1)
    assert other.states.tobytes() != match.position.states.tobytes()


def test_a_face_down_choice_of_another_does_not_change_a_thought() -> None:
    thoughts = []
    for card in ("play 0", "play 2", "play 4"):
        match = londinium.game("old-london-bridge").match(seats=3, seed=1)
        match.push(card, 0)
        thoughts.append(think(match, 1).ideas)
    assert thoughts[0] == thoughts[1] == thoughts[2]


def test_a_section_that_another_has_chosen_does_not_change_a_thought() -> None:
    """Neither in the simulations nor by way of what the network sees."""
    thoughts, chosen = [], 0
    for choice in range(3):
        match, _ = decision("next-station-london", 3, 4, 20, "both-modules")
        first, second = match.to_act[:2]
        moves = match.legal(first)
        match.push(moves[choice % len(moves)], first)
        chosen = max(chosen, choice % len(moves))
        thoughts.append(think(match, second).ideas)
    assert chosen > 0, "the first has something to choose"
    assert thoughts[0] == thoughts[1] == thoughts[2]


@pytest.mark.parametrize("seed", range(8))
def test_imagined_hands_account_for_all_cards(seed: int) -> None:
    """What is imagined is possible: every card of the box is in the supply, in a hand or on the table."""
    match, seat = decision("old-london-bridge", 4, seed, 30)
    states = match.states_known_to(seat)
    before = {value: int(states[0].hand[:, value].sum()) for value in range(5)}
    own, counts = states[0].hand[seat].copy(), states[0].hand.sum(axis=1).copy()
    match.game.engine.functions["imagine"](states[0], match.boxes[0], seat, np.uint64(seed))
    assert {value: int(states[0].hand[:, value].sum()) for value in range(5)} == before
    assert (states[0].hand[seat] == own).all()
    assert (states[0].hand.sum(axis=1) == counts).all()


def test_thoughts_are_kept_from_one_decision_to_the_next() -> None:
    match = londinium.game("next-station-london").match(seats=1, seed=8)
    search = Search(match.game)
    search.think(match, 0, Budget(simulations=480))
    match.push(search.think(match, 0, Budget(simulations=1)).best)
    while len(match.legal(0)) < 2:
        match.push(match.legal(0)[0])
    kept = search.think(match, 0, Budget(simulations=1))
    assert sum(idea.tries for idea in kept.ideas) > 1
    del match
    gc.collect()
    other = londinium.game("next-station-london").match(seats=1, seed=8)
    assert sum(idea.tries for idea in search.think(other, 0, Budget(simulations=1)).ideas) == 1, "another match, another tree"


@pytest.mark.skipif(not COMPILED, reason="interpreted simulations take too long for a clock")
def test_budgets_of_time_and_stopping() -> None:
    match, seat = decision("old-london-bridge", 4, 2, 20)
    search = Search(match.game)
    search.think(match, seat, Budget(simulations=8))
    started = time.perf_counter()
    thoughts = search.think(match, seat, Budget(seconds=0.2))
    assert thoughts.simulations > 50
    assert time.perf_counter() - started < 2
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    started = time.perf_counter()
    search.think(match, seat, Budget(seconds=60), stop.is_set)
    assert time.perf_counter() - started < 5


def test_threads_share_the_work() -> None:
    match, seat = decision("next-station-london", 2, 2, 10)
    thoughts = think(match, seat, threads=3)
    assert thoughts.simulations >= SIMULATIONS
    assert thoughts.ideas == think(match, seat, threads=3).ideas


@pytest.mark.skipif(not COMPILED, reason="a match against others takes too long interpreted")
@pytest.mark.parametrize(("slug", "least"), [("old-london-bridge", 0.5), ("next-station-london", 0.6)])
def test_a_little_search_beats_greedy(slug: str, least: float) -> None:
    """Twelve matches of two seats with the builder's budget; equal players would win half."""
    game = londinium.game(slug)
    greedy = bot("greedy", game)
    won = 0.0
    for number in range(12):
        match, mind = game.match(seats=2, seed=number // 2), Search(game)
        while not match.is_over:
            seat = match.to_act[0]
            own = seat == number % 2
            match.push(mind.think(match, seat, Budget(simulations=100)).best if own else greedy.choose(match, seat), seat)
        assert match.outcome is not None
        winners = match.outcome.winners
        won += (number % 2 in winners) / len(winners)
    assert won / 12 > least


def test_levels_by_name() -> None:
    assert bot_names()[-len(LEVELS) :] == ("novice", "apprentice", "builder", "master", "architect")
    match, seat = decision("next-station-london", 2, 2, 4)
    assert bot("apprentice", match.game).choose(match, seat) in match.legal(seat)
    with pytest.raises(InvalidOption, match="grandmaster"):
        bot("grandmaster", match.game)


def test_chance_is_not_asked() -> None:
    """A search is for players; what chance brings it takes by the odds."""
    match = londinium.game("next-station-london").match(seats=1, seed=8)
    assert CHANCE not in {think(match, 0).seat}


@pytest.mark.parametrize("slug", ["next-station-london", "old-london-bridge"])
def test_what_a_novice_neglects_has_no_weight_and_nothing_else_changes(slug: str) -> None:
    game = londinium.game(slug)
    weights, neglects = game.outlook_weights, game.levels["novice"].neglects
    assert weights is not None
    found = Search(game, neglects=neglects).weights.tolist()
    assert [bool(weight) for weight in found] == [
        bool(weight) and not name.startswith(neglects) for name, weight in zip(weights.names, weights.weights, strict=True)
    ]
    assert any(found), "it sees something"
    assert Search(game).weights.tolist() == list(weights.weights)
    assert weights.fitted < len(weights.weights), "what a point counts is not fitted"
    with pytest.raises(ValueError, match=r"no weight of .* is called 'a unicorn'"):
        weights.without(("a unicorn",))


@pytest.mark.parametrize("slug", ["next-station-london", "old-london-bridge"])
@pytest.mark.parametrize("name", ["novice", "apprentice", "builder", "master"])
def test_all_levels_but_the_strongest_answer_the_same_each_time(slug: str, name: str) -> None:
    """None of them moves by chance, or for as long as the clock allows."""
    game = londinium.game(slug)
    first, second = (londinium.play(slug, [name, "greedy"], seed=12) for _ in range(2))
    assert first.record == second.record
    assert game.levels[name].seconds is None
    match = first.at(next(ply for ply, made in enumerate(first.plies) if made.decided and made.seat == 0))
    if name == "novice":  # it takes one look, however often it is asked
        bot = level(name, game)
        assert len({bot.choose(match, 0) for _ in range(5)}) == 1
