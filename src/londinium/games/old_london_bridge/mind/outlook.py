"""What a search thinks a position is worth. Tuning it for this game happens here and nowhere else.

The score if the match ended now, what the bridge promises for the rounds to come, and what is not settled yet. How much a
promise is worth was found by `londinium fit old-london-bridge`; the numbers are in `outlook.toml`.
"""

from __future__ import annotations

from pathlib import Path

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.bonus import unused_tiles
from londinium.games.old_london_bridge.rules.buildings import crests_on_bridge
from londinium.games.old_london_bridge.rules.components import (
    CHAPEL,
    GATE,
    GUILD_HOUSE,
    HABERDASHER,
    HOSTELRY,
    NO_TILE,
    PARK_TILE,
    SITES,
)
from londinium.games.old_london_bridge.rules.scoring import LINE_EMPTY_SITES, LINES, SHEET, hand_value, score_line
from londinium.games.old_london_bridge.rules.state import State
from londinium.games.old_london_bridge.rules.turn import goes_on_next_site
from londinium.kernel.game import OutlookWeights
from londinium.kernel.rules import rule

POUND = 16
"""Values are counted in sixteenths of a pound, so that small promises can be told apart."""

PROMISES = (
    "a crest on the bridge, per building still to come",
    "a card in hand, per value",
    "an unused bonus tile",
    "the number of the last building, per unit: room for those to come",
    "a park at the end of the bridge",
    "a card that may still be taken, per value",
    "a bonus tile that may still be picked",
    "a haberdasher that is taken but not built, per strength",
    "a gate that is taken but not built, per strength",
    "a chapel that is taken but not built, per strength",
    "a hostelry that is taken but not built, per strength",
    "a building that is taken and replaces another",
    "a building that is taken and lengthens the bridge",
    "a space on the chapel track, per building still to come",
    "a space on the gate track, per building still to come",
    "a card in hand, whatever its value",
)
(
    CREST,
    CARD_VALUE,
    TILE,
    ROOM,
    PARK_ROOM,
    ALLOWANCE,
    PICK,
    NEW_HABERDASHER,
    NEW_GATE,
    NEW_CHAPEL,
    NEW_HOSTELRY,
    REPLACING,
    LENGTHENING,
    CHAPEL_SPACE,
    GATE_SPACE,
    CARD,
) = range(16)

OF_SHEET = tuple(f"a pound of the score sheet: {line}" for line in SHEET)
"""What the sheet counts. To somebody who is still learning, some of it means nothing yet; see `levels.py`."""
SHEET_POUND = len(PROMISES)
"""Where the weights of these begin."""

SEARCH = {"foresight": 1.0, "forecast_noise": 0.35}
"""Where a search of this game has a network, it trusts it wholly (`levels.py` says which bots have it)."""

OUTLOOK_WEIGHTS = OutlookWeights.load(Path(__file__).with_suffix(".toml"), PROMISES, dict.fromkeys(OF_SHEET, POUND))


@rule
def outlook(s: State, box: Box, seat: int, weights: tuple[int, ...]) -> int:
    """The worth of a position if promises and pounds weigh this much."""
    builds = builds_left(s, box)
    value = 0
    for line in range(LINES):
        value += weights[SHEET_POUND + line] * score_line(s, box, seat, line)
    # An empty site that can still be filled is not lost yet.
    empty = SITES - int(s.length[seat])
    forgiven = int(box.empty_sites[empty]) - int(box.empty_sites[max(0, empty - builds)])
    value += weights[SHEET_POUND + LINE_EMPTY_SITES] * forgiven
    for crest in range(4):
        value += weights[CREST] * builds * crests_on_bridge(s, box, seat, crest)
    value += weights[CARD_VALUE] * hand_value(s, seat) + weights[TILE] * unused_tiles(s, seat)
    if builds > 0:
        for card in range(1, 5):
            value += weights[CARD] * int(s.hand[seat, card])
        value += (weights[CHAPEL_SPACE] * int(s.chapel[seat]) + weights[GATE_SPACE] * int(s.gate[seat])) * builds // 4
        if s.length[seat] > 0:
            value += room_after(int(s.site[seat, s.length[seat] - 1]), weights)
    if s.actor == seat:
        value += weights[ALLOWANCE] * int(s.allowance) + weights[PICK] * int(s.picks)
        if s.taken != NO_TILE:
            value += worth_of_taken(s, box, seat, int(s.taken), builds, weights)
    return value


@rule
def builds_left(s: State, box: Box) -> int:
    """Buildings that a player can still build after this round."""
    rounds = int(box.rounds[s.seats])
    return (rounds - int(s.round_no)) * (SITES // rounds)


@rule
def room_after(last: int, weights: tuple[int, ...]) -> int:
    """A low last number leaves little room for the next building; after a park everything fits."""
    return weights[PARK_ROOM] if last == PARK_TILE else weights[ROOM] * last // POUND


@rule
def worth_of_taken(s: State, box: Box, seat: int, tile: int, builds: int, weights: tuple[int, ...]) -> int:
    """A building that is chosen but not built: what it will do, and the room it leaves or the building it costs."""
    kind = int(box.building[tile])
    crest = int(box.crest[tile])
    strength = crests_on_bridge(s, box, seat, crest) + 1
    value = 0
    if kind == HABERDASHER:
        value = weights[NEW_HABERDASHER] * strength
    elif kind == GATE:
        value = weights[NEW_GATE] * strength
    elif kind == CHAPEL:
        value = weights[NEW_CHAPEL] * strength
    elif kind == HOSTELRY:
        value = weights[NEW_HOSTELRY] * strength
    if kind == GUILD_HOUSE:
        value += 4 * weights[CREST] * builds
    elif tile != PARK_TILE:
        value += weights[CREST] * builds
    if not goes_on_next_site(s, seat, tile):
        return value - weights[CREST] * builds + weights[REPLACING]
    # A further building counts, and an empty site less may be paid for.
    return value + weights[LENGTHENING] + (room_after(tile, weights) if builds > 0 else 0)
