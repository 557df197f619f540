"""Tournaments as they are kept and changed, on SQLite and PostgreSQL; what is refused; how they stand."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import msgspec
import pytest

from londinium.kernel.registry import game as find_game
from londinium.kernel.registry import slugs
from londinium.kernel.words.errors import InvalidOption
from londinium.table import commands
from londinium.table.errors import InvalidCommand, NoFreeSeat, NotAllowed
from londinium.table.events import Opened, decode_event, encode_event
from londinium.table.hall.oblivion import forget
from londinium.table.history.endings import Ending, ending_of
from londinium.table.links import Links
from londinium.table.papers.shuffle import commitment
from londinium.table.persons import new_key
from londinium.table.settings import PERSON, InTournament, TableSettings
from londinium.table.store import open_store
from londinium.table.tournaments.changes import carry_tournaments, change, find_tournament
from londinium.table.tournaments.draw import BOT_SEAT
from londinium.table.tournaments.standings import finished_rounds, is_complete, standings_of
from londinium.table.tournaments.tournament import (
    HOUR_MS,
    MOST_ENTRANTS,
    NoSuchTournament,
    Tournament,
    TournamentRefusal,
    check_turn,
    closed,
    ended,
    entered,
    new_tournament,
    seats_to_choose,
    struck,
    with_table,
    without_person,
)

from .play import BRIDGE, CITY, in_loop, play_on, serving, settings

NOW = 1_800_000_000_000


def wish(game: str = CITY, seats: int = 1, rounds: int = 2, **more: Any) -> Tournament:
    asked = Tournament("", " Family  cup ", game, {}, seats, rounds, 0, NOW + 24 * HOUR_MS, host="host")
    return new_tournament(msgspec.structs.replace(asked, **more), NOW)


def with_players(it: Tournament, *names: str) -> Tournament:
    for name in names:
        it = entered(it, name, f"p-{name}", NOW)
    return it


# ── What is settled at the beginning ─────────────────────────────────────────


def test_whether_one_plays_alone_follows_from_the_game() -> None:
    assert seats_to_choose(find_game(CITY)) == [1]
    assert seats_to_choose(find_game(BRIDGE)) == [2, 3, 4]


def test_a_new_tournament_is_complete_and_has_a_title() -> None:
    it = wish(BRIDGE, 4)
    assert (it.title, len(it.id), it.opened_at, it.version) == ("Family cup", 10, NOW, 0)
    assert set(it.options) == {option.name for option in find_game(BRIDGE).options}


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"title": " \u202e "}, "title"),
        ({"title": "x" * 61}, "title"),
        ({"seats": 4}, "seats"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 13}, "rounds"),
        ({"ends_at": NOW + 1}, "window"),
        ({"ends_at": NOW + 61 * 24 * HOUR_MS}, "window"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(more: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidOption) as problem:
        wish(**more)
    assert problem.value.facts["option"] == field


@pytest.mark.parametrize("slug", slugs())
def test_every_round_has_a_shuffle_that_is_bound_beforehand(slug: str) -> None:
    links = Links(b"s" * 32)
    it, other = wish(slug, seats_to_choose(find_game(slug))[0]), wish(slug, seats_to_choose(find_game(slug))[0])
    drawn = [it.shuffle(links, 0), it.shuffle(links, 1), other.shuffle(links, 0), it.shuffle(Links(b"t" * 32), 0)]
    assert len({each.seed for each in drawn}) == len({each.salt for each in drawn}) == 4
    said = f"londinium:{slug}:{drawn[0].seed}:{drawn[0].salt}"
    assert commitment(slug, drawn[0].seed, drawn[0].salt) == hashlib.sha256(said.encode()).hexdigest()


# ── Who may do what, when ────────────────────────────────────────────────────


def test_entering_twice_is_entering_once_and_names_are_taken() -> None:
    it = with_players(wish(), "Ann")
    assert entered(it, "Anna", "p-Ann", NOW) == it, "the same person goes on as they are"
    with pytest.raises(TournamentRefusal, match="is taken"):
        entered(it, " ANN", "p-other", NOW)
    full = with_players(wish(), *(f"Player {number}" for number in range(MOST_ENTRANTS)))
    with pytest.raises(TournamentRefusal, match="full"):
        entered(full, "Late", "p-late", NOW)


def test_a_number_is_given_once() -> None:
    it = struck(with_players(wish(), "Ann", "Ben"), 1, NOW)
    assert [one.name for one in it.entrants] == ["Ann"]
    assert [one.number for one in with_players(it, "Cleo").entrants] == [0, 2], "nobody gets the tables of another"
    begun = with_table(it, "0.0", "tableaaaaa")
    with pytest.raises(TournamentRefusal, match="Ann can no longer be removed"):
        struck(begun, 0, NOW)
    assert with_table(begun, "0.0", "tablebbbbb") == begun, "the first table stays"


def test_closing_draws_the_tables_and_the_end_ends_everything() -> None:
    it = with_players(wish(BRIDGE, 4, 4), "Ann", "Ben", "Cleo", "Dan", "Eve")
    with pytest.raises(TournamentRefusal, match="at least 2"):
        closed(with_players(wish(BRIDGE, 4), "Ann"), 1, NOW)
    assert it.places(0) == []
    drawn = closed(it, 1, NOW)
    assert closed(drawn, 2, NOW) == drawn, "drawn once"
    assert drawn.places(3) == ["3.0", "3.1"]
    assert sum(table.count(BOT_SEAT) for table in drawn.draw[0]) == 3
    for problem in ("Fay", "Ann "):
        with pytest.raises(TournamentRefusal, match="entry is closed"):
            entered(drawn, problem, "p-new", NOW)
    with pytest.raises(TournamentRefusal, match="can no longer be removed"):
        struck(drawn, 0, NOW)
    over = ended(drawn, NOW + 5)
    assert over.is_over(NOW + 5)
    assert not drawn.is_over(NOW + 5)
    with pytest.raises(TournamentRefusal, match="is over"):
        entered(over, "Fay", "p", NOW + 5)
    with pytest.raises(TournamentRefusal, match="is over"):
        struck(over, 0, NOW + 5)


def test_rounds_are_played_one_after_the_other_and_once() -> None:
    it = with_players(wish(rounds=3), "Ann")
    one = it.entrants[0]
    check_turn(it, one, 1, 1, NOW)
    for round_no, finished, problem in ((0, 1, "once"), (2, 1, "finish round 2 first")):
        with pytest.raises(TournamentRefusal, match=problem):
            check_turn(it, one, round_no, finished, NOW)
    with pytest.raises(InvalidCommand):
        check_turn(it, one, 3, 3, NOW)
    with pytest.raises(TournamentRefusal, match="over"):
        check_turn(it, one, 1, 1, it.ends_at)
    with pytest.raises(TournamentRefusal, match="when entry closes"):
        check_turn(with_players(wish(BRIDGE, 2), "Ann"), one, 0, 0, NOW)


# ── How it stands ────────────────────────────────────────────────────────────


def an_ending(table: str, scores: tuple[int, ...], players: tuple[str, ...] = (), at: int = NOW + 1) -> Ending:
    places = tuple(sorted(scores, reverse=True).index(score) for score in scores)
    names = tuple(f"n{seat}" for seat in range(len(scores)))
    return Ending(table, CITY, {}, names, players or (PERSON,) * len(scores), scores, places, NOW, at)


def test_alone_points_add_up_and_of_equals_the_better_round_decides() -> None:
    it = with_players(wish(rounds=2), "Ann", "Ben", "Cleo", "Dan", "Eve")
    scores = {"0.0": 30, "1.0": 30, "0.1": 40, "1.1": 20, "0.2": 30, "1.2": 30, "0.3": -5}
    for place in scores:
        it = with_table(it, place, f"t{place.replace('.', '')}")
    endings = {it.tables[place]: an_ending(it.tables[place], (score,)) for place, score in scores.items()}
    rows = standings_of(it, endings)
    assert [(row.entrant.name, row.place, row.score) for row in rows] == [
        ("Ben", 0, 60),
        ("Ann", 1, 60),
        ("Cleo", 1, 60),
        ("Dan", 3, -5),
        ("Eve", 4, 0),
    ], "whoever has finished something is before whoever has not"
    assert [finished_rounds(it, one, endings) for one in it.entrants] == [2, 2, 2, 1, 0]
    assert not is_complete(it, endings)
    late = endings | {it.tables["0.1"]: an_ending(it.tables["0.1"], (40,), at=it.ends_at + 1)}
    assert standings_of(it, late)[-1].score == 0
    assert next(row for row in standings_of(it, late) if row.entrant.name == "Ben").score == 20, "too late does not count"


def test_at_tables_whom_one_beats_counts_and_equals_share() -> None:
    it = closed(with_players(wish(BRIDGE, 4, 1), "Ann", "Ben", "Cleo"), 3, NOW)
    (sitting,) = it.draw[0]
    it = with_table(it, "0.0", "table00000")
    seat = {one.name: sitting.index(one.number) for one in it.entrants}
    scores = [0, 0, 0, 0]
    scores[seat["Ann"]], scores[seat["Ben"]], scores[seat["Cleo"]], scores[sitting.index(BOT_SEAT)] = 50, 50, 40, 45
    kinds = [PERSON] * 4
    kinds[sitting.index(BOT_SEAT)] = "builder"
    whole = {"table00000": an_ending("table00000", tuple(scores), tuple(kinds))}
    rows = standings_of(it, whole)
    assert [(row.entrant.name, row.place, row.halves, row.score) for row in rows] == [
        ("Ann", 0, 5, 50),
        ("Ben", 0, 5, 50),
        ("Cleo", 2, 0, 40),
    ]
    assert is_complete(it, whole)
    kinds[seat["Ann"]], kinds[seat["Ben"]] = "person, builder", "builder"
    rows = standings_of(it, {"table00000": an_ending("table00000", tuple(scores), tuple(kinds))})
    found = {row.entrant.name: row.rounds[0] for row in rows}
    assert found["Ann"] is not None
    assert found["Ann"].helped, "it counts, and it is said"
    assert found["Ben"] is None, "nobody gets points for what a bot played alone"


# ── In the store ─────────────────────────────────────────────────────────────


@in_loop
async def test_a_tournament_is_changed_as_a_whole_by_many_at_once(database: str) -> None:
    store = await open_store(database)
    try:
        it = await store.keep_tournament(wish())
        assert it is not None
        assert it.version == 1
        assert await store.keep_tournament(msgspec.structs.replace(it, version=0)) is None, "an id is given once"
        await asyncio.gather(
            *(change(store, it.id, lambda now, n=n: entered(now, f"P{n}", f"p{n}", NOW)) for n in range(12))  # type: ignore[misc]
        )
        found = await find_tournament(store, it.id)
        assert sorted(one.name for one in found.entrants) == sorted(f"P{number}" for number in range(12)), "nobody is lost"
        assert len({one.number for one in found.entrants}) == 12
        assert await store.keep_tournament(msgspec.structs.replace(it, title="old")) is None, "made from an old version"
        same = await asyncio.gather(
            *(change(store, it.id, lambda now, n=n: entered(now, "Same", f"q{n}", NOW)) for n in range(4)),  # type: ignore[misc]
            return_exceptions=True,
        )
        assert sum(isinstance(one, TournamentRefusal) for one in same) == 3, "one of them has the name"
        for id in ("nothing", "../..", "x" * 50):
            with pytest.raises(NoSuchTournament):
                await find_tournament(store, id)
    finally:
        await store.close()


@in_loop
async def test_entering_and_closing_at_once_leaves_nobody_without_a_table(database: str) -> None:
    store = await open_store(database)
    try:
        it = await store.keep_tournament(with_players(wish(BRIDGE, 2), "Ann", "Ben"))
        assert it is not None
        coming = [change(store, it.id, lambda now, n=n: entered(now, f"P{n}", f"p{n}", NOW)) for n in range(5)]  # type: ignore[misc]
        await asyncio.gather(*coming, change(store, it.id, lambda now: closed(now, 1, NOW)), return_exceptions=True)
        found = await find_tournament(store, it.id)
        assert found.closed
        drawn = sorted(number for table in found.draw[0] for number in table if number != BOT_SEAT)
        assert drawn == [one.number for one in found.entrants]
    finally:
        await store.close()


@in_loop
async def test_persons_are_carried_along_and_forgotten(database: str) -> None:
    async with serving(database) as hall:
        store = hall.store
        ann, ben = await store.add_person(new_key(), "Ann", NOW), await store.add_person(new_key(), "Ben", NOW)
        alone = entered(entered(wish(host=ann.id), "Ann", ann.id, NOW), "Ben", ben.id, NOW)
        tables = closed(entered(entered(wish(BRIDGE, 2), "Ann", ann.id, NOW), "Ben", ben.id, NOW), 1, NOW)
        for it in (alone, tables):
            assert await store.keep_tournament(it) is not None
            await store.note_tournament(ann.id, it.id)
            await store.note_tournament(ben.id, it.id)
        other = await store.add_person(new_key(), "Ann", NOW)
        await carry_tournaments(store, other.id, ann.id)
        assert sorted(await store.tournaments_of(other.id)) == sorted([alone.id, tables.id])
        assert await store.tournaments_of(ann.id) == []
        found = await find_tournament(store, alone.id)
        assert (found.host, found.entrants[0].person) == (other.id, other.id)
        await forget(hall, other)
        found = await find_tournament(store, alone.id)
        assert ([one.name for one in found.entrants], found.host) == (["Ben"], "")
        found = await find_tournament(store, tables.id)
        assert [(one.name, one.person) for one in found.entrants] == [("Guest", ""), ("Ben", ben.id)], "the draw stays"
        assert await store.tournaments_of(other.id) == []
        assert without_person(found, "") == found, "nobody is not everybody"


# ── At its tables ────────────────────────────────────────────────────────────


def test_settings_from_before_there_were_tournaments_can_still_be_read() -> None:
    event = Opened(settings(CITY, seats=1).checked(), 1, 7, "00")
    old = encode_event(event).replace(',"tournament":null', "")
    assert '"tournament"' not in old
    assert decode_event(old) == event
    with pytest.raises(InvalidOption):
        TableSettings(CITY, (PERSON,), hints=True, tournament=InTournament("abc", 0)).checked()


@in_loop
async def test_what_a_table_of_a_tournament_does_not_allow(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(TableSettings(CITY, (PERSON,), ("Ann",), tournament=InTournament("abcdefghjk", 1)))
        await hall.command(table.id, 0, commands.Join("join", "Ann"))
        for command in (
            commands.Leave("leave", "builder"),
            commands.Join("other", "Ben"),
            commands.Hint("hint", table.version(0)),
        ):
            with pytest.raises(NotAllowed):
                await hall.command(table.id, 0, command)
        await play_on(hall, table)
        ending = ending_of(table)
        assert ending is not None
        assert ending.kind == "tournament"
        assert '[Tournament "abcdefghjk 2"]' in table.record()
        await hall.command(table.id, 0, commands.Rematch("again"))
        assert table.rematch is not None
        assert (await hall.open(table.rematch)).settings.tournament is None
        shared = await hall.create(settings(BRIDGE, 2, tournament=InTournament("abcdefghjk", 0)))
        with pytest.raises(NoFreeSeat):  # every seat is kept for whoever was drawn to it
            await hall.take_seat(shared.id, "Eve", "mark0000", invited=True)
        await hall.command(shared.id, 0, commands.Leave("leave", "builder"))
        assert shared.seats[0].bot == "builder", "the others need not wait"
