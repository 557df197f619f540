"""What a host does while a server runs, on real servers over both databases: they notice within seconds."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import psycopg
import pytest
from click.testing import CliRunner, Result
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from londinium.cli import admin, backup, tables
from londinium.cli.shared.desk import with_store
from londinium.kernel.words.errors import LondiniumError
from londinium.table import commands
from londinium.table.errors import StoreTrouble
from londinium.table.hall.signature import read_links
from londinium.table.links import Links
from londinium.table.store import Store, open_store
from londinium.table.store.desk import Ban
from londinium.table.store.ownership import served_alone

from .play import CITY, serving, settings

if TYPE_CHECKING:
    from conftest import Server
else:
    Server = Any

SOON = 20.0
"""Seconds within which something is noticed on a busy machine; one or two on an idle one."""


@dataclass
class Live:
    """A server, and its database."""

    server: Server
    database: str

    def admin(self, *words: str, ok: bool = True) -> Result:
        done = CliRunner().invoke(admin.verb, [words[0], *words[1:], "--database", self.database])
        assert (done.exit_code == 0) is ok, (done.output, done.exception)
        return done

    def store(self, work: Callable[[Store], Any]) -> Any:
        return with_store(self.database, work)

    def links(self) -> Links:
        found = self.store(read_links)
        assert isinstance(found, Links)
        return found

    def table(self, *names: str) -> str:
        """A table with these people, one of whom has said something; its id."""

        async def create() -> str:
            async with serving(self.database) as hall:
                table = await hall.create(settings(CITY, len(names), names=names), seed=1)
                for seat, name in enumerate(names):
                    await hall.command(table.id, seat, commands.Join(f"j{seat}", name))
                await hall.command(table.id, 0, commands.Say("s", f"{names[0]} was here"))
                await hall.command(table.id, 1, commands.Say("s", f"hello {names[0]}, and Annabel"))
                return table.id

        return asyncio.run(create())

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        """Somebody at another address of this machine."""
        transport = httpx.HTTPTransport(local_address=address)
        return httpx.Client(base_url=self.server.url, transport=transport, follow_redirects=True, timeout=30)


def soon(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < end, "nobody has noticed"
        time.sleep(0.2)


def is_closed(page: ClientConnection) -> bool:
    """Whether the server has hung up; a word is said, as pages do now and then."""
    try:
        page.send('{"do":"ping"}')
        while True:
            page.recv(timeout=0.1)
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def live(
    request: pytest.FixtureRequest, start_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Live]:
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('live') / 'table.db'}"
    else:
        database = request.getfixturevalue("postgres_server")
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("DROP SCHEMA IF EXISTS londinium CASCADE")
    server = start_server(database=database)
    yield Live(server, database)
    server.stop()


def test_a_ban_is_noticed_and_ends(live: Live) -> None:
    table = live.table("Ann", "Ben")
    token = live.links().token(table, None)
    with live.client("127.0.0.9") as guest, live.client() as other:
        assert guest.get("/").status_code == 200
        with connect(live.server.socket_url(token), source_address=("127.0.0.9", 0)) as open_page:
            live.store(lambda store: store.ban(Ban("127.0.0.9/32", int(time.time() * 1000), 0, "")))
            soon(lambda: guest.get("/").status_code == 403)
            assert "blocked" in guest.get("/").text
            assert guest.post("/play/next-station-london").status_code == 403
            soon(lambda: is_closed(open_page))
        with pytest.raises(InvalidStatus):
            connect(live.server.socket_url(token), source_address=("127.0.0.9", 0))
        assert other.get("/").status_code == 200
        assert "127.0.0.9/32" in live.admin("bans").output
        live.admin("unban", "127.0.0.9")
        soon(lambda: guest.get("/").status_code == 200)
    assert isinstance(live.admin("unban", "127.0.0.9", ok=False).exception, LondiniumError)
    assert isinstance(live.admin("ban", "127.0.0.1", ok=False).exception, LondiniumError)
    assert isinstance(live.admin("ban", "everybody", ok=False).exception, LondiniumError)
    live.admin("ban", "2001:db8::7", "--for", "7d", "--reason", "spam")
    (found,) = json.loads(live.admin("bans", "--json").output)
    assert (found["net"], found["reason"]) == ("2001:db8::/64", "spam")
    assert found["until"] - found["since"] == 7 * 24 * 3600 * 1000


def test_limits_are_taken_over_without_a_restart(live: Live) -> None:
    if not live.database.startswith("sqlite"):
        pytest.skip("bans are noticed in the same way, over both")
    rows = {row["name"]: row for row in json.loads(live.admin("limits", "--json").output)}
    assert not rows["tables"]["stored"]
    with live.client("127.0.0.8") as guest:

        def codes() -> set[int]:
            return {guest.post("/play/next-station-london", follow_redirects=False).status_code for _ in range(3)}

        assert codes() == {303}
        live.admin("limits", "tables=1/0.001")
        soon(lambda: 429 in codes())
        assert "tables=1/0.001  (set here)" in live.admin("limits").output
        live.admin("limits", "tables=")
        soon(lambda: codes() == {303})
    for wrong in ("nonsense=1/1", "tables", "tables=0/1", "tables=1", "tables=x/y"):
        assert isinstance(live.admin("limits", wrong, ok=False).exception, LondiniumError), wrong


def test_a_table_is_closed_and_opened_again(live: Live) -> None:
    table = live.table("Ann", "Ben")
    token = live.links().token(table, None)
    with live.client() as client:
        with connect(live.server.socket_url(token)) as page:
            page.recv(timeout=10)
            live.admin("close", table)
            soon(lambda: is_closed(page))
        assert client.get(f"/t/{token}/text").status_code == 410
        assert "closed" in client.get(f"/t/{token}/text").text
        assert table in live.admin("tables", "--state", "closed").output
        live.admin("close", table, "--reopen")
        assert client.get(f"/t/{token}/text").status_code == 200
        with connect(live.server.socket_url(token)) as page:
            page.recv(timeout=10)
        assert live.admin("close", table, "--delete", ok=False).exit_code == 1, "it asks first"
        live.admin("close", table, "--delete", "--yes")
        soon(lambda: client.get(f"/t/{token}/text").status_code == 404)
    assert isinstance(live.admin("close", table, ok=False).exception, LondiniumError)


def test_a_name_is_erased_everywhere(live: Live) -> None:
    table = live.table("Annegret", "Ben")
    token = live.links().token(table, None)
    with live.client() as client:
        assert "Annegret" in client.get(f"/t/{token}/text").text, "the server has it in memory"
        told = json.loads(live.admin("erase", "annegret", "--dry-run", "--json", "--mentions").output)
        assert (told["tables"], told["lines"]) == (1, 2)
        live.admin("erase", " ANNEGRET ", "--yes", "--mentions")
        soon(lambda: "Annegret" not in client.get(f"/t/{token}/text").text)
        page = client.get(f"/t/{token}/text").text
        assert "Annabel" in page, "another name"
        assert "Ben" in page
    assert b"annegret" not in whole(live.database).lower()
    assert "Annegret" not in live.admin("tables", "--name", "ben").output
    assert isinstance(live.admin("erase", "Guest", ok=False).exception, LondiniumError)


def whole(database: str) -> bytes:
    """Everything that is in a database, as a backup has it."""
    done = CliRunner().invoke(backup.verb, ["--database", database, "-o", "-"])
    assert done.exit_code == 0
    import gzip

    return gzip.decompress(done.stdout_bytes)


def test_a_new_secret_voids_all_links_and_no_shuffle(live: Live) -> None:
    table = live.table("Ann", "Ben")
    before = live.links()
    old = before.token(table, None)
    with live.client() as client:
        assert client.get(f"/t/{old}/text").status_code == 200
        asked = live.admin("rotate-secret", ok=False)
        assert "Your matches" in asked.output, "what happens is said first"
        assert client.get(f"/t/{old}/text").status_code == 200
        live.admin("rotate-secret", "--yes", "--grace", "1d")
        new = live.links().token(table, None)
        assert new != old
        soon(lambda: client.get(f"/t/{new}/text").status_code == 200)
        assert client.get(f"/t/{old}/text").status_code == 200, "for a day both are good"
        live.admin("rotate-secret", "--yes")
        newest = live.links().token(table, None)
        soon(lambda: client.get(f"/t/{newest}/text").status_code == 200)
        soon(lambda: client.get(f"/t/{new}/text").status_code == 404)
    now = int(time.time() * 1000)
    after = live.links()
    for at in (0, now - 10**9):
        assert after.derived("daily", at) == before.derived("daily"), "what was shown stays"
    assert after.derived("daily", now + 10**9) != before.derived("daily", now + 10**9), "what is to come was not known"


def test_health_writes_and_says_so_when_that_is_impossible(live: Live) -> None:
    with live.client() as client, live.client("127.0.0.7") as other:
        assert client.get("/health").json() == {"status": "ok"}
        details = client.get("/health?details").json()
        assert details["commit_ms"] >= 0
        assert "database" not in other.get("/health?details", headers={"x-forwarded-for": "192.0.2.1"}).json()
        with impossible(live.database):
            soon(lambda: client.get("/health").status_code == 503)
            begun = time.monotonic()
            assert client.get("/health").json() == {"status": "no database"}
            assert client.get("/health?live").status_code == 200
            assert time.monotonic() - begun < 10
            if not live.database.startswith("sqlite"):
                # No player is told where the database is, or how it is called.
                refused = client.post("/play/next-station-london")
                assert refused.status_code == 503
                assert "cannot be reached just now" in refused.text
                assert not [word for word in ("postgres", "read-only", "sqlite") if word in refused.text.lower()]
                assert "read-only" in live.server.log, "the host finds it in the log"
        soon(lambda: client.get("/health").status_code == 200)


class impossible:  # noqa: N801 - reads like a word
    """A database that cannot be written for a while."""

    def __init__(self, database: str) -> None:
        self._database = database

    def __enter__(self) -> None:
        if self._database.startswith("sqlite"):
            self._lock = sqlite3.connect(self._database.removeprefix("sqlite:///"), isolation_level=None)
            self._lock.execute("BEGIN IMMEDIATE")
        else:
            self._set("on")

    def __exit__(self, *_: object) -> None:
        if self._database.startswith("sqlite"):
            self._lock.execute("ROLLBACK")
            self._lock.close()
        else:
            self._set("off")

    def _set(self, value: str) -> None:
        with psycopg.connect(self._database, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            name = connection.info.dbname
            connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {value}'.encode())
            here = "datname = current_database() AND pid <> pg_backend_pid()"
            connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {here}".encode())


def test_metrics_are_for_the_host(live: Live) -> None:
    with live.client() as client:
        found = client.get("/metrics").text
        for name in ("process_resident_memory_bytes", "process_open_fds", "londinium_loop_lag_seconds_count",
                     'londinium_queue{queue="hints"}', "londinium_commit_seconds_bucket", "londinium_conflicts_total",
                     "londinium_log_lines_lost_total"):  # fmt: skip
            assert name in found, name
        told = set(re.findall(r"^# TYPE (\w+)", found, re.MULTILINE))
        dashboard = (Path(__file__).parents[2] / "deploy" / "dashboard.json").read_text(encoding="utf-8")
        asked = set(re.findall(r"\b(?:londinium|process)_\w+", " ".join(re.findall(r'"expr": "(.*)"', dashboard))))
        assert {name.removesuffix("_bucket") for name in asked} <= told, "the dashboard asks for what there is"
        assert len(asked) > 15
        for header in ("x-forwarded-for", "x-real-ip", "forwarded"):
            assert client.get("/metrics", headers={header: "192.0.2.1"}).status_code == 403


# ── One process for one file ─────────────────────────────────────────────────


def serve(database: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "londinium", "serve", "--lang", "en", "--port", "0", "--database", database]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_second_server_on_one_file_is_refused_with_the_reason(live: Live, tmp_path: Path) -> None:
    if not live.database.startswith("sqlite"):
        pytest.skip("several processes share PostgreSQL")
    file = Path(live.database.removeprefix("sqlite:///"))
    for name in ("", "-wal", "-shm", ".serving"):
        assert file.with_name(file.name + name).stat().st_mode & 0o077 == 0, "private to its owner"
    second = serve(live.database)
    assert second.returncode == 2
    assert f"process {live.server.pid}" in second.stderr
    assert "only one server can use a SQLite file" in second.stderr
    link = tmp_path / "same.db"
    link.symlink_to(file)
    with pytest.raises(StoreTrouble), served_alone(link):
        pass
    table = live.table("Ann", "Ben")
    assert table in live.admin("tables").output
    assert CliRunner().invoke(tables.verb, ["list", "--database", live.database]).exit_code == 0
    live.server.kill()
    live.server.start()  # a crash leaves no lock


def test_an_existing_file_is_made_private(tmp_path: Path) -> None:
    file = tmp_path / "table.db"

    async def open_it() -> None:
        await (await open_store(f"sqlite:///{file}")).close()

    asyncio.run(open_it())
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)
    asyncio.run(open_it())
    assert file.stat().st_mode & 0o777 == 0o600
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann")
    other.chmod(0o644)
    with pytest.raises(LondiniumError):
        asyncio.run(_open(other))
    assert other.stat().st_mode & 0o777 == 0o644, "what is not ours stays as it is"


async def _open(file: Path) -> None:
    await open_store(f"sqlite:///{file}")


def fill(file: Path) -> None:
    """Write until there is no room."""
    with contextlib.suppress(OSError), file.open("wb", buffering=0) as rubbish:
        while True:
            rubbish.write(bytes(1024))


def test_a_full_disk_is_no_good_health(start_server: Callable[..., Server], tmp_path: Path) -> None:
    place = tmp_path / "small"
    place.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)], capture_output=True, check=False
    ).returncode:
        pytest.skip("a small disk cannot be mounted here")
    try:
        server = start_server(database=f"sqlite:///{place / 'table.db'}")
        with server.client() as client:
            assert client.get("/health").status_code == 200
            fill(place / "rubbish")
            soon(lambda: client.post("/play/next-station-london").status_code == 503)
            told = client.post("/play/next-station-london").text
            assert str(place) not in told
            assert "table.db" not in told
            soon(lambda: client.get("/health").status_code == 503)
            assert str(place) in server.log
            (place / "rubbish").unlink()
            soon(lambda: client.get("/health").status_code == 200)
        server.stop()
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)
