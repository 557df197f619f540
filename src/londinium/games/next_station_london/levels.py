"""What the levels of bots can do: novice, apprentice and builder go by rules of thumb, and see more and more of what counts; the
master judges by the network, but keeps no count and sees the next section only; the architect looks ahead with all of it.

`londinium levels next-station-london` says how strong each is; see docs/bots.md.
"""

from __future__ import annotations

from londinium.games.next_station_london.mind.outlook import FULLEST, IN_FULLEST, INTERCHANGES, OF_LINE, OF_MAP, OF_SHEET
from londinium.kernel.contracts.levels import Ability

BY_RULES = (("foresight", 0.0),)
"""One simulation is a look at the move that looks best, and nothing else."""

NOVICE_SEES = (OF_LINE[FULLEST], OF_LINE[IN_FULLEST], OF_MAP[INTERCHANGES])
"""It fills the district where its line has most stations, waits for cards that lead there, and keeps its lines apart, as if they
must not meet. That districts are multiplied, what an interchange, a tourist site or the Thames brings: all that it overlooks."""
NOVICE_NEGLECTS = (
    *(promise for promise in (*OF_LINE, *OF_MAP) if promise not in NOVICE_SEES),
    "a power that is not spent",
    "an objective that is met",
    *OF_SHEET,
)
APPRENTICE_NEGLECTS = tuple(promise for promise in OF_LINE if not promise.startswith("an end of the line"))
"""It counts what the sheet counts now and minds the lines to come; of the line in hand it sees only whether it can go on."""
UNHEEDED = ("cards shown", "undergrounds to come", "points", "near")
"""Which cards are gone, how many are to come, its own points in between, and stations further away than the next section."""
MASTER_AFAR = 24
"""In half a second it would simulate as well as an architect."""

LEVELS = {
    "novice": Ability(simulations=1, settings=BY_RULES, neglects=NOVICE_NEGLECTS),
    "apprentice": Ability(simulations=1, settings=BY_RULES, neglects=APPRENTICE_NEGLECTS),
    "builder": Ability(simulations=1, settings=BY_RULES),
    "master": Ability(judges=True, depth=1, overlooks=UNHEEDED, afar=MASTER_AFAR),
    "architect": Ability(judges=True, depth=5, seconds=0.8),
}
