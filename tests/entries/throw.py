"""Throws wrong arguments at everything that is public, in a process of its own: `python throw.py LOG`.

What is thrown at is found, not listed: the public functions of the modules below, the public classes and their methods. Before
each call its name goes to the log, so that whoever started this knows which call did not come back. At the end it prints every
call that answered with something else than a clear error.
"""

from __future__ import annotations

import faulthandler
import inspect
import linecache
import math
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TextIO

import msgspec
import numpy as np

import londinium
from londinium.kernel.words.errors import LondiniumError

PATIENCE = 20
"""Seconds of the processor for one call: nothing that is right takes a tenth of that, once everything is compiled."""

MODULES = (
    "londinium",
    "londinium.kernel.boxes",
    "londinium.kernel.checked_steps",
    "londinium.kernel.choice",
    "londinium.kernel.course_of_play",
    "londinium.kernel.engine",
    "londinium.kernel.game",
    "londinium.kernel.match",
    "londinium.kernel.moves",
    "londinium.kernel.notation",
    "londinium.kernel.position",
    "londinium.kernel.record",
    "londinium.kernel.registry",
    "londinium.arena.tournament",
    "londinium.bots.levels",
    "londinium.bots.players",
    "londinium.bots.registry",
    "londinium.bots.search.comparison",
    "londinium.bots.search.search",
    "londinium.envs.batch",
    "londinium.envs.gpu.device",
    "londinium.envs.gpu.playouts",
    "londinium.envs.gpu.vector",
    "londinium.envs.one_match",
    "londinium.envs.pictures",
    "londinium.envs.setting",
    "londinium.envs.single",
    "londinium.envs.spiel",
    "londinium.envs.vector",
    "londinium.envs.zoo",
    "londinium.games.next_station_london.mind.solver.series",
    "londinium.games.next_station_london.mind.solver.solution",
)

LEFT_OUT = {
    "UncheckedSteps": "checks nothing, and says so",
    "Worker": "what a search is made of",
    "compare_moves": "compiled",
    "samples_of": "what a judge is made of",
    "ranked": "what a search is made of",
    "branch": "compiled",
    "idea_of": "what a search is made of",
    "in_parts": "what batches are made of",
    "step_plan_of": "what a batch is made of",
    "room_for_matches": "what a batch is made of",
    "players_of": "what a batch is made of",
    "Rules": "what a state of OpenSpiel is made of",
    "read_box_once": "a cache",
    "is_several": "a mask of our own",
    "Choice.open": "what a match is made of",
    "fresh_seed": "what environments are made of",
    "seeds_of": "what environments are made of",
    "choose_as": "compiled",
    "play_to_end": "compiled",
    "run_players": "compiled",
}

BRIDGE = londinium.game("old-london-bridge")
CITY = londinium.game("next-station-london")
BASE = BRIDGE.match(seats=2, seed=1)


class Hang(BaseException):
    """A call that does not come back."""


# ── What is thrown ───────────────────────────────────────────────────────────

NUMBERS = (-1, 2**63, 10**25, -(10**25))
OTHERS: tuple[Any, ...] = (
    None,
    "nonsense",
    "",
    b"bytes",
    [],
    [1.5],
    [[1], [2, 3]],
    {},
    {"nonsense": 1},
    object(),
    math.nan,
    math.inf,
    2 + 3j,
    range(2**63 - 1, 2**63 + 3),
    np.zeros(3),
    np.zeros((2, 2), np.int64),
    np.zeros(0, np.int64),
    np.zeros(1, np.int8),
)
TOO_LARGE = {"seat": 9, "viewer": 9, "seats": 5, "player": 9, "i": 9, "ply": 9999, "start": 9999, "stop": 9999, "move": 9999}
"""Small numbers are often right; of these they are not."""


def thrown_at(name: str) -> list[Any]:
    return [*NUMBERS, *OTHERS, *([TOO_LARGE[name]] if name in TOO_LARGE else [])]


# ── What is right ────────────────────────────────────────────────────────────


def right() -> dict[str, Any]:
    """An argument for each name that would do, so that each of the others is looked at as well."""
    from londinium.arena.tournament import settings_for
    from londinium.bots.search.search import Budget
    from londinium.envs.setting import Setting

    engine, match = BRIDGE.engine, BASE.copy()
    moves, weights = engine.buffers()
    return {
        "game": BRIDGE,
        "match": match,
        "here": match,
        "of": match,
        "position": match.position,
        "seat": 0,
        "seats": 2,
        "seed": 1,
        "seeds": [1, 2],
        "options": BRIDGE.option_codes(BRIDGE.choose()),
        "chosen": BRIDGE.choose(),
        "boxes": match.boxes,
        "states": match.position.states,
        "i": 0,
        "moves": moves,
        "weights": weights,
        "points": np.zeros(4, np.int32),
        "places": np.zeros(4, np.int32),
        "move": 0,
        "ply": 0,
        "depth": 1,
        "count": 2,
        "num_envs": 2,
        "threads": 1,
        "kind": "greedy",
        "kinds": ["greedy", "random"],
        "name": "greedy",
        "bots": ["greedy", "random"],
        "names": ["Ada", "Ben"],
        "box_name": "standard",
        "budget": Budget(simulations=1),
        "settings": settings_for(BRIDGE, ["greedy"], seats=2)[0],
        "setting": Setting.of(BRIDGE, 2),
        "action": 0,
        "actions": [0, 0],
        "agent": "player_0",
        "steps": 1,
        "render_mode": "ansi",
        "mode": "ansi",
        "text": "play 1",
        "source": "somewhere",
        "content": "0 play 1",
        "line": 1,
        "path": Path("/nowhere"),
        "slug": "old-london-bridge",
        "function": lambda: 0,
        "nodes": 64,
        "most": 1,
        "simulations": 1,
        "seconds": 0.0,
        "par_seconds": 0.0,
        "matches": [],
        "games": 1,
    }


