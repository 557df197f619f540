"""What an event sounds like: cards, pawns on stone, houses and coins."""

from __future__ import annotations

import msgspec

from londinium.games.old_london_bridge.face.events import (
    Built,
    CardChosen,
    CardsRevealed,
    CardTaken,
    CardTakenBack,
    ChapelAdvanced,
    GateAdvanced,
    HaberdasherPaid,
    MatchOver,
    NoblewomanTaken,
    PawnPlaced,
    RoundBegun,
    RoundLeaderPaid,
    TilePicked,
)

SOUNDS = {
    CardChosen: "card",
    CardTaken: "card",
    CardTakenBack: "card",
    NoblewomanTaken: "card",
    TilePicked: "card",
    CardsRevealed: "flip",
    RoundBegun: "flip",
    PawnPlaced: "pawn",
    Built: "house",
    HaberdasherPaid: "coin",
    RoundLeaderPaid: "coin",
    MatchOver: "end",
}


def sound(event: msgspec.Struct) -> str:
    if isinstance(event, ChapelAdvanced | GateAdvanced):
        return "coin" if event.pounds else ""
    return SOUNDS.get(type(event), "")
