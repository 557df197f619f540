"""Simple players, compiled, for any game: random, busy (random, but never passing needlessly) and greedy.

A player sees what its seat may know: face-down choices of others are not in the state it is given.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from londinium.kernel.cells import cells, np, zeros
from londinium.kernel.checks import check_boxes, check_decision, check_number, check_seed, check_seeds, check_set_up, check_states
from londinium.kernel.engine import LONGEST_MATCH, BatchResults, Engine, in_parts
from londinium.kernel.entries import entries, entry
from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.game import CHANCE, MOST_SEATS, Game
from londinium.kernel.generic.names import legal, push, score_lines, scores, setup, to_act, worth
from londinium.kernel.generic.playout import PLAYERS, Outset, ResultRows, lowest_seat, reveal
from londinium.kernel.match import Match
from londinium.kernel.rebound import Rebound
from londinium.kernel.rules import part, rule
from londinium.kernel.seeds import below, split, uint64
from londinium.kernel.words.errors import N_, InvalidOption
from londinium.kernel.words.nearest import unknown

RANDOM, BUSY, GREEDY = range(3)
PLAYER_KINDS = ("random", "busy", "greedy")

# The rows of a match's workspace: the state itself, scratch paper, and what each seat knows while all choose at once.
TABLE, PLAYER_SCRATCH, KNOWN = 0, 1, 2
PLAYER_ROWS = KNOWN + MOST_SEATS


MADE_BITS = 16
"""How many decisions each seat has made stands in one number, in as many bits for each."""
MADE_MASK = (1 << MADE_BITS) - 1


@rule
def luck_of_player(seed: int, seat: int, made: int) -> int:
    """The key with which a simple player decides: it follows from the seed of the match, its seat, and how many decisions that
    seat has made before. So one seed is one match everywhere, in whatever order those choose who choose at once.
    """
    return split(split(seed, PLAYERS + seat), made)


@rule
def made_by(made: int, seat: int) -> int:
    """How many decisions a seat has made, from the number for all seats."""
    return (made >> MADE_BITS * seat) & MADE_MASK


@rule
def made_together(made: int) -> int:
    """How many decisions all seats have made."""
    return made_by(made, 0) + made_by(made, 1) + made_by(made, 2) + made_by(made, 3)


@part
def choose_as(kind: int, states: Any, i: int, box: Any, seat: int, key: int, moves: Cells, last_resort: int) -> int:
    """One player's choice at states[i]; states[SCRATCH] is scratch paper. `last_resort` is the move that skips."""
    count = legal(states[i], box, seat, moves)
    if kind == GREEDY:
        # The best immediate worth; among equals the draw decides.
        best, best_worth, equals = 0, 0, 0
        for k in range(count):
            states[PLAYER_SCRATCH] = states[i]
            push(states[PLAYER_SCRATCH], box, seat, moves[k])
            value = worth(states[PLAYER_SCRATCH], box, seat)
            if equals == 0 or value > best_worth:
                best, best_worth, equals = k, value, 1
            elif value == best_worth:
                equals += 1
                if below(split(key, k), equals) == 0:
                    best = k
        return int(moves[best])
    if kind == BUSY and count > 1 and moves[count - 1] == last_resort:
        count -= 1
    return int(moves[below(key, count)])


@part
def play_to_end(
    states: Any, box: Any, seats: int, seed: int, kinds: Cells, line: Any, buffers: tuple[Any, Any], last_resort: int
) -> int:
    """Play the match at states[TABLE] to its end; `line` gets a row (seat, move) per ply. Returns the number of decisions."""
    moves, weights = buffers
    choosing, made, plies = 0, 0, 0
    mask = to_act(states[TABLE])
    while mask != 0:
        seat, row = CHANCE, TABLE
        if mask == 1 << CHANCE:
            move = reveal(states[TABLE], box, seed, moves, weights)
        else:
            seat = lowest_seat(mask)
            if choosing == 0 and mask != 1 << seat:
                choosing = mask
                for other in range(seats):
                    states[KNOWN + other] = states[TABLE]
            if choosing != 0:
                # While others choose face down, a seat knows only its own choices; once it has made them, they are revealed.
                if (to_act(states[KNOWN + seat]) >> seat) & 1:
                    row = KNOWN + seat
                else:
                    choosing = 0
                    continue
            key = luck_of_player(seed, seat, made_by(made, seat))
            move = choose_as(kinds[seat], states, row, box, seat, key, moves, last_resort)
            made += 1 << MADE_BITS * seat
        push(states[TABLE], box, seat, move)
        if row != TABLE:
            push(states[row], box, seat, move)
        if plies < len(line):
            line[plies, 0] = seat
            line[plies, 1] = move
            plies += 1
        mask = to_act(states[TABLE])
    return made_together(made)


