"""The end of a match: what became of it for each, one's best so far, the tie rule, and where to go from here."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

import londinium
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.defaults.endings import plain_ending, tied
from londinium.kernel.views import Outcome, View
from londinium.kernel.words.language import language, languages
from londinium.table import commands
from londinium.table.settings import PERSON, TableSettings
from londinium.table.table import Table
from londinium.web.http.reader import Reader
from londinium.web.live.final import final_page
from londinium.web.live.seats import sit_down

from .site import World, in_loop, serving

DAY = date(2026, 11, 20)
CITY, BRIDGE = "next-station-london", "old-london-bridge"
GO = re.compile(r'<div class="go[^"]*">(.*?)</div>', re.DOTALL)


def view(seat: int | None, scores: tuple[int, ...], places: tuple[int, ...]) -> View:
    return View("game", 1, len(scores), seat, 0, (), "", None, (), (), Outcome(scores, places))


def words_for(seat: int | None, scores: tuple[int, ...], places: tuple[int, ...], code: str = "en") -> str:
    face = londinium.game(CITY).face
    return plain_ending(view(seat, scores, places), face.describe_points, language(code), ("Ann", "Wat", "Rosa", "Hugh"))


def test_the_place_and_how_far_it_is() -> None:
    assert words_for(0, (50, 57, 40), (1, 0, 2)) == "You are 2nd, 7 points behind Wat."
    assert words_for(2, (50, 57, 56), (2, 0, 1)) == "You are 2nd, 1 point behind Wat."
    assert words_for(2, (50, 57, 40), (1, 0, 2)) == "You are 3rd, 17 points behind Wat."
    assert words_for(1, (50, 57, 40), (1, 0, 2)) == "You have won, 7 points ahead of Ann."
    assert words_for(0, (57, 57), (1, 0)) == "You are 2nd, level with Wat."
    assert words_for(1, (57, 57), (1, 0)) == "You have won, level with Ann."
    assert words_for(0, (57, 57, 3), (0, 0, 2)) == "You share first place with Wat."
    assert words_for(None, (50, 57, 40), (1, 0, 2)) == "Wat has won, 7 points ahead of Ann."
    assert words_for(0, (123,), (0,)) == "You have reached 123 points."


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_it_is_said_in_every_language(code: str) -> None:
    for seat, scores, places in [(0, (50, 57), (1, 0)), (1, (50, 57), (1, 0)), (None, (50, 57), (1, 0)), (0, (9,), (0,))]:
        said = words_for(seat, scores, places, code)
        assert said
        assert said != words_for(seat, scores, places)


def test_pounds_are_pounds() -> None:
    face, words = londinium.game(BRIDGE).face, language("en", londinium.game(BRIDGE).folder)
    told = face.ending(view(0, (50, 57), (1, 0)), words, ("Ann", "Wat"))
    assert told == "You are 2nd, £7 behind Wat."


def test_where_a_rule_decided_a_tie() -> None:
    assert tied(Outcome((34, 57, 34), (1, 0, 2))) == [(0, 2)]
    assert tied(Outcome((57, 57), (0, 0))) == []
    assert "O-8.4" in londinium.game(BRIDGE).face.tie_rule(language("en", londinium.game(BRIDGE).folder))
    assert "N-6.2" in londinium.game(CITY).face.tie_rule(language("en", londinium.game(CITY).folder))


async def finished(world: World, name: str, game: str = CITY, hinted: bool = False) -> Table:
    """A table that somebody played to its end, alone or against whoever moves at random."""
    bots = ("random",) * (0 if 1 in londinium.game(game).seats else 1)
    table = await world.hall.create(TableSettings(game, (PERSON, *bots), (name, *("Wat",) * len(bots))))
    await sit_down(world.hall, table, 0, name)
    if hinted:
        await world.hall.command(table.id, 0, commands.Hint("h", table.version(0)))
    async with world.person() as client:
        await world.play(await client.get(f"/t/{world.hall.token(table, 0)}"))
    await world.site.ledger.up_to_date()
    return table


@in_loop
async def test_the_dialog_leads_on_in_the_order_of_what_one_wants(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world:
        table = await finished(world, "Ann")
        words = Reader("en", "light", "", ()).words(table.match.game)
        drawn = table.match.game.drawing.draw(table.match.view(0), Scene(words, table.names))
        page = final_page(table, 0, drawn.prompt, words)
        first, further = GO.findall(page)
        assert re.findall(r">([^<>]+)</(?:a|button)>", first) == ["Rematch", "Analysis", "Share the match", "Share picture"]
        assert re.findall(r">([^<>]+)</(?:a|button)>", further) == ["Replay", "Film", "Download the record", "Home"]
        assert f'data-share="/replay/{table.id}"' in first
        assert f'href="/replay/{table.id}#study=1"' in first
        assert f"You have reached {table.match.outcome.scores[0]} points." in page  # type: ignore[union-attr]
        assert page.index("headline") < page.index('class="go"') < page.index('class="sheets"') < page.index("shuffle")


@in_loop
async def test_ones_best_so_far_is_known_by_name(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as client:
        first = await finished(world, "Ann")
        reached = first.match.outcome.scores[0]  # type: ignore[union-attr]
        second = await world.hall.create(TableSettings(CITY, (PERSON,), ("Ann",)))
        await sit_down(world.hall, second, 0, "Ann")
        page = await client.get(f"/t/{world.hall.token(second, 0)}")
        assert f'data-named data-best="{reached}"' in page.text
        assert 'data-best=""' in (await client.get(f"/t/{world.hall.token(first, 0)}")).text, "not the match itself"
        third = await world.hall.create(TableSettings(CITY, (PERSON,), ("Guest",)))
        await sit_down(world.hall, third, 0, "Guest")
        assert "data-named" not in (await client.get(f"/t/{world.hall.token(third, 0)}")).text, "guests share their name"


@in_loop
async def test_the_text_board_tells_the_end_too(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as client:
        await finished(world, "Ann")
        table = await finished(world, "Ann")
        page = await client.get(f"/t/{world.hall.token(table, 0)}/text")
        assert "You have reached" in page.text
        assert "Your best before this match:" in page.text
