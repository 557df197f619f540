"""The promise of a module: every function gives the same numbers and leaves the same bytes as the compiled one here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import numpy as np

from londinium.bots.players import KNOWN, PLAYER_KINDS, PLAYER_ROWS, TABLE, choose_as
from londinium.bots.search import tree as trees
from londinium.bots.search.comparison import Judge, Sampling
from londinium.bots.search.ends import MOST_END_POSITIONS, end_columns, new_ends
from londinium.bots.search.forecast import FORECAST_KEY, new_playouts
from londinium.bots.search.search import Recalled, Search, Worker, branch
from londinium.kernel.engine import LONGEST_MATCH
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match
from londinium.kernel.seeds import below, draw
from londinium.wasm import worker
from londinium.wasm.exports import exports_of
from londinium.wasm.helpers import helpers_named, modules_of, show_and_judge, ways_to_play
from londinium.wasm.node import Remote, arrays_in

MATCHES_AT_ONCE = 2000
TREE_NODES = 2048
"""Room of a tree that is compared whole."""


class Twin:
    """A game twice: compiled here, and as a module somewhere else. Whatever is called is called in both, and must agree."""

    def __init__(self, game: Game, remote: Remote) -> None:
        self.game, self.remote = game, remote
        helpers = helpers_named(game, remote.description)
        compiled = {export.name: export.function for export in [*exports_of(game), *helpers]}
        self.functions: dict[str, Callable[..., Any]] = {**compiled, **in_python(game)}
        self.called: dict[str, int] = {}

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function; its arrays are changed, as if it had been called here alone."""
        before = tuple(_copied(argument) for argument in arguments)
        expected = self.functions[name](*arguments)
        found = self.remote.call(name, *before).result
        if expected is not None and found is not None:
            # Keys are 64 bits wide, and whether they have a sign is nobody's business here.
            same = found == float(expected) if isinstance(found, float) else (found - int(expected)) % (1 << 64) == 0
        else:
            same = found is None and expected is None
        assert same, f"{self.game.slug}: {name} is {found} as WebAssembly and {expected} here"
        for number, (mine, theirs) in enumerate(zip(arrays_in(arguments), arrays_in(before), strict=True)):
            assert mine.tobytes() == theirs.tobytes(), f"{self.game.slug}: {name} leaves other bytes in array {number}"
        self.called[name] = self.called.get(name, 0) + 1
        return expected


