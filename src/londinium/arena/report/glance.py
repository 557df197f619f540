"""A whole study at a glance: of each chapter the best and the worst, where the numbers are clear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from londinium.arena.balance import BY_GAIN, BY_MARGIN, WINS, WORTH, Section
from londinium.arena.report.blocks import Cell, Part, ReportTable, between, percent, signed_number
from londinium.arena.report.sentences import FEWEST, Naming, cell_name
from londinium.arena.results import Estimate
from londinium.arena.statistics import estimate_difference, is_clear
from londinium.kernel.contracts.balance import Kind
from londinium.kernel.words.language import Language

SIGNED_AT_A_GLANCE = {WORTH, BY_GAIN}

Found = tuple[str, Estimate]


@dataclass(frozen=True)
class GlancedStudy:
    """A study with its chapters: the title of each, and what was counted."""

    name: str
    chapters: Sequence[tuple[str, Section]]
    seats: int


def glance(studies: Sequence[GlancedStudy], names: Mapping[str, str], naming: Naming, t: Language) -> Part:
    """A table with a row for each chapter that says something clear, in each study; the other chapters are named below it."""
    rows: list[list[Cell]] = []
    silent = []
    for title in dict.fromkeys(title for study in studies for title, _ in study.chapters):
        before = len(rows)
        for study in studies:
            section = next((section for its, section in study.chapters if its == title), None)
            best, worst = _ends(section, study.seats, naming) if section else (None, None)
            if section is not None and (best or worst):
                measure = t.text(names[section.main]) if section.main in names else t.text("Points")
                which = [Cell(study.name)] if len(studies) > 1 else []
                first = Cell(title if len(rows) == before else "")
                rows.append([first, *which, Cell(measure), _cell(best, section, t), _cell(worst, section, t)])
        if len(rows) == before:
            silent.append(title)
    part = Part(t.text("At a glance"))
    if rows:
        which_box = [t.text("Box")] if len(studies) > 1 else []
        head = ["", *which_box, t.text("Measure"), t.text("Best"), t.text("Worst")]
        part.tables.append(ReportTable(head, rows, words=len(head) - 2))
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
