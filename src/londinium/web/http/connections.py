"""How many connections there are, of one address and in all, and the door through which they come.

Whoever holds connections open without using them loses the oldest of them when others want to come in; a connection with a
request under way, and the socket of a table, are never closed for that.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from londinium.web.http.visitor import visitor_key

_log = logging.getLogger(__name__)

BACKLOG = 2048
ACCEPTED_AT_ONCE = 64
"""Newcomers before everybody else has their turn again."""
DOOR_SHUT = 0.5
"""Seconds before somebody is let in again when the system had no room for them."""
TOLD_EVERY = 60.0
"""Seconds between two lines in the log about the same trouble."""
OUT_OF_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
KEPT_FREE = 0.15
"""What part of the descriptors is for files, databases and processes."""
MOST_DESCRIPTORS = 1 << 20
NO_ROOM = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\n"
    b"connection: close\r\ncontent-length: 51\r\n\r\nThere are too many connections. Try again in a bit."
)


class Guest(Protocol):
    """Somebody who came in."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""

    def drop(self) -> None: ...


class Connections:
    def __init__(self, most: int, most_of_one: int, is_shared: Callable[[str], bool] = lambda address: False) -> None:
        """`is_shared`: whether many visitors come from an address, as from a proxy that the host has named; then the connections
        of this address are only counted among all.
        """
        self.most, self.most_of_one, self._is_shared = most, min(most_of_one, max(1, most // 2)), is_shared
        self._of: dict[str, dict[object, Guest]] = {}
        self._address: dict[object, str] = {}
        self._coming: Counter[str] = Counter()
        self.refused = self.dropped = 0

    def allow(self, most_of_one: int) -> None:
        """From now on one address may have so many."""
        self.most_of_one = min(most_of_one, max(1, self.most // 2))

    def __len__(self) -> int:
        return len(self._address) + self._coming.total()

    def of(self, address: str) -> int:
        one = visitor_key(address)
        return len(self._of.get(one, ())) + self._coming[one]

    def expect(self, address: str) -> bool:
        """Whether somebody else may come in from there; if need be, somebody who does nothing goes. Whoever may comes to `enter`,
        or to `gave_up`.
        """
        full = not self._is_shared(address) and self.of(address) >= self.most_of_one
        if (full and not self._drop_idle(visitor_key(address))) or (len(self) >= self.most and not self.make_room()):
            self.refused += 1
            return False
        self._coming[visitor_key(address)] += 1
        return True

    def gave_up(self, address: str) -> None:
        one = visitor_key(address)
        self._coming[one] -= 1
        if self._coming[one] <= 0:
            del self._coming[one]

    def make_room(self) -> bool:
        """Close a connection that nobody uses, of whoever has the most."""
        return any(map(self._drop_idle, sorted(self._of, key=lambda one: -len(self._of[one]))[:8]))

    def enter(self, key: object, address: str, connection: Guest) -> None:
        """Note a connection under its transport; one that becomes a socket is noted again."""
        if key not in self._address:
            self.gave_up(address)
        one = self._address.setdefault(key, visitor_key(address))
        self._of.setdefault(one, {})[key] = connection

    def leave(self, key: object) -> None:
        one = self._address.pop(key, None)
        if one is not None:
            del self._of[one][key]
            if not self._of[one]:
                del self._of[one]

    def _drop_idle(self, one: str) -> bool:
        key = next((key for key, connection in self._of.get(one, {}).items() if connection.is_idle), None)
        if key is None:
            return False
        connection = self._of[one][key]
        self.leave(key)
        connection.drop()
        self.dropped += 1
        return True


class Door:
    """Lets connections in. asyncio's own, when descriptors run out, schedules thousands of tries and logs each of them."""

    def __init__(self, listening: socket.socket, make: Callable[[str], asyncio.Protocol], connections: Connections) -> None:
        self.sockets = (listening,)
        self._listening, self._make, self._connections = listening, make, connections
        self._loop = asyncio.get_running_loop()
        self._coming = set[asyncio.Task[None]]()
        self._told = -TOLD_EVERY
        self._closed = False
        listening.setblocking(False)
        listening.listen(BACKLOG)
        self._open()

    def _open(self) -> None:
        if not self._closed:
            self._loop.add_reader(self._listening.fileno(), self._accept)

    def _accept(self) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                arrived, address = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as problem:
                if problem.errno not in OUT_OF_ROOM:
                    raise
                self._shut_for_a_moment(problem)
                return
            arrived.setblocking(False)
            host = str(address[0]) if address else ""
            if not self._connections.expect(host):
                _turn_away(arrived)
                continue
            task = self._loop.create_task(self._let_in(arrived, host))
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)

    async def _let_in(self, arrived: socket.socket, host: str) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: self._make(host), arrived)
        except OSError:  # gone already
            arrived.close()
            self._connections.gave_up(host)

    def _shut_for_a_moment(self, problem: OSError) -> None:
        self._loop.remove_reader(self._listening.fileno())
        self._connections.make_room()
        self._loop.call_later(DOOR_SHUT, self._open)
        if (now := time.monotonic()) - self._told >= TOLD_EVERY:
            self._told = now
            _log.warning("nobody can be let in just now: %s (%s connections)", problem.strerror, len(self._connections))

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._loop.remove_reader(self._listening.fileno())
            self._listening.close()  # or the system would go on to accept connections that nobody lets in

    async def wait_closed(self) -> None:
        """Those who were just coming in are in, or gone."""
        await asyncio.gather(*self._coming, return_exceptions=True)


def _turn_away(arrived: socket.socket) -> None:
    try:
        arrived.send(NO_ROOM)
        arrived.shutdown(socket.SHUT_WR)
    except OSError:
        pass
    finally:
        arrived.close()


def most_connections() -> int:
    """As many as this process may have, after it has asked for all descriptors that it can get."""
    try:
        import resource
    except ImportError:  # there are systems without such a limit
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):
            _log.warning("the limit of open files stays at %s", soft)
    have = MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    return max(16, int(have * (1 - KEPT_FREE)) - 64)
