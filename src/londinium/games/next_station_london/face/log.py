"""The log of Next Station: London: every event as a note, worded for its reader, and as a sentence."""

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
from londinium.games.next_station_london.face.words import (
    RATINGS,
    SHEET_LINES,
    card,
    objective,
    pencil,
    points,
    power,
    symbol,
    way,
)
from londinium.games.next_station_london.rules.components import UNDERGROUNDS
from londinium.games.next_station_london.rules.lines import PER_CROSSING
from londinium.games.next_station_london.rules.sections import is_switch_ignored
from londinium.kernel.words.language import Language
from londinium.kernel.words.sentences import sentence

Teller = Callable[[Any, Language, Sequence[str]], str]


def tell(event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
    """An event in a sentence."""
    return sentence(event, note(event, language, names), language, names)


def note(event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
    """An event in a few words, after the name of the player who drew."""
    return TELLERS[type(event)](event, language, names)


def _order_settled(e: OrderSettled, t: Language, names: Sequence[str]) -> str:
    orders = [f"{names[seat]} {', '.join(pencil(its, t) for its in pencils)}" for seat, pencils in enumerate(e.pencils)]
    return t.text("The pencils of the four rounds: {orders}.", orders=t.apart(orders))


def _objective_drawn(e: ObjectiveDrawn, t: Language, names: Sequence[str]) -> str:
    return t.text("Shared objective: {objective}.", objective=objective(e.objective, t))


def _power_dealt(e: PowerDealt, t: Language, names: Sequence[str]) -> str:
    return t.text("Power of the {pencil} pencil: {power}.", pencil=pencil(e.pencil, t), power=power(e.power, t))


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
        return t.text("decision taken")
    if not e.sections:
        return t.text("decided, no section")
    sections = ", ".join(way(section, target) for section, target in zip(e.sections, e.targets, strict=True))
    return t.text("decided, {sections}", sections=sections)


def _section_drawn(e: SectionDrawn, t: Language, names: Sequence[str]) -> str:
    told = [t.text("{section} ({pencil})", section=way(e.section, e.target), pencil=pencil(e.pencil, t))]
    if e.site:
        told.append(t.text("tourist site"))
    if e.interchange:
        told.append(t.plural("interchange of {count} line", "interchange of {count} lines", e.interchange))
    if e.power:
        told.append(t.text("used: {power}", power=power(e.power, t)))
    return ", ".join(told)


def _nothing_drawn(e: NothingDrawn, t: Language, names: Sequence[str]) -> str:
    if not e.must:
        return t.text("no section")
    return t.text("{symbol}, nothing to draw", symbol=symbol(e.card.partition("-")[2], t))


def _twice_counted(e: TwiceCounted, t: Language, names: Sequence[str]) -> str:
    facts = {"power": power("twice", t)}
    if e.station is None:
        return t.text("{power} stays unused", **facts)
    return t.text("{power}, {station} counts as two", station=e.station, **facts)


def _line_scored(e: LineScored, t: Language, names: Sequence[str]) -> str:
    line, score = t.text(SHEET_LINES[e.score.pencil]), e.score
    numbers = f"{score.districts} × {score.stations} + {PER_CROSSING} × {score.crossings}"
    return t.text("{line} {numbers} = {points}", line=line, numbers=numbers, points=points(e.points, t))


def _match_over(e: MatchOver, t: Language, names: Sequence[str]) -> str:
    best = [sheet for sheet in e.sheets if sheet.place == 0]
    facts = {"players": t.listed([names[sheet.seat] for sheet in best]), "points": points(best[0].total, t)}
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
