"""Why a move is better than another, in one plain sentence: pounds, crests, steps."""

from __future__ import annotations

from londinium.games.old_london_bridge.face.effects import Effect
from londinium.games.old_london_bridge.face.words import describe_line
from londinium.kernel.contracts.study import Gap
from londinium.kernel.words.language import Language

ALL_CRESTS = "all"
LEAST = 0.5
"""A line of the score sheet that differs by less is not worth a word."""


def amount(points: float, words: Language) -> str:
    if points < 0:
        return words.text("−£{amount}", amount=words.decimal(-points))
    return words.text("£{amount}", amount=words.decimal(points))


def reason(gap: Gap, words: Language) -> str:
    told = [_line(name, more, words) for name, more in gap.lines.items() if abs(more) >= LEAST]
    facts = {"better": gap.better, "lines": ", ".join(told)}
    at_once = _at_once(gap.effect, gap.played_effect, words)
    if gap.points < LEAST:
        return words.text("{better} hardly gains more itself, but it leaves the others less.", **facts)
    if at_once and told:
        return words.text("{better} gains more in the end ({lines}); {at_once}.", at_once=at_once, **facts)
    if told:
        return words.text("{better} gains more in the end: {lines}.", **facts)
    return words.text("{better} gains a little more on almost every line of the score sheet.", **facts)


def _line(name: str, more: float, words: Language) -> str:
    written = amount(abs(more), words)
    return f"{describe_line(name, words)} {'+' if more > 0 else '−'}{written}"


def _at_once(better: Effect, played: Effect, words: Language) -> str:
    """The clearest of what differs as soon as the moves are made."""
    chapel, gate = better.chapel_steps - played.chapel_steps, better.gate_steps - played.gate_steps
    if chapel > 0:
        return words.plural(
            "it goes {count} step further along the chapel track", "it goes {count} steps further along the chapel track", chapel
        )
    if gate > 0:
        return words.plural(
            "it goes {count} step further along the gate track", "it goes {count} steps further along the gate track", gate
        )
    if better.picks > played.picks:
        return words.plural(
            "it brings {count} more bonus tile", "it brings {count} more bonus tiles", better.picks - played.picks
        )
    if better.building and played.building:
        if better.building.crest == ALL_CRESTS != played.building.crest:
            return words.text("it shows all four crests")
        more = better.strength - played.strength
        if more > 0:
            return words.plural("it counts {count} more crest of its colour", "it counts {count} more crests of its colour", more)
    if played.replaces is not None and better.replaces is None and better.building:
        return words.text("it lengthens the bridge instead of replacing a building")
    if better.pounds - played.pounds > 0:
        return words.text("it pays {amount} more at once", amount=words.text("£{amount}", amount=better.pounds - played.pounds))
    return ""
