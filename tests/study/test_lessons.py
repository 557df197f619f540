"""Every lesson of every game: it is played on the real engine, points at what is there, and says the same in all languages."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from londinium.kernel.errors import InvalidRecord, LondiniumError
from londinium.kernel.game import Game
from londinium.kernel.language import languages
from londinium.kernel.registry import bundled_games as games
from londinium.kernel.rulebook import rulebook
from londinium.study.lessons import FIRST, MATCH, Lesson, Step, folder_of, lesson, lesson_names, wording, wording_file
from londinium.study.teaching import draw_step, teach
from londinium.web.learning import packed_lesson

LONGEST = {"text": 280, "advice": 180}
LESSONS = [pytest.param(game, name, id=f"{game.slug}-{name}") for game in games() for name in lesson_names(game)]
OTHERS = [code for code in languages() if code != "en"]


def plain(text: str) -> str:
    """What a reader sees of Markdown."""
    return re.sub(r"!\[[^\]]*\]\([\w-]+\)|\*", "", text)


def wrong_moves(taught: Lesson, step: Step) -> list[str]:
    """What else the learner could do where a move is asked for."""
    here = taught.match.at(step.ply)
    return [move for move in map(here.moves.text, here.legal(taught.learner)) if move != step.asked]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_every_game_has_a_first_lesson(game: Game) -> None:
    assert lesson_names(game)[0] == FIRST
    with pytest.raises(LondiniumError, match="nothing"):
        lesson(game, "nothing")


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_every_language_has_the_same_steps(game: Game, name: str) -> None:
    taught, english = lesson(game, name), wording(game, name)
    assert list(english.steps) == [step.name for step in taught.steps]
    for code in OTHERS:
        assert wording_file(game, name, code).exists()
        theirs = wording(game, name, code)
        assert list(theirs.steps) == list(english.steps)
        assert theirs.title != english.title
        assert theirs.summary != english.summary
        for step, said in theirs.steps.items():
            assert said.text != english.steps[step].text, step
            assert [pattern for pattern, _ in said.advice] == [pattern for pattern, _ in english.steps[step].advice], step


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_nobody_has_to_read_much(game: Game, name: str, code: str) -> None:
    for step, said in wording(game, name, code).steps.items():
        assert 0 < len(plain(said.text)) <= LONGEST["text"], step
        for pattern, words in said.advice:
            assert 0 < len(plain(words)) <= LONGEST["advice"], (step, pattern)


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_goes_on_where_a_move_was_asked_for(game: Game, name: str) -> None:
    taught = lesson(game, name)
    asked = [step for step in taught.steps if step.asked]
    assert len(asked) >= 5
    for step, following in zip(taught.steps, taught.steps[1:], strict=False):
        assert following.ply > step.ply if step.asked else following.ply >= step.ply
        between = taught.match.plies[step.ply + bool(step.asked) : following.ply]
        assert taught.learner not in {made.seat for made in between if made.decided}, f"after {step.name} a move is not asked for"
    assert not taught.steps[-1].asked


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_everything_it_points_at_is_on_the_table(game: Game, name: str) -> None:
    taught, words = lesson(game, name), lesson(game, name).match.words()
    layout = teach(taught, "en").layout
    for step in taught.steps:
        drawn = draw_step(taught, step, words)
        there = layout + "".join(drawn.fragments.values())
        for mark, value in step.points:
            assert f'data-{mark}="{value}"' in there, f"{step.name} points at {mark} {value}"


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_the_rules_it_names_are_there(game: Game, name: str) -> None:
    numbers = rulebook(game).numbers
    named = [step.rule for step in lesson(game, name).steps if step.rule]
    assert named
    assert set(named) <= set(numbers)


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_every_other_move_gets_a_reason(game: Game, name: str) -> None:
    taught, said = lesson(game, name), wording(game, name).steps
    for step in taught.steps:
        wrong = wrong_moves(taught, step) if step.asked else []
        assert [move for move in wrong if not said[step.name].about(move)] == [], step.name
        for pattern, words in said[step.name].advice:
            assert words in map(said[step.name].about, wrong), f"{step.name}: nothing is said by {pattern}"


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_what_is_asked_for_is_offered_and_what_is_not_allowed_has_its_rule(game: Game, name: str) -> None:
    taught = lesson(game, name)
    shown = teach(taught, "en")
    for step, seen in zip(taught.steps, shown.steps, strict=True):
        assert (step.asked in seen.offers) if step.asked else not (seen.offers or seen.refused)
        assert not set(seen.refused) & set(seen.offers)
    reasons = [reason for seen in shown.steps for reason in seen.refused.values()]
    assert {reason.rule for reason in reasons} <= set(rulebook(game).numbers)
    assert len({reason.rule for reason in reasons}) >= 2


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_is_small(game: Game, name: str, code: str) -> None:
    assert len(packed_lesson(game.slug, name, code)) < 200_000


# ── A lesson needs no code ───────────────────────────────────────────────────


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Game, Path]:
    """A game with another lesson in its folder."""
    game = games()[0]
    shutil.copytree(folder_of(game, FIRST), tmp_path / "lessons" / "another")
    monkeypatch.setitem(game.__dict__, "folder", tmp_path)
    return game, tmp_path / "lessons" / "another" / MATCH


def test_a_lesson_is_a_folder(own: tuple[Game, Path]) -> None:
    game, _ = own
    assert lesson_names(game) == ["another"]
    assert lesson(game, "another").steps[0].name == "welcome"
    assert wording(game, "another", "xx") == wording(game, "another", "en")


@pytest.mark.parametrize(
    ("line", "at_the_end", "problem"),
    [
        ("#: dance", True, "knows no 'dance'"),
        ("#: ask", True, "the learner's next move"),
        ("#: rule N-4.3", False, "belongs to a step"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_said_with_its_line(
    own: tuple[Game, Path], line: str, at_the_end: bool, problem: str
) -> None:
    game, file = own
    text = file.read_text(encoding="utf-8")
    at = len(text) if at_the_end else text.index("#: step welcome")
    wrong = file.parent.with_name(line.removeprefix("#: ").split()[0])
    shutil.copytree(file.parent, wrong)
    (wrong / MATCH).write_text(f"{text[:at]}{line}\n{text[at:]}", encoding="utf-8")
    with pytest.raises(InvalidRecord, match=problem) as raised:
        lesson(game, wrong.name)
    assert raised.value.line == text[:at].count("\n") + 1
