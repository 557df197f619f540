"""The chapters on how matches go and on skill against luck."""

from __future__ import annotations

from collections.abc import Sequence

from londinium.arena.balance import BalanceStudy
from londinium.arena.report import plots
from londinium.arena.report.blocks import Part, percent, signed_number, with_interval
from londinium.arena.report.key_figures import KEY_TITLES, OF_COURSE, OF_SKILL, figures_table, key_figures, share_within
from londinium.arena.results import Estimate
from londinium.arena.skill import SkillStudy
from londinium.arena.statistics import is_clear
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language


def course_part(studies: Sequence[BalanceStudy], heads: Sequence[str], t: Language) -> Part:
    """How matches go; of several studies the sentences are about the first."""
    part = Part(t.text("How matches go"), about_course(studies[0], t))
    if studies[0].settings.seats > 1:
        part.notes.append(
            t.text(
                "Standings are compared whenever all have had equally many turns, as if the match ended there. Half-time is when "
                "half of these moments have passed; a runaway leader led alone from then to the end, and after a comeback the "
                "winner had been last."
            )
        )
    part.tables.append(figures_table(studies, heads, OF_COURSE, t))
    return part


def about_course(study: BalanceStudy, t: Language) -> list[str]:
    course = study.course
    facts = {"choices": signed_number(course.choices.mean, 0), "options": signed_number(course.options.mean)}
    told = [t.text("In a match there are {choices} decisions with a choice, between {options} moves on average.", **facts)]
    if course.lead_changes is None or course.half_time is None or course.runaway is None or course.comeback is None:
        return told
    told.append(t.text("The lead changes hands {number} times in a match.", number=with_interval(course.lead_changes, t)))
    equal = 1 / study.settings.seats
    facts = {"wins": with_interval(course.half_time, t, share=True), "equal": percent(equal)}
    if is_clear(course.half_time, equal):
        told.append(t.text("Whoever leads alone at half-time wins {wins}; an equal share would be {equal}.", **facts))
    else:
        told.append(t.text("Leading at half-time is not a clear advantage: {wins}; an equal share would be {equal}.", **facts))
    facts = {"runaway": with_interval(course.runaway, t, share=True), "comeback": with_interval(course.comeback, t, share=True)}
    told.append(t.text("Runaway leaders: {runaway} of the matches; comebacks: {comeback}.", **facts))
    if course.decided is not None and course.decided.count:
        facts = {"share": percent(course.decided.mean)}
        told.append(t.text("On average the winner leads alone for good after {share} of the match.", **facts))
    return told


def skill_part(studies: Sequence[BalanceStudy], heads: Sequence[str], t: Language) -> Part | None:
    """Skill against luck, where it was measured; of several studies the sentences are about the first."""
    skill = studies[0].skill
    if skill is None:
        return None
    part = Part(t.text("Skill and luck"), about_skill(skill, studies[0].settings.seats, t))
    part.notes.append(
        t.text(
            "Both bots played every shuffle in every seating. “Player” is what changes when the other bot sits there, “shuffle” "
            "what a shuffle gives to a seat whoever sits there, “seat” what a seat is worth on average, and “interplay” what is "
            "left: moves answer moves, so other players make another match of the same shuffle. The shares depend on how far "
            "apart the two bots are. A part that is estimated below nothing is shown as 0%, so they may come to more than 100%."
        )
    )
    if plots.can_plot():
        part.figures.append(_shares_figure(studies, t))
        if len(studies) == 2:
            part.legend = list(zip(("first", "second"), heads, strict=True))
    part.tables.append(figures_table(studies, heads, OF_SKILL, t))
    return part


def about_skill(skill: SkillStudy, seats: int, t: Language) -> list[str]:
    facts = {name: with_interval(share_within(getattr(skill.shares, name)), t, share=True) for name in OF_SKILL}
    facts |= {"first": skill.bots[0], "second": skill.bots[1]}
    if seats == 1:
        message = N_(
            "Between {first} and {second}, the variance of the score is {player} the player, {shuffle} the shuffle, and {rest} "
            "what the player made of that shuffle."
        )
        told = [t.text(message, **facts)]
    else:
        message = N_(
            "Between {first} and {second}, the variance of the final lead is {player} the player, {shuffle} the shuffle, {seat} "
            "the seat, and {rest} the interplay of these players on that shuffle."
        )
        told = [t.text(message, **facts)]
    facts = {"first": skill.bots[0], "second": skill.bots[1], "points": with_interval(skill.ahead, t, sign=True)}
    facts |= {"matches": f"{skill.matches:,}", "seeds": f"{skill.seeds:,}"}
    told.append(t.text("{first} scores {points} points more than {second} ({matches} matches on {seeds} shuffles).", **facts))
    return told


def _shares_figure(studies: Sequence[BalanceStudy], t: Language) -> str:
    rows = [_share_rows(study, t) for study in studies[:2]]
    title = t.text("{measure}, with 95% intervals", measure=t.text("Share of the variance"))
    name = f"skill-{studies[0].settings.seats}-{studies[0].settings.box_hash}"
    return plots.dots(name, title, rows[0], rows[1] if len(rows) > 1 else (), reference=0.0, percent=True)


def _share_rows(study: BalanceStudy, t: Language) -> list[tuple[str, Estimate]]:
    found = [figure for figure in key_figures(study) if figure.name in OF_SKILL]
    return [(t.text(KEY_TITLES[figure.name]), share_within(figure.estimate)) for figure in found]
