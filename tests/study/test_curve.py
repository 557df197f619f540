"""The curve of an analysis: one judge for all positions, exact at the end, and chances that come true."""

from __future__ import annotations

import os
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

import londinium
from londinium.bots.line_up import play
from londinium.bots.search.comparison import Judge
from londinium.bots.search.forecast import FORECAST_KEY, Forecast, forecast_of, has_face_down, new_playouts
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.kernel.registry import game as find_game
from londinium.study.analysis import Effort, analyse, new_judge
from londinium.study.expectations import open_plies, stretches
from londinium.study.graph import graph
from londinium.study.sanity import SanitySetting, bot_match, calibration
from londinium.study.verdicts import Analysis

GAMES = Path(londinium.__file__).parent / "games"
RECORDS = [
    GAMES / "old_london_bridge" / "records" / "four-mixed-base.record",
    GAMES / "old_london_bridge" / "records" / "two-greedy-base.record",
    GAMES / "next_station_london" / "records" / "four-greedy-both-modules.record",
    GAMES / "next_station_london" / "records" / "alone-greedy-base.record",
]
SLUGS = ["old-london-bridge", "next-station-london"]
ALL = bool(os.environ.get("LONDINIUM_ALL_CURVES"))
"""Forty matches of each game and number of seats, and the chances of two hundred: half an hour of a core."""
FEW = 64


@cache
def analysed(record: Path) -> Analysis:
    return analyse(record, FEW, par_seconds=0)


# ── What a curve does ────────────────────────────────────────────────────────


def check_curve(found: Analysis, match: Match) -> int:
    """Where nothing was revealed and the best moves were made, the curve moves less than its band. How often that was."""
    losses = {one.ply: one.loss for one in found.decisions}
    checked = 0
    for before, after in pairwise(found.graph):
        made = range(before.ply, after.ply)
        revealed = any(match.plies[ply].seat == CHANCE or match.at(ply).choice.is_simultaneous for ply in made)
        if revealed or any(losses.get(ply) for ply in made):
            continue
        checked += 1
        for seat in range(match.seats):
            one, other = ((moment.win or moment.points)[seat] for moment in (before, after))
            assert abs(one - other) <= max(1e-4, before.band[seat]), f"seat {seat} from ply {before.ply} to {after.ply}"
    outcome = match.outcome
    assert outcome is not None
    last = found.graph[-1]
    assert last.points == outcome.scores
    if match.seats > 1:
        winners = [place == 0 for place in outcome.places]
        assert last.win == tuple(first / sum(winners) for first in winners)
    for moment in found.graph:
        assert moment.win is None or sum(moment.win) == pytest.approx(1, abs=0.001)
        assert len(moment.band) == match.seats
        assert all(band >= 0 for band in moment.band)
    return checked


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_the_curve_moves_for_a_reason(record: Path) -> None:
    match = load_record(record)
    assert check_curve(analysed(record), match) >= (10 if match.game.slug == SLUGS[0] else 1)


@pytest.mark.skipif(not ALL, reason="half an hour; set LONDINIUM_ALL_CURVES")
@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug in SLUGS for seats in find_game(slug).seats])
def test_forty_curves_move_for_a_reason(slug: str, seats: int) -> None:
    game = find_game(slug)
    variants = sorted(game.variants)
    for seed in range(40):
        kinds = [("greedy", "master", "apprentice")[(seat + seed) % 3] for seat in range(seats)]
        match = play(game, kinds, seed=seed, variant=variants[seed % len(variants)])
        check_curve(analyse(match, FEW, par_seconds=0), match)


def test_the_two_leaders_do_not_swap_back_and_forth() -> None:
    """In this match the mover's own view made the curve jump by more than .3 between neighbouring points 18 times."""
    found = analyse(RECORDS[0], 400, par_seconds=0)
    jumps = [max(abs(a - b) for a, b in zip(one.win or (), other.win or (), strict=True)) for one, other in pairwise(found.graph)]
    assert sum(jump > 0.3 for jump in jumps) <= 1
    assert fmean(jumps) < 0.05


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_curve_shows_positions_that_all_know(record: Path) -> None:
    match = load_record(record)
    plies = open_plies(match)
    assert [moment.ply for moment in analysed(record).graph] == [*plies, match.ply]
    assert not any(has_face_down(match.at(ply)) for ply in plies)
    found = stretches(match, analysed(record).decisions)
    assert [ply for stretch in found for ply in stretch] == plies


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_the_graph_shows_a_band_for_every_seat(record: Path) -> None:
    match = load_record(record)
    drawn = graph(analysed(record), match, match.words())
    assert drawn.count('class="band"') == drawn.count('class="line"') == match.seats


# ── One judge ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("record", RECORDS[::2], ids=lambda path: path.stem)
def test_what_the_seats_know_changes_nothing(record: Path) -> None:
    """A forecast is the same whoever decides, and whatever lies face down was not turned up."""
    match = load_record(record)
    judge = new_judge(match, Effort(FEW))
    for ply in open_plies(match)[5::20]:
        here = match.at(ply)
        same = here.with_state(here.position.states)
        assert judge.forecast(here, 32) == judge.forecast(same, 32)


@pytest.mark.parametrize("slug", SLUGS)
def test_neighbouring_positions_have_the_same_luck(slug: str) -> None:
    """After the move that the quick players would make, every simulation goes on as it did before it."""
    game = find_game(slug)
    judge, match, checked = Judge(game), bot_match(game, ["greedy"], 3) if 1 in game.seats else None, 0
    match = match or bot_match(game, ["greedy", "greedy"], 3)
    judge._forecast_noise = 0.0
    for ply in open_plies(match):
        here = match.at(ply)
        if CHANCE in here.to_act or len(here.to_act) > 1:
            continue
        seat, said = here.to_act[0], judge.forecast(here, 16)
        children = [after(here, move, seat) for move in here.legal(seat)]
        if said.is_exact or any(one.is_over for one in children):
            continue
        checked += 1
        assert said in [forecast_at(judge, one, ply + 1) for one in children], ply
    assert checked > 10


