"""How long to think: in seconds of one core, or in lines looked at, which gives the same answer on every machine."""

from __future__ import annotations

import time
from collections.abc import Callable


class Budget:
    """Tells how much of it is spent. What works on it counts the lines it looks at."""

    def __init__(
        self,
        seconds: float,
        nodes: int | None = None,
        report: Callable[[float], None] | None = None,
        room_left: Callable[[], int | None] | None = None,
    ) -> None:
        """`room_left`: the bytes that may still be taken, if somebody has set a limit."""
        self.seconds, self.nodes, self.report, self._room_left = seconds, nodes, report, room_left
        self.start, self.looked_at = time.thread_time(), 0

    @property
    def elapsed(self) -> float:
        """Seconds that the core has worked on it; on a busy machine more go by."""
        return time.thread_time() - self.start

    @property
    def spent(self) -> float:
        """The part that is spent, from 0 to 1 and beyond."""
        return self.elapsed / max(self.seconds, 1e-9) if self.nodes is None else self.looked_at / max(self.nodes, 1)

    def count(self, lines: int) -> None:
        self.looked_at += lines
        if self.report is not None:
            self.report(min(1.0, self.spent))

    @property
    def room_left(self) -> int | None:
        return None if self._room_left is None else self._room_left()

    def until(self, part: float) -> Callable[[], bool]:
        """A function that says whether less than this part is spent, and there is memory to go on."""

        def may_go_on() -> bool:
            left = self.room_left
            return self.spent < part and (left is None or left > 0)

        return may_go_on
