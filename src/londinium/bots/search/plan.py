"""Looking ahead exactly, compiled, for any game that everybody plays for themselves and that has a network.

A move is worth what the positions after it are worth, each as likely as what chance reveals there; a position is worth what its
best move is worth; and where nobody looks further, the network says it. No luck is drawn, so the same question always has the
same answer. Only the best few replies are followed further, because the network knows poor ones well enough.

Many ways lead to the same position, since it seldom matters which of two sections was drawn first. What a position is worth is
kept by what is seen there and the points so far, and not looked for again.

Frames take the place of recursion, which the compilers for all four places do not have in common: one for each decision that is
looked ahead, with everything that chance may reveal before it (its *leaves*).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from londinium.bots.search.foresight import SEEN_LAST, Foresight, Near, foresee_near, forget_position
from londinium.kernel.game import CHANCE
from londinium.kernel.generic.names import chance, legal, push, scores, to_act
from londinium.kernel.generic.playout import lowest_seat
from londinium.kernel.rules import part, rule
from londinium.kernel.seeds import mix, uint64

MOST_LEAVES = 64
"""What chance may reveal before one decision: more than the cards of a deck and those that come with one of them."""
DEEPEST_PLAN = 5
"""Decisions that a plan looks at, the one that is thought about included."""

REPLY_MARGIN = 4.0
"""Replies that the network thinks worse by more points than this are not followed."""

KEPT_PLACES = 1 << 15
"""Positions whose worth is kept; a power of two."""
MARKS_KEY = 0x706C616E
"""Where the numbers come from by which positions are told apart."""
# A frame, by its places.
LEAVES, LEAF, LEAF_OPEN, TO_TRY, MOVES = range(5)
FRAME = 5


MOVE_WORTH, POSITIONS = range(2)
"""What is found of a move, by its places."""


class Plan(NamedTuple):
    """Paper for looking ahead; what is not about the whole plan is by frame."""

    root: Any
    """The state that is thought about, in an array of one."""
    after: Any
    """The state after a move."""
    leaves: Any
    """Everything that chance may make of it, and how likely that is."""
    odds: Any
    frames: Any
    moves: Any
    weights: Any
    worths: Any
    """What the network says of the moves of the decision at hand."""
    sums: Any
    """What the leaves so far are worth, each as likely as it is."""
    best: Any
    """What the best reply so far to the leaf at hand is worth."""
    widths: Any
    """How many replies are followed further at most."""
    near: Near
    keys: Any
    """The keys of the positions after the moves of the decision at hand, with the points so far; 0 where the match is over."""
    opened: Any
    """The key of the position that a frame was opened for."""
    kept_keys: Any
    """Positions whose worth is known, for this many decisions looked at, and what they are worth."""
    kept: Any
    points: Any
    places: Any
    looks: Any
    """How many positions were looked at, in an array of one."""


@part
def make(s: Any, box: Any, seat: int, move: int, skip: int) -> None:
    """Make a seat's move; the others, who do not matter, pass."""
    push(s, box, seat, move)
    others = to_act(s) & ~(1 << seat) & ~(1 << CHANCE)
    while others != 0:
        push(s, box, lowest_seat(others), skip)
        others = to_act(s) & ~(1 << seat) & ~(1 << CHANCE)


@part
def worth_now(s: Any, box: Any, seat: int, paper: Plan, net: Foresight, stays: bool) -> float:
    """The points that a seat will have in the end, as the network foresees it; see `foresee_near`."""
    scores(s, box, paper.points, paper.places)
    worth = float(paper.points[seat])
    if to_act(s) != 0:
        worth += foresee_near(s, box, seat, net, paper.near, stays)
    paper.looks[0] += 1
    return worth


@part
def weigh_replies(frame: int, box: Any, seat: int, skip: int, paper: Plan, net: Foresight) -> int:
    """What the network says of every move at the leaf at hand. The last one, which is to pass wherever one may, changes least:
    the others are compared with it.
    """
    s, moves = paper.leaves[frame, paper.frames[frame, LEAF]], paper.moves[frame]
    count = int(legal(s, box, seat, moves))
    for k in range(count - 1, -1, -1):
        paper.after[frame + 1] = s
        make(paper.after[frame + 1], box, seat, moves[k], skip)
        paper.worths[frame, k] = worth_now(paper.after[frame + 1], box, seat, paper, net, k < count - 1)
        with_points = mix(uint64(uint64(paper.near.keys[SEEN_LAST]) + uint64(int(paper.points[seat]))))
        paper.keys[frame, k] = with_points if to_act(paper.after[frame + 1]) != 0 else 0
    return count


@part
def open_frame(frame: int, box: Any, paper: Plan) -> None:
    """Everything that chance may reveal after the move that led here, one reveal after another."""
    leaves, odds = paper.leaves[frame], paper.odds[frame]
    moves, weights = paper.moves[frame], paper.weights
    leaves[0] = paper.after[frame]
    odds[0] = 1.0
    count, at = 1, 0
    while at < count:
        reveals = 0
        if to_act(leaves[at]) == 1 << CHANCE:
            reveals = int(chance(leaves[at], box, moves, weights))
        if reveals == 0 or count + reveals > MOST_LEAVES:
            at += 1
            continue
        total = 0
        for k in range(reveals):
            total += int(weights[k])
        likely = odds[at]
        for k in range(1, reveals):
            leaves[count] = leaves[at]
            push(leaves[count], box, CHANCE, moves[k])
            odds[count] = likely * weights[k] / total
            count += 1
        push(leaves[at], box, CHANCE, moves[0])
        odds[at] = likely * weights[0] / total
    paper.frames[frame, LEAVES], paper.frames[frame, LEAF], paper.frames[frame, LEAF_OPEN] = count, 0, 0
    paper.sums[frame] = 0.0


