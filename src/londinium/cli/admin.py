"""`londinium admin`: what a host does with a database while servers use it. They notice within seconds."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
import msgspec

from londinium.cli.shared.database import database_option
from londinium.cli.shared.desk import confirmed, json_option, moment, show, with_store, yes_option
from londinium.cli.shared.house import SPAN, retention
from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import plural, text
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError

if TYPE_CHECKING:
    from londinium.table.store import Store

NEXT_LOOK = 3.0
"""Seconds after which every running server has noticed a change."""
DEFAULT_GRACE = 0


@click.group(
    help=text(
        "Look after the tables and visitors of a server. Everything is done in the database, also while servers are "
        "running: they notice within seconds."
    )
)
@lang_option
def verb() -> None:
    pass


# ── Tables ───────────────────────────────────────────────────────────────────


@verb.command("tables", help=text("List tables, most recently changed first."))
@database_option
@click.option("--game", help=text("Only tables of this game."))
@click.option("--name", help=text("Only tables at which somebody with this name sits."))
@click.option("--state", type=click.Choice(["running", "finished", "closed"]), help=text("Only tables in this state."))
@click.option("--unchanged", type=SPAN, help=text("Only tables that have not changed for this long, such as 30d."))
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help=text("At most this many."))
@json_option
@lang_option
def list_tables(
    database: str, game: str | None, name: str | None, state: str | None, unchanged: int | None, limit: int, as_json: bool
) -> None:
    from londinium.table.events import now_ms
    from londinium.table.history.daily import name_key
    from londinium.table.papers.export import EVERY

    async def work(store: Store) -> list[dict[str, Any]]:
        closed, found = await store.closed_tables(), []
        finished = None if state in (None, "closed") else state == "finished"
        for about in await store.tables(finished=finished, limit=EVERY):
            wanted = game in (None, about.game) and (state != "closed" or about.id in closed)
            wanted &= name is None or name_key(name) in map(name_key, about.names)
            wanted &= unchanged is None or about.changed_at < now_ms() - unchanged
            if wanted:
                found.append({**msgspec.structs.asdict(about), "closed": about.id in closed})
        return found[:limit]

    def line(one: dict[str, Any]) -> str:
        state = text("closed") if one["closed"] else text("finished") if one["finished"] else text("running")
        names = ", ".join(name or "…" for name in one["names"])
        return f"{one['id']}  {moment(one['changed_at'])}  {one['game']}  {state}  {names}"

    tables = with_store(database, work)
    show(tables, [line(one) for one in tables], as_json=as_json)


@verb.command(
    "close",
    help=text(
        "Close a TABLE: nobody can play, watch, chat or read there, and no list shows it. What happened there is kept; "
        "--delete deletes it for ever, --reopen opens it again."
    ),
)
@click.argument("table")
@database_option
@click.option("--delete", is_flag=True, help=text("Delete the table with everything that was made from it."))
@click.option("--reopen", is_flag=True, help=text("Open a closed table again."))
@yes_option
@lang_option
def close_table(table: str, database: str, delete: bool, reopen: bool, yes: bool) -> None:
    from londinium.table.errors import NoSuchTable
    from londinium.table.events import now_ms

    if delete:
        confirmed(text("Delete table {table} for ever?", table=table), yes=yes)

    async def work(store: Store) -> str:
        if not await store.are_stored([table]):
            raise NoSuchTable(N_("there is no table '{table}'"), table=table[:40])
        if reopen:
            if await store.reopen_table(table, now_ms()):
                return text("Table {table} is open again.", table=table)
            return text("Table {table} was not closed.", table=table)
        await store.close_table(table, now_ms())
        if not delete:
            return text("Table {table} is closed.", table=table)
        await store.drop_table(table)
        await store.notice("table", now_ms(), table)
        return text("Table {table} was deleted.", table=table)

    click.echo(with_store(database, work))


@verb.command(
    "prune",
    help=text(
        "Delete old tables with everything that was made from them; days and tournaments go as a whole when they are older, "
        "and people of whom nothing else is kept. What is still shown stays counted right."
    ),
)
@database_option
@click.option("--older-than", type=SPAN, help=text("Tables that were finished this long ago, such as 365d."))
@click.option("--unfinished", type=SPAN, help=text("Unfinished tables without a move for this long (default: as --older-than)."))
@click.option("--dry-run", is_flag=True, help=text("Only say what would be deleted."))
@yes_option
@json_option
@lang_option
def prune_tables(database: str, older_than: int | None, unfinished: int | None, dry_run: bool, yes: bool, as_json: bool) -> None:
    from londinium.table.events import now_ms
    from londinium.table.hall.retention import Pruned, prune

    keep = retention(older_than, unfinished)
    if keep is None:
        raise InvalidOption(N_("say what is old: --older-than or --unfinished, such as 365d"), option="older-than")
    would = with_store(database, lambda store: prune(store, keep, now_ms(), dry_run=True))
    done = would
    if not dry_run and would != Pruned():
        asked = plural("Delete {count} table for ever?", "Delete {count} tables for ever?", would.tables + would.emptied)
        confirmed(asked, yes=yes)
        done = with_store(database, lambda store: prune(store, keep, now_ms()))
    facts = msgspec.structs.asdict(done)
    what = text(
        "tables: {tables}, unfinished attempts at daily challenges: {emptied}, days: {days}, tournaments: {tournaments}, "
        "people: {persons}",
        **facts,
    )
    told = text("To be deleted: {what}", what=what) if dry_run else text("Deleted: {what}", what=what)
    show(facts, [told], as_json=as_json)


# ── Visitors ─────────────────────────────────────────────────────────────────


@verb.command(
    "ban",
    help=text(
        "Turn away everybody at an ADDRESS or in a network such as 192.0.2.0/24: every page says that they are blocked, and open "
        "tables are closed for them. An IPv6 address stands for its whole /64."
    ),
)
@click.argument("address")
@database_option
@click.option("--for", "span", type=SPAN, help=text("For how long, such as 7d (default: for ever)."))
@click.option("--reason", default="", help=text("A note for yourself."))
@yes_option
@lang_option
def ban(address: str, database: str, span: int | None, reason: str, yes: bool) -> None:
    from londinium.table.events import now_ms
    from londinium.table.store.desk import EVER, Ban
    from londinium.web.http.doorkeeper import visitor_net

    net = visitor_net(address)
    if net.is_loopback:
        message = N_("{net} is this machine itself; behind a proxy that was not named to `serve`, that is everybody")
        raise InvalidOption(message, net=net)
    if net.num_addresses > 2**16 and net.version == 4:
        confirmed(text("{net} is {count} addresses. Ban them all?", net=net, count=f"{net.num_addresses:,}"), yes=yes)
    now = now_ms()
    with_store(database, lambda store: store.ban(Ban(str(net), now, EVER if span is None else now + span, reason[:200])))
    until = text("for ever") if span is None else text("until {moment} UTC", moment=moment(now + span))
    click.echo(text("{net} is banned {until}.", net=net, until=until))


@verb.command("unban", help=text("Let an ADDRESS or a network in again."))
@click.argument("address")
@database_option
@lang_option
def unban(address: str, database: str) -> None:
    from londinium.table.events import now_ms
    from londinium.web.http.doorkeeper import visitor_net

    net = visitor_net(address)
    if not with_store(database, lambda store: store.unban(str(net), now_ms())):
        raise LondiniumError(N_("{net} is not banned; `londinium admin bans` lists who is"), net=net)
    click.echo(text("{net} is no longer banned.", net=net))


@verb.command("bans", help=text("List who is banned."))
@database_option
@json_option
@lang_option
def list_bans(database: str, as_json: bool) -> None:
    from londinium.table.events import now_ms

    found = with_store(database, lambda store: store.bans(now_ms()))

    def until(at: int) -> str:
        return text("until {moment} UTC", moment=moment(at)) if at else text("for ever")

    show(found, [f"{one.net}  {moment(one.since)}  {until(one.until)}  {one.reason}".rstrip() for one in found], as_json=as_json)


@verb.command(
    "erase",
    help=text(
        "Erase a NAME wherever it stands: at tables, in chat, statistics, rankings and tournaments. Everybody who was called "
        "that becomes a guest, and what they said is gone; their matches stay. It takes a few seconds, to be sure that running "
        "servers have noticed."
    ),
)
@click.argument("name")
@database_option
@click.option("--mentions", is_flag=True, help=text("Also erase the name where others have written it in chat."))
@click.option("--dry-run", is_flag=True, help=text("Only say where the name stands."))
@yes_option
@json_option
@lang_option
def erase(name: str, database: str, mentions: bool, dry_run: bool, yes: bool, as_json: bool) -> None:
    from londinium.table.events import now_ms
    from londinium.table.hall.erasure import Erased, erase_name
    from londinium.table.history.guests import is_named

    if not name.strip() or not is_named(name):
        raise InvalidOption(N_("'{name}' is nobody's name"), name=name)

    async def work(store: Store, *, look: bool) -> Erased:
        return await erase_name(store, name, now_ms(), mentions=mentions, dry_run=look)

    async def thoroughly(store: Store) -> Erased:
        found = await work(store, look=False)
        if found != Erased():
            # A server that had the name in memory may have stored it once more before it noticed.
            await asyncio.sleep(NEXT_LOOK)
            await work(store, look=False)
        return found

    found = with_store(database, lambda store: work(store, look=True))
    if not dry_run and found != Erased():
        asked = plural(
            "Erase the name {name} at {count} table for ever?",
            "Erase the name {name} at {count} tables for ever?",
            len(found.tables),
            name=name,
        )
        confirmed(asked, yes=yes)
        found = with_store(database, thoroughly)
    counted = {**msgspec.structs.asdict(found), "tables": len(found.tables)}
    what = text("tables: {tables}, lines of chat: {lines}, people: {persons}, tournaments: {tournaments}", **counted)
    told = text("Where the name is: {what}", what=what) if dry_run else text("Where the name was erased: {what}", what=what)
    show(counted, [told], as_json=as_json)


# ── Secrets and limits ───────────────────────────────────────────────────────

ROTATION = N_(
    "Every link to a seat, every invitation and every host's link of a tournament is replaced. People with a browser that "
    "has played here find their seats again under `Your matches`; everybody else needs a new link from you or their host. "
    "Notifications have to be switched on again. Days and tournaments that have begun keep their cards."
)


@verb.command(
    "rotate-secret",
    help=text("Replace the secret that signs all links, such as after a leak.") + "\n\n" + text(ROTATION),
)
@database_option
@click.option("--grace", type=SPAN, help=text("Accept the old links for this long, such as 7d (default: not at all)."))
@yes_option
@lang_option
def rotate_secret(database: str, grace: int | None, yes: bool) -> None:
    from londinium.table.events import now_ms
    from londinium.table.links import new_secret

    if not yes:
        click.echo(text(ROTATION))
        if grace is not None:
            click.echo(text("Old links work until {moment} UTC.", moment=moment(now_ms() + grace)))
    confirmed(text("Replace the secret?"), yes=yes)
    now = now_ms()

    async def work(store: Store) -> None:
        await store.secret()  # there must be one to replace
        await store.rotate_secret(new_secret(), now, now + (grace or DEFAULT_GRACE))

    with_store(database, work)
    click.echo(text("The secret was replaced; running servers take it over within seconds."))


@verb.command(
    "limits",
    help=text(
        "Show how much one visitor may ask, or set it: NAME=BURST/PER_SECOND, such as tables=30/0.5. What is set here comes "
        "before `serve --limit`; NAME= goes back to that."
    ),
)
@click.argument("settings", nargs=-1, metavar="[NAME=BURST/PER_SECOND]...")
@database_option
@json_option
@lang_option
def limits(settings: tuple[str, ...], database: str, as_json: bool) -> None:
    from dataclasses import fields

    from londinium.table.events import now_ms
    from londinium.table.store.desk import StoredLimit
    from londinium.web.http.limits import Limits

    usual: dict[str, Any] = {field.name: getattr(Limits(), field.name) for field in fields(Limits)}
    wishes = [_limit(setting, usual) for setting in settings]

    async def work(store: Store) -> list[StoredLimit]:
        for name, rate in wishes:
            if rate is None:
                await store.drop_limit(name, now_ms())
            else:
                await store.keep_limit(StoredLimit(name, *rate), now_ms())
        return await store.stored_limits()

    stored = {limit.name: limit for limit in with_store(database, work)}
    rows: list[dict[str, Any]] = []
    for name, value in usual.items():
        found = stored.get(name) or StoredLimit(name, *_numbers(value))
        rows.append({**msgspec.structs.asdict(found), "stored": name in stored})
    told = {True: text("set here"), False: text("as serve was started, else this default")}
    lines = []
    for row in rows:
        more = f"/{row['per_second']:g}" if row["per_second"] else ""
        lines.append(f"{row['name']}={row['burst']:g}{more}  ({told[row['stored']]})")
    show(rows, lines, as_json=as_json)


def _numbers(value: Any) -> tuple[float, float]:
    """A limit as it is stored: how many at once, and how many more every second; of what is only counted, none more."""
    return (float(value), 0.0) if isinstance(value, int) else (value.burst, value.per_second)


def _limit(setting: str, known: Mapping[str, Any]) -> tuple[str, tuple[float, float] | None]:
    """A limit as it was typed; None: no longer set."""
    name, equals, wish = setting.replace("-", "_").partition("=")
    if name not in known or not equals:
        message = N_("'{setting}' is not a limit; write NAME=BURST/PER_SECOND, with one of: {known}")
        raise InvalidOption(message, setting=setting, known=", ".join(known))
    if not wish:
        return name, None
    is_count = isinstance(known[name], int)
    found = re.fullmatch(r"(\d{1,8}(?:\.\d+)?)" + ("" if is_count else r"/(\d{1,8}(?:\.\d+)?)"), wish)
    burst, per_second = (float(found[1]), 0.0 if is_count else float(found[2])) if found else (0.0, 0.0)
    if burst < 1 or not (is_count or per_second):
        message = N_("'{rate}' is not BURST/PER_SECOND: at least 1 at once, and more than 0 a second")
        raise InvalidOption(message, rate=wish)
    return name, (burst, per_second)
