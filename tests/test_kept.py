"""What is kept: a budget of bytes for all functions together, in which the oldest goes first."""

from __future__ import annotations

import gc
import threading

import pytest

from londinium.kernel import kept as module
from londinium.kernel.kept import KeepingBudget, kept, weight
from londinium.work.queue import Shelf

MB = 1024 * 1024


@pytest.fixture
def budget(monkeypatch: pytest.MonkeyPatch) -> KeepingBudget:
    """A budget of its own, with 2 MB."""
    monkeypatch.setattr(module, "LEAST_ROOM", MB // 4)
    own = KeepingBudget(2 * MB)
    monkeypatch.setattr(module, "BUDGET", own)
    monkeypatch.setattr("londinium.work.queue.BUDGET", own)
    return own


def test_what_was_found_is_found_again(budget: KeepingBudget) -> None:
    made = []

    @kept
    def found(number: int, *, word: str = "x") -> str:
        """Says something."""
        made.append(number)
        return word * number

    assert [found(3), found(3), found(3, word="y"), found(3, word="y")] == ["xxx", "xxx", "yyy", "yyy"]
    assert made == [3, 3]
    assert found.__doc__ == "Says something."
    assert 0 < budget.held < 3000


def test_bytes_are_bounded_over_all_functions(budget: KeepingBudget) -> None:
    @kept
    def small(number: int) -> str:
        return f"{number:0100}"

    @kept
    def large(number: int) -> tuple[str, ...]:
        return tuple(f"{number}.{row:01000}" for row in range(10))

    for number in range(3000):
        small(number)
        large(number)
        assert budget.held <= 2 * MB
    assert budget.aged > 5
    assert budget.results < 1000
    gc.collect()


def test_what_is_asked_for_stays_and_the_rest_goes(budget: KeepingBudget) -> None:
    made = []

    @kept
    def found(number: int) -> str:
        made.append(number)
        return f"{number:01000}"

    for number in range(10_000):
        found(number)
        found(-1)
    assert made.count(-1) == 1
    assert found(0) == f"{0:01000}"
    assert made.count(0) == 2


def test_a_function_may_keep_only_a_few(budget: KeepingBudget) -> None:
    few = module.kept(str, most=100)
    for number in range(1000):
        few(number)
    assert budget.results <= 101
    assert 0 < budget.young + budget.old < 101 * 400


def test_shelves_draw_on_the_same_budget(budget: KeepingBudget) -> None:
    shelf = Shelf[int, bytes](100 * MB, len)
    for number in range(50):
        shelf.put(number, bytes(MB // 4))
        assert budget.held <= 2 * MB
    assert 0 < len(shelf) <= 4
    assert shelf.get(49) is not None
    counted = Shelf[int, str](3)
    counted.put(1, "not bytes")
    assert budget.held == shelf.size


def test_a_smaller_room_is_kept_to_at_once(budget: KeepingBudget) -> None:
    @kept
    def found(number: int) -> str:
        return f"{number:01000}"

    for number in range(900):
        found(number)
    held = budget.held
    budget.allow(MB // 2)
    budget.allow(MB // 2)
    assert budget.held < held / 2
    assert budget.room == MB // 2


def test_threads_find_the_same(budget: KeepingBudget) -> None:
    @kept
    def found(number: int) -> str:
        return f"{number:0500}"

    wrong: list[int] = []

    def ask() -> None:
        for turn in range(20_000):
            number = turn % 3000
            if found(number) != f"{number:0500}":
                wrong.append(number)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert budget.young + budget.old <= 2 * MB


def test_weight_is_about_right() -> None:
    own = ["".join(["a"] * 1000) for _ in range(20)]
    assert 20_000 < weight(own) < 24_000
    assert weight(5) < 10
    assert weight({"a": bytes(5000)}) > 5000
