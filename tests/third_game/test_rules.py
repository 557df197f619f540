"""The rules of Mudlarks, each in one sentence. Its rulebook is `examples/mudlarks/mudlarks/rulebook/en.md`."""

from __future__ import annotations

from pathlib import Path

import pytest

import londinium
from londinium import Match
from londinium.kernel.conformance.rule_index import index
from londinium.kernel.words.rulebook import rulebook

GAME = londinium.game("mudlarks")
TIDE = ("coin",) * 5 + ("ring",) * 4 + ("bone",) * 3


def washed_up(*moves: str) -> Match:
    """A match without a seed: whoever says what the tide brings is chance."""
    match = GAME.match(names=("Ann", "Bob"))
    for move in moves:
        match.push(move)
    return match


def test_the_tide_brings_five_coins_four_rings_and_three_bones() -> None:
    """M-1.1, and M-2.1: before every turn comes a find."""
    match = washed_up()
    assert match.odds == {"find coin": 5, "find ring": 4, "find bone": 3}
    for kind in TIDE:
        assert match.to_act == (londinium.CHANCE,)
        match.push(f"find {kind}")
        match.push("keep")
    assert match.is_over


def test_whoever_digs_keeps_the_find_or_leaves_it_to_the_other() -> None:
    """M-2.2; then the other digs (M-2.4)."""
    match = washed_up("find ring", "keep")
    assert [heap.finds for heap in match.view().board.heaps] == [(0, 1, 0), (0, 0, 0)]
    match.push("find bone")
    assert match.to_act == (1,)
    match.push("give")
    assert [heap.finds for heap in match.view().board.heaps] == [(0, 1, 1), (0, 0, 0)]
    match.push("find coin")
    assert match.to_act == (0,)


def test_nobody_leaves_more_than_two_finds_to_the_other() -> None:
    """M-1.2 and M-2.3."""
    match = washed_up("find coin", "give", "find coin", "keep", "find ring", "give", "find ring", "keep")
    assert match.view().board.heaps[0].gifts == 0
    match.push("find bone")  # whoever has no choice is not asked
    assert match.log()[-1][1] == "Ann keeps a bone."
    asked = washed_up("find coin", "give", "find coin", "keep", "find ring", "give", "find ring", "keep")
    asked.apply("find bone")
    with pytest.raises(londinium.IllegalMove, match=r"you have left two finds to the other already \(M-2.3\)"):
        asked.push("give")


def test_each_kind_scores_the_number_of_finds_times_itself() -> None:
    """M-3.1: three coins, two rings and no bone are 13 points; equals share the first place."""
    match = washed_up()
    states = match.position.states
    states[0].held[0], states[0].held[1] = [3, 2, 0], [2, 3, 0]
    match = match.with_state(states)
    assert [sheet.total for sheet in match.score_sheets] == [13, 13]
    assert [sheet.place for sheet in match.score_sheets] == [0, 0]
    states[0].held[1] = [2, 2, 1]
    assert [sheet.place for sheet in match.with_state(states).score_sheets] == [0, 1]


def test_each_rule_of_its_rulebook_is_obeyed_and_tested_here() -> None:
    tests = Path(__file__).read_text(encoding="utf-8")
    assert [entry.number for entry in index(GAME) if not entry.obeyed] == []
    assert [number for number in rulebook(GAME).numbers if number not in tests] == []
