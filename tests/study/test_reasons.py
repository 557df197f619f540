"""Whatever is said of a move is so: every sentence of the puzzles, and of mistakes in analysed matches, is checked by rules
written down once more (`tests/helpers`). With LONDINIUM_MISTAKES=500 so many mistakes are mined in both games and checked, too.
"""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from types import ModuleType

import bridge_turns
import line_turns
import pytest
from said_sentences import Ends, Facts, problems

import londinium
from londinium.bots.line_up import play
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.kernel.registry import bundled_games
from londinium.study import slides
from londinium.study.analysis import analyse
from londinium.study.annotated import annotated
from londinium.study.lessons import lesson, lesson_names
from londinium.study.notes import named, notes, played_name, why
from londinium.study.puzzles.file import UNIT, shipped_puzzles
from londinium.study.puzzles.gaps import gap_of_try
from londinium.study.reasons import reason_of, told_apart
from londinium.study.report import report
from londinium.study.slips import slips
from londinium.study.verdicts import Analysis, Decision
from londinium.web.pages.puzzle import ToldPuzzle

CHECKERS: dict[str, ModuleType] = {"old-london-bridge": bridge_turns, "next-station-london": line_turns}
GAMES = [game for game in bundled_games() if game.slug in CHECKERS]
FIRST_PLACE = 20.0
"""Pounds, as `docs/study.md` says."""
FEW = 64
"""Simulations of a decision: reasons must be true of whatever was found."""
MINED = int(os.environ.get("LONDINIUM_MISTAKES", "0"))


def checked(here: Match, seat: int, better: str, other: str, sentence: str, facts: Facts, theme: str | None) -> list[str]:
    """What is wrong with what is said of two moves of a decision."""
    checker = CHECKERS[here.game.slug]
    table = checker.Table(here, seat)
    ends = Ends(table.ends(better), table.ends(other))
    found = problems(sentence, facts, ends, checker.checks(table))
    if theme is not None and not checker.themes(table)[theme](ends):
        found.append(f"not about {theme}")
    return [f"{better} / {other}: {problem} | {sentence}" for problem in found]


# ── Puzzles ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_puzzles_say_is_so(game: Game) -> None:
    collection = shipped_puzzles(game)
    assert collection is not None
    wrong = [f"{number}: {problem}" for number in range(1, len(collection) + 1) for problem in wrong_in_puzzle(game, number)]
    assert not wrong, f"{len(wrong)} claims are not so:\n" + "\n".join(wrong[:40])


def wrong_in_puzzle(game: Game, number: int) -> list[str]:
    """What its solution says, and what is said of every other move."""
    collection = shipped_puzzles(game)
    assert collection is not None
    here, puzzle = collection.position(game, number)
    words, wrong = here.words("en"), []
    labels = named(here, puzzle.seat, words)
    best = here.moves.text(puzzle.best)
    for tried in puzzle.tries:
        gap = gap_of_try(here, puzzle.seat, puzzle.best, tried)
        name, other_name = told_apart(game, gap, labels, words)
        sentence = reason_of(game, gap, name, words)
        lines = {game.face.describe_line(name, words): more for name, more in tried.gained(game).items()}
        lines["against the others"] = (tried.cost - tried.points) / UNIT if not game.search.get("alone") else 0.0
        other = here.moves.text(tried.move)
        facts = Facts(tried.cost / UNIT, lines, other_name)
        wrong += checked(here, puzzle.seat, best, other, sentence, facts, game.study.theme(gap))
        if tried.move == puzzle.natural and game.study.theme(gap) != puzzle.theme:
            wrong.append(f"kept as {puzzle.theme}, but about {game.study.theme(gap)}: `with_themes` writes it anew")
    return wrong


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_of_the_other_move_none_of_it_is_so(game: Game) -> None:
    """The checker sees what is wrong: the same claims with the moves exchanged."""
    collection = shipped_puzzles(game)
    assert collection is not None
    seen = 0
    for number in range(1, len(collection) + 1, 8):
        here, puzzle = collection.position(game, number)
        gap = gap_of_try(here, puzzle.seat, puzzle.best, puzzle.tries[0])
        words, said = here.words("en"), game.study.claims(gap)
        for claim in said:
            sentence = f"It is worth more; {game.study.tell(claim, words)}."
            wrong = checked(here, puzzle.seat, gap.other, gap.better, sentence, Facts(1.0, {}), None)
            assert any("not so" in problem for problem in wrong), sentence
            right = checked(here, puzzle.seat, gap.better, gap.other, sentence, Facts(1.0, {}), None)
            assert not any("not so" in problem for problem in right), sentence
        seen += len(said)
    assert seen > 40


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_puzzle_page_says_the_same(game: Game) -> None:
    """The cost of a move, the measure in words, and the sentence that was checked, which hides the answer before it is found."""
    collection = shipped_puzzles(game)
    assert collection is not None
    for number in range(1, len(collection) + 1, 40):
        told = ToldPuzzle.of(collection, number, "en")
        natural = next(tried for tried in told.puzzle.tries if tried.move == told.puzzle.natural)
        amount = game.study.amount(natural.cost / UNIT, told.words)
        for text in map(plain, (told.solution(), told.wrong(natural))):
            assert f"worth {amount} less" in text
            assert not re.search(r"[–−-]£?\d", text.replace(" −£", " ").replace(" −", " ")), text
        assert "A move is worth the " in plain(told.asks())
        assert told.offers[told.best].label not in told.wrong(natural)


