"""The report of an arena: how strong everybody is, and how certain that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from londinium.arena.report import plots
from londinium.arena.report.blocks import (
    Cell,
    Part,
    ReportPage,
    ReportTable,
    between,
    cell,
    chosen_words,
    duration,
    missing_plots,
    percent,
    signed_number,
)
from londinium.arena.results import Estimate, LostMoves, Pair, Standing, StoodIn, TournamentResults
from londinium.arena.schedule import distinct
from londinium.arena.statistics import is_clear
from londinium.bots.engines.away import MOST_LOST
from londinium.bots.engines.process import WHAT_HAPPENED
from londinium.kernel.boxes import STANDARD_BOX
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.language import Language


def arena_page(results: TournamentResults, language: Language) -> ReportPage:
    game, settings = find_game(results.settings.game), results.settings
    alone = settings.seats == 1
    parts = [_alone(results, language)] if alone else [_standings(results, language)]
    parts.append(_scores(results, language))
    if results.pairs:
        parts.append(_pairs(results, language))
    if len(results.tables) > 1 or any(len(set(table.bots)) < len(table.bots) for table in results.tables):
        parts.append(_tables(results, language))
    if not alone:
        parts.append(_seats(results, language))
    parts.append(_times(results, language))
    t = language
    notes = [
        t.text("Every seed was played by every table in every rotation, so all bots had the same shuffles and the same seats."),
        t.text(
            "The intervals are 95% intervals: Wilson's for shares, as if all matches were independent; over "
            "seeds for scores and differences."
        ),
        t.text("Bots limited by time rather than by simulations may play differently on another machine."),
    ]
    box = "" if settings.box == STANDARD_BOX else f" · {settings.box}"
    kicker = t.text("Arena · {game}{box}", game=game.title, box=box) + chosen_words(game, settings.options, t)
    best = results.standings[0].bot
    bots = ", ".join(one.bot for one in results.standings)
    title = t.text("{best} comes out ahead", best=best) if len(results.standings) > 1 and results.seeds > 1 else bots
    return ReportPage(title, kicker, arena_sentences(results, language), parts, notes, t.text("Contents"), language.code)


def arena_sentences(results: TournamentResults, t: Language) -> list[str]:
    """What came out, in plain words."""
    settings = results.settings
    matches = t.plural("{matches} match", "{matches} matches", results.matches, matches=f"{results.matches:,}")
    seeds = t.plural("{seeds} seed", "{seeds} seeds", results.seeds, seeds=f"{results.seeds:,}")
    told = [
        t.plural(
            "{matches} for {count} player on {seeds}.",
            "{matches} of {count} players on {seeds}.",
            settings.seats,
            matches=matches,
            seeds=seeds,
        )
    ]
    for better, worse in zip(results.standings, results.standings[1:], strict=False):
        pair = next(pair for pair in results.pairs if {pair.first, pair.second} == {better.bot, worse.bot})
        told.append(_compared(pair, t))
    return [*told, *failure_sentences(results.lost, results.stood_in, t)]


def failure_sentences(lost: Iterable[LostMoves], stood_in: Iterable[StoodIn], t: Language) -> list[str]:
    """What bots that failed have lost, and whose result is not their own."""
    return [*(_lost(one, t) for one in lost), *(_not_its_own(one, t) for one in stood_in)]


def _not_its_own(one: StoodIn, t: Language) -> str:
    """That a result is not the bot's."""
    return t.text(
        "The result of {bot} is not its own: of its {matches} matches random moves played {whole} from the first move on, since "
        "it had been given up, and {rest} to the end after it had failed {most} times.",
        bot=one.bot,
        matches=one.matches,
        whole=one.whole,
        rest=one.rest,
        most=MOST_LOST,
    )


