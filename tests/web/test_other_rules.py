"""Tables of rules or games that are not known here: every page says kindly why, and none fails. On a real database in which the
numbers were changed.
"""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from londinium.load.tables import play_tables
from londinium.table.links import Links
from londinium.table.store import open_store

BRIDGE, CITY = "old-london-bridge", "next-station-london"
CHANGES = {
    "future": ('"rules":2', '"rules":99'),
    "before": ('"rules":2', '"rules":0'),
    "gone": (f'"game":"{BRIDGE}"', '"game":"mornington-crescent"'),
}
"""What became of tables of Old London Bridge: by newer rules, by forgotten ones, of a game that is not installed."""


@dataclass(frozen=True)
class Stored:
    """A table in the database, and the link of its first seat."""

    id: str
    token: str


async def _fill(database: str) -> dict[str, Stored]:
    """A running and a finished table for each change, and one that stays as it is."""
    store = await open_store(database)
    links, tables = Links(await store.secret()), {}
    for name in CHANGES:
        for state, decisions in (("running", 6), ("finished", None)):
            entries = list(play_tables(BRIDGE, 2, decisions))
            await store.append(entries)
            tables[f"{name} {state}"] = Stored(entries[0].row.table, links.token(entries[0].row.table, 0))
    entries = list(play_tables(CITY, 2, 4))
    await store.append(entries)
    tables["good"] = Stored(entries[0].row.table, links.token(entries[0].row.table, 0))
    await store.close()
    return tables


def change(file: Path, tables: dict[str, Stored]) -> None:
    with sqlite3.connect(file) as database:
        for name, (before, after) in CHANGES.items():
            for state in ("running", "finished"):
                table = tables[f"{name} {state}"].id
                done = database.execute(
                    "UPDATE events SET event = replace(event, ?, ?) WHERE table_id = ? AND number = 1", (before, after, table)
                )
                assert done.rowcount == 1
                assert after in database.execute("SELECT event FROM events WHERE table_id = ?", (table,)).fetchone()[0]


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Stored]]:
    file = tmp_path_factory.mktemp("other-rules") / "table.db"
    tables = asyncio.run(_fill(f"sqlite:///{file}"))
    change(file, tables)
    return f"sqlite:///{file}", tables


@pytest.fixture(scope="module")
def served(changed: tuple[str, dict[str, Stored]], start_server: Callable[..., Any]) -> tuple[Any, dict[str, Stored]]:
    database, tables = changed
    return start_server("--no-limits", database=database), tables


OF_TABLE = ("", "/plain", "/record", "/file", "/eyes/all", "/notes", "/analysis", "/thumbnail/0", "/card.png", "/film")
OF_SEAT = ("", "/text", "/record", "/thumbnail")


@pytest.mark.parametrize("name", CHANGES)
def test_every_page_of_such_a_table_says_why(name: str, served: tuple[Any, dict[str, Stored]]) -> None:
    server, tables = served
    with server.client() as client:
        for state in ("running", "finished"):
            table = tables[f"{name} {state}"]
            paths = [*(f"/replay/{table.id}{path}" for path in OF_TABLE), *(f"/t/{table.token}{path}" for path in OF_SEAT)]
            for path in (*paths, f"/watch/{table.id}", f"/seats/{table.id}/thumbnail"):
                page = client.get(path)
                assert page.status_code == 409, (path, page.status_code)
                assert "it is kept" in page.text, path
            for path, form in (
                (f"/t/{table.token}/act", {"do": "leave"}),
                (f"/t/{table.token}/join", {"name": "Ann"}),
                (f"/replay/{table.id}/analysis/start", {}),
                (f"/replay/{table.id}/try", {"ply": "1", "move": "pass"}),
            ):
                assert client.post(path, data=form).status_code == 409, path


@pytest.mark.parametrize("name", CHANGES)
def test_a_page_that_was_open_is_led_to_the_reason(name: str, served: tuple[Any, dict[str, Stored]]) -> None:
    server, tables = served
    with connect(server.socket_url(tables[f"{name} running"].token), origin=server.url) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4409


def test_all_other_pages_go_on(served: tuple[Any, dict[str, Stored]]) -> None:
    server, tables = served
    with server.client() as client:
        seats = "~".join(tables[f"{name} {state}"].token for name in CHANGES for state in ("running", "finished"))
        client.cookies.set("seats", seats)
        for path in ("/", "/watch", "/seats", "/stats", "/stats/Ann", "/you", "/daily", "/tournaments"):
            assert client.get(path).status_code in (200, 404), path
        assert client.get(f"/t/{tables['good'].token}/text").status_code == 200
        for path in ("/you/analyse",):
            assert client.post(path).status_code == 200, path
    assert "Traceback" not in server.log
    assert '"status":500' not in server.log


def test_a_record_of_such_rules_is_refused_with_the_reason(served: tuple[Any, dict[str, Stored]], tmp_path: Path) -> None:
    from londinium.kernel.registry import game

    match = game(BRIDGE).match(seats=2, seed=3)
    record = match.record.replace('[Rules "2"]', '[Rules "99"]')
    assert "99" in record
    server, _ = served
    with server.client() as client:
        for path in ("/open", "/open/plain", "/open/eyes/all", "/open/analysis/start", "/open/notes"):
            page: httpx.Response = client.post(path, files={"record": ("old.txt", record)}, data={"record": record})
            assert 400 <= page.status_code < 500, (path, page.status_code)
    file = tmp_path / "future.record"
    file.write_text(record)
    for verb in ("verify", "replay"):
        command = [sys.executable, "-m", "londinium", verb, str(file), "--lang", "en"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 2, done.stderr
        assert "version 99 of the rules" in done.stderr
        assert "Traceback" not in done.stderr
