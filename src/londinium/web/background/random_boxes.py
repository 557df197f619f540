"""Random boxes for the workshop: one at a time, in a thread of their own, and kept in case they are asked for again."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from londinium.kernel.words.errors import N_
from londinium.table.errors import NotAllowed
from londinium.work.queue import Queue, Shelf

RANDOM_BOX_BYTES_KEPT = 4 * 1024 * 1024
MOST_BOXES_WAITING = 8
MOST_BOXES_OF_ONE = 3

BoxKey = tuple[str, int, tuple[tuple[str, int], ...]]


class RandomBoxes:
    def __init__(self) -> None:
        self._shelf = Shelf[BoxKey, str](RANDOM_BOX_BYTES_KEPT, len)
        self._queue = Queue("random boxes", longest=MOST_BOXES_WAITING, longest_of_one=MOST_BOXES_OF_ONE, shelf=self._shelf)

    async def made(
        self, slug: str, number: int, structure: Mapping[str, int], make: Callable[[int, Mapping[str, int]], str]
    ) -> str:
        """The box of a number, when it is its turn. NotAllowed if too many are waiting."""
        key = (slug, number, tuple(sorted(structure.items())))
        if self._shelf.get(key) is None and self._queue.standing(key) is None and self._queue.is_full_for():
            raise NotAllowed(N_("too many people are rolling the dice; please try again in a moment"))
        return await self._queue.ask(key, self._queue.in_thread(lambda: make(number, structure)))

    async def close(self) -> None:
        await self._queue.close()