def makers() -> dict[str, Callable[[], Any]]:
    """Something of each class whose methods are thrown at."""
    from londinium.bots.levels import Level
    from londinium.bots.players import Players
    from londinium.bots.registry import bot
    from londinium.bots.search.comparison import Judge
    from londinium.bots.search.search import Budget, Search
    from londinium.envs.batch import Batch
    from londinium.envs.one_match import Playing
    from londinium.envs.setting import Setting
    from londinium.envs.single import LondiniumEnv
    from londinium.envs.vector import LondiniumVector
    from londinium.envs.zoo import env, parallel_env

    setting = Setting.of(BRIDGE, 2)
    search, judge, level = Search(BRIDGE, nodes=64), Judge(BRIDGE, nodes=64), Level("few", BRIDGE, Budget(simulations=1))

    def begun(made: Any) -> Any:
        made.reset(seed=1)
        return made

    def playing() -> Playing:
        found = Playing(setting)
        found.begin(1)
        return found

    def batch() -> Batch:
        found = Batch(setting, 2)
        found.reset([1, 2])
        return found

    def spiel_state() -> Any:
        from londinium.envs.spiel import pyspiel

        return pyspiel.load_game("londinium_old_london_bridge(players=2)").new_initial_state()

    def observer() -> Any:
        from londinium.envs.spiel import LondiniumObserver
        from londinium.envs.spiel_rules import rules_of

        return LondiniumObserver(rules_of(BRIDGE.slug, 2, (), "rank"), False)

    return {
        "Functions": lambda: BRIDGE.functions,
        "Game": lambda: BRIDGE,
        "Engine": lambda: BRIDGE.engine,
        "CheckedSteps": lambda: BRIDGE.engine,
        "Match": BASE.copy,
        "CourseOfPlay": BASE.copy,
        "Move": lambda: BASE.legal_moves[0],
        "MatchStep": lambda: next(iter(BASE)),
        "PolicyBot": lambda: londinium.PolicyBot(lambda observation, legal: legal),
        "AnyGame": lambda: bot("greedy"),
        "MoveTable": lambda: BRIDGE.moves,
        "Choice": lambda: BASE.choice,
        "Players": lambda: Players(BRIDGE),
        "Simple": lambda: bot("greedy", BRIDGE),
        "Level": lambda: level,
        "Search": lambda: search,
        "Judge": lambda: judge,
        "Batch": batch,
        "Playing": playing,
        "Setting": lambda: setting,
        "LondiniumEnv": lambda: begun(LondiniumEnv(BRIDGE, seats=2, opponents="random")),
        "LondiniumVector": lambda: begun(LondiniumVector(BRIDGE, 2, seats=2)),
        "LondiniumAEC": lambda: begun(env(BRIDGE, seats=2)),
        "Agents": lambda: begun(env(BRIDGE, seats=2)),
        "LondiniumParallel": lambda: begun(parallel_env(BRIDGE, seats=2)),
        "LondiniumState": spiel_state,
        "LondiniumObserver": observer,
    }


