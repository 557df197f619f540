"""What an event sounds like: cards, a pencil, interchanges."""

from __future__ import annotations

import msgspec

from londinium.games.next_station_london.face.events import (
    CardRevealed,
    Decided,
    LineScored,
    MatchOver,
    RoundBegun,
    SectionDrawn,
    SwitchRevealed,
    TwiceCounted,
)

SOUNDS = {
    RoundBegun: "card",
    SwitchRevealed: "flip",
    CardRevealed: "flip",
    Decided: "pencil",
    TwiceCounted: "pencil",
    LineScored: "coin",
    MatchOver: "end",
}


def sound(event: msgspec.Struct) -> str:
    if isinstance(event, SectionDrawn):
        return "interchange" if event.interchange > 1 else "pencil"
    return SOUNDS.get(type(event), "")
