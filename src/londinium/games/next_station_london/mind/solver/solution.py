"""`solve`: the best total that a seat could have reached with the cards that came, and a bound above it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import numpy as np

from londinium.games.next_station_london.box.flat import name_of_section
from londinium.games.next_station_london.mind.solver.bound import FIRST_LENGTH, NEXT_LENGTH, Bound
from londinium.games.next_station_london.mind.solver.branches import split_up
from londinium.games.next_station_london.mind.solver.budget import Budget
from londinium.games.next_station_london.mind.solver.dual import FIRST_PRICE
from londinium.games.next_station_london.mind.solver.line_worth import outlook_of
from londinium.games.next_station_london.mind.solver.lines import Line
from londinium.games.next_station_london.mind.solver.play_through import play_lines, sections_in
from londinium.games.next_station_london.mind.solver.pool import Pool, grow
from londinium.games.next_station_london.mind.solver.search import Search
from londinium.games.next_station_london.mind.solver.solo import Alone, finished
from londinium.games.next_station_london.rules.components import CARDS, LINES, PENCILS, SWITCH_CARD, WORD, WORDS
from londinium.games.next_station_london.rules.moves import CARD
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.checks import check_number, check_seat, check_seconds
from londinium.kernel.entries import entry
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_, InvalidOption

SECONDS = 60.0
MOST_NODES = 10**10
"""Days of one core."""
ROOM, SMALL_ROOM = 1_000_000, 20_000
"""Lines of a round that are kept at once: with a minute, and at least."""
BYTES_PER_LINE = 5000
"""What every line of a round that is kept at once costs in all: in the pools of four rounds, grown again with more room, as
routes, and in the parts into which sheets are split.
"""
BYTES_AT_LEAST = 60 * 1024 * 1024
"""What it costs beside them: room for what the lines of every turn become next."""
FEWEST_LINES = 2_000
NODES_PER_LINE = 200
"""With a budget in nodes: how often each line that is kept can be looked at."""
PROMISING = 30_000
"""Lines of a round from which sheets are put together."""


class Parts(NamedTuple):
    """When each step ends, as parts of the budget. The rest is for splitting."""

    first_look: float
    first_prices: float
    search: float
    last_look: float
    last_prices: float
    """Of all sheets."""
    grown_again: tuple[float, float]
    """Growing rounds again that had no room: the first time and, if it brought much better lines, the second."""


USUAL = Parts(0.04, 0.08, 0.45, 0.48, 0.5, (0.65, 0.72))
BRIEF = Parts(0.04, 0.08, 0.5, 0.53, 0.56, (0.68, 0.75))
"""With little time a good sheet is worth more than a close bound."""
BRIEFLY = 20.0
"""Below this many seconds: there is only the small room then, because growing more lines would leave no time to look at them."""
ATTEMPTS = 40
"""How many sheets are tried at first even when the time is already up: it takes a tenth of a second."""
LEAST = 5
"""How often prices are improved even when the time is already up: the first ones bring most, and the bound is of use at all."""
AGAIN = 3
"""How much more room a round gets when it is grown again."""


class SolvedLine(msgspec.Struct, frozen=True):
    """A line of the best sheet."""

    pencil: str
    sections: tuple[str, ...]


class SolvedTurn(msgspec.Struct, frozen=True):
    """What to do on a card: one move, or two with SECOND SECTION; STATION ×2 at the end of a round has no cards."""

    round: int
    turn: int
    cards: tuple[str, ...]
    moves: tuple[str, ...]


class Solution(msgspec.Struct, frozen=True):
    """The best sheet that was found, how to draw it, and a bound that no sheet can pass."""

    seat: int
    total: int
    bound: int
    played: int | None
    """What the seat reached itself, if its match is over."""
    lines: tuple[SolvedLine, ...]
    sheet: Any
    """The score sheet, as the game shows it."""
    turns: tuple[SolvedTurn, ...]
    record: str
    """The best play as the record of a player alone."""
    looked_at: int
    seconds: float

    @property
    def gap(self) -> int:
        """How far the bound is above the best total found; 0 if that is proven to be the best."""
        return self.bound - self.total

    @property
    def missed(self) -> int | None:
        """How many points more could have been reached."""
        return None if self.played is None else self.total - self.played


@entry
def solve(
    match: Match,
    seat: int = 0,
    seconds: float = SECONDS,
    *,
    nodes: int | None = None,
    report: Callable[[float], None] | None = None,
    room_left: Callable[[], int | None] | None = None,
) -> Solution:
    """The best sheet of a seat, all cards known. Where the order of the pencils was chosen, it stays as it was chosen.

    With `nodes` the budget counts lines that are looked at, not seconds, and the answer is the same on every machine. `room_left`
    says how many bytes of memory may still be taken: where there are few, fewer lines are kept, and when there are none, the best
    that was found is the answer.
    """
    check_seat(match.seats, seat)
    check_seconds(seconds)
    if nodes is not None:
        check_number("nodes", nodes, 1, MOST_NODES)
    if match.game.state is not State:
        message = N_("this is a match of {theirs}, not of {ours}")
        raise InvalidOption(message, theirs=match.game.title, ours="Next Station: London")
    alone = Alone(finished(match), seat)
    _compile(alone.match.game)
    budget = Budget(seconds, nodes, report, room_left)
    left = budget.room_left
    most = ROOM if left is None else max(FEWEST_LINES, (left - BYTES_AT_LEAST) // BYTES_PER_LINE)
    room = int(ROOM * seconds / SECONDS) if nodes is None else nodes // NODES_PER_LINE
    if nodes is None and seconds < BRIEFLY:
        solver = _Solver(alone, budget, min(most, SMALL_ROOM), BRIEF)
    else:
        solver = _Solver(alone, budget, min(most, ROOM, max(SMALL_ROOM, room)))
    played = match.outcome.scores[seat] if match.outcome else None
    return _told(alone, solver, played)


def _compile(game: Game) -> None:
    """Run everything once with no budget, so that the budget is for the solving."""
    if not _compiled:
        _Solver(Alone(finished(game.match(seats=1, seed=0)), 0), Budget(0, nodes=1), SMALL_ROOM)
        _compiled.append(True)


_compiled: list[bool] = []


class _Solver:
    """All steps in their order; when it is made, it is done."""

    def __init__(self, alone: Alone, budget: Budget, room: int, parts: Parts = USUAL) -> None:
        self.alone, self.budget = alone, budget
        self.rounds, self.blank = alone.rounds()
        self.cities = alone.match.boxes
        # Any station will do for STATION ×2 here: only whether it is used makes a difference to the score.
        np.asarray(self.blank)["twice"][0, 0] = 0
        pools = [self._first_lines(i, room) for i in range(LINES)]
        self.bound = Bound(self.rounds, pools, self.cities, budget)
        self.total = -1
        self.lines: list[Any] = [Line.new(0)] * LINES
        self._search(self.bound.promising(PROMISING), parts.first_look, ATTEMPTS)
        self.bound.improve(self.total, budget.until(parts.first_prices), FIRST_LENGTH, LEAST)
        self._search(self.bound.promising(PROMISING), parts.search)
        self._search(self.bound.lines, parts.last_look)
        self.bound.improve(self.total, budget.until(parts.last_prices), NEXT_LENGTH)
        for part in () if all(self.bound.is_complete) else parts.grown_again:
            is_news = self.bound.account_for_all(self.total, AGAIN * room, budget.until(part))
            self.bound.improve(self.total, budget.until(part), NEXT_LENGTH)
            if not is_news:
                break
        split_up(self.bound, self.total, budget.until(1))

    def _first_lines(self, i: int, room: int) -> Pool:
        """The lines of a round, the more stations the better; where there is no room for all, those that score most."""
        one, no_tolls = self.rounds[i], np.zeros((WORDS, WORD), np.int64)
        prices = np.full(int(self.cities[0].stations), FIRST_PRICE, np.int64)
        pool = grow(one, outlook_of(one.turns, self.cities, one.pencil, prices, no_tolls), room)
        self.budget.count(pool.looked_at)
        return pool

    def _search(self, pools: list[Any], until: float, attempts: int = 0) -> None:
        """Look for a better sheet among these lines, from the best one so far on."""
        search = Search(pools, self.alone.pencils, self.blank, self.cities, self.budget)
        chosen = [_place_of(pool, line) for pool, line in zip(pools, self.lines, strict=True)]
        known = chosen if self.total >= 0 and None not in chosen else None
        total, best = search.run(self.budget.until(until), known, attempts)  # type: ignore[arg-type]  # none is None
        if total > self.total:
            self.total = total
            self.lines = [pool[which : which + 1].copy() for pool, which in zip(pools, best, strict=True)]


def _place_of(pool: Any, line: Any) -> int | None:
    """Where a line is in a pool, if it is there."""
    if not len(line):
        return None
    found = np.flatnonzero((pool["sections"] == line["sections"][0]).all(axis=1))
    return int(found[0]) if len(found) else None


# ── In words ─────────────────────────────────────────────────────────────────


def _told(alone: Alone, solver: _Solver, played: int | None) -> Solution:
    city = alone.match.boxes[0]
    drawn = [sections_in(city, line["sections"][0]) for line in solver.lines]
    match = play_lines(alone, drawn)
    if match.score_sheets[0].total != solver.total:
        raise AssertionError(f"the rules count {match.score_sheets[0].total}, the solver {solver.total}")
    if played is not None and played > solver.total:
        # There was too little time to find anything as good as what was played.
        s: State = alone.match.position.fields
        drawn = [sections_in(city, s.drawn[alone.seat, pencil]) for pencil in alone.pencils]
        match = play_lines(alone, drawn)
    sheet = match.score_sheets[0]
    if sheet.total > solver.bound.points:
        raise AssertionError(f"{sheet.total} is above the bound {solver.bound.points}")
    return Solution(
        seat=alone.seat,
        total=sheet.total,
        bound=solver.bound.points,
        played=played,
        lines=tuple(
            SolvedLine(PENCILS[pencil], tuple(name_of_section(city, section) for section in sorted(sections)))
            for pencil, sections in zip(alone.pencils, drawn, strict=True)
        ),
        sheet=sheet,
        turns=tuple(_turns(match)),
        record=match.record,
        looked_at=solver.budget.looked_at,
        seconds=round(solver.budget.elapsed, 3),
    )


def _turns(match: Match) -> list[SolvedTurn]:
    """The moves of a player alone, card by card."""
    turns: list[SolvedTurn] = []
    cards: list[str] = []
    for ply, made in enumerate(match.plies):
        s = match.position_at(ply).fields
        if made.seat == CHANCE and made.move >= CARD:
            cards = [CARDS[made.move - CARD]] if cards[-1:] != [CARDS[SWITCH_CARD]] else [*cards, CARDS[made.move - CARD]]
        elif made.seat != CHANCE:
            now = (s.round_no, s.turn_no, tuple(cards))
            moves: tuple[str, ...] = (match.moves.text(made.move),)
            if turns and (turns[-1].round, turns[-1].turn, turns[-1].cards) == now:
                moves = turns.pop().moves + moves
            turns.append(SolvedTurn(*now, moves))
            if match.game.face.asks(match.position_at(ply + 1)) == "twice-choice":
                cards = []
    return turns
