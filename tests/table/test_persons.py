"""Persons without accounts: what is kept of them, what is not, and what is left when they want everything deleted.

`earlier/version-3.*` is a database as the program made it before it knew persons, a SQLite file and statements for PostgreSQL:
Ann's daily challenge, her matches against a bot, with a hint, with Bén, a trial, one that is not over; a guest's; an analysis.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest

from londinium.kernel.words.errors import LondiniumError
from londinium.study.slips import habits, slips
from londinium.study.verdicts import read_analysis
from londinium.table import commands
from londinium.table.errors import NoSuchTable
from londinium.table.hall.oblivion import forget
from londinium.table.history.endings import back_to
from londinium.table.history.ledger import Ledger
from londinium.table.history.statistics import person_of
from londinium.table.papers.export import export_lines, import_lines
from londinium.table.persons import PersonSeat, is_key, key_hash, new_key
from londinium.table.store import open_store
from londinium.table.table import Table

from .play import BRIDGE, CITY, in_loop, play_on, serving, settings

EARLIER = Path(__file__).parent / "earlier"
KEPT_VERSION = 3
"""The version of the analyses that are kept there."""
FACTS: dict[str, str] = json.loads((EARLIER / "version-3.json").read_text())
OLD_TABLES = ("tables", "events", "seen", "secret", "analyses", "attempts", "pars")
Content = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def old_database(database: str) -> str:
    """A database of version 3, of either kind."""
    if database.startswith("sqlite"):
        packed = (EARLIER / "version-3.sqlite.gz").read_bytes()
        Path(database.removeprefix("sqlite:///")).write_bytes(gzip.decompress(packed))
    else:
        with psycopg.connect(database, autocommit=True) as server:
            server.execute(gzip.decompress((EARLIER / "version-3.postgres.sql.gz").read_bytes()))
    return database


def content(database: str, tables: tuple[str, ...]) -> Content:
    """Every row of these tables, as plain values."""
    if database.startswith("sqlite"):
        with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
            return {table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in tables}
    with psycopg.connect(database) as server:
        rows = {table: server.execute(f"SELECT * FROM londinium.{table}".encode()).fetchall() for table in tables}
    return {table: sorted(found, key=repr) for table, found in rows.items()}


# ── From today's database ────────────────────────────────────────────────────


@in_loop
async def test_a_database_of_version_3_migrates_without_loss(old_database: str) -> None:
    before, results = content(old_database, OLD_TABLES), content(old_database, ("results",))["results"]
    assert len(before["tables"]) == 7
    assert len(before["analyses"]) == 1
    store = await open_store(old_database)
    assert content(old_database, OLD_TABLES) == before
    assert content(old_database, ("results",))["results"] == results
    await Ledger(store).catch_up()
    await store.close()
    assert content(old_database, OLD_TABLES) == before, "reading the endings changes nothing of what was there"
    after = content(old_database, ("results",))["results"]
    assert [row[:4] for row in after] == [row[:4] for row in results]
    for old, new in zip(results, after, strict=True):
        if old[4]:
            assert json.loads(new[4]).items() >= json.loads(old[4]).items(), "it says what it said, and perhaps more"
    async with serving(old_database) as hall:
        for row in before["tables"]:
            assert (await hall.open(row[0])).names
        mine = (FACTS["seats_cookie"] + "~" + FACTS["invited"]).split("~")
        assert [(await hall.enter(token)).seat for token in mine] == [0, 0, 0, 0, 0, 0, 1], "every link opens its seat"


@in_loop
async def test_the_endings_of_old_tables_are_read(old_database: str) -> None:
    store = await open_store(old_database)
    await Ledger(store).catch_up()
    found = await store.endings([FACTS[name] for name in ("daily", "bots", "hinted", "friends", "guest", "open")])
    assert set(found) == {FACTS[name] for name in ("daily", "bots", "hinted", "friends", "guest")}, "one is not over"
    assert (found[FACTS["daily"]].kind, found[FACTS["daily"]].day) == ("daily", "2026-11-16")
    assert found[FACTS["hinted"]].hinted
    assert not found[FACTS["hinted"]].is_comparable
    assert found[FACTS["friends"]].names == ("Ann", "Bén")
    assert found[FACTS["friends"]].options == {"objectives": "on"}
    ann = person_of(await store.results("ann"))
    assert ann is not None
    assert {(group.game, group.seats, group.options) for group in ann.groups} == {
        (CITY, 1, ()),
        (CITY, 2, (("objectives", "on"),)),
        (BRIDGE, 2, ()),
    }
    assert person_of(await store.results("guest")) is None, "a guest is nobody"
    assert await store.unread(10) == []
    await store.close()


@in_loop
async def test_mistakes_of_a_kept_analysis_by_what_they_are_about(tmp_path: Path) -> None:
    import zlib

    file = tmp_path / "old.db"
    file.write_bytes(gzip.decompress((EARLIER / "version-3.sqlite.gz").read_bytes()))
    async with serving(f"sqlite:///{file}") as hall:
        packed = await hall.store.analysis(FACTS["bots"], KEPT_VERSION)
        assert packed is not None
        analysis, match = read_analysis(zlib.decompress(packed)), (await hall.open(FACTS["bots"])).match
    found = slips(analysis, match, 0, FACTS["bots"])
    assert len(found) == len([one for one in analysis.mistakes(0) if one.best[0].move != one.played.move]) > 3
    assert {slip.theme for slip in found} <= set(match.game.study.FAULTS)
    for slip in found:
        assert match.plies[slip.ply].seat == 0, "the position is the one in which the mistake was made"
    together, rest = habits(found, match.game.study.OPPOSED)
    assert [habit.loss for habit in together] == sorted((habit.loss for habit in together), reverse=True)
    assert sum(len(habit.slips) for habit in together) + len(rest) == len(found)
    assert slips(analysis, match, 1), "each seat has its own"


def test_where_a_trial_comes_from() -> None:
    assert back_to("abcdefghjk 12") == ("abcdefghjk", 12)
    assert back_to("record 12") is None
    assert back_to("") is None


# ── Persons ──────────────────────────────────────────────────────────────────


@in_loop
async def test_a_key_is_kept_as_its_hash_only(database: str) -> None:
    store, key = await open_store(database), new_key()
    assert is_key(key)
    ann = await store.add_person(key, "Ann", 5)
    assert await store.person(key) == ann
    assert await store.person(new_key()) is None
    rows = repr(content(database, ("persons", "person_seats")))
    assert key not in rows
    assert key_hash(key) in rows
    await store.rename_person(ann.id, "Anna")
    newer = new_key()
    await store.renew_key(ann.id, newer)
    assert await store.person(key) is None, "the old key is nobody's"
    found = await store.person(newer)
    assert found is not None
    assert (found.id, found.name) == (ann.id, "Anna")
    await store.close()


@in_loop
async def test_seats_of_a_person(database: str) -> None:
    async with serving(database) as hall:
        store = hall.store
        ann, ben = await store.add_person(new_key(), "Ann", 5), await store.add_person(new_key(), "", 6)
        over, running = await hall.create(settings(CITY, 1)), await hall.create(settings(CITY, 2))
        await play_on(hall, over)
        await store.keep_person_seats(ann.id, [PersonSeat(over.id, 0, 0), PersonSeat(running.id, 0, 0)], 7)
        await store.keep_person_seats(ben.id, [PersonSeat(running.id, 1, 0)], 7)
        assert await store.person_seats(ann.id, finished=True, limit=9) == [PersonSeat(over.id, 0, 0)]
        assert await store.person_seats(ann.id, finished=False, limit=9) == [PersonSeat(running.id, 0, 0)]
        await store.keep_person_seats(ann.id, [PersonSeat(running.id, 0, 0, hidden=True)], 8)
        assert await store.person_seats(ann.id, finished=False, limit=9) == []
        assert await store.count_seats(ann.id, finished=False) == 1
        await store.keep_person_seats(ann.id, [PersonSeat(running.id, 0, 0)], 8)
        assert len(await store.person_seats(ann.id, finished=False, limit=9)) == 1, "whoever comes back has it on the list again"
        await store.merge_persons(ann.id, ben.id)
        assert {(seat.table, seat.seat) for seat in await store.every_seat(ann.id)} == {
            (over.id, 0),
            (running.id, 0),
            (running.id, 1),
        }
        assert await store.every_seat(ben.id) == []


# ── Deleting ─────────────────────────────────────────────────────────────────

EVERYTHING = ("tables", "events", "results", "endings", "attempts", "analyses", "persons", "person_seats", "pars")


@in_loop
async def test_everything_about_a_person_is_deleted_and_nothing_else(old_database: str) -> None:
    async with serving(old_database) as hall:
        await Ledger(hall.store).catch_up()
        ann = await hall.store.add_person(new_key(), "Ann", 5)
        claims = [hall.links.read(token) for token in FACTS["seats_cookie"].split("~")]
        held = [PersonSeat(claim.table, claim.seat or 0, claim.renewal) for claim in claims]
        await hall.store.keep_person_seats(ann.id, held, 5)
        plies = (await hall.open(FACTS["friends"])).match.ply
        others = [result for result in await hall.store.results("bén") if result.table == FACTS["friends"]]
        assert len(others) == 1
        await forget(hall, ann)
        for name in ("daily", "bots", "hinted", "trial"):
            with pytest.raises(NoSuchTable):
                await hall.open(FACTS[name])
        friends = await hall.open(FACTS["friends"])
        assert friends.names == ("Guest", "Bén")
        assert [said.text for said in friends.chat] == ["hello Ann, it is Bén"], "what others said is theirs"
        assert friends.match.ply == plies
        with pytest.raises(LondiniumError):
            await hall.enter(next(token for token in FACTS["seats_cookie"].split("~") if token.startswith(friends.id)))
        assert await hall.store.results("bén") == others
        assert await hall.store.results("ann") == []
        running = await hall.open(FACTS["open"])
        assert running.seats[0].bot is not None, "a bot plays on"
        assert (await hall.open(FACTS["guest"])).names == ("Guest",)
        await Ledger(hall.store).catch_up()
    rows = content(old_database, EVERYTHING)
    told = {table: repr(found).replace("hello Ann, it is Bén", "") for table, found in rows.items()}
    assert {table: "Ann" in text for table, text in told.items()} == dict.fromkeys(EVERYTHING, False)
    assert rows["persons"] == rows["person_seats"] == rows["analyses"] == rows["attempts"] == []
    async with serving(old_database) as hall:  # read again from the events that were rewritten
        friends = await hall.open(FACTS["friends"])
        assert friends.names == ("Guest", "Bén")
        assert [said.text for said in friends.chat] == ["hello Ann, it is Bén"]
        assert friends.match.ply == plies
        assert friends.record()
        running = await hall.open(FACTS["open"])
        assert running.names[0] == "Guest"


@in_loop
async def test_what_somebody_else_holds_now_is_not_deleted(sqlite: str) -> None:
    """A seat whose link was renewed since belongs to whoever has the new one."""
    async with serving(sqlite) as hall:
        table = await hall.create(settings(CITY, 1))
        ann = await hall.store.add_person(new_key(), "Ann", 5)
        await hall.store.keep_person_seats(ann.id, [PersonSeat(table.id, 0, 0)], 5)
        await hall.command(table.id, 0, commands.RenewLink("r"))
        await forget(hall, ann)
        assert (await hall.open(table.id)).names == ("Ann",)
        assert await hall.store.every_seat(ann.id) == []


@in_loop
async def test_a_table_that_was_deleted_takes_no_more_commands(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table, other = await hall.create(settings(BRIDGE, 2, bots=1)), await hall.create(settings(CITY, 1))
        await hall.discard(table.id)
        with pytest.raises(NoSuchTable):
            await hall.command(table.id, 0, commands.Say("s", "hello"))
        await hall.command(other.id, 0, commands.Say("s", "hello"))
        await hall.discard(table.id)


@in_loop
async def test_a_forgotten_seat_travels_with_its_table(sqlite: str, tmp_path: Path) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(CITY, 2))
        await play_on(hall, table)
        await hall.forget_seat(table.id, 0)
        lines = [line async for line in export_lines(hall.store)]
    other = await open_store(f"sqlite:///{tmp_path / 'other.db'}")
    assert await import_lines(other, lines, "test") == 1
    assert Table(await other.rows(table.id)).names == ("Guest", "Ben")
    assert (await other.tables(limit=1))[0].names == ("Guest", "Ben")
    await other.close()
