"""Statistics by name: the page, the plots, the table for spreadsheets, and the same from the command line."""

from __future__ import annotations

import asyncio
import csv
import io
from datetime import date
from pathlib import Path

from click.testing import CliRunner

from londinium.cli.stats import verb
from londinium.table import commands
from londinium.table.settings import TableSettings

from .site import HOUR, World, in_loop, serving

BRIDGE, CITY = "old-london-bridge", "next-station-london"
DAY = date(2026, 11, 16)
NOBODY = [
    "/stats/Nobody",
    "/stats/Nobody.csv",
    "/stats/%00",
    "/stats/a%2Fb.csv",
    "/stats/%FF",
    "/stats/Greedy%201",
    f"/stats/{'x' * 300}",
]


async def finished(world: World, game: str, names: tuple[str, ...], bots: int) -> None:
    kinds = ("person",) * len(names) + ("greedy",) * bots
    world.now += HOUR
    table = await world.hall.create(TableSettings(game, kinds, names, pace=0), seed=5)
    for seat, name in enumerate(names):
        await world.hall.command(table.id, seat, commands.Join(f"j{seat}", name))
    while not table.is_over:
        deciding = [seat for seat in table.match.to_act if seat in range(len(names))]
        if not deciding:
            await asyncio.sleep(0.002)
            continue
        seat = deciding[0]
        move = table.match.moves.text(table.match.legal(seat)[0])
        await world.hall.command(table.id, seat, commands.MakeMove(f"m{table.number}", table.version(seat), move))


@in_loop
async def test_what_a_name_has_done(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as reader, world.person("fr") as other:
        await finished(world, CITY, ("Zoë", "Ben"), 0)
        await finished(world, CITY, ("zoë ",), 0)
        await finished(world, BRIDGE, ("Zoë",), 1)
        page = await reader.get("/stats", params={"name": " ZOË "})
        assert page.status_code == 200
        assert "3 finished matches" in page.text
        assert page.text.count('class="plot"') == 5, "scores of each group, and places where there are some"
        assert "Next Station: London, 2 seats" in page.text
        assert "Next Station: London, alone" in page.text
        assert "Old London Bridge, 2 seats" in page.text
        assert "3 parties terminées" in (await other.get("/stats/Zo%C3%AB")).text
        assert "<script>" not in page.text
        table = await reader.get("/stats/zo%C3%AB.csv")
        assert table.headers["content-type"].startswith("text/csv")
        assert "attachment" in table.headers["content-disposition"]
        rows = list(csv.DictReader(io.StringIO(table.text.removeprefix("\ufeff"))))
        assert [(row["game"], row["seats"]) for row in rows] == [(CITY, "2"), (CITY, "1"), (BRIDGE, "2")]
        assert int(rows[0]["score"]) == sum(
            int(rows[0][line]) for line in ("green", "pink", "purple", "blue", "sightseeing", "interchanges")
        )
        for path in NOBODY:
            missing = await reader.get(path)
            assert missing.status_code == 404, path
            assert "<h1>" in missing.text
        assert (await reader.get("/stats")).status_code == 200


@in_loop
async def test_the_command_line_says_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world:
        await finished(world, CITY, ("Ann",), 0)
    database = f"sqlite:///{tmp_path / 'table.db'}"
    told = await asyncio.to_thread(CliRunner().invoke, verb, ["ann", "--database", database])
    assert told.exit_code == 0, told.output
    assert "Next Station: London" in told.output
    table = await asyncio.to_thread(CliRunner().invoke, verb, ["Ann", "--csv", "--database", database])
    assert table.output.startswith("ended,name,game,seats,score")
    nobody = await asyncio.to_thread(CliRunner().invoke, verb, ["Eve", "--database", database])
    assert "nobody called" in str(nobody.exception)