@part
def close_leaf(frame: int, worth: float, paper: Plan) -> None:
    """The leaf at hand is worth this much; on to the next one."""
    paper.sums[frame] += paper.odds[frame, paper.frames[frame, LEAF]] * worth
    paper.frames[frame, LEAF] += 1
    paper.frames[frame, LEAF_OPEN] = 0


@part
def look_at_leaf(frame: int, last: int, box: Any, seat: int, skip: int, paper: Plan, net: Foresight) -> None:
    """Weigh the replies to the leaf at hand. In the last frame the best is what the leaf is worth; before, it is opened."""
    s = paper.leaves[frame, paper.frames[frame, LEAF]]
    if to_act(s) >> seat & 1 == 0:
        close_leaf(frame, worth_now(s, box, seat, paper, net, False), paper)
        return
    count = weigh_replies(frame, box, seat, skip, paper, net)
    if frame == last:
        best = 0
        for k in range(1, count):
            if paper.worths[frame, k] > paper.worths[frame, best]:
                best = k
        close_leaf(frame, float(paper.worths[frame, best]), paper)
    else:
        paper.frames[frame, LEAF_OPEN], paper.frames[frame, MOVES] = 1, count
        best, near = 0, 0
        for k in range(1, count):
            if paper.worths[frame, k] > paper.worths[frame, best]:
                best = k
        for k in range(count):
            near += 1 if paper.worths[frame, k] >= paper.worths[frame, best] - REPLY_MARGIN else 0
        paper.frames[frame, TO_TRY] = min(near, int(paper.widths[frame]))
        paper.best[frame] = -1e9


@part
def follow_best(frame: int, box: Any, seat: int, skip: int, paper: Plan) -> bool:
    """Make the best reply that was not followed yet; its frame is the next one. False if it is known what that is worth."""
    best = 0
    for k in range(1, paper.frames[frame, MOVES]):
        if paper.worths[frame, k] > paper.worths[frame, best]:
            best = k
    paper.worths[frame, best] = -1e9
    paper.frames[frame, TO_TRY] -= 1
    key = key_in(frame + 1, paper.keys[frame, best])
    place = key & uint64(KEPT_PLACES - 1)
    if paper.keys[frame, best] != 0 and paper.kept_keys[place] == key:
        paper.best[frame] = max(paper.best[frame], paper.kept[place])
        return False
    paper.opened[frame + 1] = key
    paper.after[frame + 1] = paper.leaves[frame, paper.frames[frame, LEAF]]
    make(paper.after[frame + 1], box, seat, paper.moves[frame, best], skip)
    open_frame(frame + 1, box, paper)
    return True


@rule
def key_in(frame: int, key: int) -> int:
    """A position's key where it is looked at from a frame on, and no further than the plan."""
    return mix(uint64(uint64(key) + uint64(frame)))


@part
def look_ahead(paper: Plan, net: Foresight, box: Any, seat: int, skip: int, move: int, depth: int) -> float:
    """What a move at the root is worth, if so many decisions are looked at: it and `depth` - 1 after it."""
    frame = 0
    forget_position(net, 0, paper.near)
    paper.after[0] = paper.root[0]
    make(paper.after[0], box, seat, move, skip)
    if depth == 1:
        return worth_now(paper.after[0], box, seat, paper, net, False)
    open_frame(0, box, paper)
    while frame > 0 or paper.frames[0, LEAF] < paper.frames[0, LEAVES]:
        if paper.frames[frame, LEAF] == paper.frames[frame, LEAVES]:
            place = paper.opened[frame] & uint64(KEPT_PLACES - 1)
            paper.kept_keys[place], paper.kept[place] = paper.opened[frame], paper.sums[frame]
            frame -= 1
            paper.best[frame] = max(paper.best[frame], paper.sums[frame + 1])
        elif paper.frames[frame, LEAF_OPEN] == 0:
            look_at_leaf(frame, depth - 2, box, seat, skip, paper, net)
        elif paper.frames[frame, TO_TRY] > 0:
            if follow_best(frame, box, seat, skip, paper):
                frame += 1
        else:
            close_leaf(frame, float(paper.best[frame]), paper)
    return float(paper.sums[0])


def look_at_moves(paper: Plan, net: Foresight, boxes: Any, seat: int, skip: int, moves: Any, depth: int, found: Any) -> None:
    """What each of these moves at the root is worth, looked at so far ahead, and how many positions were looked at for it."""
    for k in range(len(moves)):
        before = paper.looks[0]
        found[k, MOVE_WORTH] = look_ahead(paper, net, boxes[0], seat, skip, int(moves[k]), depth)
        found[k, POSITIONS] = float(paper.looks[0] - before)
