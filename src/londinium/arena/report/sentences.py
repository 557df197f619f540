"""What the numbers of a study say, in plain sentences. Nothing is said that the intervals do not support."""

from __future__ import annotations

from collections.abc import Callable

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
    WORTH,
    BalanceRow,
    BalanceStudy,
    Section,
)
from londinium.arena.report.blocks import percent, signed_number, with_interval
from londinium.arena.statistics import estimate_difference, is_clear, paired
from londinium.kernel.contracts.balance import Kind
from londinium.kernel.words.language import Language

Naming = Callable[[str, str], str]
"""The words for an item of a group."""
MANY = 20
"""From this many items on, some stand out by chance alone, and the reader is told so."""
NAMED = 3
FEWEST = 30
"""Of what fewer players had, nothing is said: a handful of matches can look like a rule."""


def about_study(study: BalanceStudy, t: Language) -> list[str]:
    facts = {
        "matches": f"{study.matches:,}",
        "bot": study.settings.bots[0],
        "mean": signed_number(study.score.mean.mean),
        "low": signed_number(study.score.quantiles[0], 0),
        "high": signed_number(study.score.quantiles[-1], 0),
    }
    told = [
        t.plural(
            "{matches} matches for {count} player, played by {bot}: {mean} points on average, 90% between {low} and {high}.",
            "{matches} matches of {count} players, all played by {bot}: {mean} points on average, 90% between {low} and {high}.",
            study.settings.seats,
            **facts,
        )
    ]
    if study.lead is not None:
        told.append(
            t.text("The winner is {points} points ahead of second place on average.", points=signed_number(study.lead.mean))
        )
    return told


def about_section(section: Section, seats: int, naming: Naming, t: Language) -> list[str]:
    if section.group == LINE_GROUP:
        return _about_lines(section, naming, t)
    about = {
        Kind.SEAT.value: _about_seats,
        Kind.MATCH.value: _about_matches,
        Kind.HELD.value: _about_holdings,
        Kind.MEASURE.value: _about_measures,
    }
    return about[section.kind](section, seats, naming, t)


def _about_lines(section: Section, naming: Naming, t: Language) -> list[str]:
    largest = max(section.rows, key=lambda row: row.values[BY_LINE].mean)
    facts = {"line": naming(section.group, largest.item), "points": signed_number(largest.values[BY_LINE].mean)}
    told = [t.text("The largest line of the score sheet: {line}, with {points} points on average.", **facts)]
    leading = [row for row in section.rows if BY_GAIN in row.values and is_clear(row.values[BY_GAIN])]
    if leading:
        best = max(leading, key=lambda row: row.values[BY_GAIN].mean)
        facts = {"line": naming(section.group, best.item), "points": with_interval(best.values[BY_GAIN], t, sign=True)}
        told.append(t.text("Winners are furthest ahead of the others in this line: {line}, {points} points.", **facts))
    return told


def _about_seats(section: Section, seats: int, naming: Naming, t: Language) -> list[str]:
    if seats == 1:
        return _extremes(section, naming, t)
    equal = 1 / seats
    told = []
    for row in section.rows:
        wins = row.values[WINS]
        if is_clear(wins, equal):
            facts = {
                "item": naming(section.group, row.item),
                "wins": with_interval(wins, t, share=True),
                "equal": percent(equal),
                "points": with_interval(row.values[BY_MARGIN], t, sign=True),
            }
            told.append(
                t.text(
                    "{item}: wins {wins}, where an equal share would be {equal}; {points} points compared with the others.",
                    **facts,
                )
            )
    if not told and len(section.rows) > 1:
        told.append(t.text("Nothing here wins clearly more or less often than an equal share of {equal}.", equal=percent(equal)))
    shares = [row.values[SHARE].mean for row in section.rows if SHARE in row.values]
    if section.group != SEAT_GROUP and len(section.rows) <= 2:
        facts = {"item": naming(section.group, section.rows[0].item), "share": percent(shares[0])}
        told.insert(0, t.text("{item}: {share} of the players.", **facts))
    return told


def _extremes(section: Section, naming: Naming, t: Language) -> list[str]:
    """The best and the worst of a group, where they differ clearly."""
    ranked = sorted(section.rows, key=lambda row: row.values[BY_SCORE].mean)
    if len(ranked) < 2 or not is_clear(estimate_difference(ranked[-1].values[BY_SCORE], ranked[0].values[BY_SCORE])):
        return [t.text("The scores here do not differ clearly.")]
    facts = {
        "best": naming(section.group, ranked[-1].item),
        "high": with_interval(ranked[-1].values[BY_SCORE], t),
        "worst": naming(section.group, ranked[0].item),
        "low": with_interval(ranked[0].values[BY_SCORE], t),
    }
    return [t.text("Scores are highest with: {best}, {high}; lowest with: {worst}, {low}.", **facts)]


def _about_matches(section: Section, seats: int, naming: Naming, t: Language) -> list[str]:
    told = _extremes(section, naming, t)
    if seats > 1:
        ranked = sorted(section.rows, key=lambda row: row.values[LEAD].mean)
        if is_clear(estimate_difference(ranked[-1].values[LEAD], ranked[0].values[LEAD])):
            facts = {
                "far": naming(section.group, ranked[-1].item),
                "most": signed_number(ranked[-1].values[LEAD].mean),
                "close": naming(section.group, ranked[0].item),
                "least": signed_number(ranked[0].values[LEAD].mean),
            }
            told.append(t.text("The winner's lead is largest with: {far}, {most}; smallest with: {close}, {least}.", **facts))
    return told


