"""Matches: what can be asked of one, what it refuses, and what a seed means."""

from __future__ import annotations

from collections import defaultdict

import pytest

import londinium
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.registry import bundled_games

OURS = [game.slug for game in bundled_games()]

GAME = londinium.game("old-london-bridge")


def play_out(match: Match, pick: int) -> Match:
    """Always the same one of the legal moves, counted from the end if negative."""
    while not match.is_over:
        legal = match.legal(match.to_act[0])
        match.push(legal[pick % len(legal)])
    return match


def test_an_illegal_move_names_move_seat_reason_and_what_is_legal() -> None:
    match = GAME.match(seats=3, seed=1, names=["Ada", "Ben", "Cleo"])
    match.push("play 1", 0)
    before = match.position.states.tobytes()
    with pytest.raises(londinium.IllegalMove) as caught:
        match.push("play 1", 0)
    assert str(caught.value) == "'play 1' is not allowed for Ada: it is not their turn to decide"
    with pytest.raises(londinium.IllegalMove) as caught:
        match.push("pass", 1)
    assert str(caught.value) == "'pass' is not what Ben decides now. Legal moves: play 0, play 1, play 2, play 3, play 4"
    assert caught.value.legal == ("play 0", "play 1", "play 2", "play 3", "play 4")
    assert match.position.states.tobytes() == before


def test_a_refusal_names_its_rule_in_the_readers_language() -> None:
    match = GAME.match(seats=2, seed=1)
    for seat in (0, 0, 1, 1):
        match.push(match.legal(seat)[0], seat)
    assert match.view(match.to_act[0]).prompt == "placing"
    told = r"there is a free space, so you must place your pawn \(O-5\.6, § our ruling\)"
    with pytest.raises(londinium.IllegalMove, match=told) as caught:
        match.push("pass")
    assert "(O-5.6, § unsere Festlegung)" in caught.value.told(match.words("de"))
    assert "free space" not in caught.value.told(match.words("de"))


def test_a_move_number_outside_the_table_is_refused() -> None:
    match = GAME.match(seats=2, seed=1)
    for move in (-1, len(GAME.moves), 10**6):
        with pytest.raises(londinium.IllegalMove):
            match.push(move)


def test_nothing_can_be_done_after_the_end() -> None:
    match = play_out(GAME.match(seats=2, seed=1), 0)
    with pytest.raises(londinium.IllegalMove, match="it is not their turn"):
        match.push("pass")
    assert match.legal_moves == []
    assert match.to_act == ()
    assert match.outcome is not None


def test_undo_goes_back_to_before_the_first_decision_and_no_further() -> None:
    match = GAME.match(seats=2, seed=1)
    start = match.position.states.tobytes()
    for _ in range(6):
        match.push(match.legal_moves[0])
    for _ in range(6):
        match.undo()
    assert match.position.states.tobytes() == start
    with pytest.raises(londinium.LondiniumError, match="there is no decision to take back"):
        match.undo()


def test_a_choice_can_be_taken_back_until_it_is_revealed() -> None:
    match = GAME.match(seats=3, seed=1)
    match.push("play 1", 0)
    match.push("play 2", 1)
    match.retract(0)
    assert match.to_act == (0, 2)
    match.push("play 4", 0)
    match.push("play 3", 2)
    for seat in range(3):
        with pytest.raises(londinium.LondiniumError, match="has no choice that can still be taken back"):
            match.retract(seat)


