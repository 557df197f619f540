"""Tables for a load test: at all stages of a match in a database of its own, or fresh ones at a server already running."""

from __future__ import annotations

import asyncio
import random
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator

from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_
from londinium.load.drive import CannotLoad, Progress
from londinium.table.events import Entry, EventRow, Moved, Opened, now_ms
from londinium.table.links import Links, new_table_id
from londinium.table.papers.shuffle import new_salt, new_seed
from londinium.table.settings import PERSON, TableSettings
from londinium.table.store import open_store
from londinium.table.table import Table
from londinium.web.http.reader import BETWEEN

LOAD_NAMES = ("Ann", "Bob", "Cleo", "Dora")
COPIED_TOGETHER = 500
FURTHEST = 0.8
"""Tables stand anywhere between the beginning and this share of a match, so that few end during the run."""


async def prepare_tables(database: str, games: list[str], tables: int, seats: int, progress: Progress) -> list[list[str]]:
    """Store tables in mid-match; the tokens of their seats."""
    store = await open_store(database)
    links = Links(await store.secret())
    lengths = {game: sum(1 for _ in play_tables(game, seats)) for game in set(games)}
    tokens = []
    for number in range(tables):
        game = games[number % len(games)]
        entries = list(play_tables(game, seats, random.randrange(1 + int(lengths[game] * FURTHEST))))
        await store.append(entries)
        tokens.append([links.token(entries[0].row.table, seat) for seat in range(seats)])
        progress(1)
    await store.close()
    return tokens


def play_tables(game: str, seats: int, decisions: int | None = None) -> Iterator[Entry]:
    """The events of a table at which this many decisions were made at random; None: until the end."""
    settings = TableSettings(game, (PERSON,) * seats, LOAD_NAMES[:seats]).checked()
    opened = Opened(settings, find_game(game).rules_version, new_seed(), new_salt())
    table = Table([EventRow(new_table_id(), 1, "opened", now_ms(), opened)])
    yield Entry(table.rows[0], table.about())
    made = 0
    while not table.is_over and (decisions is None or made < decisions):
        match = table.match
        seat = random.choice(match.to_act)
        move = match.moves.text(random.choice(match.legal(seat)))
        made += 1
        entry = table.entry(Moved(seat, match.ply, move, PERSON), f"{seat}.load{made}", now_ms())
        table.apply(entry.row)
        yield entry


async def copy_tables(database: str, tokens: list[list[str]], count: int, seats: int, progress: Progress) -> list[list[str]]:
    """Copies of stored tables under ids of their own, in PostgreSQL; the tokens of their seats."""
    import psycopg

    store = await open_store(database)
    links = Links(await store.secret())
    await store.close()
    named = [new_table_id() for _ in range(count)]
    like = [tokens[number % len(tokens)][0].partition(".")[0] for number in range(count)]
    given = "unnest(%s::text[], %s::text[]) AS given (id, original)"
    async with await psycopg.AsyncConnection.connect(database) as connection:
        for at in range(0, count, COPIED_TOGETHER):
            some = (named[at : at + COPIED_TOGETHER], like[at : at + COPIED_TOGETHER])
            facts = "given.id, t.game, t.names, t.public, t.finished, t.opened_at, t.changed_at"
            tables = f"SELECT {facts} FROM {given} JOIN londinium.tables t ON t.id = given.original"
            await connection.execute(f"INSERT INTO londinium.tables {tables}", some)
            events = (
                f"SELECT given.id, number, command, at, event FROM {given} JOIN londinium.events e ON e.table_id = given.original"
            )
            await connection.execute(f"INSERT INTO londinium.events {events}", some)
            await connection.commit()
            progress(len(some[0]))
    return [[links.token(table, seat) for seat in range(seats)] for table in named]


async def open_at(url: str, games: list[str], tables: int, seats: int, progress: Progress) -> list[list[str]]:
    """Open tables with the form that people use; the tokens of their seats."""
    tokens = []
    for number in range(tables):
        form = {f"seat{seat}": "friend" for seat in range(seats)} | {f"name{seat}": LOAD_NAMES[seat] for seat in range(seats)}
        tokens.append(await asyncio.to_thread(_post, f"{url}/new/{games[number % len(games)]}", form))
        progress(1)
    return tokens


def _post(url: str, form: dict[str, str]) -> list[str]:
    request = urllib.request.Request(url, urllib.parse.urlencode(form).encode())
    try:
        with urllib.request.urlopen(request, timeout=60) as page:
            return str(urllib.parse.urlsplit(page.url).path).split("/")[2].split(BETWEEN)
    except urllib.error.HTTPError as error:
        if error.code == 429:
            raise CannotLoad(N_("the server limits the request rate per address; start it with --no-limits")) from None
        raise CannotLoad(N_("the server did not open a table: {problem}"), problem=str(error)) from None
    except OSError as error:
        raise CannotLoad(N_("there is no server at {url}: {problem}"), url=url, problem=str(error)) from None
