"""Where tasks are done: in this process, in several on this machine, or on a Ray cluster. The results are the same."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Lock
from typing import Any, Protocol, TypeVar

from londinium.kernel.announcement import be_quiet
from londinium.kernel.checks import MOST_THREADS, check_number
from londinium.kernel.words.errors import N_, LondiniumError

LOCAL = "local"
AHEAD = 2
"""Tasks that wait for each worker: enough that none is idle, few enough that stopping loses little."""


class Answer(Protocol):
    """What a worker sends back. Errors of ours do not travel between processes, so it says what was wrong."""

    @property
    def problem(self) -> str: ...


class Numbered(Protocol):
    """What knows the number of its task."""

    @property
    def number(self) -> int: ...


WORKER_LOST = N_("a worker process was killed from outside; --resume continues from what has been written")

T = TypeVar("T")
A = TypeVar("A", bound=Answer)
N = TypeVar("N", bound=Numbered)


def do_all(work: Callable[[T], A], tasks: Sequence[T], jobs: int = 1, ray: str | None = None) -> Generator[A, None, None]:
    """The answers to all tasks, as they come."""
    check_number("jobs", jobs, 1, MOST_THREADS)
    if ray is not None:
        answers = _on_ray(work, tasks, jobs, ray)
    elif jobs == 1 or len(tasks) < 2:
        answers = (work(task) for task in tasks)
    else:
        answers = _in_processes(work, tasks, jobs)
    with closing(answers):
        for answer in answers:
            if answer.problem:
                raise LondiniumError("{problem}", problem=answer.problem)
            yield answer


def by_number(answers: Iterable[N], first: int) -> Iterator[N]:
    """Answers by their numbers, as several processes finish them in any order."""
    early: dict[int, N] = {}
    for answer in answers:
        early[answer.number] = answer
        while first in early:
            yield early.pop(first)
            first += 1


def let_one_speak(speaker: Lock) -> None:
    """All workers compile what is missing, and only one of them says so: the one that takes the lock, and keeps it."""
    if not speaker.acquire(False):
        be_quiet()


def _begin_worker(speaker: Lock) -> None:
    """Ctrl-C ends a worker at once and without a word; the parent says what is to be said. If it is killed, so is the worker."""
    let_one_speak(speaker)
    end_with_parent()


def end_with_parent() -> None:
    """In a process that another one has started: end with it, whatever happens to it, and without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _in_processes(work: Callable[[T], A], tasks: Sequence[T], jobs: int) -> Generator[A, None, None]:
    waiting = iter(tasks)
    # Spawned, not forked: a fork would copy compiled code and threads in whatever state they are.
    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _begin_worker, (context.Lock(),))
    try:
        running: set[Future[A]] = set()
        while True:
            while len(running) < jobs * AHEAD and (task := next(waiting, None)) is not None:
                running.add(pool.submit(work, task))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    except BrokenProcessPool:
        raise LondiniumError(WORKER_LOST) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _on_ray(work: Callable[[T], A], tasks: Sequence[T], jobs: int, address: str) -> Generator[A, None, None]:
    """The same on a cluster. Every machine needs Londinium; boxes travel with the tasks."""
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise LondiniumError(N_("a cluster needs Ray: pip install 'londinium[cluster]'")) from None
    mine = not ray.is_initialized()
    if mine:
        _connect(ray, jobs, address)
    try:
        remote = ray.remote(work)
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting, running = iter(tasks), list[Any]()
        while True:
            while len(running) < workers * AHEAD and (task := next(waiting, None)) is not None:
                running.append(remote.remote(task))
            if not running:
                return
            finished, running = ray.wait(running)
            yield from ray.get(finished)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError):
        raise LondiniumError(WORKER_LOST) from None
    finally:
        if mine:
            ray.shutdown()


def _connect(ray: Any, jobs: int, address: str) -> None:
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address == LOCAL:
            ray.init(num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            _knock(address)
            ray.init(address=address, **quiet)
    except (OSError, RuntimeError, ValueError) as error:
        message = N_("there is no Ray cluster at {address}: {problem}")
        raise LondiniumError(message, address=address, problem=str(error).splitlines()[0]) from None


def _knock(address: str) -> None:
    """See whether anybody listens there: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), timeout=5).close()