def _lost(lost: LostMoves, t: Language) -> str:
    """What happened to a bot of somebody's own, with what it said itself."""
    what = t.text(WHAT_HAPPENED[lost.kind]) + (f" ({lost.detail})" if lost.detail else "")
    matches = t.plural("{count} match", "{count} matches", lost.matches)
    return t.plural(
        "{bot} lost {count} move in {matches} to a random one, after {seconds} s: {what}.",
        "{bot} lost {count} moves in {matches} to random ones, after {seconds} s together: {what}.",
        lost.moves,
        bot=lost.bot,
        matches=matches,
        seconds=f"{lost.seconds:.1f}",
        what=what,
    )


def _compared(pair: Pair, t: Language) -> str:
    facts = {
        "first": pair.first,
        "second": pair.second,
        "share": percent(pair.ahead.mean),
        "points": signed_number(pair.difference.mean, sign=True),
        "interval": between(pair.difference, t, sign=True),
    }
    if pair.difference.count < 2:
        return t.text(
            "One seed is not enough to compare {first} and {second}: {share} of their matches, {points} points.", **facts
        )
    if is_clear(pair.ahead, 0.5) or is_clear(pair.difference):
        return t.text("{first} is ahead of {second} in {share} of their matches, by {points} points ({interval}).", **facts)
    return t.text(
        "{first} and {second} are too close to tell apart: {share} of their matches, {points} points ({interval}).", **facts
    )


def _standings(results: TournamentResults, t: Language) -> Part:
    rated = [(one.bot, one.rating) for one in results.standings if one.rating is not None]
    part = Part(t.text("Standings"))
    if len(rated) > 1:
        part.notes.append(
            t.text("The rating is openskill's Plackett–Luce model, starting at 25 and computed match by match in order.")
        )
    head = [t.text("Bot"), t.text("Rating"), t.text("Wins"), t.text("Mean place"), t.text("Score"), t.text("Matches")]
    rows = []
    for one in results.standings:
        rating = one.rating
        interval = t.text("{low} to {high}", low=signed_number(rating.low), high=signed_number(rating.high)) if rating else ""
        rows.append(
            [
                Cell(one.bot),
                Cell(signed_number(rating.mu) if rating else "–", interval),
                cell(one.wins, t, share=True),
                Cell(signed_number(one.place or 0.0, 2)),
                cell(one.score.mean, t),
                Cell(f"{one.score.mean.count:,}"),
            ]
        )
    part.tables.append(ReportTable(head, rows))
    if plots.can_plot():
        wins = [(one.bot, one.wins) for one in results.standings if one.wins is not None]
        title = t.text("Share of matches won, with 95% intervals; the dashed line is an equal share")
        part.figures.append(plots.dots("wins", title, wins, reference=1 / results.settings.seats, percent=True))
    if plots.can_plot() and len(rated) > 1:
        strengths = [(bot, Estimate(rating.mu, rating.low, rating.high, 1)) for bot, rating in rated]
        part.figures.append(plots.dots("ratings", t.text("Rating, with 95% intervals"), strengths))
    part.notes += missing_plots(t)
    return part


def _alone(results: TournamentResults, t: Language) -> Part:
    """Alone there is nobody to beat: the mean counts."""
    part = Part(t.text("Mean scores"), notes=missing_plots(t))
    if plots.can_plot():
        rows = [(one.bot, one.score.mean) for one in results.standings]
        part.figures.append(plots.dots("means", t.text("Mean score, with 95% intervals"), rows))
    return part


def _scores(results: TournamentResults, t: Language) -> Part:
    part = Part(t.text("Scores"))
    if plots.can_plot():
        rows = [(one.bot, one.score) for one in results.standings]
        title = t.text("How often each score occurred; below it the median and the middle half")
        part.figures.append(plots.spreads("scores", title, rows))
    head = [t.text("Bot"), t.text("Mean"), t.text("Spread"), t.text("Lowest"), "5%", "25%", t.text("Median"), "75%", "95%"]
    head.append(t.text("Highest"))
    part.tables.append(ReportTable(head, [_score_row(one, t) for one in results.standings]))
    return part


