"""Simple players: they play legally, reproducibly, and without seeing face-down cards."""

from __future__ import annotations

import numpy as np
import pytest

import londinium
from londinium.bots.players import PLAYER_KINDS, Players
from londinium.bots.registry import bot
from londinium.kernel.match import Match

GAME = londinium.game("old-london-bridge")


@pytest.fixture(scope="module")
def players() -> Players:
    return Players(GAME)


def play(match: Match, players: Players, kind: str) -> Match:
    while not match.is_over:
        seat = match.to_act[-1]
        match.push(players.choose(kind, match, seat), seat)
    return match


@pytest.mark.parametrize("kind", PLAYER_KINDS)
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_player_finishes_a_match_and_repeats_itself(players: Players, kind: str, seats: int) -> None:
    once = play(GAME.match(seats=seats, seed=3), players, kind)
    again = play(GAME.match(seats=seats, seed=3), players, kind)
    assert once.record == again.record


@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_beats_random(players: Players, seats: int) -> None:
    kinds = ["greedy", *["random"] * (seats - 1)]
    results = players.play(kinds, range(300), GAME.option_codes(GAME.choose()))
    assert (results.places[:, 0] == 0).mean() > 0.9


def test_random_players_play_as_the_batch_runner_does(players: Players) -> None:
    """Alone the same matches; where several play, each draws from luck of its own, by the same odds."""
    london = londinium.game("next-station-london")
    codes = london.option_codes(london.choose())
    alone, batch = Players(london).play(["random"], range(50), codes), london.engine.play_random(range(50), 1, codes)
    assert np.array_equal(alone.points, batch.points)
    assert np.array_equal(alone.decisions, batch.decisions)
    codes = GAME.option_codes(GAME.choose(variant="expansion"))
    mixed, batch = players.play(["random"] * 4, range(2000), codes), GAME.engine.play_random(range(2000), 4, codes)
    off = mixed.points.mean(axis=0) - batch.points.mean(axis=0)
    assert (abs(off) < 4 * np.sqrt(2 / 2000) * batch.points.std(axis=0)).all()


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_choice_does_not_depend_on_face_down_cards(players: Players, seats: int) -> None:
    """What the others have laid face down changes nothing for who chooses last."""
    chosen = set()
    for cards in (0, -1):
        match = GAME.match(seats=seats, seed=11, options={"hostelry": "highest-card"})
        while len(match.to_act) > 1:
            match.push(match.legal(match.to_act[0])[cards], match.to_act[0])
        # The key of a choice includes the ply, which is the same in both.
        chosen.add(players.choose("greedy", match, match.to_act[0]))
    assert len(chosen) == 1


@pytest.mark.parametrize("name", ["greedy", "busy", "apprentice", "builder"])
def test_a_bot_takes_its_card_back_where_that_wins_pounds(name: str) -> None:
    """O-7.2: the last turn of a match. With the card the hand is worth something and brings 5 pounds."""
    match = GAME.match(seats=3, seed=763)
    while "use take-back" not in match.legal_moves:
        match.push(bot("busy", GAME).choose(match, match.to_act[0]))
    seat, states = match.to_act[0], match.position.states
    state = states[0]
    state.round_no, state.turn_no = 12, state.turns - 1
    state.order[state.turn_no] = 2 * seat
    state.hand[:, 1:] = 0
    match = match.with_state(states)
    with_card, without = match.copy(), match.copy()
    with_card.push("use take-back")
    without.push("pass")
    assert with_card.outcome is not None
    assert without.outcome is not None
    assert with_card.outcome.scores[seat] == without.outcome.scores[seat] + 5 - 1, "a card for a tile"
    chosen = bot(name, GAME).choose(match, seat)
    assert match.moves.text(chosen) == "use take-back"
