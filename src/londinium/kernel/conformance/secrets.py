"""What must hold for secrets in every game, beyond `conformance`: simultaneous choices, spectators, and what is told.

    from londinium.kernel.conformance.secrets import check_secrets
    check_secrets(match)

Each `check_...` is one property of a match that was played to its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Any

import msgspec

from londinium.kernel.conformance.rules import LONGEST_WALK, where
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.seeds import draw
from londinium.kernel.words.errors import LondiniumError

Choices = list[tuple[int, int]]
"""What seats chose, one after the other: seat and move."""

DISGUISE_BRANCH = 400_000
"""The first of the branches of a match's seed from which these checks choose."""


def check_secrets(match: Match) -> None:
    """All properties of this module."""
    check_any_order_of_choices(match)
    check_choices_can_be_taken_back(match)
    check_choices_do_not_show(match)
    check_views_keep_secrets(match)
    check_events_keep_secrets(match)


# ── Looking at a match again ─────────────────────────────────────────────────


def beginnings(match: Match, most: int) -> list[Match]:
    """Moments at which several seats begin to decide at once, spread over the match."""
    masks = [match.game.engine.to_act(match.position_at(ply).states, 0) for ply in range(match.ply)]
    begins = [ply for ply, now in enumerate(masks) if now & (now - 1) and (ply == 0 or masks[ply - 1] | now != masks[ply - 1])]
    return [match.at(ply) for ply in begins[:: max(1, len(begins) // most)]]


def pick(match: Match, seat: int) -> int:
    legal = match.legal(seat)
    return legal[draw(match.seed or 0, DISGUISE_BRANCH + 8 * match.ply + seat, len(legal))]


def choices_of(match: Match, seat: int) -> Choices:
    """Everything that one seat decides while the others wait."""
    alone = match.copy()
    line: Choices = []
    while seat in alone.to_act and len(line) < LONGEST_WALK:
        line.append((seat, pick(alone, seat)))
        alone.apply(line[-1][1], seat)
    return line


def after(match: Match, line: Iterable[tuple[int, int]]) -> Match:
    later = match.copy()
    for seat, move in line:
        later.apply(move, seat)
    return later


def in_turns(choices: dict[int, Choices]) -> Choices:
    """Everybody's first choice, then everybody's second."""
    longest = max(map(len, choices.values()))
    return [line[i] for i in range(longest) for line in choices.values() if i < len(line)]


def seat_by_seat(choices: dict[int, Choices], seats: Iterable[int]) -> Choices:
    """All choices of one seat, then all choices of the next."""
    return [made for seat in seats for made in choices[seat]]


# ── Simultaneous choices ─────────────────────────────────────────────────────


def check_any_order_of_choices(match: Match) -> None:
    """All choices of a simultaneous decision, in any order of the seats and also in turns, lead to the same state."""
    for here in beginnings(match, 6):
        choices = {seat: choices_of(here, seat) for seat in here.to_act}
        orders = [in_turns(choices), *(seat_by_seat(choices, seats) for seats in permutations(choices))]
        states = {after(here, order).position.states.tobytes() for order in orders}
        assert len(states) == 1, f"{where(here)}: the order of the choices {choices} matters"


def check_choices_can_be_taken_back(match: Match) -> None:
    """A seat that has chosen may choose again until the last one has, and the others' choices stay; after that nobody may."""
    for here in beginnings(match, 6):
        choices = {seat: choices_of(here, seat) for seat in here.to_act}
        for waits, last in choices.items():
            line = seat_by_seat(choices, [seat for seat in choices if seat != waits])
            for seat in choices:
                if seat == waits:
                    _refuses_to_take_back(after(here, line), seat)
                else:
                    _takes_back(here, line, seat)
                _refuses_to_take_back(after(here, [*line, *last]), seat)


def _takes_back(match: Match, line: Choices, seat: int) -> None:
    last = max(i for i, made in enumerate(line) if made[0] == seat)
    taken_back, without = after(match, line), after(match, [made for i, made in enumerate(line) if i != last])
    taken_back.retract(seat)
    same = taken_back.position.states.tobytes() == without.position.states.tobytes()
    assert same, f"{where(match)}: taking back {line[last]} of {line} left something, or took more"


def _refuses_to_take_back(match: Match, seat: int) -> None:
    plies = match.plies
    try:
        match.retract(seat)
    except LondiniumError:
        assert match.plies == plies, f"{where(match)}: a refused taking back changed something"
        return
    raise AssertionError(f"{where(match)}: seat {seat} took back a choice that was revealed, or that it had not made")


def check_choices_do_not_show(match: Match) -> None:
    """While others decide, nobody sees what a seat has chosen: not from what lies there, nor from what then happens."""
    for here in beginnings(match, 8):
        here.proceed()
        for seat in here.to_act:
            while {seat} < set(here.to_act):
                _choice_does_not_show(here, seat)
                here.push(pick(here, seat), seat)


def _choice_does_not_show(match: Match, seat: int) -> None:
    tables = []
    legal = match.legal(seat)
    for move in legal[:: max(1, len(legal) // 4)]:
        tables.append(match.copy())
        tables[-1].push(move, seat)
    chosen = ", ".join(match.moves.text(table.plies[match.ply].move) for table in tables)
    for viewer in ((seat + 1) % match.seats, None):
        seen = {table.view(viewer).to_json() + msgspec.json.encode(table.events(viewer, match.ply)) for table in tables}
        assert len(seen) == 1, f"{where(match)}: viewer {viewer} can tell which of these seat {seat} chose: {chosen}"
    for other in set(match.to_act) - {seat}:
        known = {table.states_known_to(other).tobytes() for table in tables}
        assert len(known) == 1, f"{where(match)}: the state known to seat {other} holds the choice of seat {seat}"


# ── No leak ──────────────────────────────────────────────────────────────────


def check_views_keep_secrets(match: Match) -> None:
    """Change what a seat may not know: its view and a spectator's stay the same."""
    for ply in range(0, match.ply + 1, max(1, match.ply // 8)):
        here = match.at(ply)
        for seat in range(match.seats):
            other = here.with_state(_disguise(here, seat))
            for viewer in (seat, None):
                same = other.view(viewer).to_json() == here.view(viewer).to_json()
                assert same, f"{where(here)}: viewer {viewer} sees what seat {seat} may not know"


def check_events_keep_secrets(match: Match) -> None:
    """What is told of a move does not depend on what the viewer may not know, before the move and after it."""
    for ply in range(0, match.ply, max(1, match.ply // 60)):
        here, made = match.at(ply), match.plies[ply]
        for viewer in range(match.seats):
            _tells_the_same(match, here.with_state(_disguise(here, viewer)), made.seat, made.move, viewer)
            if made.seat not in (viewer, CHANCE):
                _tells_the_same(match, here.copy(), made.seat, pick(here, made.seat), viewer)


def _disguise(match: Match, seat: int) -> FlatArray[Any]:
    key = draw(match.seed or 0, DISGUISE_BRANCH + 8 * match.ply + seat, 1 << 30)
    return match.game.face.disguise(match.position, seat, key).states


def _tells_the_same(match: Match, other: Match, seat: int, move: int, viewer: int) -> None:
    if move not in other.legal(seat):
        return
    ply = other.ply
    other.apply(move, seat)
    for watching in (viewer, None):
        told, expected = other.events(watching, ply), match.events(watching, ply, ply + 1)
        if told != expected:
            # A move that shows a secret to everybody may be told with it.
            boards = [match.game.face.board(position, watching) for position in (match.position_at(ply + 1), other.position)]
            problem = f"viewer {watching} is told what seat {viewer} may not know: {told}, {expected}"
            assert boards[0] != boards[1], f"{where(match.at(ply))}: {problem}"