def _about_holdings(section: Section, seats: int, naming: Naming, t: Language) -> list[str]:
    told = []
    by_amount = sorted(section.rows, key=lambda row: -row.values[AMOUNT].mean)

    def listed(rows: list[BalanceRow]) -> str:
        return ", ".join(f"{naming(section.group, row.item)} ({signed_number(row.values[AMOUNT].mean, 2)})" for row in rows)

    if len(by_amount) > 2 * NAMED:
        facts = {"most": listed(by_amount[:NAMED]), "least": listed(by_amount[-NAMED:])}
        told.append(t.text("Most often, per player: {most}; least often: {least}.", **facts))
    known = [row for row in section.rows if WORTH in row.values and row.values[BY_MARGIN].count >= FEWEST]
    clear = sorted((row for row in known if is_clear(row.values[WORTH])), key=lambda row: -row.values[WORTH].mean)
    better, worse = [row for row in clear if row.values[WORTH].mean > 0], [row for row in clear if row.values[WORTH].mean < 0]

    def worths(rows: list[BalanceRow]) -> str:
        return t.apart(f"{naming(section.group, row.item)} {with_interval(row.values[WORTH], t, sign=True)}" for row in rows)

    if better:
        told.append(
            t.text("Each additional one is associated with a better result: {items} points.", items=worths(better[:NAMED]))
        )
    if worse:
        told.append(
            t.text("Each additional one is associated with a worse result: {items} points.", items=worths(worse[::-1][:NAMED]))
        )
    if not any(WORTH in row.values for row in section.rows):
        told = [t.text("All players had the same number of each, so nothing can be said about them.")]
    elif not clear:
        told.append(t.text("Nothing here is associated with a clearly better or worse result."))
    if clear and len(known) >= MANY:
        numbers = {"clear": len(clear), "all": len(known), "chance": signed_number(len(known) * 0.05, 0)}
        told.append(t.text("{clear} of {all} stand out; about {chance} would by chance alone.", **numbers))
    return told


def _about_measures(section: Section, seats: int, naming: Naming, t: Language) -> list[str]:
    cells = [(row.item, column, value) for row in section.rows for column, value in row.values.items()]
    cells.sort(key=lambda one: one[2].mean)
    if len(cells) < 2 or not is_clear(estimate_difference(cells[-1][2], cells[0][2])):
        return [t.text("The numbers here do not differ clearly.")]
    facts = {
        "best": cell_name(section, *cells[-1][:2], naming),
        "high": with_interval(cells[-1][2], t),
        "worst": cell_name(section, *cells[0][:2], naming),
        "low": with_interval(cells[0][2], t),
    }
    return [t.text("The highest: {best}, {high}; the lowest: {worst}, {low}.", **facts)]


def cell_name(section: Section, item: str, column: str, naming: Naming) -> str:
    """A measure is named by its item and its column, if there are several; anything else by its item."""
    name = naming(section.group, item)
    several = section.kind == Kind.MEASURE.value and len(section.columns) > 1
    return f"{name}, {naming(section.group, column)}" if several else name


# ── Two boxes ────────────────────────────────────────────────────────────────


def about_change(first: BalanceStudy, second: BalanceStudy, names: tuple[str, str], t: Language) -> list[str]:
    """How the second box differs from the first, on the same seeds."""
    change = paired(second.scores, first.scores)
    facts = {"first": names[0], "second": names[1], "points": with_interval(change, t, sign=True)}
    if not is_clear(change):
        told = [t.text("With {second}, scores are about the same as with {first}: {points} points, on the same seeds.", **facts)]
    elif change.mean > 0:
        told = [t.text("With {second}, scores are higher than with {first}: {points} points, on the same seeds.", **facts)]
    else:
        told = [t.text("With {second}, scores are lower than with {first}: {points} points, on the same seeds.", **facts)]
    if first.lead is not None and second.lead is not None:
        facts = {"first": signed_number(first.lead.mean), "second": signed_number(second.lead.mean)}
        told.append(t.text("The winner's lead is {first} points with the first and {second} with the second.", **facts))
    return told


def about_shifts(first: Section, second: Section, naming: Naming, t: Language) -> list[str]:
    """Which items of a section are clearly different with the other box."""
    theirs = {(row.item, column): value for row in second.rows for column, value in row.values.items()}
    columns = first.columns if first.kind == Kind.MEASURE.value else (BY_LINE if first.group == LINE_GROUP else first.main,)
    shifts = []
    for row in first.rows:
        for column in columns:
            before, after = row.values.get(column), theirs.get((row.item, column))
            if before is None or after is None or not is_clear(estimate_difference(after, before)):
                continue
            name = cell_name(first, row.item, column, naming)
            told = [percent(one.mean) if column == WINS else signed_number(one.mean) for one in (before, after)]
            shifts.append((abs(after.mean - before.mean), f"{name} {told[0]} → {told[1]}"))
    if not shifts:
        return [t.text("No clear difference between the two.")]
    shifts.sort(key=lambda one: -one[0])
    return [t.text("Clearly different: {items}.", items=t.apart(words for _, words in shifts[: 2 * NAMED]))]
