"""Steps of many matches at once, compiled: generic functions over the names of a game's rules, bound to one game.

A step takes an action in every match, lets chance reveal and fixed opponents decide, and writes what the next decision needs:
whose it is, what that seat may know, what it may do. The functions of one match are what a GPU runs too, a thread for each match.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from londinium.bots.players import MADE_BITS, choose_as, luck_of_player, made_by, made_together
from londinium.kernel.flat import Cells
from londinium.kernel.game import CHANCE
from londinium.kernel.generic.names import legal, observe, push, scores, setup, to_act
from londinium.kernel.generic.playout import PLAYERS, lowest_seat, reveal
from londinium.kernel.rules import part, rule
from londinium.kernel.seeds import below, draw, split, uint64

RANK, MARGIN, SCORE, GAIN = range(4)
"""What is rewarded; `envs/setting.py` has the words."""

EPISODES = 1 << 21
"""The branch of a seed from which the seeds of later matches come; the first match has the seed itself."""
INSTEAD = 1 << 22
"""The branch from which moves come that are made instead of illegal ones."""
LEARNER_BRANCH = 1 << 23
"""The branch that says which seat the learner has, where it changes."""

NO_SEAT = -1
"""Instead of a seat: no move is made."""

STAND = -(1 << 31)
"""Instead of an action: the match waits."""

SELF_PLAY, ANY_SEAT = -1, -2
"""Instead of the learner's seat: all seats are stepped; another seat in every match."""

NEXT_STEP, SAME_STEP, DISABLED, ONLY_BEGIN = range(4)
"""When a new match begins, as Gymnasium defines it; in the last mode only where none has begun, and nothing else happens."""

# The states of a thread: two rows as `choose_as` wants them, and the position before a simultaneous decision.
MINE, PAPER, BEFORE = range(3)
WORK_STATES = 3


class Matches(NamedTuple):
    """Many matches, a row each: everything that a step reads and writes."""

    states: Any
    """Only for the loops over all matches: a GPU keeps its states in another order."""
    bases: Any
    """The seed of each row, from which the seeds of its matches follow."""
    seeds: Any
    episodes: Any
    """Matches begun; 0 in a row that is to begin with the match of its own seed."""
    made: Any
    """How many decisions each seat has made in this match: read by `made_by`."""
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


class StepPlan(NamedTuple):
    """What stays the same from step to step."""

    seats: int
    reward: int
    autoreset: int
    learner: int
    last_resort: int
    """The id of `pass`, for opponents who pass only if they must."""
    kinds: Any
    """What plays each seat that is not the learner's, as `choose_as` numbers it."""
    boxes: Any
    blank: Any
    options: Any


Workspace: TypeAlias = tuple[Any, Any, Any]
"""What a thread needs for itself while it steps a match: states (see MINE), and room for the moves and weights of a decision."""


# ── Looking ──────────────────────────────────────────────────────────────────


@part
def look(s: Any, box: Any, options: Cells, seat: int, row: Any, mask: Any, moves: Cells) -> None:
    """What a seat may know, and what it may do. A seat that is not deciding may do nothing; after a match, anything will do."""
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


@rule
def allowed(mask: Any, key: int) -> int:
    """One of the actions that a mask allows, each equally likely: the one that `legal` would have listed at this place."""
    count: int = 0
    for action in range(len(mask)):
        count += int(mask[action])
    place = below(key, count)
    action = 0
    while place > 0 or mask[action] == 0:
        place -= int(mask[action])
        action += 1
    return action


@rule
def reward_of(kind: int, points: Cells, places: Cells, seats: int, seat: int) -> float:
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
#
# `states[at]` is the state of the match in row `i` of `matches`: on the CPU one of all states, on a GPU a copy in fast memory.
# Everything else of a match is in its row.


@part
def begin_match(states: Any, at: int, matches: Matches, i: int, plan: StepPlan) -> None:
    """Lay out the next match of a row."""
    if matches.episodes[i] == 0:
        matches.seeds[i] = matches.bases[i]
    else:
        # Keys have 64 bits, seeds one fewer and no sign.
        matches.seeds[i] = split(matches.bases[i], EPISODES + matches.episodes[i]) >> uint64(1)
    matches.episodes[i] += 1
    matches.made[i] = 0
    for seat in range(plan.seats):
        matches.before[i, seat] = 0
    states[at] = plan.blank[0]
    setup(states[at], plan.boxes[0], plan.seats, plan.options)


@part
def proceed(s: Any, box: Any, seed: int, seat: int, move: int, work: Workspace) -> int:
    """Make a seat's move (none of NOBODY) and let chance reveal. Returns the seats that decide then.

    `push` is called in one place for both: it is most of a GPU's program.
    """
    _, moves, weights = work
    while True:
        if seat != NO_SEAT:
            push(s, box, seat, move)
        mask = int(to_act(s))
        if mask != 1 << CHANCE:
            return mask
        seat, move = CHANCE, reveal(s, box, seed, moves, weights)


@part
def others_choose(states: Any, at: int, matches: Matches, i: int, mask: int, plan: StepPlan, work: Workspace) -> None:
    """Opponents who decide now do so, each from the position before any of them did: nobody sees a face-down choice."""
    own, moves, _ = work
    box = plan.boxes[0]
    own[BEFORE] = states[at]
    for seat in range(plan.seats):
        if (mask >> seat) & 1:
            own[MINE] = own[BEFORE]
            while (to_act(own[MINE]) >> seat) & 1:
                key = luck_of_player(matches.seeds[i], seat, made_by(matches.made[i], seat))
                move = choose_as(plan.kinds[seat], own, MINE, box, seat, key, moves, plan.last_resort)
                push(own[MINE], box, seat, move)
                push(states[at], box, seat, move)
                matches.made[i] += 1 << MADE_BITS * seat


