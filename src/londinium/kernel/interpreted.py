"""Rules that are not compiled yet: run as the plain Python functions they are, while another process compiles them.

A server is open before its rules are compiled: whatever is not loaded yet is interpreted, to the same bytes, and only the threads
that load rules wait for them. What is loaded once is used by all threads from then on.

Whoever only reads a match waits for nobody either: `without_compiling`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
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


@dataclass(frozen=True)
class MissingRule:
    """A rule that is not on disk for such arguments."""

    compiled: Any
    types: tuple[Any, ...]

    def fetch(self) -> None:
        """Take it from disk, where another process has put it; NotCompiled if it is not there."""
        with fetching():
            self.compiled.compile(self.types)

    def compile(self) -> None:
        """Compile it in this process all the same."""
        with _here():
            self.compiled.compile(self.types)


Elsewhere = Callable[[MissingRule], "Future[None]"]
"""Has a rule compiled by another process and fetches it; the future is done when it is there, or cannot be had."""


@dataclass
class _Live:
    """The thread that nobody may stop, and who compiles instead of this process."""

    thread: int | None = None
    elsewhere: Elsewhere | None = None
    asked: dict[MissingRule, Future[None]] = field(default_factory=dict)

    def ask(self, missing: MissingRule) -> Future[None] | None:
        """Have a rule compiled, once."""
        if self.elsewhere is None:
            return None
        with _asking:
            if missing not in self.asked:
                self.asked[missing] = self.elsewhere(missing)
            return self.asked[missing]


_live = _Live()
_asking = threading.Lock()


def leave_compiling(elsewhere: Elsewhere | None = None) -> None:
    """From now on this process compiles nothing, except in threads that load rules; if it can have them compiled `elsewhere`, not
    even there.
    """
    _left.set()
    _live.thread, _live.elsewhere = None, elsewhere
    _live.asked.clear()


def all_loaded() -> None:
    """What lies on disk is used from now on. Whatever is still missing is compiled elsewhere; this thread does not wait for that,
    the rule is interpreted until it is there.
    """
    _left.clear()
    _live.thread = None if _live.elsewhere is None else threading.get_ident()


def compile_again() -> None:
    """For a process that no longer serves: whatever is missing is compiled when it is called."""
    _left.clear()
    _live.thread, _live.elsewhere = None, None


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


@contextmanager
def fetching() -> Iterator[None]:
    """In this thread rules are fetched from disk; NotCompiled if one is not there."""
    before, _threads.fetches = _fetches(), True
    try:
        yield
    finally:
        _threads.fetches = before


@contextmanager
def _here() -> Iterator[None]:
    before, _threads.here = getattr(_threads, "here", False), True
    try:
        yield
    finally:
        _threads.here = before


class NotCompiled(Exception):
    """A rule is not on disk, where it should not be compiled."""


def _missed() -> None:
    if getattr(_threads, "here", False):
        return
    if _fetches() or _live.elsewhere is not None or (_light.is_set() and not _loads()):
        raise NotCompiled


def _fetches() -> bool:
    return getattr(_threads, "fetches", False)


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
        waits = _loads() or _fetches()
        if waits or not (_left.is_set() or is_live or compiled in _missing):
            begin_waiting(None if waits else subject)
            try:
                return compile_now(*given, **named)
            except NotCompiled:
                if _fetches():
                    raise
                if _live.elsewhere is None:
                    _missing.add(compiled)
                elif not is_live and (asked := _live.ask(_missing_for(compiled, given))) is not None:
                    with suppress(Exception):  # who was asked has said why; the rule is interpreted then
                        asked.result()
                        with fetching():
                            return compile_now(*given, **named)
        if is_live and not _left.is_set():
            _live.ask(_missing_for(compiled, given))
        compiled._types_active_call.clear()
        return interpreted(compiled)

    compiled._compile_for_args = compiled_or_not


def _missing_for(compiled: Any, given: tuple[Any, ...]) -> MissingRule:
    return MissingRule(compiled, tuple(compiled.typeof_pyval(each) for each in given))


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
