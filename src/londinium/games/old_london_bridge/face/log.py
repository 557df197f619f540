"""The log of Old London Bridge: every event as a note, worded for its reader, and as a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from londinium.games.old_london_bridge.face.events import (
    BuildingRevealed,
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
    OrderFixed,
    PawnPlaced,
    PlusOneUsed,
    RondelSet,
    RoundBegun,
    RoundLeaderPaid,
    ScoringDrawn,
    StairTaken,
    TakeBackAnnounced,
    TilePicked,
    TileRevealed,
    TurnSkipped,
)
from londinium.games.old_london_bridge.face.words import COLOUR_NAMES, building, describe_house, pounds, power, scoring
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.kernel.words.sentences import sentence

AT = {
    "chapel": N_("at the chapels"),
    "gate": N_("at the bridge gates"),
    "hostelry": N_("at the hostelries"),
    "haberdasher": N_("at the haberdashers"),
    "guild-house": N_("at the guild houses"),
    "park": N_("at the parks"),
}
"""A space of the rondel by its stack; whole phrases, since languages differ in article and case."""

LEADING = {
    "chapel-leader": N_("first on the chapel track, +{pounds}"),
    "gate-leader": N_("first on the gate track, +{pounds}"),
    "highest-card": N_("highest card, +{pounds}"),
    "lowest-number": N_("lowest number, +{pounds}"),
}

Teller = Callable[[Any, Language, Sequence[str]], str]


def tell(event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
    """An event in a sentence."""
    return sentence(event, note(event, language, names), language, names)


def note(event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
    """An event in a few words, after the name of the player whose turn it is."""
    return TELLERS[type(event)](event, language, names)


def lights(event: msgspec.Struct) -> tuple[str, ...]:
    """What an event is about, as the drawing names it."""
    if isinstance(event, Built | BuildingRevealed) and event.house.number:
        return (f"house-{event.house.number}",)
    if isinstance(event, PawnPlaced):
        return (f"pawn-{event.seat}",)
    if isinstance(event, ChapelAdvanced | GateAdvanced):
        return (f"{'chapel' if isinstance(event, ChapelAdvanced) else 'gate'}-{event.seat}",)
    return ()


# ── What nobody in particular did ────────────────────────────────────────────


def _rondel_set(e: RondelSet, t: Language, names: Sequence[str]) -> str:
    return t.text("The X starts {place}.", place=t.text(AT[e.x_beside]))


def _scoring_drawn(e: ScoringDrawn, t: Language, names: Sequence[str]) -> str:
    return t.text("{colour}: {side}.", colour=t.text(COLOUR_NAMES[e.colour]), side=scoring(e.colour, e.side, t))


def _round_begun(e: RoundBegun, t: Language, names: Sequence[str]) -> str:
    return t.plural(
        "Round {round}: the rondel turns by {count} space.",
        "Round {round}: the rondel turns by {count} spaces.",
        e.steps,
        round=e.round,
    )


def _cards_revealed(e: CardsRevealed, t: Language, names: Sequence[str]) -> str:
    # Two cards of one player are never added (O-4.4).
    hands = ", ".join(f"{names[seat]} {t.listed([str(card) for card in cards])}" for seat, cards in enumerate(e.cards))
    return t.text("Cards revealed: {cards}.", cards=hands)


def _order_fixed(e: OrderFixed, t: Language, names: Sequence[str]) -> str:
    return t.text("Turn order: {players}.", players=", ".join(names[seat] for seat in e.seats))


def _match_over(e: MatchOver, t: Language, names: Sequence[str]) -> str:
    best = next(sheet for sheet in e.sheets if sheet.place == 0)
    return t.text("The match is over. Winner: {player}, {pounds}.", player=names[best.seat], pounds=pounds(best.total, t))


# ── What somebody's turn brought ─────────────────────────────────────────────


def _building_revealed(e: BuildingRevealed, t: Language, names: Sequence[str]) -> str:
    house = describe_house(e.house, t)
    if e.seat is None:
        return t.text("Top of its stack: {house}.", house=house)
    return t.text("{revealed} revealed", revealed=house)


def _tile_revealed(e: TileRevealed, t: Language, names: Sequence[str]) -> str:
    if e.seat is None:
        return t.text("Bonus stack {stack} shows {power}.", stack=e.stack + 1, power=power(e.power, t))
    return t.text("{revealed} revealed", revealed=power(e.power, t))


def _stair_taken(e: StairTaken, t: Language, names: Sequence[str]) -> str:
    return t.text("stair {stair}", stair=e.stair)


def _noblewoman_taken(e: NoblewomanTaken, t: Language, names: Sequence[str]) -> str:
    return t.text("card {card}", card=2) + _with(("noblewoman",), t)


def _card_chosen(e: CardChosen, t: Language, names: Sequence[str]) -> str:
    if e.value is None:
        return t.text("a card, face down")
    return t.text("card {card}, face down", card=e.value)


def _plus_one_used(e: PlusOneUsed, t: Language, names: Sequence[str]) -> str:
    return t.text("the {card} counts as {counts}", card=e.card, counts=e.counts) + _with(("plus-one",), t)


def _take_back_announced(e: TakeBackAnnounced, t: Language, names: Sequence[str]) -> str:
    return t.text("{power} announced", power=power("take-back", t))


def _pawn_placed(e: PawnPlaced, t: Language, names: Sequence[str]) -> str:
    if e.space == "centre":
        told = t.text("in the centre")
    elif e.pounds:
        told = t.text(AT[e.space])
    else:
        told = t.text("on the X {place}", place=t.text(AT[e.space]))
    return told + _paid(e.pounds, t) + _with(e.tiles, t)


def _turn_skipped(e: TurnSkipped, t: Language, names: Sequence[str]) -> str:
    return t.text("turn skipped")


def _built(e: Built, t: Language, names: Sequence[str]) -> str:
    told = [describe_house(e.house, t)]
    if e.replaced is not None:
        gone = e.replaced.number or building(e.replaced.building, t)
        told = [t.text("{house} instead of {replaced}", house=told[0], replaced=gone)]
    if e.house.building not in {"guild-house", "park"}:
        told.append(t.text("strength {strength}", strength=e.strength))
    return ", ".join(told)


def _chapel_advanced(e: ChapelAdvanced, t: Language, names: Sequence[str]) -> str:
    told = t.text("chapel track +{steps}, to space {space}", steps=e.steps, space=e.space)
    return told + _paid(e.pounds, t) + _with(("chapel-two",) if e.tile else (), t)


def _gate_advanced(e: GateAdvanced, t: Language, names: Sequence[str]) -> str:
    told = t.text("gate track +{steps}, to space {space}", steps=e.steps, space=e.space)
    return told + _paid(e.pounds, t) + _with(("gate-two",) if e.tile else (), t)


def _haberdasher_paid(e: HaberdasherPaid, t: Language, names: Sequence[str]) -> str:
    return t.text("+{pounds}", pounds=pounds(e.pounds, t))


def _card_taken(e: CardTaken, t: Language, names: Sequence[str]) -> str:
    return t.text("card {card}", card=e.value)


def _tile_picked(e: TilePicked, t: Language, names: Sequence[str]) -> str:
    return t.text("tile {power}", power=power(e.power, t))


def _card_taken_back(e: CardTakenBack, t: Language, names: Sequence[str]) -> str:
    return t.text("card {card} taken back", card=e.value)


def _round_leader_paid(e: RoundLeaderPaid, t: Language, names: Sequence[str]) -> str:
    return t.text(LEADING[e.scoring], pounds=pounds(e.pounds, t))


def _paid(amount: int, t: Language) -> str:
    """What something brought or cost; nothing for nothing."""
    if not amount:
        return ""
    paid = t.text("{sign}{pounds}", sign="+" if amount > 0 else "−", pounds=pounds(abs(amount), t))
    return f", {paid}"


def _with(tiles: Sequence[str], t: Language) -> str:
    """The bonus tiles that something was done with."""
    if not tiles:
        return ""
    told = t.text("with {tiles}", tiles=", ".join(power(tile, t) for tile in tiles))
    return f", {told}"


TELLERS: dict[type[msgspec.Struct], Teller] = {
    StairTaken: _stair_taken,
    RondelSet: _rondel_set,
    BuildingRevealed: _building_revealed,
    TileRevealed: _tile_revealed,
    ScoringDrawn: _scoring_drawn,
    RoundBegun: _round_begun,
    NoblewomanTaken: _noblewoman_taken,
    CardChosen: _card_chosen,
    CardsRevealed: _cards_revealed,
    PlusOneUsed: _plus_one_used,
    OrderFixed: _order_fixed,
    TakeBackAnnounced: _take_back_announced,
    PawnPlaced: _pawn_placed,
    TurnSkipped: _turn_skipped,
    Built: _built,
    ChapelAdvanced: _chapel_advanced,
    GateAdvanced: _gate_advanced,
    HaberdasherPaid: _haberdasher_paid,
    CardTaken: _card_taken,
    TilePicked: _tile_picked,
    CardTakenBack: _card_taken_back,
    RoundLeaderPaid: _round_leader_paid,
    MatchOver: _match_over,
}
