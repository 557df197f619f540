"""A live table: the events of a match that people and bots sit at, folded into what stands there now.

`decide` checks a command and says which event would follow, or why not, and changes nothing; `apply` folds one stored event. The
match on which a move was tried to decide it becomes the table's when the move is stored; events that come from elsewhere are
played. Both give the same table, to the byte.

Every seat has a version: the number of the last event that changed what this seat knows of the match, or who plays it. A move
names the version it was made against. Face-down choices of others change nobody else's version, so players who decide at the
same time never collide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match, default_name
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table import events as happened
from londinium.table.chat import Chat, Spoken
from londinium.table.clocks import Clocks
from londinium.table.errors import BrokenTable, NotAllowed, NotPlayableHere
from londinium.table.events import (
    About,
    ChatSwitched,
    Entry,
    Event,
    EventRow,
    Joined,
    LinkRenewed,
    Said,
    SeatBack,
    SeatToBot,
    Start,
)
from londinium.table.papers.shuffle import commitment
from londinium.table.patience import is_away, may_replace
from londinium.table.settings import PERSON, TableSettings, begin, check_playable
from londinium.table.takeback import final_moves, lies_face_down, may_retract, way_back
from londinium.table.texts import GUEST

if TYPE_CHECKING:
    from londinium.table.decisions import Decided


@dataclass
class SeatState:
    """Who sits on a seat."""

    kind: str
    """`person`, or the bot that was asked to this seat."""
    name: str
    joined: bool
    bot: str | None
    """The bot that plays the seat now: its own, or one that plays for an absent person."""
    bot_by: int | None = None
    """The seat that put the bot there."""
    troubled: bool = False
    """The bot failed at its last move, and a random one was made."""
    lost: int = 0
    """How many moves the seat's bot has lost so."""
    played_by: str | None = None
    """Who made the last move of the seat's bot, if it was not the bot itself: a simple one that answers at once."""
    renewal: int = 0
    """How often the link of the seat was renewed."""
    vacated: bool = False
    """The host has given the seat a new link after somebody had sat there."""

    def moved(self, event: happened.Moved) -> None:
        self.troubled = event.stands_in
        self.lost += event.stands_in
        self.played_by = event.by if event.by not in (PERSON, self.bot) else None


@dataclass(frozen=True)
class Coming:
    """Somebody came to a seat or left it, or a bot did: what is said at the table, in the order of its events."""

    number: int
    """Of the event."""
    event: Joined | SeatToBot | SeatBack | ChatSwitched | LinkRenewed


