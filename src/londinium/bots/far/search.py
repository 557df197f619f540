"""A search whose simulations are made elsewhere: the same numbers, from workers that hold the rules as WebAssembly.

A worker may be anybody's device, so an answer is checked before it is believed: only legal moves, counts that fit
what was asked for, numbers within bounds.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from londinium.bots.far.errands import Ask, Errand, Room, WrongAnswer, big, parts, read_room
from londinium.bots.far.errands import in_room as at
from londinium.bots.search import foresight, simulation
from londinium.bots.search.comparison import COMPARISON_BRANCH, Samples, Sampling, samples_of, settled_samples
from londinium.bots.search.ends import DEEPEST_END, FRAME_COLUMNS, MOST_END_POSITIONS, Ends, end_columns, exact_forecast
from londinium.bots.search.forecast import ALMOST, FORECAST_KEY, Forecast, Playouts, forecast_of, has_face_down
from londinium.bots.search.foresight import Network
from londinium.bots.search.search import NODE_LIMIT, THOUGHTS, Budget, Search, Thoughts, branch, idea_of, ranked
from londinium.bots.search.simulation import DEEPEST, SEARCH_ROWS
from londinium.bots.search.tree import HISTORY, slots_for
from londinium.kernel.cells import cells, kind_of_cells, zeros
from londinium.kernel.game import MOST_SEATS, Game
from londinium.kernel.match import Match

SUM_COLUMNS = 6
"""Of a row about a move: its id, tries, value, squares, points, wins; see `wasm/worker.py`."""
TREE = ("table", "nodes", "edges", "size", "looks")

MOST_WORTH = 1e6
"""No match of any game is worth more, in points or in what a search maximises."""

_numbers = itertools.count()


class FarSearch(Search):
    """A mind whose trees are in workers. Like a `Search`, but the caller has to wait."""

    least_threads = 0

    def __init__(
        self,
        game: Game,
        ask: Ask,
        trees: int = 1,
        nodes: int = NODE_LIMIT,
        luck: int = THOUGHTS,
        *,
        knows_network: bool = False,
        settings: Mapping[str, float] | None = None,
        neglects: tuple[str, ...] = (),
    ) -> None:
        """`knows_network`: the worker asked already has what a network has learnt, and need not be sent it."""
        super().__init__(game, threads=0, settings=settings, luck=luck, neglects=neglects)
        self._ask, self._count, self._nodes, self._knows_network = ask, trees, nodes, knows_network
        self._name = f"{game.slug} {next(_numbers)}"

    def bind_all(self) -> None:
        """Nothing is simulated here."""

    @property
    def is_alone(self) -> bool:
        return bool(self.settings[simulation.ALONE] != 0)

    async def think_elsewhere(self, match: Match, seat: int, budget: Budget) -> Thoughts:
        """See `Search.think`."""
        started = time.perf_counter()
        simulations, found = await self._sums(match, seat, budget)
        alone = match.seats == 1 or self.is_alone
        ideas = tuple(idea_of(match.moves.text(move), row, alone) for move, row in ranked(found, match.legal(seat), self.enough))
        return Thoughts(seat, simulations, time.perf_counter() - started, ideas)

    async def choose_elsewhere(self, match: Match, seat: int, budget: Budget) -> int:
        """See `Search.choose`."""
        _, found = await self._sums(match, seat, budget)
        return self.picked(match, seat, ranked(found, match.legal(seat), self.enough))

    async def _sums(self, match: Match, seat: int, budget: Budget) -> tuple[int, dict[int, list[float]]]:
        """How many simulations there were, and what all trees together say of each move."""
        answers = await asyncio.gather(
            *(self._ask(self._thinking(match, seat, budget, number).sent()) for number in range(self._count))
        )
        sums: dict[int, list[float]] = {}
        legal = set(match.legal(seat))
        for answer in answers:
            for move, row in self._checked(answer, legal, budget):
                known = sums.get(move, [0.0] * len(row))
                sums[move] = [one + two for one, two in zip(known, row, strict=True)]
        return sum(int(answer["made"]) for answer in answers), sums

    def _checked(self, answer: Mapping[str, Any], legal: set[int], budget: Budget) -> list[tuple[int, list[float]]]:
        """What one tree says of each move; WrongAnswer if no tree could."""
        made, count = int(answer["made"]), int(answer["results"]["read_moves"])
        most = self._most(budget)
        expect(made >= 1 and (most is None or made <= most) and (made == most or budget.seconds is not None))
        expect(1 <= count <= len(legal))
        rows = read_room(bytes(answer["rooms"]["rows"]), "float64", len(self.game.moves), SUM_COLUMNS)
        found = [(move, row) for move, *row in (rows[number].tolist() for number in range(count))]
        expect(len({move for move, _ in found}) == count and all(move in legal for move, _ in found))
        for _, (tries, value, squares, points, wins) in found:
            expect(tries >= 0 and 0 <= wins <= tries and squares >= 0)
            expect(bounded(MOST_WORTH * tries, (value, points)) and bounded(MOST_WORTH * MOST_WORTH * tries, (squares,)))
        expect(0 < sum(row[0] for _, row in found) <= made)
        return [(int(move), row) for move, row in found]

    def _most(self, budget: Budget) -> int | None:
        """How many simulations each tree makes."""
        return None if budget.simulations is None else -(-budget.simulations // self._count)

    # ── Errands ──────────────────────────────────────────────────────────────

    def _thinking(self, match: Match, seat: int, budget: Budget, number: int) -> Errand:
        key = branch(branch(branch(self.luck, seat), match.ply), number)
        given = [self._mind(match, seat), self._paper(), at("boxes"), big(key), 0]
        settles = budget.settles and self._count == 1 and self.enough >= 1.0
        tree, rows = parts(**{name: at(name) for name in TREE}), Room("float64", (len(self.game.moves), SUM_COLUMNS))
        return Errand(
            self.game.slug,
            f"{self._name}.{number}",
            self._rooms(match, seat) | {"rows": rows},
            [("clear_tree", [tree]), *self._recalling(match)],
            {
                "name": "simulate",
                "arguments": given,
                "most": self._most(budget),
                "seconds": budget.seconds,
                "settled": {"name": "lead", "arguments": [tree, at("root_history"), seat]} if settles else None,
            },
            [("read_moves", [tree, at("root_history"), seat, at("rows")])],
            ["rows"],
        )

    def _recalling(self, match: Match) -> list[tuple[str, list[Any]]]:
        """Play what led to the decision; from a position that was set up nothing leads to it, so its rooms hold it already."""
        given = [at("root"), at("boxes"), match.seats, at("options"), at("plies"), at("root_history")]
        return [] if match.is_set_up else [("recall", given)]

    def _root(self, match: Match, seat: int) -> dict[str, Room]:
        """The position to think about, and what the seat knows of how it came about."""
        if not match.is_set_up:
            return {"root": Room("record:State", (1,)), "root_history": Room("uint64", (HISTORY,))}
        recalled = self.recall(match, seat)
        return {"root": Room("record:State", (1,), recalled.states.tobytes()), "root_history": Room.of(recalled.history)}

    def _rooms(self, match: Match, seat: int) -> dict[str, Room]:
        """All that a mind and its paper need; it stays for a comparison."""
        moves, layout = len(self.game.moves), self.game.state.layout
        assert layout.itemsize
        made = [number for ply in match.plies_known_to(seat) for number in (ply.seat, ply.move)]
        settings, network = self.settings_for(match), self._network
        if not self.foresees(match):
            network = Network(*(zeros((0,) * len(one.shape), "float32") for one in network))  # nobody looks at it
        seen = foresight.with_scratch(network, match)
        found = {
            "boxes": Room("record:Box", (1,), match.boxes.tobytes()),
            "options": Room.of(self.game.option_codes(match.options)),
            "plies": Room("int16", (len(made) // 2, 2), cells(made, "int16").tobytes()),
            **self._root(match, seat),
            "settings": Room.of(settings),
            "weights": Room.of(self.weights),
            "table": Room("int32", (slots_for(self._nodes),)),
            "nodes": Room("record:Node", (self._nodes,)),
            "edges": Room("record:Edge", (3 * self._nodes,)),
            "size": Room("int64", (3,)),
            "looks": Room("int64", (moves,)),
            "results": Room("float64", (3,)),
            "seen": blank(seen.seen),
            "inner": blank(seen.inner),
            "outer": blank(seen.outer),
            "rows_to_add": blank(seen.rows),
            "times_to_add": blank(seen.times),
            "told": blank(seen.told),
            "states": Room("record:State", (SEARCH_ROWS,)),
            "history": Room("uint64", (HISTORY,)),
            "path": Room("int32", (DEEPEST, 3)),
            "moves": Room("int16", (moves,)),
            "odds": Room("int16", (moves,)),
            "worths": Room("int64", (moves,)),
            "points": Room("float64", (match.seats,)),
            "places": Room("int32", (match.seats,)),
            "gains_of_seats": Room("float64", (match.seats,)),
            "firsts_of_seats": Room("float64", (match.seats,)),
        }
        for name, array in network._asdict().items():
            known = self._knows_network and len(array) > 0
            found[name] = Room("float32", tuple(array.shape), learnt=True) if known else Room.of(array)
        return {name: replace(one, lasts=True) for name, one in found.items()}

    def _mind(self, match: Match, seat: int) -> dict[str, Any]:
        network = parts(**{name: at(name) for name in Network._fields})
        scratch = {name: at(name) for name in ("options", "seen", "inner", "outer", "told")}
        seen = parts(network=network, **scratch, rows=at("rows_to_add"), times=at("times_to_add"))
        return parts(
            seat=seat,
            seats=match.seats,
            settings=at("settings"),
            weights=at("weights"),
            skip=self.game.skip_move,
            tree=parts(**{name: at(name) for name in TREE}),
            results=at("results"),
            foresight=seen,
        )

    def _paper(self) -> dict[str, Any]:
        names = ("root", "root_history", "states", "history", "path", "moves", "odds", "worths", "points", "places")
        return parts(**{name: at(name) for name in names}, gains=at("gains_of_seats"), firsts=at("firsts_of_seats"))


class FarJudge:
    """A judge in a worker; see `bots/search/thinker.py`."""

    def __init__(self, game: Game, ask: Ask, nodes: int = NODE_LIMIT) -> None:
        self._search = FarSearch(game, ask, nodes=nodes, settings={"foresight": 0.0})
        self._open = FarSearch(game, ask, nodes=1, settings={"foresight": 0.0})
        self._ask, self._game = ask, game
        self._thought: tuple[Match, int, Budget] | None = None

    @property
    def is_alone(self) -> bool:
        return self._search.is_alone

    async def think(self, match: Match, seat: int, budget: Budget) -> Thoughts:
        self._thought = match, seat, budget
        return await self._search.think_elsewhere(match, seat, budget)

    async def compare(self, match: Match, seat: int, moves: Sequence[int], most: int, seconds: float | None = None) -> Samples:
        """Run the given number of simulations for each of these moves, with the tree of the last thought. There is no time limit:
        a caller waiting for a worker does not watch the clock.
        """
        errand = self._comparing(match, seat, moves, most)
        answer = await self._ask(errand.sent())
        if answer.get("gone") and self._thought is not None:
            # Another mind has used the worker: think again, the result is the same.
            await self._search.think_elsewhere(*self._thought)
            answer = await self._ask(errand.sent())
        expect(not answer.get("gone"))
        rooms = answer["rooms"]
        lines = len(self._game.score_lines)
        sampling = Sampling(
            gains=read_room(bytes(rooms["gains"]), "float64", len(moves), most),
            points=read_room(bytes(rooms["sampled_points"]), "int32", len(moves), most, match.seats),
            firsts=read_room(bytes(rooms["firsts"]), "int8", len(moves), most, match.seats),
            sums=read_room(bytes(rooms["sums"]), "float64", len(moves), lines),
            lines=None,
        )
        samples = samples_of(moves, sampling, most)
        for row in (*samples.gains, *samples.lines, *(seat for points in samples.points for seat in points)):
            expect(bounded(MOST_WORTH, row))
        expect(all(first in (0, 1) for firsts in samples.firsts for seat in firsts for first in seat))
        return samples

    async def forecast(self, match: Match, count: int) -> Forecast:
        """See `Judge.forecast`."""
        if (exact := await self._computed(match)) is not None:
            return exact
        names = Playouts._fields
        rooms = {f"playouts_{name}": Room("float64", (count, match.seats)) for name in names}
        playouts = parts(**{name: at(f"playouts_{name}") for name in names})
        given = [self._open._mind(match, 0), self._open._paper(), at("boxes"), big(FORECAST_KEY), match.ply, 0, count, playouts]
        answer = await self._ask_openly(match, 0, ("play_forward", given), rooms, list(rooms))
        found = Playouts(*(read_room(bytes(answer["rooms"][name]), "float64", count, match.seats) for name in rooms))
        for row in found.points.tolist():
            expect(bounded(MOST_WORTH, row))
        for row in found.firsts.tolist():
            expect(all(0 <= first <= 1 for first in row) and abs(sum(row) - 1) < ALMOST)
        return forecast_of(found, self.is_alone, has_network=False)

    async def _computed(self, match: Match) -> Forecast | None:
        rows = []
        for seat in range(match.seats if self.is_alone else 1):
            values = await self._settled(match, seat, ())
            if values is None:
                return None
            rows.append(values[0])
        return exact_forecast(rows, match.seats)

    async def settle(self, match: Match, seat: int) -> Samples | None:
        """See `Judge.settle`."""
        if has_face_down(match) and not self.is_alone:
            return None
        moves = match.legal(seat)
        values = await self._settled(match, seat, moves)
        return None if values is None else settled_samples(moves, values, seat, match.seats)

    async def _settled(self, match: Match, seat: int, moves: Sequence[int]) -> list[list[float]] | None:
        count, columns, lines = max(1, len(moves)), end_columns(match), len(self._game.score_lines)
        rows, table = DEEPEST_END + 1, len(self._game.moves)
        rooms = {
            "ends_states": Room("record:State", (rows,)),
            "ends_frames": Room("int64", (rows, FRAME_COLUMNS)),
            "ends_moves": Room("int16", (rows, table)),
            "ends_odds": Room("int16", (rows, table)),
            "ends_values": Room("float64", (rows, columns)),
            "ends_lines": Room("int32", (match.seats, lines)),
            "chosen": Room("int64", (len(moves),), cells(moves, "int64").tobytes()),
            "found": Room("float64", (count, columns)),
        }
        ends = parts(**{name: at(f"ends_{name}") for name in Ends._fields})
        mind, paper = self._open._mind(match, seat), self._open._paper()
        given = [mind, paper, at("boxes"), ends, at("chosen"), MOST_END_POSITIONS, at("found")]
        answer = await self._ask_openly(match, seat, ("settle", given), rooms, ["found"])
        values = read_room(bytes(answer["rooms"]["found"]), "float64", count, columns).tolist()
        for row in values:
            expect(bounded(MOST_WORTH, row))
        return values if int(answer["results"]["settle"]) else None

    async def _ask_openly(
        self, match: Match, seat: int, call: tuple[str, list[Any]], rooms: Mapping[str, Room], give: Sequence[str]
    ) -> Mapping[str, Any]:
        """Have something done with the position itself, in which nothing lies face down."""
        known = self._open._rooms(match, seat)
        known["root"] = Room("record:State", (1,), match.position_at(match.ply).states.tobytes())
        known["root_history"], known["settings"] = Room("uint64", (HISTORY,)), Room.of(self._open.forecast_settings(match))
        errand = Errand(self._game.slug, f"{self._open._name}.0", {**known, **rooms}, after=[call], give=give)
        return await self._ask(errand.sent())

    def _comparing(self, match: Match, seat: int, moves: Sequence[int], most: int) -> Errand:
        search, lines = self._search, len(self._game.score_lines)
        key = branch(branch(branch(search.luck, seat), match.ply), COMPARISON_BRANCH)
        rooms = {
            "chosen": Room("int64", (len(moves),), cells(moves, "int64").tobytes()),
            "gains": Room("float64", (len(moves), most)),
            "sampled_points": Room("int32", (len(moves), most, match.seats)),
            "firsts": Room("int8", (len(moves), most, match.seats)),
            "sums": Room("float64", (len(moves), lines)),
            "sampled_lines": Room("int32", (MOST_SEATS, lines)),
        }
        names = {"gains": "gains", "points": "sampled_points", "firsts": "firsts", "sums": "sums", "lines": "sampled_lines"}
        sampling = parts(**{part: at(name) for part, name in names.items()})
        given = [search._mind(match, seat), search._paper(), at("boxes"), big(key), 0, most, at("chosen"), sampling]
        given_back = ["gains", "sampled_points", "firsts", "sums"]
        return Errand(self._game.slug, f"{search._name}.0", rooms, [("compare_moves", given)], give=given_back, continues=True)


def blank(array: Any) -> Room:
    """A room of zeros, which need not be sent."""
    return Room(kind_of_cells(array), tuple(array.shape))


def expect(is_so: bool) -> None:
    """A check of an answer."""
    if not is_so:
        raise WrongAnswer


def bounded(bound: float, numbers: Iterable[float]) -> bool:
    """Whether all of them are numbers, and none is larger."""
    return all(-bound <= number <= bound for number in numbers)
