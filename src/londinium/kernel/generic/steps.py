"""Single steps as Python calls them, bound to one game by the engine.

They take an array and an index: Numba unpacks that several times faster than a single element.
"""

from __future__ import annotations

from typing import Any

from londinium.kernel.generic.names import audit, chance, deck, legal, push, refusal, scores, setup, to_act
from londinium.kernel.generic.playout import reveal


def setup_at(states: Any, i: int, boxes: Any, seats: int, options: Any) -> None:
    setup(states[i], boxes[0], seats, options)


def to_act_at(states: Any, i: int) -> int:
    return int(to_act(states[i]))


def legal_at(states: Any, i: int, boxes: Any, seat: int, moves: Any) -> int:
    return int(legal(states[i], boxes[0], seat, moves))


def refusal_at(states: Any, i: int, boxes: Any, seat: int, move: int) -> int:
    return int(refusal(states[i], boxes[0], seat, move))


def push_at(states: Any, i: int, boxes: Any, seat: int, move: int) -> None:
    push(states[i], boxes[0], seat, move)


def chance_at(states: Any, i: int, boxes: Any, moves: Any, weights: Any) -> int:
    return int(chance(states[i], boxes[0], moves, weights))


def deck_at(states: Any, i: int, boxes: Any) -> int:
    return int(deck(states[i], boxes[0]))


def reveal_at(states: Any, i: int, boxes: Any, seed: int, moves: Any, weights: Any) -> int:
    return int(reveal(states[i], boxes[0], seed, moves, weights))


def scores_at(states: Any, i: int, boxes: Any, points: Any, places: Any) -> None:
    scores(states[i], boxes[0], points, places)


def audit_at(states: Any, i: int, boxes: Any) -> int:
    return int(audit(states[i], boxes[0]))
