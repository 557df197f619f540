"""The queue of slow work: its turns, what is kept, what fails, and its end."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

import pytest

from londinium.work.job import Tell
from londinium.work.queue import FAILED, WAITING, WORKING, Queue, QueuePlace, Shelf, Work


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        with asyncio.Runner() as runner:
            runner.run(asyncio.wait_for(test(*args, **kwargs), 20))

    return run


class Bench:
    """Work that is done when the test says so, and counts how often it was begun and how much of it at the same time."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_end = asyncio.Event()
        self.at_once = self.most_at_once = 0
        self.stopped: list[str] = []

    def make(self, name: str, parts: tuple[float, ...] = ()) -> Work[str]:
        async def work(tell: Tell) -> str:
            self.begun.append(name)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            try:
                for part in parts:
                    tell(part)
                await self.may_end.wait()
            except asyncio.CancelledError:
                self.stopped.append(name)
                raise
            finally:
                self.at_once -= 1
            return f"{name} is made"

        return work


async def broken(tell: Tell) -> str:
    raise ValueError("a broken tool")


async def a_moment() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@in_loop
async def test_a_thing_is_made_once_however_many_ask() -> None:
    bench, queue = Bench(), Queue[str, str]("test", 3)
    askers = [asyncio.create_task(queue.ask("chair", bench.make("chair"))) for _ in range(4)]
    await a_moment()
    bench.may_end.set()
    assert await asyncio.gather(*askers) == ["chair is made"] * 4
    assert bench.begun == ["chair"]


@pytest.mark.parametrize("workers", [1, 2])
@in_loop
async def test_so_much_at_a_time_in_the_order_of_asking(workers: int) -> None:
    bench, queue = Bench(), Queue[str, str]("test", workers)
    askers = [asyncio.create_task(queue.ask(name, bench.make(name))) for name in "abcd"]
    unnamed = asyncio.create_task(queue.do(bench.make("e")))
    await a_moment()
    assert len(bench.begun) == workers
    bench.may_end.set()
    await asyncio.gather(*askers, unnamed)
    assert bench.begun == list("abcde")
    assert bench.most_at_once == workers


@in_loop
async def test_the_limit_of_a_call_counts_work_and_not_waiting() -> None:
    queue, may_end = Queue[None, None]("test"), threading.Event()
    slow = asyncio.create_task(queue.do(queue.in_thread(may_end.wait, 20)))
    behind = asyncio.create_task(queue.do(queue.in_thread(lambda: "quick", 0.2)))
    await asyncio.sleep(0.4)
    assert not behind.done(), "it stands in line"
    may_end.set()
    assert await slow
    assert await behind == "quick"
    may_end.clear()
    with pytest.raises(TimeoutError):
        await queue.do(queue.in_thread(lambda: may_end.wait(5), 0.05))
    may_end.set()
    await queue.close()


@in_loop
async def test_how_far_it_is_can_be_heard() -> None:
    bench, queue = Bench(), Queue[str, str]("test", shelf=Shelf(5))
    assert queue.standing("a") is None
    queue.start("a", bench.make("a", (0.25, 0.5)))
    queue.start("b", bench.make("b"))
    assert queue.standing("a") == QueuePlace(WAITING)
    await a_moment()
    assert queue.standing("a") == QueuePlace(WORKING, 0.5)
    assert queue.standing("b") == QueuePlace(WAITING, before=1)
    bench.may_end.set()
    assert await queue.ask("b", broken) == "b is made", "whoever comes later waits for what was started"
    assert queue.standing("a") is None
    assert queue.shelf.get("a") == "a is made"


@in_loop
async def test_what_is_kept_is_not_made_again() -> None:
    bench, queue = Bench(), Queue[str, str]("test", shelf=Shelf(2))
    bench.may_end.set()
    for name in "ababcab":  # c pushes a out, a pushes b out, b pushes c out
        await queue.ask(name, bench.make(name))
    assert bench.begun == list("abcab")


