"""What a player of chess in Python expects of a match: a text board, moves as objects, iteration, copies, equality, pickles."""

from __future__ import annotations

import copy
import pickle

import msgspec
import pytest

import londinium
from londinium import ALL_EYES, CHANCE, Match, Move
from londinium.kernel.words.errors import IllegalMove, InvalidNotation, LondiniumError

GAMES = ("old-london-bridge", "next-station-london")
ANY_GAME = (*GAMES, "mudlarks")


def played(slug: str, moves: int = 8) -> Match:
    match = londinium.game(slug).match(seats=2, seed=7, names=["Ada", "Ben"])
    for number in range(moves):
        match.push(match.legal_moves[number % len(match.legal_moves)])
    return match


# ── Text ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_prints_as_its_board(slug: str) -> None:
    match = played(slug)
    shown = str(match)
    assert "Round " in shown
    assert "Ada" in shown
    assert "Ben" in shown
    assert "\x1b" not in shown
    assert shown == match.text() == "\n".join(line.rstrip() for line in shown.split("\n"))
    assert max(map(len, shown.split("\n"))) <= 80
    assert "Runde " in match.text(language="de")


def test_a_text_board_keeps_the_secrets_of_others() -> None:
    match = londinium.game("old-london-bridge").match(seats=2, seed=7)
    other = match.copy()
    match.push("play 4")
    other.push("play 0")
    for viewer in (None, 1):
        assert match.text(viewer) == other.text(viewer)
    assert match.text(0) != other.text(0)
    assert match.text(ALL_EYES) != match.text()


def test_short_reprs() -> None:
    match = played("next-station-london", 2)
    assert repr(match) == f"<Match of next-station-london, 2 seats, ply {match.ply}>"
    assert eval(repr(match.game)) is match.game
    assert len(repr(match.svg())) < 60
    assert str(match.svg()).startswith("<svg ")


def test_what_cannot_be_shown_is_refused() -> None:
    match = played("old-london-bridge", 0)
    for show in (match.text, match.svg):
        with pytest.raises(LondiniumError, match="seats 0 to 1, not 9"):
            show(9)
        with pytest.raises(LondiniumError, match=r"no language 'xx'; choose one of: en, de, fr, it"):
            show(0, "xx")


# ── Moves ────────────────────────────────────────────────────────────────────


def test_a_move_is_its_notation_and_knows_more() -> None:
    match = played("old-london-bridge", 0)
    move = match.parse("  Play 3 ")
    assert (move, str(move), move.text, repr(move)) == ("play 3", "play 3", "play 3", "'play 3'")
    assert (move.id, move.seat, move.is_chance) == (match.moves.parse("play 3"), None, False)
    assert move == Move.parse("play 3", match.game, seat=1)
    assert len({move, Move.parse("play 3", match, 1), match.parse("play 2")}) == 2
    assert match.parse("marker 2").is_chance
    assert msgspec.json.encode([str(move)]) == b'["play 3"]'
    kept: Move = pickle.loads(pickle.dumps(Move.parse("play 3", match, 1)))
    assert (kept, kept.id, kept.seat) == ("play 3", move.id, 1)
    with pytest.raises(InvalidNotation, match="instead of 'zoo'"):
        match.parse("place zoo")


def test_legal_moves_belong_to_their_seat() -> None:
    match = londinium.game("old-london-bridge").match(seats=3, seed=7)
    assert match.legal_moves == match.legal_moves_of(0) == ["play 0", "play 1", "play 2", "play 3", "play 4"]
    assert [move.seat for move in match.legal_moves_of(1)] == [1] * 5
    assert match.legal_moves_of(CHANCE) == []
    match.push(match.legal_moves_of(1)[2])
    assert (match.plies[-1].seat, match.to_act) == (1, (0, 2)), "a move is made by its own seat"
    assert match.legal_moves_of(1) == []
    with pytest.raises(LondiniumError, match="seats 0 to 2, not 5"):
        match.legal_moves_of(5)


