"""Batches: one compiled call plays many matches, the same whatever the threads, and the same as a match by hand."""

from __future__ import annotations

import numpy as np
import pytest

import londinium
from londinium.kernel.boxes import STANDARD_BOX
from londinium.kernel.game import Game
from londinium.kernel.match import Match

GAMES = londinium.all_games()


def settings(game: Game) -> list[tuple[int, str]]:
    return [(seats, variant) for seats in game.seats for variant in game.variants]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_threads_do_not_change_results(game: Game) -> None:
    for seats, variant in settings(game):
        codes = game.option_codes(game.choose(variant=variant))
        one = game.engine.play_random(range(101), seats, codes, keep_states=True)
        three = game.engine.play_random(range(101), seats, codes, threads=3, keep_states=True)
        for part in ("points", "places", "decisions", "lines", "states"):
            assert np.asarray(getattr(one, part)).tobytes() == np.asarray(getattr(three, part)).tobytes()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_batch_is_the_match_that_its_trace_describes(game: Game) -> None:
    for seats, variant in settings(game):
        chosen = game.choose(variant=variant)
        codes = game.option_codes(chosen)
        batch = game.engine.play_random([4], seats, codes)
        line, states = game.engine.trace(4, seats, codes)
        match = Match(game, seats, chosen, 4, game.standard_box(), STANDARD_BOX, [""] * seats)
        for seat, move in line:
            match.apply(int(move), int(seat))
        assert match.is_over
        assert match.position.states.tobytes() == states.tobytes()
        assert match.outcome is not None
        assert match.outcome.scores == tuple(batch.points[0, :seats].tolist())
        assert match.outcome.places == tuple(batch.places[0, :seats].tolist())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_lines_of_a_score_sheet_add_up(game: Game) -> None:
    for seats, variant in settings(game):
        batch = game.engine.play_random(range(200), seats, game.option_codes(game.choose(variant=variant)))
        assert np.array_equal(batch.lines.sum(axis=2), batch.points)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_an_unknown_choice_of_kind_or_number_of_players_is_refused(game: Game) -> None:
    with pytest.raises(londinium.InvalidOption, match="players, not 9"):
        game.check_seats(9)