@rule
def nobody_chooses(states: Any, at: int, matches: Matches, i: int, mask: int, plan: StepPlan, work: Workspace) -> None:
    """Instead of `others_choose` where all seats are stepped: a GPU's program is smaller without what it never needs."""


@part
def settle(states: Any, at: int, matches: Matches, i: int, plan: StepPlan) -> None:
    """The rewards of a step that are not 0."""
    points, places = matches.points[i], matches.places[i]
    scores(states[at], plan.boxes[0], points, places)
    for seat in range(plan.seats):
        if plan.reward == GAIN:
            matches.rewards[i, seat] = points[seat] - matches.before[i, seat]
            matches.before[i, seat] = points[seat]
        else:
            matches.rewards[i, seat] = reward_of(plan.reward, points, places, plan.seats, seat)


@part
def step_match(states: Any, at: int, matches: Matches, i: int, action: int, plan: StepPlan, work: Workspace) -> None:
    """An action in a match, up to the next decision. Where no match has begun, or by the next-step mode the last one is over, one
    begins instead.
    """
    _, moves, _ = work
    box = plan.boxes[0]
    begun = matches.episodes[i] != 0
    if begun and plan.autoreset == ONLY_BEGIN:
        return
    for k in range(plan.seats):
        matches.rewards[i, k] = 0.0
    matches.reward[i] = 0.0
    matches.illegal[i] = False
    seat, move = int(matches.seat[i]), int(action)
    if begun and (not matches.terminated[i] or plan.autoreset == SAME_STEP):
        if move < 0 or move >= matches.masks.shape[1] or matches.masks[i, move] == 0:
            matches.illegal[i] = True
            move = allowed(matches.masks[i], split(matches.seeds[i], INSTEAD + made_together(matches.made[i])))
        matches.made[i] += 1 << MADE_BITS * seat
    elif not begun or plan.autoreset == NEXT_STEP:
        begin_match(states, at, matches, i, plan)
        seat = NO_SEAT
    else:
        return
    matches.terminated[i] = False
    acted = seat
    while True:
        learner = plan.learner if plan.learner != ANY_SEAT else draw(matches.seeds[i], LEARNER_BRANCH, plan.seats)
        mask = proceed(states[at], box, matches.seeds[i], seat, move, work)
        if mask != 0 and learner != SELF_PLAY and mask != 1 << learner:
            others_choose(states, at, matches, i, mask & ~(1 << learner), plan, work)
            seat = NO_SEAT
            continue
        if learner != SELF_PLAY:
            matches.seat[i] = learner
        elif mask != 0:
            matches.seat[i] = lowest_seat(mask)
        look(states[at], box, plan.options, matches.seat[i], matches.observations[i], matches.masks[i], moves)
        if acted == NO_SEAT:
            return
        if mask == 0 or plan.reward == GAIN:
            settle(states, at, matches, i, plan)
            matches.reward[i] = matches.rewards[i, acted]
        if mask != 0:
            return
        matches.terminated[i] = True
        if plan.autoreset != SAME_STEP:
            return
        for k in range(matches.final.shape[1]):
            matches.final[i, k] = matches.observations[i, k]
        begin_match(states, at, matches, i, plan)
        seat = acted = NO_SEAT


@part
def play_on(states: Any, at: int, matches: Matches, i: int, action: int, steps: int, plan: StepPlan, work: Workspace) -> None:
    """The action, or this many random ones instead. In self-play that makes the matches that `Engine.play_random` plays."""
    for _ in range(max(1, steps)):
        if steps > 0:
            action = random_action(matches, i)
        step_match(states, at, matches, i, action, plan, work)


@rule
def random_action(matches: Matches, i: int) -> int:
    """A random player's choice, the same as `choose_at_random` makes."""
    return int(allowed(matches.masks[i], split(split(matches.seeds[i], PLAYERS), made_together(matches.made[i]))))


# ── All of them ──────────────────────────────────────────────────────────────


def step_matches(matches: Matches, actions: Cells, plan: StepPlan, work: Workspace) -> None:
    """An action in every match."""
    for i in range(len(actions)):
        step_match(matches.states, i, matches, i, actions[i], plan, work)


def step_some(matches: Matches, actions: Cells, plan: StepPlan, work: Workspace) -> None:
    """An action in every match but those whose action is STAND: nothing happens in them."""
    for i in range(len(actions)):
        if actions[i] != STAND:
            step_match(matches.states, i, matches, i, actions[i], plan, work)


def play_matches(matches: Matches, steps: Cells, plan: StepPlan, work: Workspace) -> None:
    """Random players make this many steps in each match."""
    for i in range(len(steps)):
        play_on(matches.states, i, matches, i, 0, steps[i], plan, work)


def random_actions(matches: Matches, actions: Cells, plan: StepPlan, work: Workspace) -> None:
    """A random legal action for every match; in a match that is over, any action."""
    for i in range(len(actions)):
        actions[i] = random_action(matches, i)


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


def observe_one(states: Any, boxes: Any, options: Cells, seat: int, row: Any, mask: Any, moves: Cells) -> None:
    look(states[0], boxes[0], options, seat, row, mask, moves)
