"""The solver: what it finds is legal and scored by the rules, it repeats itself, and it says what it cannot do."""

from __future__ import annotations

import pytest

from londinium.bots.players import Players
from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.mind.solver.solo import Alone, finished
from londinium.games.next_station_london.mind.solver.solution import Solution, solve
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.record import read_record
from londinium.kernel.words.errors import InvalidOption, LondiniumError

pytestmark = pytest.mark.slow_interpreted

NODES = 5_000_000
"""A third of a second."""


def played(seats: int, seed: int, variant: str = "base") -> Match:
    """A match between greedy players."""
    players = Players(GAME)
    match = GAME.match(seats=seats, seed=seed, variant=variant)
    while not match.is_over:
        seat = match.to_act[-1]
        match.push(players.choose("greedy", match, seat), seat)
    return match


def with_moves(match: Match, solution: Solution) -> Match:
    """The same match with everybody at the table, but one seat makes the moves of its solution."""
    again = Match(GAME, match.seats, match.options, None, match.boxes, match.box_name, match.names)
    theirs = {seat: iter([made.move for made in match.plies if made.seat == seat]) for seat in (*range(match.seats), CHANCE)}
    theirs[solution.seat] = iter([match.moves.parse(move) for turn in solution.turns for move in turn.moves])
    while not again.is_over:
        seat = again.to_act[0]
        again.apply(next(theirs[seat]), seat)
    return again


@pytest.mark.parametrize(
    ("seats", "seat", "variant"), [(1, 0, "base"), (2, 1, "both-modules"), (3, 2, "powers"), (4, 3, "objectives")]
)
def test_the_moves_are_legal_at_the_table_and_bring_the_total(seats: int, seat: int, variant: str) -> None:
    match = played(seats, 5, variant)
    solution = solve(match, seat, nodes=NODES)
    again = with_moves(match, solution)
    assert again.outcome is not None
    assert match.outcome is not None
    assert again.outcome.scores[seat] == solution.total == solution.sheet.total
    assert solution.played == match.outcome.scores[seat]
    assert solution.played < solution.total <= solution.bound
    others = [other for other in range(seats) if other != seat]
    assert [again.outcome.scores[other] for other in others] == [match.outcome.scores[other] for other in others]
    assert solution.missed == solution.total - solution.played
    assert solution.gap == solution.bound - solution.total


def test_the_solution_is_a_record_of_somebody_alone() -> None:
    solution = solve(GAME.match(seats=2, seed=3, variant="both-modules"), 1, nodes=NODES)
    match = read_record(solution.record)
    assert match.outcome is not None
    assert match.outcome.scores == (solution.total,)
    drawn = [
        {move.removeprefix("draw ") for turn in solution.turns if turn.round == k for move in turn.moves} for k in range(1, 5)
    ]
    for moves, line in zip(drawn, solution.lines, strict=True):
        assert set(line.sections) == {move for move in moves if "-" in move}


def test_the_same_nodes_give_the_same_answer() -> None:
    match = GAME.match(seats=1, seed=8, variant="powers")
    once, again = solve(match, nodes=NODES), solve(match, nodes=NODES)
    assert once.record == again.record
    assert (once.bound, once.looked_at) == (again.bound, again.looked_at)


def test_more_time_never_spoils_a_bound_that_holds() -> None:
    match = GAME.match(seats=1, seed=4)
    little, more = solve(match, nodes=1_000_000), solve(match, nodes=10 * NODES)
    assert little.total <= more.bound <= little.bound
    assert more.total <= little.bound


def test_no_time_at_all_still_gives_an_answer() -> None:
    solution = solve(GAME.match(seats=1, seed=1), seconds=0)
    assert 100 < solution.total <= solution.bound


@pytest.mark.parametrize("variant", ["base", "both-modules"])
def test_however_little_time_it_is_never_worse_than_what_was_played(variant: str) -> None:
    """Somebody plays what was found with more time; then there is none."""
    match = GAME.match(seats=2, seed=7, variant=variant)
    found = solve(match, 1, nodes=3 * NODES)
    best = with_moves(finished(match), found)
    again = solve(best, 1, seconds=0)
    assert again.played == found.total
    assert again.total >= found.total
    assert again.missed is not None
    assert again.missed >= 0


def test_a_seat_has_its_own_pencils_when_it_sits_alone() -> None:
    match = finished(GAME.match(seats=2, seed=6))
    for seat in range(2):
        idle = Alone(match, seat)
        rounds, _ = idle.rounds()
        assert [one.pencil for one in rounds] == idle.pencils
        assert [int(turn.card) for one in rounds for turn in one.turns] == [  # type: ignore[attr-defined]  # a NumPy array
            int(match.position_at(ply).state.card) for ply in range(match.ply) if match.plies[ply].seat == seat
        ]


def test_a_match_with_a_seed_can_be_solved_before_it_is_over() -> None:
    match = GAME.match(seats=1, seed=2)
    match.push(match.legal_moves[0])
    assert solve(match, nodes=1_000_000).played is None


def test_unknown_cards_and_seats_are_refused() -> None:
    match = GAME.match(seats=1, seed=2)
    match.seed = None
    with pytest.raises(LondiniumError, match="not all known"):
        solve(match)
    with pytest.raises(InvalidOption, match="seats 0 to 0, not 1"):
        solve(match, 1)
