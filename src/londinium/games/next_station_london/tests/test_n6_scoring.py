"""N-6 The end of the game: totals, ties, rating."""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path

import numpy as np
import pytest

from londinium import load_record
from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.rules.components import PENCILS
from londinium.games.next_station_london.tests.positions import Table, finish_round, match_of, sheet

RECORDS = Path(__file__).parent.parent / "records"


def places(t: Table) -> list[int]:
    totals, found = np.zeros(4, np.int32), np.zeros(4, np.int32)
    GAME.engine.scores(t.states, 0, t.cities, totals, found)
    return found[: t.s.seats].tolist()  # type: ignore[no-any-return]  # NumPy is untyped here


def test_the_rulebook_example() -> None:
    """N-6.1: lines of 20, 16, 29 and 22, 7 visits, nine double interchanges: 87 + 14 + 18 = 119."""
    match = load_record(RECORDS / "rulebook-example.record")
    (score,) = match.score_sheets
    assert sorted(line.points for line in score.lines) == [16, 20, 22, 29]
    assert (score.visits, score.sightseeing) == (7, 14)
    assert (score.two_lines, score.three_lines, score.four_lines, score.interchanges) == (9, 0, 0, 18)
    assert score.total == 119
    assert match.outcome is not None
    assert match.outcome.scores == (119,)


@pytest.mark.parametrize(("colours", "points"), [(1, 0), (2, 2), (3, 5), (4, 9)])
def test_interchanges(colours: int, points: int) -> None:
    """N-6.1: a station of two colours is worth 2 points, of three 5, of four 9."""
    t = sheet()
    for pencil in PENCILS[:colours]:
        t.stop_at(pencil, "e5")
    assert t.score().interchanges == points
    assert (t.score().two_lines, t.score().three_lines, t.score().four_lines) == tuple(int(colours == n) for n in (2, 3, 4))


def test_the_total_is_the_sum_of_the_sheet() -> None:
    """N-6.1: four lines, sightseeing, interchanges and objectives; the sheet and the rules agree."""
    for seed in range(12):
        seats = 1 + seed % 4
        match = GAME.match(seats=seats, seed=seed, variant="both-modules")
        while not match.is_over:
            match.push(match.legal(match.to_act[0])[0])
        lines = np.zeros((4, len(GAME.score_lines)), np.int32)
        GAME.functions.score_lines(match.position.state, match.position.box, lines)
        assert match.outcome is not None
        for sheet_, total, row in zip(match.score_sheets, match.outcome.scores, lines.tolist(), strict=False):
            assert sheet_.total == total == sum(row)
            assert {line.pencil: line.points for line in sheet_.lines} == dict(zip(PENCILS, row[:4], strict=True))
            assert [sheet_.sightseeing, sheet_.interchanges, sheet_.objective_points] == row[4:]


def test_the_highest_total_wins() -> None:
    """N-6.2: highest total wins."""
    t = match_of(2)
    finish_round(t, "draw d2-f0")
    assert places(t) == [0, 1]


def test_a_tie_goes_to_the_better_best_line() -> None:
    """N-6.2: of two equal totals the one with the better best line wins."""
    t = match_of(2)
    t.stop_at("green", "d2 f0 e0", 0)
    t.stop_at("pink", "h3", 0)
    t.stop_at("purple", "c5", 1)
    t.stop_at("green", "d2 f0", 1)
    t.stop_at("pink", "h3 j3", 1)
    t.stop_at("purple", "", 1)
    assert [t.score(seat).total for seat in (0, 1)] == [4, 4]
    assert places(t) == [0, 1]


def test_who_is_still_tied_shares_the_victory() -> None:
    """N-6.2: still tied, the victory is shared; the next place counts all before it."""
    t = match_of(4)
    for seat in range(4):
        for pencil in PENCILS:
            t.stop_at(pencil, "", seat)
        t.stop_at("blue", "f7" if seat == 2 else "f7 f9", seat)
    assert places(t) == [0, 0, 3, 0]


def test_the_rating_of_someone_alone() -> None:
    """N-6.3: up to 90, 91-105, 106-120, 121-135, 136-150, above 150; 10 less for each module used, the total stays."""
    seen = set()
    for modules in range(3):
        for stations in range(1, 54):
            t = sheet()
            for pencil in range(4):
                t.s.line[0, pencil] = (1 << max(1, stations - 4 * pencil)) - 1
                t.s.power[pencil] = pencil if modules == 2 else -1
            t.s.objectives = 0b00011 if modules else 0
            score = t.score()
            assert score.rating == bisect_left([90, 105, 120, 135, 150], score.total - 10 * modules)
            seen.add(score.rating)
    assert seen == set(range(6))


def test_only_someone_alone_is_rated() -> None:
    """N-6.3: the rating is for playing alone."""
    assert match_of(2).score().rating is None
    assert match_of(1).score().rating == 0
