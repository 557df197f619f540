"""Evaluations as tables: for a terminal, and as Markdown for documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from londinium.arena.evaluation import Evaluation, Measured
from londinium.arena.results import Estimate

EVALUATION_COLUMNS = ("bot", "points", "wins", "rank", "lead", "seconds a decision", "seeds × seats")


def by_task(measured: Sequence[Measured]) -> Iterator[tuple[str, list[Measured]]]:
    """The rows of each task, in the order of the protocol."""
    names = dict.fromkeys(one.task.name for one in measured)
    for name in names:
        yield name, [one for one in measured if one.task.name == name]


def cells_of(one: Measured, bot: Callable[[str], str] = str) -> list[str]:
    """A row: what was measured, each with its 95% interval."""
    return [
        bot(one.bot),
        _number(one.points, 1),
        _share(one.wins),
        _number(one.rank, 2),
        _number(one.lead, 1),
        _seconds(one.seconds_per_decision),
        f"{one.seeds} × {one.matches // max(1, one.seeds)}",
    ]


def markdown_tables(evaluation: Evaluation, bot: Callable[[str], str] = lambda name: f"`{name}`") -> str:
    """A table for each task, and below it what a reader needs to repeat it."""
    lines = []
    for name, rows in by_task(evaluation.measured):
        used = [at for at, _ in enumerate(EVALUATION_COLUMNS) if any(cells_of(one)[at] for one in rows)]
        lines += [f"**{name}**", "", _row([EVALUATION_COLUMNS[at] for at in used]), _row(["---", *["---:"] * (len(used) - 1)])]
        lines += [_row([cells_of(one, bot)[at] for at in used]) for one in rows]
        lines.append("")
    last = evaluation.first_seed + max((one.seeds for one in evaluation.measured), default=1) - 1
    lines.append(
        f"Protocol {evaluation.protocol}, {evaluation.game}, rules {evaluation.rules}; seeds {evaluation.first_seed} to {last}, "
        f"the bot in every seat on each; intervals are of 95%, over seeds. {evaluation.machine}."
    )
    return "\n".join([*lines, ""])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _number(estimate: Estimate | None, digits: int) -> str:
    if estimate is None:
        return ""
    said = f"{estimate.mean:.{digits}f}"
    return said if estimate.high is None else f"{said} ± {estimate.high - estimate.mean:.{digits}f}"


def _share(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    mean, low, high = (100 * (bound or 0.0) for bound in (estimate.mean, estimate.low, estimate.high))
    return f"{mean:.1f} % ({low:.0f}–{high:.0f})"


def _seconds(seconds: float) -> str:
    for unit, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds * 1e9:.0f} ns"
