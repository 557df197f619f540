"""What a day brings, who is counted, and what finished tables leave in the book; on SQLite and PostgreSQL."""

from __future__ import annotations

import csv
import hashlib
import io
from datetime import date

import msgspec
import pytest

from londinium.kernel.registry import slugs
from londinium.kernel.words.errors import InvalidOption
from londinium.table import commands
from londinium.table.errors import InvalidCommand, NotAllowed
from londinium.table.events import Opened, decode_event, encode_event
from londinium.table.hall.hall import Hall
from londinium.table.history.daily import Challenge, NoSuchDay, challenge, day_of, midnight, name_key, read_day
from londinium.table.history.ledger import Ledger
from londinium.table.history.results import Result
from londinium.table.history.statistics import Person, as_csv, person_of, spreadsheet_name
from londinium.table.links import Links
from londinium.table.papers.verify import check_shuffle
from londinium.table.settings import PERSON, TableSettings
from londinium.table.store.book import DayPar
from londinium.table.table import Table

from .play import BRIDGE, CITY, Time, in_loop, play_on, serving, settings

LINKS = Links(b"s" * 32)
DAY = date(2026, 11, 16)


@pytest.mark.parametrize("slug", slugs())
def test_a_day_follows_from_date_game_and_secret_alone(slug: str) -> None:
    first = challenge(LINKS, DAY, slug)
    assert first == challenge(Links(b"s" * 32), DAY, slug)
    others = [
        challenge(Links(b"t" * 32), DAY, slug),
        challenge(LINKS, date(2026, 11, 17), slug),
        challenge(LINKS, DAY, next(other for other in slugs() if other != slug)),
    ]
    assert len({first.seed, *(other.seed for other in others)}) == 4
    assert len({first.salt, *(other.salt for other in others)}) == 4
    said = f"londinium:{slug}:{first.seed}:{first.salt}"
    assert first.commitment == hashlib.sha256(said.encode()).hexdigest(), "as the page tells people to check it"


def test_everybody_meets_the_same_table() -> None:
    alone, full = challenge(LINKS, DAY, CITY), challenge(LINKS, DAY, BRIDGE)
    assert alone.settings("Ann").kinds == (PERSON,)
    assert full.settings("Ann").kinds == (PERSON, "builder", "builder", "builder")
    assert full.settings(" Ben ", ("Hugh", "Rosa", "Wat")).checked().names == ("Ben", "Hugh", "Rosa", "Wat")
    with pytest.raises(InvalidCommand):
        alone.settings("  ")


def test_days_change_at_midnight_in_greenwich() -> None:
    start = midnight(DAY)
    assert (day_of(start - 1), day_of(start)) == (date(2026, 11, 15), DAY)
    assert challenge(LINKS, DAY, CITY).end == start + 24 * 3600 * 1000
    assert read_day("2026-11-16", start) == DAY
    for wrong in ("2026-11-17", "2026-02-30", "yesterday", "20261116", "", "2026-11-16 ", "９"):
        with pytest.raises(NoSuchDay):
            read_day(wrong, start)


def test_names_are_compared_without_case_and_spaces() -> None:
    assert name_key("  Zoë   Q ") == name_key("ZOË q") == name_key("Zoe\u0308 Q")
    assert name_key("Ann") != name_key("Anne")


def test_settings_from_before_there_were_days_can_still_be_read() -> None:
    event = Opened(settings(CITY, seats=1).checked(), 1, 7, "00")
    old = encode_event(event).replace(',"day":null', "").replace(',"counted":false', "")
    assert '"day"' not in old
    assert decode_event(old) == event
    with pytest.raises(InvalidOption):
        TableSettings(CITY, (PERSON,), day="2026-13-01").checked()
    with pytest.raises(InvalidOption):
        TableSettings(CITY, (PERSON,), day="2026-11-16", hints=True).checked()


async def begin(hall: Hall, the: Challenge, name: str, *, counted: bool = True) -> Table:
    given = msgspec.structs.replace(the.settings(name, counted=counted), pace=0)
    table = await hall.create(given, the.seed, salt=the.salt)
    await hall.command(table.id, 0, commands.Join("join", name))
    return table


@in_loop
async def test_an_attempt_from_its_claim_to_the_ranking(database: str) -> None:
    time = Time()
    day = day_of(time.now).isoformat()
    async with serving(database, time) as hall:
        store, ledger = hall.store, Ledger(hall.store)
        the = challenge(hall.links, day_of(time.now), CITY)
        first, second = await begin(hall, the, "Ann"), await begin(hall, the, "ann ")
        assert await store.attempt(day, CITY, "ann") is None
        assert await store.claim(day, CITY, "ann", first.id)
        assert not await store.claim(day, CITY, "ann", second.id), "one attempt per name"
        assert await store.attempt(day, CITY, "ann") == first.id
        assert [one.result for one in await store.attempts(day, CITY)] == [None]
        await play_on(hall, first)
        await ledger.catch_up()
        (attempt,) = await store.attempts(day, CITY)
        assert attempt.result is not None
        assert attempt.result.score == sum(attempt.result.lines.values())
        assert (attempt.result.name, attempt.result.seats, attempt.result.day) == ("Ann", 1, day)
        assert await store.days() == [(day, CITY, 1)]
        assert await store.unread(10) == [], "what is entered is not read again"
        assert first.commitment == the.commitment, "the table shows the hash of the day"
        record = first.record()
        from londinium.kernel.record import read_record

        assert all(finding.holds for finding in check_shuffle(read_record(record), the.commitment))


