"""An analysis becomes remarks in a record, and whatever replays the record shows them."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

import londinium
from londinium import ALL_EYES, Match, Remark
from londinium.cli.replay import verb as replay_verb
from londinium.kernel.game import CHANCE
from londinium.look.remark_words import remark_words
from londinium.study.annotated import SIZE_MARKS, annotated
from londinium.study.best_line import LINE_DECISIONS
from londinium.study.replay import replay
from londinium.study.verdicts import ANALYSIS_VERSION, BLUNDER, NONE, Analysis, Decision, WeighedMove

GAMES = Path(londinium.__file__).parent / "games"
BRIDGE = GAMES / "old_london_bridge" / "records" / "two-greedy-base.record"


@pytest.fixture(scope="module")
def match() -> Match:
    return londinium.load_record(BRIDGE)


def weighed(match: Match, move: str, points: float, win: float) -> WeighedMove:
    lines = tuple(points / len(match.game.score_lines) for _ in match.game.score_lines)
    return WeighedMove(move, points, win, points, 0.1, lines)


def analysis_of(match: Match) -> tuple[Analysis, int]:
    """An analysis that finds one blunder and one good move; what a search would say does not matter here."""
    step = next(
        step for step in match if step.decided and step.move.startswith("place ") and len(step.match.legal(step.seat)) > 1
    )
    better = next(move for move in step.match.legal_moves_of(step.seat) if move != step.move)
    good = next(later for later in match if later.ply > step.ply and later.decided)
    played, best = weighed(match, step.move, 30.5, 0.25), weighed(match, better, 41.0, 0.75)
    bad = Decision(step.ply, step.seat, played, (best, played), 10.5, 0.5, BLUNDER)
    fine = weighed(match, good.move, 33.0, 0.5)
    decisions = (bad, Decision(good.ply, good.seat, fine, (fine,), 0.0, 0.1, NONE))
    return Analysis(ANALYSIS_VERSION, 1, decisions, (), (), 0.0, match.record, match), step.ply


def test_mistakes_get_marks_evaluations_words_and_the_better_move(match: Match) -> None:
    analysis, ply = analysis_of(match)
    found = annotated(analysis, match)
    bad, good = (found.notes[decision.ply] for decision in analysis.decisions)
    assert (bad.mark, bad.points, bad.win) == (SIZE_MARKS[BLUNDER], 30.5, 0.25)
    assert bad.comment.startswith("Blunder, worth £10.5 less: ")
    ((better, *later),) = (tried.moves for tried in bad.variations)
    assert (better.move, better.remark.points) == (analysis.decisions[0].best[0].move, 41.0)
    assert len(later) >= LINE_DECISIONS - 1, "the line goes on with what is expected after the better move"
    assert good == Remark(points=33.0, win=0.5)
    assert match.notes == {}, "the match that was analysed stays as it is"
    again = londinium.read_record(found.record)
    assert again.notes == found.notes
    assert annotated(analysis, again).notes == found.notes, "nothing is said twice"
    line = again.variation(ply)
    assert line.plies[ply].seat == analysis.decisions[0].seat
    assert [line.moves.text(made.move) for made in line.plies[ply:]] == [better.move, *(one.move for one in later)]
    told = remark_words(match, bad, match.words("en"))
    assert all(match.game.face.describe_move(one.move, None, match.words("en")) in told for one in later if one.seat != CHANCE)


def test_what_somebody_said_stays(match: Match) -> None:
    analysis, ply = analysis_of(match)
    own = match.copy()
    own.annotate(ply, "!?", comment="I liked it.")
    said = annotated(analysis, own).notes[ply]
    assert said.mark == "!?"
    assert said.comment.startswith("I liked it.\nBlunder, worth £10.5 less: ")


def test_replays_show_remarks(match: Match) -> None:
    analysis, ply = analysis_of(match)
    said = annotated(analysis, match)
    said.comment = "At the <club>."
    words = said.words()
    told = remark_words(said, said.notes[ply], words)
    assert told.startswith("?? (£30.5, 25%) Blunder")
    assert "Instead: " in told
    shown = replay(said)
    bars = [unescape(bar).replace("\u00a0", " ") for bar in shown.fragments["prompt"]]
    assert sum("?? (£30.5, 25%) Blunder" in bar for bar in bars) == 1
    log = unescape(shown.log)
    assert told in log
    assert "At the <club>." in log
    assert "<club>" not in shown.log, "what somebody wrote is text"
    assert told not in unescape(replay(match).log)


def test_a_remark_tells_no_secret_before_it_is_one_no_more() -> None:
    match = londinium.game("old-london-bridge").match(seats=3, seed=7)
    match.push("play 4", 1)
    match.annotate(match.ply - 1, "!", comment="The highest card first.")
    assert "The highest card first." in "".join(replay(match, eye=ALL_EYES).fragments["prompt"])
    assert "The highest card first." in "".join(replay(match, eye=1).fragments["prompt"])
    for found in (replay(match, eye=0), replay(match, eye=2)):
        assert "The highest card first." not in found.to_json().decode()


def test_the_terminal_shows_them(match: Match, tmp_path: Path) -> None:
    analysis, ply = analysis_of(match)
    file = tmp_path / "said.record"
    londinium.save_record(annotated(analysis, match), file)

    def told(*words: str) -> str:
        return " ".join(CliRunner().invoke(replay_verb, [str(file), *words], catch_exceptions=False).stdout.split())

    assert "?? (£30.5, 25%) Blunder" in told()
    assert "?? (£30.5, 25%) Blunder" in told("--ply", str(ply + 1))
    assert "Blunder" not in told("--ply", str(ply))
    data = json.loads(CliRunner().invoke(replay_verb, [str(file), "--json"], catch_exceptions=False).stdout)
    assert data["plies"][ply]["remark"]["mark"] == "??"
