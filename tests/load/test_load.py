"""The load test: its tally tells what was answered, what was not, and what nobody could have answered."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from londinium.load.drive import drive
from londinium.load.groups import SeatGroup
from londinium.load.tally import Tally, quantile


class Silent:
    """A wire that keeps what is sent and never answers."""

    def __init__(self) -> None:
        self.received = self.sent = 0
        self.messages: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.messages.append(message)
        self.sent += len(message)


def a_group(tally: Tally) -> SeatGroup:
    group = SeatGroup(["ws://nowhere/0", "ws://nowhere/1"], tally, lambda: 10.0)
    for seat in group.seats:
        seat.wire = Silent()  # type: ignore[assignment]  # as much of a wire as is used here
    state(group, 0, turn=True, offers={"pass": {}})
    state(group, 1)
    return group


def state(group: SeatGroup, seat: int, **facts: object) -> None:
    group.seats[seat]._heard(msgspec.json.encode({"kind": "state", "version": 1, **facts}))


def test_a_move_counts_when_all_seats_have_it() -> None:
    tally = Tally()
    group = a_group(tally)
    group.move(due=9.5)
    state(group, 1, version=2)
    assert not tally.times
    state(group, 0, version=2, turn=True, offers={"pass": {}})
    assert tally.times == [0.5]
    assert group.underway is None


def test_what_nobody_can_move_is_not_called_unanswered() -> None:
    """Moves wait for the one before; where that ends the match, none of them was ever sent."""
    tally = Tally()
    group = a_group(tally)
    for due in (9.0, 9.1, 9.2):
        group.move(due)
    assert len(group.due) == 2
    state(group, 1, version=2, over=True)
    state(group, 0, version=2, over=True)
    assert tally.errors == {"nobody to move": 2}
    assert not group.due
    assert group.underway is None


def test_what_was_not_answered_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("londinium.load.drive.ANSWER_PATIENCE", 0.01)
    tally = Tally()
    group = a_group(tally)
    asyncio.run(drive([group], rate=300, seconds=0.01, progress=lambda _: None))
    assert tally.errors == {"unanswered": 3}
    assert tally.figures(1.0, None, 50.0, 10.0).moves == 0


def test_figures() -> None:
    tally = Tally(times=[0.001, 0.002, 0.003, 0.1], lags=[0.0], traffic=[10, 20], sent=[5])
    found = tally.figures(2.0, 100.0, 50.0, 10.0)
    assert (found.moves_per_second, found.p50_ms, found.p95_ms, found.slowest_ms) == (2.0, 2.0, 100.0, 100.0)
    assert found.server_cpu_per_move_ms == 250.0
    assert quantile([], 0.5) == 0.0
