"""What a position of Next Station is worth, by a recursion over the rules without frames, differences or compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

import londinium
from londinium.bots.policy_file import observe_row
from londinium.bots.search.foresight import Network, judgement_file, read_network, sight_for
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match

GAME = londinium.game("next-station-london")
NETWORK = read_network(judgement_file(GAME), GAME)


def seen_by(match: Match, states: Any, seat: int, network: Network = NETWORK) -> Any:
    """What a network is shown of a state."""
    row = np.zeros(sight_for(network, GAME).room(match.seats), np.uint8)
    see = GAME.engine.bind(observe_row, observe=sight_for(network, GAME).see)
    see(states, match.boxes, GAME.option_codes(match.options), seat, row)
    return row


def said_of(row: Any, network: Network) -> float:
    """What a network says of what it is shown, calculated as everybody writes it."""
    first, first_bias, second, second_bias, worth = (array[int(row[0]) if len(array) > 1 else 0] for array in network)
    inner = np.maximum(0, row[: len(first)] @ first + first_bias)
    outer = np.maximum(0, inner @ second + second_bias)
    return float(outer @ worth[:-1] + worth[-1])


def by_numpy(match: Match, states: Any, seat: int, network: Network = NETWORK) -> float:
    """What the network says of a state."""
    return said_of(seen_by(match, states, seat, network), network)


def points_of(match: Match, states: Any, seat: int) -> int:
    points, places = np.zeros((2, match.seats), np.int32)
    GAME.engine.unchecked.scores(states, 0, match.boxes, points, places)
    return int(points[seat])


def worth_of(match: Match, states: Any, seat: int, widths: list[int], depth: int, network: Network = NETWORK) -> float:
    """What a state after a move is worth, `depth` decisions deep."""
    engine, boxes = GAME.engine.unchecked, match.boxes
    mask = int(engine.to_act(states, 0))
    if mask == 0:
        return float(points_of(match, states, seat))
    if depth == 0:
        return points_of(match, states, seat) + by_numpy(match, states, seat, network)
    moves, odds = GAME.engine.buffers()
    if mask == 1 << CHANCE:
        count = int(engine.chance(states, 0, boxes, moves, odds))
        revealed = [pushed(match, states, CHANCE, int(moves[k])) for k in range(count)]
        worths = [worth_of(match, one, seat, widths, depth, network) for one in revealed]
        return float(np.average(worths, weights=odds[:count]))
    if not mask >> seat & 1:
        other = next(seat for seat in range(match.seats) if mask >> seat & 1)
        return worth_of(match, pushed(match, states, other, GAME.skip_move), seat, widths, depth, network)
    count = int(engine.legal(states, 0, boxes, seat, moves))
    replies = [settled(match, pushed(match, states, seat, int(moves[k])), seat) for k in range(count)]
    quick = [worth_of(match, one, seat, widths, 0, network) for one in replies]
    if depth == 1:
        return max(quick)
    ranked = sorted(range(count), key=lambda k: -quick[k])
    followed = [k for k in ranked if quick[k] >= quick[ranked[0]] - 4.0][: widths[0]]
    return max(worth_of(match, replies[k], seat, widths[1:], depth - 1, network) for k in followed)


def settled(match: Match, states: Any, seat: int) -> Any:
    """After the others have passed."""
    mask = int(GAME.engine.unchecked.to_act(states, 0)) & ~(1 << CHANCE) & ~(1 << seat)
    while mask:
        states = pushed(match, states, (mask & -mask).bit_length() - 1, GAME.skip_move)
        mask = int(GAME.engine.unchecked.to_act(states, 0)) & ~(1 << CHANCE) & ~(1 << seat)
    return states


def pushed(match: Match, states: Any, seat: int, move: int) -> Any:
    copied = states.copy()
    GAME.engine.unchecked.push(copied, 0, match.boxes, seat, move)
    return copied
