"""Where a match begins: alone, at once against bots, or with the form; what was chosen is remembered, what is refused is seen."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import httpx
import pytest

import londinium
from londinium.bots.levels import LEVELS
from londinium.kernel.registry import bundled_games
from londinium.kernel.words.language import language, languages
from londinium.table.hall.thinkers import bots_to_seat
from londinium.table.table import Table
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
    return re.findall(r'<option value="([^"]+)" selected>', form)


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
            assert table.settings.kinds == ("person", *("apprentice",) * others)
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
        assert [one.dots.count("●") for one in thinking] == [1, 2, 3, 4]
        assert sorted(one.bot for one in [*thinking, *simple]) == sorted(bots_to_seat())
        for one in [*thinking, *simple]:
            assert one.sentence
            assert one.time
            assert len(one.line) <= 36, "it is read whole on a phone"
            assert code == "en" or one.sentence != SENTENCES[one.bot]
    expected = londinium.game(CITY).study.EXPECTED
    assert expected["random"] < expected["busy"] < expected["greedy"] < expected["apprentice"] < expected["builder"]
    points = [one.points for one in opponents(londinium.game(CITY), language("en"))[0]]
    assert points[1] == f"about {expected['builder']} points"


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
