"""What is old goes, with all that was made from it; what is still shown is counted right."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from londinium.cli import admin
from londinium.cli.shared.house import SPAN, retention
from londinium.kernel.words.errors import LondiniumError
from londinium.table.errors import ClosedTable, NoSuchTable
from londinium.table.hall.erasure import erase_name
from londinium.table.hall.hall import Hall
from londinium.table.hall.noticeboard import Noticeboard
from londinium.table.hall.oblivion import forget
from londinium.table.hall.retention import FOREVER, Pruned, Retention, prune
from londinium.table.history.daily import challenge, day_of
from londinium.table.history.ledger import Ledger
from londinium.table.persons import PersonSeat
from londinium.table.tournaments.tournament import Tournament, entered, new_tournament, with_table

from .play import CITY, Time, in_loop, play_on, serving, settings

DAY, HOURS = 24 * 3600, 2 * 3600 * 1000
YEAR = Retention(365 * DAY * 1000, 30 * DAY * 1000)


async def attempt(hall: Hall, name: str, day: date, moves: int | None) -> str:
    """Somebody's counted attempt at the challenge of a day."""
    the = challenge(hall.links, day, CITY)
    table = await hall.create(the.settings(name, counted=True), seed=the.seed, salt=the.salt)
    await hall.store.keep_day_kind(day.isoformat(), CITY, the.kind_name)
    assert await hall.store.claim(day.isoformat(), CITY, name.lower(), table.id)
    await (play_on(hall, table) if moves is None else play_on(hall, table, moves))
    return table.id


@in_loop
async def test_old_tables_go_with_everything_and_counts_stay_right(database: str) -> None:  # noqa: PLR0915 - a whole story
    now = Time()
    async with serving(database, now) as hall:
        store = hall.store
        old = await hall.create(settings(CITY, 2), seed=1)
        await play_on(hall, old)
        person = await store.add_person("a" * 43, "Ann", now())
        await store.add_person("b" * 43, "Eve", now())
        await store.keep_person_seats(person.id, [PersonSeat(old.id, 0, 0)], now())
        await store.keep_analysis(old.id, 1, b"x")
        await store.mark_seen([(old.id, 0)], now())
        first = day_of(now())
        await attempt(hall, "Ann", first, None)
        wish = Tournament("", "Cup", CITY, {}, 1, 1, 0, now() + 3600 * 1000)
        cup = await store.keep_tournament(entered(new_tournament(wish, now()), "Ann", person.id, now()))
        assert cup is not None
        round_table = await hall.create(settings(CITY, 1), seed=3)
        await play_on(hall, round_table)
        await store.keep_tournament(with_table(cup, "0.0", round_table.id))
        await store.note_tournament(person.id, cup.id)
        now.pass_seconds(320 * DAY)
        later = day_of(now())
        kept, left = await attempt(hall, "Ben", later, None), await attempt(hall, "Cleo", later, 1)
        unfinished = await hall.create(settings(CITY, 2), seed=4)
        await play_on(hall, unfinished, 1)
        await Ledger(store).catch_up()
        assert await prune(store, YEAR, now(), dry_run=True) == Pruned()

        now.pass_seconds(46 * DAY)
        fresh = await hall.create(settings(CITY, 2), seed=5)
        board = Noticeboard(hall, {})
        await board.start()
        would = await prune(store, YEAR, now(), dry_run=True)
        assert await prune(store, YEAR, now()) == msgspec.structs.replace(would, persons=2)
        assert would == Pruned(tables=4, emptied=1, days=1, tournaments=1, persons=1)
        assert {about.id for about in await store.tables()} == {kept, left, fresh.id}
        assert await store.are_stored([old.id, round_table.id, unfinished.id, kept, left, fresh.id]) == {kept, fresh.id}
        # Ann's results are gone; of the day that is kept both attempts are counted, one of them with its result.
        assert await store.results("ann") == []
        assert [(day, count) for day, _, count in await store.days()] == [(later.isoformat(), 2)]
        attempts = {one.key: one.result is not None for one in await store.attempts(later.isoformat(), CITY)}
        assert attempts == {"ben": True, "cleo": False}
        assert await store.attempt(later.isoformat(), CITY, "cleo") == left, "she has had her attempt"
        assert await store.tournament(cup.id) is None
        assert await store.every_seat(person.id) == []
        assert await store.person("a" * 43) is None, "nothing of hers is left"
        assert await store.person("b" * 43) is None
        await board.look()
        assert old.id not in hall.in_memory, "a running server forgets it too"
        with pytest.raises(NoSuchTable):
            await hall.open(old.id)
        await board.close()
        assert await prune(store, YEAR, now()) == Pruned(), "once is enough"
        now.pass_seconds(400 * DAY)
        await prune(store, YEAR, now())
        assert await store.days() == []
        assert await store.tables() == []


