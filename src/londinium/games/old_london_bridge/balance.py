"""What a match tells the designer of the bridge: stairs, scoring tiles, buildings, cards and bonus tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.face.words import COLOUR_NAMES, building, card, power, scoring
from londinium.games.old_london_bridge.rules.components import BACKS, BUILDINGS, COLOURS, HOUSES, PARK, POWERS, SIDES, VALUES
from londinium.games.old_london_bridge.rules.moves import PICK, PLACE, PLACE_FREE_CENTRE, PLAY, REVEAL, TAKE, TILE
from londinium.games.old_london_bridge.rules.state import State
from londinium.kernel.contracts.balance import FactGroup, FactPlan, Facts, FinishedMatch, Kind
from londinium.kernel.flat import FlatArray, fields_of
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

STAIRS = "ABCD"


def groups(boxes: FlatArray[Any], options: Mapping[str, str]) -> list[FactGroup]:
    box: Box = fields_of(boxes)
    cards = tuple(str(value) for value in range(VALUES))
    each_round = N_("Sides that pay every round pay in money, so their own line stays at zero.")
    return [
        FactGroup("stair", N_("The stair at the start"), Kind.SEAT, tuple(STAIRS), dealt=True),
        *(
            FactGroup(f"scoring-{colour}", COLOUR_NAMES[colour], Kind.MATCH, sides[1:], each_round, colour, dealt=True)
            for colour, sides in zip(COLOURS, SIDES, strict=True)
            if options[colour] == "random"
        ),
        FactGroup("building", N_("Buildings taken"), Kind.HELD, BUILDINGS, N_("Including those replaced later.")),
        FactGroup("house", N_("House numbers taken"), Kind.HELD, tuple(_house(box, number) for number in range(1, HOUSES + 1))),
        FactGroup("played", N_("Cards played"), Kind.HELD, cards),
        FactGroup("taken", N_("Cards taken from the supply"), Kind.HELD, cards[1:]),
        FactGroup("tile", N_("Bonus tiles picked"), Kind.HELD, POWERS),
        FactGroup("used", N_("Bonus tiles used"), Kind.HELD, POWERS),
    ]


def _house(box: Box, number: int) -> str:
    return f"{BUILDINGS[box.building[number]]} {number}"


def facts(played: FinishedMatch) -> Facts:
    s: State = played.position.fields
    held = _holdings(played)
    for seat, groups_held in enumerate(held):
        for which in range(len(POWERS)):
            left = int(s.tiles[seat, which]) + int(s.fresh[seat, which])
            groups_held["used"][POWERS[which]] = groups_held["tile"][POWERS[which]] - left
    return Facts(
        match={f"scoring-{colour}": SIDES[c][s.side[c]] for c, colour in enumerate(COLOURS)},
        seats=[{"stair": STAIRS[s.stair[seat]]} for seat in range(s.seats)],
        held=[dict(groups_held) for groups_held in held],
    )


def _holdings(played: FinishedMatch) -> list[dict[str, Counter[str]]]:
    """What each seat took and played, read from the moves: what lies on top of the stacks is what was revealed last."""
    box: Box = played.position.box_fields
    names = ("building", "house", "played", "taken", "tile", "used")
    held = [{name: Counter[str]() for name in names} for _ in range(played.position.seats)]
    top = [0] * len(BUILDINGS)
    tile_top, revealed, picked = [""] * BACKS, 0, 0
    for seat, move in played.plies:
        if REVEAL <= move < REVEAL + HOUSES:
            number = move - REVEAL + 1
            top[box.building[number]] = number
        elif TILE <= move < TILE + len(POWERS):
            # The first tile of each stack is revealed in their order, later ones after a pick.
            tile_top[picked if revealed >= BACKS else revealed] = POWERS[move - TILE]
            revealed += 1
        elif PLACE <= move < PLACE_FREE_CENTRE + len(BUILDINGS):
            kind = (move - PLACE) % len(BUILDINGS)
            held[seat]["building"][BUILDINGS[kind]] += 1
            if kind != PARK:
                held[seat]["house"][_house(box, top[kind])] += 1
        elif PICK <= move < PICK + BACKS:
            picked = move - PICK
            held[seat]["tile"][tile_top[picked]] += 1
        elif PLAY <= move < PLAY + VALUES:
            held[seat]["played"][str(move - PLAY)] += 1
        elif TAKE <= move < TAKE + VALUES - 1:
            held[seat]["taken"][str(move - TAKE + 1)] += 1
    return held


def describe_item(group: str, item: str, language: Language) -> str:
    kind, _, rest = group.partition("-")
    if kind == "scoring":
        return scoring(rest, item, language)
    if group in {"building", "house"}:
        name, _, number = item.partition(" ")
        return f"{building(name, language)} {number}".strip()
    if group in {"played", "taken"}:
        return card(int(item), language)
    if group == "stair":
        return language.text("stair {stair}", stair=item)
    return power(item, language)


def plan(boxes: FlatArray[Any]) -> FactPlan | None:
    """The bridge is played on no map."""
    return None


def stage(state: Any) -> int:
    """The round: at its end everybody has built as often as everybody else."""
    return int(state.round_no)
