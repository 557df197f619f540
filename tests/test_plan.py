"""Looking ahead exactly: the same values as a plain recursion over the rules, and levels that see less."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from plain_worth import GAME, NETWORK, pushed, said_of, seen_by, settled, worth_of

import londinium
from londinium.bots.levels import LEVELS, Level, ability_of, level
from londinium.bots.search import foresight
from londinium.bots.search import planner as planner_module
from londinium.bots.search.foresight import judgement_file, judgement_of, overlooking
from londinium.bots.search.insight import Weigher
from londinium.bots.search.plan import DEEPEST_PLAN
from londinium.bots.search.planner import Allowed, Look, Planner, best_first, looking
from londinium.bots.search.search import Budget, Search
from londinium.games.next_station_london.rules.state import TWICE_CHOICE
from londinium.kernel.match import Match


def after_greedy_moves(seed: int, decisions: int, seats: int = 1, variant: str = "both-modules") -> Match:
    match, bot = GAME.match(seats=seats, seed=seed, variant=variant), londinium.bot("greedy", GAME)
    match.proceed()
    while decisions > 0 or len(match.legal(match.to_act[0])) < 3:
        seat = match.to_act[0]
        match.push(bot.choose(match, seat), seat)
        decisions -= 1
    return match


@pytest.mark.parametrize(
    ("seed", "decisions", "seats", "variant", "depth"),
    [
        (1, 3, 1, "base", 1),
        (2, 12, 1, "base", 2),
        (3, 20, 2, "base", 2),
        (4, 25, 1, "both-modules", 2),
        (5, 30, 1, "both-modules", 3),
        (6, 29, 1, "base", 3),
        (20, 28, 1, "both-modules", 4),  # many ways lead to the same position
        (39, 29, 1, "base", 4),
        (59, 31, 1, "base", 4),  # some of them are the end
    ],
)
def test_it_is_worth_what_a_plain_recursion_says(
    seed: int, decisions: int, seats: int, variant: str, depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planner_module, "MARGINS", (inf,) * DEEPEST_PLAN)  # whatever the network thinks of the moves
    match = after_greedy_moves(seed, decisions, seats, variant)
    seat = match.to_act[0]
    states = match.states_known_to(seat)
    planner, widths = Planner(GAME, NETWORK), Look((), depth).widths
    found = planner.think(match, seat, states, Allowed(depth=depth))
    furthest = {move: one for move, one in found.items() if one.depth == depth}
    assert furthest
    for move, one in list(furthest.items())[:2]:
        expected = worth_of(match, settled(match, pushed(match, states, seat, move), seat), seat, widths, depth - 1)
        assert one.worth == pytest.approx(expected, abs=0.02)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("turned", [False, True])
def test_points_that_are_not_seen_are_counted(turned: bool) -> None:
    """Whether a station was counted twice is nothing that the next round shows: such positions are not the same, though."""
    found = 0
    for seed in range(60):
        match = GAME.match(seats=1, seed=seed, variant="powers")
        bot = londinium.bot("greedy", GAME)
        while not match.is_over and match.position.state.phase != TWICE_CHOICE:
            match.push(bot.choose(match, 0), 0)
        if match.is_over or match.position.state.round_no == 4:
            continue
        legal, states = match.legal(0), match.states_known_to(0)
        moves = legal[::-1] if turned else legal
        weighed = Weigher(GAME, NETWORK).weigh(match, 0, states, moves, 3).worths
        for move, worth in zip(moves, weighed, strict=True):
            expected = worth_of(match, settled(match, pushed(match, states, 0, move), 0), 0, Look((), 3).widths, 2)
            assert worth == pytest.approx(expected, abs=0.02)
        assert max(weighed) > min(weighed) + 1
        found += 1
        if found == 2:
            return
    raise AssertionError("hardly anybody was asked which station counts twice")


def test_the_same_again_and_nothing_is_changed() -> None:
    match = after_greedy_moves(8, 10)
    states = match.states_known_to(0)
    before, planner = states.tobytes(), Planner(GAME, NETWORK)
    first, again = (planner.think(match, 0, states, Allowed(depth=3)) for _ in range(2))
    assert first == again
    assert states.tobytes() == before


def test_what_is_hidden_changes_nothing() -> None:
    """With several at the table, what another has chosen on this card is none of its business."""
    match = after_greedy_moves(9, 12, seats=2)
    first, second = match.to_act
    moves = match.legal(first)
    answers = []
    for move in moves[:2]:
        other = match.copy()
        other.push(move, first)
        answers.append(level("architect", GAME).think(other, second).ideas)
    assert [idea.points for idea in answers[0]] == [idea.points for idea in answers[1]]


def test_looking_further_must_be_finished_to_count() -> None:
    """A look that was stopped leaves what was known before."""
    asking = looking([4, 5, 6], Allowed(), lambda: 0.0)
    assert next(asking) == Look([4, 5, 6], 1)
    assert asking.send([(1.0, 1), (3.0, 1), (2.0, 1)]) == Look([5, 6, 4], 2)
    with pytest.raises(StopIteration) as done:
        asking.send(None)
    assert {move: one.depth for move, one in done.value.value.items()} == {4: 1, 5: 1, 6: 1}
    assert best_first(done.value.value)[0][0] == 5


def test_what_is_allowed_ends_it() -> None:
    few = looking([4, 5], Allowed(positions=40), lambda: 0.0)
    next(few)
    with pytest.raises(StopIteration):
        few.send([(1.0, 1), (3.0, 1)])
    late = looking([4, 5], Allowed(seconds=1.0), lambda: 0.5)
    next(late)
    with pytest.raises(StopIteration):
        late.send([(1.0, 1), (3.0, 1)])
    clear = looking([4, 5], Allowed(), lambda: 0.0)
    next(clear)
    with pytest.raises(StopIteration):
        clear.send([(1.0, 1), (30.0, 1)])  # nobody needs to look at a move that is so much better


def test_a_plan_for_a_second_is_ready_in_time() -> None:
    match = after_greedy_moves(10, 5)
    found = level("architect", GAME).think(match, 0, seconds=0.001)
    assert found.best in [match.moves.text(move) for move in match.legal(0)]


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_plays_and_says_what_it_thinks(name: str) -> None:
    match, bot = after_greedy_moves(11, 34), level(name, GAME)
    thoughts = bot.think(match, 0)
    assert match.moves.parse(thoughts.best) == bot.choose(match, 0)
    assert {match.moves.parse(idea.move) for idea in thoughts.ideas} <= set(match.legal(0))
    assert thoughts.simulations >= 1


@pytest.mark.parametrize("decisions", [3, 12, 22, 32])
def test_who_overlooks_something_takes_it_to_be_as_usual(decisions: int) -> None:
    """In every round: what a master says is what the network would say if it saw there what is usual in that round."""
    overlooked = ability_of("master", GAME).overlooks
    master, places = overlooking(GAME, NETWORK, overlooked), GAME.sight.cells_of(overlooked)
    match = after_greedy_moves(12, decisions, variant="base")
    row = np.zeros(GAME.sight.room(1), np.float32)
    row[:] = seen_by(match, match.states_known_to(0), 0)
    usual = foresight._usual(judgement_file(GAME))
    as_usual = row.copy()
    as_usual[places] = usual[int(row[0]), places]
    assert (as_usual != row).any()
    expected, with_open_eyes = said_of(as_usual, NETWORK), said_of(row, NETWORK)
    assert said_of(row, master) == pytest.approx(expected, abs=0.01)
    assert expected != pytest.approx(with_open_eyes, abs=0.05)


def test_levels_get_stronger() -> None:
    """Over the same matches; the steps are several points wide, and the seeds are fixed."""
    points = {name: 0 for name in LEVELS if name != "architect"}
    for name in points:
        bot = level(name, GAME)
        for seed in range(30):
            match = GAME.match(seats=1, seed=8_800_000 + seed)
            match.proceed()
            while not match.is_over:
                match.push(bot.choose(match, 0), 0)
            assert match.outcome is not None
            points[name] += match.outcome.scores[0]
    assert list(points.values()) == sorted(points.values())
    assert points["novice"] < 30 * 100, "a child at its first match reaches that"


def test_where_the_network_knows_nothing_it_simulates() -> None:
    match = GAME.match(seats=1, seed=3, options={**GAME.choose(), "order": "chosen"})
    bot = level("master", GAME)
    assert not bot.plans(match)
    match.proceed()
    assert bot.choose(match, 0) in match.legal(0)
    assert isinstance(bot, Level)
    assert bot.budget == Budget(simulations=ability_of("master", GAME).afar)
    assert level("architect", GAME).budget == LEVELS["architect"]


@pytest.mark.slow_interpreted
def test_whole_numbers_change_nothing() -> None:
    """What eight bits and a power of two cannot say stays in numbers of its own."""
    match = after_greedy_moves(7, 22)
    whole, units = foresight.in_whole_numbers(NETWORK)
    assert whole.first.dtype == np.int8
    assert (whole.first * units[..., None] == NETWORK.first).all()
    with pytest.raises(ValueError, match="in whole numbers already"):
        foresight.in_whole_numbers(whole)
    third = NETWORK._replace(first=(NETWORK.first / 3).astype(np.float32))
    assert foresight.in_whole_numbers(third)[0].first is third.first
    states = match.states_known_to(0)
    plain = Planner(GAME, NETWORK, np.ones_like(units)).think(match, 0, states, Allowed(depth=3))
    assert Planner(GAME, NETWORK).think(match, 0, states, Allowed(depth=3)) == plain


def test_a_network_is_read_once_for_all() -> None:
    first, second, master = (level(name, GAME)._planner for name in ("architect", "architect", "master"))
    assert first is not None
    assert second is not None
    assert master is not None
    assert first._network is second._network
    assert first._network is not master._network
    game = londinium.game("old-london-bridge")
    searches = [level(name, game).search for name in ("architect", "master", "builder")]
    assert searches[0]._network is searches[1]._network
    assert searches[0]._network is not searches[2]._network


@pytest.mark.parametrize("name", LEVELS)
def test_where_there_is_no_large_network_levels_simulate_with_the_small_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser without a server, where nobody could be sent that much."""
    monkeypatch.setattr(foresight, "JUDGEMENT", "left-out.npz")
    assert judgement_of(GAME) is None
    match, bot = after_greedy_moves(11, 34), level(name, GAME)
    assert not bot.plans(match)
    ability = ability_of(name, GAME)
    assert bot.search.foresees(match) == ability.judges
    small, thoughts = Search(GAME, settings=dict(ability.settings), neglects=ability.neglects), bot.think(match, 0, seconds=0.05)
    assert thoughts.ideas == small.think(match, 0, Budget(simulations=thoughts.simulations)).ideas


def test_there_is_an_end_to_it() -> None:
    assert len(Look((), DEEPEST_PLAN).widths) == DEEPEST_PLAN
    assert Allowed().seconds == inf
