"""Whose browser this is: a person without an account, known by a key, and the seats they hold.

A person begins to be kept when a browser first takes a seat; the seats that it held before are theirs from then on.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table.errors import BadLink
from londinium.table.history.guests import is_named
from londinium.table.links import FREE, WATCH
from londinium.table.persons import PersonSeat, Somebody, new_key
from londinium.web.http.doors import SEAT_COOKIE
from londinium.web.http.reader import KEY_COOKIE, keep, keep_name, keep_seat, reader_of
from londinium.web.site import address_of, site_of

MOST_CONTINUED = 24
"""How many unfinished matches the home page offers."""
MOST_FOLLOWED = 8
"""How many of the last matches are searched for a rematch that somebody else has opened."""


async def somebody(request: HTTPConnection) -> Somebody | None:
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


async def token_of(connection: HTTPConnection) -> str:
    """The secret with which somebody comes to a seat: in a program's address, or in a browser's cookies. BadLink without one."""
    asked = connection.path_params
    if "token" in asked:
        return str(asked["token"])
    if not hasattr(connection.state, "token"):
        connection.state.token = await _held_token(connection, asked["table"], asked.get("place", FREE))
    found: str = connection.state.token
    return found


def asked_token(connection: HTTPConnection) -> str:
    """The same of a request that was answered already; nothing if it had none."""
    return str(connection.path_params.get("token") or getattr(connection.state, "token", ""))


async def _held_token(connection: HTTPConnection, table: str, place: str) -> str:
    """What this browser or its person holds for a door; a void one if there is no other, since it says why it is void."""
    hall = site_of(connection).hall
    cookies = [connection.cookies.get(SEAT_COOKIE, ""), *reader_of(connection).seats]
    held = [token for token in cookies if token.split(".")[:2] == [table, place]]
    if place == FREE and held:
        return held[0]
    for token in held:
        if await _opens(connection, token):
            return token
    person = await somebody(connection) if place.isdecimal() else None
    if person is not None:
        held += [seat_token(connection, seat) for seat in await hall.store.seats_at(person.id, table) if str(seat.seat) == place]
        held += [token for token in await _kept_at_rematches(connection, person) if token.split(".")[:2] == [table, place]]
    elif place == WATCH and (watched := await hall.open(table)).settings.public:
        held.append(hall.token(watched, None))
    for token in held:
        if await _opens(connection, token):
            return token
    if not held:
        raise NoKeyHere
    return held[0]


async def _kept_at_rematches(connection: HTTPConnection, person: Somebody) -> list[str]:
    """Links of the seats that are kept for a person at rematches of matches they have played. Somebody whose link was replaced
    before the end has no seat there: whoever plays in their place has it.
    """
    hall = site_of(connection).hall
    again = await hall.store.rematches_without(person.id, MOST_FOLLOWED)
    return [hall.links.token(table, had.seat) for table, had in again if await _opens(connection, seat_token(connection, had))]


async def own_seats(connection: HTTPConnection, table: str) -> list[int]:
    """The seats at a table that this browser or its person holds."""
    hall, person = site_of(connection).hall, await somebody(connection)
    held = await hall.store.seats_at(person.id, table) if person is not None else []
    tokens = [*reader_of(connection).seats, *(seat_token(connection, seat) for seat in held)]
    own = [token for token in tokens if token.split(".")[0] == table and await _opens(connection, token)]
    return sorted({seat for token in own if (seat := hall.links.read(token).seat) is not None})


class NoKeyHere(BadLink):
    """The address of a seat alone opens nothing."""

    def __init__(self) -> None:
        super().__init__(N_("this browser has no key to this seat"))


async def new_person(request: Request) -> str:
    """The key of a new person, who has the seats that the browser holds. Somebody who opens pages too fast stays nobody."""
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


async def _opens(request: HTTPConnection, token: str) -> bool:
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


def seat_token(request: HTTPConnection, seat: PersonSeat) -> str:
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
    again = await _kept_at_rematches(request, person)
    held = await site_of(request).hall.store.person_seats(person.id, finished=False, limit=MOST_CONTINUED)
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
