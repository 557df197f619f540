"""Puzzles from matches of people, on the pages: the host allows it, everybody answers for themselves, and nobody for others."""

from __future__ import annotations

import html
import re
from datetime import date
from pathlib import Path

import httpx
import pytest

from londinium.kernel.registry import game as find_game
from londinium.kernel.words.language import languages
from londinium.study.puzzles.file import InvalidPuzzles, load_added_puzzles, pack_puzzles, shipped_puzzles
from londinium.study.puzzles.miner import mine
from londinium.table.history.consent import matches_to_mine
from londinium.table.table import Table
from londinium.web.http.reader import BETWEEN
from londinium.web.place import Place

from .site import World, in_loop, serving

CITY, BRIDGE = "next-station-london", "old-london-bridge"
DAY = date(2026, 11, 20)
WORDS = "The finished match may become a puzzle, without names, if everyone who plays agrees"
EVIL = '<img src=x onerror="alert(1)">'


async def opened(world: World, host: httpx.AsyncClient, **form: str) -> tuple[Table, str]:
    """A table for the host and a friend, and the link for whoever comes."""
    page = await host.post(f"/new/{CITY}", data={"seat0": "me", "name0": "Ann", "seat1": "friend", **form})
    assert page.status_code == 200
    tokens = page.url.path.split("/")[2].split(BETWEEN)
    table = await world.hall.open(tokens[0].split(".")[0])
    return table, f"/join/{world.hall.links.free_token(table.id)}"


async def come(friend: httpx.AsyncClient, link: str, name: str) -> httpx.Response:
    once = re.search(r'name="once" value="([^"]+)"', (await friend.get(link)).text)
    assert once is not None
    return await friend.post(link, data={"name": name, "once": once[1]})


async def play(world: World, table: Table) -> None:
    from londinium.table import commands

    while not table.is_over:
        seat = table.match.to_act[0]
        move = table.match.moves.text(table.match.legal(seat)[0])
        await world.hall.command(table.id, seat, commands.MakeMove(f"m{table.number}", table.version(seat), move))


def said(page: httpx.Response) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.text)).split())


@in_loop
async def test_from_the_form_to_a_puzzle_that_everybody_can_solve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Not every match has a puzzle in it; this one has.
    monkeypatch.setattr("londinium.table.hall.opened.new_seed", lambda: 7)
    game, file = find_game(CITY), tmp_path / "ours.jsonl"
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as ben, world.person() as eve:
        assert WORDS in (await ann.get(f"/new/{CITY}")).text
        table, link = await opened(world, ann, puzzles="yes")
        assert table.settings.puzzles
        assert WORDS in (await ben.get(link)).text, "who comes is told"
        await come(ben, link, EVIL)
        mine_token, his_token = world.hall.token(table, 0), world.hall.token(table, 1)
        assert (await ann.get(f"/t/{mine_token}/puzzles")).status_code == 404, "not before the end"
        await play(world, table)
        part = await ann.get(f"/t/{mine_token}/puzzles")
        assert "Ann has not agreed" in said(part)
        assert EVIL not in part.text
        assert f"{EVIL} has not agreed" in html.unescape(part.text)
        for watcher in (world.hall.token(table, None), mine_token + "x", "nothing"):
            assert (await eve.get(f"/t/{watcher}/puzzles")).status_code == 404, "nobody else learns who agrees"
        assert "has not agreed" not in (await eve.get(f"/t/{world.hall.token(table, None)}/text")).text
        assert "/puzzles" not in (await eve.get(f"/replay/{table.id}")).text.replace('href="/puzzles', "")

        assert (await ann.post("/you/puzzles", data={"agree": "yes"})).status_code == 200
        assert "You agree: your matches may become puzzles." in (await ann.get("/you")).text
        told = said(await ben.get(f"/t/{his_token}/text"))
        assert "Ann agrees" in told
        assert "You have not agreed" in told
        assert await matches_to_mine(world.hall.store, CITY) == []
        await ben.post("/you/puzzles", data={"agree": "yes"})
        matches = await matches_to_mine(world.hall.store, CITY)
        assert len(matches) == 1
        found = mine(game, 1, file, matches=matches, simulations=40)
        assert len(found)
        await ben.post("/you/puzzles", data={"agree": "no"})
        assert await matches_to_mine(world.hall.store, CITY) == []
    own = shipped_puzzles(game)
    assert own is not None
    number = len(own) + 1
    async with serving(tmp_path, DAY, place=Place(puzzles=[load_added_puzzles(file)])) as world, world.person() as eve:
        assert len((await eve.get(f"/puzzles/{CITY}/list")).json()) == len(own) + len(found)
        page = await eve.get(f"/puzzles/{CITY}/{number}")
        steps = await eve.get(f"/puzzles/{CITY}/{number}/steps")
        plain = await eve.get(f"/puzzles/{CITY}/{number}/plain")
        assert (page.status_code, steps.status_code, plain.status_code) == (200, 200, 200)
        for text in (page.text, steps.text, plain.text):
            assert "onerror" not in text
            assert table.id not in text
        assert (await eve.get(f"/puzzles/{CITY}/{number + len(found)}")).status_code == 404
        assert (await eve.get(f"/puzzles/{BRIDGE}/1")).status_code == 200, "the other game has what it had"


