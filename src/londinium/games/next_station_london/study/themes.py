"""What mistakes and puzzles of Next Station: London are about: what is claimed of the better move, or where it gains."""

from __future__ import annotations

from londinium.games.next_station_london.study.claims import claims
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
    "best": N_("Find the better move"),
}
OF_CLAIMS = {
    "uses-power": "spend-power",
    "keeps-power": "keep-power",
    "draws-nothing": "pass",
    "thames": "thames",
    "district": "district",
    "site": "site",
    "interchange": "interchange",
    "fullest": "fullest",
    "ways": "room",
}
"""What a claim makes a decision about."""
OF_LINES = {"interchanges": "prepare", "objectives": "objective"}
"""What a decision is about that gains most in a line, without anything to be seen of it yet."""
MAIN_GAIN = 0.75
"""Points that a line of the score sheet must bring more to be what a decision is about."""


def theme(gap: Gap) -> str:
    main = max(gap.lines, key=lambda name: gap.lines[name], default="")
    found = [OF_CLAIMS[claim.kind] for claim in claims(gap) if claim.kind in OF_CLAIMS]
    if main in OF_LINES and gap.lines[main] >= MAIN_GAIN and not {"interchange", "keep-power", "spend-power"} & {*found}:
        return OF_LINES[main]
    return found[0] if found else "best"
