"""What puzzles of Old London Bridge are about: the clearest of what the better move does and the natural one does not."""

from __future__ import annotations

from londinium.games.old_london_bridge.face.effects import Effect
from londinium.kernel.contracts.study import Gap
from londinium.kernel.words.errors import N_

THEMES = {
    "save-four": N_("Save a four"),
    "low-card": N_("Spare a card"),
    "high-card": N_("Go first"),
    "spend-power": N_("Spend a power"),
    "keep-power": N_("Keep a power"),
    "replace": N_("Replace in time"),
    "lengthen": N_("Lengthen the bridge"),
    "what-goes": N_("Choose what goes"),
    "take-cards": N_("Fill the hand"),
    "pick-tile": N_("Pick the right tile"),
    "chapel": N_("Climb the chapel track"),
    "gate": N_("Go on through the gate"),
    "leave-less": N_("Leave the others less"),
    "patience": N_("Less now, more later"),
    "building": N_("Choose the right building"),
}
HIGHEST = 4
OWN_GAIN = 0.5
"""Pounds: a move that brings its player no more than this is better by what the others lose."""


def theme(better: str, natural: str, gap: Gap) -> str:
    kind, _, what = better.partition(" ")
    best, other = gap.effect, gap.played_effect
    if kind == "play" and natural.startswith("play "):
        usual = int(natural.removeprefix("play "))
        return "high-card" if int(what) > usual else "save-four" if usual == HIGHEST else "low-card"
    if len(best.spends) != len(other.spends):
        return "spend-power" if len(best.spends) > len(other.spends) else "keep-power"
    if kind in ("replace", "take", "pick"):
        return {"replace": "what-goes", "take": "take-cards", "pick": "pick-tile"}[kind]
    if _replaces(best) != _replaces(other) and best.building and other.building:
        return "replace" if _replaces(best) else "lengthen"
    if best.chapel_steps > other.chapel_steps:
        return "chapel"
    if best.gate_steps > other.gate_steps or best.picks > other.picks:
        return "gate"
    if gap.points < OWN_GAIN:
        return "leave-less"
    return "patience" if best.pounds < other.pounds else "building"


def _replaces(effect: Effect) -> bool:
    return effect.replaces is not None or bool(effect.choices)
