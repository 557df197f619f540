"""Limits over several processes: over a longer time a visitor gets what one process would give."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from londinium.web.http.limits import NO_LIMITS, Addresses, Limits, Rate
from londinium.web.http.shares import Shares

TEN = Limits(posts=Rate(10, 1))


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr("londinium.web.http.limits.time.monotonic", found)
    return found


class Processes:
    """So many processes that tell each other once a second."""

    def __init__(self, count: int, limits: Limits = TEN) -> None:
        self.addresses = [Addresses(limits) for _ in range(count)]
        self.shares = [Shares(addresses) for addresses in self.addresses]
        for addresses, shares in zip(self.addresses, self.shares, strict=True):
            addresses.told = shares
        self.talk()

    def talk(self) -> None:
        said = {str(number): msgspec.Raw(msgspec.json.encode(shares.say())) for number, shares in enumerate(self.shares)}
        for number, shares in enumerate(self.shares):
            others: Mapping[str, msgspec.Raw] = {name: text for name, text in said.items() if name != str(number)}
            shares.hear(others)

    def take(self, process: int, wanted: int, visitor: str = "v") -> int:
        return sum(self.addresses[process].take("posts", visitor) for _ in range(wanted))


@pytest.mark.parametrize("count", [2, 5])
def test_over_a_minute_a_visitor_gets_what_one_process_would_give(clock: Clock, count: int) -> None:
    processes, given = Processes(count), 0
    for _ in range(60):
        given += sum(processes.take(process, 20) for process in range(count))
        clock.now += 1
        processes.talk()
    # A burst at each of them before they have heard; of that one more is paid back than a bucket holds.
    assert given <= 10 + 60 + (count - 1) * 10
    later = 0
    for _ in range(60):
        later += sum(processes.take(process, 20) for process in range(count))
        clock.now += 1
        processes.talk()
    assert later <= 60 * 1.2


def test_shares_are_used_without_a_word(clock: Clock) -> None:
    processes = Processes(2)
    assert [processes.take(process, 5) for process in range(2)] == [5, 5]
    assert processes.shares[0].say() == processes.shares[1].say() == []


def test_what_was_used_up_here_is_used_up_there(clock: Clock) -> None:
    processes = Processes(2)
    assert processes.take(0, 20) == 10
    processes.talk()
    assert processes.take(1, 20) == 0
    assert processes.take(1, 20, "another") == 10
    clock.now += 4
    assert processes.take(1, 20) == 4


def test_what_is_told_again_is_not_counted_again(clock: Clock) -> None:
    processes = Processes(2)
    processes.take(0, 6)
    for _ in range(5):
        processes.talk()
    assert processes.take(1, 20) == 4
    processes.shares[1].hear({})  # the other is not heard for a moment
    processes.talk()
    clock.now += 3
    assert processes.take(1, 20) == 3


def test_without_limits_nobody_is_talked_about(clock: Clock) -> None:
    processes = Processes(2, NO_LIMITS)
    assert processes.take(0, 1000) == 1000
    assert processes.shares[0].say() == []
