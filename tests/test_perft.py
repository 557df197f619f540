"""Perft: how many sequences of moves there are. A changed number means changed rules."""

from __future__ import annotations

import pytest

import londinium
from londinium.kernel.conformance import check_walk
from londinium.kernel.match import Match

# Old London Bridge from the first card choice, seed 1: by seats and variant, depths 1 to 5.
COUNTS: dict[tuple[int, str], list[int]] = {
    (2, "base"): [5, 22, 110, 484, 5324],
    (3, "base"): [5, 25, 125, 1375, 14250],
    (4, "base"): [5, 25, 125, 625, 6875],
    (4, "expansion"): [5, 25, 125, 625, 6875],
}


def count(match: Match, depth: int) -> int:
    """The same count, slowly, through the public face of a match."""
    if depth == 0:
        return 1
    if match.is_over:
        return 0
    total = 0
    for move in match.legal(match.to_act[0]):
        after = match.copy()
        after.apply(move, match.to_act[0])
        total += count(after, depth - 1)
    return total


@pytest.mark.parametrize(("seats", "variant"), COUNTS)
def test_regression_table(seats: int, variant: str) -> None:
    game = londinium.game("old-london-bridge")
    match = game.match(seats=seats, seed=1, variant=variant)
    states = match.position.states
    assert [game.engine.perft(states, match.boxes, depth) for depth in range(1, 6)] == COUNTS[seats, variant]


@pytest.mark.parametrize("game", londinium.all_games(), ids=lambda game: game.slug)
def test_compiled_and_slow_counts_agree(game: londinium.Game) -> None:
    for seats in game.seats:
        whole = check_walk(game.match(seats=seats, seed=2))
        match = game.match(seats=seats, seed=2)
        for _ in range(min(12, sum(made.decided for made in whole.plies) // 2)):
            match.push(match.legal_moves[-1])
        match.seed = None
        for depth in (1, 2, 3):
            assert game.engine.perft(match.position.states, match.boxes, depth) == count(match, depth)
