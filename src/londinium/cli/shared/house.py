"""What a host says about a server or a database: for how long things are kept, who may look, and that nobody else serves it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.shared.speech import text
from londinium.kernel.words.errors import N_, LondiniumError

if TYPE_CHECKING:
    from londinium.table.hall.retention import Retention

UNITS = {"m": 60, "h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600}
SHORTEST_TOKEN = 16


class Span(click.ParamType):  # type: ignore[type-arg]  # older versions of click take none
    """A time as people write it, in milliseconds: 30m, 12h, 7d, 4w."""

    name = text("time")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"(\d{1,6})([mhdw])", str(value).strip())
        if found is None or not int(found[1]):
            self.fail(text("'{value}' is not a time, such as 30m, 12h, 7d or 4w", value=value), param, ctx)
        return int(found[1]) * UNITS[found[2]] * 1000


SPAN = Span()


def retention(keep: int | None, unfinished: int | None) -> Retention | None:
    """For how long tables are kept; None: for ever."""
    from londinium.table.hall.retention import FOREVER, Retention

    if keep is None and unfinished is None:
        return None
    finished = FOREVER if keep is None else keep
    return Retention(finished, finished if unfinished is None else unfinished)


@dataclass(frozen=True)
class House:
    """What is said to `serve`."""

    keep: Retention | None
    metrics_from: tuple[str, ...]
    token_file: Path | None

    def settings(self) -> dict[str, Any]:
        """What the place is to know of it."""
        from londinium.web.http.doorkeeper import Doorkeeper, visitor_net

        networks = [visitor_net(net) for net in self.metrics_from]
        return {"keep": self.keep, "new_door": partial(Doorkeeper, networks, self._token())}

    def _token(self) -> str:
        if self.token_file is None:
            return ""
        try:
            token = self.token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            raise LondiniumError(N_("the file {file} cannot be read: {error}"), file=self.token_file, error=error) from None
        if len(token) < SHORTEST_TOKEN:
            message = N_("the token in {file} is too short: it needs at least {least} characters")
            raise LondiniumError(message, file=self.token_file, least=SHORTEST_TOKEN)
        return token

    @contextmanager
    def owned(self, database: str) -> Iterator[None]:
        """Serve a database: of a file, nobody else may."""
        from londinium.table.store.ownership import served_alone
        from londinium.table.store.sqlite import file_of

        if not database.startswith("sqlite:"):
            yield
            return
        with served_alone(file_of(database)):
            yield
