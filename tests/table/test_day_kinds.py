"""The calendar of kinds: by date alone, bound by the hash, kept once somebody has played; nothing stored before changes."""

from __future__ import annotations

import sqlite3
from datetime import date, timedelta
from pathlib import Path

import pytest

from londinium.kernel.contracts.days import PLAIN_DAY, calendar_of, kind_title
from londinium.kernel.record import read_record
from londinium.kernel.registry import game, games, slugs
from londinium.kernel.words.language import language, languages
from londinium.study.jobs import ParTask, par_job
from londinium.table import commands
from londinium.table.history.daily import Challenge, box_seed, challenge, kept_challenge, kind_played, name_key
from londinium.table.history.ledger import Ledger
from londinium.table.history.statistics import person_of
from londinium.table.links import Links
from londinium.table.papers.verify import check_shuffle
from londinium.table.store import open_store
from londinium.table.store.migrations import migrations
from londinium.table.table import Table

from .play import BRIDGE, CITY, in_loop, serving

MONDAY = date(2026, 11, 16)
SUNDAY = MONDAY + timedelta(days=6)
LINKS = Links(b"s" * 32)
TITLES = {
    CITY: ["plain", "objectives", "powers", "plain", "powers", "both-modules", "random-city"],
    BRIDGE: ["plain", "highest-card", "plain", "low-numbers", "plain", "coins-again", "expansion"],
}
"""The week of Monday 16 November 2026. It was published; whoever changes it breaks what people were told."""


@pytest.mark.parametrize("slug", TITLES)
def test_the_week_follows_from_the_date(slug: str) -> None:
    assert [challenge(LINKS, MONDAY + timedelta(days=day), slug).kind_name for day in range(7)] == TITLES[slug]


@pytest.mark.parametrize("slug", slugs())
def test_every_kind_of_every_game_can_be_played(slug: str) -> None:
    found = game(slug)
    calendar = calendar_of(found)
    assert PLAIN_DAY in calendar.kinds
    assert len(calendar.week) == 7
    assert {name for turns in calendar.week for name in turns} <= set(calendar.kinds)
    for name, kind in calendar.kinds.items():
        the = Challenge(SUNDAY, found, 5, "00", name)
        settings = the.settings("Ann").checked()
        assert kind_played(settings) == name
        assert (settings.box is not None) == kind.random_box
        for code in languages():
            words = language(code, found.folder)
            assert kind_title(found, kind, words)
            if code != "en" and slug in TITLES:
                assert kind_title(found, kind, words) != kind_title(found, kind, language("en", found.folder))


def test_the_expansion_of_the_bridge_takes_turns() -> None:
    tuesdays = [challenge(LINKS, MONDAY + timedelta(days=1 + 7 * week), BRIDGE).kind_name for week in range(32)]
    assert len(set(tuesdays)) == 16
    assert tuesdays[:16] == tuesdays[16:]


def test_the_city_of_a_sunday_follows_from_seed_and_salt() -> None:
    the, other = challenge(LINKS, SUNDAY, CITY), challenge(LINKS, SUNDAY + timedelta(days=7), CITY)
    assert the.box is not None
    assert other.box is not None
    assert the.box.text != other.box.text
    assert the.box == challenge(LINKS, SUNDAY, CITY).box
    assert f"seed {box_seed(CITY, the.seed, the.salt)}" in the.box.text
    assert str(the.seed) not in the.box.text, "the city does not give the shuffle away"
    assert game(CITY).open_box(the.box)[0].tobytes() != game(CITY).standard_box().tobytes()


async def attempt(hall: object, the: Challenge, name: str) -> Table:
    from londinium.table.hall.hall import Hall

    assert isinstance(hall, Hall)
    table = await hall.create(the.settings(name, counted=True), the.seed, salt=the.salt)
    await hall.command(table.id, 0, commands.Join("join", name))
    while not table.is_over:
        move = table.match.moves.text(table.match.legal(0)[0])
        await hall.command(table.id, 0, commands.MakeMove(f"m{table.number}", table.version(0), move))
    return table