def test_is_legal_asks_the_rules() -> None:
    match = londinium.game("old-london-bridge").match(seats=3, seed=7)
    assert match.is_legal("play 3")
    assert match.is_legal("play 3", 1)
    assert match.is_legal(match.parse("play 3", 1).id, 1)
    assert match.parse("play 3", 1).is_legal(match)
    assert not match.is_legal("place chapel")
    assert not match.is_legal("marker 2", CHANCE)
    match.push("play 3", 1)
    assert not match.is_legal("play 3", 1)
    assert not match.parse("play 3", 1).is_legal(match)
    with pytest.raises(IllegalMove):
        match.push(match.parse("play 3", 1))
    with pytest.raises(InvalidNotation):
        match.is_legal("play nothing")


def test_chance_has_legal_moves_without_a_seed() -> None:
    match = londinium.game("old-london-bridge").match(seats=2)
    assert match.to_act == (CHANCE,)
    moves = match.legal_moves
    assert moves
    assert {move.seat for move in moves} == {CHANCE}
    assert list(match.odds) == moves
    match.push(moves[0])


# ── The way it came ──────────────────────────────────────────────────────────


@pytest.mark.parametrize("slug", ANY_GAME)
def test_steps_lead_through_a_match(slug: str) -> None:
    match = played(slug)
    steps = list(match)
    assert [step.ply for step in steps] == list(range(match.ply))
    again = londinium.game(slug).match(seats=2, seed=7, names=["Ada", "Ben"]).at(0)
    for step in match:
        assert step.match == again
        assert step.position.states.tobytes() == again.position.states.tobytes()
        assert step.move.is_legal(again)
        assert (step.seat, step.decided) == (step.move.seat, match.plies[step.ply].decided)
        again.apply(step.move, decided=step.decided)
    assert again == match
    assert repr(steps[0]) == f"<MatchStep 0: chance {steps[0].move}>"


def test_plies_from_the_end_are_refused() -> None:
    match = played("next-station-london")
    assert match.at(match.ply) == match
    assert match.at(3).ply == 3
    for ply in (-1, match.ply + 1):
        with pytest.raises(LondiniumError, match=f"plies 0 to {match.ply}, not {ply}"):
            match.at(ply)
    with pytest.raises(LondiniumError, match="not -1"):
        match.position_at(-1)


# ── As a value ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("slug", ANY_GAME)
def test_copies_are_equal_and_separate(slug: str) -> None:
    match = played(slug, 5)
    match.tags["Place"] = "London"
    match.annotate(match.ply - 1, "!")
    for same in (match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert same == match
        assert (same.tags, same.notes, same.log()) == (match.tags, match.notes, match.log())
        assert same.game is match.game
        assert same.svg(0) == match.svg(0)
        same.push(same.legal_moves[0])
        same.tags["Place"] = "elsewhere"
        assert same != match
        assert match.tags == {"Place": "London"}
        same.go_to(match.ply)
        assert same == match


def test_what_makes_matches_differ() -> None:
    game = londinium.game("old-london-bridge")
    match = game.match(seats=2, seed=7)
    assert match == game.match(seats=2, seed=7) == londinium.read_record(match.record)
    others = (
        game.match(seats=2, seed=8),
        game.match(seats=3, seed=7),
        game.match(seats=2, seed=7, names=["Ada"]),
        game.match(seats=2, seed=7, variant="expansion"),
        londinium.game("next-station-london").match(seats=2, seed=7),
        match.record,
    )
    assert all(match != other for other in others)
    said = match.copy()
    said.tags, said.comment = {"Place": "London"}, "What a beginning!"
    assert said == match
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)


def test_the_top_level_names_itself() -> None:
    names = dir(londinium)
    assert set(londinium.__all__) | {"__version__"} == set(names)
    assert {"analyse", "Move", "save_record"} <= set(names)
    assert not {"Any", "TYPE_CHECKING", "annotations", "overload"} & set(names)
    assert all(hasattr(londinium, name) for name in names)
