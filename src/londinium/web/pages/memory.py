"""Whose browser this is: a person without an account, known by a key, and the seats they hold.

A person begins to be kept when a browser first takes a seat; the seats that it held before are theirs from then on.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.words.errors import LondiniumError
from londinium.table.history.guests import is_named
from londinium.table.persons import PersonSeat, Somebody, new_key
from londinium.web.http.reader import KEY_COOKIE, keep, keep_name, keep_seat, reader_of
from londinium.web.site import address_of, site_of

MOST_CONTINUED = 24
"""So many unfinished matches the home page offers."""
MOST_FOLLOWED = 8
"""So many of the last matches are looked at for a rematch that somebody else has opened."""


async def somebody(request: Request) -> Somebody | None:
    """The person whose browser asks; None if nobody was here with it, or their key was replaced."""
    if not hasattr(request.state, "somebody"):
        key = reader_of(request).key
        request.state.somebody = await site_of(request).hall.store.person(key) if key else None
    found: Somebody | None = request.state.somebody
    return found


async def remember_seat(response: Response, request: Request, token: str, name: str = "") -> None:
    """Let the browser keep a seat, and the person who has just taken it or come back to it; and the name they gave, if any."""
    reader, store = reader_of(request), site_of(request).hall.store
    keep_seat(response, request, reader, token)
    person = await somebody(request)
    if person is None and (key := await new_person(request)):
        keep(response, request, **{KEY_COOKIE: key})
        person = await somebody(request)
    if person is not None and (seat := held_seat(request, token)) is not None:
        await store.keep_person_seats(person.id, [seat], site_of(request).hall.now())
    if name and is_named(name):
        await remember_name(response, request, name)


async def new_person(request: Request) -> str:
    """The key of a new person, who has the seats that the browser holds. Whoever opens pages too fast stays nobody."""
    site, reader = site_of(request), reader_of(request)
    if not site.addresses.take("tables", address_of(request)):
        return ""
    key = new_key()
    person = await site.hall.store.add_person(key, reader.name, site.hall.now())
    request.state.somebody = person
    await adopt_seats(request, person)
    return key


async def adopt_seats(request: Request, person: Somebody) -> None:
    """Give somebody the seats whose links this browser holds."""
    hall, tokens = site_of(request).hall, reader_of(request).seats
    held = [seat for token in tokens if await _opens(request, token) and (seat := held_seat(request, token)) is not None]
    await hall.store.keep_person_seats(person.id, held, hall.now())


async def holds_seats(request: Request) -> bool:
    """Whether this browser holds a link that opens a seat."""
    return any([await _opens(request, token) for token in reader_of(request).seats])


async def _opens(request: Request, token: str) -> bool:
    try:
        await site_of(request).hall.enter(token)
    except LondiniumError:
        return False
    return True


def held_seat(request: Request, token: str) -> PersonSeat | None:
    """The seat of a link; None if it is for watching."""
    claim = site_of(request).hall.links.read(token)
    return None if claim.seat is None else PersonSeat(claim.table, claim.seat, claim.renewal)


async def link_of_person(request: Request, token: str) -> str | None:
    """For a link that was replaced: the one with which the person sits there, perhaps in another browser."""
    hall, person = site_of(request).hall, await somebody(request)
    try:
        claim = hall.links.read(token)
    except LondiniumError:
        return None
    held = await hall.store.seats_at(person.id, claim.table) if person is not None else []
    found = [seat_token(request, seat) for seat in held if seat.seat == claim.seat]
    return found[0] if found and found[0] != token and await _opens(request, found[0]) else None


def seat_token(request: Request, seat: PersonSeat) -> str:
    """The link with which somebody sat there. Where another was made since, it opens nothing."""
    return site_of(request).hall.links.token(seat.table, seat.seat, seat.renewal)


async def remember_name(response: Response, request: Request, name: str) -> None:
    """Keep the name that somebody gave, in the browser and for their other ones."""
    keep_name(response, request, name)
    if (person := await somebody(request)) is not None:
        await site_of(request).hall.store.rename_person(person.id, name)


async def unfinished_seats(request: Request) -> list[str]:
    """The links of the seats at which the person, or else this browser, may go on; the latest first. Those that are kept for them
    at rematches, which others have opened since, come before.
    """
    person, reader = await somebody(request), reader_of(request)
    if person is None:
        return list(reader.seats)
    hall = site_of(request).hall
    again = [hall.links.token(table, seat) for table, seat in await hall.store.rematches_without(person.id, MOST_FOLLOWED)]
    held = await hall.store.person_seats(person.id, finished=False, limit=MOST_CONTINUED)
    return [*again, *(seat_token(request, seat) for seat in held)]


async def finished_seats(request: Request, limit: int, skip: int = 0) -> list[PersonSeat]:
    """The seats at which the person, or else this browser, has finished a match; the last first."""
    person, reader = await somebody(request), reader_of(request)
    if person is not None:
        return await site_of(request).hall.store.person_seats(person.id, finished=True, limit=limit, skip=skip)
    found = []
    for token in reader.seats:
        try:
            entered = await site_of(request).hall.enter(token)
        except LondiniumError:
            continue  # renewed, deleted or from another server
        if entered.table.is_over and (seat := held_seat(request, token)) is not None:
            found.append(seat)
    return found[skip : skip + limit]


async def seats_of_day(request: Request, day: str, game: str) -> list[str]:
    """The links of seats at a day's challenge that the person holds, also those taken in another browser."""
    person, store = await somebody(request), site_of(request).hall.store
    own = list(reader_of(request).seats)
    if person is None:
        return own
    seats = await store.person_seats(person.id, finished=True, limit=MOST_CONTINUED)
    endings = await store.endings([seat.table for seat in seats])
    played = [seat for seat in seats if (end := endings.get(seat.table)) is not None and (end.day, end.game) == (day, game)]
    return list(dict.fromkeys([*own, *await unfinished_seats(request), *(seat_token(request, seat) for seat in played)]))
