"""The parts of a box as small pictures, drawn by the same functions as the table. What cannot be drawn is left out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from londinium.games.old_london_bridge.drawing.art.characters import HEIGHT as CARD_HEIGHT
from londinium.games.old_london_bridge.drawing.art.characters import WIDTH as CARD_WIDTH
from londinium.games.old_london_bridge.drawing.art.engraving import SITE, Plate
from londinium.games.old_london_bridge.drawing.art.facades import TALLEST, house_form
from londinium.games.old_london_bridge.drawing.art.plaques import plaque
from londinium.games.old_london_bridge.drawing.art.scoring_tiles import symbol
from londinium.games.old_london_bridge.drawing.fragments.rondel import HEIGHT, STACKS, WIDTH, drawn_wheel
from londinium.games.old_london_bridge.drawing.fragments.tracks import drawn_chapel_track, drawn_gate_track
from londinium.games.old_london_bridge.face.view import House
from londinium.games.old_london_bridge.rules.components import BUILDINGS, COLOURS, CRESTS, HOUSES, OUTER, SIDES, TRACK
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.words.language import Language
from londinium.look.ink import svg

CREST_LETTERS = {"o": "orange", "b": "blue", "y": "gray", "g": "green", "*": "all"}
MIDDLE, TOP = 60.0, 8.0
TILE_WIDTH, TILE_HEIGHT = 120, 176


def tile(building: str, number: str, crest: str) -> str:
    """A house with its plaque."""
    if not (_is_number(number) and 1 <= int(number) <= HOUSES and crest in CREST_LETTERS):
        return ""
    house = House(building, int(number), CREST_LETTERS[crest])
    if (house.crest not in CRESTS) != (building == "guild-house"):
        return ""
    k = min(104 / SITE, 136 / TALLEST[building])
    g = Plate()
    g.group(house_form(house, False), MIDDLE - SITE * k / 2, TOP + 138, k)
    g.group(plaque(house, 20), MIDDLE, TILE_HEIGHT - 14)
    return svg(TILE_WIDTH, TILE_HEIGHT, g)


def rondel(spaces: Sequence[str], stacks: Sequence[str], cost: str, words: Language) -> str:
    """The wheel with the signs of the stacks around it."""
    if len(spaces) != OUTER or not _is_number(cost) or not all(space == "X" or _is_number(space) for space in spaces):
        return ""
    pays = tuple((None if space == "X" else int(space), ()) for space in spaces)
    g = Plate()
    g.add(drawn_wheel(pays, (), int(cost), 0, (), ""))
    for (x, y), name in zip(STACKS, stacks, strict=False):
        if name in BUILDINGS:
            g.use(f"olb-sign-{name}", x, y, 3)
    return svg(WIDTH, HEIGHT, g, words.text("The rondel"))


def chapel_track(spaces: Sequence[str], words: Language) -> str:
    if not 1 <= len(spaces) < TRACK or not all(space == "-" or _is_number(space) for space in spaces):
        return ""
    coins = tuple(0 if space == "-" else int(space) for space in spaces)
    return drawn_chapel_track(coins, (), (), Scene(words, ()))


def gate_track(spaces: Sequence[str], end: str, words: Language) -> str:
    if not 1 <= len(spaces) < TRACK or not set(spaces) <= {"-", "*"} or not _is_number(end):
        return ""
    return drawn_gate_track(tuple(space == "*" for space in spaces), int(end), (), Scene(words, ()))


def card(value: int) -> str:
    return svg(CARD_WIDTH, CARD_HEIGHT, Plate().use(f"olb-card{value}"))


def power_tile(name: str) -> str:
    return svg(56, 56, Plate().use(f"olb-tile-{name}", 28, 28))


def scoring_tile(side: str) -> str:
    colour = next(colour for colour, sides in zip(COLOURS, SIDES, strict=True) if side in sides)
    return svg(58, 58, Plate().use(symbol(colour, side), 1, 1))


def _is_number(value: str) -> bool:
    return re.fullmatch(r"[0-9]{1,2}", value) is not None
