"""What the levels of bots can do: the novice sees coins, apprentice and builder play their simulations to the end by rules of
thumb, master and architect count cards and judge by the network.

`londinium levels old-london-bridge` says how strong each is; see docs/bots.md.
"""

from __future__ import annotations

from londinium.games.old_london_bridge.mind.outlook import OF_SHEET, PROMISES
from londinium.games.old_london_bridge.rules.scoring import LINE_MONEY
from londinium.kernel.contracts.levels import Ability

# `widen`: of the moves below the first decision few are worth a look until a position was seen often. `memory`: start hands are
# known, cards come from an open supply, and all payments are made openly.
COUNTING = (("widen", 1.0), ("memory", 1.0))

NOVICE_NEGLECTS = (*PROMISES, *(line for line in OF_SHEET if line != OF_SHEET[LINE_MONEY]))
"""It takes the coins that it gets at once. What is compared at the end, that empty sites cost money, what a card, a tile or room
on the bridge is good for: all that it overlooks."""

LEVELS = {
    "novice": Ability(simulations=1, neglects=NOVICE_NEGLECTS),
    "apprentice": Ability(simulations=100),
    "builder": Ability(simulations=400),
    "master": Ability(judges=True, simulations=16, settings=COUNTING),
    "architect": Ability(judges=True, seconds=5.0, settings=COUNTING),
}
