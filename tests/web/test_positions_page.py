"""Setting up a position without a browser's scripts: the page, what is wrong, playing on, hints, and the way from a replay."""

from __future__ import annotations

import html
import re
from datetime import date
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from londinium.kernel.boxes import BoxFile
from londinium.kernel.position import read_position
from londinium.kernel.record import read_record
from londinium.kernel.registry import game, games
from londinium.web.pages.boxes import packed_box
from londinium.web.pages.position import first_position, position_address

from .hostile import EVIL
from .site import in_loop, serving

DAY = date(2026, 11, 16)
BRIDGE, STATION = "old-london-bridge", "next-station-london"
ALONE = "next-station-london rules=1 seats=1 | round=4 phase=drawing pencils=green,pink,purple,blue cards=" + ",".join(
    ["underground-circle", "underground-triangle", "underground-square", "underground-pentagon", "street-circle"]
)
"""A player alone in the last round, without a section drawn."""


def text_of(page: httpx.Response) -> str:
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", page.text, re.DOTALL)
    assert found is not None
    return html.unescape(found[1])


@in_loop
async def test_a_position_is_drawn_in_every_language(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world:
        for code in ("en", "de", "fr", "it"):
            async with world.person(code) as reader:
                empty = await reader.get("/position")
                assert empty.status_code == 200
                for each in games():
                    there = position_address(first_position(each))
                    assert html.escape(there) in empty.text
                    page = await reader.get(there)
                    assert page.status_code == 200
                    assert text_of(page) == first_position(each)
                    assert 'class="pictured"' in page.text
                    assert 'action="/position/play"' in page.text
                    assert each.title in page.text


@in_loop
async def test_what_is_wrong_stands_at_its_place(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        text = first_position(game(BRIDGE)).replace("pounds=5", "pounds=5 bridge=20,30", 1)
        page = await ann.get(position_address(text))
        assert "<mark>bridge=20,30</mark>" in page.text
        assert "O-5.8" in page.text
        assert 'aria-invalid="true"' in page.text
        assert text_of(page) == text, "it can be put right"
        assert 'action="/position/play"' not in page.text
        refused = await ann.post("/position/play", data={"text": text})
        assert refused.status_code == 422
        assert "O-5.8" in refused.text


@in_loop
async def test_whatever_is_sent_is_answered_with_a_page(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        right = first_position(game(STATION))
        for evil in EVIL:
            for text in (evil, f"{right} | {evil}", right.replace("round=1", f"round={evil}")):
                sent = {"text": text, "eye": evil, "seat": "9"}
                asked = {name: each.encode("utf-8", "replace") for name, each in sent.items()}
                page = await ann.get("/position?" + urlencode(asked))
                assert page.status_code == 200
                assert "<script>alert" not in page.text
                assert "onerror=alert(1)>" not in page.text


@in_loop
async def test_somebody_plays_on_from_a_position_and_the_record_says_where_it_began(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        page = await ann.get(position_address(ALONE))
        assert page.status_code == 200
        table = await ann.post("/position/play", data={"text": ALONE})
        assert table.status_code == 200
        id_ = await world.play(table)
        record = (await ann.get(f"/replay/{id_}/record")).text
        assert f'[Position "{read_position(ALONE).position_text()}"]' in record
        assert '[From "position"]' in record
        assert read_record(record).is_set_up
        assert (await ann.get(f"/replay/{id_}")).status_code == 200
        opened = await world.hall.open(id_)
        assert opened.match.outcome is not None
        # The same again from the events in the database.
        from londinium.table.table import Table

        assert Table(opened.rows).match.record == opened.match.record


@in_loop
async def test_a_replay_gives_the_text_of_each_point(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        table = await world.hall.open(await world.play(await ann.post("/position/play", data={"text": ALONE})))
        for answer in (
            await ann.get(f"/replay/{table.id}/position?ply=1"),
            await ann.post(f"/replay/{table.id}/position", data={"ply": "1"}),
            await ann.post("/open/position", data={"record": table.record(), "ply": "1"}),
        ):
            assert answer.status_code == 200
            assert parse_qs(urlsplit(str(answer.url)).query)["text"] == [table.match.at(1).position_text()]
        for ply in ("x", "-1", "99999"):
            assert (await ann.get(f"/replay/{table.id}/position?ply={ply}")).status_code == 404
        assert "/position" in (await ann.get(f"/replay/{table.id}/plain")).text


@in_loop
async def test_a_position_of_ones_own_city_goes_with_its_box(tmp_path: Path) -> None:
    london = (game(STATION).folder / "box" / "city.txt").read_text(encoding="utf-8")
    city = london.translate(str.maketrans("CS", "SC"))
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        match = game(STATION).match(seats=1, seed=3, box=BoxFile("nova.txt", city))
        text = match.position_text()
        without = await ann.get(position_address(text))
        assert match.box_hash in without.text
        assert 'class="pictured"' not in without.text
        there = await ann.get(position_address(text, packed_box(city), "nova"))
        assert 'class="pictured"' in there.text
        table = await ann.post("/position/play", data={"text": text, "box": packed_box(city), "box_name": "nova"})
        assert table.status_code == 200
