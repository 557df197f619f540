"""What somebody at a table may ask for. Each command has an id of the sender's choice and is applied once, however often sent."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

from londinium.kernel.words.errors import N_
from londinium.table.errors import InvalidCommand
from londinium.table.hall.thinkers import DEFAULT_BOT

ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
T = TypeVar("T")


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    id: str

    def __post_init__(self) -> None:
        if not ID.fullmatch(self.id):
            raise InvalidCommand(N_("the id of a command has 1 to 64 letters, digits, - or _"))


class MakeMove(_Command, frozen=True, tag="move"):
    """A decision, by its notation. `version` is the seat's version that the sender had seen."""

    version: int
    move: str


class TakeBack(_Command, frozen=True, tag="take-back"):
    """Back to the seat's last decision, as long as nothing was revealed and nobody else has moved."""

    version: int


class Join(_Command, frozen=True, tag="join"):
    """Sit down with a name, or change it."""

    name: str


class Say(_Command, frozen=True, tag="say"):
    text: str
    name: str = ""
    """Who speaks, if it is a spectator."""


class Leave(_Command, frozen=True, tag="leave"):
    """Hand the player's own seat to a bot."""

    bot: str = DEFAULT_BOT


class Return(_Command, frozen=True, tag="return"):
    """Take the player's own seat back from the bot."""


class Replace(_Command, frozen=True, tag="replace"):
    """Put a bot on the seat of somebody who is away or out of time."""

    seat: int
    bot: str = DEFAULT_BOT


class RenewLink(_Command, frozen=True, tag="renew-link"):
    """Make the link of the player's own seat void and get another."""


class Invite(_Command, frozen=True, tag="invite"):
    """Make the link of another seat void, so that the person who opened the table can give its player a new one."""

    seat: int


class Hint(_Command, frozen=True, tag="hint"):
    """Good moves for the decision at hand. `version` is the seat's version that the sender had seen."""

    version: int


class Seek(_Command, frozen=True, tag="seek"):
    """Put the free seats on the list that everybody sees, or take them off; for the person who opened the table."""

    open: bool


class SwitchChat(_Command, frozen=True, tag="chat"):
    """Let everybody speak at the table, or nobody; for the person who opened it."""

    on: bool


class Rematch(_Command, frozen=True, tag="rematch"):
    """The same again, at a new table."""


Seated = TakeBack | Join | Leave | Return | Replace | RenewLink | Invite | Hint | Seek | SwitchChat | Rematch
"""What only those seated at the table may ask for, apart from moves."""
Command = MakeMove | Say | Seated

_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def kind(command: Command) -> str:
    """The word by which a command is sent."""
    return str(command.__struct_config__.tag)


def decode_command(message: bytes | str) -> Command:
    """A command as a browser sends it."""
    return read(_decoder, message)


def read(decoder: msgspec.json.Decoder[T], message: bytes | str) -> T:
    """A command, or another message among which commands may come; InvalidCommand if it is neither."""
    try:
        return decoder.decode(message)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidCommand(N_("this is not a command: {problem}"), problem=str(error)[:200]) from None