def test_one_seed_is_one_shuffle_whatever_the_players_do() -> None:
    """Each stack, deck and row draws from its own branch: the k-th reveal of a stack is always the same."""
    revealed: list[dict[int, list[int]]] = []
    for pick in (0, -1, 3):
        match = play_out(GAME.match(seats=4, seed=2026), pick)
        decks: dict[int, list[int]] = defaultdict(list)
        for ply, made in enumerate(match.plies):
            if made.seat == CHANCE:
                decks[GAME.engine.deck(match.position_at(ply).states, 0, match.boxes) // 64].append(made.move)
        revealed.append(decks)
    for deck in revealed[0]:
        lines = [decks[deck] for decks in revealed]
        shortest = min(map(len, lines))
        assert all(line[:shortest] == lines[0][:shortest] for line in lines)
    assert any(len({len(decks[deck]) for decks in revealed}) > 1 for deck in revealed[0]), "the players did the same"


def test_without_a_seed_somebody_else_is_chance() -> None:
    match = GAME.match(seats=2)
    assert match.to_act == (CHANCE,)
    assert match.odds == {"stairs 0": 1, "stairs 1": 1}
    match.push("stairs 1")
    match.push("x chapel")
    assert match.odds["reveal 2"] == 1
    assert len(match.odds) == 12
    with pytest.raises(londinium.IllegalMove, match="'reveal 3' is not what chance decides now"):
        match.push("reveal 3")


@pytest.mark.parametrize("slug", OURS)
def test_an_earlier_match_goes_its_own_way(slug: str) -> None:
    match = play_out(londinium.game(slug).match(seats=2, seed=5), 0)
    match.tags["Event"] = "Fair"
    states = [match.position_at(ply).states.tobytes() for ply in range(match.ply + 1)]
    plies, record = match.plies, match.record
    half = match.at(match.ply // 2)
    assert half.ply == match.ply // 2
    assert half.plies == plies[: half.ply]
    assert half.position.states.tobytes() == states[half.ply]
    assert half.position._states is match.position_at(half.ply)._states, "nothing is copied"
    half.proceed()
    half.tags["Event"] = "Other"
    play_out(half, -1)
    assert match.record == record
    assert [match.position_at(ply).states.tobytes() for ply in range(match.ply + 1)] == states
    assert match.at(0).ply == 0
    assert match.copy().plies == match.at(match.ply).plies == plies


@pytest.mark.parametrize("ply", [-1, 1000])
def test_there_is_no_match_before_the_first_ply_or_after_the_last(ply: int) -> None:
    match = GAME.match(seats=2, seed=5)
    with pytest.raises(londinium.LondiniumError, match=f"this match has plies 0 to {match.ply}, not {ply}"):
        match.at(ply)


def test_a_match_in_another_state_leaves_the_match_alone() -> None:
    match = GAME.match(seats=3, seed=5)
    before, states = match.position.states.tobytes(), match.position.states.copy()
    states[0].cash[1] += 5
    other = match.with_state(states)
    assert other.position.states.tobytes() == states.tobytes() != before
    assert other.plies == match.plies
    states[0].cash[1] += 5
    assert other.position.states.tobytes() != states.tobytes()
    assert match.position.states.tobytes() == before


@pytest.mark.parametrize(("slug", "variant"), [("old-london-bridge", "expansion"), ("next-station-london", "base")])
def test_forced_moves_are_those_that_nobody_decided(slug: str, variant: str) -> None:
    match = play_out(londinium.game(slug).match(seats=2, seed=5, variant=variant), 0)
    kinds = set()
    for ply, made in enumerate(match.plies):
        here = match.at(ply)
        forced = {seat: here.forced(seat) for seat in (*range(match.seats), CHANCE)}
        kinds.add((made.seat == CHANCE, made.decided))
        assert (forced[made.seat] is None) == made.decided
        assert made.decided or forced[made.seat] == made.move
        assert all(forced[seat] is None for seat in forced if seat not in here.to_act)
        here.seed = None
        assert here.forced(CHANCE) is None, "without a seed somebody else is chance"
    assert kinds == {(True, False), (False, False), (False, True)}


@pytest.mark.parametrize("slug", OURS)
def test_the_lines_of_the_score_sheets_add_up(slug: str) -> None:
    match = play_out(londinium.game(slug).match(seats=3, seed=5), 2)
    assert match.outcome is not None
    assert tuple(map(sum, match.score_lines)) == match.outcome.scores
    assert {len(lines) for lines in match.score_lines} == {len(match.game.score_lines)}
    assert all(type(points) is int for lines in match.score_lines for points in lines)


def test_a_refusal_is_asked_as_a_move_is_made() -> None:
    match = GAME.match(seats=2, seed=1)
    for seat in (0, 0, 1, 1):
        match.push(match.legal(seat)[0], seat)
    (seat,) = match.to_act
    for move in ("pass", match.moves.parse("pass")):
        refused = match.refusal(move, seat)
        assert refused is not None
        assert (refused.move, refused.rule) == ("pass", "O-5.6")
    assert match.refusal(match.legal_moves[0], seat) is None
    assert match.refusal("pass", 1 - seat) is None, "it is not their turn"


@pytest.mark.parametrize("seed", [-1, 1 << 63])
def test_a_seed_has_63_bits(seed: int) -> None:
    with pytest.raises(londinium.InvalidOption, match="a seed is a whole number"):
        GAME.match(seed=seed)


def test_more_names_than_seats_are_refused() -> None:
    with pytest.raises(londinium.InvalidOption, match="3 names for 2 seats"):
        GAME.match(seats=2, names=["a", "b", "c"])
