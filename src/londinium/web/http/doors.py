"""Harmless addresses for secret links, so that no log holds a secret: not ours, not a proxy's.

A seat's pages lie at its door, `/table/ID/SEAT`, and what opens the door is in a cookie of that address. Links that people send
each other carry their secret behind a `#`, which no browser sends; `enter.js` posts it, or its reader does without a script.
An address with the secret in its path (`/t/TOKEN`) still works, for programs and old bookmarks; a browser exchanges it at once.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from londinium.table.links import FREE, WATCH
from londinium.web.http.reader import BETWEEN, keep, reader_of

SEAT_COOKIE = "seat"
INVITE_COOKIE = "invite"
DOORS = "/table/"


def door(table: str, seat: int | None) -> str:
    """The address of a seat's pages, or (None) of those for watching."""
    return f"{DOORS}{table}/{WATCH if seat is None else seat}"


def door_of(token: str) -> str:
    """The door that a token opens."""
    table, role, *_ = token.split(".")
    return f"{DOORS}{table}/{role}"


def site_address(connection: HTTPConnection) -> str:
    """Where this site begins, as the visitor reaches it; it ends with a slash."""
    return f"{str(connection.base_url).rstrip('/')}{connection.scope.get('prefix', '')}/"


def entrance(token: str) -> str:
    """Where a browser exchanges a token for its cookie."""
    table, _, secret = token.partition(".")
    return f"/enter/{table}#{secret}"


def link_secret(link: str) -> str:
    """What stands behind the `#` of a link, of which somebody may have pasted all or only that."""
    return link.strip().rpartition("#")[2]


def shared_link(connection: HTTPConnection, token: str) -> str:
    """A link to send to somebody: its secret part stands where no log sees it. A program gets one that it can follow."""
    path = f"/t/{token}" if token.split(".")[1] != FREE else f"/join/{token}"
    return site_address(connection).rstrip("/") + (path if is_program(connection) else entrance(token))


def is_program(connection: HTTPConnection) -> bool:
    """Whether no browser asks: then links are answered where they are asked for, and followed by links."""
    asked_by_browser = "text/html" in connection.headers.get("accept", "") or "sec-fetch-mode" in connection.headers
    return not asked_by_browser and not connection.scope["path"].startswith(DOORS)


def seat_address(connection: HTTPConnection, token: str) -> str:
    """Where somebody who asks finds the seat of a token."""
    return f"/t/{token}" if is_program(connection) else door_of(token)


def opened(response: Response, request: Request, token: str) -> Response:
    """An answer with which the browser can open the door of a token."""
    keep(response, request, door_of(token), **{SEAT_COOKIE: token})
    return response


def close_doors(response: Response, request: Request) -> None:
    """Let the browser forget the keys of the seats it has taken."""
    for token in reader_of(request).seats:
        response.delete_cookie(SEAT_COOKIE, door_of(token))


def lead_to(request: Request, token: str, ending: str = "", *, instead: str = "") -> Response:
    """Lead somebody to the seat of a token, or first elsewhere."""
    return opened(RedirectResponse(instead or f"{seat_address(request, token)}{ending}", 303), request, token)


def here(request: HTTPConnection) -> str:
    """Under which address the seat of a request was asked for; its other pages lie below."""
    asked = request.path_params
    return f"/t/{asked['token']}" if "token" in asked else f"{DOORS}{asked['table']}/{asked['place']}"


def socket_address(request: HTTPConnection, ending: str = "") -> str:
    """Of the sockets of the page that is asked for."""
    asked = request.path_params
    return f"/ws/{asked['token']}{ending}" if "token" in asked else f"{here(request)}/ws{ending}"


def invitations_address(table: str) -> str:
    """The page with the links for friends."""
    return f"{DOORS}{table}/invite"


def keep_invitations(response: Response, request: Request, tokens: list[str]) -> Response:
    """Let the browser of somebody who invites show the links again; a newer link to a seat takes the place of an older one."""
    table = tokens[0].split(".")[0]
    known = {token.split(".")[1]: token for token in [*invitations_kept(request, table), *tokens]}
    keep(response, request, f"{DOORS}{table}", **{INVITE_COOKIE: BETWEEN.join(known.values())})
    return response


def invitations_kept(connection: HTTPConnection, table: str) -> list[str]:
    """The links to seats of a table that this browser may hand out."""
    kept = connection.cookies.get(INVITE_COOKIE, "").split(BETWEEN)[:8]
    return [token for token in kept if token.count(".") == 3 and token.split(".")[0] == table]
