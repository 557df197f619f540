"""Results that are kept while there is room: one budget of bytes for everything that can be made again.

`@kept` stands where `functools.lru_cache` would stand with a number of results. Nobody knows how large a number of results is, so
here their bytes are counted, over all functions together. What is kept comes in two generations: when the younger one has filled
half of the room, the older one goes, and the younger becomes the older; what somebody asks for again becomes young again. So what
goes is what was not asked for the longest, whichever function it is of. A hit costs what one of `lru_cache` costs.

Other things that can be made again (`ByteKeeper`: replays, pictures, analyses) draw on the same budget.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Any, Protocol, TypeVar, cast
from weakref import WeakSet

F = TypeVar("F", bound=Callable[..., Any])

KEEPING_ROOM = 96 * 1024 * 1024
"""Bytes for everything that is kept, where nobody says otherwise."""
LEAST_ROOM = 24 * 1024 * 1024
"""Less would make tables slow: what takes longest, the layout of a map, would have to be made again with every move."""
WEIGHED = 32
"""One of this many results is weighed; the others of its function count as much as those did on average."""
SWEPT_AT_ONCE = 16
"""How many results of the generation that goes are dropped whenever one is made: all at once would stop all tables."""
_DEEPEST, _SHARED_BY = 5, 8
ENTRY = 200
"""Bytes of two entries in dictionaries, which every result costs."""

_MISSING: Any = object()


class ByteKeeper(Protocol):
    """Something else that keeps what can be made again."""

    @property
    def held(self) -> int:
        """In bytes."""

    def shed(self) -> None:
        """Let go of the older half."""


def weight(thing: Any, depth: int = _DEEPEST) -> int:
    """About how many bytes a result has of its own: what many others hold too is not counted."""
    if thing is None or isinstance(thing, bool | int | float | type) or sys.getrefcount(thing) > _SHARED_BY:
        return 8
    if isinstance(thing, memoryview):
        return thing.nbytes
    size: int = getattr(thing, "nbytes", 0) or sys.getsizeof(thing, 64)
    if depth and not isinstance(thing, str | bytes):
        if isinstance(thing, dict):
            size += sum(weight(each, depth - 1) for pair in thing.items() for each in pair)
        elif isinstance(thing, tuple | list | set | frozenset):
            size += sum(weight(each, depth - 1) for each in thing)
        elif (fields := getattr(thing, "__struct_fields__", None)) is not None:
            size += sum(weight(getattr(thing, name), depth - 1) for name in fields)
        elif (own := getattr(thing, "__dict__", None)) is not None:
            size += sum(weight(each, depth - 1) for each in own.values())
    return size


class KeptResults:
    """The results of one function."""

    def __init__(self, function: Callable[..., Any], most: int | None = None) -> None:
        self._function, self._most = function, sys.maxsize if most is None else max(1, most // 2)
        self.young: dict[Any, Any] = {}
        self.old: dict[Any, Any] = {}
        self._made, self._size = 0, ENTRY
        self.front: Any = lru_cache(None)(self._missed)
        """What is called: it knows all of the young results, and asks for the others."""

    def _missed(self, *given: Any, **named: Any) -> Any:
        """A result that is not young. Several threads may come here: at worst one of them makes what another has made."""
        key = (given, tuple(sorted(named.items()))) if named else given
        answer = self.old.pop(key, _MISSING)
        if answer is _MISSING:
            answer = self._function(*given, **named)
            if not self._made % WEIGHED:
                self._weigh(key, answer)
            self._made += 1
        else:
            BUDGET.old -= self.size_of(answer)
        self.young[key] = answer
        BUDGET.young += len(answer) + self._size if type(answer) is str else self._size
        if BUDGET.young > BUDGET.limit or len(self.young) > self._most or BUDGET.gone:
            BUDGET.tidy(self)
        return answer

    def _weigh(self, key: Any, answer: Any) -> None:
        """What results of this function weigh on average; texts are counted one by one."""
        size = ENTRY + weight(key) + (60 if type(answer) is str else weight(answer))
        self._size += (size - self._size) // min(1 + self._made // WEIGHED, 16)

    def size_of(self, answer: Any) -> int:
        return len(answer) + self._size if type(answer) is str else self._size

    @property
    def is_full(self) -> bool:
        return len(self.young) > self._most

    def age(self) -> dict[Any, Any]:
        """The young results become the old ones; returns those that were old before."""
        gone, self.old, self.young = self.old, self.young, {}
        self.front.cache_clear()
        return gone


class KeepingBudget:
    """How many bytes may be kept, and how many are."""

    def __init__(self, room: int = KEEPING_ROOM) -> None:
        self.room = room
        self.young = self.old = 0
        """Bytes of the two generations. Nothing is locked to count them; what is lost between threads is right again with the
        next generation."""
        self.limit = room / 2
        """Bytes of the younger one at which it becomes the older."""
        self.gone: list[dict[Any, Any]] = []
        self.aged = 0
        """How often a generation went."""
        self._functions = WeakSet[KeptResults]()
        self._keepers = WeakSet[ByteKeeper]()
        self._lock = threading.Lock()

    @property
    def held(self) -> int:
        """Bytes that are kept now, by everything together."""
        return self.young + self.old + self._elsewhere()

    @property
    def results(self) -> int:
        return sum(len(each.young) + len(each.old) for each in list(self._functions))

    def add_function(self, results: KeptResults) -> None:
        with self._lock:
            self._functions.add(results)

    def add_keeper(self, keeper: ByteKeeper) -> None:
        with self._lock:
            self._keepers.add(keeper)

    def tidy(self, results: KeptResults) -> None:
        """After a result was made: let go of what there is no room for, a little at a time."""
        with self._lock:
            if self.young > self.limit:
                self._age()
            elif results.is_full:
                self._age_one(results)
            most = SWEPT_AT_ONCE
            while self.gone and most:
                if self.gone[-1]:
                    self.gone[-1].popitem()
                    most -= 1
                else:
                    self.gone.pop()

    def make_room(self) -> None:
        """See to it that no more is kept than there is room for."""
        for keeper in sorted(self._keepers, key=lambda keeper: keeper.held, reverse=True):
            if self._elsewhere() > self.room / 2:
                keeper.shed()
        with self._lock:
            room = max(LEAST_ROOM, self.room - self._elsewhere())
            self.limit = room / 2
            if self.young + self.old > room:
                self._age()

    def allow(self, room: int) -> None:
        """From now on there is this much room."""
        self.room = max(LEAST_ROOM, room)
        self.make_room()

    def _elsewhere(self) -> int:
        return sum(keeper.held for keeper in list(self._keepers))

    def _age_one(self, results: KeptResults) -> None:
        moved, gone = sum(map(results.size_of, results.young.values())), results.age()
        self.young -= moved
        self.old += moved - sum(map(results.size_of, gone.values()))
        self.gone.append(gone)

    def _age(self) -> None:
        self.gone += [gone for results in list(self._functions) if (gone := results.age())]
        self.old, self.young = self.young, 0
        self.aged += 1


BUDGET = KeepingBudget()
"""One for the whole process."""


def kept(function: F, most: int | None = None) -> F:
    """Keep the results of a function of nothing but its arguments, while there is room for them; of a function whose results are
    only asked for in the next moment, no more than `most`.
    """
    results = KeptResults(function, most)
    BUDGET.add_function(results)
    return cast(F, update_wrapper(results.front, function))