@in_loop
async def test_a_tournament_is_kept_whole(sqlite: str) -> None:
    now = Time()
    async with serving(sqlite, now) as hall:
        table = await hall.create(settings(CITY, 1), seed=3)
        await play_on(hall, table)
        now.pass_seconds(20 * DAY)
        cup = await hall.store.keep_tournament(new_tournament(Tournament("", "C", CITY, {}, 1, 1, 0, now() + DAY * 1000), now()))
        assert cup is not None
        await hall.store.keep_tournament(with_table(cup, "0.0", table.id))
        assert await prune(hall.store, Retention(10 * DAY * 1000, 10 * DAY * 1000), now()) == Pruned()
        assert await hall.store.are_stored([table.id])


@in_loop
async def test_an_erased_name_is_in_no_ranking_and_no_tournament(database: str) -> None:
    async with serving(database) as hall:
        store = hall.store
        day = day_of(hall.now())
        table = await attempt(hall, "Zoë", day, None)
        person = await store.add_person("a" * 43, "ZOË", hall.now())
        other = await store.add_person("b" * 43, "Zoe", hall.now())
        cup = await store.keep_tournament(
            entered(
                new_tournament(Tournament("", "C", CITY, {}, 1, 1, 0, hall.now() + 7200 * 1000), hall.now()), "Zoë", person.id, 1
            )
        )
        assert cup is not None
        await Ledger(store).catch_up()
        assert await store.results("zoë")
        board = Noticeboard(hall, {})
        await board.start()
        found = await erase_name(store, "zoë", hall.now())
        assert (found.tables, found.persons, found.tournaments) == ((table,), 1, 1)
        await board.look()
        await board.close()
        assert (await hall.open(table)).names[0] == "Guest"
        await Ledger(store).catch_up()
        assert await store.results("zoë") == []
        assert [one.name for one in await store.results("guest")] == ["Guest"]
        assert (await store.person("a" * 43)).name == ""  # type: ignore[union-attr]
        assert await store.person("b" * 43) == other
        assert [one.name for one in (await store.tournament(cup.id)).entrants] == ["Guest"]  # type: ignore[union-attr]
        assert [about.names[0] for about in await store.tables()] == ["Guest"]
        assert await erase_name(store, "zoë", hall.now(), dry_run=True) == type(found)()


def test_the_command_line_asks_before_it_deletes(tmp_path: Path) -> None:
    database, now = f"sqlite:///{tmp_path / 'table.db'}", Time()

    @in_loop
    async def fill() -> None:
        async with serving(database, now) as hall:
            await hall.create(settings(CITY, 2), seed=1)

    def count() -> int:
        found = CliRunner().invoke(admin.verb, ["tables", "--json", "--database", database])
        return len(json.loads(found.output))

    def run(*words: str, typed: str = "") -> tuple[int, str]:
        done = CliRunner().invoke(admin.verb, ["prune", *words, "--database", database], input=typed)
        assert done.exception is None or isinstance(done.exception, LondiniumError | SystemExit)
        return done.exit_code, done.output

    now.now -= 900 * DAY * 1000  # long ago, also for whoever runs this in years to come
    fill()
    assert run()[0] != 0, "nothing said, nothing done"
    assert "tables: 1," in run("--older-than", "30d", "--dry-run")[1]
    assert run("--older-than", "30d", typed="n\n")[0] != 0
    assert count() == 1
    assert run("--unfinished", "52w")[0] != 0
    assert run("--older-than", "30d", "--yes")[0] == 0
    assert count() == 0


def test_times_are_read_as_people_write_them() -> None:
    day = DAY * 1000
    assert [SPAN.convert(value, None, None) for value in ("7d", "2w", "12h", "30m")] == [7 * day, 14 * day, day // 2, day // 48]
    for wrong in ("7", "d", "-7d", "0d", "7 days", "1e3d"):
        with pytest.raises(Exception, match="not a time"):
            SPAN.convert(wrong, None, None)
    assert retention(None, None) is None
    assert retention(day, None) == Retention(day, day)
    assert retention(None, day) == Retention(FOREVER, day)


@in_loop
async def test_who_sat_at_a_closed_table_can_still_be_forgotten(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(CITY, 2, names=("Ann", "Ben")), seed=1)
        person = await hall.store.add_person("a" * 43, "Ann", hall.now())
        await hall.store.keep_person_seats(person.id, [PersonSeat(table.id, 0, 0)], hall.now())
        await hall.store.close_table(table.id, hall.now())
        await hall.read_again(table.id)
        with pytest.raises(ClosedTable):
            await hall.open(table.id)
        await forget(hall, person)
        assert await hall.store.person("a" * 43) is None
        assert not [row for row in await hall.store.rows(table.id) if "Ann" in str(row.event)]
