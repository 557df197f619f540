"""What visitors share: places for analyses, the list of tables to watch, and limits that a host sets."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

import londinium
from londinium.kernel.words.errors import InvalidOption
from londinium.table.settings import PERSON, TableSettings
from londinium.web.background.analyses import MOST_WAITING_OF_ONE
from londinium.web.http.limit_options import changed_limits
from londinium.web.http.limits import COUNTS, NO_LIMITS, RATES, Limits, Rate
from londinium.web.pages.sent_files import read_sent_record
from londinium.web.routes.front import by_turns
from londinium.work.turns import current_asker

from .site import World, in_loop, serving

CITY = "next-station-london"
RECORDS = Path(londinium.game(CITY).folder) / "records"
RECORD = (RECORDS / "alone-greedy-base.record").read_text()


def from_address(world: World, address: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(world.app, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://test", timeout=60)


@in_loop
async def test_nobody_takes_all_places_for_analyses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """20 analyses of one record with other comments were all there could be, and everybody else got 403."""
    begun, may_end = list[str](), asyncio.Event()
    async with serving(tmp_path, date(2026, 11, 20)) as world:

        async def analysed(key: str, task: Any, table: str | None, tell: Any) -> bytes:
            begun.append(task.record)
            await may_end.wait()
            return b"{}"

        monkeypatch.setattr(world.site.analyses, "_analysed", analysed)
        async with from_address(world, "192.0.2.1") as greedy, from_address(world, "192.0.2.2") as modest:

            async def start(who: httpx.AsyncClient, record: str) -> httpx.Response:
                return await who.post("/open/analysis/start", data={"record": record, "name": "r"})

            same = [await start(greedy, f"{RECORD}# {number}\n".replace('[Seat0 "', f'[Seat0 "{number}')) for number in range(12)]
            assert [answer.status_code for answer in same] == [200] * 12
            await asyncio.sleep(0.01)
            assert len(begun) == 1, "a comment or a name makes no other match of it"
            lines = RECORD.rstrip("\n").split("\n")
            shorter = ["\n".join(line for line in lines[:end] if not line.startswith("[Result")) for end in range(-12, -1)]
            others = [await start(greedy, record) for record in shorter]
            refused = [answer for answer in others if answer.status_code != 200]
            assert len(others) - len(refused) <= MOST_WAITING_OF_ONE
            assert refused
            waits = await start(modest, (RECORDS / "four-greedy-both-modules.record").read_text())
            assert waits.status_code == 200
            told = waits.json()
            assert told["state"] == "waiting"
            assert told["before"] == 2, "the one under way, and one of theirs that waits"
            assert "2" in told["told"]
            may_end.set()


@in_loop
async def test_whoever_opens_many_tables_does_not_fill_the_list(tmp_path: Path) -> None:
    async with serving(tmp_path, date(2026, 11, 20)) as world:
        settings = TableSettings(CITY, (PERSON,), ("Ann",), public=True)
        current_asker.set(("192.0.2.2", ""))
        modest = await world.hall.create(settings)
        current_asker.set(("192.0.2.1", ""))
        for _ in range(55):
            await world.hall.create(settings)
        async with world.person() as reader:
            page = (await reader.get("/watch")).text
            assert page.count('href="/watch/') == 50
            assert f'href="/watch/{modest.id}"' in page
            assert "page=2" in page
            rest = (await reader.get("/watch?page=2")).text
            assert rest.count('href="/watch/') == 6
        listed = by_turns(await world.hall.tables(watchable=True, limit=100), world.hall.opener)
        assert modest.id in [one.id for one in listed[:2]]


def test_limits_as_a_host_writes_them() -> None:
    found = changed_limits(["tables=60/1", "connections=800", "large-answers-at-once=3", " posts=10/0.5 "])
    assert (found.tables, found.connections, found.large_answers_at_once) == (Rate(60, 1), 800, 3)
    assert found.posts == Rate(10, 0.5)
    assert found.edits == Limits().edits
    assert changed_limits([]) == Limits()
    for name in (*RATES, *COUNTS):
        assert getattr(NO_LIMITS, name) != getattr(Limits(), name)


@pytest.mark.parametrize("wish", ["", "tables", "tables=", "tables=3", "tables=a/b", "tables=-1/2", "tables=1/inf", "cakes=1/2"])
def test_what_is_no_limit(wish: str) -> None:
    with pytest.raises(InvalidOption):
        changed_limits([wish])


@pytest.mark.parametrize("wish", ["connections=0", "connections=1.5", "connections=3/1", "connections=many"])
def test_what_is_no_number(wish: str) -> None:
    with pytest.raises(InvalidOption):
        changed_limits([wish])


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.record")), ids=lambda file: file.stem)
def test_honest_records_are_read(file: Path) -> None:
    assert read_sent_record(file.read_text(), "record").is_over
