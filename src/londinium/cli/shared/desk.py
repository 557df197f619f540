"""What all verbs of a host share: a database that is there, a question before something is destroyed, lines or JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from londinium.cli.shared.speech import plain_console, text

if TYPE_CHECKING:
    from londinium.table.store import Store

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def json_option(function: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help=text("Print JSON."))(function)


def yes_option(function: F) -> F:
    return click.option("--yes", is_flag=True, help=text("Do not ask whether this is meant."))(function)


def confirmed(question: str, *, yes: bool) -> None:
    if not yes:
        click.confirm(question, abort=True)


def with_store(database: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with a database that is there."""
    from londinium.table.store import open_store

    async def run() -> T:
        store = await open_store(database, create=False)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def show(data: Any, lines: list[str], *, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(data)).decode())
        return
    console = plain_console()
    for line in lines:
        console.print(line, soft_wrap=True)


def moment(at: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
