"""What puzzles of Next Station: London are about: the clearest of what the better section does and the natural one does not."""

from __future__ import annotations

from londinium.games.next_station_london.face.effects import Effect
from londinium.kernel.contracts.study import Gap
from londinium.kernel.words.errors import N_

THEMES = {
    "spend-power": N_("Spend a power"),
    "keep-power": N_("Keep a power"),
    "pass": N_("Draw nothing"),
    "thames": N_("Reach the Thames"),
    "district": N_("Open a district"),
    "site": N_("See the sights"),
    "interchange": N_("Make an interchange"),
    "prepare": N_("Prepare an interchange"),
    "objective": N_("Work for an objective"),
    "fullest": N_("Fill a district"),
    "room": N_("Keep the way open"),
}
MAIN_GAIN = 0.75
"""Points that a line of the score sheet must bring more to be what a puzzle is about."""


def theme(better: str, natural: str, gap: Gap) -> str:
    best, other = gap.effect, gap.played_effect
    if best.spends != other.spends and None in (best.spends, other.spends):
        return "spend-power" if best.spends else "keep-power"
    if better == "pass":
        return "pass"
    for count, name in (("crossings", "thames"), ("districts", "district")):
        if _gain(best, count) > _gain(other, count):
            return name
    if best.site and not other.site:
        return "site"
    if best.interchange > other.interchange:
        return "interchange"
    main = max(gap.lines, key=lambda name: gap.lines[name])
    if main in ("interchanges", "objectives") and gap.lines[main] >= MAIN_GAIN:
        return {"interchanges": "prepare", "objectives": "objective"}[main]
    return "fullest" if _gain(best, "stations") > _gain(other, "stations") else "room"


def _gain(effect: Effect, count: str) -> int:
    return int(getattr(effect.after, count) - getattr(effect.before, count)) if effect.after and effect.before else 0
