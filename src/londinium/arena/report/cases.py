"""A report on several studies: other numbers of players, or the values of a sweep, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from londinium.arena.balance import BalanceStudy
from londinium.arena.report import plots
from londinium.arena.report.balance import Shown, glanced_part, reading_notes, study_parts
from londinium.arena.report.blocks import Part, ReportPage, chosen_words, missing_plots
from londinium.arena.report.course import about_skill
from londinium.arena.report.key_figures import KEY_TITLES, figures_table, key_figures, share_within
from londinium.arena.report.sentences import about_change, about_study
from londinium.arena.results import Estimate
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.language import Language

PLOTTED = ("score", "lead", "lead_changes", "half_time", "player", "shuffle")


@dataclass(frozen=True)
class ShownCase:
    """A study of several, by its name."""

    label: str
    shown: Shown

    @property
    def study(self) -> BalanceStudy:
        return self.shown[0]


def seats_page(cases: Sequence[ShownCase], language: Language) -> ReportPage:
    """The same box with other numbers of players: side by side first, then every chapter of each."""
    t = language
    lead = [sentence for case in cases for sentence in about_study(case.study, t)[:1]]
    parts = _overview(cases, t.text("Side by side"), t)
    for case in cases:
        for part in study_parts(case.shown, None, t):
            part.within = case.label
            parts.append(part)
    return _page(cases, t.text("{game} by number of players", game=find_game(cases[0].study.settings.game).title), lead, parts, t)


def sweep_page(cases: Sequence[ShownCase], name: str, language: Language) -> ReportPage:
    """One value after the other on the same seeds: what it changes, and what stands out with each."""
    t, first = language, cases[0]
    lead = about_study(first.study, t)[:1]
    for case in cases[1:]:
        lead += about_change(first.study, case.study, (first.label, case.label), t)[:1]
    parts = _overview(cases, t.text("Side by side"), t)
    for case in cases:
        part = glanced_part(case.study, t)
        part.within = case.label
        parts.append(part)
    page = _page(cases, t.text("A sweep over {name}", name=name), lead, parts, t)
    page.notes.append(
        t.text(
            "Every value was played on the same seeds, and nothing else was changed: a clear difference between two values is "
            "an effect of the value on matches between these bots."
        )
    )
    return page


def seats_label(study: BalanceStudy, t: Language) -> str:
    return t.plural("{count} player", "{count} players", study.settings.seats)


def _page(cases: Sequence[ShownCase], title: str, lead: list[str], parts: list[Part], t: Language) -> ReportPage:
    study = cases[0].study
    game = find_game(study.settings.game)
    kicker = t.text("Balance · {game}", game=game.title) + chosen_words(game, study.settings.options, t)
    return ReportPage(title, kicker, lead, parts, reading_notes(t), t.text("Contents"), t.code)


def _overview(cases: Sequence[ShownCase], title: str, t: Language) -> list[Part]:
    """All key figures in one table, and the most telling ones as figures."""
    studies = [case.study for case in cases]
    part = Part(title, notes=missing_plots(t))
    for case in cases:
        if case.study.skill is not None:
            told = about_skill(case.study.skill, case.study.settings.seats, t)[0]
            part.sentences.append(t.named(case.label, told))
    part.tables.append(figures_table(studies, [case.label for case in cases], KEY_TITLES, t))
    if plots.can_plot():
        part.figures += [figure for name in PLOTTED if (figure := _figure_of(name, cases, t))]
    return [part]


def _figure_of(name: str, cases: Sequence[ShownCase], t: Language) -> str:
    """One key figure, a row for each case; nothing where only one has it."""
    rows: list[tuple[str, Estimate]] = []
    share = False
    for case in cases:
        for figure in key_figures(case.study):
            if figure.name == name:
                share = figure.is_share
                rows.append((case.label, share_within(figure.estimate) if share else figure.estimate))
    if len(rows) < 2:
        return ""
    title = t.text("{measure}, with 95% intervals", measure=t.text(KEY_TITLES[name]))
    return plots.dots(f"case-{name}", title, rows, percent=share)
