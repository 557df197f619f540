"""Rules that are not compiled yet: run as the plain Python functions they are, while another process compiles them.

A server is open before its rules are compiled: whatever is not loaded yet is interpreted, to the same bytes, and only the threads
that load rules wait for them. What is loaded once is used by all threads from then on.

Whoever only reads a match waits for nobody either: `without_compiling`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from londinium.kernel.announcement import Subject, announce_misses, begin_waiting

_copies: dict[Any, FunctionType] = {}
_different: dict[str, Any] = {}
_copying = threading.RLock()
_threads = threading.local()
_left = threading.Event()
_light = threading.Event()
_missing: set[Any] = set()

Compile = Callable[[], object]


@dataclass
class _Live:
    """The thread that nobody may stop."""

    thread: int | None = None
    compile_aside: Callable[[Compile], None] = lambda compile_one: None
    asked: set[Any] = field(default_factory=set)

    def ask(self, compiled: Any, given: tuple[Any, ...]) -> None:
        """Have a rule compiled for such arguments, once."""
        types = tuple(compiled.typeof_pyval(each) for each in given)
        if (compiled, types) not in self.asked:
            self.asked.add((compiled, types))
            self.compile_aside(lambda: compiled.compile(types))


_live = _Live()


def leave_compiling() -> None:
    """From now on this process compiles nothing, except in threads that load rules."""
    _left.set()


def all_loaded(compile_aside: Callable[[Compile], None] | None = None) -> None:
    """Whatever is still missing is compiled when it is called: in this thread by `compile_aside`, which may take its time, as the
    rule is interpreted until then.
    """
    _left.clear()
    _live.thread = None
    if compile_aside is not None:
        _live.thread, _live.compile_aside = threading.get_ident(), compile_aside
        _live.asked.clear()


@contextmanager
def loading() -> Iterator[None]:
    """In this thread rules are waited for: it fetches them from disk, or compiles them if they are not there."""
    before, _threads.loads = _loads(), True
    try:
        yield
    finally:
        _threads.loads = before


@contextmanager
def without_compiling() -> Iterator[None]:
    """For what takes a second or two interpreted, and would wait twenty for a compiler: meanwhile this process compiles nothing.
    What lies on disk is used, everything else is interpreted.
    """
    was_light = _light.is_set()
    _light.set()
    try:
        yield
    finally:
        if not was_light:
            _light.clear()
            _missing.clear()


class _NotKept(Exception):
    """A rule is not on disk, where it should not be compiled."""


def _missed() -> None:
    if _fetches_only():
        raise _NotKept


def _fetches_only() -> bool:
    return _light.is_set() and not _loads()


def _loads() -> bool:
    return getattr(_threads, "loads", False)


def differ(**names: Any) -> None:
    """What stands under a name in interpreted rules, where that is not what stands there in compiled ones."""
    _different.update(names)


def let_wait(compiled: Any, subject: Subject | None) -> None:
    """Let a rule be interpreted as long as compiling is left to others. Numba asks `_compile_for_args` what to call where nothing
    is loaded for the arguments, so compiled code never passes here. Who waits for a compiler is told so: `subject` says for what.
    """
    compile_now: Callable[..., Any] = compiled._compile_for_args
    watch_disk(compiled)

    def compiled_or_not(*given: Any, **named: Any) -> Any:
        is_live = threading.get_ident() == _live.thread
        if _loads() or not (_left.is_set() or is_live or compiled in _missing):
            begin_waiting(None if _loads() else subject)
            try:
                return compile_now(*given, **named)
            except _NotKept:
                _missing.add(compiled)
        if is_live and not _left.is_set():
            _live.ask(compiled, given)
        compiled._types_active_call.clear()
        return interpreted(compiled)

    compiled._compile_for_args = compiled_or_not


def watch_disk(compiled: Any) -> None:
    """Notice when a rule has to be compiled because it is not on disk."""
    announce_misses(compiled, _missed)


def interpreted(compiled: Any) -> FunctionType:
    """A rule as a plain function, which calls plain functions."""
    with _copying:
        found = _copies.get(compiled)
        if found is None:
            function = compiled.py_func
            names = dict(function.__globals__)
            found = _copies[compiled] = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
            for name in function.__code__.co_names:
                if hasattr(names.get(name), "rule_sources"):
                    names[name] = interpreted(names[name])
                elif name in _different and name in names:
                    names[name] = _different[name]
        return found
