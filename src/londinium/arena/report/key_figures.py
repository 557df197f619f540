"""The few numbers that sum up a study: points, how matches go, skill and luck. Some reports set them side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from londinium.arena.balance import BalanceStudy
from londinium.arena.report.blocks import Cell, ReportTable, cell
from londinium.arena.results import Estimate
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

KEY_TITLES = {
    "score": N_("Score"),
    "lead": N_("Winner's lead"),
    "choices": N_("Decisions with a choice"),
    "options": N_("Moves to choose from"),
    "lead_changes": N_("Changes of the lead"),
    "half_time": N_("Leader at half-time wins"),
    "decided": N_("Winner leads for good after"),
    "runaway": N_("Runaway leaders"),
    "comeback": N_("Comebacks"),
    "player": N_("Variance: player"),
    "shuffle": N_("Variance: shuffle"),
    "seat": N_("Variance: seat"),
    "rest": N_("Variance: interplay"),
}
OF_COURSE = ("choices", "options", "lead_changes", "half_time", "decided", "runaway", "comeback")
OF_SKILL = ("player", "shuffle", "seat", "rest")
PARTS_OF_A_WHOLE = {"half_time", "decided", "runaway", "comeback", *OF_SKILL}


@dataclass(frozen=True)
class KeyFigure:
    """A number of a study by its name."""

    name: str
    estimate: Estimate

    @property
    def is_share(self) -> bool:
        return self.name in PARTS_OF_A_WHOLE


def key_figures(study: BalanceStudy) -> list[KeyFigure]:
    """All of them that a study has, in their order."""
    course, shares = study.course, study.skill.shares if study.skill else None
    found: dict[str, Estimate | None] = {"score": study.score.mean, "lead": study.lead}
    found |= {name: getattr(course, name) for name in OF_COURSE}
    found |= {name: getattr(shares, name) if shares else None for name in OF_SKILL}
    if study.settings.seats == 1:
        found["seat"] = None
    return [KeyFigure(name, estimate) for name, estimate in found.items() if estimate is not None]


def share_within(estimate: Estimate) -> Estimate:
    """A part of a whole as people read it: an estimate a little below nothing is nothing."""
    mean, low, high = (None if one is None else min(1.0, max(0.0, one)) for one in (estimate.mean, estimate.low, estimate.high))
    return Estimate(mean or 0.0, low, high, estimate.count)


def figure_cell(figure: KeyFigure | None, t: Language) -> Cell:
    if figure is None:
        return Cell("–")
    return cell(share_within(figure.estimate) if figure.is_share else figure.estimate, t, share=figure.is_share)


def figures_table(studies: Sequence[BalanceStudy], heads: Sequence[str], names: Iterable[str], t: Language) -> ReportTable:
    """A row for each number, a column for each study."""
    found = [{figure.name: figure for figure in key_figures(study)} for study in studies]
    rows = [
        [Cell(t.text(KEY_TITLES[name])), *(figure_cell(figures.get(name), t) for figures in found)]
        for name in names
        if any(name in figures for figures in found)
    ]
    return ReportTable(["", *heads], rows)