def _copied(value: Any) -> Any:
    """An argument of its own; a record is an array of one."""
    if isinstance(value, np.ndarray):
        return np.array(value, order="C")
    if isinstance(value, np.void):
        return np.array([value])
    if isinstance(value, tuple):
        parts = [_copied(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def in_python(game: Game) -> dict[str, Callable[..., Any]]:
    """What exists compiled for WebAssembly alone, as Python does it here."""
    functions, choose = game.functions, game.engine.bind(choose_as)

    def recall(states: Any, boxes: Any, seats: int, options: Any, plies: Any, history: Any) -> None:
        game.engine.unchecked.setup(states, 0, boxes, seats, options)
        for seat, move in plies.tolist():
            trees.begin_choice(history, game.engine.unchecked.to_act(states, 0))
            game.engine.unchecked.push(states, 0, boxes, seat, move)
            trees.note(history, seat, move, game.engine.unchecked.to_act(states, 0))
        trees.begin_choice(history, game.engine.unchecked.to_act(states, 0))

    def name_of(history: Any, seat: int) -> Any:
        return np.uint64(trees.known_to(history, seat))

    def read_moves(tree: trees.Tree, history: Any, seat: int, rows: Any) -> int:
        node = trees.find_node(tree, name_of(history, seat))
        edge, count = int(tree.nodes[node].first), 0
        while edge != trees.NO_NODE:
            one = tree.edges[edge]
            rows[count] = one.move, one.tries, one.value, one.squares, one.points, one.wins
            count, edge = count + 1, int(one.next)
        return count

    return {
        "score_lines": lambda states, i, boxes, lines: functions.score_lines(states[i], boxes[0], lines),
        "observe": lambda states, i, boxes, *rest: game.observation.observe(states[i], boxes[0], *rest),
        "choose": lambda kind, states, i, boxes, *rest: choose(kind, states, i, boxes[0], *rest),
        "split": branch,
        "below": below,
        "recall": recall,
        "clear_tree": trees.clear,
        "read_moves": read_moves,
        "lead": lambda tree, history, seat: trees.lead(tree, name_of(history, seat)),
    }


def settings_to_play(game: Game, stride: int = 1) -> list[tuple[int, Any]]:
    """Every number of seats with every named variant, as option codes; with a stride, some of them."""
    return [(seats, game.option_codes(game.choose(variant=variant))) for seats, variant in ways_to_play(game, stride)]


def check_matches(twin: Twin, count: int, told: Callable[[int], None] | None = None) -> int:
    """Random matches, spread over all ways to play: final states, points, places, decisions and sheets. Returns how many."""
    game, engine = twin.game, twin.game.engine
    ways = settings_to_play(game)
    done = 0
    for seats, options in ways:
        left = -(-count // len(ways))
        while left:
            now = min(left, MATCHES_AT_ONCE)
            seeds = np.arange(done, done + now)
            # With room for two states at least, all are kept.
            results = engine.results(now, game.state.new(max(2, now)))
            twin.call("run_random", results.states, engine.outset(options), seats, seeds, results.rows(), engine.buffers())
            left, done = left - now, done + now
            if told is not None:
                told(done)
    return done


def check_steps(twin: Twin, seed: int = 1, stride: int = 1) -> None:
    """Single steps and observations, at every ply of a random match of each kind."""
    game = twin.game
    boxes, lines = game.standard_box(), len(game.score_lines)
    for seats, options in settings_to_play(game, stride):
        states, line = game.state.new(), np.zeros((LONGEST_MATCH, 2), np.int16)
        moves, weights = game.engine.buffers()
        twin.call("setup", states, 0, boxes, seats, options)
        plies = twin.call("trace", states.copy(), boxes, seed, line, (moves, weights))
        assert twin.call("to_act", states, 0) != 0
        for seat, move in line[:plies].tolist():
            if seat == CHANCE:
                twin.call("chance", states, 0, boxes, moves, weights)
                twin.call("deck", states, 0, boxes)
                assert twin.call("reveal", states, 0, boxes, seed, moves, weights) == move
            else:
                twin.call("legal", states, 0, boxes, seat, moves)
                twin.call("refusal", states, 0, boxes, seat, (move * 7 + seed) % len(game.moves))
                twin.call("observe", states, 0, boxes, options, seat, np.zeros(game.observation.size(seats), np.uint8))
            twin.call("push", states, 0, boxes, seat, move)
        twin.call("scores", states, 0, boxes, np.zeros(seats, np.int32), np.zeros(seats, np.int32))
        twin.call("score_lines", states, 0, boxes, np.zeros((seats, lines), np.int32))
        assert twin.call("audit", states, 0, boxes) == 0
        assert twin.call("to_act", states, 0) == 0
    for number in range(10):
        twin.call("below", np.uint64(twin.call("split", np.uint64(seed), number)), 7 + number)


def check_players(twin: Twin, count: int = 4) -> None:
    """Matches between simple players of all kinds, and single choices of theirs."""
    game, engine = twin.game, twin.game.engine
    for seats, options in settings_to_play(game):
        kinds = np.array([(seat + 1) % len(PLAYER_KINDS) for seat in range(seats)], np.int64)
        line, results = np.zeros((LONGEST_MATCH, 2), np.int16), engine.results(count)
        states = game.state.new(PLAYER_ROWS)
        parts = (states, engine.outset(options), np.arange(count), kinds, results.rows(), line, engine.buffers())
        twin.call("run_players", *parts, game.skip_move)
    match = played_on(game, game.seats[-1], game.choose(), 4)
    for kind in range(len(PLAYER_KINDS)):
        states = game.state.new(KNOWN)
        states[TABLE : TABLE + 1] = match.states_known_to(match.to_act[0])
        moves = engine.buffers()[0]
        twin.call("choose", kind, states, 0, match.boxes, match.to_act[0], np.uint64(5), moves, game.skip_move)


def check_search(twin: Twin, simulations: int = 200, decisions: int = 3) -> None:
    """The search, with a network where the game has one, and its comparison of moves: the whole tree, and all sums."""
    game = twin.game
    for seats, variant in ways_to_play(game):
        for number in range(decisions):
            match = played_on(game, seats, game.choose(variant=variant), 17 * number)
            if not match.is_over:
                _check_thoughts(twin, match, simulations)
        over = played_on(game, seats, game.choose(variant=variant), LONGEST_MATCH)
        last = max(ply for ply, made in enumerate(over.plies) if made.decided)
        _check_forecast(twin, Judge(game, nodes=TREE_NODES), over.at(last))


def _check_thoughts(twin: Twin, match: Match, simulations: int) -> None:
    game, seat = twin.game, match.to_act[0]
    search = Search(game, nodes=TREE_NODES)
    states, history = game.state.new(), np.zeros(trees.HISTORY, np.uint64)
    plies = np.array([(ply.seat, ply.move) for ply in match.plies_known_to(seat)], np.int16).reshape(-1, 2)
    twin.call("recall", states, match.boxes, match.seats, game.option_codes(match.options), plies, history)
    assert history.tobytes() == search.history(match, seat).tobytes()
    assert states.tobytes() == match.states_known_to(seat).tobytes()
    one = Worker(search, match, seat, Recalled(states, history), branch(branch(search.luck, seat), match.ply))
    twin.call("clear_tree", one.mind.tree)
    twin.call("simulate", one.mind, one.paper, match.boxes, np.uint64(7), simulations)
    rows = np.zeros((len(game.moves), worker.MOVE_COLUMNS))
    count = twin.call("read_moves", one.mind.tree, history, seat, rows)
    assert rows[:count, worker.ROW_TRIES].sum() == simulations
    twin.call("lead", one.mind.tree, history, seat)
    judge = Judge(game, nodes=TREE_NODES)
    other = Worker(judge, match, seat, Recalled(states, history), np.uint64(7))
    chosen, lines = np.array(match.legal(seat)[:4], np.int64), len(game.score_lines)
    sampling = Sampling(
        gains=np.zeros((len(chosen), 8)),
        points=np.zeros((len(chosen), 8, match.seats), np.int32),
        firsts=np.zeros((len(chosen), 8, match.seats), np.int8),
        sums=np.zeros((len(chosen), lines)),
        lines=np.zeros((match.seats, lines), np.int32),
    )
    twin.call("compare_moves", other.mind, other.paper, match.boxes, np.uint64(9), 0, 8, chosen, sampling)
    _check_forecast(twin, judge, match)


def _check_forecast(twin: Twin, judge: Judge, match: Match) -> None:
    """What can be expected in a position, and after every move of a decision at the end of a match."""
    boxes, mind, paper = match.boxes, judge.forecast_mind(match, match.to_act[0]), judge.open_paper(match)
    twin.call("play_forward", mind, paper, boxes, np.uint64(FORECAST_KEY), match.ply, 0, 4, new_playouts(4, match.seats))
    moves = np.array(match.legal(match.to_act[0]), np.int64)
    found = np.zeros((len(moves), end_columns(match)))
    twin.call("settle", mind, paper, boxes, new_ends(match), moves, MOST_END_POSITIONS, found)


def played_on(game: Game, seats: int, options: Any, decisions: int) -> Match:
    """A match after this many random decisions, at one where there is something to choose."""
    match = game.match(seats=seats, seed=decisions, options=options)
    made = 0
    while not match.is_over:
        seat = match.to_act[0]
        legal = match.legal(seat)
        if made >= decisions and len(legal) > 1:
            break
        match.push(legal[draw(decisions, match.ply, len(legal))], seat)
        made += 1
    return match


def check_helpers(twin: Twin, most: int = 20, stride: int = 1) -> None:
    """What views, effects, events and solvers ask: the first calls of each rule, as Python makes them while it shows matches."""
    game = twin.game
    show_and_judge(game, stride)  # whatever is compiled now is not looked up by its name again
    names = {id(twin.functions[name]): name for name in twin.remote.description["exports"] if "." in name}
    with ExitStack() as later:
        for module in modules_of(game):
            for name, value in list(vars(module).items()):
                if id(value) in names:
                    setattr(module, name, _compared(twin, names[id(value)], most))
                    later.callback(setattr, module, name, value)
                elif hasattr(value, "cache_clear"):
                    value.cache_clear()
        show_and_judge(game, stride)


def _compared(twin: Twin, name: str, most: int) -> Callable[..., Any]:
    """A rule that is called in both places for some time, and then here alone."""
    function = twin.functions[name]
    items = [one.get("item") for one in twin.remote.description["exports"][name]["parameters"]]

    def call(*arguments: Any) -> Any:
        if twin.called.get(name, 0) >= most or not _fit(arguments, items):
            return function(*arguments)
        return twin.call(name, *arguments)

    return call


def _fit(arguments: tuple[Any, ...], items: list[str | None]) -> bool:
    """Whether the arrays of a call are of the kinds that the module's function takes: others may have been asked for first."""
    arrays = list(arrays_in(arguments))
    wanted = [item for item in items if item is not None]
    return all(item.startswith("record:") or array.dtype.name == item for array, item in zip(arrays, wanted, strict=True))
