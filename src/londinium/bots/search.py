"""Monte Carlo tree search, compiled as a whole, for any game.

Chance reveals by its exact odds. What a seat cannot know is imagined anew for every simulation; decisions are looked up by what
their seat knows (see `tree.py`). Every seat maximises its own result. A simulation that leaves the tree is played on by a quick
player, to the end or for a while, and then valued.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from londinium.kernel.game import CHANCE
from londinium.kernel.records import Cells
from londinium.kernel.seeds import below, mix, split, uint64
from londinium.kernel.unbound import (
    add_node,
    chance,
    find_node,
    finish,
    imagine,
    legal,
    lowest_seat,
    push,
    scores,
    select,
    to_act,
    utility,
    worth,
)

ROOT, WORK, SCRATCH = range(3)
ROWS = 3
DEEPEST = 256
NOTHING = -1

# Parameters of a search, by their place in an array of numbers.
EXPLORE, NOISE, HORIZON, WIDEN, WIN, MARGIN, GRAIN = range(7)
PARAMETERS = 7


def _find_node(tree: Any, key: int) -> int:
    """The number of a node, NOTHING if it is not in the tree."""
    table, keys = tree[0], tree[1]
    slot = np.int64(key & uint64(len(table) - 1))
    while table[slot] != NOTHING:
        if keys[table[slot]] == key:
            return int(table[slot])
        slot = (slot + 1) & (len(table) - 1)
    return NOTHING


def _add_node(tree: Any, key: int) -> int:
    """A new node without edges; NOTHING if the tree is full."""
    table, keys, visits, first, size = tree[0], tree[1], tree[2], tree[3], tree[11]
    node = int(size[0])
    if node == len(keys):
        return NOTHING
    slot = np.int64(key & uint64(len(table) - 1))
    while table[slot] != NOTHING:
        slot = (slot + 1) & (len(table) - 1)
    table[slot] = node
    keys[node] = key
    visits[node] = 0
    first[node] = NOTHING
    size[0] += 1
    return node


def _select(states: Any, box: Any, seat: int, tree: Any, node: int, moves: Cells, count: int, numbers: Any, spread: float) -> int:
    """The edge to follow at states[WORK], added if need be: promising and seldom tried ones first. NOTHING if there is no room."""
    visits, first, move, after, tries, seen, value, points, squares, size = tree[2:12]
    # Edges of moves that are new here: in the order of what a quick look says they are worth, best first.
    known = 0
    edge = first[node]
    while edge != NOTHING:
        for k in range(count):
            if moves[k] == move[edge]:
                known += 1
                break
        edge = after[edge]
    if known < count:
        for k in range(count):
            edge = first[node]
            while edge != NOTHING and move[edge] != moves[k]:
                edge = after[edge]
            if edge != NOTHING:
                continue
            new = int(size[1])
            if new == len(move):
                return NOTHING
            size[1] += 1
            states[SCRATCH] = states[WORK]
            push(states[SCRATCH], box, seat, moves[k])
            guess = worth(states[SCRATCH], box, seat)
            move[new] = moves[k]
            tries[new] = 0
            seen[new] = 0
            value[new] = 0.0
            points[new] = guess  # until it is tried, the guess stands here
            squares[new] = 0.0
            # Into its place: the list is kept in descending order of the guesses while nothing is tried.
            at, before = first[node], NOTHING
            while at != NOTHING and (tries[at] > 0 or points[at] >= guess):
                before = at
                at = after[at]
            after[new] = at
            if before == NOTHING:
                first[node] = new
            else:
                after[before] = new
    # Only so many of them are looked at as the visits allow.
    width = 1 + int(numbers[WIDEN] * sqrt(visits[node] + 1.0)) if numbers[WIDEN] > 0 else count
    best, best_bound, looked = NOTHING, 0.0, 0
    edge = first[node]
    while edge != NOTHING:
        is_legal = False
        for k in range(count):
            if moves[k] == move[edge]:
                is_legal = True
                break
        if is_legal:
            looked += 1
            if tries[edge] == 0:
                if looked <= width:
                    best = edge
                break
            seen[edge] += 1
            bound = value[edge] / tries[edge] + numbers[EXPLORE] * spread * sqrt(log(seen[edge] + 1.0) / tries[edge])
            if best == NOTHING or bound > best_bound:
                best, best_bound = edge, bound
        edge = after[edge]
    if best == NOTHING:
        # Nothing was tried yet: the first one.
        edge = first[node]
        while edge != NOTHING:
            for k in range(count):
                if moves[k] == move[edge]:
                    return int(edge)
            edge = after[edge]
    return int(best)


def _finish(states: Any, box: Any, key: int, moves: Cells, weights: Cells, numbers: Any) -> None:
    """Play states[WORK] on with quick players: the best by worth, now and then anything."""
    ply = 0
    left = int(numbers[HORIZON])
    mask = to_act(states[WORK])
    while mask != 0:
        if mask == 1 << CHANCE:
            count = chance(states[WORK], box, moves, weights)
            total = 0
            for i in range(count):
                total += int(weights[i])
            ticket = below(split(key, ply), total)
            i = 0
            while ticket >= weights[i]:
                ticket -= weights[i]
                i += 1
            push(states[WORK], box, CHANCE, moves[i])
        else:
            if left == 0:
                return
            left -= 1
            seat = lowest_seat(mask)
            count = legal(states[WORK], box, seat, moves)
            draw = split(key, ply)
            k = 0
            if count > 1:
                if below(draw, 1024) < numbers[NOISE] * 1024.0:
                    k = below(mix(draw), count)
                else:
                    best_worth = 0
                    for other in range(count):
                        states[SCRATCH] = states[WORK]
                        push(states[SCRATCH], box, seat, moves[other])
                        value = worth(states[SCRATCH], box, seat)
                        if other == 0 or value > best_worth:
                            k, best_worth = other, value
            push(states[WORK], box, seat, moves[k])
        ply += 1
        mask = to_act(states[WORK])


def _utility(points: Cells, places: Cells, seats: int, seat: int, numbers: Any) -> float:
    """What a result is worth to a seat: the margin over the best other, and more for the first place. Alone: the points."""
    if seats == 1:
        return float(points[0])
    best = -1000000
    for other in range(seats):
        if other != seat and points[other] > best:
            best = points[other]
    margin = float(points[seat] - best)
    limit = numbers[MARGIN]
    margin = min(max(margin, -limit), limit)
    return margin + (numbers[WIN] if places[seat] == 0 else 0.0)


def simulate(
    states: Any,
    boxes: Any,
    seats: int,
    seat_to_move: int,
    key: int,
    first: int,
    count: int,
    history: Any,
    tree: Any,
    numbers: Any,
    root_stats: Any,
    buffers: tuple[Any, Any],
    results: tuple[Any, Any],
    path: Any,
) -> int:
    """Simulations `first` to `first + count` from states[ROOT]. Returns how many were made before the tree was full."""
    box = boxes[0]
    moves, weights = buffers
    points, places = results
    privates = np.zeros(8, np.uint64)
    visits, after_tries, values, point_sums, squares = tree[2], tree[6], tree[8], tree[9], tree[10]
    zero = np.int64(0)
    for simulation in range(first, first + count):
        luck = split(key, simulation)
        states[WORK] = states[ROOT]
        imagine(states[WORK], box, seat_to_move, split(luck, 1 << 16))
        public = uint64(history[0])
        choosing = zero + np.int64(history[1])
        for seat in range(8):
            privates[seat] = history[2 + seat]
        depth, ply = 0, 0
        spread = sqrt(max(1e-9, root_stats[2] / root_stats[0] - (root_stats[1] / root_stats[0]) ** 2)) if root_stats[0] > 1 else 1.0
        mask = to_act(states[WORK])
        while mask != 0 and depth < len(path):
            if mask == 1 << CHANCE:
                options = chance(states[WORK], box, moves, weights)
                total = 0
                for i in range(options):
                    total += int(weights[i])
                ticket = below(split(luck, ply), total)
                i = 0
                while ticket >= weights[i]:
                    ticket -= weights[i]
                    i += 1
                chosen = int(moves[i])
                push(states[WORK], box, CHANCE, chosen)
                public = mix(uint64(public * uint64(0x9E3779B97F4A7C15) + uint64(chosen + 1)))
                ply += 1
                mask = to_act(states[WORK])
                continue
            seat = lowest_seat(mask)
            if choosing == 0 and mask != 1 << seat:
                choosing = mask
            elif choosing != 0 and (mask & ~choosing) != 0:
                choosing = 0
            known = split(public, seat)
            if choosing != 0:
                known = mix(uint64(known ^ privates[seat]))
            node = find_node(tree, known)
            fresh = node == NOTHING
            if fresh:
                node = add_node(tree, known)
                if node == NOTHING:
                    return simulation - first
            legal_count = legal(states[WORK], box, seat, moves)
            edge = select(states, box, seat, tree, node, moves, legal_count, numbers, spread)
            if edge == NOTHING:
                return simulation - first
            chosen = int(tree[4][edge])
            path[depth, 0] = node
            path[depth, 1] = edge
            path[depth, 2] = seat
            depth += 1
            push(states[WORK], box, seat, chosen)
            if choosing != 0:
                privates[seat] = mix(uint64(privates[seat] * uint64(0xBF58476D1CE4E5B9) + uint64(chosen + 1)))
            else:
                public = mix(uint64(public * uint64(0x9E3779B97F4A7C15) + uint64(chosen + 1)))
            mask = to_act(states[WORK])
            if choosing != 0 and (mask & choosing) == 0:
                for other in range(seats):
                    public = mix(uint64(public * uint64(0x9E3779B97F4A7C15) + privates[other]))
                    privates[other] = uint64(0)
                choosing = 0
            ply += 1
            if fresh and depth > 1:
                break
        finish(states, box, split(luck, 1 << 17), moves, weights, numbers)
        if to_act(states[WORK]) == 0:
            scores(states[WORK], box, points, places)
        else:
            for seat in range(seats):
                points[seat] = np.int32(worth(states[WORK], box, seat) / numbers[GRAIN])
            for seat in range(seats):
                places[seat] = 0
                for other in range(seats):
                    if points[other] > points[seat]:
                        places[seat] += 1
        for step in range(depth):
            node, edge, seat = path[step, 0], path[step, 1], path[step, 2]
            gain = utility(points, places, seats, seat, numbers)
            if after_tries[edge] == 0:
                point_sums[edge] = 0.0
            visits[node] += 1
            after_tries[edge] += 1
            values[edge] += gain
            squares[edge] += gain * gain
            point_sums[edge] += points[seat]
        own = utility(points, places, seats, seat_to_move, numbers)
        root_stats[0] += 1.0
        root_stats[1] += own
        root_stats[2] += own * own
    return count


from dataclasses import dataclass  # noqa: E402
from londinium.bots.tree import Tree  # noqa: E402


class Search:
    def __init__(self, game, imagine, nodes=200_000, edges=1_500_000, **numbers):
        self.game, self.engine = game, game.engine
        e = self.engine
        e.functions["imagine"] = imagine
        for f in (_find_node, _add_node, _select, _finish, _utility):
            e.functions[f.__name__[1:]] = e.bind(f)
        self._simulate = e.bind(simulate)
        self.tree = Tree.with_room(nodes, edges)
        self.numbers = np.array([0.7, 0.0, -1, 0.0, 20.0, 60.0, 1.0])
        for k, v in numbers.items():
            self.numbers[globals()[k.upper()]] = v

    def choose(self, states, boxes, seats, seat, key, sims):
        rows = self.game.state.new(ROWS)
        rows[0:1] = states
        self.tree.clear()
        stats = np.zeros(3)
        moves, weights = self.engine.buffers()
        res = (np.zeros(4, np.int32), np.zeros(4, np.int32))
        path = np.zeros((DEEPEST, 3), np.int32)
        done = self._simulate(rows, boxes, seats, seat, np.uint64(key), 0, sims, np.zeros(10, np.uint64), self.tree.arrays(), self.numbers, stats, (moves, weights), res, path)
        t = self.tree
        from londinium.kernel.seeds import split as sp
        mask = self.engine.to_act(rows, 0)
        known = sp(np.uint64(0), seat)
        if mask != 1 << seat:
            known = mix(np.uint64(known))
        root = self.engine.functions["find_node"](t.arrays(), np.uint64(known))
        best, e = None, t.first[root]
        while e != NOTHING:
            if best is None or t.tries[e] > t.tries[best]:
                best = e
            e = t.next[e]
        return int(t.move[best]), done
