"""Which matches of people may become puzzles: where the table and everybody who played agree, and for as long as they do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from londinium.cli.puzzles import verb
from londinium.kernel.boxes import BoxFile
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import InvalidOption
from londinium.study.puzzles.file import load_puzzles
from londinium.study.puzzles.miner import mine, withdraw
from londinium.table import commands
from londinium.table.events import Opened, decode_event, encode_event
from londinium.table.hall.hall import Hall
from londinium.table.hall.oblivion import forget
from londinium.table.history.consent import TABLE_SOURCE, matches_to_mine
from londinium.table.history.daily import box_of_day
from londinium.table.persons import PersonSeat, Somebody, key_hash, new_key
from londinium.table.store import open_store
from londinium.table.store.migrations import migrations
from londinium.table.table import Table

from .play import BRIDGE, CITY, Time, in_loop, play_on, serving, settings

NAMES = ("Zephyrine", "Quentin")
FEW = 40
"""Simulations that find puzzles quickly, and not well."""


async def played(hall: Hall, persons: list[Somebody], game: str = CITY, puzzles: bool = True, seed: int | None = None) -> Table:
    """A match of these persons, from the first to the last move."""
    table = await hall.create(settings(game, len(persons), names=NAMES[: len(persons)], puzzles=puzzles), seed=seed)
    for seat, person in enumerate(persons):
        await hall.command(table.id, seat, commands.Join(f"j{seat}", NAMES[seat]))
        await hall.command(table.id, seat, commands.Say(f"s{seat}", "a secret word"))
        await hall.store.keep_person_seats(person.id, [PersonSeat(table.id, seat, 0)], 1)
    await play_on(hall, table)
    return table


async def two(hall: Hall) -> list[Somebody]:
    return [await hall.store.add_person(new_key(), name, 1) for name in NAMES]


async def count(hall: Hall, game: str = CITY) -> int:
    return len(await matches_to_mine(hall.store, game))


# ── The database ─────────────────────────────────────────────────────────────


@in_loop
async def test_a_database_of_version_9_migrates_and_nobody_has_agreed(database: str) -> None:
    key, kind = new_key(), "sqlite" if database.startswith("sqlite") else "postgres"
    row = ("p1", key_hash(key), "Ann", 5)
    older = [migration for migration in migrations(kind) if migration.version <= 9]
    if kind == "sqlite":
        with sqlite3.connect(database.removeprefix("sqlite:///")) as old:
            old.execute("PRAGMA application_id = 0x4C4F4E44")
            old.execute("CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at REAL NOT NULL)")
            for migration in older:
                for statement in migration.statements:
                    old.execute(statement)
                old.execute("INSERT INTO schema_version VALUES (?, 0)", (migration.version,))
            old.execute("INSERT INTO persons VALUES (?, ?, ?, ?)", row)
    else:
        with psycopg.connect(database, autocommit=True) as server:
            server.execute("CREATE SCHEMA londinium")
            server.execute(
                "CREATE TABLE londinium.schema_version (version integer PRIMARY KEY, applied_at timestamptz DEFAULT now())"
            )
            for migration in older:
                for statement in migration.statements:
                    server.execute(statement.encode())
                server.execute("INSERT INTO londinium.schema_version (version) VALUES (%s)", (migration.version,))
            server.execute("INSERT INTO londinium.persons VALUES (%s, %s, %s, %s)", row)
    store = await open_store(database)
    assert await store.person(key) == Somebody("p1", "Ann", 5, agrees=False)
    await store.keep_consent("p1", agrees=True)
    await store.close()
    store = await open_store(database)
    assert await store.person(key) == Somebody("p1", "Ann", 5, agrees=True)
    await store.close()


def test_settings_from_before_anybody_was_asked_mean_no() -> None:
    event = Opened(settings(CITY, seats=1).checked(), 1, 7, "00")
    old = encode_event(event).replace(',"puzzles":false', "")
    assert '"puzzles"' not in old
    read = decode_event(old)
    assert read == event
    assert isinstance(read, Opened)
    assert not read.settings.puzzles


# ── Who has to agree ─────────────────────────────────────────────────────────


@in_loop
async def test_the_table_and_all_its_persons_have_to_agree(database: str) -> None:
    async with serving(database) as hall:
        ann, ben = persons = await two(hall)
        await played(hall, persons)
        closed = await played(hall, persons, puzzles=False)
        assert await count(hall) == 0
        await hall.store.keep_consent(ann.id, agrees=True)
        assert await count(hall) == 0, "one of two"
        assert sorted(await hall.store.consents(closed.id)) == [(0, True), (1, False)]
        await hall.store.keep_consent(ben.id, agrees=True)
        assert await count(hall) == 1, "the table that was not opened for it stays out"
        assert await count(hall, BRIDGE) == 0
        await hall.store.keep_consent(ben.id, agrees=False)
        assert await count(hall) == 0, "withdrawn"
        await hall.store.keep_consent(ben.id, agrees=True)
        await forget(hall, ben)
        assert await count(hall) == 0, "of somebody who was deleted nobody knows"


@in_loop
async def test_whoever_held_a_seat_for_a_while_counts_too(sqlite: str) -> None:
    time = Time()
    async with serving(sqlite, time) as hall:
        ann, ben = persons = await two(hall)
        for person in persons:
            await hall.store.keep_consent(person.id, agrees=True)
        table = await played(hall, persons)
        assert await count(hall) == 1
        eve = await hall.store.add_person(new_key(), "Eve", 1)
        await hall.store.keep_person_seats(eve.id, [PersonSeat(table.id, 1, 1)], 1)
        assert await count(hall) == 0, "another person has the seat as well"
        await hall.store.keep_consent(eve.id, agrees=True)
        assert await count(hall) == 1
        await forget(hall, eve)
        assert await count(hall) == 1, "her link was not the one with which the match was played"
        passed_on = await hall.create(settings(CITY, 2, names=NAMES, puzzles=True, host=0))
        for seat in (0, 1):
            await hall.command(passed_on.id, seat, commands.Join(f"j{seat}", NAMES[seat]))
        gone = await hall.store.add_person(new_key(), "Gone", 1)
        await hall.store.keep_person_seats(ann.id, [PersonSeat(passed_on.id, 0, 0)], 1)
        await hall.store.keep_person_seats(gone.id, [PersonSeat(passed_on.id, 1, 0)], 1)
        await hall.store.keep_consent(gone.id, agrees=True)
        time.pass_seconds(600)
        await hall.command(passed_on.id, 0, commands.Invite("i", 1))
        await hall.command(passed_on.id, 1, commands.Join("later", NAMES[1]))
        await hall.store.keep_person_seats(ben.id, [PersonSeat(passed_on.id, 1, 1)], 1)
        await play_on(hall, passed_on)
        assert await count(hall) == 2
        await forget(hall, gone)
        assert await count(hall) == 1, "who sat there first is not known any more"
        nobody = await hall.create(settings(CITY, 1, names=("Nobody",), puzzles=True))
        await play_on(hall, nobody)
        assert await count(hall) == 1, "a seat of somebody whom no browser knows"


@in_loop
async def test_what_cannot_be_a_puzzle_is_not_mined(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        ann = await hall.store.add_person(new_key(), "Ann", 1)
        await hall.store.keep_consent(ann.id, agrees=True)
        own = BoxFile("own.city", box_of_day(CITY, 3, "00"))
        for wish in (settings(CITY, 1, puzzles=True, box=own), settings(CITY, 1, puzzles=True, day="2026-11-17")):
            table = await hall.create(wish)
            await hall.store.keep_person_seats(ann.id, [PersonSeat(table.id, 0, 0)], 1)
            await play_on(hall, table)
        running = await hall.create(settings(CITY, 1, puzzles=True))
        await hall.store.keep_person_seats(ann.id, [PersonSeat(running.id, 0, 0)], 1)
        assert await count(hall) == 0
        await play_on(hall, running)
        assert await count(hall) == 1
        await hall.command(running.id, 0, commands.Rematch("again"))
        assert running.rematch is not None
        assert (await hall.open(running.rematch)).settings.puzzles, "the host's word holds for a rematch"


@in_loop
async def test_two_persons_who_become_one_agree_to_what_both_agreed_to(database: str) -> None:
    store = await open_store(database)
    for first, second in ((True, True), (True, False), (False, True), (False, False)):
        key = new_key()
        ann, other = await store.add_person(key, "Ann", 1), await store.add_person(new_key(), "Ann", 1)
        await store.keep_consent(ann.id, agrees=first)
        await store.keep_consent(other.id, agrees=second)
        await store.merge_persons(ann.id, other.id)
        found = await store.person(key)
        assert found is not None
        assert found.agrees is (first and second)
    await store.close()


# ── Mining ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("slug", [CITY, BRIDGE])
@in_loop
async def test_no_name_no_word_and_no_table_is_written(slug: str, sqlite: str, tmp_path: Path) -> None:
    game, file = find_game(slug), tmp_path / "ours.jsonl"
    async with serving(sqlite) as hall:
        persons = await two(hall)
        tables = [await played(hall, persons, slug, seed=seed) for seed in range(1, 7)]
        for person in persons:
            await hall.store.keep_consent(person.id, agrees=True)
        matches = await matches_to_mine(hall.store, slug)
        assert [match.plies for _, match in matches] == [table.match.plies for table in tables], "the first first"
        assert all(set(match.names).isdisjoint(NAMES) and not match.tags for _, match in matches)
        again = await matches_to_mine(hall.store, slug)
        assert [source for source, _ in again] == [source for source, _ in matches]
        found = mine(game, 50, file, matches=matches, simulations=FEW)
        assert len(found), "people who play at random leave something to find"
        text = file.read_text()
        for secret in (*NAMES, "secret word", *(table.id for table in tables), *(table.seed_and_salt[1] for table in tables)):
            assert secret not in text
        for number in range(1, len(found) + 1):
            here, puzzle = found.position(game, number)
            assert here.ply == puzzle.ply
        before = file.read_bytes()
        mine(game, 50, file, matches=matches, simulations=FEW)
        assert file.read_bytes() == before, "what was mined is not mined again"
        assert withdraw(game, file, TABLE_SOURCE, {source for source, _ in matches}) == 0
        assert file.read_bytes() == before
        assert withdraw(game, file, TABLE_SOURCE, {matches[1][0]}) == len(matches) - 1
        assert {mined.source for mined in load_puzzles(file, game).matches} == {matches[1][0]}


def test_the_verb_mines_tables_and_takes_out_what_was_withdrawn(tmp_path: Path) -> None:
    database, file = f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "ours.jsonl"
    keys = [new_key(), new_key()]

    @in_loop
    async def play() -> None:
        async with serving(database) as hall:
            persons = [await hall.store.add_person(key, name, 1) for key, name in zip(keys, NAMES, strict=True)]
            await played(hall, persons)
            for person in persons:
                await hall.store.keep_consent(person.id, agrees=True)

    @in_loop
    async def withdrawn() -> None:
        store = await open_store(database)
        person = await store.person(keys[1])
        assert person is not None
        await store.keep_consent(person.id, agrees=False)
        await store.close()

    def run(*words: object) -> str:
        found = CliRunner().invoke(verb, [CITY, *map(str, words)], catch_exceptions=False)
        return found.stderr + found.stdout

    play()
    assert "1 finished match may be mined." in run("--mine", 1, "--tables", database, "-o", file)
    assert len(load_puzzles(file, find_game(CITY)).matches) == 1
    withdrawn()
    told = run("--mine", 1, "--tables", database, "-o", file)
    assert "0 finished matches may be mined." in told
    assert "1 match was removed" in told
    assert "no puzzles" in told
    assert load_puzzles(file, find_game(CITY)).matches == (), "and no bots play instead"
    with pytest.raises(InvalidOption, match="not both"):
        run("a.record", "--mine", 1, "--tables", database, "-o", file)
    with pytest.raises(InvalidOption, match="both"):
        run("--tables", database)
