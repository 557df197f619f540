"""A page's reader: their language, light or dark, the name they gave, and their key. Kept in cookies; nobody has an account."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import PSEUDO, SOURCE, Language, language, languages
from londinium.table.persons import is_key
from londinium.table.texts import LONGEST_NAME

SCHEMES = {"system": N_("System setting"), "light": N_("Light"), "dark": N_("Dark")}
LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
A_YEAR = 365 * 24 * 3600
MOST_SEATS_KEPT = 12
KEY_COOKIE = "person"
TOKEN = re.compile(r"[A-Za-z0-9._-]{8,100}")
BETWEEN = "~"
"""What stands between several secret links in a cookie or an address; no link contains it."""


@dataclass(frozen=True)
class Reader:
    code: str
    scheme: str
    name: str
    seats: tuple[str, ...]
    """The secret links of the seats this browser has taken, the latest first."""
    key: str = ""
    """The secret key of the person whose browser this is; see `table.persons`."""

    def words(self, game: Game | None = None) -> Language:
        """The texts in the reader's language, with those of a game."""
        return language(self.code, game.folder if game else None)


def reader_of(connection: HTTPConnection) -> Reader:
    cookies = connection.cookies
    scheme = cookies.get("scheme", "system")
    seats = tuple(token for token in cookies.get("seats", "").split(BETWEEN) if TOKEN.fullmatch(token))
    return Reader(
        code=_language(connection),
        scheme=scheme if scheme in SCHEMES else "system",
        name=clean_name(unquote(cookies.get("name", ""))),
        seats=seats[:MOST_SEATS_KEPT],
        key=key if is_key(key := cookies.get(KEY_COOKIE, "")) else "",
    )


def _language(connection: HTTPConnection) -> str:
    """What the address asks for, else what was chosen before, else the browser's first wish that we have, else English."""
    known = languages()
    for wish in (connection.query_params.get("lang"), connection.cookies.get("lang")):
        if wish and wish in (*known, PSEUDO):
            return wish
    return negotiated(connection.headers.get("accept-language", ""), known)


def negotiated(header: str, known: list[str]) -> str:
    """The best language of an Accept-Language header."""
    wishes = []
    for place, part in enumerate(header[:400].split(",")):
        tag, _, rest = part.partition(";")
        try:
            quality = float(rest.partition("q=")[2] or 1)
        except ValueError:
            quality = 0.0
        wishes.append((-quality, place, tag.strip().lower().split("-")[0]))
    return next((code for quality, _, code in sorted(wishes) if quality < 0 and code in known), SOURCE)


def clean_name(name: str) -> str:
    """A name as others will see it: one line, no control signs, not too long."""
    return "".join(sign for sign in " ".join(name.split()) if sign.isprintable())[:LONGEST_NAME].strip()


def keep(response: Response, connection: HTTPConnection, path: str = "/", **values: str) -> None:
    """Remember something in this browser; scripts cannot read it."""
    safe: dict[str, Any] = {"httponly": True, "samesite": "lax", "secure": connection.url.scheme == "https"}
    for name, value in values.items():
        response.set_cookie(name, value, max_age=A_YEAR, path=path, **safe)


def keep_name(response: Response, connection: HTTPConnection, name: str) -> None:
    keep(response, connection, name=quote(name))


def keep_seat(response: Response, connection: HTTPConnection, reader: Reader, token: str) -> None:
    """Put a seat first in the list from which the home page offers to continue; an older link to it goes."""
    keep(response, connection, seats=BETWEEN.join([token, *_without(reader, token)][:MOST_SEATS_KEPT]))


def drop_seat(response: Response, connection: HTTPConnection, reader: Reader, token: str) -> None:
    """Take a seat out of that list."""
    keep(response, connection, seats=BETWEEN.join(_without(reader, token)))


def _without(reader: Reader, token: str) -> list[str]:
    """The links to other seats than that of a token."""
    this = token.split(".")[:2]
    return [other for other in reader.seats if other.split(".")[:2] != this]


def forget_all(response: Response, connection: HTTPConnection) -> None:
    """Let this browser forget everything but its language and colours."""
    for name in connection.cookies:
        if name not in ("lang", "scheme"):
            response.delete_cookie(name)
