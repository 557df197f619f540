"""Where a match begins: alone, at once against bots, or with the form; what was chosen is remembered, what is refused is seen."""

from __future__ import annotations

import itertools
import re
from datetime import date
from pathlib import Path

import httpx
import msgspec
import pytest

import londinium
from londinium.bots.levels import LEVELS
from londinium.bots.measured import BotFigures, LevelStep, MeasuredBots
from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games
from londinium.kernel.words.errors import LondiniumError
from londinium.kernel.words.language import language, languages
from londinium.table.hall.thinkers import bots_to_seat
from londinium.table.table import Table
from londinium.web.pages import opponents as pages
from londinium.web.pages.opponents import SENTENCES, opponents

from .site import World, in_loop, serving

DAY = date(2026, 11, 20)
CITY, BRIDGE = "next-station-london", "old-london-bridge"


async def table_of(world: World, page: httpx.Response) -> Table:
    return await world.hall.open(page.url.path.split("/")[2].split(".")[0])


def play_form(html: str, slug: str) -> str:
    found = re.search(rf'<form class="play-now" id="play-{slug}" method="post" action="/play/{slug}">.*?</form>', html, re.DOTALL)
    assert found is not None
    return found[0]


def selected(form: str) -> list[str]:
    return re.findall(r'<option value="([^"]+)" selected\b', form)


