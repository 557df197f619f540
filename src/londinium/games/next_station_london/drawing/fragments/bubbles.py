"""Moves as the table offers them: a label, the gain, and the bubble that says where the gain comes from."""

from __future__ import annotations

from londinium.games.next_station_london.drawing.art.geometry import Ground
from londinium.games.next_station_london.drawing.fragments.offers import (
    ghost_of_section,
    ghost_of_twice,
    power_to_arm,
    source_and_target,
)
from londinium.games.next_station_london.face.effects import Effect
from londinium.games.next_station_london.face.sheets import LineScore
from londinium.games.next_station_london.face.view import Line
from londinium.games.next_station_london.face.words import describe_line, pencil, points, power, symbol, way
from londinium.games.next_station_london.rules.lines import worth_of_visits
from londinium.games.next_station_london.rules.scoring import worth_of_interchange
from londinium.kernel.contracts.drawing import OfferText
from londinium.kernel.kept import kept
from londinium.kernel.views import Offer
from londinium.kernel.words.language import Language
from londinium.look.ink import escape


@kept
def told(
    ground: Ground, drawing: str, lines: tuple[Line, ...], visits: int, offer: Offer, again: bool, language: Language
) -> OfferText:
    """An offer in words and as it would look. `drawing` is the pencil in hand, `visits` the tourist sites of the sheet now.

    A player asked `again`, for a second section, does not pass: one is enough.
    """
    t, effect = language, offer.effect
    word, _, rest = offer.move.partition(" ")
    if word == "draw":
        source, target = source_and_target(offer.move, effect)
        ghosts = {"offers": ghost_of_section(ground, drawing, lines, source, target)}
        rows = _rows(effect, visits, t)
        label = t.text("to the {symbol}, {section}", symbol=symbol(ground.stations[target].symbol, t), section=way(rest, target))
        bubble, costs = _bubble(drawing, effect, rows, t), power_to_arm(effect)
        return OfferText(capital(label), signed(effect.points), bubble, ghosts, costs=costs)
    if word == "twice":
        ghosts = {"offers": ghost_of_twice(ground, drawing, lines, rest)}
        return OfferText(f"{rest} ×2", signed(effect.points), _bubble(drawing, effect, [], t), ghosts)
    if word == "pencil":
        return OfferText(capital(pencil(rest, t)), bubble=f"<b>{escape(describe_line(rest, t))}</b>")
    return OfferText(t.text("That's enough") if again else capital(t.text("pass")))


def signed(count: int) -> str:
    return f"+{count}" if count >= 0 else f"−{-count}"


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _bubble(drawing: str, effect: Effect, rows: list[str], t: Language) -> str:
    """The gain in the line's colour, how the line would count, from what to what, and what else the station brings."""
    sign = "+" if effect.points >= 0 else "−"
    gain = f"<em>{sign}{escape(points(abs(effect.points), t))}</em>"
    told_rows = [f"<p>{escape(row)}</p>" for row in (line_in_words(effect.after, t), *rows)] if effect.after else []
    if effect.before and effect.after and effect.before.points != effect.after.points:
        facts = {"line": describe_line(drawing, t), "before": effect.before.points, "after": effect.after.points}
        change = t.text("{line} {before} → {after}", **facts)
        told_rows.insert(1, f'<p class="soft">{escape(change)}</p>')
    if effect.spends:
        used = t.text("Uses {power}", power=power(effect.spends, t))
        told_rows.append(f'<p class="used">{escape(used)}</p>')
    return f'<div class="worth {drawing}">{gain}{"".join(told_rows)}</div>'


def line_in_words(score: LineScore, t: Language) -> str:
    """`5 districts × 4 stations, 2 crossings`."""
    districts = t.plural("{count} district", "{count} districts", score.districts)
    stations = t.plural("{count} station", "{count} stations", score.stations)
    crossings = t.plural("{count} crossing", "{count} crossings", score.crossings)
    return f"{districts} × {stations}" + (f", {crossings}" if score.crossings else "")


def _rows(effect: Effect, visits: int, t: Language) -> list[str]:
    """What the target brings besides the line: a compass rose, an interchange, an objective."""
    rows = []
    rest = effect.points - (effect.after.points - effect.before.points if effect.before and effect.after else 0)
    if effect.site:
        rose = worth_of_visits(visits + 1) - worth_of_visits(visits)
        rest -= rose
        rows.append(t.text("Tourist site {gain}", gain=signed(rose)))
    if effect.interchange:
        step = worth_of_interchange(effect.interchange) - worth_of_interchange(effect.interchange - 1)
        rest -= step
        told_lines = t.plural("Interchange of {count} line", "Interchange of {count} lines", effect.interchange)
        rows.append(f"{told_lines} {signed(step)}")
    if rest:
        rows.append(t.text("Objective {gain}", gain=signed(rest)))
    return rows
