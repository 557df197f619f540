"""Matches to learn from on a processor: averages as a plain recursion says, and no luck in what is learnt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from plain_worth import GAME, NETWORK, worth_of

from londinium.bots.search.foresight import Network
from londinium.envs.rehearsal import Rehearsal, Rehearsed
from londinium.kernel.rules import COMPILED

WIDTH, NARROW = 16, 8
MATCHES = 400 if COMPILED else 2


def some_network(seed: int) -> Network:
    """One that has learnt nothing, but has opinions, in every chapter others."""
    draw, chapters, size = np.random.default_rng(seed), GAME.sight.chapters, GAME.sight.size
    shapes = [(size, WIDTH), (WIDTH,), (WIDTH, NARROW), (NARROW,), (NARROW + 1,)]
    return Network(*(draw.normal(0, 0.3, (chapters, *shape)).astype(np.float32) for shape in shapes))


def noted(
    count: int, trace: float, variant: str = "base", network: Network = NETWORK, warmth: float = 0.0, threads: int = 1
) -> Rehearsed:
    _, notes = Rehearsal(GAME, threads).noted(network, variant, range(7_000, 7_000 + count), np.full(count, warmth), trace)
    return notes


@pytest.mark.parametrize(
    ("variant", "network"), [("both-modules", NETWORK), ("base", some_network(1)), ("powers", some_network(2))]
)
def test_a_position_is_worth_what_a_plain_recursion_says(variant: str, network: Network) -> None:
    match, notes = GAME.match(seats=1, seed=0, variant=variant), noted(1, 0.75, variant, network, warmth=1.0)
    for k in range(0, notes.decisions[0], 6):
        states = notes.states[0, k : k + 1].copy()
        assert notes.found[0, k] == pytest.approx(worth_of(match, states, 0, [], 1, network), abs=0.02)


def test_later_surprises_count_as_long_as_the_best_was_done() -> None:
    notes = noted(2, 0.5, warmth=1.0)
    assert not notes.is_best[0, : notes.decisions[0]].all(), "nothing else was tried, so this shows nothing"
    for row, count in enumerate(notes.decisions):
        said_before: list[float] = []
        for k in reversed(range(count)):
            later = said_before[-1] - notes.said[row, k + 1] if said_before and notes.is_best[row, k + 1] else 0.0
            said_before.append(notes.found[row, k] + 0.5 * later)
            assert notes.aims[row, k] + notes.points[row, k] == pytest.approx(said_before[-1], abs=1e-9)


@pytest.mark.slow_interpreted
def test_without_luck_it_is_what_matches_end_with() -> None:
    """Everything found on the way added up (a trace of 1) is on average what a match brings, and lies closer together."""
    notes = noted(MATCHES, 1.0)
    aims = notes.aims[:, 0] + notes.points[:, 0]
    off = aims - notes.totals
    assert abs(off.mean()) < 4 * off.std() / MATCHES**0.5
    if COMPILED:
        assert aims.std() < 0.6 * notes.totals.std()


@pytest.mark.slow_interpreted
def test_threads_change_nothing() -> None:
    one, two = (noted(5, 0.75, "both-modules", warmth=1.0, threads=threads) for threads in (1, 2))
    assert [array.tobytes() for array in one] == [array.tobytes() for array in two]


def test_what_is_seen_is_what_the_sight_shows() -> None:
    rehearsal, network = Rehearsal(GAME, 1), some_network(3)
    seen, aims, totals, decisions = rehearsal.play(network, "powers", [5], np.zeros(1), 0.75)
    _, notes = rehearsal.noted(network, "powers", [5], np.zeros(1), 0.75)
    assert len(seen) == len(aims) == decisions[0] == notes.decisions[0]
    assert totals[0] == notes.totals[0]
    match = GAME.match(seats=1, seed=0, variant="powers")
    row: Any = np.zeros(GAME.sight.size, np.uint8)
    for k in range(0, len(seen), 5):
        row[:] = 0
        GAME.sight.see(notes.states[0, k], match.boxes[0], GAME.option_codes(match.options), 0, row)
        assert row.tobytes() == seen[k].tobytes()
