"""The report for a designer: what wins, what is used, what goes along with winning; for one box, or two side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from londinium.arena.balance import (
    AMOUNT,
    BY_GAIN,
    BY_LINE,
    BY_MARGIN,
    BY_SCORE,
    LEAD,
    LINE_GROUP,
    SEAT_GROUP,
    SHARE,
    WINS,
    WITHOUT,
    WORTH,
    BalanceRow,
    BalanceStudy,
    Section,
    balance_of,
    fact_plan_of,
)
from londinium.arena.report import plots
from londinium.arena.report.blocks import Cell, Part, ReportPage, ReportTable, cell, chosen_words, missing_plots
from londinium.arena.report.course import course_part, skill_part
from londinium.arena.report.glance import GlancedStudy, glance
from londinium.arena.report.sentences import FEWEST, Naming, about_change, about_section, about_shifts, about_study, cell_name
from londinium.arena.results import Estimate
from londinium.kernel.boxes import STANDARD_BOX
from londinium.kernel.contracts.balance import Kind
from londinium.kernel.contracts.workshop import BoxChange
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

COLUMN_TITLES = {
    SHARE: N_("Share"),
    AMOUNT: N_("Number per player"),
    WINS: N_("Wins"),
    BY_SCORE: N_("Score"),
    BY_MARGIN: N_("Ahead of the others"),
    WITHOUT: N_("Players without it"),
    WORTH: N_("Points per additional one"),
    BY_LINE: N_("Points of the line"),
    BY_GAIN: N_("Winners minus the others"),
    LEAD: N_("Winner's lead"),
}
MOST_PLOTTED = 16
ROWS_SHOWN = 16
SHARES = {SHARE, WINS}
SIGNED_MEASURES = {BY_MARGIN, WITHOUT, WORTH, BY_GAIN}


def naming_for(game: Game, language: Language) -> Naming:
    """The words for items: seats and lines are the same in every game, the rest the game knows."""

    def name(group: str, item: str) -> str:
        if group == SEAT_GROUP:
            return language.text("Seat {seat}", seat=item)
        if group == LINE_GROUP:
            return game.face.describe_line(item, language)
        return balance_of(game).describe_item(group, item, language)

    return name


def section_title(section: Section, language: Language) -> str:
    if section.group == SEAT_GROUP:
        return language.text("Seats")
    if section.group == LINE_GROUP:
        return language.text("The lines of the score sheet")
    return language.text(section.title)


def box_name(study: BalanceStudy, language: Language) -> str:
    if study.settings.box != STANDARD_BOX:
        return study.settings.box
    return language.text(find_game(study.settings.game).standard_box_name)


Shown = tuple[BalanceStudy, FlatArray[Any]]
"""A study, and the box it is about."""


def balance_page(
    shown: Shown, compared: Shown | None, language: Language, changes: Sequence[BoxChange] | None = None
) -> ReportPage:
    """A page about one box, or about two of them side by side; with what they say differently, where that is known."""
    study, other = shown[0], compared[0] if compared else None
    game, t = find_game(study.settings.game), language
    lead = about_study(study, t)
    if other is not None:
        lead = about_change(study, other, (box_name(study, t), box_name(other, t)), t) + lead[:1]
        lead.append(t.text("Statements without a comparison refer to {first}.", first=box_name(study, t)))
    parts = study_parts(shown, compared, t)
    if other is not None and changes is not None:
        parts.insert(1, _difference(changes, (box_name(study, t), box_name(other, t)), t))
    kicker = t.text("Balance · {game}", game=game.title) + chosen_words(game, study.settings.options, t)
    if other is not None:
        title = t.text("{first} and {second}", first=_heading(study, t), second=box_name(other, t))
    else:
        title = game.title if study.settings.box == STANDARD_BOX else study.settings.box
    return ReportPage(title, kicker, lead, parts, reading_notes(t), t.text("Contents"), t.code)


def study_parts(shown: Shown, compared: Shown | None, t: Language) -> list[Part]:
    """All chapters about one box, or two; the first says what stands out."""
    study, other = shown[0], compared[0] if compared else None
    studies, game = [one for one in (study, other) if one is not None], find_game(study.settings.game)
    naming, heads = naming_for(game, t), [_heading(one, t) for one in studies]
    theirs = {section.group: section for section in other.sections} if other else {}
    parts = []
    for section in study.sections:
        if other is not None and section.group in _on_map(game, shown[1]):
            # What lies on a map has another meaning on another map: each has its own chapter.
            parts += [_own_part(one, section.group, naming, t) for one in (study, other)]
        else:
            parts.append(_part(study, section, theirs.get(section.group), other, naming, t))
    maps = [part for at, one in enumerate((shown, compared)) if one is not None for part in _map(game, *one, at, t)]
    skill = skill_part(studies, heads, t)
    scores = Part(t.text("Scores"), figures=_scores(study, other, t), notes=missing_plots(t))
    return [
        glance([_glanced(one, t) for one in studies], COLUMN_TITLES, naming, t),
        scores,
        course_part(studies, heads, t),
        *([skill] if skill else []),
        *maps,
        *parts,
    ]


def glanced_part(study: BalanceStudy, t: Language) -> Part:
    """What stands out in one study of several."""
    return glance([_glanced(study, t)], COLUMN_TITLES, naming_for(find_game(study.settings.game), t), t)


def _glanced(study: BalanceStudy, t: Language) -> GlancedStudy:
    chapters = [(section_title(section, t), section) for section in study.sections]
    return GlancedStudy(box_name(study, t), chapters, study.settings.seats)


def reading_notes(t: Language) -> list[str]:
    """What every reader has to know."""
    return [
        t.text(
            "All seats were played by the same bot, so these numbers reflect its habits; a stronger one may tell "
            "a different story."
        ),
        t.text(
            "If players who had something did well, that is an association, not necessarily a cause: whoever is "
            "ahead can afford more."
        ),
        t.text("The intervals are 95% intervals and treat the seats of one match as belonging together."),
        t.text(
            "“Ahead of the others” is the final score minus the mean of the other players; alone, minus the mean of all matches."
        ),
    ]


def _difference(changes: Sequence[BoxChange], names: tuple[str, str], t: Language) -> Part:
    """What the two boxes say differently."""
    part = Part(t.text("What differs between the two"))
    if not changes:
        part.sentences.append(t.text("{first} and {second} describe the same.", first=names[0], second=names[1]))
        return part
    part.sentences.append(t.plural("{count} difference", "{count} differences", len(changes)) + ".")
    rows = [[Cell(one.part), Cell(one.name), Cell(one.before or "–"), Cell(one.after or "–")] for one in changes]
    folded = t.text("All {count} in a table", count=len(rows)) if len(rows) > ROWS_SHOWN else ""
    part.tables.append(ReportTable([t.text("Part"), "", *names], rows, words=4, folded=folded))
    return part


def _heading(study: BalanceStudy, t: Language) -> str:
    """The name of a box where a line begins; a file keeps its name."""
    name = box_name(study, t)
    return name[:1].upper() + name[1:] if study.settings.box == STANDARD_BOX else name


def _scores(study: BalanceStudy, other: BalanceStudy | None, t: Language) -> list[str]:
    if not plots.can_plot():
        return []
    rows = [(_heading(one, t), one.score) for one in (study, other) if one is not None]
    title = t.text("How often each score occurred; below it the median and the middle half")
    return [plots.spreads(f"scores-{study.settings.seats}-{study.settings.box_hash}", title, rows)]


def _map(game: Game, study: BalanceStudy, boxes: FlatArray[Any], at: int, t: Language) -> list[Part]:
    """Where a game is played on a map: how much each part of it is used."""
    plan = fact_plan_of(game, boxes)
    if plan is None or not plots.can_plot():
        return []
    used = {
        section.group: {row.item: row.values[AMOUNT].mean for row in section.rows}
        for section in study.sections
        if section.group in {plan.spot_group, plan.link_group}
    }
    title = t.text("The more often a route is used, the thicker it is; the more often a place is used, the larger it is")
    naming = naming_for(game, t)
    areas = {area.item: naming(plan.area_group, area.item) for area in plan.areas}
    figure = plots.network(f"map-{study.settings.seats}-{at}", title, plan, used[plan.spot_group], used[plan.link_group], areas)
    return [Part(t.text("The map: {box}", box=box_name(study, t)), notes=[title], figures=[figure])]


def _on_map(game: Game, boxes: FlatArray[Any]) -> set[str]:
    """The groups whose items are places."""
    plan = fact_plan_of(game, boxes)
    return {plan.spot_group, plan.link_group} if plan else set()


def _own_part(study: BalanceStudy, group: str, naming: Naming, t: Language) -> Part:
    """A chapter about one of two boxes alone."""
    section = next(section for section in study.sections if section.group == group)
    part = _part(study, section, None, None, naming, t)
    part.title = t.text("{title}: {box}", title=part.title, box=box_name(study, t))
    return part


def _part(
    study: BalanceStudy, section: Section, other: Section | None, rival: BalanceStudy | None, naming: Naming, t: Language
) -> Part:
    part = Part(section_title(section, t), about_section(section, study.settings.seats, naming, t))
    if other is not None:
        part.sentences += about_shifts(section, other, naming, t)
    if section.dealt:
        part.notes.append(t.text("Chance alone deals these, so a clear difference is an effect, and not only an association."))
    if section.note:
        part.notes.append(t.text(section.note))
    if plots.can_plot() and _plotted(section, naming):
        part.figures.append(_figure(study, section, other, naming, t))
    if other is not None and rival is not None:
        part.legend = [("first", box_name(study, t)), ("second", box_name(rival, t))]
    part.tables.append(_table(section, other, (study, rival), naming, t))
    return part


def _plotted(section: Section, naming: Naming) -> dict[tuple[str, str], tuple[str, Estimate]]:
    """What a figure shows of a section: by item and column, with the words for it."""
    is_measure = section.kind == Kind.MEASURE.value
    found = {
        (row.item, column): (cell_name(section, row.item, column, naming), row.values[column])
        for row in section.rows
        for column in (section.columns if is_measure else (section.main,))
        if column in row.values
    }
    if len(found) <= MOST_PLOTTED:
        return found
    # Of what hardly anybody had, a long list would show the accidents at its ends.
    known = {row.item for row in section.rows if BY_MARGIN not in row.values or row.values[BY_MARGIN].count >= FEWEST}
    return {key: shown for key, shown in found.items() if key[0] in known}


def _figure(study: BalanceStudy, section: Section, other: Section | None, naming: Naming, t: Language) -> str:
    shown = _plotted(section, naming)
    theirs = _plotted(other, naming) if other else {}
    title = t.text(COLUMN_TITLES[section.main]) if section.main in COLUMN_TITLES else t.text("Points")
    keys = list(shown)
    if len(keys) > MOST_PLOTTED:
        # The ends of a long list say most; the table has all of it.
        keys.sort(key=lambda key: -shown[key][1].mean)
        keys = keys[: MOST_PLOTTED // 2] + keys[-MOST_PLOTTED // 2 :]
        title = t.text("{measure}: the highest and the lowest", measure=title)
    title = t.text("{measure}, with 95% intervals", measure=title)
    reference = 1 / study.settings.seats if section.main == WINS else 0.0 if section.main in {WORTH, BY_GAIN} else None
    nothing = Estimate(float("nan"), None, None, 0)
    second = [(shown[key][0], theirs[key][1] if key in theirs else nothing) for key in keys] if other is not None else []
    name = f"{section.group}-{study.settings.seats}-{study.settings.box_hash}"
    return plots.dots(name, title, [shown[key] for key in keys], second, reference=reference, percent=section.main in SHARES)


def _table(
    section: Section, other: Section | None, studies: tuple[BalanceStudy, BalanceStudy | None], naming: Naming, t: Language
) -> ReportTable:
    is_measure = section.kind == Kind.MEASURE.value

    def title(column: str) -> str:
        return naming(section.group, column) if is_measure else t.text(COLUMN_TITLES[column])

    def cells(row: BalanceRow) -> list[Cell]:
        return [_cell(row, column, is_measure, t) for column in section.columns]

    theirs = {row.item: row for row in other.rows} if other else {}
    head = ["", *(title(column) for column in section.columns)]
    rows, words = [], 1
    for row in section.rows:
        label = Cell(naming(section.group, row.item))
        if other is None or studies[1] is None:
            rows.append([label, *cells(row)])
        else:
            rows.append([label, Cell(box_name(studies[0], t)), *cells(row)])
            if row.item in theirs:
                rows.append([Cell(""), Cell(box_name(studies[1], t)), *cells(theirs[row.item])])
    if other is not None:
        head.insert(1, t.text("Box"))
        words = 2
    folded = t.text("All {count} in a table", count=len(section.rows))
    return ReportTable(head, rows, words, folded=folded if len(section.rows) > ROWS_SHOWN else "")


def _cell(row: BalanceRow, column: str, is_measure: bool, t: Language) -> Cell:
    digits = 2 if column in {AMOUNT, WORTH} else 1
    return cell(
        row.values.get(column), t, share=column in SHARES and not is_measure, digits=digits, sign=column in SIGNED_MEASURES
    )
