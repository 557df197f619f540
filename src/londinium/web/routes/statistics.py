"""Statistics by name: to find one, to look at one, and as a table for a spreadsheet."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table.history.daily import name_key
from londinium.table.history.statistics import Person, as_csv, person_of
from londinium.table.texts import LONGEST_NAME, plain_line
from londinium.web.http.reader import reader_of
from londinium.web.pages.matches import MATCHES_ON_PAGE, named_matches
from londinium.web.pages.memory import somebody
from londinium.web.pages.progress import told_groups
from londinium.web.pages.templates import render
from londinium.web.site import site_of


class NobodyCalled(LondiniumError):
    """A name under which nobody has finished a match here."""

    def __init__(self, name: str) -> None:
        super().__init__(N_("nobody called '{name}' has finished a match here"), name=plain_line(name)[:LONGEST_NAME])


async def find_name(request: Request) -> Response:
    """A form for a name; with one, on to its page."""
    name = plain_line(request.query_params.get("name", ""))[:LONGEST_NAME]
    if not name:
        return render(request, "stats.html")
    return RedirectResponse(f"/stats/{quote(name, safe='')}", 303)


async def _person(request: Request) -> tuple[Person, bool]:
    """The person an address names, and whether everything they played is counted."""
    site, name = site_of(request), request.path_params["name"]
    if not 0 < len(name) <= LONGEST_NAME * 2 or "\x00" in name:
        raise NobodyCalled(name)
    complete = await site.ledger.up_to_date()
    found = person_of(await site.hall.store.results(name_key(name)))
    if found is None:
        raise NobodyCalled(name)
    return found, complete


async def person(request: Request) -> Response:
    """What a name has done; its owner also finds what they can do about it."""
    found, complete = await _person(request)
    reader, own = reader_of(request), await somebody(request)
    is_own = own is not None and bool(reader.name) and name_key(reader.name) == name_key(found.name)
    asked = request.query_params.get("page", "1")
    page = max(1, int(asked)) if asked.isdecimal() and len(asked) < 6 else 1
    seats = [(result.table, result.seat) for result in found.results]
    end = max(0, len(seats) - MATCHES_ON_PAGE * (page - 1))
    shown = seats[max(0, end - MATCHES_ON_PAGE) : end]
    held = await site_of(request).hall.store.every_seat(own.id) if own is not None else []
    facts: dict[str, Any] = {
        "person": found,
        "groups": await told_groups(request, found),
        "complete": complete,
        "address": f"/stats/{quote(found.name, safe='')}",
        "matches": await named_matches(request, shown, held),
        "page": page,
        "more": end > MATCHES_ON_PAGE,
        "is_own": is_own,
    }
    return render(request, "person.html", **facts)


async def table(request: Request) -> Response:
    """All matches under a name as CSV."""
    found, _ = await _person(request)
    name = "".join(sign for sign in found.name if sign.isascii() and (sign.isalnum() or sign in "-_")) or "statistics"
    headers = {"content-disposition": f'attachment; filename="{name}.csv"'}
    return Response("\ufeff" + as_csv(found), media_type="text/csv; charset=utf-8", headers=headers)
