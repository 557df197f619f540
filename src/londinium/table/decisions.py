"""From a command to the event that it leads to, or to the reason why not. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_
from londinium.kernel.words.nearest import unknown
from londinium.table import commands as asked
from londinium.table import events as happened
from londinium.table.chat import looks_alike
from londinium.table.errors import InvalidCommand, NoFreeSeat, NotAllowed, NothingToTakeBack, NotYourSeat, SeatTaken, StaleCommand
from londinium.table.hall.thinkers import bots_to_seat
from londinium.table.links import new_table_id
from londinium.table.settings import PERSON
from londinium.table.takeback import lies_face_down, may_retract, way_back
from londinium.table.texts import given_name, plain_name, said

if TYPE_CHECKING:
    from londinium.table.table import SeatState, Table

LONGEST_MOVE = 100


@dataclass(frozen=True)
class Decided:
    """What a command leads to, at the table on which it was decided and on no other."""

    number: int
    """The number that the event takes there."""
    event: happened.Event
    trial: Match | None = None
    """For a move: the match after it. Once the event is stored, the table keeps this match, and nobody makes the move again."""

    def trial_for(self, row: happened.EventRow) -> Match | None:
        """The match after a stored event, if it is the one that was decided here."""
        return self.trial if row.number == self.number and row.event is self.event else None


def key(seat: int | None, command: asked.Command) -> str:
    """Under which name a command is applied once: ids of one seat say nothing to another."""
    return f"{'w' if seat is None else seat}.{command.id}"


def decide(table: Table, seat: int | None, command: asked.Command, now: int, seen: Mapping[int, int]) -> Decided:
    """What a command of a person leads to. `seen` says when each seat was last there. A LondiniumError says what is wrong."""
    if isinstance(command, asked.Say):
        return Decided(table.number + 1, _say(table, seat, command))
    if seat is None or not 0 <= seat < table.settings.seats or table.seats[seat].kind != PERSON:
        raise NotYourSeat(N_("only those seated at the table can do this"))
    if isinstance(command, asked.MakeMove):
        return _move(table, seat, command)
    return Decided(table.number + 1, _event(table, seat, command, now, seen))


def _event(table: Table, seat: int, command: asked.Seated, now: int, seen: Mapping[int, int]) -> happened.Event:
    match command:
        case asked.TakeBack():
            return _take_back(table, seat, command)
        case asked.Join():
            return _join(table, seat, command.name)
        case asked.Leave():
            return _leave(table, seat, command)
        case asked.Return():
            if table.seats[seat].bot is None:
                raise NotAllowed(N_("there is no bot in your seat"))
            return happened.SeatBack(seat)
        case asked.Replace():
            return _replace(table, seat, command, now, seen)
        case asked.RenewLink():
            return happened.LinkRenewed(seat)
        case asked.Invite():
            return _invite(table, seat, command, now, seen)
        case asked.Hint():
            return _hint(table, seat, command)
        case asked.Seek():
            _host(table, seat)
            return happened.Sought(seat, command.open)
        case asked.SwitchChat():
            _host(table, seat)
            return happened.ChatSwitched(seat, command.on)
        case asked.Rematch():
            return _rematch(table, seat)


def _join(table: Table, seat: int, typed: str, *, renews: bool = False) -> happened.Joined:
    name = given_name(typed)
    if table.settings.is_contest and table.seats[seat].joined and name != table.seats[seat].name:
        raise NotAllowed(N_("where results are compared, a name cannot be changed"))
    return happened.Joined(seat, name, renews)


def decide_seat(table: Table, name: str, *, invited: bool) -> Decided:
    """The seat for somebody who came with the link for all free seats, or from the list of tables looking for players. From then
    on the seat's own link is nobody else's.
    """
    given = given_name(name)
    if not (free := table.free_seats()) or not (invited or table.seeks):
        raise NoFreeSeat(N_("all seats of this table are taken"))
    return Decided(table.number + 1, happened.Joined(free[0], given, renews=True))


def decide_arrival(table: Table, seat: int, renewal: int, name: str) -> Decided:
    """Sitting down with an invitation of that renewal. Of two who do so at once only the first finds it valid; from then on the
    seat has a link that nobody else has seen.
    """
    if table.renewal(seat) != renewal:
        raise SeatTaken(N_("somebody else was a moment quicker and has taken this seat"))
    return Decided(table.number + 1, _join(table, seat, name, renews=not table.seats[seat].joined))


def decide_for_bot(table: Table, seat: int, version: int, move: int, stands_in: bool, by: str | None = None) -> Decided:
    """What a bot's move leads to; StaleCommand if the table has gone on while it was thinking. `by` is who chose it, if that was
    not the bot itself.
    """
    bot = table.seats[seat].bot
    if bot is None or version != table.version(seat):
        raise _stale()
    return _moved(table, seat, move, by or bot, stands_in)


def _say(table: Table, seat: int | None, command: asked.Say) -> happened.Said:
    if not table.has_chat:
        raise NotAllowed(N_("the chat of this table is switched off"))
    name = _spectator(table, command) if seat is None else table.names[seat]
    return happened.Said(seat, name, said(command.text))


def _spectator(table: Table, command: asked.Say) -> str:
    """The name under which somebody speaks who only watches: nobody's who plays."""
    name = plain_name(command.name)
    if any(looks_alike(name, player) for player in table.names):
        raise NotAllowed(N_("somebody who plays here is called {name}; please choose another name"), name=name)
    return name


