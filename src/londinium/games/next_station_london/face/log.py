"""The log of Next Station: London: every event in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from londinium.games.next_station_london.face.events import (
    CardRevealed,
    Decided,
    LineScored,
    MatchOver,
    NothingDrawn,
    ObjectiveDrawn,
    OrderSettled,
    PowerDealt,
    RoundBegun,
    SectionDrawn,
    SwitchRevealed,
    TwiceCounted,
)
from londinium.games.next_station_london.face.words import RATINGS, card, counted, objective, pencil, points, power, symbol, way
from londinium.games.next_station_london.rules.components import UNDERGROUNDS
from londinium.games.next_station_london.rules.sections import is_switch_ignored
from londinium.kernel.words.language import Language

Teller = Callable[[Any, Language, Sequence[str]], str]


def tell(event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
    """An event in words."""
    return TELLERS[type(event)](event, language, names)


def _order_settled(e: OrderSettled, t: Language, names: Sequence[str]) -> str:
    orders = [f"{names[seat]} {', '.join(pencil(its, t) for its in pencils)}" for seat, pencils in enumerate(e.pencils)]
    return t.text("The pencils of the four rounds: {orders}.", orders="; ".join(orders))


def _objective_drawn(e: ObjectiveDrawn, t: Language, names: Sequence[str]) -> str:
    return t.text("Shared objective: {objective}.", objective=objective(e.objective, t))


def _power_dealt(e: PowerDealt, t: Language, names: Sequence[str]) -> str:
    return t.text("Power of the pencil {pencil}: {power}.", pencil=pencil(e.pencil, t), power=power(e.power, t))


def _round_begun(e: RoundBegun, t: Language, names: Sequence[str]) -> str:
    held = ", ".join(f"{names[seat]} {pencil(its, t)}" for seat, its in enumerate(e.pencils))
    return t.text("Round {round}: {pencils}.", round=e.round, pencils=held)


def _switch_revealed(e: SwitchRevealed, t: Language, names: Sequence[str]) -> str:
    if is_switch_ignored(e.turn):
        return t.text("The switch is revealed; it is ignored on the first two turns.")
    return t.text("The switch is revealed; it counts together with the next card.")


def _card_revealed(e: CardRevealed, t: Language, names: Sequence[str]) -> str:
    facts = {"turn": e.turn, "card": card(e.card, t), "count": e.undergrounds, "all": UNDERGROUNDS}
    if e.card.startswith("underground"):
        return t.text("Turn {turn}: {card}, {count} of {all}.", **facts)
    return t.text("Turn {turn}: {card}.", **facts)


def _decided(e: Decided, t: Language, names: Sequence[str]) -> str:
    if e.sections is None:
        return t.text("{player}: decided.", player=names[e.seat])
    if not e.sections:
        return t.text("{player}: decided, no section.", player=names[e.seat])
    sections = ", ".join(way(section, target) for section, target in zip(e.sections, e.targets, strict=True))
    return t.text("{player}: decided, {sections}.", player=names[e.seat], sections=sections)


def _section_drawn(e: SectionDrawn, t: Language, names: Sequence[str]) -> str:
    facts = {"player": names[e.seat], "section": way(e.section, e.target), "pencil": pencil(e.pencil, t)}
    told = [t.text("{player}: {section} ({pencil}).", **facts)]
    if e.site:
        told.append(t.text("Tourist site."))
    if e.interchange:
        told.append(t.plural("Interchange of {count} line.", "Interchange of {count} lines.", e.interchange))
    if e.power:
        told.append(t.text("Used: {power}.", power=power(e.power, t)))
    return " ".join(told)


def _nothing_drawn(e: NothingDrawn, t: Language, names: Sequence[str]) -> str:
    shown = symbol(e.card.partition("-")[2], t)
    facts = {"player": names[e.seat], "symbol": shown, "Symbol": shown[:1].upper() + shown[1:]}
    if not e.must:
        return t.text("{player}: no section.", **facts)
    return (
        t.text("{Symbol}: nothing to draw.", **facts)
        if len(names) == 1
        else t.text("{player}, {symbol}: nothing to draw.", **facts)
    )


def _twice_counted(e: TwiceCounted, t: Language, names: Sequence[str]) -> str:
    facts = {"player": names[e.seat], "power": power("twice", t)}
    if e.station is None:
        return t.text("{player}: {power} stays unused.", **facts)
    return t.text("{player}: {power}, {station} counts as two.", station=e.station, **facts)


def _line_scored(e: LineScored, t: Language, names: Sequence[str]) -> str:
    told = counted(e.score, t)
    return f"{told}." if len(names) == 1 else t.text("{player}, {line}.", player=names[e.seat], line=told)


def _match_over(e: MatchOver, t: Language, names: Sequence[str]) -> str:
    best = [sheet for sheet in e.sheets if sheet.place == 0]
    facts = {"players": ", ".join(names[sheet.seat] for sheet in best), "points": points(best[0].total, t)}
    if best[0].rating is not None:
        return t.text("The match is over: {points}. Rating: {rating}.", rating=t.text(RATINGS[best[0].rating]), **facts)
    if len(best) > 1:
        return t.text("The match is over. Shared victory: {players}, {points}.", **facts)
    return t.text("The match is over. Winner: {players}, {points}.", **facts)


TELLERS: dict[type[msgspec.Struct], Teller] = {
    OrderSettled: _order_settled,
    ObjectiveDrawn: _objective_drawn,
    PowerDealt: _power_dealt,
    RoundBegun: _round_begun,
    SwitchRevealed: _switch_revealed,
    CardRevealed: _card_revealed,
    Decided: _decided,
    SectionDrawn: _section_drawn,
    NothingDrawn: _nothing_drawn,
    TwiceCounted: _twice_counted,
    LineScored: _line_scored,
    MatchOver: _match_over,
}
