"""What mistakes and puzzles of Old London Bridge are about: what is claimed of the better move, and the kind of decision."""

from __future__ import annotations

from londinium.games.old_london_bridge.study.claims import claims
from londinium.kernel.contracts.study import Gap
from londinium.kernel.words.errors import N_

THEMES = {
    "save-four": N_("Save a four"),
    "low-card": N_("Save a high card"),
    "high-card": N_("Act earlier"),
    "spend-power": N_("Use a bonus tile"),
    "keep-power": N_("Keep a bonus tile"),
    "replace": N_("Replace a building"),
    "lengthen": N_("Lengthen the bridge"),
    "what-goes": N_("Choose what goes"),
    "take-cards": N_("Fill the hand"),
    "pick-tile": N_("Pick the right tile"),
    "chapel": N_("Climb the chapel track"),
    "gate": N_("Advance on the gate track"),
    "leave-less": N_("Leave the others less"),
    "patience": N_("Less now, more later"),
    "building": N_("Choose the right building"),
    "best": N_("Find the better move"),
}
OF_CLAIMS = {
    "higher-card": "high-card",
    "keeps-card": "low-card",
    "keeps-more-cards": "low-card",
    "uses-tile": "spend-power",
    "keeps-tile": "keep-power",
    "lengthens": "lengthen",
    "replaces": "replace",
    "chapel-steps": "chapel",
    "gate-steps": "gate",
    "tiles": "gate",
    "denies": "leave-less",
}
"""What a claim makes a decision about; of others it is about the building or the money."""
OF_DECISIONS = ({"take", "pass"}, "take-cards"), ({"pick"}, "pick-tile"), ({"replace"}, "what-goes")
HIGHEST = 4


def theme(gap: Gap) -> str:
    kinds = {move.split()[0] for move in (gap.better, gap.other)}
    for some, name in OF_DECISIONS:
        if kinds <= some and kinds != {"pass"}:
            return name
    found = claims(gap)
    for claim in found:
        if claim.kind in OF_CLAIMS:
            return "save-four" if OF_CLAIMS[claim.kind] == "low-card" and claim.amount == HIGHEST else OF_CLAIMS[claim.kind]
    if any(claim.kind == "less-now" for claim in found):
        return "patience"
    buildings = {move.split()[-1] for move in (gap.better, gap.other)}
    return "building" if kinds == {"place"} and len(buildings) == 2 else "best"
