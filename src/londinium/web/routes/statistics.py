"""Statistics by name: to find one, to look at one, and as a table for a spreadsheet."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.look.plots import bars_plot, scores_plot
from londinium.table.history.daily import name_key
from londinium.table.history.statistics import Person, SettingHistory, as_csv, person_of
from londinium.table.texts import LONGEST_NAME, plain_line
from londinium.web.http.reader import Reader, reader_of
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
    """Whoever an address names, and whether everything they played is counted."""
    site, name = site_of(request), request.path_params["name"]
    if not 0 < len(name) <= LONGEST_NAME * 2 or "\x00" in name:
        raise NobodyCalled(name)
    complete = await site.ledger.up_to_date()
    found = person_of(await site.hall.store.results(name_key(name)))
    if found is None:
        raise NobodyCalled(name)
    return found, complete


async def person(request: Request) -> Response:
    found, complete = await _person(request)
    reader = reader_of(request)
    groups = [_told(group, reader) for group in found.groups]
    return render(
        request, "person.html", person=found, groups=groups, complete=complete, address=f"/stats/{quote(found.name, safe='')}.csv"
    )


def _told(group: SettingHistory, reader: Reader) -> dict[str, Any]:
    """A group with its plots, in the reader's language."""
    game = find_game(group.game)
    words = reader.words(game)
    seats = words.plural("{count} seat", "{count} seats", group.seats) if group.seats > 1 else words.text("alone")
    title = f"{game.title}, {seats}"
    places = [(words.text("Place {number}", number=place + 1), count) for place, count in enumerate(group.places)]
    lines = [
        (game.face.describe_line(line.name, words), words.decimal(line.mean), words.decimal(line.best, 0)) for line in group.lines
    ]
    course, reached = words.text("Scores, match by match"), words.text("Places")
    return {
        "group": group,
        "title": title,
        "mean": words.decimal(group.mean),
        "best": words.decimal(group.best.score, 0),
        "win_rate": None if group.win_rate is None else words.decimal(100 * group.win_rate, 0),
        "lines": lines,
        "scores": scores_plot(group.scores, course, f"{title}: {course}"),
        "places": bars_plot(places, f"{title}: {reached}") if group.seats > 1 else "",
    }


async def table(request: Request) -> Response:
    """All matches under a name as CSV."""
    found, _ = await _person(request)
    name = "".join(sign for sign in found.name if sign.isascii() and (sign.isalnum() or sign in "-_")) or "statistics"
    headers = {"content-disposition": f'attachment; filename="{name}.csv"'}
    return Response("\ufeff" + as_csv(found), media_type="text/csv; charset=utf-8", headers=headers)