class Table:
    """What stands on the table after all events so far."""

    id: str
    settings: TableSettings
    match: Match
    clocks: Clocks
    seats: list[SeatState]
    commitment: str
    start: Start | None
    seeks: bool
    """Whether the free seats are on the list that everybody sees."""
    has_chat: bool

    def __init__(self, rows: Iterable[EventRow]) -> None:
        """Fold all events of a table; BrokenTable if they do not fit together."""
        self.rows: list[EventRow] = []
        self.chat = Chat()
        self.comings: list[Coming] = []
        self.rematch: str | None = None
        self.hinted: list[int] = []
        """The plies at which somebody asked for a hint."""
        self._commands: dict[str, int] = {}
        self._versions: list[int] = []
        self._final: dict[int, dict[str, str]] = {}
        for row in rows:
            self.apply(row)
        if not self.rows:
            raise BrokenTable(N_("a table needs at least one event"))

    # ── Looking ──────────────────────────────────────────────────────────────

    @property
    def number(self) -> int:
        """How many events there are."""
        return len(self.rows)

    @property
    def opened_at(self) -> int:
        return self.rows[0].at

    @property
    def changed_at(self) -> int:
        return self.rows[-1].at

    @property
    def names(self) -> tuple[str, ...]:
        return self.match.names

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    def version(self, seat: int) -> int:
        """The number of the last event that changed what this seat knows of the match, or who plays it."""
        return self._versions[seat]

    def applied(self, command: str) -> int | None:
        """The number of the event that a command led to, if it was applied already."""
        return self._commands.get(command)

    def renewal(self, seat: int | None) -> int:
        """How often the link of a seat was renewed; that of spectators never is."""
        return 0 if seat is None else self.seats[seat].renewal

    def can_take_back(self, seat: int) -> bool:
        """Whether a seat's last decision may still be taken back."""
        if self.seats[seat].bot is not None:
            return False
        return way_back(self.match, seat) is not None or may_retract(self.match, seat)

    def final_moves(self, seat: int) -> dict[str, str]:
        """The legal moves that cannot be taken back, and why; see `takeback.final_moves`."""
        if seat not in self._final:
            self._final[seat] = final_moves(self.match, seat)
        return self._final[seat]

    def bots_to_act(self) -> list[int]:
        """The seats that a bot has to move for now."""
        return [seat for seat in self.match.to_act if seat != CHANCE and self.seats[seat].bot is not None]

    def free_seats(self) -> list[int]:
        """The seats open to all comers. One whose link was renewed is kept for somebody, and so are all of a contest and of
        a rematch.
        """
        kept = self.settings.kept or self.settings.is_contest
        seats = range(0 if self.is_over or kept else self.settings.seats)
        return [seat for seat in seats if not (self.seats[seat].joined or self.seats[seat].bot or self.seats[seat].renewal)]

    def persons(self) -> list[int]:
        """The seats that a person plays now."""
        return [seat for seat, state in enumerate(self.seats) if state.bot is None]

    # ── Time ─────────────────────────────────────────────────────────────────

    def time_left(self, seat: int, now: int) -> int | None:
        """Milliseconds on the seat's clock, below 0 if it ran out; None without a clock."""
        return None if self.seats[seat].bot is not None else self.clocks.left(seat, now)

    def is_running(self, seat: int) -> bool:
        """Whether the seat's clock runs now."""
        return self.clocks.is_running(seat)

    def acting_since(self, seat: int) -> int | None:
        """Since when a person has to decide."""
        return self.clocks.asked_since(seat)

    def is_away(self, seat: int, now: int, seen: Mapping[int, int]) -> bool:
        """Whether a person has not been there for a while; `seen` says when each seat was last."""
        return self.seats[seat].kind == PERSON and is_away(seen.get(seat, self.opened_at), now)

    def may_replace(self, seat: int, now: int, seen: Mapping[int, int]) -> bool:
        """Whether the others may put a bot on a seat: its player is away, out of time, or has let them wait for long."""
        return may_replace(self, seat, now, seen)

    # ── The shuffle and the record ───────────────────────────────────────────

    @property
    def seed_and_salt(self) -> tuple[int, str]:
        """What the commitment was made of; secret until the match is over."""
        opened = self.rows[0].event
        if not self.is_over:
            raise NotAllowed(N_("the seed stays secret until the match is over"))
        assert isinstance(opened, happened.Opened)
        return opened.seed, opened.salt

    def record(self) -> str:
        """The record file. Before the end it would give away the seed and what lies face down, so there is none."""
        from londinium.table.papers.record import table_record

        if not self.is_over:
            raise NotAllowed(N_("the record can be downloaded when the match is over"))
        return table_record(self)

    def about(self, event: Event | None = None, at: int | None = None) -> About:
        """What lists show of this table; with an event, of the table after it."""
        names = [state.name for state in self.seats]
        if isinstance(event, happened.Joined):
            names[event.seat] = event.name
        elif isinstance(event, happened.Forgotten):
            names[event.seat] = GUEST
        finished = event.ends if isinstance(event, happened.Moved) else self.is_over
        changed_at = self.changed_at if at is None else at
        settings = self.settings
        return About(self.id, settings.game, tuple(names), settings.public, finished, self.opened_at, changed_at)

    def entry(self, event: Event, command: str, now: int) -> Entry:
        """An event as the next one of this table, ready to be stored."""
        at = max(now, self.changed_at)
        return Entry(EventRow(self.id, self.number + 1, command, at, event), self.about(event, at))

    # ── Folding ──────────────────────────────────────────────────────────────

    def apply(self, row: EventRow, decision: Decided | None = None) -> None:
        """Fold the next event, with what decided it if that was here. BrokenTable if it does not follow from those before."""
        if row.number != self.number + 1 or (row.number > 1 and row.table != self.id):
            raise BrokenTable(N_("event {number} of table {table} is out of sequence"), number=row.number, table=row.table)
        event = row.event
        try:
            if isinstance(event, happened.Opened) != (row.number == 1):
                raise LondiniumError(N_("a table is opened once, by its first event"))
            if isinstance(event, happened.Opened):
                self._open(row, event)
            else:
                self.clocks.advance(max(row.at, self.clocks.at))
                self._fold(event, row, None if decision is None else decision.trial_for(row))
        except NotPlayableHere:
            raise
        except (LondiniumError, LookupError, ValueError) as error:
            message = N_("table {table} cannot be continued from event {number}: {problem}")
            raise BrokenTable(message, table=row.table, number=row.number, problem=_sentence(error)) from error
        self.rows.append(row)
        self._commands[row.command] = row.number
        self._final.clear()
        self._ask()

    def _open(self, row: EventRow, event: happened.Opened) -> None:
        check_playable(event.settings, event.rules)
        game = find_game(event.settings.game)
        self.id, self.settings = row.table, event.settings
        self.seeks, self.has_chat = event.settings.seeks, event.settings.chat
        self.start = event.start
        start = (event.start.line, event.start.position) if event.start else ((), "")
        self.match = begin(event.settings, event.rules, event.seed, *start)
        self.commitment = commitment(game.slug, event.seed, event.salt)
        self.seats = [
            SeatState(kind, name, joined=kind != PERSON, bot=None if kind == PERSON else kind)
            for kind, name in zip(event.settings.kinds, event.settings.names, strict=True)
        ]
        self.clocks = Clocks(event.settings.clock, self.settings.seats, row.at, event.settings.courtesy)
        self._versions = [1] * self.settings.seats

    def _fold(self, event: Event, row: EventRow, trial: Match | None) -> None:
        seat = getattr(event, "seat", None)
        if seat is not None and not 0 <= seat < self.settings.seats:
            raise LondiniumError(N_("this match has seats 0 to {last}, not {seat}"), last=self.settings.seats - 1, seat=seat)
        match event:
            case happened.Joined(seat, name, renews):
                if not self.seats[seat].joined:
                    self.comings.append(Coming(row.number, event))
                self.seats[seat].joined, self.seats[seat].name = True, name
                self.seats[seat].renewal += renews
                self.match.names = tuple(state.name or default_name(i) for i, state in enumerate(self.seats))
            case happened.Moved(seat):
                self._move(event, row.number, trial)
                self.seats[seat].moved(event)
                if event.by == PERSON:
                    self.seats[seat].joined = True
                    self.clocks.decided(seat)
            case happened.TookBack(seat, None):
                self.match.retract(seat)
                self.clocks.took_back(seat)
                self._versions[seat] = row.number
            case happened.TookBack(seat, int(ply)):
                self.match.go_to(ply)
                self.clocks.took_back(seat)
                self._versions = [row.number] * self.settings.seats
            case Said(seat, name, text):
                self.chat.hear(Spoken(seat, name, text, row.at, row.number))
            case happened.ChatSwitched(_, on):
                self.has_chat = on
                self.comings.append(Coming(row.number, event))
            case happened.Sought(_, is_open):
                self.seeks = is_open
            case happened.SeatToBot(seat, bot, by):
                self.comings.append(Coming(row.number, event))
                self.seats[seat].bot, self.seats[seat].bot_by, self.seats[seat].lost = bot, by, 0
                self._versions[seat] = row.number
            case happened.SeatBack(seat):
                self.comings.append(Coming(row.number, event))
                state = self.seats[seat]
                state.bot, state.bot_by, state.troubled, state.joined = None, None, False, True
                self._versions[seat] = row.number
            case happened.LinkRenewed():
                self._renew(event, row.number)
            case happened.Hinted(seat, ply):
                self.hinted.append(ply)
            case happened.Rematched(table):
                self.rematch = table
            case happened.Forgotten(seat):
                self._forget(seat)

    def _renew(self, event: LinkRenewed, number: int) -> None:
        """The link of a seat is void. Where the host did that, somebody has to come anew, and finds nothing face down."""
        state = self.seats[event.seat]
        state.renewal += 1
        if event.by is not None:
            state.vacated, state.joined = state.vacated or state.joined, False
            self.comings.append(Coming(number, event))
        while event.forgets and lies_face_down(self.match, event.seat):  # one decision or several in a row
            self.match.retract(event.seat)
            self.clocks.took_back(event.seat)
            self._versions[event.seat] = number

    def _forget(self, seat: int) -> None:
        """Nobody knows who sat there, and no link that they had opens the seat."""
        state = self.seats[seat]
        state.name, state.renewal = GUEST, state.renewal + 1
        self.match.names = tuple(state.name or default_name(i) for i, state in enumerate(self.seats))
        self.chat.forget(seat)

    def _move(self, event: happened.Moved, number: int, trial: Match | None) -> None:
        here = self.match.ply
        if event.ply != here:
            raise LondiniumError(
                N_("the move '{move}' was made at ply {ply}, not {here}"), move=event.move, ply=event.ply, here=here
            )
        if trial is None:
            self.match.push(event.move, event.seat)
        else:
            self.match = trial
        if self._others_still_choose(here, event.seat):
            self._versions[event.seat] = number
        else:
            self._versions = [number] * self.settings.seats

    def _others_still_choose(self, ply: int, actor: int) -> bool:
        """Whether what a seat did from this ply on changed nothing for the others: they decide face down, and still do."""
        match = self.match
        earlier = match.at(ply)
        if any(made.seat != actor for made in match.plies[ply:]) or not set(match.to_act) <= set(earlier.to_act):
            return False
        other = next((seat for seat in match.to_act if seat != actor), (actor + 1) % match.seats)
        if other == actor or not match.to_act:
            return False
        return match.states_known_to(other).tobytes() == earlier.states_known_to(other).tobytes()

    def _ask(self) -> None:
        """Who has to decide from now on, for the clocks."""
        asked = [seat for seat in self.match.to_act if seat != CHANCE and self.seats[seat].bot is None]
        came = all(state.joined or state.bot is not None for state in self.seats)
        self.clocks.ask(asked, everybody_came=came)


def _sentence(error: Exception) -> LondiniumError | str:
    return error if isinstance(error, LondiniumError) else repr(error)