@in_loop
async def test_a_sunday_counts_among_those_who_played_it_and_nowhere_else(database: str) -> None:
    async with serving(database) as hall:
        the = challenge(hall.links, SUNDAY, CITY)
        table = await attempt(hall, the, "Ann")
        await Ledger(hall.store).catch_up()
        (one,) = await hall.store.attempts(SUNDAY.isoformat(), CITY)
        assert one.result is not None
        assert one.result.own_box
        assert await hall.store.day_kind(SUNDAY.isoformat(), CITY) == "random-city", "a table that was imported brings its kind"
        assert person_of(await hall.store.results(name_key("Ann"))) is None, "another city is not comparable"
        assert the.box is not None
        match = read_record(table.record(), box=the.box)
        assert match.tags["Day"] == SUNDAY.isoformat()
        findings = check_shuffle(match, the.commitment)
        assert all(finding.holds for finding in findings)
        assert "box" in findings[-1].sentence.told(language("en"))
        match.tags["Salt"] = "00" * 16
        assert not check_shuffle(match)[-1].holds, "another city would be noticed"


@in_loop
async def test_a_day_keeps_the_kind_it_was_played_with(database: str) -> None:
    async with serving(database) as hall:
        tuesday = MONDAY + timedelta(days=1)
        await hall.store.keep_day_kind(tuesday.isoformat(), CITY, "powers")
        await hall.store.keep_day_kind(tuesday.isoformat(), CITY, "plain")
        kept = await kept_challenge(hall.store, hall.links, tuesday, CITY)
        planned = challenge(hall.links, tuesday, CITY)
        assert (kept.kind_name, planned.kind_name) == ("powers", "objectives")
        assert kept.commitment == planned.commitment
        assert (await kept_challenge(hall.store, hall.links, MONDAY, CITY)).kind_name == "plain"
        await hall.store.keep_day_kind(MONDAY.isoformat(), CITY, "a kind of a later version")
        assert (await kept_challenge(hall.store, hall.links, MONDAY, CITY)).settings("Ann").checked().box is None


@in_loop
async def test_days_from_before_there_were_kinds_stay_plain(tmp_path: Path) -> None:
    """A database of the version before: its days were all alike, and stay so; nothing of it is lost."""
    file = tmp_path / "old.db"
    old = sqlite3.connect(file)
    old.execute("PRAGMA application_id = 0x4C4F4E44")
    old.execute("CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at REAL NOT NULL)")
    for migration in migrations("sqlite"):
        if migration.version <= 3:
            for statement in migration.statements:
                old.execute(statement)
            old.execute("INSERT INTO schema_version VALUES (?, 0)", (migration.version,))
    tuesday = (MONDAY + timedelta(days=1)).isoformat()
    old.execute("INSERT INTO tables VALUES ('abc', ?, '[]', 0, 1, 1, 1)", (CITY,))
    old.execute("INSERT INTO attempts VALUES (?, ?, 'ann', 'abc')", (tuesday, CITY))
    old.execute("INSERT INTO attempts VALUES (?, ?, 'ben', 'abc')", (tuesday, CITY))
    old.commit()
    old.close()
    store = await open_store(f"sqlite:///{file}")
    try:
        assert await store.day_kind(tuesday, CITY) == "plain"
        assert await store.day_kind(tuesday, BRIDGE) is None
        assert await store.days() == [(tuesday, CITY, 2)]
        assert (await kept_challenge(store, LINKS, MONDAY + timedelta(days=1), CITY)).kind_name == "plain"
    finally:
        await store.close()


def test_the_solver_plays_what_the_day_brings() -> None:
    the = challenge(LINKS, SUNDAY, CITY)
    told: list[float] = []
    found = par_job(ParTask(CITY, the.seed, 0.2, dict(the.kind.options), the.box), told.append)
    assert b'"record"' in found
    assert the.box is not None
    import msgspec

    record = msgspec.json.decode(found)["record"]
    assert read_record(record, box=the.box).box_name == the.box.name


def test_a_game_without_a_calendar_has_plain_days() -> None:
    plain = [found for found in games() if found.contract("days") is None]
    for found in plain:
        assert {challenge(LINKS, MONDAY + timedelta(days=day), found.slug).kind_name for day in range(14)} == {PLAIN_DAY}
    assert all(found.slug not in TITLES for found in plain)