@in_loop
async def test_a_table_that_was_not_opened_for_it_asks_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as ben:
        table, link = await opened(world, ann)
        assert not table.settings.puzzles
        assert WORDS not in (await ben.get(link)).text
        await come(ben, link, "Ben")
        await play(world, table)
        for person in (ann, ben):
            await person.post("/you/puzzles", data={"agree": "yes"})
        token = world.hall.token(table, 0)
        assert (await ann.get(f"/t/{token}/puzzles")).status_code == 404
        assert "agrees" not in said(await ann.get(f"/t/{token}/text"))
        assert await matches_to_mine(world.hall.store, CITY) == []


@in_loop
async def test_nobody_answers_for_somebody_else(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as ben, world.person() as eve:
        table, link = await opened(world, ann, puzzles="yes")
        await come(ben, link, "Ben")
        await play(world, table)
        store, seats = world.hall.store, [world.hall.token(table, seat) for seat in (0, 1)]

        async def answers() -> list[bool]:
            return [agrees for _, agrees in await store.consents(table.id)]

        stranger = await eve.post("/you/puzzles", data={"agree": "yes"})
        assert stranger.status_code == 404, "who holds no seat has nothing to agree to"
        for extra in ({"person": "1"}, {"seat": seats[1]}, {"seat": "1"}, {"name": "Ben"}, {"key": "a" * 43}):
            await ann.post("/you/puzzles", data={"agree": "yes", **extra})
            assert await answers() == [True, False]
        for path in (f"/t/{seats[1]}/puzzles", f"/t/{seats[0]}/puzzles"):
            assert (await ann.post(path, data={"agree": "yes"})).status_code == 405
        await eve.get(f"/t/{seats[1]}", headers={"cookie": f"seats={seats[1]}"})  # with a link that Ben has lost to her
        assert sum(await answers()) == 1, "another browser at his seat is another person, who has not agreed"
        await ben.post("/you/puzzles", data={"agree": "yes"}, headers={"origin": "https://evil.example"})
        assert sum(await answers()) == 1, "no page of another site answers"


@pytest.mark.parametrize(
    "data", [{}, {"agree": ""}, {"agree": "Yes"}, {"agree": "1"}, {"agree": "yes\x00"}, {"agree": "no" * 3000}]
)
@in_loop
async def test_an_answer_is_yes_or_no(data: dict[str, str], tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        table, _ = await opened(world, ann, puzzles="yes")
        await ann.post("/you/puzzles", data={"agree": "yes"})
        page = await ann.post("/you/puzzles", data=data)
        assert page.status_code == 422
        assert "Nothing was changed: please answer yes or no." in page.text
        assert await world.hall.store.consents(table.id) == [(0, True)]


@pytest.mark.parametrize("code", languages())
@in_loop
async def test_every_language_asks(code: str, tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person(code) as ann:
        table, _ = await opened(world, ann, puzzles="yes")
        pages = [await ann.get(f"/new/{CITY}"), await ann.get("/you"), await ann.get("/about")]
        parts = [said(page) for page in pages]
        assert table.settings.puzzles
        english = ("may become a puzzle", "A finished match", "A finished match becomes a puzzle")
        for text, sentence in zip(parts, english, strict=True):
            assert (sentence in text) is (code == "en")


def test_a_file_that_is_none_is_told_in_a_sentence(tmp_path: Path) -> None:
    for name, data in (("a.jsonl", b"hello\n"), ("b.jsonl.gz", b"hello"), ("c.jsonl", b""), ("d.jsonl", b"\xff\n")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InvalidPuzzles, match="not a puzzle file"):
            load_added_puzzles(tmp_path / name)
    with pytest.raises(InvalidPuzzles, match="not a puzzle file"):
        load_added_puzzles(tmp_path / "missing.jsonl")
    own = shipped_puzzles(find_game(BRIDGE))
    assert own is not None
    (tmp_path / "e.jsonl.gz").write_bytes(pack_puzzles(own))
    assert len(load_added_puzzles(tmp_path / "e.jsonl.gz")) == len(own)
