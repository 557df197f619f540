"""A tournament as it is kept: one value that is changed as a whole, so that nothing is ever half applied.

Everybody plays the same shuffles, round by round. Where a game can be played alone, each plays alone, at their own time; else the
entry is closed, tables are drawn for all rounds, and each round is played at its tables with the same shuffle on each.
"""

from __future__ import annotations

import msgspec

from londinium.kernel.boxes import BoxFile
from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
from londinium.table.errors import InvalidCommand
from londinium.table.history.daily import name_key
from londinium.table.links import Links, new_table_id
from londinium.table.papers.shuffle import Shuffle, derived_shuffle
from londinium.table.settings import PERSON, Clock, TableSettings
from londinium.table.texts import GUEST, plain_line
from londinium.table.tournaments.draw import BOT_SEAT, DrawnRound, drawn_rounds

MOST_ENTRANTS = 64
MOST_ROUNDS = 12
LONGEST_TITLE = 60
HOUR_MS = 3600 * 1000
SHORTEST_WINDOW, LONGEST_WINDOW = HOUR_MS, 60 * 24 * HOUR_MS
FEWEST_AT_TABLES = 2
"""One person at a table of bots is a match, and no tournament."""


class NoSuchTournament(LondiniumError):
    """A tournament that is not in the database."""

    def __init__(self) -> None:
        super().__init__(N_("there is no such tournament"))


class TournamentRefusal(LondiniumError):
    """What a tournament does not allow now: it is full, closed or over, or a name is taken."""


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who plays in a tournament."""

    number: int
    """By which draw and tables know them; a number is given once."""
    name: str
    person: str
    """Whose it is (`table.persons`); empty once they had everything about them deleted."""
    at: int


class Tournament(msgspec.Struct, frozen=True):
    id: str
    title: str
    game: str
    options: dict[str, str]
    seats: int
    """At each table; 1: everybody plays alone."""
    rounds: int
    opened_at: int
    ends_at: int
    """What is finished later does not count; from then on everything can be seen by everybody."""
    clock: Clock | None = None
    host: str = ""
    """The person who opened it. Their link runs it, in anybody's hands."""
    box: BoxFile | None = None
    """Printed material of its own for all rounds, such as a random city."""
    entrants: tuple[Entrant, ...] = ()
    next_number: int = 0
    closed: bool = False
    """Whether entry is closed."""
    draw: tuple[DrawnRound, ...] = ()
    """By round, the tables with the numbers of those who sit there; empty where everybody plays alone."""
    tables: dict[str, str] = {}
    """By place (`place_of`), the table at which it is played."""
    version: int = 0
    """How often it was changed; a change is kept only if nobody else was quicker."""

    @property
    def alone(self) -> bool:
        return self.seats == 1

    def is_over(self, now: int) -> bool:
        return now >= self.ends_at

    def entrant_of(self, person: str) -> Entrant | None:
        return next((one for one in self.entrants if person and one.person == person), None)

    def entrant(self, number: int) -> Entrant | None:
        return next((one for one in self.entrants if one.number == number), None)

    def seat_in(self, round_no: int, number: int) -> tuple[str, int] | None:
        """The place at which somebody plays a round, and their seat there; None before it is drawn."""
        if self.alone:
            return place_of(round_no, number), 0
        if round_no < len(self.draw):
            for table, sitting in enumerate(self.draw[round_no]):
                if number in sitting:
                    return place_of(round_no, table), sitting.index(number)
        return None

    def sitting_at(self, place: str) -> tuple[int, ...]:
        """Who sits at a place, by seat."""
        round_no, _, which = place.partition(".")
        return (int(which),) if self.alone else self.draw[int(round_no)][int(which)]

    def places(self, round_no: int) -> list[str]:
        """All places of a round, as far as they are known."""
        if self.alone:
            return [place_of(round_no, one.number) for one in self.entrants]
        return [place_of(round_no, table) for table in range(len(self.draw[round_no]))] if round_no < len(self.draw) else []

    def shuffle(self, links: Links, round_no: int) -> Shuffle:
        """Of a round: it follows from the server's secret, and its hash is shown from the beginning."""
        return derived_shuffle(links, f"tournament\n{self.id}\n{round_no}", self.opened_at)


def place_of(round_no: int, which: int) -> str:
    """Where something is played: the round, and the table in it; alone, the player instead."""
    return f"{round_no}.{which}"


def seats_to_choose(game: Game) -> list[int]:
    """How many may sit at a table of a tournament: one where the game can be played alone, and nobody waits for anybody."""
    return [1] if 1 in game.seats else [seats for seats in game.seats if seats > 1]