# ── What is found ────────────────────────────────────────────────────────────


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module defines for others; the top level defines nothing, it passes on."""
    names = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
    for name in names:
        found = getattr(module, name)
        if getattr(found, "__module__", "") == module.__name__ or module is londinium:
            yield name, found


def is_data(kind: type) -> bool:
    """Classes that hold what they are given and do nothing with it."""
    names = {each.__name__ for each in kind.__mro__}
    return (
        issubclass(kind, BaseException | msgspec.Struct)
        or bool(getattr(kind, "_is_protocol", False))
        or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
        or ("dict" in names and hasattr(kind, "__total__"))
        or (hasattr(kind, "__dataclass_fields__") and not hasattr(kind, "__post_init__"))
    )


def callables() -> Iterator[tuple[str, Callable[[], Callable[..., Any]]]]:
    """Everything to be thrown at, by name; made anew for every call."""
    instances, seen = makers(), set[Any]()
    for place in MODULES:
        for name, found in public(import_module(place)):
            if name in LEFT_OUT or not callable(found) or found in seen:
                continue
            seen.add(found)
            if not isinstance(found, type):
                if isinstance(found, FunctionType) and not inspect.iscoroutinefunction(found):
                    yield f"{place}.{name}", lambda found=found: found  # type: ignore[misc]
                continue
            if not is_data(found) and "__init__" in vars(found):
                yield f"{place}.{name}", lambda found=found: found  # type: ignore[misc]
            yield from methods(place, name, found, instances)


def methods(
    place: str, name: str, kind: type, instances: dict[str, Callable[[], Any]]
) -> Iterator[tuple[str, Callable[[], Callable[..., Any]]]]:
    for method, member in vars(kind).items():
        if method.startswith("_") or (is_data(kind) and name not in instances) or f"{name}.{method}" in LEFT_OUT:
            continue
        if method in getattr(kind, "__dataclass_fields__", ()):
            continue  # what a game brings
        if isinstance(member, classmethod | staticmethod):
            yield f"{place}.{name}.{method}", lambda method=method: getattr(kind, method)  # type: ignore[misc]
        elif isinstance(member, FunctionType):
            if name not in instances:
                if place.startswith("londinium.envs.gpu"):
                    continue  # there is none without a GPU; `tests/envs/test_gpu_vector.py` has what the simulator can run
                raise SystemExit(f"{place}.{name} has methods, and `makers` does not say how to make one")
            yield f"{place}.{name}.{method}", lambda method=method: getattr(instances[name](), method)  # type: ignore[misc]


# ── Throwing ─────────────────────────────────────────────────────────────────


def calls(function: Callable[..., Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each parameter with each wrong argument, the others being right where that is known."""
    kinds = inspect.Parameter
    parameters = [
        p for p in inspect.signature(function).parameters.values() if p.kind not in (kinds.VAR_KEYWORD, kinds.VAR_POSITIONAL)
    ]
    known = right()
    for parameter in parameters:
        for wrong in thrown_at(parameter.name):
            others = {
                other.name: known.get(other.name, wrong)
                for other in parameters
                if other is not parameter and (other.default is kinds.empty or other.name in ("seats", "nodes", "simulations"))
            }
            yield f"{parameter.name}={str(wrong)[:40]}", {**others, parameter.name: wrong}


def judged(error: BaseException) -> str:
    """What is wrong with an error; nothing where it is a clear word."""
    if isinstance(error, LondiniumError):
        return "" if str(error).strip() else "an error without a word"
    said = f"{type(error).__name__}: {error}"
    if not isinstance(error, TypeError | ValueError) or isinstance(error, UnicodeError):
        return said
    frames = list(traceback.walk_tb(error.__traceback__))
    frame, line = frames[-1]
    file = frame.f_code.co_filename
    if file == __file__ or (file.endswith("kernel/entries.py") and len(frames) == 2):
        return ""  # Python itself: there is no such parameter, or one is missing
    ours = str(Path(londinium.__file__).parent)
    return "" if file.startswith(ours) and linecache.getline(file, line).strip().startswith("raise ") else said


def throw(log: TextIO) -> list[str]:
    faults: list[str] = []
    for name, make in callables():
        for what, arguments in calls(make()):
            log.seek(0)
            log.truncate()
            log.write(f"{name}({what})")
            log.flush()
            function = make()
            faulthandler.dump_traceback_later(20 * PATIENCE, exit=True)
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            try:
                function(**arguments)
            except (Exception, Hang) as error:
                if fault := judged(error):
                    faults.append(f"{name}({what}): {fault[:160]}")
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
    faulthandler.cancel_dump_traceback_later()
    return faults


def compile_all() -> None:
    """Everything that a call may reach, once and with right arguments, so that nothing is compiled while the time counts."""
    from londinium.bots.search.search import Budget

    made = {name: make() for name, make in makers().items()}
    few, codes, engine = Budget(simulations=1), BRIDGE.option_codes(BRIDGE.choose()), BRIDGE.engine
    engine.play_random([1], 2, codes)
    engine.trace(1, 2, codes)
    engine.perft(BASE.position.states, BASE.boxes, 2)
    engine.fuzz([1], [2], [codes])
    made["Players"].play(["greedy", "random"], [1], codes)
    for thinker in ("Search", "Judge"):
        made[thinker].think(BASE, 0, few)
    made["Judge"].compare(BASE, 0, BASE.legal(0), 1)
    made["Batch"].play_random(1)
    for stepped, actions in (("LondiniumVector", [0, 0]), ("LondiniumEnv", 0), ("LondiniumAEC", 0)):
        made[stepped].step(actions)
    londinium.analyse(BASE, 1, par_seconds=0.0)


def _interrupt(*_: object) -> None:
    raise Hang("it did not come back")


if __name__ == "__main__":
    signal.signal(signal.SIGPROF, _interrupt)
    compile_all()
    with Path(sys.argv[1]).open("w", encoding="utf-8") as opened:
        found = throw(opened)
    print("\n".join(found))
    sys.exit(1 if found else 0)
