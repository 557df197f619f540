"""The players: a group of seats that all have to hear of every move one of them makes."""

from __future__ import annotations

import random
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from londinium.load.tally import Tally
from londinium.load.wire import Wire, open_wire


class Heard(msgspec.Struct, frozen=True):
    """As much of a message of the server as is needed to play; the rest is skipped."""

    kind: str
    version: int = 0
    pause: float = 0
    turn: bool = False
    over: bool = False
    offers: dict[str, msgspec.Raw] | None = None


_heard = msgspec.json.Decoder(Heard)


class Seat:
    """One socket at a table."""

    def __init__(self, group: SeatGroup, number: int, address: str) -> None:
        self.group, self.number, self.address = group, number, address
        self.wire: Wire | None = None
        self.version = 0
        self.turn = False
        self.offers: list[str] = []
        self.states = 0

    async def open(self) -> None:
        self.wire = await open_wire(self.address, self._heard, self._closed)

    def _heard(self, message: bytes) -> None:
        said = _heard.decode(message)
        if said.kind == "state":
            self.states += 1
            self.version, self.turn = said.version, said.turn
            if said.offers is not None:
                self.offers = list(said.offers)
            self.group.over = said.over
            if not said.pause:  # what is only looked at is followed by more
                self.group.told(self, message)
        elif said.kind == "refused":
            self.group.failed("refused")

    def _closed(self, code: int) -> None:
        self.group.broken = True
        self.group.failed(f"closed {code}")


@dataclass
class Underway:
    """A move that was sent and has not reached everybody."""

    due: float
    """When it was to be made; whatever delays it after that counts."""
    mover: Seat
    version: int
    waiting: set[Seat]
    received: dict[Seat, int]
    """Bytes that each seat had received before."""
    heard: dict[Seat, bytes] = field(default_factory=dict)


class SeatGroup:
    """A table: one move at a time, each of which every seat waits for."""

    def __init__(self, addresses: list[str], tally: Tally, now: Callable[[], float]) -> None:
        self.seats = [Seat(self, number, address) for number, address in enumerate(addresses)]
        self.tally, self.now = tally, now
        self.over = self.broken = False
        self.underway: Underway | None = None
        self.due: deque[float] = deque()
        """Moves whose time has come while the one before was still under way."""

    @property
    def may_move(self) -> bool:
        return not self.over and not self.broken

    def move(self, due: float) -> None:
        """Make a move that was due at a time, as soon as the one before it is through."""
        if self.underway is not None:
            self.due.append(due)
            return
        asked = self.ask() if self.may_move else None
        if asked is None:
            self.tally.errors["nobody to move"] += 1
            return
        mover, message = asked
        self.tally.lags.append(self.now() - due)
        received = {seat: seat.wire.received for seat in self.seats if seat.wire}
        self.underway = Underway(due, mover, mover.version, set(self.seats), received)
        assert mover.wire is not None
        before = mover.wire.sent
        mover.wire.send(message)
        self.tally.sent.append(mover.wire.sent - before)

    def ask(self) -> tuple[Seat, bytes] | None:
        """Who moves now, and what they send: one of the moves that they were offered."""
        able = [seat for seat in self.seats if seat.turn and seat.offers]
        if not able:
            return None
        seat = random.choice(able)
        command = {"do": "move", "id": secrets.token_hex(6), "version": seat.version, "move": random.choice(seat.offers)}
        return seat, msgspec.json.encode(command)

    def answers(self, seat: Seat, underway: Underway) -> bool:
        """Whether what a seat was told now is what followed from the move."""
        return seat is not underway.mover or seat.version > underway.version

    def told(self, seat: Seat, message: bytes) -> None:
        underway = self.underway
        if underway is None or seat not in underway.waiting or not self.answers(seat, underway):
            return
        underway.waiting.discard(seat)
        underway.heard[seat] = message
        if not underway.waiting:
            traffic = [seat.wire.received - underway.received[seat] for seat in self.seats if seat.wire]
            self.tally.moved(self.now() - underway.due, traffic, [underway.heard[seat] for seat in self.seats])
            self._go_on()

    def failed(self, problem: str) -> None:
        """A move came to nothing."""
        self.tally.errors[problem] += 1
        if self.underway is not None:
            self._go_on()

    def _go_on(self) -> None:
        self.underway = None
        while self.due and self.underway is None:  # there may be nobody left who can move: then none of them is under way
            self.move(self.due.popleft())

    def close(self) -> None:
        for seat in self.seats:
            if seat.wire is not None:
                seat.wire.end()


class EchoGroup(SeatGroup):
    """Like a table, but without rules: the server answers every message with what a table once answered."""

    def ask(self) -> tuple[Seat, bytes] | None:
        return random.choice(self.seats), str(random.randrange(1 << 30)).encode()

    def answers(self, seat: Seat, underway: Underway) -> bool:
        return True

    @property
    def may_move(self) -> bool:
        return not self.broken
