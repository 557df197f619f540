"""Steps of many matches at once, compiled: generic functions over the names of a game's rules, bound to one game.

A step makes an action in every match, lets chance reveal and fixed opponents decide, and writes what the next decision needs:
whose it is, what that seat may know, what it may do. Functions that take a single state and rows are those that a GPU can call.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from londinium.kernel.game import CHANCE
from londinium.kernel.playout import PLAYERS
from londinium.kernel.records import Cells
from londinium.kernel.seeds import below, draw, split, uint64
from londinium.kernel.unbound import (
    begin,
    choose_as,
    go_on,
    legal,
    look,
    lowest_seat,
    observe,
    others_choose,
    push,
    reveal,
    reward_of,
    scores,
    settle,
    setup,
    to_act,
)

RANK, MARGIN, SCORE, GAIN = range(4)
"""What is rewarded; `envs/setting.py` has the words."""

EPISODES = 1 << 21
"""The branch of a seed from which the seeds of later matches come; the first match has the seed itself."""
INSTEAD = 1 << 22
"""The branch from which moves come that are made instead of illegal ones."""
LEARNER = 1 << 23
"""The branch that says which seat the learner has, where it changes."""

SELF_PLAY, ANY_SEAT = -1, -2
"""Instead of the learner's seat: all seats are stepped; another seat in every match."""

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a new match begins, as Gymnasium defines it."""

# The workspace of a thread: two rows as `choose_as` wants them, and the position before a simultaneous decision.
MINE, PAPER, BEFORE = range(3)
WORKSPACE = 3


class Matches(NamedTuple):
    """Many matches, a row each: everything that a step reads and writes."""

    states: Any
    bases: Any
    """The seed of each row, from which the seeds of its matches follow."""
    seeds: Any
    episodes: Any
    steps: Any
    """Actions made in this match."""
    seat: Any
    """The seat that decides now and is shown the observation."""
    terminated: Any
    """Whether the last step ended a match."""
    observations: Any
    masks: Any
    rewards: Any
    """Of all seats, for the last step."""
    reward: Any
    """Of the seat that made the last step, or of the learner."""
    illegal: Any
    """Whether the last action was not legal."""
    before: Any
    """Points before the step, for the reward of gains."""
    points: Any
    places: Any
    """Results of the last match that ended."""
    final: Any
    """Last observations of matches whose next one began in the same step."""


class Plan(NamedTuple):
    """What stays the same from step to step, as numbers."""

    seats: int
    reward: int
    autoreset: int
    learner: int
    last_resort: int
    """The id of `pass`, for opponents who pass only if they must."""


# ── Looking ──────────────────────────────────────────────────────────────────


def _look(s: Any, box: Any, options: Cells, seat: int, row: Any, mask: Any, moves: Cells) -> None:
    """What a seat may know, and what it may do. Who does not decide may do nothing; when a match is over, anything will do."""
    for i in range(len(row)):
        row[i] = 0
    observe(s, box, options, seat, row)
    deciding = to_act(s)
    free = 1 if deciding == 0 else 0
    for i in range(len(mask)):
        mask[i] = free
    if (deciding >> seat) & 1:
        for k in range(legal(s, box, seat, moves)):
            mask[moves[k]] = 1


def _reward_of(kind: int, points: Cells, places: Cells, seats: int, seat: int) -> float:
    """What a result is worth to a seat."""
    if kind == RANK:
        ahead = 0
        for rival in range(seats):
            ahead += 1 if places[rival] > places[seat] else 0
            ahead -= 1 if places[rival] < places[seat] else 0
        return ahead / max(1, seats - 1)
    if kind == MARGIN and seats > 1:
        best = -1_000_000
        for rival in range(seats):
            if rival != seat:
                best = max(best, int(points[rival]))
        return float(points[seat] - best)
    return float(points[seat])


# ── One match of many ────────────────────────────────────────────────────────


def _begin(matches: Matches, i: int, boxes: Any, blank: Any, options: Cells, plan: Plan) -> None:
    """Lay out the next match of a row."""
    if matches.episodes[i] == 0:
        matches.seeds[i] = matches.bases[i]
    else:
        # Keys have 64 bits, seeds one less and no sign.
        matches.seeds[i] = split(matches.bases[i], EPISODES + matches.episodes[i]) >> uint64(1)
    matches.episodes[i] += 1
    matches.steps[i] = 0
    for seat in range(plan.seats):
        matches.before[i, seat] = 0
    matches.states[i] = blank[0]
    setup(matches.states[i], boxes[0], plan.seats, options)


def _go_on(matches: Matches, i: int, boxes: Any, options: Cells, plan: Plan, kinds: Cells, work: Any, buffers: Any) -> bool:
    """Chance reveals and opponents decide, up to a decision that is not theirs. Shows it; returns whether there is one."""
    s, box = matches.states[i], boxes[0]
    moves, weights = buffers
    learner = plan.learner
    if learner == ANY_SEAT:
        learner = draw(matches.seeds[i], LEARNER, plan.seats)
    mask = to_act(s)
    while mask != 0:
        if mask == 1 << CHANCE:
            push(s, box, CHANCE, reveal(s, box, matches.seeds[i], moves, weights))
        elif learner == SELF_PLAY or mask == 1 << learner:
            break
        else:
            others_choose(matches, i, box, mask & ~(1 << learner), kinds, work, moves, plan)
        mask = to_act(s)
    if learner != SELF_PLAY:
        matches.seat[i] = learner
    elif mask != 0:
        matches.seat[i] = lowest_seat(mask)
    look(s, box, options, matches.seat[i], matches.observations[i], matches.masks[i], moves)
    return bool(mask != 0)


def _others_choose(matches: Matches, i: int, box: Any, mask: int, kinds: Cells, work: Any, moves: Cells, plan: Plan) -> None:
    """Opponents who decide now do so, each from the position before any of them did: nobody sees a face-down choice."""
    work[BEFORE] = matches.states[i]
    for seat in range(plan.seats):
        if (mask >> seat) & 1:
            work[MINE] = work[BEFORE]
            choice = 0
            while (to_act(work[MINE]) >> seat) & 1:
                key = split(split(matches.seeds[i], PLAYERS + 1 + seat), matches.steps[i] * 64 + choice)
                move = choose_as(kinds[seat], work, MINE, box, seat, key, moves, plan.last_resort)
                push(work[MINE], box, seat, move)
                push(matches.states[i], box, seat, move)
                choice += 1
            matches.steps[i] += 1


def _settle(matches: Matches, i: int, box: Any, plan: Plan, ended: bool) -> None:
    """The rewards of a step."""
    if not ended and plan.reward != GAIN:
        return
    points, places = matches.points[i], matches.places[i]
    scores(matches.states[i], box, points, places)
    for seat in range(plan.seats):
        if plan.reward == GAIN:
            matches.rewards[i, seat] = points[seat] - matches.before[i, seat]
            matches.before[i, seat] = points[seat]
        else:
            matches.rewards[i, seat] = reward_of(plan.reward, points, places, plan.seats, seat)


# ── All of them ──────────────────────────────────────────────────────────────


def reset_matches(
    matches: Matches, which: Cells, boxes: Any, blank: Any, options: Cells, plan: Plan, kinds: Cells, work: Any, buffers: Any
) -> None:
    """Begin new matches in some rows."""
    for i in range(len(which)):
        if which[i]:
            begin(matches, i, boxes, blank, options, plan)
            go_on(matches, i, boxes, options, plan, kinds, work, buffers)


def step_matches(
    matches: Matches, actions: Cells, boxes: Any, blank: Any, options: Cells, plan: Plan, kinds: Cells, work: Any, buffers: Any
) -> None:
    """An action in every match. Where the step before ended the match, Gymnasium's next-step mode ignores it and begins anew."""
    moves, _ = buffers
    for i in range(len(actions)):
        for k in range(plan.seats):
            matches.rewards[i, k] = 0.0
        matches.reward[i] = 0.0
        matches.illegal[i] = False
        if matches.terminated[i] and plan.autoreset == NEXT_STEP:
            matches.terminated[i] = False
            begin(matches, i, boxes, blank, options, plan)
            go_on(matches, i, boxes, options, plan, kinds, work, buffers)
            continue
        seat, move = int(matches.seat[i]), int(actions[i])
        if move < 0 or move >= matches.masks.shape[1] or matches.masks[i, move] == 0:
            matches.illegal[i] = True
            count = legal(matches.states[i], boxes[0], seat, moves)
            move = int(moves[below(split(matches.seeds[i], INSTEAD + matches.steps[i]), count)])
        matches.steps[i] += 1
        push(matches.states[i], boxes[0], seat, move)
        ended = not go_on(matches, i, boxes, options, plan, kinds, work, buffers)
        settle(matches, i, boxes[0], plan, ended)
        matches.reward[i] = matches.rewards[i, seat]
        matches.terminated[i] = ended
        if ended and plan.autoreset == SAME_STEP:
            for k in range(matches.final.shape[1]):
                matches.final[i, k] = matches.observations[i, k]
            begin(matches, i, boxes, blank, options, plan)
            go_on(matches, i, boxes, options, plan, kinds, work, buffers)


# ── One match, called from Python ────────────────────────────────────────────


def act_at(states: Any, boxes: Any, seed: int, seat: int, move: int, line: Any, ply: int, buffers: Any) -> tuple[int, int]:
    """Make a move of a seat (none if it is negative) and let chance reveal. Writes down every ply as (seat, move).

    Returns the number of plies and the mask of seats that decide then.
    """
    s, box = states[0], boxes[0]
    moves, weights = buffers
    if seat >= 0:
        push(s, box, seat, move)
        line[ply, 0], line[ply, 1] = seat, move
        ply += 1
    mask = to_act(s)
    while mask == 1 << CHANCE:
        revealed = reveal(s, box, seed, moves, weights)
        push(s, box, CHANCE, revealed)
        line[ply, 0], line[ply, 1] = CHANCE, revealed
        ply += 1
        mask = to_act(s)
    return ply, mask


def look_at(states: Any, boxes: Any, options: Cells, seat: int, row: Any, mask: Any, moves: Cells) -> None:
    look(states[0], boxes[0], options, seat, row, mask, moves)
