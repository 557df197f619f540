"""Why one section is better than another, in one plain sentence: lines, compass roses, interchanges."""

from __future__ import annotations

from londinium.games.next_station_london.face.effects import Effect
from londinium.games.next_station_london.face.words import describe_line, power
from londinium.kernel.contracts.study import Gap
from londinium.kernel.words.language import Language

LEAST = 0.4
"""A line of the score sheet that differs by less is not worth a word."""


def amount(points: float, words: Language) -> str:
    return words.text("{points} points", points=words.decimal(points))


def reason(gap: Gap, words: Language) -> str:
    told = [_line(name, more, words) for name, more in gap.lines.items() if abs(more) >= LEAST and gap.points > 0]
    facts = {"better": gap.better, "lines": ", ".join(told)}
    at_once = _at_once(gap.effect, gap.played_effect, words)
    if at_once and told:
        return words.text("{better} gains more in the end ({lines}); {at_once}.", at_once=at_once, **facts)
    if told:
        return words.text("{better} gains more in the end: {lines}.", **facts)
    return words.text("{better} leaves better options for the cards to come.", **facts)


def _line(name: str, more: float, words: Language) -> str:
    return f"{describe_line(name, words)} {'+' if more > 0 else '−'}{words.decimal(abs(more))}"


def _at_once(better: Effect, played: Effect, words: Language) -> str:
    """The clearest of what differs as soon as the sections are drawn."""
    if better.spends != played.spends and played.spends and not better.spends:
        return words.text("it keeps {power} for later", power=power(played.spends, words))
    if better.after and better.before and played.after and played.before:
        districts = _gain(better, "districts") - _gain(played, "districts")
        crossings = _gain(better, "crossings") - _gain(played, "crossings")
        if districts > 0:
            return words.text("it reaches a new district")
        if crossings > 0:
            return words.text("it crosses the Thames")
    if better.site and not played.site:
        return words.text("it reaches a tourist site")
    if better.interchange > played.interchange:
        return words.plural("{count} line meets there", "{count} lines meet there", better.interchange)
    if better.points < played.points:
        return words.text("it gains less at once, but it leaves better options for the cards to come")
    return ""


def _gain(effect: Effect, count: str) -> int:
    return int(getattr(effect.after, count) - getattr(effect.before, count))
