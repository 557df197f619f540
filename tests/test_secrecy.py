"""Secrets: every game keeps them, and the checks notice a game that does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import londinium
from londinium import Game, Match
from londinium.kernel.conformance import rules, secrets
from londinium.kernel.game import Position

TABLES = [
    (game.slug, seats, choices) for game in londinium.all_games() for seats in game.seats for choices in ("default", "last")
]
CHECKS = (
    secrets.check_any_order_of_choices,
    secrets.check_choices_can_be_taken_back,
    secrets.check_choices_do_not_show,
    secrets.check_views_keep_secrets,
    secrets.check_events_keep_secrets,
)


def played(game: Game, seats: int, seed: int, choices: str = "default") -> Match:
    """A random match to its end, with the usual options, or with the last choice of each, which is never the usual one."""
    options = {option.name: option.choices[-1] if choices == "last" else option.default for option in game.options}
    return rules.check_walk(game.match(seats=seats, seed=seed, options=options))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("slug", "seats", "choices"), TABLES)
def test_secrets_are_kept(slug: str, seats: int, choices: str, check: Callable[[Match], None]) -> None:
    for seed in range(2):
        check(played(londinium.game(slug), seats, 10 * seats + seed, choices))


# ── Games that are broken on purpose ─────────────────────────────────────────

BRIDGE = londinium.game("old-london-bridge")


class Sabotaged:
    """A game's face with some functions exchanged."""

    def __init__(self, **functions: Any) -> None:
        self.__dict__.update(functions)

    def __getattr__(self, name: str) -> Any:
        return getattr(BRIDGE.face, name)


def notices(check: Callable[[Match], Any], told: str, seats: int = 3, **functions: Any) -> None:
    match = played(BRIDGE, seats, 4)
    match.game = replace(BRIDGE)
    vars(match.game)["face"] = Sabotaged(**functions)
    with pytest.raises(AssertionError, match=told) as caught:
        check(match)
    assert f"old-london-bridge, {seats} seats, seed 4, options " in str(caught.value)


def test_a_board_that_shows_one_seats_secrets_to_all() -> None:
    def board(position: Position, viewer: int | None) -> Any:
        return BRIDGE.face.board(position, 1)

    notices(secrets.check_views_keep_secrets, "viewer . sees what seat . may not know", board=board)


def test_a_board_that_shows_everything_to_spectators() -> None:
    def board(position: Position, viewer: int | None) -> Any:
        return BRIDGE.face.board(position, 1 if viewer is None else viewer)

    notices(secrets.check_views_keep_secrets, "viewer None sees what seat . may not know", board=board)


def test_an_event_that_tells_everybody_what_was_chosen() -> None:
    def events(before: Position, after: Position, seat: int, move: int, viewer: int | None) -> list[Any]:
        return BRIDGE.face.events(before, after, seat, move, seat)

    notices(secrets.check_events_keep_secrets, "is told what seat . may not know", events=events)
    notices(secrets.check_choices_do_not_show, "can tell which of these seat . chose", events=events)


def test_an_event_that_tells_how_much_somebody_has() -> None:
    def events(before: Position, after: Position, seat: int, move: int, viewer: int | None) -> list[Any]:
        return [*BRIDGE.face.events(before, after, seat, move, viewer), int(after.state.cash[2])]

    notices(secrets.check_events_keep_secrets, "is told what seat . may not know", events=events)


def test_a_state_that_remembers_who_chose_last() -> None:
    def push(states: Any, i: int, boxes: Any, seat: int, move: int) -> None:
        BRIDGE.engine.unchecked.push(states, i, boxes, seat, move)
        states[i].lowest = seat

    match = played(BRIDGE, 3, 4)
    match.game = replace(BRIDGE)
    match.game.engine.unchecked.push = push
    with pytest.raises(AssertionError, match=r"the order of the choices .* matters"):
        secrets.check_any_order_of_choices(match)


def test_a_retraction_that_takes_too_much() -> None:
    class Hasty(Match):
        def retract(self, seat: int) -> None:
            super().retract(seat)
            self.go_to(self.ply - 1)

    match = played(BRIDGE, 4, 4)
    match.__class__ = Hasty
    with pytest.raises(AssertionError, match="left something, or took more"):
        secrets.check_choices_can_be_taken_back(match)


def test_looking_at_an_earlier_ply_leaves_the_match_alone() -> None:
    match = played(BRIDGE, 2, 4)
    states = [match.position_at(ply).states.tobytes() for ply in range(match.ply + 1)]
    secrets.check_views_keep_secrets(match)
    secrets.check_events_keep_secrets(match)
    assert [match.position_at(ply).states.tobytes() for ply in range(match.ply + 1)] == states