def plain(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", markup))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_lessons_say_is_so(game: Game) -> None:
    words, told = game.match().words("en"), 0
    for name in lesson_names(game):
        taught = lesson(game, name)
        for step in taught.steps:
            if step.instead is None:
                continue
            here, natural = taught.at(step), step.instead
            lines = {game.face.describe_line(line, words): more for line, more in natural.lines}
            facts = Facts(natural.cost, lines, named(here, taught.learner, words)[natural.move].label)
            sentence = slides.reason(taught, step, words)
            assert checked(here, taught.learner, step.asked, natural.move, sentence, facts, None) == []
            told += 1
    assert told == 4


# ── Mistakes ─────────────────────────────────────────────────────────────────


def records() -> list[Path]:
    return sorted((Path(londinium.__file__).parent / "games").glob("*/records/*-*.record"))


@cache
def analysed(record: Path) -> Analysis:
    return analyse(record, FEW, par_seconds=0)


@pytest.mark.parametrize("record", records(), ids=lambda path: path.stem)
def test_what_is_said_of_mistakes_is_so(record: Path) -> None:
    match = load_record(record)
    wrong = [problem for one in analysed(record).mistakes() for problem in wrong_in_mistake(match, one)]
    assert not wrong, f"{len(wrong)} claims are not so:\n" + "\n".join(wrong[:40])


def wrong_in_mistake(match: Match, one: Decision) -> list[str]:
    best, played = one.best[0], one.played
    if best.move == played.move:
        return []
    here, words, game = match.at(one.ply), match.words("en"), match.game
    told = named(here, one.seat, words)
    lines = {
        game.face.describe_line(name, words): more - less
        for name, more, less in zip(game.score_lines, best.lines, played.lines, strict=True)
    }
    if best.rivals is not None and played.rivals is not None:
        lines["against the others"] = played.rivals - best.rivals + FIRST_PLACE * ((best.win or 0) - (played.win or 0))
    facts = Facts(best.value - played.value, lines, played_name(one, here, words, told))
    (slip,) = (slip for slip in slips(only_this(match, one), match, one.seat) if slip.ply == one.ply)
    return checked(here, one.seat, best.move, played.move, why(one, match, words, told), facts, slip.theme)


def only_this(match: Match, one: Decision) -> Analysis:
    return Analysis(0, None, (one,), (), (), 0.0, "")


@pytest.mark.skipif(not MINED, reason="LONDINIUM_MISTAKES says how many")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_is_said_of_many_mistakes_is_so(game: Game) -> None:
    found, wrong = 0, list[str]()
    for match, one in mined(game):
        wrong += wrong_in_mistake(match, one)
        found += 1
        if found >= MINED // len(GAMES):
            break
    print(f"{game.slug}: {found} mistakes, {len(wrong)} claims that are not so")
    assert not wrong, f"{len(wrong)} claims are not so:\n" + "\n".join(wrong[:40])


def mined(game: Game) -> Iterator[tuple[Match, Decision]]:
    """Mistakes in matches of weak players, with all numbers of seats and all variants."""
    settings = [(seats, variant) for variant in game.variants for seats in game.seats]
    for seed in count(1):
        seats, variant = settings[seed % len(settings)]
        chance = Random(seed)
        players = [chance.choice(("greedy", "random", "search-24")) for _ in range(seats)]
        match = play(game, players, seed=seed, variant=variant)
        mistakes = [one for one in analyse(match, FEW, par_seconds=0).mistakes() if one.best[0].move != one.played.move]
        yield from ((match, one) for one in mistakes[:MOST_OF_MATCH])


MOST_OF_MATCH = 6


# ── One mistake, one cost ────────────────────────────────────────────────────


@pytest.mark.parametrize("record", records()[::4], ids=lambda path: path.stem)
def test_a_mistake_costs_the_same_on_every_page(record: Path) -> None:
    """Beside the move, on the graph, in a report, in a record, and among what somebody loses by."""
    match, analysis = load_record(record), analysed(record)
    words, told = match.words("en"), notes(analysed(record), match)
    written, page = annotated(analysis, match), plain(report(analysis, match))
    mistakes = [one for one in analysis.mistakes() if one.best[0].move != one.played.move]
    assert mistakes
    kept = {(slip.ply, slip.seat): slip.loss for seat in range(match.seats) for slip in slips(analysis, match, seat)}
    by_ply = dict(zip((one.ply for one in analysis.decisions), told.notes, strict=True))
    for one in mistakes:
        cost = f"worth {match.game.study.amount(kept[one.ply, one.seat], words)} less"
        places = by_ply[one.ply].markup, told.graph, written.notes[one.ply].comment, page
        assert [cost in plain(text) for text in places] == [True] * 4
        assert "A move is worth the " in plain(by_ply[one.ply].markup)
        assert one.loss > 2 * one.error, "no move is called a mistake for less than its error"
    for text in (told.summary, page):
        assert "A move is worth the " in plain(text)
