"""What mistakes are about: every game has a sentence for each theme, in every language."""

from __future__ import annotations

import pytest

from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games, games
from londinium.kernel.words.language import SOURCE, language, languages


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
