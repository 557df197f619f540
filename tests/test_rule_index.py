"""Each rule of a rulebook is obeyed in one module, its chapter's, and tested; the index in the docs says where."""

from __future__ import annotations

import pytest

import londinium
from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games
from londinium.kernel.rule_index import citations, index, page, page_path, rules_modules

GAMES = londinium.all_games()
OURS = bundled_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_each_rule_is_cited_in_the_module_of_its_chapter_and_in_no_other(game: Game) -> None:
    for entry in index(game):
        chapter = game.chapters[entry.number.split(".")[0]]
        modules = {module for module, _ in entry.obeyed}
        assert modules == {f"{chapter.replace('.', '/')}.py"}, f"{entry.number} is cited in {modules or 'no module'}"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.slug)
def test_each_rule_is_cited_in_a_test(game: Game) -> None:
    assert [entry.number for entry in index(game) if not entry.tested] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_no_module_cites_a_rule_that_does_not_exist(game: Game) -> None:
    known = {entry.number for entry in index(game)}
    cited = {number for module in rules_modules(game) for number, _ in citations(module)}
    assert cited - known == set()


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.slug)
def test_the_index_in_the_docs_is_up_to_date(game: Game) -> None:
    assert page_path(game).read_text(encoding="utf-8") == page(game), "run: python -m londinium.kernel.rule_index"
