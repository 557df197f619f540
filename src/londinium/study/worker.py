"""An analysis in a process of its own, at the lowest priority: `python -m londinium.study.worker`.

It reads a job from its input and writes lines: how much is done, again and again, and at the end the analysis. A thread would not
do: one that the system puts last may hold Python's lock just when a live table needs it.
"""

from __future__ import annotations

import os
import sys

import msgspec

from londinium.kernel.boxes import BoxFile
from londinium.kernel.record_files import read_record
from londinium.study.analysis import PAR_SECONDS, analyse

LAST = 19
"""The lowest priority: whoever else wants to do something goes first."""


class Job(msgspec.Struct, frozen=True):
    """A match to analyse."""

    record: str
    box: BoxFile | None = None
    """Where the match has a box of its own."""
    simulations: int | None = None
    par_seconds: float = PAR_SECONDS


def work(job: Job) -> None:
    found = analyse(read_record(job.record, box=job.box), job.simulations, par_seconds=job.par_seconds, report=tell)
    sys.stdout.buffer.write(found.to_json() + b"\n")
    sys.stdout.buffer.flush()


def tell(part: float) -> None:
    sys.stdout.buffer.write(f"{part:.4f}\n".encode())
    sys.stdout.buffer.flush()


def step_back() -> None:
    """Let everybody else go first, so far as LONDINIUM_NICE says; beside other tests an analysis would be waited for too long."""
    os.nice(int(os.environ.get("LONDINIUM_NICE", LAST)))


if __name__ == "__main__":
    step_back()
    work(msgspec.json.decode(sys.stdin.buffer.read(), type=Job))
