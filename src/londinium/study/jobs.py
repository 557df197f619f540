"""What is studied aside, each in a process of its own (`work/job.py`): a match to analyse, and a solver's total for a shuffle."""

from __future__ import annotations

import msgspec

from londinium.kernel.boxes import BoxFile
from londinium.kernel.record import read_record
from londinium.kernel.registry import game
from londinium.study.analysis import PAR_SECONDS, analyse, find_pars, usable_cores
from londinium.work.job import Tell
from londinium.work.memory import needs

ANALYSIS_THREADS = 2
"""Of an analysis that is made aside: more would be in the way of others even at the lowest priority."""

ANALYSIS_MB, SOLVER_MB = 600, 400
"""What an analysis takes with its two threads, and what a solver is given; with less it keeps fewer lines in mind."""


class AnalysisTask(msgspec.Struct, frozen=True):
    """A match to analyse."""

    record: str
    box: BoxFile | None = None
    """Where the match has a box of its own."""
    simulations: int | None = None
    par_seconds: float = PAR_SECONDS


@needs(ANALYSIS_MB)
def analysis_job(task: AnalysisTask, tell: Tell) -> bytes:
    match, threads = read_record(task.record, box=task.box), min(ANALYSIS_THREADS, usable_cores())
    return analyse(match, task.simulations, par_seconds=task.par_seconds, threads=threads, report=tell).to_json()


@needs(SOLVER_MB)
def pars_job(task: AnalysisTask, tell: Tell) -> bytes:
    """Of an analysis whose decisions somebody else judges, the best possible."""
    return msgspec.json.encode(find_pars(read_record(task.record, box=task.box), task.par_seconds, tell))


class ParTask(msgspec.Struct, frozen=True):
    """A match before its first move, of somebody alone."""

    game: str
    seed: int
    seconds: float
    options: dict[str, str] = {}
    box: BoxFile | None = None


class ParFound(msgspec.Struct, frozen=True):
    total: int
    bound: int
    record: str


@needs(SOLVER_MB)
def par_job(task: ParTask, tell: Tell) -> bytes:
    """The best total with these cards; null in a game that no solver knows."""
    found = game(task.game)
    if found.study.find_par is None:
        return msgspec.json.encode(None)
    match = found.match(seats=1, seed=task.seed, options=task.options, box=task.box)
    return msgspec.json.encode(ParFound(*found.study.find_par(match, 0, task.seconds, tell)))
