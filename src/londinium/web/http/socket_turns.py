"""Sockets that come too fast from one visitor wait for their turn: a school whose pages all come back after a restart gets in."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from time import monotonic

from londinium.web.http.limits import Addresses

LONGEST_TURN = 6.0
"""Seconds for which a socket is held back; after that its page is told to come again later."""
MOST_HELD_BACK = 500
"""Sockets of one visitor that may wait at once."""
TURN_LOOKS = (0.1, 0.4)
"""Seconds between two looks, drawn by chance, so that those who wait are let in one by one."""


class SocketTurns:
    """Who waits to be let in."""

    def __init__(self, addresses: Addresses) -> None:
        self._addresses = addresses
        self._waiting: Counter[str] = Counter()

    async def let_in(self, visitor: str) -> bool:
        """Whether a socket of a visitor may come in, now or after a while; False: too many wait already, or for too long."""
        if self._addresses.take("sockets", visitor):
            return True
        if self._waiting[visitor] >= MOST_HELD_BACK:
            return False
        end = monotonic() + LONGEST_TURN
        self._waiting[visitor] += 1
        try:
            while monotonic() < end:
                await asyncio.sleep(random.uniform(*TURN_LOOKS))
                if self._addresses.take("sockets", visitor):
                    return True
            return False
        finally:
            self._waiting[visitor] -= 1
            if not self._waiting[visitor]:
                del self._waiting[visitor]
