"""What the server says on the socket of a table. What it is told are the commands of `table.commands`, and the two below."""

from __future__ import annotations

import msgspec


class Offered(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal move with its words, what it would change, and whether it is past taking back."""

    label: str
    gain: str = ""
    bubble: str = ""
    ghosts: dict[str, str] = {}
    final: bool = False


class Lines(msgspec.Struct, frozen=True, gc=False):
    """How a list goes on: the first so many items stay, these follow."""

    keep: int
    add: str


class _Said(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    pass


class State(_Said, frozen=True, tag="state"):
    """What has changed at the table since this socket was last told."""

    version: int
    title: str
    turn: bool = False
    over: bool = False
    set: dict[str, str] = {}
    drop: list[str] = []
    lists: dict[str, Lines] = {}
    offers: dict[str, Offered] | None = None
    """None: the same as before."""
    unread: int = 0
    """How many lines others have said so far."""
    now: int = 0
    """The server's time in milliseconds, where clocks run."""


class Ack(_Said, frozen=True, tag="ack"):
    """A command was carried out, now or when it first came."""

    id: str


class NotDone(_Said, frozen=True, tag="refused"):
    """A command was refused and has changed nothing."""

    id: str
    markup: str


class WhyNot(_Said, frozen=True, tag="why"):
    """Why a move is not allowed, in a bubble, with the place where it goes wrong."""

    move: str
    markup: str
    ghosts: dict[str, str] = {}
    rule: str = ""
    """The rule it rests on, for the drawer that the link in the bubble opens."""


class Hinted(_Said, frozen=True, tag="hint"):
    """Good moves, in a bubble at the best of them, with what that one would change."""

    move: str
    markup: str
    ghosts: dict[str, str] = {}


class Go(_Said, frozen=True, tag="go"):
    """Another page is to be opened: a rematch, a renewed link."""

    address: str


class Pong(_Said, frozen=True, tag="pong"):
    pass


class Head(msgspec.Struct, frozen=True, gc=False):
    """As much of a message as says what to do with it. `why` and `ping` change nothing, so they are no commands of the table."""

    do: str
    id: str = ""
    move: str = ""


head = msgspec.json.Decoder(Head)
_encoder = msgspec.json.Encoder()


def encode(said: State | Ack | NotDone | WhyNot | Hinted | Go | Pong) -> str:
    return _encoder.encode(said).decode()
