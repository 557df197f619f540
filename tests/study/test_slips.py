"""What mistakes are about: every game has a sentence for each theme, in every language."""

from __future__ import annotations

import pytest

from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games, games
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.language import SOURCE, language, languages
from londinium.study.slips import Slip, habits
from londinium.table.history.endings import Ending
from londinium.web.http.reader import Reader
from londinium.web.pages.progress import told_habits


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_every_theme_has_a_sentence_to_whoever_misses_it(game: Game) -> None:
    assert set(game.study.FAULTS) == set(game.study.THEMES)
    assert all(sentence.startswith("You ") and sentence.endswith(".") for sentence in game.study.FAULTS.values())


@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.slug)
def test_they_are_said_in_every_language(game: Game) -> None:
    for code in languages():
        words = language(code, game.folder)
        for sentence in game.study.FAULTS.values():
            assert (words.text(sentence) != sentence) == (code != SOURCE), (code, sentence)


# ── Advice ───────────────────────────────────────────────────────────────────

OPPOSED = (("replace", "lengthen"),)


def several(theme: str, count: int, loss: float = 4.0) -> list[Slip]:
    return [Slip(theme, ply, 0, theme, loss, "mistake") for ply in range(count)]


def test_advice_needs_three_cases() -> None:
    """One costly mistake is told as such, and is no habit."""
    advised, rest = habits([*several("gate", 3), *several("chapel", 2, 19.0)], OPPOSED)
    assert [(habit.theme, len(habit.slips), habit.loss) for habit in advised] == [("gate", 3, 12.0)]
    assert [slip.theme for slip in rest] == ["chapel", "chapel"]


@pytest.mark.parametrize(
    ("replaced", "lengthened", "themes"),
    [(3, 3, set()), (5, 3, set()), (3, 6, {"lengthen"}), (4, 1, {"replace"}), (3, 0, {"replace"})],
)
def test_nobody_is_advised_one_thing_and_its_contrary(replaced: int, lengthened: int, themes: set[str]) -> None:
    found = [*several("replace", replaced), *several("lengthen", lengthened), *several("gate", 3)]
    advised, rest = habits(found, OPPOSED)
    assert {habit.theme for habit in advised} == {*themes, "gate"}
    assert len(rest) + sum(len(habit.slips) for habit in advised) == len(found)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_what_contradicts_each_other_are_themes(game: Game) -> None:
    assert {theme for pair in game.study.OPPOSED for theme in pair} <= set(game.study.THEMES)


def test_what_costs_you_most_names_the_measure_and_gives_no_advice_for_one_mistake() -> None:
    """A haberdasher that cost £19.3 is told with the cost of its analysis; it does not make `You replace buildings too late`."""
    game, (one,) = find_game("old-london-bridge"), several("replace", 1, 19.3)
    ending = Ending("gate", game.slug, {}, ("Ann", "Ben"), ("person", "master"), (30, 40), (1, 0), 0, 0)
    endings, reader = {"replace": ending, "gate": ending}, Reader("en", "light", "Ann", ())
    told = told_habits(game.slug, [[one, *several("gate", 3)]], endings, reader)
    assert [(habit.sentence, habit.facts) for habit in told.told] == [
        ("You neglect the gates.", "3 mistakes, worth £12.0 less"),
        ("Other mistakes", "1 mistake, worth £19.3 less"),
    ]
    assert told.told[1].positions[0][1].endswith("worth £19.3 less")
    assert told.measure.startswith("A move is worth the lead")
