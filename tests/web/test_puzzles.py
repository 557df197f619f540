"""The pages of puzzles without scripts: a list, a puzzle of the day, moves as buttons, and ratings that move with each try."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from londinium.kernel.registry import game as find_game
from londinium.kernel.words.language import language
from londinium.study.puzzles.file import Collection, shipped_puzzles
from londinium.web.pages.puzzle import number_of_day

from .site import in_loop, serving

BRIDGE, CITY = "old-london-bridge", "next-station-london"
DAY = date(2026, 11, 16)
BAD = (
    f"/puzzles/{BRIDGE}/0",
    f"/puzzles/{BRIDGE}/99999",
    f"/puzzles/{BRIDGE}/{'9' * 5000}",
    f"/puzzles/{BRIDGE}/x/plain",
    f"/puzzles/{BRIDGE}/-1/steps",
    "/puzzles/chess/1",
    "/puzzles/mudlarks/1",
    "/puzzles/mudlarks/day",
    "/puzzles/mudlarks/list",
)


def puzzles_of(slug: str) -> Collection:
    found = shipped_puzzles(find_game(slug))
    assert found is not None
    return found


@in_loop
async def test_all_pages_without_scripts(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person("de") as ben:
        index = await ann.get("/puzzles")
        assert "Climb the chapel track" in index.text
        assert "natural" not in index.text, "that is no task, and it would give half of the answer away"
        assert "Reach the Thames" in index.text
        assert "There are no puzzles of Mudlarks yet." in index.text
        german = language("de", find_game(BRIDGE).folder).text("Climb the chapel track")
        assert german in (await ben.get(f"/puzzles/{BRIDGE}")).text
        alone = await ann.get("/puzzles/mudlarks")
        assert alone.status_code == 200
        assert "There are no puzzles of Mudlarks yet." in alone.text
        assert "/puzzles/mudlarks/any" not in alone.text
        found = await ann.get(f"/puzzles/{BRIDGE}/any?theme=chapel")
        number = int(found.url.path.rsplit("/", 1)[1])
        assert list(puzzles_of(BRIDGE))[number - 1].theme == "chapel"
        assert 'data-theme="chapel"' in found.text
        assert 'data-theme="<' not in (await ann.get(f"/puzzles/{BRIDGE}/1?theme=<b>")).text
        for address in BAD:
            page = await ann.get(address)
            assert page.status_code == 404, address


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
@in_loop
async def test_a_puzzle_in_plain_text(slug: str, tmp_path: Path) -> None:
    """A wrong move is told what it costs and not the answer; the right one and `Show me` lead to it."""
    game, puzzle = find_game(slug), next(iter(puzzles_of(slug)))
    best, natural = (game.moves.text(move) for move in (puzzle.best, puzzle.natural))
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        here = f"/puzzles/{slug}/1/plain"
        page = await ann.get(here)
        assert len(re.findall(r'name="move"', page.text)) == 1 + len(puzzle.tries)
        wrong = await ann.get(here, params={"move": natural})
        assert 'role="alert"' in wrong.text
        alert = re.findall(r'role="alert">(.*?)</div>', wrong.text, re.DOTALL)
        cost = r"<p><b>[^<]* worth (£?\d+\.\d|\d+\.\d points) less</b></p>"
        assert [re.fullmatch(cost, told) is not None for told in alert] == [True], "the cost, no reason"
        assert "Right!" not in wrong.text
        assert 'name="move"' in wrong.text
        right = await ann.get(here, params={"move": best})
        assert "Right!" in right.text
        assert re.findall(r'data-tried="([^"]+)"', right.text) == [natural], "why the natural move is not the best one"
        assert 'name="move"' not in right.text
        shown = await ann.get(f"{here}?shown")
        assert "This was the best move." in shown.text
        assert 'role="alert"' not in (await ann.get(here, params={"move": "<script>"})).text


@in_loop
async def test_what_the_table_of_a_puzzle_gets(tmp_path: Path) -> None:
    """Every legal move but the best is told its cost alone; the reasons come with the solution."""
    game, puzzle = find_game(BRIDGE), list(puzzles_of(BRIDGE))[6]
    async with serving(tmp_path, DAY) as world, world.person("fr") as ann:
        data = (await ann.get(f"/puzzles/{BRIDGE}/7/steps?lang=en")).json()
        ask, done = data["steps"]
        best = game.moves.text(puzzle.best)
        assert ask["asked"] == best
        assert set(ask["wrong"]) == set(ask["offers"]) - {best}
        assert all(re.fullmatch(r"<p><b>[^<]+\d+[.,]\d[^<]*</b></p>", said) for said in ask["wrong"].values())
        tried = re.findall(r'<p data-tried="([^"]+)"( hidden)?>(.+?) <em>', done["said"])
        assert {move for move, *_ in tried} == set(ask["wrong"])
        assert [move for move, hidden, _ in tried if not hidden] == [game.moves.text(puzzle.natural)]
        assert all(why for *_, why in tried)
        assert ask["offers"][best]["label"] in done["said"]
        assert not done["offers"]
        page = await ann.get(f"/puzzles/{BRIDGE}/7")
        assert "Problème 7" in page.text


@in_loop
async def test_the_puzzle_of_the_day_is_the_same_for_everybody(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person("it") as ben:
        numbers = set()
        for person in (ann, ben):
            page = await person.get(f"/puzzles/{CITY}/day")
            assert f'data-day="{DAY}"' in page.text
            numbers |= set(re.findall(r'data-puzzle="(\d+)"', page.text))
        assert numbers == {str(number_of_day(puzzles_of(CITY), DAY))}


def test_every_puzzle_has_its_day() -> None:
    collection = puzzles_of(CITY)
    days = {number_of_day(collection, DAY + timedelta(days=k)) for k in range(len(collection))}
    assert days == set(range(1, len(collection) + 1))


@in_loop
async def test_ratings_move_with_each_try_and_are_kept(tmp_path: Path) -> None:
    best = find_game(BRIDGE).moves.text(next(iter(puzzles_of(BRIDGE))).best)
    address = f"/puzzles/{BRIDGE}/1/try"

    async def listed() -> int:
        rows = (await ann.get(f"/puzzles/{BRIDGE}/list")).json()
        assert len(rows) == len(puzzles_of(BRIDGE))
        return int(rows[0]["rating"])

    async with serving(tmp_path, DAY) as world, world.person() as ann:
        before = await listed()
        right = (await ann.post(address, data={"move": best})).json()
        assert right["solved"]
        assert right["solver"]["shown"] > 1500 == right["before"]
        assert await listed() == right["puzzle"]["shown"] < before
        again = {"mu": str(right["solver"]["mu"]), "sigma": str(right["solver"]["sigma"]), "move": ""}
        wrong = (await ann.post(address, data=again)).json()
        assert not wrong["solved"]
        assert wrong["solver"]["shown"] < right["solver"]["shown"] == wrong["before"]
        lies = (await ann.post(address, data={"mu": "1e300", "sigma": "nan", "move": "x"})).json()
        assert lies["before"] == 1500
        kept = await listed()
        assert (await world.hall.store.puzzles(BRIDGE)).popitem()[1][2] == 3
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        assert await listed() == kept, "after a restart"
