"""The whole site on a game with rules and a face alone: text board, replay, daily challenge, analysis, rules."""

from __future__ import annotations

import asyncio
import re
from datetime import date
from pathlib import Path

from .site import in_loop, serving

DAY = date(2026, 11, 16)
HERE = f"/daily/{DAY}/mudlarks"


@in_loop
async def test_from_home_to_the_final_page_without_scripts(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        home = await ann.get("/")
        assert 'action="/play/mudlarks"' in home.text
        assert 'aria-label="Mudlarks"' in home.text, "a cover, made of its text"
        assert "Mudlarks is a game by Londinium." in home.text
        new = await ann.get("/new/mudlarks")
        assert 'name="seat1"' in new.text
        assert 'type="file"' not in new.text, "it has no box files"

        table = await ann.post("/play/mudlarks")
        assert re.search(r'data-fragment="board"', table.text)
        text = await ann.get(f"{table.url.path}/text")
        for words in ("On the shore: ", "still to come", "keep it", "leave it to the other"):
            assert words in text.text
        number = await world.play(table)
        final = await ann.get(f"{table.url.path}/text")
        assert '<table class="plain-table">' in final.text
        assert "won." in final.text
        for address in (f"/replay/{number}", f"/replay/{number}/plain?ply=3&eye=all", f"{table.url.path}/record"):
            assert (await ann.get(address)).status_code == 200, address


@in_loop
async def test_the_style_sheet_is_the_games_own(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        sheet = await ann.get(world.site.assets.address("mudlarks.css"))
        assert ".mudlarks .plain-text" in sheet.text
        assert "game-slug" not in re.sub(r"/\*.*?\*/", "", sheet.text)


@in_loop
async def test_the_rules_and_one_of_them(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        rules = await ann.get("/rules/mudlarks")
        assert 'id="M-2.3"' in rules.text
        assert "Mudlarks" in (await ann.get("/rules")).text
        assert (await ann.get("/rules/mudlarks", headers={"accept-language": "de"})).status_code == 200, "in English"


@in_loop
async def test_a_day(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        assert "Mudlarks" in (await ann.get("/daily")).text
        begun = await ann.post(HERE, data={"name": "Ann"})
        table = await world.play(begun)
        own = await ann.get(HERE)
        assert ">Ann<" in own.text
        assert (await ann.get(f"{HERE}/map/{table}")).text.startswith("<svg")


@in_loop
async def test_a_match_is_judged(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        number = await world.play(await ann.post("/play/mudlarks"))
        await ann.post(f"/replay/{number}/analysis/start", headers={"origin": "http://test"})
        for _ in range(1800):  # the first analysis on a machine compiles the search
            notes = await ann.get(f"/replay/{number}/notes")
            if notes.status_code == 200:
                break
            await asyncio.sleep(0.1)
        assert "points" in notes.json()["summary"]
