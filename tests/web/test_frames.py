"""What happened since somebody was last told, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from random import Random
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

import londinium
from londinium.games.old_london_bridge.rules.play import make
from londinium.games.old_london_bridge.rules.state import ROUND_OVER
from londinium.kernel.flat import copy_of
from londinium.kernel.game import CHANCE, Position
from londinium.kernel.match import Match, Ply
from londinium.table.table import Table
from londinium.web.live.frames import (
    LAST_FEW,
    MOST_STEPS,
    OWN,
    is_in_the_middle,
    last_action,
    sounds_of,
    steps_since,
    telling_bar,
)

BRIDGE, CITY = "old-london-bridge", "next-station-london"
NAMES = ("Ann", "Rosa", "Wat")


def new_match(slug: str, seats: int = 3, seed: int = 5) -> Match:
    return londinium.game(slug).match(seats=seats, seed=seed, names=NAMES[:seats])


def moves_of(match: Match, seed: int = 3) -> Iterator[tuple[int, tuple[Ply, ...]]]:
    """Play to the end: (who moved, the plies before it)."""
    chance = Random(seed)
    while not match.is_over:
        before, seat = match.plies, match.to_act[-1]
        match.push(chance.choice(match.legal(seat)), seat)
        yield seat, before


@pytest.fixture(params=[BRIDGE, CITY, "mudlarks"])
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_everything_is_told_once_and_ends_in_the_present(slug: str) -> None:
    match = new_match(slug, seats=2)
    for _, before in moves_of(match):
        steps = steps_since(match, 0, before)
        assert steps[-1].match.ply == steps[-1].told == match.ply
        assert all(step.pause > 0 for step in steps[:-1]), "what is not worth a pause is shown with what follows"
        assert [step.told for step in steps] == sorted(step.told for step in steps)
        told = [event for step in steps for event in step.events]
        happened = [event for _, event in match.events(0, len(before))]
        assert all(event in happened for event in told)
        if len(steps) < LAST_FEW:
            hidden = {ply for ply in range(len(before), match.ply) if len(match.at(ply).to_act) > 1}
            assert all(event in told for ply, event in match.events(0, len(before)) if ply not in hidden)


def test_a_step_shows_what_a_seat_may_know_then_and_no_more(slug: str) -> None:
    """The pictures of steps are those that the seat would have seen had it looked in that moment."""
    match, live = new_match(slug, seats=2), dict[tuple[int, int | None], bytes]()
    start = match.plies
    for _ in moves_of(match):
        for seat in (0, 1, None):
            for ply in range(match.ply + 1):
                if (ply, seat) not in live:
                    live[ply, seat] = msgspec.json.encode(match.at(ply).view(seat, offers=False, refusals=False))
    for seat in (0, 1, None):
        for first in range(len(start), match.ply):
            for step in steps_since(match.at(min(match.ply, first + 3)), seat, match.plies[:first]):
                seen = msgspec.json.encode(step.match.view(seat, offers=False, refusals=False))
                # Between a move and what follows of itself nobody could have looked; what is not known then changes nothing.
                halfway = step.match.position.states.tobytes() != match.position_at(step.told).states.tobytes()
                assert seen == (seen_in_disguise(step.match, seat) if halfway else live[step.told, seat])


def seen_in_disguise(match: Match, seat: int | None) -> bytes:
    """What a seat would see of a position if everything that it may not know were different."""
    other = match.copy()
    viewer = 0 if seat is None else seat  # a spectator knows what any seat knows, and less
    other._states[-1] = match.game.face.disguise(match.position, viewer, 1).states
    return msgspec.json.encode(other.view(seat, offers=False, refusals=False))


def test_a_choice_that_lies_face_down_is_no_step() -> None:
    for slug in (BRIDGE, CITY):
        match = new_match(slug)
        while len(match.to_act) < 3:
            match.push(match.legal(match.to_act[0])[0])
        before, last = match.plies, match.to_act[-1]
        match.push(match.legal(last)[0], last)
        [step] = steps_since(match, 0, before)
        assert step.pause == 0
        assert step.events == ()


def test_moves_that_were_taken_back_are_not_played_backwards() -> None:
    match = new_match(BRIDGE, seats=2)
    told = [match.plies for _ in moves_of(match)][6]
    other = match.at(len(told) - 2)
    [step] = steps_since(other, 0, told)
    assert step.told == other.ply
    assert step.pause == 0


def test_long_gaps_are_shortened() -> None:
    match = new_match(BRIDGE)
    for _ in moves_of(match):
        pass
    assert len(steps_since(match, 0, match.plies[:20])) == LAST_FEW
    assert len(steps_since(match, 0, match.plies[:-2])) <= MOST_STEPS


def test_what_one_has_decided_oneself_is_soon_over() -> None:
    match = new_match(BRIDGE)
    pauses: dict[bool, set[float]] = {True: set(), False: set()}
    for seat, before in moves_of(match):
        if match.plies[len(before)].decided and len(match.at(len(before)).to_act) == 1:
            pauses[seat == 0].add(steps_since(match.at(len(before) + 1), 0, before)[0].pause)
    assert OWN in pauses[True]
    assert OWN not in pauses[False]


def test_a_turn_without_a_legal_move_is_a_step() -> None:
    """Who passes because nothing can be drawn is shown to have passed."""
    found = 0
    for seed in range(6):
        match = new_match(CITY, seats=1, seed=seed)
        for _, before in moves_of(match):
            made = range(len(before), match.ply)
            passed = [ply for ply in made if not match.plies[ply].decided and match.plies[ply].seat != CHANCE]
            steps = steps_since(match, 0, before)
            for ply in (ply for ply in passed if steps[0].told <= ply):
                found += 1
                assert any(step.told == ply + 1 and step.pause >= 1 for step in steps)
    assert found


def test_the_last_of_a_round_is_seen_before_the_round_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def halfway(before: Position, seat: int, move: int) -> Position | None:
        states = copy_of(before.states)
        make(states[0], before.boxes[0], seat, move)
        return Position(states, before.boxes, before.seats, before.options) if states[0].phase == ROUND_OVER else None

    match, found = new_match(BRIDGE), 0
    monkeypatch.setattr(match.game.face, "halfway", halfway)
    for seat, before in moves_of(match):
        ply = next((ply for ply in range(len(before), match.ply) if match.halfway(ply)), None)
        if ply is None:
            continue
        found += 1
        steps = [step for step in steps_since(match, 0, before) if step.told == ply]
        pawns = [seat for seat, pawn in enumerate(steps[-1].match.position.plain.pawn) if pawn >= 0]
        assert steps[-1].pause > 0
        assert seat in pawns, "the last pawn stands on the wheel"
        assert steps[-1].match.view(None).outcome is None
        assert all(pawn < 0 for pawn in match.position_at(ply + 1).plain.pawn), "and then the wheel is cleared"
    assert found > 4


def test_the_words_of_a_step_and_of_what_others_did_last(slug: str) -> None:
    match = new_match(slug, seats=2)
    words, told = match.words(), False
    for _, before in moves_of(match):
        for step in steps_since(match, 0, before)[:-1]:
            bar = unescape(telling_bar(step, 0, words)).replace("\u2060", "")  # which keeps amounts in one piece
            assert match.game.face.note(step.events[-1], words, ["You", *match.names[1:]]) in bar
            assert "data-move" not in bar
        last = last_action(match, 0, words)
        told = told or "Rosa" in last
        assert ">A</i>" not in last, "one's own deeds are no news"
    assert told


def test_a_sound_is_heard_once_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match(BRIDGE)
    before = next(before for _, before in moves_of(match))
    monkeypatch.setattr(match.game.face, "sound", lambda event: "card" if "Card" in type(event).__name__ else "")
    heard = [sounds_of(step) for step in steps_since(match, 0, before[:8])]
    assert all(sounds in ([], ["card"]) for sounds in heard)


@pytest.fixture(scope="module")
def handful() -> tuple[Match, int, int]:
    """A match, and the plies between which one of the others takes at least three 1s, one after the other."""
    for seed in range(20):
        match, chance = new_match(BRIDGE, seed=seed), Random(seed)
        while not match.is_over:
            seat, wished = match.to_act[-1], [match.moves.parse(move) for move in ("take 1", "place hostelry")]
            legal = match.legal(seat)
            match.push(next((move for move in wished if move in legal), None) or chance.choice(legal), seat)
        one = match.moves.parse("take 1")
        for ply, made in enumerate(match.plies):
            run = 0
            while ply + run < match.ply and (match.plies[ply + run].seat, match.plies[ply + run].move) == (made.seat, one):
                run += 1
            if run >= 3 and made.seat != 0:
                return match, ply, ply + run
    raise AssertionError("nobody took so many cards")


def test_cards_that_are_taken_one_by_one_are_one_step(handful: tuple[Match, int, int]) -> None:
    match, first, after = handful
    steps = steps_since(match.at(after), 0, match.plies[:first])
    taken = [[event for event in step.events if type(event).__name__ == "CardTaken"] for step in steps]
    assert [len(events) for events in taken if events] == [after - first]
    assert steps[0].pause < 1, "and it is no longer than one move"
    words = match.words()
    assert f"×{after - first}" in telling_bar(steps[0], 0, words)
    assert f"×{after - first}" in last_action(match.at(after), 0, words)


def test_a_bot_that_still_takes_cards_is_told_of_when_it_is_done(handful: tuple[Match, int, int]) -> None:
    match, first, after = handful
    actor = match.plies[first].seat

    def in_the_middle(ply: int, bot: str | None) -> bool:
        seats = [SimpleNamespace(bot=bot if seat == actor else None) for seat in range(match.seats)]
        return is_in_the_middle(cast("Table", SimpleNamespace(match=match.at(ply), seats=seats)))

    assert in_the_middle(first + 1, "greedy")
    assert not in_the_middle(first + 1, None), "a person may think for long"
    assert not in_the_middle(first, "greedy")
    assert not in_the_middle(after, "greedy") or match.game.face.asks(match.position_at(after)) == "taking-cards"
