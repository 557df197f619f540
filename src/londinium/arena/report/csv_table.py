"""A study as a table for other programs: a row for each number, by names that are the same in every language."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from londinium.arena.balance import BalanceStudy
from londinium.arena.report.key_figures import key_figures
from londinium.arena.results import Estimate

NUMBER_COLUMNS = ("case", "game", "box", "seats", "bot", "chapter", "item", "measure", "estimate", "low", "high", "count")
WHOLE_STUDY = "whole"
"""The chapter of what is about the study as a whole."""


def csv_text(studies: Iterable[tuple[str, BalanceStudy]]) -> str:
    """All numbers of some studies, each with its name."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(NUMBER_COLUMNS)
    for case, study in studies:
        settings = study.settings
        about = (case, settings.game, settings.box, settings.seats, settings.bots[0])
        for chapter, item, measure, estimate in _numbers(study):
            low, high = ("" if end is None else f"{end:.6g}" for end in (estimate.low, estimate.high))
            writer.writerow((*about, chapter, item, measure, f"{estimate.mean:.6g}", low, high, estimate.count))
    return written.getvalue()


def _numbers(study: BalanceStudy) -> Iterator[tuple[str, str, str, Estimate]]:
    for figure in key_figures(study):
        yield WHOLE_STUDY, "", figure.name, figure.estimate
    for section in study.sections:
        for row in section.rows:
            for measure, estimate in row.values.items():
                yield section.group, row.item, measure, estimate
