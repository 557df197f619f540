"""A search as a person uses it: think about a decision for a while, then say what is best and how sure that is."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any, NamedTuple
from weakref import ReferenceType, ref

import msgspec

from londinium.bots.search import forecast, foresight, prospects, simulation
from londinium.bots.search import tree as trees
from londinium.bots.search.foresight import Network
from londinium.bots.search.simulation import DEEPEST, SEARCH_ROWS, SETTINGS, Mind, Paper
from londinium.bots.search.tree import HISTORY, NO_NODE
from londinium.kernel.cells import cells, zeros
from londinium.kernel.checks import MOST_SIMULATIONS, MOST_THREADS, SEEDS, check_decision, check_number, check_seconds
from londinium.kernel.entries import entries, entry
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match
from londinium.kernel.rebound import Rebound
from londinium.kernel.seeds import below, split, uint64
from londinium.kernel.words.errors import N_, InvalidOption
from londinium.kernel.words.nearest import unknown

NODE_LIMIT = 1 << 16
"""Size limit of a tree: about 13 MB. A full one is still used, but learns no new positions."""
MOST_NODES = 1 << 22
SMALLEST_WAIT = 0.005
"""Seconds between looks at the clock and at whether to stop."""
MIXED_BRANCH = 0x3D1
"""The branch of a decision's key that decides which of several good moves is made."""
THOUGHTS = 0xB07
"""The branch of keys from which searches draw. It has nothing to do with the seed of the match, which no bot may know."""

SETTING_NAMES = ("explore", "deeper", "widen", "noise", "win", "most_margin", "alone", "foresight", "memory")
DEFAULT_SETTINGS = {
    "explore": 1.6,  # curiosity, in units of how far results differ
    "deeper": 1.0,  # how much of it is left below the first decision
    "widen": 1000.0,  # how many moves are looked at below the first decision, for each root of the visits
    "noise": 0.1,  # how often a quick player does just anything
    "win": 20.0,  # points that the first place is worth in addition to the margin
    "most_margin": 60.0,  # a margin beyond this counts no more
    "alone": 0.0,  # 1: the others do not matter, they pass
    "foresight": 0.0,  # how much of a result a network foresees, where it knows the box; the rest is played
    "memory": 0.0,  # 1: what a seat cannot see follows from the moves so far, and whoever counts has nothing to imagine
    "mixed": 0.0,  # above 0: where several choose at the same time, one of the moves tried at least this part as often is chosen
    "forecast_noise": 0.1,  # the same as noise, for what players can expect in a position
    "enough": 1.0,  # the best of the moves that were tried at least this part as often as the most tried one is chosen
}


@entries
@dataclass(frozen=True)
class Budget:
    """How long to think: up to a number of simulations or a number of seconds, whichever comes first."""

    simulations: int | None = None
    seconds: float | None = None
    settles: bool = False
    """Whether to stop when the time that is left could no longer change the answer."""

    def __post_init__(self) -> None:
        if self.simulations is not None:
            check_number("simulations", self.simulations, 1, MOST_SIMULATIONS)
        check_seconds(self.seconds)


class Idea(msgspec.Struct, frozen=True):
    """A move, and what the search expects of it for the seat that makes it."""

    move: str
    tries: int
    points: float
    error: float
    """The value is known this well: one standard error."""
    win: float | None
    """How often it led to first place; unknown where the others only pass, or there are none."""
    value: float
    """What was maximised: margin and first place, or points for a lone player."""


class Thoughts(msgspec.Struct, frozen=True):
    """What came of thinking: ideas, the best first."""

    seat: int
    simulations: int
    seconds: float
    ideas: tuple[Idea, ...]

    @property
    def best(self) -> str:
        """The notation of the move that the search would play."""
        return self.ideas[0].move


class Recalled(NamedTuple):
    """What a seat can work out from the moves it knows of and from how the match began, and nothing else."""

    states: Any
    """An array of one. Whatever it holds follows from what the seat has seen, even where it does not lie open."""
    history: Any