def _score_row(one: Standing, t: Language) -> list[Cell]:
    score = one.score
    quantiles = [Cell(signed_number(quantile, 0)) for quantile in score.quantiles]
    mean, spread = cell(score.mean, t), Cell(signed_number(score.deviation))
    return [Cell(one.bot), mean, spread, Cell(str(score.least)), *quantiles, Cell(str(score.most))]


def _pairs(results: TournamentResults, t: Language) -> Part:
    """A square: how often the bot of the row is ahead of the bot of the column."""
    bots = [one.bot for one in results.standings]
    known = {(pair.first, pair.second): pair for pair in results.pairs}
    part = Part(t.text("Pairs"))
    if results.settings.seats == 1:
        part.notes.append(t.text("Two bots meet on every seed that both have played."))
    part.notes.append(t.text("How often the bot of the row came out ahead of the bot of the column; ties count half."))
    rows = []
    for row in bots:
        cells = [Cell(row)]
        for column in bots:
            pair = known.get((row, column)) or known.get((column, row))
            if pair is None:
                cells.append(Cell(""))
                continue
            forwards = pair.first == row
            share = pair.ahead.mean if forwards else 1 - pair.ahead.mean
            lead = pair.difference.mean if forwards else -pair.difference.mean
            points = t.text("{points} points", points=signed_number(lead, sign=True))
            cells.append(Cell(percent(share), points, max(0.0, share - 0.5) * 0.8))
        rows.append(cells)
    part.tables.append(ReportTable([t.text("Ahead of"), *bots], rows))
    head = [t.text("Pair"), t.text("Ahead"), t.text("Difference in points, seed by seed"), t.text("Seeds")]
    detail = [
        [
            Cell(f"{pair.first} – {pair.second}"),
            cell(pair.ahead, t, share=True),
            cell(pair.difference, t, sign=True),
            Cell(f"{pair.difference.count:,}"),
        ]
        for pair in results.pairs
    ]
    part.tables.append(ReportTable(head, detail))
    return part


def table_name(bots: tuple[str, ...]) -> str:
    """A table in a few words: `master + 3 × greedy`."""
    counts = Counter(bots)
    return " + ".join(bot if counts[bot] == 1 else f"{counts[bot]} × {bot}" for bot in distinct(bots))


def _tables(results: TournamentResults, t: Language) -> Part:
    part = Part(t.text("Tables"))
    part.notes.append(t.text("Who sat together. If a bot has several seats at a table, each seat is counted separately."))
    rows = []
    for table in results.tables:
        for bot, wins in table.wins.items():
            equal = 1 / len(table.bots)
            shade = max(0.0, wins.mean - equal) * 0.5
            won = cell(wins, t, share=True)
            rows.append([Cell(table_name(table.bots)), Cell(bot), Cell(won.text, won.note, shade), cell(table.scores[bot], t)])
    part.tables.append(ReportTable([t.text("Table"), t.text("Bot"), t.text("Wins per seat"), t.text("Score")], rows, words=2))
    return part


def _seats(results: TournamentResults, t: Language) -> Part:
    part = Part(t.text("Wins by seat"))
    head = [t.text("Bot"), *(t.text("Seat {seat}", seat=seat) for seat in range(results.settings.seats))]
    part.tables.append(
        ReportTable(head, [[Cell(one.bot), *(cell(s, t, share=True) for s in one.by_seat)] for one in results.standings])
    )
    return part


def _times(results: TournamentResults, t: Language) -> Part:
    part = Part(t.text("Time"))
    head = [t.text("Bot"), t.text("Per decision"), t.text("Longest decision")]
    rows = []
    for one in results.standings:
        longest = "–" if one.longest_decision is None else duration(one.longest_decision)
        rows.append([Cell(one.bot), Cell(duration(one.seconds_per_decision)), Cell(longest)])
    part.tables.append(ReportTable(head, rows))
    if any(one.longest_decision is None for one in results.standings):
        part.notes.append(t.text("Simple bots play whole matches in one compiled call: their time is that of the whole match."))
    return part
