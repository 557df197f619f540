"""O-1 The box: what is printed on cardboard, read from a data file that looks like it.

`box.toml` beside this file is the published box. A player's own file is read by the same code; whatever is wrong with it
is said with the line and the reason.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from londinium.games.old_london_bridge.components import (
    ALL_CRESTS,
    BACKS,
    BUILDINGS,
    GUILD_HOUSE,
    HAND,
    HOUSES,
    NO_CREST,
    NUMBERED,
    OUTER,
    PARK,
    PARK_TILE,
    PER_BUILDING,
    POWERS,
    SCORING_BRIDGE,
    SCORING_CHAPEL,
    SCORING_GATE,
    SCORING_HOSTELRY,
    SEATS,
    SITES,
    TILES,
    TRACK,
    VALUES,
    X_MARK,
)
from londinium.kernel.errors import InvalidBox
from londinium.kernel.records import Batch, Cells, Record, int8, int64

STANDARD = Path(__file__).with_name("box.toml")


class Box(Record):
    """The printed material. Rules take it as an argument, so another box runs at full speed."""

    building: Cells = int8("building type of each tile", TILES)
    crest: Cells = int8("crest of each tile, 4 for all four, 5 for none", TILES)
    numbers: Cells = int8("house numbers of each type, ascending", NUMBERED, PER_BUILDING)
    houses: Cells = int64("the same as bits, as in the state's `hidden`", NUMBERED)

    position: Cells = int8("place of each stack around the rondel, clockwise", OUTER)
    rondel: Cells = int8("pounds of the outer spaces, clockwise; -1 for X", OUTER)
    centre_cost: int = int8("pounds that the centre costs")

    chapel_coins: Cells = int8("pounds on each space of the chapel track", TRACK)
    chapel_end: int = int8("last space of the chapel track")
    bonus_space: Cells = int8("1 for each bonus space of the gate track", TRACK)
    gate_end: int = int8("last space of the gate track")
    gate_end_pounds: int = int8("pounds for reaching it")

    cards: Cells = int8("character cards by value", VALUES)
    start_hand: Cells = int8("start hand by stair and value", SEATS, VALUES)
    start_zeros: Cells = int8("zeros of a start hand by number of players", SEATS + 1)
    start_pounds: int = int8("pounds everybody begins with")
    markers: Cells = int8("round markers by number less 1", 3)
    rounds: Cells = int8("rounds by number of players", SEATS + 1)
    tiles: Cells = int8("bonus tiles by back and power", BACKS, 8)
    tile_pounds: int = int8("pounds for an unused bonus tile")

    empty_sites: Cells = int8("what empty sites cost, by their number", SITES + 1)
    ranking: Cells = int8("pounds by number of players and place", SEATS + 1, SEATS)
    each_round: Cells = int8("pounds of the scorings paid every round, by colour", 4)
    ahead_pounds: int = int8("pounds per space ahead of the last player")
    gate_steps: Cells = int8("pounds by steps on the gate track", TRACK)
    unused_tiles: Cells = int8("pounds by number of unused bonus tiles", TRACK)
    cards_in_hand: Cells = int8("pounds by number of cards in hand", HAND)
    card_sets: Cells = int8("pounds of a set 1+2, 1+2+3, 1+2+3+4", 3)
    low_number: int = int8("the highest house number that counts as low")
    low_number_pounds: int = int8("pounds per low number")
    building_set_pounds: int = int8("pounds per full set of the six types")


@cache
def standard_box() -> Batch[Box]:
    return load_box(STANDARD)


def load_box(path: Path) -> Batch[Box]:
    """Read a box file. InvalidBox names the line and the reason."""
    return read_box(path.read_text(encoding="utf-8"), path.name)


def read_box(text: str, source: str) -> Batch[Box]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise InvalidBox(source, line, f"this is not valid TOML: {error}") from None
    boxes = Box.new()
    _Reader(text, source, data, boxes[0]).read()
    return boxes


def reconstructed(path: Path = STANDARD) -> tuple[str, ...]:
    """The facts of a box file that are reconstructions, as the file itself says."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(
        section["reconstructed"] for section in data.values() if isinstance(section, dict) and "reconstructed" in section
    )


