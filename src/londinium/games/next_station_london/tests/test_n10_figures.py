"""N-10 Sanity figures: what random and greedy players reach in the base game."""

from __future__ import annotations

import numpy as np
import pytest

from londinium.bots.players import Players
from londinium.games.next_station_london import GAME
from londinium.kernel.rules import COMPILED

BASE = GAME.option_codes(GAME.choose())


def totals(player: str, games: int) -> list[int]:
    found = Players(GAME).play([player], np.arange(games), BASE).points[:, 0]
    return [int(points) for points in found]


@pytest.mark.skipif(not COMPILED, reason="too many matches for interpreted rules")
def test_a_random_player_that_never_passes_voluntarily() -> None:
    """N-10.1: averages 95 points (sd 12.5). A mean far from it means a rule is wrong."""
    found = totals("busy", 40_000)
    assert np.mean(found) == pytest.approx(95.1, abs=0.5)
    assert np.std(found) == pytest.approx(12.5, abs=0.3)


@pytest.mark.skipif(not COMPILED, reason="too many matches for interpreted rules")
def test_a_greedy_player() -> None:
    """N-10.1: the best immediate total reaches 124 to 128 on average (sd 14)."""
    found = totals("greedy", 10_000)
    assert 124 < np.mean(found) < 128
    assert np.std(found) == pytest.approx(14, abs=1)


@pytest.mark.skipif(not COMPILED, reason="too many matches for interpreted rules")
def test_all_seats_and_options_are_sound() -> None:
    """N-10.1: every property of the kernel's fuzzer holds, with every number of seats and every option."""
    games = 2_000
    seats = 1 + np.arange(games) % 4
    options = np.array([[code >> i & 1 for i in range(3)] for code in np.arange(games) // 4 % 8], np.int8)
    plies, violation = GAME.engine.fuzz(np.arange(games), seats, options)
    assert violation is None
    assert plies > 100 * games


def test_a_state_is_small() -> None:
    """The state of four seats is at most 1 KiB."""
    assert GAME.state.dtype.itemsize <= 1024
