"""The log of Old London Bridge: every event as a short sentence."""

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
from londinium.games.old_london_bridge.face.words import COLOUR_NAMES, card, describe_house, pounds, power, scoring
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

BESIDE = {
    "chapel": N_("beside the chapels"),
    "gate": N_("beside the bridge gates"),
    "hostelry": N_("beside the hostelries"),
    "haberdasher": N_("beside the haberdashers"),
    "guild-house": N_("beside the guild houses"),
    "park": N_("beside the parks"),
}
"""A space of the rondel by its stack; whole phrases, since languages differ in article and case."""

LEADING = {
    "chapel-leader": N_("{player} leads on the chapel track: +{pounds}."),
    "gate-leader": N_("{player} leads on the gate track: +{pounds}."),
    "highest-card": N_("{player} played the highest card: +{pounds}."),
    "lowest-number": N_("{player} built the lowest number: +{pounds}."),
}

Teller = Callable[[Any, Language, Sequence[str]], str]


def tell(event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
    """An event in words."""
    return TELLERS[type(event)](event, language, names)


def lights(event: msgspec.Struct) -> tuple[str, ...]:
    """What an event speaks of, as the drawing names it."""
    if isinstance(event, Built | BuildingRevealed) and event.house.number:
        return (f"house-{event.house.number}",)
    if isinstance(event, PawnPlaced):
        return (f"pawn-{event.seat}",)
    if isinstance(event, ChapelAdvanced | GateAdvanced):
        return (f"{'chapel' if isinstance(event, ChapelAdvanced) else 'gate'}-{event.seat}",)
    return ()


def _stair_taken(e: StairTaken, t: Language, names: Sequence[str]) -> str:
    return t.text("{player} starts on stair {stair}.", player=names[e.seat], stair=e.stair)


def _rondel_set(e: RondelSet, t: Language, names: Sequence[str]) -> str:
    return t.text("The X starts {beside}.", beside=t.text(BESIDE[e.x_beside]))


def _building_revealed(e: BuildingRevealed, t: Language, names: Sequence[str]) -> str:
    return t.text("Next on its stack: {house}.", house=describe_house(e.house, t))


def _tile_revealed(e: TileRevealed, t: Language, names: Sequence[str]) -> str:
    return t.text("Bonus stack {stack} shows {power}.", stack=e.stack + 1, power=power(e.power, t))


def _scoring_drawn(e: ScoringDrawn, t: Language, names: Sequence[str]) -> str:
    return t.text("{colour}: {side}.", colour=t.text(COLOUR_NAMES[e.colour]), side=scoring(e.colour, e.side, t))


def _round_begun(e: RoundBegun, t: Language, names: Sequence[str]) -> str:
    return t.plural(
        "Round {round}: the rondel turns by {count} space.",
        "Round {round}: the rondel turns by {count} spaces.",
        e.steps,
        round=e.round,
    )


def _noblewoman_taken(e: NoblewomanTaken, t: Language, names: Sequence[str]) -> str:
    return t.text("{player} uses {power} and takes a 2.", player=names[e.seat], power=power("noblewoman", t))


def _card_chosen(e: CardChosen, t: Language, names: Sequence[str]) -> str:
    if e.value is None:
        return t.text("{player} lays a card face down.", player=names[e.seat])
    return t.text("{player} lays a {card} face down.", player=names[e.seat], card=card(e.value, t))


def _cards_revealed(e: CardsRevealed, t: Language, names: Sequence[str]) -> str:
    hands = ", ".join(f"{names[seat]} {' + '.join(map(str, cards))}" for seat, cards in enumerate(e.cards))
    return t.text("The cards: {cards}.", cards=hands)


def _plus_one_used(e: PlusOneUsed, t: Language, names: Sequence[str]) -> str:
    facts = {"player": names[e.seat], "power": power("plus-one", t), "card": e.card, "counts": e.counts}
    return t.text("{player} uses {power}: the {card} counts {counts}.", **facts)


def _order_fixed(e: OrderFixed, t: Language, names: Sequence[str]) -> str:
    return t.text("Turn order: {players}.", players=", ".join(names[seat] for seat in e.seats))


def _take_back_announced(e: TakeBackAnnounced, t: Language, names: Sequence[str]) -> str:
    return t.text("{player} announces {power}.", player=names[e.seat], power=power("take-back", t))


def _pawn_placed(e: PawnPlaced, t: Language, names: Sequence[str]) -> str:
    facts = {"player": names[e.seat], "pounds": pounds(abs(e.pounds), t)}
    if e.space == "centre" and e.pounds:
        told = t.text("{player} stands in the centre: −{pounds}.", **facts)
    elif e.space == "centre":
        told = t.text("{player} stands in the centre.", **facts)
    elif e.pounds:
        told = t.text("{player} stands {beside}: +{pounds}.", beside=t.text(BESIDE[e.space]), **facts)
    else:
        told = t.text("{player} stands on the X {beside}.", beside=t.text(BESIDE[e.space]), **facts)
    return told + _used(e.tiles, t)


def _turn_skipped(e: TurnSkipped, t: Language, names: Sequence[str]) -> str:
    return t.text("{player} skips the turn.", player=names[e.seat])


def _built(e: Built, t: Language, names: Sequence[str]) -> str:
    facts = {"player": names[e.seat], "house": describe_house(e.house, t), "strength": e.strength, "site": e.site + 1}
    if e.replaced is not None:
        facts["replaced"] = describe_house(e.replaced, t)
        if e.house.building == "guild-house":
            return t.text("{player} builds {house} instead of {replaced}.", **facts)
        return t.text("{player} builds {house} instead of {replaced}: strength {strength}.", **facts)
    if e.house.building in {"guild-house", "park"}:
        return t.text("{player} builds {house} on site {site}.", **facts)
    return t.text("{player} builds {house} on site {site}: strength {strength}.", **facts)


def _chapel_advanced(e: ChapelAdvanced, t: Language, names: Sequence[str]) -> str:
    facts = {"player": names[e.seat], "space": e.space, "pounds": pounds(e.pounds, t)}
    if e.pounds:
        told = t.plural(
            "{player} goes {count} step on the chapel track, to {space}: +{pounds}.",
            "{player} goes {count} steps on the chapel track, to {space}: +{pounds}.",
            e.steps,
            **facts,
        )
    else:
        told = t.plural(
            "{player} goes {count} step on the chapel track, to {space}.",
            "{player} goes {count} steps on the chapel track, to {space}.",
            e.steps,
            **facts,
        )
    return told + _used(("chapel-two",) if e.tile else (), t)


def _gate_advanced(e: GateAdvanced, t: Language, names: Sequence[str]) -> str:
    facts = {"player": names[e.seat], "space": e.space, "pounds": pounds(e.pounds, t)}
    if e.pounds:
        told = t.plural(
            "{player} goes {count} step on the gate track, to {space}: +{pounds}.",
            "{player} goes {count} steps on the gate track, to {space}: +{pounds}.",
            e.steps,
            **facts,
        )
    else:
        told = t.plural(
            "{player} goes {count} step on the gate track, to {space}.",
            "{player} goes {count} steps on the gate track, to {space}.",
            e.steps,
            **facts,
        )
    return told + _used(("gate-two",) if e.tile else (), t)


def _used(tiles: Sequence[str], t: Language) -> str:
    """The bonus tiles that a move was made with."""
    return " " + t.text("Used: {tiles}.", tiles=", ".join(power(tile, t) for tile in tiles)) if tiles else ""


def _haberdasher_paid(e: HaberdasherPaid, t: Language, names: Sequence[str]) -> str:
    return t.text("The haberdasher pays {player} {pounds}.", player=names[e.seat], pounds=pounds(e.pounds, t))


def _card_taken(e: CardTaken, t: Language, names: Sequence[str]) -> str:
    return t.text("{player} takes a {card}.", player=names[e.seat], card=card(e.value, t))


def _tile_picked(e: TilePicked, t: Language, names: Sequence[str]) -> str:
    return t.text("{player} picks {power}.", player=names[e.seat], power=power(e.power, t))


def _card_taken_back(e: CardTakenBack, t: Language, names: Sequence[str]) -> str:
    return t.text("{player} takes back the {card}.", player=names[e.seat], card=card(e.value, t))


def _round_leader_paid(e: RoundLeaderPaid, t: Language, names: Sequence[str]) -> str:
    return t.text(LEADING[e.scoring], player=names[e.seat], pounds=pounds(e.pounds, t))


def _match_over(e: MatchOver, t: Language, names: Sequence[str]) -> str:
    best = next(sheet for sheet in e.sheets if sheet.place == 0)
    return t.text("The match is over. {player} wins with {pounds}.", player=names[best.seat], pounds=pounds(best.total, t))


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