def new_tournament(wish: Tournament, now: int) -> Tournament:
    """A tournament as somebody wishes it, complete; InvalidOption says what is wrong."""
    game = find_game(wish.game)
    title = plain_line(wish.title)
    if not title or len(title) > LONGEST_TITLE:
        raise InvalidOption(N_("a title has 1 to {most} characters"), most=LONGEST_TITLE, option="title")
    if wish.seats not in seats_to_choose(game):
        raise InvalidOption(N_("a table cannot have {seats} seats"), seats=wish.seats, option="seats")
    if not 1 <= wish.rounds <= MOST_ROUNDS:
        raise InvalidOption(N_("a tournament has 1 to {most} rounds"), most=MOST_ROUNDS, option="rounds")
    if not SHORTEST_WINDOW <= wish.ends_at - now <= LONGEST_WINDOW:
        raise InvalidOption(N_("a tournament lasts from an hour to 60 days"), option="window")
    table = TableSettings(wish.game, (PERSON,) * wish.seats, options=wish.options, box=wish.box).checked()
    fresh = {"id": new_table_id(), "title": title, "options": table.options, "box": table.box, "opened_at": now}
    return msgspec.structs.replace(wish, **fresh, clock=None if wish.seats == 1 else wish.clock)


# ── Changes: from a tournament to what it is then, or to the reason why not ──


def entered(it: Tournament, name: str, person: str, now: int) -> Tournament:
    """With one more player. Anybody who has already entered stays as they are."""
    if it.entrant_of(person) is not None:
        return it
    _check_open(it, now)
    if it.closed:
        raise TournamentRefusal(N_("entry is closed"))
    if len(it.entrants) >= MOST_ENTRANTS:
        raise TournamentRefusal(N_("this tournament is full: {most} people have entered"), most=MOST_ENTRANTS)
    if any(name_key(one.name) == name_key(name) for one in it.entrants):
        raise TournamentRefusal(N_("the name {name} is taken in this tournament; please add something to it"), name=name)
    entrants = (*it.entrants, Entrant(it.next_number, name, person, now))
    return msgspec.structs.replace(it, entrants=entrants, next_number=it.next_number + 1)


def struck(it: Tournament, number: int, now: int) -> Tournament:
    """Without somebody who has not begun to play."""
    _check_open(it, now)
    one = it.entrant(number)
    if one is None:
        return it
    if it.draw or any(number in it.sitting_at(place) for place in it.tables):
        raise TournamentRefusal(N_("{name} can no longer be removed: the tables are drawn, or play has begun"), name=one.name)
    return msgspec.structs.replace(it, entrants=tuple(each for each in it.entrants if each is not one))


def closed(it: Tournament, seed: int, now: int) -> Tournament:
    """Nobody else can enter; where there are tables, they are drawn for all rounds."""
    _check_open(it, now)
    if it.closed:
        return it
    if it.alone:
        return msgspec.structs.replace(it, closed=True)
    if len(it.entrants) < FEWEST_AT_TABLES:
        raise TournamentRefusal(N_("a tournament at tables needs at least {fewest} players"), fewest=FEWEST_AT_TABLES)
    draw = drawn_rounds([one.number for one in it.entrants], it.seats, it.rounds, seed)
    return msgspec.structs.replace(it, closed=True, draw=draw)


def ended(it: Tournament, now: int) -> Tournament:
    """Over from now on."""
    return it if it.is_over(now) else msgspec.structs.replace(it, closed=True, ends_at=now)


def with_table(it: Tournament, place: str, table: str) -> Tournament:
    """With the table that was opened for a place; if another was opened before, that one stays."""
    return it if place in it.tables else msgspec.structs.replace(it, tables={**it.tables, place: table})


def without_person(it: Tournament, person: str) -> Tournament:
    """Nothing in it says who somebody was: without a table with others they are gone, else a guest sits there."""
    kept = list[Entrant]()
    tables = it.tables
    for one in it.entrants:
        if one.person != person:
            kept.append(one)
        elif it.draw:
            kept.append(msgspec.structs.replace(one, name=GUEST, person=""))
        else:
            tables = {place: table for place, table in tables.items() if one.number not in it.sitting_at(place)}
    host = "" if it.host == person else it.host
    return msgspec.structs.replace(it, entrants=tuple(kept), tables=tables, host=host)


def given_to(it: Tournament, person: str, other: str) -> Tournament:
    """What was another person's is somebody's from now on."""
    entrants = tuple(msgspec.structs.replace(one, person=person) if one.person == other else one for one in it.entrants)
    return msgspec.structs.replace(it, entrants=entrants, host=person if it.host == other else it.host)


def check_turn(it: Tournament, one: Entrant, round_no: int, finished: int, now: int) -> None:
    """TournamentRefusal if somebody cannot play a round now: theirs are played in turn, and `finished` of them are done."""
    _check_open(it, now)
    if not 0 <= round_no < it.rounds:
        raise InvalidCommand(N_("there is no round {round}"), round=round_no + 1)
    if it.seat_in(round_no, one.number) is None:
        raise TournamentRefusal(N_("the tables are drawn when entry closes"))
    if round_no < finished:
        raise TournamentRefusal(N_("you have finished this round; everyone plays it only once"))
    if round_no > finished:
        raise TournamentRefusal(N_("please finish round {round} first"), round=finished + 1)


def _check_open(it: Tournament, now: int) -> None:
    if it.is_over(now):
        raise TournamentRefusal(N_("this tournament is over"))


def bots_at(sitting: tuple[int, ...]) -> int:
    """How many seats of a table bots fill."""
    return sitting.count(BOT_SEAT)
