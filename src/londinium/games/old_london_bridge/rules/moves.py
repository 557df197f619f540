"""The move table: every move is a small number with a text that people can read. Decisions come first, then chance.

`pass` declines a tile, ends the taking of cards, skips a turn that has no free space, and ends a turn.
"""

from __future__ import annotations

from londinium.games.old_london_bridge.rules.components import BUILDINGS, HOUSES, POWERS, SEATS, SIDES, VALUES
from londinium.kernel.notation import MoveTable

TABLE = MoveTable()

PLAY = TABLE.add_all(f"play {value}" for value in range(VALUES))
USE_NOBLEWOMAN = TABLE.add("use noblewoman")
USE_PLUS_ONE = TABLE.add("use plus-one")
USE_PLUS_ONE_SECOND = TABLE.add("use plus-one second")
USE_TAKE_BACK = TABLE.add("use take-back")
USE_CHAPEL_TWO = TABLE.add("use chapel-two")
USE_GATE_TWO = TABLE.add("use gate-two")
PLACE = TABLE.add_all(f"place {building}" for building in BUILDINGS)
PLACE_CENTRE = TABLE.add_all(f"place centre {building}" for building in BUILDINGS)
PLACE_FREE_CENTRE = TABLE.add_all(f"place free-centre {building}" for building in BUILDINGS)
REPLACE = TABLE.add_all(f"replace {number}" for number in range(1, HOUSES + 1))
TAKE = TABLE.add_all(f"take {value}" for value in range(1, VALUES))
PICK = TABLE.add_all(f"pick {stack}" for stack in (1, 2, 3))
PASS = TABLE.add("pass")

STAIR = TABLE.add_all((f"stairs {seat}" for seat in range(SEATS)), chance=True)
X_BESIDE = TABLE.add_all((f"x {building}" for building in BUILDINGS), chance=True)
MARKER = TABLE.add_all((f"marker {steps}" for steps in (1, 2, 3)), chance=True)
REVEAL = TABLE.add_all((f"reveal {number}" for number in range(1, HOUSES + 1)), chance=True)
TILE = TABLE.add_all((f"tile {power}" for power in POWERS), chance=True)
SIDE = TABLE.add_all((f"scoring {side}" for sides in SIDES for side in sides[1:]), chance=True)
