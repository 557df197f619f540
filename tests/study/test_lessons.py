"""Every lesson of every game: it is played on the real engine, points at what is there, and says the same in all languages."""

from __future__ import annotations

import html
import re
import shutil
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from londinium.kernel.game import CHANCE, Game
from londinium.kernel.registry import bundled_games as games
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import InvalidRecord, LondiniumError
from londinium.kernel.words.language import languages
from londinium.kernel.words.rulebook import rulebook
from londinium.study.analysis import Effort, judge_move, new_judge
from londinium.study.lessons import (
    FIRST_LESSON,
    MATCH,
    WHY,
    Lesson,
    LessonStep,
    folder_of,
    lesson,
    lesson_names,
    record_files,
    wording,
    wording_file,
)
from londinium.study.notes import named
from londinium.study.slides import draw_step, reason, teach
from londinium.study.verdicts import BLUNDER, MISTAKE
from londinium.web.pages.lesson import advice, packed_lesson

DECISIONS = "first-decisions"
LONGEST = {"text": 280, "advice": 180}
LESSONS = [pytest.param(game, name, id=f"{game.slug}-{name}") for game in games() for name in lesson_names(game)]
OTHERS = [code for code in languages() if code != "en"]


def plain(text: str) -> str:
    """What a reader sees of Markdown."""
    return re.sub(r"!\[[^\]]*\]\([\w-]+\)|\*", "", text)


def wrong_moves(taught: Lesson, step: LessonStep) -> list[str]:
    """What else the learner could do where a move is asked for."""
    here = taught.at(step)
    return [move for move in map(here.moves.text, here.legal(taught.learner)) if move != step.asked]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_every_game_has_a_first_lesson(game: Game) -> None:
    assert lesson_names(game)[0] == FIRST_LESSON
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
    assert len(asked) >= 4
    for step, following in zip(taught.steps, taught.steps[1:], strict=False):
        if following.record != step.record:
            assert following.record == step.record + 1
            assert not step.asked, "what a move brings is seen before the next match begins"
            continue
        assert following.ply > step.ply if step.asked else following.ply >= step.ply
        between = taught.matches[step.record].plies[step.ply + bool(step.asked) : following.ply]
        assert taught.learner not in {made.seat for made in between if made.decided}, f"after {step.name} a move is not asked for"
    assert not taught.steps[-1].asked


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_everything_it_points_at_is_on_the_table(game: Game, name: str) -> None:
    taught, words = lesson(game, name), lesson(game, name).matches[0].words()
    layout = teach(taught, "en").layout
    for step in taught.steps:
        drawn = draw_step(taught, step, words)
        there = layout + "".join(drawn.fragments.values())
        for mark, values in step.points:
            for value in values.split(" + "):
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
def test_what_looks_better_than_what_is_asked_for_has_an_answer_of_its_own(game: Game, name: str) -> None:
    """A preview is never contradicted by a phrase: a move that it likes better is spoken of by its name."""
    taught, said = lesson(game, name), wording(game, name).steps
    for step in taught.steps:
        if not step.asked:
            continue
        here = taught.at(step)
        gains = {move: gain_of(told.gain) for move, told in named(here, taught.learner, here.words()).items()}
        better = [move for move, gain in gains.items() if gain > gains[step.asked]]
        answered = {move: next(pattern for pattern, _ in said[step.name].advice if fnmatchcase(move, pattern)) for move in better}
        assert [move for move, pattern in answered.items() if pattern == "*"] == [], step.name


def gain_of(preview: str) -> int:
    """What a preview says a move brings: the first number in it."""
    found = re.search(r"([+−]?)£?(\d+)", preview)
    return 0 if found is None else int(found[2]) * (-1 if found[1] == "−" else 1)


def test_what_a_first_lesson_asks_for_is_no_mistake() -> None:
    """Next Station's teacher never recommends what the analysis would call worse than an inaccuracy."""
    game = find_game("next-station-london")
    taught, effort = lesson(game, FIRST_LESSON), Effort(simulations=game.study.SIMULATIONS)
    for step in taught.steps:
        if not step.asked:
            continue
        here = taught.at(step)
        move = here.moves.parse(step.asked)
        found = judge_move(new_judge(here, effort), here, taught.learner, move, effort, game.study)
        assert found.size not in (MISTAKE, BLUNDER), (step.name, found.loss)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_where_the_natural_move_is_wrong_the_analysis_says_the_same(game: Game) -> None:
    taught = lesson(game, DECISIONS)
    judged = [step for step in taught.steps if step.instead]
    assert len(judged) == 4
    effort = Effort(simulations=game.study.SIMULATIONS)
    for step in judged:
        here, natural = taught.at(step), step.instead
        assert natural is not None
        judge = new_judge(here, effort)
        found = judge_move(judge, here, taught.learner, here.moves.parse(natural.move), effort, game.study)
        assert found.size in (MISTAKE, BLUNDER), step.name
        best = next(choice for choice in found.best if choice.move == step.asked)
        assert best.value > found.played.value
        assert best.points - found.played.points == pytest.approx(natural.cost, abs=1.5), step.name
        lines = dict(zip(game.score_lines, zip(best.lines, found.played.lines, strict=True), strict=True))
        for line, more in natural.lines:
            assert lines[line][0] - lines[line][1] == pytest.approx(more, abs=1.2), (step.name, line)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_the_natural_move_is_answered_with_the_sentence_of_the_analysis(game: Game, code: str) -> None:
    taught, said = lesson(game, DECISIONS), wording(game, DECISIONS, code).steps
    for step, following in zip(taught.steps, taught.steps[1:], strict=False):
        if step.instead is None:
            continue
        words = taught.at(step).words(code)
        why = reason(taught, step, words)
        assert words.decimal(step.instead.lines[0][1]) in why
        assert WHY in said[step.name].about(step.instead.move)
        assert WHY in said[following.name].text
        assert reason(taught, following, words) == why
        assert plain_text(why) in plain_text(advice(game.slug, said[step.name], step.instead.move, words, why))


