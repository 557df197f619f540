"""What a player who misses the point of a theme does, in one sentence: for those who look at all their mistakes together."""

from __future__ import annotations

from londinium.kernel.words.errors import N_

FAULTS = {
    "spend-power": N_("You keep your powers too long."),
    "keep-power": N_("You spend your powers too early."),
    "pass": N_("You draw where it is better to draw nothing."),
    "thames": N_("You do not cross the Thames often enough."),
    "district": N_("You open new districts too late."),
    "site": N_("You pass tourist sites by."),
    "interchange": N_("You miss interchanges."),
    "prepare": N_("You do not prepare interchanges in time."),
    "objective": N_("You lose sight of the objectives."),
    "fullest": N_("You spread a line where you could fill a district."),
    "room": N_("You block the way for the cards to come."),
    "best": N_("You miss moves that gain more in the end."),
}

OPPOSED = (("spend-power", "keep-power"), ("fullest", "district"))
"""Pairs of themes whose sentences contradict each other."""
