"""Hints: their order is that of their numbers, they say of a move what its button says, and no analysis contradicts them."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

import londinium
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.rules import COMPILED
from londinium.kernel.words.language import language, languages
from londinium.study.analysis import Advised, Effort, advise, judge_move, new_judge
from londinium.study.verdicts import NONE, WeighedMove
from londinium.table.settings import PERSON, TableSettings
from londinium.web.background.hints import told
from londinium.web.live.seats import sit_down

from .site import in_loop, serving
from .test_pages import form_fields

BRIDGE, CITY = "old-london-bridge", "next-station-london"
ROW = re.compile(r"<li><b>(.*?)</b>(?: <em>(.*?)</em>)?<span>(.*?)</span></li>")
DAY = date(2026, 11, 20)


def position(slug: str, plies: int, seed: int = 4) -> Match:
    match = londinium.game(slug).match(seats=2, seed=seed)
    while match.ply < plies or match.to_act[0] == CHANCE or len(match.legal(match.to_act[0])) < 3:
        match.push(match.legal(match.to_act[0])[0], match.to_act[0])
    return match


@pytest.mark.parametrize(("slug", "plies"), [(BRIDGE, 6), (BRIDGE, 21), (CITY, 8), (CITY, 40)])
def test_a_hint_agrees_with_the_offers_and_with_the_analysis(slug: str, plies: int) -> None:
    match = position(slug, plies)
    seat, lore = match.to_act[0], match.game.study
    words = language("en", match.game.folder)
    effort = Effort(simulations=lore.SIMULATIONS if COMPILED else 12)
    advice = advise(new_judge(match, effort), match.at(match.ply), seat, effort)
    hint = told(advice, match, seat, words)
    offers = match.game.drawing.draw(match.view(seat, refusals=False), Scene(words, match.names)).offers
    rows = ROW.findall(hint.markup)
    assert len(rows) == len(advice) >= 1
    for (label, gain, _), one in zip(rows, advice, strict=True):
        assert (label, gain) == (offers[one.choice.move].label, offers[one.choice.move].gain)
    losses = [one.loss for one in advice if not one.is_equal]
    assert losses == sorted(losses), "the order is that of the numbers"
    assert [one.is_equal for one in advice] == sorted((one.is_equal for one in advice), reverse=True)
    costs = re.findall(r"<span>(worth [^<]+ less)</span>", hint.markup)
    assert costs == [f"worth {lore.amount(max(0.0, one.loss), words)} less" for one in advice[1:] if not one.is_equal]
    assert ("A move is worth the " in hint.markup) == bool(costs), "the measure of an analysis, in words"
    assert hint.move == advice[0].choice.move
    assert hint.ghosts == offers[hint.move].ghosts
    judged = judge_move(new_judge(match, effort), match.at(match.ply), seat, match.moves.parse(hint.move), effort, lore)
    assert judged.size == NONE, "what was advised is no mistake"


@pytest.mark.parametrize("code", languages())
def test_what_is_worth_less_and_what_is_as_good(code: str) -> None:
    match = position(BRIDGE, 6)
    seat, lines = match.to_act[0], len(match.game.score_lines)
    moves = [match.moves.text(move) for move in match.legal(seat)[:3]]
    weighed = [WeighedMove(move, 50.0 - 2 * at, 0.4, 30.0, 1.0, (1.0 - at,) * lines) for at, move in enumerate(moves)]
    advice = [Advised(weighed[0], 0.0, 0.0), Advised(weighed[1], 0.4, 0.5), Advised(weighed[2], 4.2, 0.5)]
    words = language(code, match.game.folder)
    markup = told(advice, match, seat, words, first=True).markup
    said = [row[2] for row in ROW.findall(markup)]
    assert "50" in said[0]
    assert "40" in said[0]
    assert said[1] == words.text("about as good")
    assert "4" in said[2]
    assert 'class="noted"' in markup
    assert match.game.study.amount(4.2, words) in said[2]


def test_a_reason_tells_a_thing_from_another_not_from_another_way_to_it() -> None:
    match = next(
        match for match in (position(BRIDGE, plies) for plies in range(20)) if match.game.face.asks(match.position) == "placing"
    )
    seat, words = match.to_act[0], language("en", match.game.folder)
    lines = match.game.score_lines
    offered = [match.moves.text(move) for move in match.legal(seat)]
    best = next(move for move in offered if len(move.split()) == 2 and f"place centre {move.split()[1]}" in offered)
    beside = next(move for move in offered if len(move.split()) == 2 and move != best)
    moves = [best, f"place centre {best.split()[1]}", beside]
    weighed = [WeighedMove(move, 50 - 3 * at, 0.4, 30.0, 1.0, (-3.0 * at,) * len(lines)) for at, move in enumerate(moves)]
    advice = [Advised(each, 3.0 * at, 0.1) for at, each in enumerate(weighed)]
    markup = told(advice, match, seat, words).markup
    assert "£6" in markup.rpartition("</ol>")[2], "compared with the third, not with the second"
    assert "£3" in told(advice[:2], match, seat, words).markup.rpartition("</ol>")[2], "there is nothing else"


@in_loop
async def test_the_text_board_gives_hints_and_says_what_they_cost(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as client:
        table = await world.hall.create(TableSettings(CITY, (PERSON,), ("Ann",)))
        await sit_down(world.hall, table, 0, "Ann")
        address = f"/t/{world.hall.token(table, 0)}"
        page = await client.get(f"{address}/text")
        assert "does not count towards rankings" in page.text
        answer = await client.post(f"{address}/act", data=form_fields(page.text, ">Hint<"))
        assert "Good moves" in answer.text
        assert "From now on this match does not count" in answer.text
        assert table.hinted
        friends = await world.hall.create(TableSettings(CITY, (PERSON, PERSON), ("Ann", "Ben")))
        await sit_down(world.hall, friends, 0, "Ann")
        assert ">Hint<" not in (await client.get(f"/t/{world.hall.token(friends, 0)}/text")).text
