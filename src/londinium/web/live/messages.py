"""What is said on the socket of a table: by the server, and to it. What it is told are the commands of `table.commands`, and two
questions that change nothing.
"""

from __future__ import annotations

import msgspec

from londinium.kernel.contracts.drawing import OfferText
from londinium.table.commands import Command, read

# ── What the server says ─────────────────────────────────────────────────────


UNSAID = {"together"}
"""What only the server needs to know of an offer: it has drawn the button already."""


class Offered(OfferText, frozen=True, omit_defaults=True, gc=False):
    """A legal move as it is drawn, and whether the page asks before it makes it."""

    asks: bool = False

    @classmethod
    def of(cls, drawn: OfferText, *, asks: bool) -> Offered:
        told = {name: getattr(drawn, name) for name in OfferText.__struct_fields__ if name not in UNSAID}
        return cls(**told, asks=asks)


class Lines(msgspec.Struct, frozen=True, gc=False):
    """How a list goes on: the first `keep` items stay, these follow."""

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
    pause: float = 0
    """How long this is worth being looked at before what follows, in beats of the reader's own pace."""
    sounds: list[str] = []
    """What it sounds like."""


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


class HintBubble(_Said, frozen=True, tag="hint"):
    """Good moves, in a bubble at the best of them, with what that one would change."""

    move: str
    markup: str
    ghosts: dict[str, str] = {}


class News(_Said, frozen=True, tag="news"):
    """Who came or went, a sentence each; said for a moment, and nothing at the table moves for it."""

    words: list[str]


class Go(_Said, frozen=True, tag="go"):
    """Another page is to be opened: a rematch, a renewed link."""

    address: str


class Pong(_Said, frozen=True, tag="pong"):
    pass


ToBrowser = State | Ack | NotDone | WhyNot | HintBubble | News | Go | Pong
_encoder = msgspec.json.Encoder()


def encode(said: ToBrowser) -> str:
    return _encoder.encode(said).decode()


# ── What it is told ──────────────────────────────────────────────────────────


class _Question(msgspec.Struct, frozen=True, tag_field="do", gc=False):
    id: str = ""


class Ping(_Question, frozen=True, tag="ping"):
    """Whether the server is still there."""


class Why(_Question, frozen=True, kw_only=True, tag="why"):
    """Why a move is not allowed."""

    move: str


FromBrowser = Command | Ping | Why
_decoder: msgspec.json.Decoder[FromBrowser] = msgspec.json.Decoder(FromBrowser)


def decode_message(text: str) -> FromBrowser:
    """What a browser says; InvalidCommand if it is neither a command nor a question."""
    return read(_decoder, text)


class Head(msgspec.Struct, frozen=True, gc=False):
    """As much of a message that could not be read as it takes to answer it."""

    do: str
    id: str = ""
    move: str = ""


_head = msgspec.json.Decoder(Head)


def head_of(text: str) -> Head | None:
    """Whom to answer that a message could not be read; None if it does not even look like one."""
    try:
        return _head.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
