"""What a bot is given holds no secret, and looking ahead in it meets a fair chance."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

import londinium
from londinium import CHANCE, Game, Match
from londinium.bots.engines.lines import position_line
from londinium.bots.line_up import VeiledBot, as_bot, play
from londinium.bots.registry import bot
from londinium.bots.veil import VeiledMatch, veiled

BRIDGE, LONDON = londinium.game("old-london-bridge"), londinium.game("next-station-london")
SEED = 7_412_908_365_517_221_093
"""Long enough that its bytes and digits occur nowhere by chance."""


def half_chosen(game: Game, seats: int = 3, seed: int = SEED) -> Match:
    """A match, well under way, in which everybody but the last seat has chosen face down."""
    match = game.match(seats=seats, seed=seed)
    greedy = bot("greedy", game)
    while match.ply < 30 or len(match.to_act) < seats:
        seat = match.to_act[0]
        match.push(greedy.choose(match, seat), seat)
    for seat in match.to_act[:-1]:
        move = match.legal(seat)[-2]
        match.apply(move, seat)
    return match


def reachable(start: object) -> Iterator[object]:
    """Everything that an object holds, and what that holds. Modules, functions and classes belong to everybody."""
    seen, waiting = {id(start)}, [start]
    while waiting:
        one = waiting.pop()
        yield one
        for held in gc.get_referents(one):
            if id(held) not in seen and not isinstance(held, ModuleType | FunctionType | BuiltinFunctionType | type):
                seen.add(id(held))
                waiting.append(held)


@pytest.mark.parametrize("game", [BRIDGE, LONDON], ids=lambda game: game.slug)
def test_nothing_that_a_bot_can_reach_holds_a_secret(game: Game) -> None:
    """The spy of the review: it walks through everything it is given."""
    match = half_chosen(game)
    seat = match.to_act[0]
    hidden = [ply for ply in match.plies[match.choice.since :] if ply.seat != seat]
    assert len(hidden) == 2
    veil = veiled(match, seat)
    secret_state = match.position.states.tobytes()
    # What the spy looks for is there in the match itself, so the walk does find it.
    assert any(one is match.plies[-1] for one in reachable(match))
    assert any(isinstance(one, int) and one == SEED for one in reachable(match))
    for one in reachable(veil):
        assert not isinstance(one, Match) or one is veil
        assert not (isinstance(one, int) and one == SEED)
        assert not any(one is ply for ply in hidden)
        assert not (isinstance(one, str) and str(SEED) in one)
        if isinstance(one, bytes | bytearray):
            assert SEED.to_bytes(8, "little") not in one
            assert bytes(one) != secret_state
    assert veil.seed is None
    assert "Seed" not in veil.record
    assert str(SEED) not in veil.record


@pytest.mark.parametrize("game", [BRIDGE, LONDON], ids=lambda game: game.slug)
def test_what_others_chose_face_down_changes_nothing(game: Game) -> None:
    """Whatever they chose, and whether they have chosen at all, the bot is given the same bytes."""
    match = half_chosen(game)
    seat, since = match.to_act[0], match.choice.since
    before = match.at(since)
    tables = [match, before]
    for rank in (0, 1):
        tables.append(before.copy())
        for other in before.to_act[:-1]:
            tables[-1].apply(tables[-1].legal(other)[rank], other)
    assert len({table.position.states.tobytes() for table in tables}) == 4
    veils = [veiled(table, seat) for table in tables]
    assert len({veil.position.states.tobytes() for veil in veils}) == 1
    assert len({veil.view(seat).to_json() for veil in veils}) == 1
    assert len({repr((veil.plies, veil.to_act, veil.record)) for veil in veils}) == 1
    assert len({veil.luck.random() for veil in veils}) == 1
    assert len({position_line(table, seat) for table in tables}) == 1


def test_a_seat_keeps_its_own_face_down_choices() -> None:
    """In a choice of several moves it knows what it has chosen so far, and none of what the others have."""
    match = LONDON.match(seats=2, seed=3, variant="powers")
    greedy = bot("greedy", LONDON)
    found = 0
    while not match.is_over:
        choice = match.choice
        for seat in match.to_act:
            if choice.is_simultaneous and choice.made_by(seat) and choice.made_by(1 - seat):
                found += 1
                assert veiled(match, seat).plies[choice.since :] == choice.made_by(seat)
        seat = match.to_act[-1]
        match.push(greedy.choose(match, seat), seat)
    matches = veiled(match, 0)
    assert matches.plies == match.plies
    assert matches.outcome == match.outcome
    assert found > 0


def test_what_a_bot_does_to_its_match_changes_no_other() -> None:
    match = half_chosen(BRIDGE)
    seat = match.to_act[0]
    states, box = match.position.states.tobytes(), match.boxes.tobytes()
    earlier = [match.position_at(ply).states.tobytes() for ply in range(match.ply)]
    veil: Any = veiled(match, seat)
    for ply in range(veil.ply + 1):
        veil._states[ply][0].cash[0] = 99  # whoever reaches inside
    veil._boxes[0].start_pounds = 99
    veil.push(veil.legal(seat)[0], seat)
    veil._options["money"] = "open"
    assert match.position.states.tobytes() == states
    assert match.boxes.tobytes() == box
    assert [match.position_at(ply).states.tobytes() for ply in range(match.ply)] == earlier
    assert match.options["money"] == "hidden"


# ── Looking ahead ────────────────────────────────────────────────────────────


def before_a_reveal(seed: int) -> Match:
    """Next Station alone, with a card to be turned over after the next move."""
    return LONDON.match(seats=1, seed=seed)


def next_reveal(match: Match) -> int:
    """What is revealed once seat 0 passes."""
    ahead = match.copy()
    ahead.push(ahead.legal(0)[-1], 0)
    return next(ply.move for ply in ahead.plies[match.ply :] if ply.seat == CHANCE)


def test_the_next_reveal_is_foreseen_no_better_than_by_chance() -> None:
    """In the match itself the look ahead tells the future every time; in the veiled one as often as a guess does."""
    seeds, hits, expected = range(150), 0, 0.0
    for seed in seeds:
        match = before_a_reveal(seed)
        truth = next_reveal(match)
        assert next_reveal(match) == truth
        hits += next_reveal(veiled(match, 0)) == truth
        at_chance = match.copy()
        at_chance.seed = None
        at_chance.push(at_chance.legal(0)[-1], 0)
        total = sum(at_chance.odds.values())
        expected += sum((odd / total) ** 2 for odd in at_chance.odds.values())
    assert 0 < expected < 30  # a guess is right about one time in ten
    assert abs(hits - expected) < 15


def test_looking_ahead_again_meets_another_chance_by_the_odds() -> None:
    match = before_a_reveal(5)
    veil = veiled(match, 0)
    chance = veil.copy()
    chance.apply(chance.legal(0)[-1], 0)
    odds = {chance.moves.parse(text): weight for text, weight in chance.odds.items()}
    found = Counter(next_reveal(veil) for _ in range(2000))
    assert set(found) == set(odds)
    for move, weight in odds.items():
        assert found[move] / 2000 == pytest.approx(weight / sum(odds.values()), abs=0.04)


def test_the_same_knowledge_gives_the_same_luck() -> None:
    """So that a bot that looks ahead plays the same match again, in any process."""
    match = before_a_reveal(5)
    assert [next_reveal(veiled(match, 0)) for _ in range(3)] == [next_reveal(veiled(match.copy(), 0)) for _ in range(3)]


# ── In a match ───────────────────────────────────────────────────────────────


class Spy:
    """Notes what it is given, and tries to change what is played."""

    def __init__(self, game: Game) -> None:
        self.given: list[VeiledMatch] = []

    def choose(self, match: Any, seat: int) -> str:
        self.given.append(match)
        move = match.moves.text(match.legal(seat)[0])
        match.push(move, seat)
        return str(move)


def test_every_bot_of_somebodys_own_is_given_a_veiled_match() -> None:
    spy = Spy(BRIDGE)
    match = play(BRIDGE, [spy, "greedy"], seed=SEED)
    assert match.is_over
    assert match.names == ("Spy", "greedy")
    assert spy.given
    assert all(type(given) is VeiledMatch and given.seed is None for given in spy.given)
    assert isinstance(as_bot(spy, BRIDGE), VeiledBot)