@in_loop
async def test_play_alone_where_a_game_can_be(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        home = (await ann.get("/")).text
        alone = re.findall(r'<button form="play-([^"]+)" name="alone" value="yes">Play alone', home)
        assert alone == [CITY], "Old London Bridge needs others"
        table = await table_of(world, await ann.post(f"/play/{CITY}", data={"seats": "4", "alone": "yes"}))
        assert table.settings.kinds == ("person",)
        assert selected(play_form((await ann.get("/")).text, CITY)) == ["4", "builder"], (
            "one match alone is no other choice of bots"
        )


@in_loop
async def test_the_first_match_is_like_the_one_of_the_lesson(tmp_path: Path) -> None:
    """With two players Old London Bridge has rules of its own, which its lesson does not teach."""
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        for slug, others in ((BRIDGE, 2), (CITY, 1)):
            table = await table_of(world, await ann.post(f"/learn/{slug}/match"))
            assert table.settings.kinds == ("person", *("novice",) * others)
            assert table.settings.hints
            assert len(set(table.settings.names)) == others + 1


@in_loop
async def test_number_and_level_are_remembered(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        assert selected(play_form((await ann.get("/")).text, BRIDGE)) == ["4", "builder"]
        table = await table_of(world, await ann.post(f"/play/{BRIDGE}", data={"seats": "2", "bot": "apprentice"}))
        assert table.settings.kinds == ("person", "apprentice")
        assert selected(play_form((await ann.get("/")).text, BRIDGE)) == ["2", "apprentice"]
        assert selected(play_form((await ann.get("/")).text, CITY)) == ["4", "builder"], "each game has its own"
        again = await table_of(world, await ann.post(f"/play/{BRIDGE}"))
        assert again.settings.kinds == table.settings.kinds
        for wrong in ({"seats": "9", "bot": "apprentice"}, {"seats": "x", "bot": "nobody"}, {"bot": "../etc"}):
            odd = await table_of(world, await ann.post(f"/play/{BRIDGE}", data=wrong))
            assert odd.settings.kinds == table.settings.kinds, "what cannot be is as it was"
        ann.cookies.set(f"play-{BRIDGE}", "7.devil")
        assert selected(play_form((await ann.get("/")).text, BRIDGE))[1] == "builder"


@pytest.mark.parametrize("code", languages())
def test_bots_stand_in_the_order_of_their_strength_and_say_what_they_are(code: str) -> None:
    for game in bundled_games():
        thinking, simple = opponents(game, language(code, game.folder))
        assert [one.bot for one in thinking] == list(LEVELS)
        assert [one.dots.count("●") for one in thinking] == [1, 2, 3, 4, 5]
        assert sorted(one.bot for one in [*thinking, *simple]) == sorted(bots_to_seat())
        for one in [*thinking, *simple]:
            assert one.sentence
            assert one.time
            assert len(one.line) <= 36, "it is read whole on a phone"
            assert code == "en" or one.sentence != SENTENCES[one.bot]


def test_figures_of_bots_are_those_that_were_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    city, bridge = londinium.game(CITY), londinium.game(BRIDGE)
    bots = {
        "novice": BotFigures(0.001, 86.0, 40, 5.0, 600, 90, 40, {"2": LevelStep(0.9, 0.05, 40)}),
        "apprentice": BotFigures(0.002, 145.4, 40, 5.0, 1322, 90, 40, {"2": LevelStep(0.99, 0.02, 40)}),
        "builder": BotFigures(0.26, 158.6, 40, 5.0, 1650, 90, 40, {"2": LevelStep(0.7, 0.1, 40), "4": LevelStep(0.4, 0.1, 40)}),
        "master": BotFigures(0.8, 175.0, 2, 150.0, 1400, 400, 4, {"2": LevelStep(0.8, 0.3, 4)}),
    }
    alone = MeasuredBots("c", "2026-11-18", "m", "alone, base", "", bots)
    monkeypatch.setattr(pages, "measured_bots", lambda game: alone)
    found = opponents(city, language("en"))[0]
    assert [one.figures for one in found] == [
        "answers at once · rating 600 · about 86 points alone",  # whom it beats need not be told
        "answers at once · rating 1322 · about 145 points alone · nearly always beats Novice",
        "about 0.3 s a move · rating 1650 · about 159 points alone · wins about 70% of matches against Apprentice",
        "about 0.8 s a move",  # what is hardly known is not told
        "thinks for up to 1 second a move",
    ]
    assert [one.points for one in found] == ["about 86 points", "about 145 points", "about 159 points", "", ""]
    german = opponents(city, language("de", city.folder))[0][2].figures
    assert "0,3 s" in german
    assert "gewinnt etwa 70 % der Partien gegen Lehrling" in german
    monkeypatch.setattr(pages, "measured_bots", lambda game: msgspec.structs.replace(alone, opponent="greedy"))
    found = opponents(bridge, language("en", bridge.folder))[0]
    assert found[2].figures.startswith("about 0.3 s a move · rating 1650 · about £159 against Greedy · wins about 70%")
    assert found[2].points == "", "in a list there is no room to say against whom"

    hurried = BotFigures(0.18, 161.0, 48, 5.0, 1844, 107, 48, {}, hurry=10)
    bots = {"architect": hurried, "greedy": BotFigures(0.053, 9.0, 40)}
    monkeypatch.setattr(pages, "measured_bots", lambda game: msgspec.structs.replace(alone, bots=bots))
    thinking, simple = opponents(bridge, language("en", bridge.folder))
    assert thinking[4].figures == "thinks for up to 5 seconds a move · rating above 1844 · about £161 alone", (
        "it had a tenth of that"
    )
    assert simple[2].figures == "about 0.05 s a move"

    def broken(game: Game) -> MeasuredBots | None:
        raise LondiniumError("damaged")

    monkeypatch.setattr(pages, "measured_bots", broken)
    assert opponents(city, language("en"))[0][0].figures == "answers at once"


def test_where_the_large_network_is_missing_its_figures_are_not_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On a site without a server, those that judge by it simulate, and are other bots than those that were measured."""
    city = londinium.game(CITY)
    monkeypatch.setattr(pages, "judgement_file", lambda game: tmp_path / "judgement.npz")
    found = opponents(city, language("en", city.folder))[0]
    assert "rating" in found[2].figures, "the builder is the same everywhere"
    assert [one.figures for one in found[3:]] == ["answers at once", "thinks for up to 5 seconds a move"]


@in_loop
async def test_the_page_of_a_new_table_says_what_was_measured(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        for slug in (CITY, BRIDGE):
            page = (await ann.get(f"/new/{slug}")).text
            for one in itertools.chain(*opponents(londinium.game(slug), language("en"))):
                assert one.figures[:1].upper() + one.figures[1:] in page
            assert "What Master and Architect have learnt by playing is the game as it is printed" in page


@in_loop
async def test_presets_fill_in_the_form(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        seats = re.compile(r'<select name="seat\d">.*?</select>', re.DOTALL)

        async def kinds(company: str) -> list[str]:
            page = (await ann.get(f"/new/{CITY}?with={company}")).text
            return [selected(one)[0] for one in seats.findall(page)]

        assert await kinds("alone") == ["me", "nobody", "nobody", "nobody"]
        assert await kinds("bots") == ["me", "builder", "builder", "builder"]
        assert await kinds("friends") == ["me", "friend", "nobody", "nobody"]
        assert await kinds("x") == await kinds("friends")
        bridge = (await ann.get(f"/new/{BRIDGE}")).text
        assert "?with=alone" not in bridge
        assert "?with=bots" in bridge


@in_loop
async def test_a_refused_form_says_so_at_its_top_with_the_focus(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        page = await ann.post(
            f"/new/{CITY}", data={"seat0": "me", "seat1": "me", "clock": "sand"}, headers={"origin": "http://test"}
        )
        assert page.status_code == 422
        top = page.text[page.text.index("<h1>") : page.text.index("<fieldset>")]
        assert 'role="alert" tabindex="-1" autofocus' in top
        assert "You can only sit in one seat" in top
        assert "There is no such clock" in top
        for anchor in re.findall(r'<a href="#(error-[a-z]+)">', top):
            assert f'id="{anchor}"' in page.text, "each leads to its field"
        fresh = (await ann.get(f"/new/{CITY}")).text
        assert 'id="errors"' not in fresh
        more = fresh[fresh.index('<details class="more">') :]
        assert 'type="file"' in more[: more.index("</details>")], "a file is no everyday thing"


@in_loop
async def test_the_table_of_a_day_says_so_and_offers_no_bot(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        page = await ann.post(f"/daily/{DAY}/{BRIDGE}", data={"name": "Ann"}, headers={"origin": "http://test"})
        assert f"Daily challenge · {DAY}" in page.text
        text = (await ann.get(f"{page.url.path}/text")).text
        assert f"Daily challenge · {DAY}" in text
        assert "Leave and let a bot take over" not in text
        table = await table_of(world, page)
        from londinium.web.live.people import people_list

        people = people_list(table, 0, world.hall.visitors.attendance(table), language("en"))
        assert 'data-act="leave"' not in people
        other = await table_of(world, await ann.post(f"/play/{BRIDGE}"))
        assert 'data-act="leave"' in people_list(other, 0, world.hall.visitors.attendance(other), language("en"))


@in_loop
async def test_games_stand_in_the_same_order_everywhere(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        for path in ("/", "/daily", "/rules", "/learn"):
            text = (await ann.get(path)).text
            body = text[text.index("<main") : text.index("</main>")]
            order = re.findall(r"<h2[^>]*>(?:<a[^>]*>)?(Old London Bridge|Next Station: London)", body)
            assert order[:2] == ["Old London Bridge", "Next Station: London"], path