def run_players(
    states: Any,
    outset: Outset,
    seeds: Cells,
    kinds: Cells,
    rows: ResultRows,
    line: Any,
    buffers: tuple[Any, Any],
    last_resort: int,
) -> None:
    """One match per seed between the players in `kinds`, by seat; `line` keeps the plies of the last one."""
    box, seats = outset.boxes[0], len(kinds)
    for i in range(len(seeds)):
        states[TABLE] = outset.blank[0]
        setup(states[TABLE], box, seats, outset.options)
        rows.decisions[i] = play_to_end(states, box, seats, seeds[i], kinds, line, buffers, last_resort)
        scores(states[TABLE], box, rows.points[i], rows.places[i])
        score_lines(states[TABLE], box, rows.lines[i])


@entries
class Players(Rebound):
    """The simple players of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine: Engine = game.engine
        self.bind_all()
        self.last_resort = game.skip_move

    def bind_all(self) -> None:
        self._choose, self._run = self.engine.bind(choose_as), self.engine.bind(run_players)

    def choose(self, kind: str, match: Match, seat: int) -> int:
        """The move that a player of this kind makes for a seat now; the same match gives the same choice."""
        check_decision(self.game, match, seat)
        states = self.game.state.new(KNOWN)
        states[0:1] = match.states_known_to(seat)
        # Keys are 64 bits wide, more than Numba takes from a plain Python integer.
        key = uint64(luck_of_player(match.seed or 0, seat, sum(ply.seat == seat for ply in match.plies)))
        return self.choose_at(kind, states, match.boxes, seat, key)

    def choose_at(self, kind: str, states: FlatArray[Any], boxes: FlatArray[Any], seat: int, key: Any) -> int:
        """The move that a player of this kind makes with a key in the first of these states; the second is scratch paper."""
        check_set_up(self.game, states)
        check_states(self.game, states, KNOWN - 1)
        check_boxes(self.game, boxes)
        deciding = self.engine.unchecked.to_act(states, 0)
        if not deciding >> check_number("seat", seat, 0, MOST_SEATS - 1) & 1:
            seats = ", ".join(str(each) for each in range(MOST_SEATS) if deciding >> each & 1) or "–"
            raise InvalidOption(N_("seat {seat} does not decide here; these do: {seats}"), seat=seat, seats=seats)
        key = uint64(check_number("key", key, 0, (1 << 64) - 1))
        moves, _ = self.engine.buffers()
        return int(self._choose(kind_number(kind), states, 0, boxes[0], seat, key, moves, self.last_resort))

    def play(
        self, kinds: list[str], seeds: Any, options: Any, boxes: FlatArray[Any] | None = None, threads: int = 1
    ) -> BatchResults:
        """One match per seed between players of these kinds, by seat; the same results whatever the number of threads."""
        seeds = check_seeds(seeds)
        self.game.check_seats(len(kinds))
        outset = self.engine.outset(options, boxes)
        results = self.engine.results(len(seeds))

        def chunk(some: slice) -> None:
            self._play(kinds, seeds[some], outset, results.rows(some), zeros((0, 2), "int16"))

        in_parts(chunk, len(seeds), threads)
        return results

    def trace(self, kinds: list[str], seed: int, options: Any, boxes: FlatArray[Any] | None = None) -> tuple[Any, BatchResults]:
        """Every (seat, move) of the match that `play` makes of a seed, and its result with the final state."""
        check_seed(seed)
        self.game.check_seats(len(kinds))
        results = self.engine.results(1)
        line = np.full((LONGEST_MATCH, 2), -1, np.int16)
        outset = self.engine.outset(options, boxes)
        final = self._play(kinds, np.array([seed], np.int64), outset, results.rows(), line)
        return line[: int((line[:, 0] >= 0).sum())], replace(results, states=final)

    def _play(self, kinds: list[str], seeds: Any, outset: Outset, rows: ResultRows, line: Any) -> FlatArray[Any]:
        """Fill in the results of some seeds; returns the final state of the last one."""
        states = self.game.state.new(PLAYER_ROWS)
        numbers = cells([kind_number(kind) for kind in kinds], "int64")
        buffers = self.engine.buffers()
        self._run(states, outset, seeds, numbers, rows, line, buffers, self.last_resort)
        return states[TABLE : TABLE + 1]


@entry
def kind_number(kind: str) -> int:
    if kind not in PLAYER_KINDS:
        message = N_("there is no player '{kind}'; choose one of: {known}")
        raise unknown(InvalidOption, message, kind, PLAYER_KINDS, kind=kind)
    return PLAYER_KINDS.index(kind)
