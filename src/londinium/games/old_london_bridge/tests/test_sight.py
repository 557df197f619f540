"""What a network is shown: it fits into its row, it is what a seat can know, and it is true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from londinium.games.old_london_bridge import GAME
from londinium.games.old_london_bridge.face.secrets import disguise
from londinium.games.old_london_bridge.mind import sight
from londinium.games.old_london_bridge.rules.state import CARD_CHOICE
from londinium.kernel.game import CHANCE, Position
from londinium.kernel.match import Match
from londinium.kernel.rules import COMPILED

SIGHT = GAME.sight
FEATURES = {feature.name: feature for feature in SIGHT.shown.table(SIGHT.seats)}
KINDS = [(seats, variant) for seats in GAME.seats for variant in GAME.variants]
MATCHES = 4 if COMPILED else 1


def seen(position: Position, seat: int) -> Any:
    row = np.zeros(SIGHT.room(position.seats), np.uint8)
    SIGHT.see(position.states[0], position.boxes[0], GAME.option_codes(position.options), seat, row)
    return row


def cells(row: Any, name: str) -> list[int]:
    feature = FEATURES[name]
    return list(map(int, row[feature.start : feature.start + feature.size]))


def positions(seats: int, variant: str, matches: int = MATCHES) -> Iterator[tuple[Match, Position]]:
    """Every position of random matches, those before a reveal included."""
    for seed in range(matches):
        match, random = GAME.match(seats=seats, seed=seed, variant=variant), np.random.default_rng(seed)
        while not match.is_over:
            seat = int(random.choice(match.to_act))
            match.push(int(random.choice(match.legal(seat))), seat)
        for ply in range(len(match.plies) + 1):
            yield match, match.position_at(ply)


@pytest.mark.parametrize(("seats", "variant"), KINDS)
def test_rows_have_one_size_and_stay_below_their_highs(seats: int, variant: str) -> None:
    highs = SIGHT.highs
    assert len(highs) == SIGHT.size == SIGHT.room(seats) == SIGHT.room(4)
    most = np.zeros(SIGHT.size, np.uint8)
    for _, position in positions(seats, variant):
        for seat in range(seats):
            row = seen(position, seat)
            assert (row <= highs).all()
            assert not row[SIGHT.shown.size(seats) :].any(), "absent seats are zeros"
            assert cells(row, "phase").index(1) == position.plain.phase
            most = np.maximum(most, row)
    assert (most > 0).sum() > SIGHT.shown.size(seats) // 2, "much of it is used"


@pytest.mark.parametrize("seats", GAME.seats)
def test_cards_that_others_chose_face_down_change_nothing(seats: int) -> None:
    """The same match with other cards before everyone else: the row is the same, to the last byte."""
    changed = 0
    for match, position in positions(seats, "expansion", 2 * MATCHES):
        if position.plain.phase != CARD_CHOICE:
            continue
        openly = Position(position.states, position.boxes, seats, {**match.options, "money": "open"})
        for seat in range(seats):
            other = disguise(openly, seat, 0xD15 + seat)
            changed += other.states.tobytes() != position.states.tobytes()
            before = other.states.tobytes()
            assert (seen(other, seat) == seen(position, seat)).all()
            assert other.states.tobytes() == before, "the cards lie where they lay"
    assert changed > 0


def test_ones_own_card_is_seen() -> None:
    for _, position in positions(4, "base", 2):
        state = position.plain
        for seat in range(4):
            if state.phase == CARD_CHOICE and state.played[seat][0] >= 0:
                row = seen(position, seat)
                assert cells(row, "own: lying")[state.played[seat][0]] == 1
                assert sum(cells(row, f"rival {k}: lying")[0] for k in (1, 2, 3)) == 0
                return
    raise AssertionError("nobody chose a card")


@pytest.mark.parametrize(("seats", "variant"), KINDS)
def test_points_hands_and_leads_are_those_of_the_rules(seats: int, variant: str) -> None:
    points, places = np.zeros(seats, np.int32), np.zeros(seats, np.int32)
    for _, position in positions(seats, variant, 1):
        state = position.plain
        if state.round_no == 0 or (state.phase == CARD_CHOICE and any(card >= 0 for row in state.played for card in row)):
            continue
        GAME.engine.scores(position.states, 0, position.boxes, points, places)
        row = seen(position, 1)
        for player in range(seats):
            who, name = (1 + player) % seats, "own" if player == 0 else f"rival {player}"
            assert cells(row, f"{name}: points") == [min(max(points[who] + sight.DEBT, 0), sight.DEBT + sight.RICH)]
            assert cells(row, f"{name}: place").index(1) == places[who]
            assert cells(row, f"{name}: hand") == list(state.hand[who])
            assert cells(row, f"{name}: money") == [state.cash[who]]
            best = max(points[other] for other in range(seats) if other != who)
            middle = cells(row, f"{name}: lead").index(1) - sight.STEPS // 2
            assert abs(points[who] - best - middle * sight.STEP) <= sight.STEP // 2 or abs(middle) == sight.STEPS // 2
            fits = cells(row, f"{name}: fits")
            last = cells(row, f"{name}: last")[0]
            assert all(fits[k] == (0 < state.top[k] < last and state.length[who] < 12) for k in range(5))


def test_what_is_seen_after_a_building_was_taken() -> None:
    """Right after a placing the next building of the stack is not revealed, but everybody sees what was taken."""
    for match, position in positions(2, "base", 1):
        del match
        if position.plain.taken and GAME.engine.to_act(position.states, 0) == 1 << CHANCE:
            row, tile = seen(position, 0), position.plain.taken
            assert cells(row, "taken") == [tile]
            assert cells(row, "taken type").index(1) == position.plain_box.building[tile]
            return
    raise AssertionError("nobody took a building")


def test_it_stays_out_of_the_way_of_the_stairs() -> None:
    """Before anybody has a place on the chapel track there is nothing to compare: it must not look for one for ever."""
    states, boxes = GAME.state.new(), GAME.standard_box()
    GAME.engine.setup(states, 0, boxes, 3, GAME.option_codes({}))
    assert seen(Position(states, boxes, 3, GAME.choose({})), 0)[sight.PHASE] == 1