def forecast_at(judge: Judge, match: Match, ply: int) -> Forecast:
    """A forecast for a position to which more moves have led than its match knows of."""
    playouts, mind = new_playouts(16, match.seats), judge.forecast_mind(match)
    judge._play_forward(mind, judge.open_paper(match), match.boxes, np.uint64(FORECAST_KEY), ply, 0, 16, playouts)
    return forecast_of(playouts, judge.is_alone, has_network=False)


# ── The end ──────────────────────────────────────────────────────────────────


def plain_end(match: Match) -> tuple[list[float], list[float], list[float]]:
    """By seat: worth, points and share of the first place, found by plain recursion over matches."""
    if match.is_over:
        outcome = match.outcome
        assert outcome is not None
        firsts = [float(place == 0) for place in outcome.places]
        return (
            worths_of(outcome.scores, firsts),
            [float(one) for one in outcome.scores],
            [one / sum(firsts) for one in firsts],
        )
    if match.to_act == (CHANCE,):
        moves, weights = chances_of(match)
        rows = [plain_end(after(match, move, CHANCE)) for move in moves]
        total = sum(weights)
        mixed = [
            [sum(w * row[k][seat] for w, row in zip(weights, rows, strict=True)) / total for seat in range(match.seats)]
            for k in range(3)
        ]
        return mixed[0], mixed[1], mixed[2]
    seat = match.to_act[0]
    rows = [plain_end(after(match, move, seat)) for move in match.legal(seat)]
    best = max(row[0][seat] for row in rows)
    good = [row for row in rows if row[0][seat] > best - 1e-9]
    means = [[fmean(row[k][one] for row in good) for one in range(match.seats)] for k in range(3)]
    return means[0], means[1], means[2]


def worths_of(scores: Any, firsts: list[float]) -> list[float]:
    return [
        max(-60.0, min(60.0, points - max(other for k, other in enumerate(scores) if k != seat))) + 20 * firsts[seat]
        for seat, points in enumerate(scores)
    ]


def chances_of(match: Match) -> tuple[list[int], list[int]]:
    moves, weights = match.game.engine.buffers()
    count = match.game.engine.unchecked.chance(match.position_at(match.ply).states, 0, match.boxes, moves, weights)
    return moves[:count].tolist(), weights[:count].tolist()


def after(match: Match, move: int, seat: int) -> Match:
    states = match.position_at(match.ply).states
    match.game.engine.unchecked.push(states, 0, match.boxes, seat, move)
    return match.with_state(states)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_end_is_computed_as_plain_recursion_does(seats: int) -> None:
    game = find_game("old-london-bridge")
    judge, exact = Judge(game), 0
    for seed in range(4):
        match = bot_match(game, ["greedy"] * seats, seed)
        for ply in open_plies(match)[-6:]:
            here = match.at(ply)
            found = judge.forecast(here, FEW)
            if not found.is_exact or here.to_act == (CHANCE,):
                continue
            exact += 1
            _, points, firsts = plain_end(here)
            assert list(found.points) == pytest.approx(points)
            assert list(found.chances) == pytest.approx(firsts)
            seat = here.to_act[0]
            settled = judge.settle(here, seat)
            assert settled is not None
            for move, gains, lines in zip(settled.moves, settled.gains, settled.lines, strict=True):
                worths, points, _ = plain_end(after(here, move, seat))
                assert gains == pytest.approx([worths[seat]])
                assert sum(lines) == pytest.approx(points[seat])
    assert exact >= 6


@pytest.mark.parametrize("seats", [1, 3])
def test_everybody_makes_the_best_of_the_last_card(seats: int) -> None:
    game = find_game("next-station-london")
    judge = Judge(game)
    for seed in range(4):
        match = bot_match(game, ["greedy"] * seats, seed)
        ply = next(each for each in reversed(open_plies(match)) if len(match.at(each).to_act) == seats)
        here = match.at(ply)
        found = judge.forecast(here, FEW)
        assert found.is_exact
        assert match.outcome is not None
        for seat in range(seats):
            assert found.points[seat] >= match.outcome.scores[seat]
            settled = judge.settle(here, seat)
            assert settled is not None
            assert max(row[0] for row in settled.gains) == found.points[seat]


def test_a_far_end_is_not_computed() -> None:
    for slug in SLUGS:
        match = find_game(slug).match(seats=2, seed=1)
        while CHANCE in match.to_act:
            match.push(match.legal_moves[0])
        judge = Judge(match.game)
        assert judge.settle(match, match.to_act[0]) is None
        assert not judge.forecast(match, FEW).is_exact


# ── Chances come true ────────────────────────────────────────────────────────


def check_calibration(game: Game, seats: int, matches: int, slack: float) -> None:
    """Of positions said to be so good, about as many were won."""
    cells = calibration(SanitySetting(game.slug, seats=seats), matches, seed=5000)
    assert sum(cell.count for cell in cells) == matches * 12 * seats
    for cell in cells:
        assert abs(cell.won - cell.said) <= slack + 1 / cell.count**0.5, cell


@pytest.mark.parametrize("slug", SLUGS)
def test_chances_come_true(slug: str) -> None:
    check_calibration(find_game(slug), 3, 200 if ALL else 40, 0.05 if ALL else 0.08)
