"""What is public: found by walking the package, so that a new module is thrown at without anybody thinking of it.

A module or a name is left out only with its reason, and a reason for what is no longer there is a fault too.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

import msgspec

import londinium

from .makers import makers

Found = tuple[str, Callable[[], Callable[..., Any]]]
"""A name, and what makes the callable anew for every call."""

COMPILED = "compiled: trusts its caller, and is called by what is thrown at"
INSIDE = "the inside of something that is thrown at"
FOR_AUTHORS = "what a game is written with and checked by: a wrong one is refused when the game is made"

NEEDS_GPU = "there is none without a GPU; tests/envs/test_gpu_vector.py has what the simulator can run"

unmade: set[str] = set()
"""Classes whose methods cannot be thrown at: faults of this test."""

SHOWS = (
    *("cards", "expectations", "film", "frames", "graph", "jobs", "lessons", "notes", "puzzles", "questions", "replay", "report"),
    *("reasons", "sanity", "slides", "slips", "verdicts", "worth"),
)
LEFT_OUT = {
    "londinium.__main__": "begins the command line",
    "londinium.browser": "runs in a page; its visitors send text",
    "londinium.cli": "reads words; tests/entries/test_command_line.py types wrong ones",
    "londinium.load": "drives our own server",
    "londinium.look": "draws views that matches made",
    "londinium.table": "the server's inside: commands and settings arrive as text and are checked in tests/table",
    "londinium.wasm": "builds our own modules; `tests/wasm` compares them",
    "londinium.web": "the server: requests arrive as text and are checked in tests/web",
    "londinium.work": INSIDE,
    # Games: what is played with is reached by Game, Match and Engine.
    "londinium.games": FOR_AUTHORS,
    # The kernel
    "londinium.kernel.announcement": INSIDE,
    "londinium.kernel.cells": INSIDE,
    "londinium.kernel.checks": "the checks themselves",
    "londinium.kernel.conformance": FOR_AUTHORS,
    "londinium.kernel.contracts": FOR_AUTHORS,
    "londinium.kernel.defaults": FOR_AUTHORS,
    "londinium.kernel.entries": "the checks themselves",
    "londinium.kernel.files": INSIDE,
    "londinium.kernel.flat": FOR_AUTHORS,
    "londinium.kernel.functions.left_out": FOR_AUTHORS,
    "londinium.kernel.game_checks": FOR_AUTHORS,
    "londinium.kernel.generic": COMPILED,
    "londinium.kernel.interpreted": INSIDE,
    "londinium.kernel.kept": INSIDE,
    "londinium.kernel.plain": INSIDE,
    "londinium.kernel.rebound": INSIDE,
    "londinium.kernel.record_lines": INSIDE,
    "londinium.kernel.rules": FOR_AUTHORS,
    "londinium.kernel.seeds": COMPILED,
    "londinium.kernel.sight": INSIDE,
    "londinium.kernel.pictures": INSIDE,
    "londinium.kernel.strange_toml": INSIDE,
    "londinium.kernel.words": "words of our own",
    "londinium.kernel.choice.is_several": "a mask of our own",
    "londinium.kernel.boxes.read_box_once": INSIDE,
    "londinium.kernel.choice.Choice.is_at": INSIDE,
    "londinium.kernel.choice.Choice.open": INSIDE,
    "londinium.kernel.engine.UncheckedSteps": "checks nothing, and says so",
    "londinium.kernel.engine.in_parts": INSIDE,
    # Bots
    "londinium.arena.ladder": "plays for minutes whatever it is given; `londinium levels` checks its words",
    "londinium.bots.far": INSIDE,
    "londinium.bots.fit": FOR_AUTHORS,
    "londinium.bots.engines.away.StandIn": INSIDE,
    "londinium.bots.engines.away.failures_of": INSIDE,
    "londinium.bots.engines.away.has_given_up": INSIDE,
    "londinium.bots.engines.away.log_failure": INSIDE,
    "londinium.bots.engines.away.log_once": INSIDE,
    "londinium.bots.engines.away.stand_in": INSIDE,
    "londinium.bots.engines.engine": "reads lines; tests/bots sends wrong ones",
    "londinium.bots.engines.lines": "reads lines; tests/bots sends wrong ones",
    "londinium.bots.engines.our_bots": INSIDE,
    "londinium.bots.engines.own_bot": INSIDE,
    "londinium.bots.engines.process": INSIDE,
    "londinium.bots.players.choose_as": COMPILED,
    "londinium.bots.players.luck_of_player": COMPILED,
    "londinium.bots.players.made_by": COMPILED,
    "londinium.bots.players.made_together": COMPILED,
    "londinium.bots.players.play_to_end": COMPILED,
    "londinium.bots.players.run_players": COMPILED,
    "londinium.bots.policy_file.observe_row": COMPILED,
    "londinium.bots.search.comparison.compare_moves": COMPILED,
    "londinium.bots.search.comparison.ordered": INSIDE,
    "londinium.bots.search.comparison.samples_of": INSIDE,
    "londinium.bots.search.comparison.settled_samples": INSIDE,
    "londinium.bots.search.ends": INSIDE,
    "londinium.bots.search.forecast": INSIDE,
    "londinium.bots.search.insight.Seer": INSIDE,
    "londinium.bots.search.insight.Weigher": INSIDE,
    "londinium.bots.search.insight.foresee_moves": COMPILED,
    "londinium.bots.search.insight.with_foreseen": INSIDE,
    "londinium.bots.search.foresight": INSIDE,
    "londinium.bots.kept_trees.AheadWorker": INSIDE,
    "londinium.bots.search.plan": COMPILED,
    "londinium.bots.search.planner": INSIDE,
    "londinium.bots.search.prospects": COMPILED,
    "londinium.bots.search.search.Search.picked": INSIDE,
    "londinium.bots.search.search.Worker": INSIDE,
    "londinium.bots.search.search.foreseeing": INSIDE,
    "londinium.bots.search.search.branch": COMPILED,
    "londinium.bots.search.search.idea_of": INSIDE,
    "londinium.bots.search.search.ranked": INSIDE,
    "londinium.bots.search.simulation": COMPILED,
    "londinium.bots.search.thinker": INSIDE,
    "londinium.bots.search.tree": COMPILED,
    "londinium.bots.shape": INSIDE,
    # The arena
    "londinium.arena.balance.Sample": INSIDE,
    "londinium.arena.balance.count": INSIDE,
    "londinium.arena.balance.fact_plan_of": INSIDE,
    "londinium.arena.balance.observe_matches": INSIDE,
    "londinium.arena.course": INSIDE,
    "londinium.arena.cases.values_on_bench": INSIDE,
    "londinium.arena.schedule": INSIDE,
    "londinium.arena.skill.variance_shares": INSIDE,
    "londinium.arena.statistics.cluster_means": INSIDE,
    "londinium.arena.summary.moves_lost": INSIDE,
    "londinium.arena.summary.stood_in": INSIDE,
    "londinium.arena.matches": "what `hold` and `evaluate` hand to processes",
    "londinium.arena.report": "writes about what was measured",
    # Study
    "londinium.study.analysis.SharedProgress": INSIDE,
    "londinium.study.analysis.concluded": INSIDE,
    "londinium.study.analysis.judge_together": INSIDE,
    "londinium.study.analysis.mean_difference": INSIDE,
    "londinium.study.analysis.par_of": INSIDE,
    "londinium.study.analysis.size_of": INSIDE,
    **{f"londinium.study.{room}": "shows and keeps matches that were read and judged" for room in SHOWS},
    # Environments
    "londinium.envs.batch.players_of": INSIDE,
    "londinium.envs.batch.room_for_matches": INSIDE,
    "londinium.envs.batch.step_plan_of": INSIDE,
    "londinium.envs.compiled": COMPILED,
    "londinium.envs.conformance": FOR_AUTHORS,
    "londinium.envs.dataset_files": INSIDE,
    "londinium.envs.extras": INSIDE,
    "londinium.envs.functional.GraphicsSteps": INSIDE,
    "londinium.envs.functional.ProcessorSteps": INSIDE,
    "londinium.envs.gpu.ahead.GpuAhead": NEEDS_GPU,
    "londinium.envs.gpu.arrays": INSIDE,
    "londinium.envs.gpu.checks": INSIDE,
    "londinium.envs.gpu.kernels": INSIDE,
    "londinium.envs.gpu.playouts.GpuBatch": NEEDS_GPU,
    "londinium.envs.gpu.vector.GpuVector": NEEDS_GPU,
    "londinium.envs.registration.GameModules": "Python's way to import",
    "londinium.envs.setting.fresh_seed": INSIDE,
    "londinium.envs.setting.seeds_of": INSIDE,
    "londinium.envs.spiel_rules": INSIDE,
    "londinium.envs.xla_calls": INSIDE,
}


ALL_THE_SAME = (
    "londinium.games.next_station_london.mind.solver.series",
    "londinium.games.next_station_london.mind.solver.solution",
)
"""Entries in places that are otherwise left out."""


def left_out(name: str) -> str:
    """The entry of `LEFT_OUT` that covers a name, or what holds it; empty where there is none."""
    while name and name not in ALL_THE_SAME:
        if name in LEFT_OUT:
            return name
        name = name.rpartition(".")[0]
    return ""


def modules() -> Iterator[ModuleType]:
    """Every module that is not left out: the top level first, whose names are those that people use."""
    yield londinium
    for found in pkgutil.walk_packages(londinium.__path__, "londinium."):
        if not left_out(found.name):
            yield import_module(found.name)


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


def callables() -> Iterator[Found]:
    """Everything to be thrown at, by name."""
    instances, seen = makers(), set[Any]()
    for module in modules():
        for name, found in public(module):
            place = f"{module.__name__}.{name}"
            if not callable(found) or found in seen or left_out(_defined_at(found, place)):
                continue
            seen.add(found)
            if isinstance(found, type):
                if not is_data(found) and "__init__" in vars(found):
                    yield place, lambda found=found: found  # type: ignore[misc]
                yield from methods(place, found, instances.get(name))
            elif isinstance(found, FunctionType) and not inspect.iscoroutinefunction(found):
                yield place, lambda found=found: found  # type: ignore[misc]


def _defined_at(found: Any, place: str) -> str:
    """The name of something where it is defined: the top level passes on what others define."""
    return f"{getattr(found, '__module__', '')}.{getattr(found, '__name__', '')}" if hasattr(found, "__name__") else place


def methods(place: str, kind: type, make: Callable[[], Any] | None) -> Iterator[Found]:
    for method, member in vars(kind).items():
        if method.startswith("_") or (is_data(kind) and make is None) or left_out(f"{_defined_at(kind, place)}.{method}"):
            continue
        if method in getattr(kind, "__dataclass_fields__", ()):
            continue  # what a game brings
        if isinstance(member, classmethod | staticmethod):
            yield f"{place}.{method}", lambda method=method: getattr(kind, method)  # type: ignore[misc]
        elif isinstance(member, FunctionType):
            if make is None:
                unmade.add(f"{place} has methods, and `makers` does not say how to make one")
                continue
            yield f"{place}.{method}", lambda method=method: getattr(make(), method)  # type: ignore[misc]