@entries
class Search(Rebound):
    """A mind for one seat of one match at a time. It keeps its tree from one decision to the next."""

    least_threads = 1

    def __init__(
        self,
        game: Game,
        threads: int = 1,
        settings: Mapping[str, float] | None = None,
        nodes: int = NODE_LIMIT,
        network: Network | None = None,
        luck: int = THOUGHTS,
        neglects: Sequence[str] = (),
    ) -> None:
        """`luck` is the branch from which it draws: another one gives a second opinion on the same decision. `neglects` is what
        means nothing to it, by the names of the outlook's weights.
        """
        self.game, self.engine = game, game.engine
        check_number("threads", threads, self.least_threads, MOST_THREADS)
        check_number("nodes", nodes, 1, MOST_NODES)
        check_number("luck", luck, 0, SEEDS - 1)
        for name in settings or {}:
            if name not in DEFAULT_SETTINGS:
                message = N_("a search has no setting '{name}'; choose one of: {known}")
                raise unknown(InvalidOption, message, name, DEFAULT_SETTINGS, name=name)
        chosen = {**DEFAULT_SETTINGS, **game.search, **(settings or {})}
        self.settings = cells([chosen[name] for name in SETTING_NAMES], "float64")
        self.enough, self.mixed, self.luck = chosen["enough"], chosen["mixed"], luck
        self._forecast_noise = chosen["forecast_noise"]
        self.settings[simulation.NOISE] *= simulation.EVERYTHING
        if network is not None and not foresight.fits(network, game):
            raise InvalidOption(N_("the network is not one for {game}"), game=game.title)
        self._network = network or foresight.network_of(game)
        assert len(self.settings) == SETTINGS
        self.bind_all()
        self.weights = cells(game.outlook_weights.without(tuple(neglects)) if game.outlook_weights else (), "int64")
        self._skip = game.skip_move
        self._trees = [trees.new_tree(nodes, len(game.moves)) for _ in range(threads)]
        self._results = zeros((threads, 3), "float64")
        self._about: tuple[ReferenceType[Match], int] | None = None

    def bind_all(self) -> None:
        """Make the simulation this game's own."""
        self._simulate = self.bound(simulation.simulate)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_about": None}  # a copy does not know which match its tree is about

    def bound(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function made for this game, with its way of weighing moves and what a network is shown, if it has one."""
        return self.engine.bind(function, **simulation.weighing(self.game), **foreseeing(self.game, self._network))

    def think(self, match: Match, seat: int, budget: Budget, stop: Callable[[], bool] | None = None) -> Thoughts:
        """Think about a seat's decision. The same match, seat and number of simulations give the same thoughts."""
        simulations, seconds, name = self._ponder(match, seat, budget, stop)
        return Thoughts(seat, simulations, seconds, self._ideas(match, seat, name))

    def so_far(self, match: Match, seat: int) -> tuple[Idea, ...]:
        """What is thought of the moves now, the best first: for whoever is asked whether to stop."""
        check_decision(self.game, match, seat)
        return self._ideas(match, seat, uint64(trees.known_to(self.recall_root(match, seat).history, seat)))

    def _ideas(self, match: Match, seat: int, name: Any) -> tuple[Idea, ...]:
        alone = match.seats == 1 or bool(self.settings[simulation.ALONE])
        return tuple(idea_of(match.moves.text(move), row, alone) for move, row in self._ranking(match, seat, name))

    def choose(self, match: Match, seat: int, budget: Budget) -> int:
        """The best move after the same thinking, by its id: for callers that make it without having to say why."""
        return self.picked(match, seat, self._ranking(match, seat, self._ponder(match, seat, budget)[2]))

    def picked(self, match: Match, seat: int, ranking: Sequence[tuple[int, list[float]]]) -> int:
        """The best move. Where several choose at the same time it does not do to make the same move always: whoever knows
        it has an answer to it. So there every good one is made as often as it was tried, by luck.
        """
        if self.mixed == 0 or not match.choice.is_simultaneous:
            return ranking[0][0]
        least = self.mixed * max(row[0] for _, row in ranking)
        good = [(move, int(row[0])) for move, row in ranking if row[0] >= least]
        ticket = int(below(branch(branch(branch(self.luck, seat), match.ply), MIXED_BRANCH), sum(tries for _, tries in good)))
        for move, tries in good:
            ticket -= tries
            if ticket < 0:
                return move
        return good[0][0]

    def _ponder(self, match: Match, seat: int, budget: Budget, stop: Callable[[], bool] | None = None) -> tuple[int, float, Any]:
        """Simulate; how often, how long, and under which name the trees know the decision."""
        check_decision(self.game, match, seat)
        if budget.simulations is None and budget.seconds is None and stop is None:
            raise InvalidOption(N_("a search needs a number of simulations or seconds, or it would think for ever"))
        self._remember(match, seat)
        recalled = self.recall_root(match, seat)
        key = branch(branch(self.luck, seat), match.ply)
        workers = [Worker(self, match, seat, recalled, branch(key, number), number) for number in range(len(self._trees))]

        workers[0].warm_up()
        started = time.perf_counter()

        def work(worker: Worker) -> int:
            return worker.run(budget, started, stop, len(workers))

        if len(workers) == 1:
            made = [work(workers[0])]
        else:
            with ThreadPoolExecutor(len(workers)) as pool:
                made = list(pool.map(work, workers))
        return sum(made), time.perf_counter() - started, uint64(trees.known_to(recalled.history, seat))

    def foresees(self, match: Match) -> bool:
        """Whether a network is asked how this match ends. It learnt to play with the standard box and the named variants, for
        what searches are after by themselves, and knows nothing else.
        """
        if not self.game.search.get("foresight") or not self.settings[simulation.FORESIGHT] or not self._network.first.shape[1]:
            return False
        learnt = {**DEFAULT_SETTINGS, "alone": float(foresight.is_alone(self.game))}
        aims = [self.settings[SETTING_NAMES.index(name)] == learnt[name] for name in ("alone", "win", "most_margin")]
        return all(aims) and is_learnt(match)

    def settings_for(self, match: Match) -> Any:
        """The settings, less what cannot be had in this match."""
        settings = self.settings.copy()
        if not self.foresees(match):
            settings[simulation.FORESIGHT] = 0.0
        if match.is_set_up:
            settings[simulation.MEMORY] = 0.0  # nobody saw how it came about
        return settings

    def mind(self, match: Match, seat: int, number: int = 0) -> Mind:
        """A seat's mind, with one of the trees."""
        check_number("number", number, 0, len(self._trees) - 1)
        seen = foresight.with_scratch(self._network, match)
        tree, results = self._trees[number], self._results[number]
        return Mind(seat, match.seats, self.settings_for(match), self.weights, self._skip, tree, results, seen)

    def paper(self, match: Match, recalled: Recalled) -> Paper:
        """Paper for simulations of what a seat knows."""
        return Paper(
            root=recalled.states,
            root_history=recalled.history,
            states=self.game.state.new(SEARCH_ROWS),
            history=zeros(HISTORY, "uint64"),
            path=zeros((DEEPEST, 3), "int32"),
            moves=zeros(len(self.game.moves), "int16"),
            odds=zeros(len(self.game.moves), "int16"),
            worths=zeros(len(self.game.moves), "int64"),
            points=zeros(match.seats, "float64"),
            places=zeros(match.seats, "int32"),
            gains=zeros(match.seats, "float64"),
            firsts=zeros(match.seats, "float64"),
        )

    @property
    def trees(self) -> list[Any]:
        """One for each thread."""
        return self._trees

    @property
    def results(self) -> Any:
        """What came of all simulations in each tree, see `simulation.COUNT`."""
        return self._results

    def think_of(self, match: Match, seat: int) -> None:
        """What the trees hold is about this seat of this match."""
        self._about = (ref(match), seat)

    def _remember(self, match: Match, seat: int) -> None:
        """Keep the trees if they are about this seat of this match and not too full: every move of the decision needs an edge."""
        same = self._about is not None and self._about[0]() is match and self._about[1] == seat
        self.think_of(match, seat)
        needed = len(match.legal(seat))
        for number, tree in enumerate(self._trees):
            full = tree.size[trees.NODES] > len(tree.nodes) // 2 or tree.size[trees.EDGES] + needed > len(tree.edges)
            if not same or full:
                trees.clear(tree)
                self._results[number] = 0

    def history(self, match: Match, seat: int) -> Any:
        """What the seat knows of the moves so far."""
        return self.recall(match, seat).history

    def forecast_mind(self, match: Match, seat: int = 0) -> Mind:
        """A mind for what every seat can expect: with a noise of its own, and with the network wholly or not at all."""
        return self.mind(match, seat)._replace(settings=self.forecast_settings(match))

    def forecast_settings(self, match: Match) -> Any:
        settings = self.settings_for(match)
        settings[simulation.NOISE] = self._forecast_noise * simulation.EVERYTHING
        return settings

    def open_paper(self, match: Match) -> Paper:
        """Paper that begins with the position itself, in which nothing lies face down."""
        return self.paper(match, Recalled(match.position_at(match.ply).states, zeros(HISTORY, "uint64")))

    def recall(self, match: Match, seat: int) -> Recalled:
        """Make the moves again that a seat knows of."""
        return self._recall(match, seat, None)

    def _recall(self, match: Match, seat: int, others: int | None) -> Recalled:
        """The same; remembered as if each of the others had made this one move instead, if one is given."""
        history = zeros(HISTORY, "uint64")
        states, boxes = match.position_at(0).states, match.boxes
        for made in match.plies_known_to(seat):
            trees.begin_choice(history, self.engine.unchecked.to_act(states, 0))
            self.engine.unchecked.push(states, 0, boxes, made.seat, made.move)
            move = made.move
            if others is not None and made.seat not in (seat, CHANCE):
                move = others
                history[trees.PRIVATE + made.seat] = uint64(0)  # however often it chose, it is one move
            trees.note(history, made.seat, move, self.engine.unchecked.to_act(states, 0))
        trees.begin_choice(history, self.engine.unchecked.to_act(states, 0))
        return Recalled(states, history)

    def recall_root(self, match: Match, seat: int) -> Recalled:
        """Where simulations begin, with the history under which trees know the decision. Where the others do not matter, they
        pass in every simulation: what they really did is left out of it, or no tree would know the decision after it.
        """
        return self._recall(match, seat, self._skip if self.settings[simulation.ALONE] else None)

    def _ranking(self, match: Match, seat: int, name: Any) -> list[tuple[int, list[float]]]:
        """What all trees together say of the seat's legal moves, the best first: ids and rows of sums."""
        sums: dict[int, list[float]] = {}
        for tree in self._trees:
            node = trees.find_node(tree, name)
            edge = int(tree.nodes[node].first) if node != NO_NODE else NO_NODE
            while edge != NO_NODE:
                one = tree.edges[edge]
                row = [float(one.tries), float(one.value), float(one.squares), float(one.points), float(one.wins)]
                move = int(one.move)
                sums[move] = [sum(both) for both in zip(sums[move], row, strict=True)] if move in sums else row
                edge = int(one.next)
        return ranked(sums, match.legal(seat), self.enough)


def ranked(sums: Mapping[int, list[float]], legal: Sequence[int], enough: float) -> list[tuple[int, list[float]]]:
    """The moves that were tried, with their sums; the best of those tried often enough come first."""
    tried = [(move, row) for move, row in sums.items() if row[0] > 0 and move in legal]
    least = enough * max(row[0] for _, row in tried)
    return sorted(tried, key=lambda one: (-one[1][1] / one[1][0], 0) if one[1][0] >= least else (inf, -one[1][0]))


@entry
def is_learnt(match: Match) -> bool:
    """Whether a match is one that networks learn to play: with the standard box, and one of the named variants."""
    game = match.game
    is_standard = match.boxes.tobytes() == game.standard_box().tobytes()
    return is_standard and match.options in [game.choose(variant=variant) for variant in game.variants]


def foreseeing(game: Game, network: Network) -> dict[str, Any]:
    """What is chosen in a game for the parts that ask this network."""
    if not game.search.get("foresight"):
        return {"foresee": foresight.foresee_nothing}
    together = (
        {} if foresight.is_alone(game) else {"conclude": prospects.conclude_for_all, "foresee_seats": forecast.foresee_places}
    )
    return {"observe": foresight.sight_for(network, game).see, **together}


def branch(key: Any, number: int) -> Any:
    """A branch of a key; keys are 64 bits wide, more than Numba takes from a plain Python integer."""
    return uint64(split(key, number))


def idea_of(move: str, row: Sequence[float], alone: bool) -> Idea:
    """A move with the totals of what came of it."""
    tries, value, squares, points, wins = (float(cell) for cell in row)
    mean = value / tries
    error = sqrt(max(0.0, squares / tries - mean * mean) / tries)
    return Idea(move, int(tries), points / tries, error, None if alone else wins / tries, mean)


class Worker:
    """One thread's simulations, in its own tree."""

    def __init__(self, search: Search, match: Match, seat: int, recalled: Recalled, key: Any, number: int = 0) -> None:
        self.mind, self.paper = search.mind(match, seat, number), search.paper(match, recalled)
        self._boxes, self._key = match.boxes, key
        self._simulate, self._enough = search._simulate, search.enough
        self._name: Any = uint64(trees.known_to(recalled.history, seat))

    def warm_up(self) -> None:
        """Compile, or fetch what was compiled: this should not eat into thinking time."""
        self._run(0)

    def run(self, budget: Budget, started: float, stop: Callable[[], bool] | None, workers: int) -> int:
        """Simulate until the budget is used up; at least once for an answer."""
        most = -(-budget.simulations // workers) if budget.simulations is not None else None
        made, chunk = 0, 8
        while most is None or made < most:
            count = chunk if most is None else min(chunk, most - made)
            before = time.perf_counter()
            self._run(count)
            made += count
            now = time.perf_counter()
            if (budget.seconds is not None and now - started >= budget.seconds) or (stop is not None and stop()):
                break
            if budget.settles and self._is_settled(made, most, now - started, budget.seconds, workers):
                break
            chunk = max(1, min(4 * chunk, int(chunk * SMALLEST_WAIT / max(1e-6, now - before))))
        return made

    def _is_settled(self, made: int, most: int | None, passed: float, seconds: float | None, workers: int) -> bool:
        """Whether all simulations to come could no longer make another move the most tried one."""
        if workers > 1 or self._enough < 1.0:
            return False  # other trees count too, or less than the most tries is enough
        to_come = inf if most is None else most - made
        if seconds is not None:
            to_come = min(to_come, made / passed * (seconds - passed))
        return bool(trees.lead(self.mind.tree, self._name) > to_come)

    def _run(self, count: int) -> None:
        self._simulate(self.mind, self.paper, self._boxes, self._key, count)
