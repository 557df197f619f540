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
from londinium.games.next_station_london.face.words import RATINGS, card, line_in_numbers, objective, pencil, points, power
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
        return t.text("{player} has decided.", player=names[e.seat])
    if not e.sections:
        return t.text("{player} has decided to draw nothing.", player=names[e.seat])
    return t.text("{player} has decided: {sections}.", player=names[e.seat], sections=", ".join(e.sections))


def _section_drawn(e: SectionDrawn, t: Language, names: Sequence[str]) -> str:
    facts = {"player": names[e.seat], "section": e.section, "pencil": pencil(e.pencil, t)}
    told = [t.text("{player} draws {section} ({pencil}).", **facts)]
    if e.site:
        told.append(t.text("Tourist site."))
    if e.interchange:
        told.append(t.plural("Interchange of {count} line.", "Interchange of {count} lines.", e.interchange))
    if e.power:
        told.append(t.text("Used: {power}.", power=power(e.power, t)))
    return " ".join(told)


def _nothing_drawn(e: NothingDrawn, t: Language, names: Sequence[str]) -> str:
    return t.text("{player} draws nothing.", player=names[e.seat])


def _twice_counted(e: TwiceCounted, t: Language, names: Sequence[str]) -> str:
    facts = {"player": names[e.seat], "power": power("twice", t)}
    if e.station is None:
        return t.text("{player} leaves {power} unused.", **facts)
    return t.text("{player} uses {power}: {station} counts as two.", station=e.station, **facts)


def _line_scored(e: LineScored, t: Language, names: Sequence[str]) -> str:
    return t.text(
        "{player}, line {pencil}: {numbers} = {points}.",
        player=names[e.seat],
        pencil=pencil(e.score.pencil, t),
        numbers=line_in_numbers(e.score, t),
        points=points(e.points, t),
    )


def _match_over(e: MatchOver, t: Language, names: Sequence[str]) -> str:
    best = [sheet for sheet in e.sheets if sheet.place == 0]
    facts = {"players": ", ".join(names[sheet.seat] for sheet in best), "points": points(best[0].total, t)}
    if best[0].rating is not None:
        return t.text("The match is over: {points}. Rating: {rating}.", rating=t.text(RATINGS[best[0].rating]), **facts)
    if len(best) > 1:
        return t.text("The match is over. {players} share the victory with {points}.", **facts)
    return t.text("The match is over. {players} wins with {points}.", **facts)


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