class _Reader:
    """Reads the sections one by one into a box. Every problem is reported at its line."""

    def __init__(self, text: str, source: str, data: dict[str, Any], box: Box) -> None:
        self.lines = text.splitlines()
        self.source = source
        self.data = data
        self.box = box

    def read(self) -> None:
        self.know_sections()
        self.buildings()
        self.rondel()
        self.tracks()
        self.cards()
        self.rounds()
        self.bonus_tiles()
        self.scoring()

    # ── Finding and checking values ──────────────────────────────────────────

    def line_of(self, section: str, key: str = "", word: str = "") -> int:
        """Where a value stands: the line of its word, of its key, or of its section."""
        start = next((i for i, line in enumerate(self.lines) if line.strip().startswith(f"[{section}]")), 0)
        if not key:
            return start + 1
        for i in range(start + 1, len(self.lines)):
            if self.lines[i].lstrip().startswith("["):
                break
            if re.match(rf"\s*\"?{re.escape(key)}\"?\s*=", self.lines[i]):
                for j in range(i, min(i + 16, len(self.lines))):
                    if word and f'"{word}"' in self.lines[j]:
                        return j + 1
                return i + 1
        return start + 1

    def wrong(self, problem: str, section: str, key: str = "", word: str = "") -> InvalidBox:
        return InvalidBox(self.source, self.line_of(section, key, word), problem)

    def know_sections(self) -> None:
        template = tomllib.loads(STANDARD.read_text(encoding="utf-8"))
        for section, values in self.data.items():
            if section not in template:
                raise self.wrong(
                    f"there is no section [{section}] in a box; there are {', '.join(k for k in template if k != 'title')}",
                    section,
                )
            for key in values if isinstance(values, dict) else ():
                if key not in template[section] and key != "reconstructed":
                    raise self.wrong(f"[{section}] has no entry {key}", section, key)
        for section, values in template.items():
            for key in values if isinstance(values, dict) else ():
                if key != "reconstructed" and key not in self.data.get(section, {}):
                    raise self.wrong(f"[{section}] lacks the entry {key}", section)

    def number(self, value: object, least: int, most: int, section: str, key: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.wrong(f"{key} should be a whole number from {least} to {most}, not {value!r}", section, key)
        return value

    def single(self, section: str, key: str, least: int, most: int) -> int:
        return self.number(self.data[section][key], least, most, section, key)

    def row(self, section: str, key: str, length: int, least: int, most: int) -> list[int]:
        values = self.words(section, key, length)
        return [self.number(value, least, most, section, key) for value in values]

    def words(self, section: str, key: str, length: int) -> list[Any]:
        values = self.data[section][key]
        if not isinstance(values, list) or len(values) != length:
            count = len(values) if isinstance(values, list) else repr(values)
            raise self.wrong(f"{key} should have {length} entries, not {count}", section, key)
        return values

    def by_players(self, section: str, key: str) -> dict[int, Any]:
        values = self.data[section][key]
        if not isinstance(values, dict) or sorted(values) != ["2", "3", "4"]:
            raise self.wrong(f"{key} needs one value for 2, 3 and 4 players", section, key)
        return {int(players): value for players, value in values.items()}

    # ── The sections ─────────────────────────────────────────────────────────

    def buildings(self) -> None:
        # O-1.1 72 buildings, twelve of each type; the 60 that are not parks carry the numbers 1 to 60, each once.
        # O-1.6 Which number is which building is reconstructed.
        where: dict[int, str] = {}
        for building in range(NUMBERED):
            name = BUILDINGS[building]
            tiles = self.data["buildings"][name]
            if not isinstance(tiles, list) or len(tiles) != PER_BUILDING:
                count = len(tiles) if isinstance(tiles, list) else repr(tiles)
                raise self.wrong(f"{name} has {count} tiles, but every building has {PER_BUILDING}", "buildings", name)
            for tile in tiles:
                number, crest = self.tile(name, tile)
                if number in where:
                    raise self.wrong(
                        f"the house number {number} is there twice, as {where[number]} and as {name}", "buildings", name, tile
                    )
                where[number] = name
                self.box.building[number] = building
                self.box.crest[number] = crest
            self.box.numbers[building] = sorted(n for n, name_there in where.items() if name_there == name)
            self.box.houses[building] = sum(1 << int(n) - 1 for n in self.box.numbers[building])
        self.box.building[PARK_TILE] = PARK
        self.box.crest[PARK_TILE] = NO_CREST

    def tile(self, name: str, tile: object) -> tuple[int, int]:
        # O-1.2 Chapel, gate, hostelry and haberdasher carry one crest, a guild house all four, a park none.
        found = re.fullmatch(r"(\d+)([obyg*])", tile) if isinstance(tile, str) else None
        if not found:
            raise self.wrong(
                f'{tile!r} is no tile: it should be a house number and a crest o, b, y, g or *, such as "43o"',
                "buildings",
                name,
                str(tile),
            )
        number, crest = int(found[1]), "obyg*".index(found[2])
        if not 1 <= number <= HOUSES:
            raise self.wrong(f"house numbers run from 1 to {HOUSES}, so {tile} cannot be", "buildings", name, str(tile))
        if (crest == ALL_CRESTS) != (name == BUILDINGS[GUILD_HOUSE]):
            raise self.wrong(f"{tile}: a guild house, and nothing else, carries all four crests *", "buildings", name, str(tile))
        return number, crest

    def rondel(self) -> None:
        # O-1.7 Six stacks and six outer spaces, clockwise: five pay 1 to 3 pounds, one is X. The centre costs 2.
        stacks = self.words("rondel", "stacks", OUTER)
        if sorted(map(str, stacks)) != sorted(BUILDINGS):
            raise self.wrong(f"stacks should name each of {', '.join(BUILDINGS)} once", "rondel", "stacks")
        for place, name in enumerate(stacks):
            self.box.position[BUILDINGS.index(name)] = place
        spaces = self.words("rondel", "spaces", OUTER)
        if spaces.count("X") != 1 or not all(space in ("X", "1", "2", "3") for space in spaces):
            raise self.wrong('spaces should be one "X" and five of "1", "2", "3"', "rondel", "spaces")
        self.box.rondel[:] = [X_MARK if space == "X" else int(space) for space in spaces]  # type: ignore[call-overload]
        self.box.centre_cost = self.single("rondel", "centre-cost", 0, 20)

    def tracks(self) -> None:
        # O-1.8 The chapel track: coins lie on some spaces, the last one on the end.
        coins = self.track("chapel-track", r"-|\d{1,2}", "a coin or -")
        for space, coin in enumerate(coins, 1):
            self.box.chapel_coins[space] = 0 if coin == "-" else int(coin)
        self.box.chapel_end = len(coins)
        # O-1.9 The gate track: every third space is a bonus space, the end pays pounds.
        marks = self.track("gate-track", r"-|\*", "* or -")
        for space, mark in enumerate(marks, 1):
            self.box.bonus_space[space] = int(mark == "*")
        self.box.gate_end = len(marks)
        self.box.gate_end_pounds = self.single("gate-track", "end", 0, 50)

    def track(self, section: str, pattern: str, meaning: str) -> list[str]:
        spaces = str(self.data[section]["spaces"]).split()
        if not 1 <= len(spaces) < TRACK:
            raise self.wrong(f"a track has 1 to {TRACK - 1} spaces, not {len(spaces)}", section, "spaces")
        for space in spaces:
            if not re.fullmatch(pattern, space):
                raise self.wrong(f"{space!r} is no space of a track: each is {meaning}", section, "spaces")
        return spaces

    def cards(self) -> None:
        # O-1.3 55 cards: 0 x4, 1 x15, 2 x15, 3 x11, 4 x10.
        self.box.cards[:] = self.row("cards", "count", VALUES, 0, 40)  # type: ignore[call-overload]
        if sum(self.box.cards) >= HAND:  # type: ignore[call-overload]
            raise self.wrong(f"a box has fewer than {HAND} cards", "cards", "count")
        for stair, letter in enumerate("ABCD"):
            self.box.start_hand[stair, 1:] = self.row("cards", f"stair-{letter}", VALUES - 1, 0, 10)
        for players, zeros in self.by_players("cards", "zeros").items():
            self.box.start_zeros[players] = self.number(zeros, 2 if players == 2 else 1, 10, "cards", "zeros")
            if zeros * players > self.box.cards[0]:
                raise self.wrong(
                    f"{players} players need {zeros * players} zeros, but there are {self.box.cards[0]}", "cards", "zeros"
                )
        for value in range(1, VALUES):
            dealt = sum(int(self.box.start_hand[stair, value]) for stair in range(SEATS))
            if dealt > self.box.cards[value]:
                raise self.wrong(
                    f"the start hands hold {dealt} cards of value {value}, but there are {self.box.cards[value]}",
                    "cards",
                    "count",
                )
        # O-1.5 The bank never runs out, so coins are counted, not kept.
        self.box.start_pounds = self.single("pounds", "start", 0, 100)

    def rounds(self) -> None:
        # O-1.4 Fifteen round markers, five of each number; 24 bonus tiles; eight double-sided scoring tiles.
        self.box.markers[:] = self.row("rounds", "markers", 3, 0, 20)  # type: ignore[call-overload]
        builds_per_round = {2: 2, 3: 1, 4: 1}
        for players, rounds in self.by_players("rounds", "count").items():
            most = min(SITES // builds_per_round[players], int(sum(self.box.markers)))  # type: ignore[call-overload]
            self.box.rounds[players] = self.number(rounds, 1, most, "rounds", "count")

    def bonus_tiles(self) -> None:
        # O-1.10 Three stacks by their backs; that each back holds one of each power is reconstructed.
        for power, name in enumerate(POWERS):
            for back, count in enumerate(self.row("bonus-tiles", name, BACKS, 0, 9)):
                self.box.tiles[back, power] = count
        for back in range(BACKS):
            if not 1 <= sum(int(self.box.tiles[back, power]) for power in range(8)) < TRACK:
                raise self.wrong(f"back {back + 1} should have 1 to {TRACK - 1} tiles", "bonus-tiles", POWERS[0])
        self.box.tile_pounds = self.single("bonus-tiles", "unused", 0, 20)

    def scoring(self) -> None:
        costs = self.row("empty-sites", "cost", 5, 0, 100)
        for empty in range(1, SITES + 1):
            self.box.empty_sites[empty] = costs[min(empty, 5) - 1]
        for players, pounds in self.by_players("ranking", "pounds").items():
            if not isinstance(pounds, list) or not 1 <= len(pounds) <= players:
                raise self.wrong(f"with {players} players a ranking pays 1 to {players} places", "ranking", "pounds")
            for place, amount in enumerate(pounds):
                self.box.ranking[players, place] = self.number(amount, 0, 50, "ranking", "pounds")
        section = "scoring-tiles"
        for colour, key in (
            (SCORING_CHAPEL, "chapel-leader"),
            (SCORING_GATE, "gate-leader"),
            (SCORING_HOSTELRY, "highest-card"),
            (SCORING_BRIDGE, "lowest-number"),
        ):
            self.box.each_round[colour] = self.single(section, key, 0, 20)
        self.box.ahead_pounds = self.single(section, "spaces-ahead", 0, 3)
        self.steps("gate-steps", self.box.gate_steps)
        self.steps("unused-tiles", self.box.unused_tiles)
        self.steps("cards-in-hand", self.box.cards_in_hand)
        sets = self.row(section, "card-sets", 3, 0, 40)
        if sets != sorted(sets):
            raise self.wrong("a larger set of cards should not be worth less", section, "card-sets")
        self.box.card_sets[:] = sets  # type: ignore[call-overload]
        low = self.data[section]["low-numbers"]
        if not isinstance(low, dict) or sorted(low) != ["pounds", "up-to"]:
            raise self.wrong("low-numbers needs up-to and pounds", section, "low-numbers")
        self.box.low_number = self.number(low["up-to"], 1, HOUSES, section, "low-numbers")
        self.box.low_number_pounds = self.number(low["pounds"], 0, 9, section, "low-numbers")
        self.box.building_set_pounds = self.single(section, "building-sets", 0, 50)

    def steps(self, key: str, pounds: Cells) -> None:
        """A staircase of rewards such as "4-6 3" or "13+ 12", written into a table by number."""
        last = 0
        for step in self.words(
            "scoring-tiles",
            key,
            len(self.data["scoring-tiles"][key]) if isinstance(self.data["scoring-tiles"][key], list) else -1,
        ):
            found = re.fullmatch(r"(\d+)(?:-(\d+)|(\+))? (\d+)", str(step))
            if not found:
                raise self.wrong(
                    f'{step!r} is no step: write "4-6 3" for 3 pounds from 4 to 6, or "13+ 12"', "scoring-tiles", key, str(step)
                )
            first = int(found[1])
            after = len(pounds) if found[3] else int(found[2] or first) + 1
            if not last < first < after <= len(pounds):
                raise self.wrong(
                    f"{step!r} should begin after {last} and end before {len(pounds)}", "scoring-tiles", key, str(step)
                )
            for amount in range(first, after):
                pounds[amount] = self.number(int(found[4]), 0, 100, "scoring-tiles", key)
            last = after - 1


def box_numbers(box: Batch[Box]) -> Sequence[tuple[int, str, int]]:
    """Every numbered tile of a box as (number, building, crest), for proof-reading."""
    return [(number, BUILDINGS[box[0].building[number]], int(box[0].crest[number])) for number in range(1, HOUSES + 1)]
