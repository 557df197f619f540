"""What happened, in words: whom an event is about, and the name that stands before what they did."""

from __future__ import annotations

from collections.abc import Sequence

from londinium.kernel.words.language import Language


def event_seat(event: object, seats: int) -> int | None:
    """The seat that an event is about, if it is about one."""
    seat = getattr(event, "seat", None)
    return seat if isinstance(seat, int) and 0 <= seat < seats else None


def subject(name: str, language: Language) -> str:
    """A name as it stands before a note: `Wat:`."""
    return language.text("{name}:", name=name)


def sentence(event: object, note: str, language: Language, names: Sequence[str]) -> str:
    """What a game that has notes can tell about an event: for what somebody did, the note after their name."""
    seat = event_seat(event, len(names))
    return note if seat is None else f"{subject(names[seat], language)} {note}."
