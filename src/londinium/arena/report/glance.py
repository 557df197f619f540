"""A whole study at a glance: of each chapter the best and the worst, where the numbers are clear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from londinium.arena.balance import BY_GAIN, BY_MARGIN, WINS, WORTH, Section
from londinium.arena.report.blocks import Cell, Part, ReportTable, between, percent, signed_number
from londinium.arena.report.sentences import FEWEST, Naming, cell_name
from londinium.arena.results import Estimate
from londinium.arena.statistics import estimate_difference, is_clear
from londinium.kernel.contracts.balance import Kind
from londinium.kernel.words.language import Language

SIGNED_AT_A_GLANCE = {WORTH, BY_GAIN}

Found = tuple[str, Estimate]


def glance(chapters: Sequence[tuple[str, Section]], seats: int, names: Mapping[str, str], naming: Naming, t: Language) -> Part:
    """A table with a row for each chapter that says something clear; the others are named below it."""
    rows, silent = [], []
    for title, section in chapters:
        best, worst = _ends(section, seats, naming)
        if best is None and worst is None:
            silent.append(title)
        else:
            measure = t.text(names[section.main]) if section.main in names else t.text("Points")
            rows.append([Cell(title), Cell(measure), _cell(best, section, t), _cell(worst, section, t)])
    part = Part(t.text("At a glance"))
    if rows:
        part.tables.append(ReportTable(["", t.text("Measure"), t.text("Best"), t.text("Worst")], rows, words=2))
    if silent:
        part.sentences.append(t.text("Nothing stands out clearly in these chapters: {chapters}.", chapters=t.apart(silent)))
    return part


def _ends(section: Section, seats: int, naming: Naming) -> tuple[Found | None, Found | None]:
    """The best and the worst of a section. Where there is a number that would be equal, each must differ from it clearly."""
    found = _values(section, naming)
    if len(found) < 2:
        return None, None
    equal = 1 / seats if section.main == WINS else 0.0 if section.main in SIGNED_AT_A_GLANCE else None
    if equal is None:
        best, worst = max(found, key=_mean), min(found, key=_mean)
        return (best, worst) if is_clear(estimate_difference(best[1], worst[1])) else (None, None)
    clear = [one for one in found if is_clear(one[1], equal)]
    better, worse = [one for one in clear if one[1].mean > equal], [one for one in clear if one[1].mean < equal]
    return max(better, key=_mean, default=None), min(worse, key=_mean, default=None)


def _values(section: Section, naming: Naming) -> list[Found]:
    is_measure = section.kind == Kind.MEASURE.value
    return [
        (cell_name(section, row.item, column, naming), row.values[column])
        for row in section.rows
        for column in (section.columns if is_measure else (section.main,))
        if column in row.values and not (column == WORTH and row.values[BY_MARGIN].count < FEWEST)
    ]


def _mean(found: Found) -> float:
    return found[1].mean


def _cell(found: Found | None, section: Section, t: Language) -> Cell:
    if found is None:
        return Cell("–")
    name, estimate = found
    share, sign = section.main == WINS, section.main in SIGNED_AT_A_GLANCE
    shown = percent(estimate.mean) if share else signed_number(estimate.mean, sign=sign)
    return Cell(t.named(name, shown), between(estimate, t, share=share, sign=sign))
