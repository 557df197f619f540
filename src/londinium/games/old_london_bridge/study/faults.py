"""What a player who misses the point of a theme does, in one sentence: for those who look at all their mistakes together."""

from __future__ import annotations

from londinium.kernel.words.errors import N_

FAULTS = {
    "save-four": N_("You spend your fours too early."),
    "low-card": N_("You play higher cards than you need."),
    "high-card": N_("You play too low where acting earlier is worth a card."),
    "spend-power": N_("You keep your bonus tiles too long."),
    "keep-power": N_("You use your bonus tiles too early."),
    "replace": N_("You lengthen the bridge where replacing a building is worth more."),
    "lengthen": N_("You replace a building where you could lengthen the bridge."),
    "what-goes": N_("You take down the wrong building."),
    "take-cards": N_("You take the wrong cards from the supply."),
    "pick-tile": N_("You pick the wrong bonus tile."),
    "chapel": N_("You neglect the chapel track."),
    "gate": N_("You neglect the gates."),
    "leave-less": N_("You leave too much to the others."),
    "patience": N_("You take money at once where patience would bring more."),
    "building": N_("You choose buildings that suit your bridge less than others."),
    "best": N_("You miss moves that gain more in the end."),
}

OPPOSED = (("replace", "lengthen"), ("spend-power", "keep-power"), ("high-card", "low-card"), ("high-card", "save-four"))
"""Pairs of themes whose sentences contradict each other."""
