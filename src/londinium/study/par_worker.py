"""The solver's total for a shuffle, in a process of its own at the lowest priority: `python -m londinium.study.par_worker`."""

from __future__ import annotations

import sys

import msgspec

from londinium.kernel.registry import game
from londinium.study.worker import step_back


class ParJob(msgspec.Struct, frozen=True):
    """A match before its first move, of somebody alone."""

    game: str
    seed: int
    seconds: float


class ParFound(msgspec.Struct, frozen=True):
    total: int
    bound: int
    record: str


def find(job: ParJob) -> ParFound | None:
    """The best total with these cards; None in a game that no solver knows."""
    found = game(job.game)
    if found.lore.find_par is None:
        return None
    return ParFound(*found.lore.find_par(found.match(seats=1, seed=job.seed), 0, job.seconds, None))


if __name__ == "__main__":
    step_back()
    sys.stdout.buffer.write(msgspec.json.encode(find(msgspec.json.decode(sys.stdin.buffer.read(), type=ParJob))))
