"""Each rule of a rulebook is obeyed in one module, its chapter's, and tested; the index in the docs says where."""

from __future__ import annotations

from pathlib import Path

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
        modules = set(entry.places)
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


SAMPLE = '''
# X-1.1 Above a constant.
FIRST, SECOND = 1, 2


def pays(seat: int) -> int:
    """X-1.9 in a docstring is no citation."""
    # X-1.2 A rule of several parts: this one,
    # which goes on here with X-1.3.
    return seat
    # X-1.4 Below the last statement.


# X-1.2 Above a function.
def leads() -> None:
    number = 3  # X-1.8 behind a statement is no citation
'''


def test_a_rule_is_indexed_at_each_of_its_places(tmp_path: Path) -> None:
    module = tmp_path / "rules.py"
    module.write_text(SAMPLE, encoding="utf-8")
    assert citations(module) == [
        ("X-1.1", "FIRST"),
        ("X-1.2", "pays"),
        ("X-1.3", "pays"),
        ("X-1.4", "pays"),
        ("X-1.2", "leads"),
    ]


def test_a_compound_rule_of_the_bridge() -> None:
    """O-8.6 is a list of details; each is where it is obeyed."""
    entry = next(entry for entry in index(londinium.game("old-london-bridge")) if entry.number == "O-8.6")
    assert {"spaces_ahead", "coins_again", "highest_bidder", "note_lowest_number"} <= set(entry.places["rules/scoring.py"])
    assert "`spaces_ahead`" in page(londinium.game("old-london-bridge"))