@in_loop
async def test_the_same_cards_whatever_is_drawn(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        the = challenge(hall.links, DAY, CITY)
        tables = [await begin(hall, the, name) for name in ("Ann", "Ben")]
        await play_on(hall, tables[0])
        while not tables[1].is_over:  # the last legal move instead of the first ones
            table = tables[1]
            move = table.match.moves.text(table.match.legal(0)[-1])
            await hall.command(table.id, 0, commands.MakeMove(f"m{table.number}", table.version(0), move))
        cards = [
            [made.move for made in table.match.plies if made.seat == -1 or made.seat not in range(table.match.seats)]
            for table in tables
        ]
        assert cards[0] == cards[1]
        assert len(cards[0]) > 20


@in_loop
async def test_what_a_daily_table_does_not_allow(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        the = challenge(hall.links, DAY, CITY)
        table = await begin(hall, the, "Ann")
        with pytest.raises(NotAllowed):
            await hall.command(table.id, 0, commands.Leave("leave", "builder"))
        with pytest.raises(NotAllowed):
            await hall.command(table.id, 0, commands.Join("other", "Ben"))
        await hall.command(table.id, 0, commands.Join("same", "Ann"))
        await play_on(hall, table)
        await hall.command(table.id, 0, commands.Rematch("again"))
        assert table.rematch is not None
        after = await hall.open(table.rematch)
        assert (after.settings.day, after.settings.counted) == (None, False)
        assert after.commitment != table.commitment, "a rematch is a match like any other"


@in_loop
async def test_old_london_bridge_against_the_bots_of_the_day(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        the = challenge(hall.links, DAY, BRIDGE)
        table = await hall.create(
            msgspec.structs.replace(the.settings("Ann", counted=True), pace=0, kinds=(PERSON, *("greedy",) * 3)),
            the.seed,
            salt=the.salt,
        )
        await hall.command(table.id, 0, commands.Join("join", "Ann"))
        await play_on(hall, table)
        await Ledger(hall.store).catch_up()
        (attempt,) = await hall.store.attempts(DAY.isoformat(), BRIDGE)
        assert attempt.result is not None, "a table that came without its claim brings it along"
        outcome = table.match.outcome
        assert outcome is not None
        assert (attempt.result.score, attempt.result.place) == (outcome.scores[0], outcome.places[0])
        assert person_of(await hall.store.results(name_key("Greedy 1"))) is None, "bots have no statistics"


@in_loop
async def test_pars_and_results_in_the_book(database: str) -> None:
    async with serving(database) as hall:
        store = hall.store
        await store.keep_par("2026-11-16", CITY, DayPar(120, 124, "record"))
        await store.keep_par("2026-11-16", CITY, DayPar(1, 2, "second"))
        assert await store.par("2026-11-16", CITY) == DayPar(120, 124, "record")
        assert await store.par("2026-11-17", CITY) is None
        table = await hall.create(settings(CITY, seats=2))
        await store.keep_results(table.id, [])
        assert await store.results("") == [], "a table without results is a mark, not a result"
        await hall.command(table.id, 0, commands.Join("j", "Ann"))


def result(score: int, place: int = 0, seats: int = 2, name: str = "Ann", player: str = PERSON) -> Result:
    return Result("t", 0, "ann", name, player, CITY, seats, score, place, {"green": score // 2, "pink": 3}, 1_800_000_000_000)


def test_statistics_by_game_and_seats() -> None:
    person = person_of(
        [result(80), result(100, 1), result(60, 0, 1), result(500, player="greedy"), result(9, player="person, greedy")]
    )
    assert person is not None
    alone, two = person.groups
    assert (alone.seats, alone.win_rate, alone.best.score) == (1, None, 60)
    assert (two.matches, two.mean, two.best.score, two.wins, two.win_rate) == (2, 90.0, 100, 1, 0.5)
    assert two.places == [1, 1]
    green = two.lines[0]
    assert (green.name, green.mean, green.best) == ("green", 45.0, 50)
    assert person_of([result(5, player="greedy")]) is None


def test_a_table_for_spreadsheets() -> None:
    person = Person("=1+1", (result(80, name="=1+1"), result(70, 1, name='A"b,c')))
    rows = list(csv.DictReader(io.StringIO(as_csv(person))))
    assert [row["score"] for row in rows] == ["80", "70"]
    assert [row["won"] for row in rows] == ["1", "0"]
    assert rows[0]["name"] == "'=1+1", "no spreadsheet computes a name"
    assert rows[1]["name"] == 'A"b,c'
    assert rows[0]["green"] == "40"
    assert spreadsheet_name("Ann") == "Ann"