@in_loop
async def test_without_a_shelf_everything_is_made_anew() -> None:
    bench, queue = Bench(), Queue[str, str]("test")
    bench.may_end.set()
    for _ in range(2):
        await queue.ask("a", bench.make("a"))
    assert bench.begun == ["a", "a"]


def test_a_shelf_has_room_for_so_much() -> None:
    shelf = Shelf[str, bytes](10, len)
    shelf.put("a", b"1234")
    shelf.put("b", b"1234")
    assert shelf.get("a") == b"1234"
    shelf.put("c", b"123")
    assert [shelf.get(key) for key in "abc"] == [b"1234", None, b"123"], "nobody had asked for b the longest"
    shelf.put("a", b"12345")
    assert (shelf.size, len(shelf)) == (8, 2)
    shelf.put("d", b"1" * 20)
    assert (shelf.size, len(shelf)) == (20, 1), "the newest stays, however large"
    shelf.drop("d")
    assert (shelf.size, len(shelf)) == (0, 0)


@in_loop
async def test_a_failure_is_told_to_whoever_asks_and_the_next_may_try_again(caplog: pytest.LogCaptureFixture) -> None:
    bench, queue = Bench(), Queue[str, str]("test")
    bench.may_end.set()
    with pytest.raises(ValueError, match="a broken tool"):
        await queue.ask("a", broken)
    assert queue.standing("a") == QueuePlace(FAILED)
    assert await queue.ask("a", bench.make("a")) == "a is made"
    assert queue.standing("a") is None
    assert not caplog.records, "whoever asked knows"


@in_loop
async def test_a_failure_that_nobody_waits_for_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    bench, queue = Bench(), Queue[str, str]("carpenter")
    with caplog.at_level(logging.ERROR):
        queue.start("a", broken)
        await a_moment()
    assert "carpenter: nothing came of a" in caplog.text
    assert "a broken tool" in caplog.text
    assert queue.standing("a") == QueuePlace(FAILED)
    queue.start("a", bench.make("a"))
    assert queue.standing("a") == QueuePlace(WAITING), "it may be started again"
    await queue.close()


@in_loop
async def test_whoever_stops_waiting_stops_only_what_has_no_key() -> None:
    bench, queue = Bench(), Queue[str, str]("test", 2, shelf=Shelf(5))
    asker, unnamed = asyncio.create_task(queue.ask("a", bench.make("a"))), asyncio.create_task(queue.do(bench.make("b")))
    await a_moment()
    asker.cancel()
    unnamed.cancel()
    await asyncio.gather(asker, unnamed, return_exceptions=True)
    assert bench.stopped == ["b"]
    bench.may_end.set()
    await a_moment()
    assert queue.shelf.get("a") == "a is made"


@in_loop
async def test_a_queue_is_full_with_those_that_are_not_done() -> None:
    bench, queue = Bench(), Queue[str, str]("test", longest=2)
    queue.start("broken", broken)
    await a_moment()
    for name in "ab":
        assert not queue.is_full
        queue.start(name, bench.make(name))
    assert queue.is_full
    bench.may_end.set()
    await a_moment()
    assert not queue.is_full


@in_loop
async def test_calls_are_made_in_the_threads_of_the_queue() -> None:
    queue = Queue[str, str]("carpenter")
    name = await queue.do(queue.in_thread(lambda: threading.current_thread().name))
    assert name.startswith("carpenter")
    assert name == await queue.ask("a", queue.in_thread(lambda: threading.current_thread().name))
    await queue.close()
    with pytest.raises(RuntimeError, match="shutdown"):
        await queue.do(queue.in_thread(threading.current_thread))


@in_loop
async def test_closing_stops_everything() -> None:
    bench, queue = Bench(), Queue[str, str]("test")
    waiting = [asyncio.create_task(queue.ask("a", bench.make("a"))), asyncio.create_task(queue.do(bench.make("b")))]
    await a_moment()
    queue.start("c", bench.make("c"))
    await queue.close()
    assert bench.begun == bench.stopped == ["a"]
    assert [type(found) for found in await asyncio.gather(*waiting, return_exceptions=True)] == [asyncio.CancelledError] * 2
    assert [queue.standing(key) for key in "ac"] == [None, None]
