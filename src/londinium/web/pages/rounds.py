"""The rounds of a tournament for the person asking: who they are in it, what they may see, and the seat at which they play."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request

from londinium.kernel.words.errors import N_
from londinium.table.errors import NotAllowed
from londinium.table.hall.thinkers import DEFAULT_BOT
from londinium.table.history.endings import Ending
from londinium.table.settings import COURTESY, PERSON, InTournament, TableSettings
from londinium.table.table import Table
from londinium.table.tournaments.changes import change
from londinium.table.tournaments.draw import BOT_SEAT
from londinium.table.tournaments.tournament import Entrant, Tournament, bots_at, with_table
from londinium.web.live.people import free_names
from londinium.web.live.seats import sit_down
from londinium.web.pages.memory import somebody
from londinium.web.site import check_pace, site_of


async def own_entry(request: Request, it: Tournament) -> Entrant | None:
    """As whom the reader plays."""
    person = await somebody(request)
    return it.entrant_of(person.id) if person is not None else None


async def check_round(request: Request, table: Table) -> None:
    """NotAllowed if a table shows the cards of a round that its reader may still play."""
    of, hall = table.settings.tournament, site_of(request).hall
    it = await hall.store.tournament(of.id) if of is not None else None
    if of is None or it is None or it.is_over(hall.now()):
        return
    one = await own_entry(request, it)
    sits = it.seat_in(of.round, one.number) if one is not None else None
    own = it.tables.get(sits[0]) if sits is not None else None
    if own is None or not (own == table.id or (await hall.open(own)).is_over):
        message = N_("you can see this once you have finished this round; everyone can once the tournament is over")
        raise NotAllowed(message)


def open_rounds(it: Tournament, one: Entrant | None, endings: Mapping[str, Ending], now: int) -> set[int]:
    """The rounds of which somebody may see everything: those they have finished, and all when it is over."""
    if it.is_over(now):
        return set(range(it.rounds))
    seats = {round_no: it.seat_in(round_no, one.number) for round_no in range(it.rounds)} if one is not None else {}
    return {round_no for round_no, sits in seats.items() if sits is not None and it.tables.get(sits[0]) in endings}


async def seat_of_round(request: Request, it: Tournament, one: Entrant, round_no: int) -> str:
    """The link to somebody's seat in a round; the first to come opens the table."""
    hall = site_of(request).hall
    sits = it.seat_in(round_no, one.number)
    assert sits is not None, "checked before"
    place, seat = sits
    if place not in it.tables:
        check_pace(request, "tables")
        it = await _opened(request, it, place, round_no)
    table = await hall.open(it.tables[place])
    if not table.seats[seat].joined:
        await sit_down(hall, table, seat, one.name)
    return hall.token(table, seat)


async def _opened(request: Request, it: Tournament, place: str, round_no: int) -> Tournament:
    """With a table at a place. If somebody else has opened one in the same moment, ours was never there."""
    hall = site_of(request).hall
    shuffle = it.shuffle(hall.links, round_no)
    table = await hall.create(settings_at(it, place, round_no), shuffle.seed, salt=shuffle.salt)
    kept = ""
    try:
        it = await change(hall.store, it.id, lambda now: with_table(now, place, table.id))
        kept = it.tables[place]
    finally:
        if kept != table.id:
            await hall.discard(table.id)
    return it


def settings_at(it: Tournament, place: str, round_no: int) -> TableSettings:
    """The table of a place: all of a round are alike but for the names."""
    sitting = it.sitting_at(place)
    people = {one.number: one.name for one in it.entrants}
    bots = iter(free_names(bots_at(sitting), list(people.values())))
    kinds = tuple(DEFAULT_BOT if number == BOT_SEAT else PERSON for number in sitting)
    names = tuple(next(bots, "") if number == BOT_SEAT else people[number] for number in sitting)
    courtesy = COURTESY if it.clock else 0
    settled = (it.game, kinds, names, it.options, it.box, it.clock)
    return TableSettings(*settled, courtesy=courtesy, tournament=InTournament(it.id, round_no))