def plain_text(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", markup)).replace("\u2060", "").replace("\xa0", " ")


@pytest.mark.parametrize(("code", "you"), [("en", "You"), ("de", "Du"), ("fr", "Vous"), ("it", "Tu")])
def test_the_log_calls_the_learner_you(code: str, you: str) -> None:
    for game in games():
        log = teach(lesson(game), code).fragments["log"][-1]
        assert re.search(rf">{you}\b", log)
        assert "Maud" not in log


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
    shutil.copytree(folder_of(game, FIRST_LESSON), tmp_path / "lessons" / "another")
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
        ("#: dance", True, "has no 'dance'"),
        ("#: ask", True, "the learner's next move"),
        ("#: instead pass: much, green 2", True, "a move, what it costs"),
        ("#: instead pass: 3, gold 2", True, "a move, what it costs"),
        ("#: instead", True, "a move, what it costs"),
        ("#: rule N-4.3", False, "must belong to a step"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_said_with_its_line(
    own: tuple[Game, Path], line: str, at_the_end: bool, problem: str
) -> None:
    game, file = own
    text = file.read_text(encoding="utf-8")
    at = len(text) if at_the_end else text.index("#: step welcome")
    wrong = file.parent.with_name(re.sub(r"\W+", "-", line))
    shutil.copytree(file.parent, wrong)
    (wrong / MATCH).write_text(f"{text[:at]}{line}\n{text[at:]}", encoding="utf-8")
    with pytest.raises(InvalidRecord, match=problem) as raised:
        lesson(game, wrong.name)
    assert raised.value.line == text[:at].count("\n") + 1


def test_a_lesson_goes_on_in_further_records(own: tuple[Game, Path]) -> None:
    game, file = own
    more = shutil.copytree(file.parent, file.parent.with_name("more"))
    text = file.read_text(encoding="utf-8")
    for number in (10, 2):
        (more / f"match-{number}.record").write_text(text, encoding="utf-8")
    steps = lesson(game, "more").steps
    once = len(steps) // 3
    assert [step.record for step in steps] == [0] * once + [1] * once + [2] * once
    assert record_files(more) == [more / MATCH, more / "match-2.record", more / "match-10.record"]
    other = shutil.copytree(more, more.with_name("other"))
    (other / "match-2.record").write_text(
        text.replace('[Learner "0"]', '[Learner "1"]').replace("#: ask\n", ""), encoding="utf-8"
    )
    with pytest.raises(InvalidRecord, match="the same learner"):
        lesson(game, "other")


# ── What a lesson says of the rules ──────────────────────────────────────────

FALSE_OF_TILES = {
    "en": r"(?<!\w )\b[Tt]iles are used on (your|one's) own turn|tile[:,.]? (it )?(goes|comes) before the pawn",
    "de": r"\bPlättchen setzt man (nur )?im eigenen Zug ein|kommt vor der Figur dran",
    "fr": r"\bUne tuile s’utilise pendant votre passage|\belle s’utilise avant le pion",
    "it": r"\bLe tessere si usano nel (proprio|tuo) turno|\bviene prima della pedina",
}
"""That every tile is used on one's own turn (O-7.3 has two that are not), and that a tile has to come before the pawn (O-7.2)."""
BOTH_MOMENTS = {
    "en": ("on your own turn", "before the pawn", "at the end"),
    "de": ("im eigenen Zug", "vor der Figur", "am Ende"),
    "fr": ("pendant votre passage", "avant le pion", "à la fin"),
    "it": ("nel tuo turno", "prima della pedina", "alla fine"),
}


def test_chapel_two_is_used_before_the_pawn_or_at_the_end() -> None:
    """What the first lesson says of its tile is what the rules do at that step."""
    taught = lesson(find_game("old-london-bridge"), FIRST_LESSON)
    step = next(step for step in taught.steps if step.asked == "use chapel-two")
    here = taught.at(step)
    assert "use chapel-two" in map(here.moves.text, here.legal(taught.learner)), "before the pawn"
    here.push("place hostelry", taught.learner)
    while "use chapel-two" not in (legal := [here.moves.text(move) for move in here.legal(taught.learner)]):
        assert here.to_act in ((taught.learner,), (CHANCE,)), "and when the building has acted"
        here.push("pass" if "pass" in legal else here.legal(here.to_act[0])[0], here.to_act[0])
    for code, moments in BOTH_MOMENTS.items():
        told = plain(wording(taught.game, FIRST_LESSON, code).steps[step.name].text)
        assert [moment for moment in moments if moment not in told] == [], f"{code}: {told}"


@pytest.mark.parametrize("code", FALSE_OF_TILES)
def test_nothing_false_is_said_of_tiles(code: str) -> None:
    """In no lesson, rulebook or catalogue of the game."""
    folder = find_game("old-london-bridge").folder
    texts = [*folder.glob(f"lessons/*/{code}.md"), *folder.glob(f"rulebook/{code}.md"), *folder.glob(f"locale/{code}/*/*.po")]
    texts += [*folder.glob("lessons/*/*.toml"), *folder.glob("**/*.py")] if code == "en" else []
    assert len(texts) > 2
    false = re.compile(FALSE_OF_TILES[code])
    told = {str(text): " ".join(text.read_text(encoding="utf-8").replace("**", "").split()) for text in texts}
    assert {name: found for name, words in told.items() if (found := [each[0] for each in false.finditer(words)])} == {}