def _move(table: Table, seat: int, command: asked.MakeMove) -> Decided:
    _own(table.seats[seat])
    _fresh(table, seat, command.version)
    if len(command.move) > LONGEST_MOVE:
        raise InvalidCommand(N_("a move has at most {most} characters"), most=LONGEST_MOVE)
    return _moved(table, seat, command.move, PERSON, stands_in=False)


def _moved(table: Table, seat: int, move: str | int, by: str, stands_in: bool) -> Decided:
    # Tried out to the next decision, so that nothing is ever stored that cannot be read again.
    trial = table.match.copy()
    trial.push(move, seat)
    written = table.match.moves.text(trial.plies[table.match.ply].move)
    event = happened.Moved(seat, table.match.ply, written, by, stands_in, trial.is_over)
    return Decided(table.number + 1, event, trial)


def _take_back(table: Table, seat: int, command: asked.TakeBack) -> happened.TookBack:
    _own(table.seats[seat])
    _fresh(table, seat, command.version)
    if may_retract(table.match, seat):
        return happened.TookBack(seat, None)
    ply = way_back(table.match, seat)
    if ply is None:
        raise NothingToTakeBack(N_("there is nothing to take back: something was revealed, or somebody else has moved since"))
    return happened.TookBack(seat, ply)


def _leave(table: Table, seat: int, command: asked.Leave) -> happened.SeatToBot:
    _own(table.seats[seat])
    if table.is_over:
        raise NotAllowed(N_("the match is over"))
    if table.settings.is_without_help:
        raise NotAllowed(N_("this is played without help: a bot cannot take over"))
    return happened.SeatToBot(seat, _bot(command.bot), seat)


def _replace(table: Table, seat: int, command: asked.Replace, now: int, seen: Mapping[int, int]) -> happened.SeatToBot:
    other = command.seat
    if not 0 <= other < table.settings.seats or other == seat:
        raise InvalidCommand(N_("there is no other player in seat {seat}"), seat=other)
    if not table.may_replace(other, now, seen):
        raise NotAllowed(N_("{name} cannot be replaced right now"), name=table.names[other])
    return happened.SeatToBot(other, _bot(command.bot), seat)


def _invite(table: Table, seat: int, command: asked.Invite, now: int, seen: Mapping[int, int]) -> happened.LinkRenewed:
    other = command.seat
    if seat != table.settings.host:
        raise NotAllowed(N_("only the person who opened the table can make a new link for another seat"))
    if not 0 <= other < table.settings.seats or other == seat or table.seats[other].kind != PERSON:
        raise InvalidCommand(N_("there is no other player in seat {seat}"), seat=other)
    if table.is_over:  # whoever has the seat now goes on to the rematch with it
        raise NotAllowed(N_("the match is over"))
    if not table.is_away(other, now, seen):
        raise NotAllowed(N_("{name} is at the table and needs no new link"), name=table.names[other])
    return happened.LinkRenewed(other, seat, forgets=lies_face_down(table.match, other))


def _host(table: Table, seat: int) -> None:
    if seat != table.settings.host:
        raise NotAllowed(N_("only the person who opened the table can do this"))


def _hint(table: Table, seat: int, command: asked.Hint) -> happened.Hinted:
    _own(table.seats[seat])
    _fresh(table, seat, command.version)
    if not table.settings.has_hints:
        raise NotAllowed(N_("there are no hints at this table"))
    if seat not in table.match.to_act:
        raise NotAllowed(N_("it is not your turn to decide"))
    return happened.Hinted(seat, table.match.ply)


def _rematch(table: Table, seat: int) -> happened.Rematched:
    if not table.is_over:
        raise NotAllowed(N_("a rematch can start once the match is over"))
    if table.rematch is not None:
        raise NotAllowed(N_("the rematch has already been opened"))
    return happened.Rematched(new_table_id(), seat)


def _bot(name: str) -> str:
    if name not in bots_to_seat():
        message = N_("there is no bot '{name}'; choose one of: {known}")
        raise unknown(InvalidCommand, message, name, bots_to_seat(), name=name[:40])
    return name


def _own(state: SeatState) -> None:
    if state.bot is not None:
        raise NotYourSeat(N_("a bot plays for you; take your seat back first"))


def _fresh(table: Table, seat: int, version: int) -> None:
    if version != table.version(seat):
        raise _stale()


def _stale() -> StaleCommand:
    return StaleCommand(N_("the table has moved on; please refresh"))
