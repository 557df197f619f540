"""What is stored of a table: numbered events, from which everything else follows."""

from __future__ import annotations

import time

import msgspec

from londinium.table.settings import TableSettings


class _Event(msgspec.Struct, frozen=True, tag_field="kind", gc=False):
    pass


class Start(msgspec.Struct, frozen=True, gc=False):
    """A position of another match from which a match goes on."""

    line: tuple[str, ...]
    """The moves that led there, as a record writes them."""
    origin: str
    """Where it comes from, for the record: the table, if it is one of this server, and the ply."""
    position: str = ""
    """The position from which these moves led there, if it was set up; otherwise they begin with the game."""


class Opened(_Event, frozen=True, gc=False, tag="opened"):
    """The first event of every table."""

    settings: TableSettings
    rules: int
    """The version of the game's rules by which it is played to its end: another one could read the moves differently."""
    seed: int
    salt: str
    start: Start | None = None


class Joined(_Event, frozen=True, gc=False, tag="joined"):
    seat: int
    name: str
    renews: bool = False
    """Whether the link of the seat is void from then on: others may have read the invitation with which they came."""


class Moved(_Event, frozen=True, gc=False, tag="moved"):
    seat: int
    ply: int
    """How many moves had been made before, chance's included."""
    move: str
    by: str
    """`person`, or the name of the bot."""
    stands_in: bool = False
    """The bot failed, and this move was drawn at random in its place."""
    ends: bool = False
    """Whether the match is over after it."""


class TookBack(_Event, frozen=True, gc=False, tag="took-back"):
    seat: int
    ply: int | None
    """The match stands at this ply again; None: only this seat's choice was taken back, the others' face-down ones stay."""


class Said(_Event, frozen=True, gc=False, tag="said"):
    seat: int | None
    name: str
    text: str


class SeatToBot(_Event, frozen=True, gc=False, tag="seat-to-bot"):
    seat: int
    bot: str
    by: int
    """Who decided it: the seat itself, or another that would not wait."""


class SeatBack(_Event, frozen=True, gc=False, tag="seat-back"):
    seat: int


class LinkRenewed(_Event, frozen=True, gc=False, tag="link-renewed"):
    seat: int
    by: int | None = None
    """The host, if it was not the seat itself: its player has to come again."""
    forgets: bool = False
    """Whether what the seat had chosen face down is forgotten: whoever comes with the new link may be somebody else."""


class Hinted(_Event, frozen=True, gc=False, tag="hinted"):
    """Somebody asked for good moves."""

    seat: int
    ply: int


class Sought(_Event, frozen=True, gc=False, tag="sought"):
    """The host has put the free seats on the list that everybody sees, or taken them off."""

    seat: int
    open: bool


class ChatSwitched(_Event, frozen=True, gc=False, tag="chat-switched"):
    """The host has switched the chat on or off."""

    seat: int
    on: bool


class Rematched(_Event, frozen=True, gc=False, tag="rematched"):
    table: str
    seat: int


class Forgotten(_Event, frozen=True, gc=False, tag="forgotten"):
    """The player who sat there wanted everything about them deleted: name and words were taken out of earlier events too."""

    seat: int


Event = (
    Opened
    | Joined
    | Moved
    | TookBack
    | Said
    | SeatToBot
    | SeatBack
    | LinkRenewed
    | Hinted
    | Sought
    | ChatSwitched
    | Rematched
    | Forgotten
)


class EventRow(msgspec.Struct, frozen=True, gc=False):
    """An event with its place: of which table, its number there, after which command, and when."""

    table: str
    number: int
    """1, 2, 3 ... for each table, without gaps."""
    command: str
    """Who asked, and the id under which: unique for each table."""
    at: int
    """Milliseconds since 1970; never earlier than the event before."""
    event: Event


class About(msgspec.Struct, frozen=True, gc=False):
    """A table as lists show it."""

    id: str
    game: str
    names: tuple[str, ...]
    public: bool
    finished: bool
    opened_at: int
    changed_at: int

    @property
    def seats(self) -> int:
        return len(self.names)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """What is stored together: an event, and what lists show of its table from then on."""

    row: EventRow
    about: About


def now_ms() -> int:
    return time.time_ns() // 1_000_000


_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode_event(event: Event) -> str:
    return msgspec.json.encode(event).decode()


def decode_event(data: str | bytes) -> Event:
    """The event in a stored text; msgspec.DecodeError if it holds none."""
    return _event_decoder.decode(data)
