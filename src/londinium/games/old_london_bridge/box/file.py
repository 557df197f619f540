"""O-1 The box: reading what is printed on cardboard from a data file that looks like it.

`box.toml` beside it is the published box. A player's own file is read by the same code; whatever is wrong with
it is said with the line and the reason.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from londinium.games.old_london_bridge.box.entries import BoxData
from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.components import (
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
    TRACK,
    VALUES,
    X_MARK,
)
from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.strange_toml import NotRead, read_strange_toml
from londinium.kernel.words.errors import N_, InvalidBox

STANDARD = Path(__file__).with_name("box.toml")
BUILDS_PER_ROUND = {2: 2, 3: 1, 4: 1}


def standard_box() -> FlatArray[Box]:
    """The standard box, the caller's own: whatever is done to it, others find what is printed."""
    return Box.from_bytes(_standard_bytes())


@cache
def _standard_bytes() -> bytes:
    return read_box(STANDARD.read_text(encoding="utf-8"), STANDARD.name).tobytes()


def read_box(text: str, source: str) -> FlatArray[Box]:
    """Read the text of a box file. InvalidBox names the line and the reason."""
    boxes = Box.new()
    problems = _Reader(text, source, parse_box(text, source), boxes[0]).read()
    if problems:
        raise problems[0]
    return boxes


def check_box(text: str, source: str) -> list[InvalidBox]:
    """Everything that is wrong with a box file, entry by entry; nothing if it can be played."""
    try:
        return _Reader(text, source, parse_box(text, source), Box.new()[0]).read()
    except InvalidBox as problem:
        return [problem]


def parse_box(text: str, source: str) -> dict[str, Any]:
    """The sections and entries of a box file, whatever they say."""
    try:
        return read_strange_toml(text)
    except NotRead as error:
        raise InvalidBox(source, error.line, error.message, **error.facts) from None
    except ValueError as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise InvalidBox(source, line, N_("this is not valid TOML: {error}"), error=error) from None


def reconstructed(path: Path = STANDARD) -> tuple[str, ...]:
    """The facts of a box file that are reconstructions, as the file itself says."""
    sections = tomllib.loads(path.read_text(encoding="utf-8")).values()
    return tuple(section["reconstructed"] for section in sections if isinstance(section, dict) and "reconstructed" in section)


class _Reader(BoxData):
    """Reads the sections one by one into a box. Every problem is noted at its line."""

    def __init__(self, text: str, source: str, data: dict[str, Any], box: Box) -> None:
        super().__init__(text, source, data)
        self.box = box

    def read(self) -> list[InvalidBox]:
        """Fill in the box; what is wrong is the answer."""
        self.know_sections(tomllib.loads(STANDARD.read_text(encoding="utf-8")))
        self.buildings()
        self.rondel()
        self.chapel_track()
        self.gate_track()
        self.cards()
        self.rounds()
        self.bonus_tiles()
        self.rankings()
        self.scoring_tiles()
        return self.problems

    # ── The sections ─────────────────────────────────────────────────────────

    def buildings(self) -> None:
        # O-1.1 72 buildings, twelve of each type; the 60 that are not parks carry the numbers 1 to 60, each once.
        # O-1.6 Which number is which building is reconstructed.
        owner: dict[int, str] = {}
        for building in range(NUMBERED):
            with self.asked():
                self.stack(building, owner)
        self.box.building[PARK_TILE] = PARK
        self.box.crest[PARK_TILE] = NO_CREST

    def stack(self, building: int, owner: dict[int, str]) -> None:
        """The tiles of one type; `owner` has the type of every number so far."""
        name = BUILDINGS[building]
        tiles = self.entry("buildings", name)
        if not isinstance(tiles, list) or len(tiles) != PER_BUILDING:
            message = N_("{building} has {count} tiles, but every building has {expected}")
            count = len(tiles) if isinstance(tiles, list) else repr(tiles)
            raise self.wrong(("buildings", name), message, building=name, count=count, expected=PER_BUILDING)
        numbers = []
        for tile in tiles:
            with self.asked():
                number, crest = self.tile(name, tile)
                if number in owner:
                    message = N_("the house number {number} appears twice, as {first} and as {second}")
                    raise self.wrong(("buildings", name, tile), message, number=number, first=owner[number], second=name)
                owner[number] = name
                self.box.building[number] = building
                self.box.crest[number] = crest
                numbers.append(number)
        if len(numbers) == PER_BUILDING:
            self.box.numbers[building] = sorted(numbers)  # type: ignore[assignment]  # NumPy fills the row
            self.box.houses[building] = sum(1 << number - 1 for number in numbers)

    def tile(self, building: str, tile: object) -> tuple[int, int]:
        # O-1.2 Chapel, gate, hostelry and haberdasher carry one crest, a guild house all four, a park none.
        where = ("buildings", building, str(tile))
        found = re.fullmatch(r"(\d{1,3})([obyg*])", tile) if isinstance(tile, str) else None
        if not found:
            message = N_("{tile} is not a tile: it should be a house number and a crest o, b, y, g or *, such as 43o")
            raise self.wrong(where, message, tile=tile)
        number, crest = int(found[1]), "obyg*".index(found[2])
        if not 1 <= number <= HOUSES:
            raise self.wrong(where, N_("house numbers run from 1 to {most}, so {tile} does not exist"), most=HOUSES, tile=tile)
        if (crest == ALL_CRESTS) != (building == BUILDINGS[GUILD_HOUSE]):
            raise self.wrong(where, N_("{tile}: a guild house, and nothing else, carries all four crests *"), tile=tile)
        return number, crest

    def rondel(self) -> None:
        # O-1.7 Six stacks and six outer spaces, clockwise: five pay 1 to 3 pounds, one is X. The centre costs 2.
        with self.asked():
            stacks = self.row_of_any("rondel", "stacks", OUTER)
            if sorted(map(str, stacks)) != sorted(BUILDINGS):
                message = N_("stacks should name each of these once: {names}")
                raise self.wrong(("rondel", "stacks"), message, names=", ".join(BUILDINGS))
            for place, name in enumerate(stacks):
                self.box.position[BUILDINGS.index(name)] = place
        with self.asked():
            spaces = self.row_of_any("rondel", "spaces", OUTER)
            if spaces.count("X") != 1 or not all(space in ["X", "1", "2", "3"] for space in spaces):
                raise self.wrong(("rondel", "spaces"), N_("spaces should be one X and five of 1, 2, 3"))
            for place, space in enumerate(spaces):
                self.box.rondel[place] = X_MARK if space == "X" else int(space)
        with self.asked():
            self.box.centre_cost = self.number("rondel", "centre-cost", 0, 20)

    def chapel_track(self) -> None:
        # O-1.8 The chapel track: coins lie on some spaces, the last one on the end.
        with self.asked():
            coins = self.track("chapel-track", r"-|\d{1,2}")
            for space, coin in enumerate(coins, 1):
                self.box.chapel_coins[space] = 0 if coin == "-" else int(coin)
            self.box.chapel_end = len(coins)

    def gate_track(self) -> None:
        # O-1.9 The gate track: every third space is a bonus space, the end pays pounds.
        with self.asked():
            marks = self.track("gate-track", r"-|\*")
            for space, mark in enumerate(marks, 1):
                self.box.bonus_space[space] = int(mark == "*")
            self.box.gate_end = len(marks)
        with self.asked():
            self.box.gate_end_pounds = self.number("gate-track", "end", 0, 50)

    def track(self, section: str, pattern: str) -> list[str]:
        printed = self.entry(section, "spaces")
        if not isinstance(printed, str):
            raise self.wrong((section, "spaces"), N_("the spaces of a track are written as one text, such as '- 1 - -'"))
        spaces = printed.split()
        if not 1 <= len(spaces) < TRACK:
            message = N_("a track has 1 to {most} spaces, not {count}")
            raise self.wrong((section, "spaces"), message, most=TRACK - 1, count=len(spaces))
        for space in spaces:
            if not re.fullmatch(pattern, space):
                raise self.wrong((section, "spaces"), N_("'{space}' is not a space of this track"), space=space)
        return spaces

    def cards(self) -> None:
        # O-1.3 55 cards: 0 x4, 1 x15, 2 x15, 3 x11, 4 x10.
        before = self.failures
        with self.asked():
            count = self.row("cards", "count", VALUES, 0, 40)
            if sum(count) >= HAND:
                raise self.wrong(("cards", "count"), N_("a box has fewer than {most} cards"), most=HAND)
            for value in range(VALUES):
                self.box.cards[value] = count[value]
        for stair, letter in enumerate("ABCD"):
            with self.asked():
                for value, cards in enumerate(self.row("cards", f"stair-{letter}", VALUES - 1, 0, 10), 1):
                    self.box.start_hand[stair, value] = cards
        if self.failures == before:
            with self.asked():
                self.zeros()
            with self.asked():
                self.start_hands()
        # O-1.5 The bank never runs out, so coins are counted, not kept.
        with self.asked():
            self.box.start_pounds = self.number("pounds", "start", 0, 100)

    def zeros(self) -> None:
        count = int(self.box.cards[0])
        for players, zeros in self.by_players("cards", "zeros").items():
            needed = self.check_number(zeros, BUILDS_PER_ROUND[players], 10, "cards", "zeros") * players
            if needed > count:
                message = N_("{players} players need {needed} cards of value {value}, but there are {count}")
                raise self.wrong(("cards", "zeros"), message, players=players, needed=needed, value=0, count=count)
            self.box.start_zeros[players] = zeros

    def start_hands(self) -> None:
        for value in range(1, VALUES):
            dealt, count = sum(int(self.box.start_hand[stair, value]) for stair in range(SEATS)), int(self.box.cards[value])
            if dealt > count:
                message = N_("{players} players need {needed} cards of value {value}, but there are {count}")
                raise self.wrong(("cards", "count"), message, players=SEATS, needed=dealt, value=value, count=count)

    def rounds(self) -> None:
        # O-1.4 Fifteen round markers, five of each number; 24 bonus tiles; eight double-sided scoring tiles.
        markers = [SITES]
        with self.asked():
            markers = self.row("rounds", "markers", 3, 0, 20)
            for steps, count in enumerate(markers):
                self.box.markers[steps] = count
        with self.asked():
            for players, rounds in self.by_players("rounds", "count").items():
                most = min(SITES // BUILDS_PER_ROUND[players], sum(markers))
                self.box.rounds[players] = self.check_number(rounds, 1, most, "rounds", "count")

    def bonus_tiles(self) -> None:
        # O-1.10 Three stacks by their backs; that each back holds one of each power is reconstructed.
        counts = []
        for power, name in enumerate(POWERS):
            with self.asked():
                counts.append(self.row("bonus-tiles", name, BACKS, 0, 9))
                for back in range(BACKS):
                    self.box.tiles[back, power] = counts[-1][back]
        for back in range(BACKS if len(counts) == len(POWERS) else 0):
            tiles = sum(row[back] for row in counts)
            if not 1 <= tiles < TRACK:
                message = N_("back {back} should have 1 to {most} tiles, not {count}")
                self.note(self.wrong(("bonus-tiles", POWERS[0]), message, back=back + 1, most=TRACK - 1, count=tiles))
        with self.asked():
            self.box.tile_pounds = self.number("bonus-tiles", "unused", 0, 20)

    def rankings(self) -> None:
        with self.asked():
            costs = self.row("empty-sites", "cost", 5, 0, 100)
            for empty in range(1, SITES + 1):
                self.box.empty_sites[empty] = costs[min(empty, 5) - 1]
        with self.asked():
            for players, pounds in self.by_players("ranking", "pounds").items():
                if not isinstance(pounds, list) or not 1 <= len(pounds) <= players:
                    message = N_("with {players} players a ranking pays 1 to {players} places")
                    raise self.wrong(("ranking", "pounds"), message, players=players)
                for place, amount in enumerate(pounds):
                    self.box.ranking[players, place] = self.check_number(amount, 0, 50, "ranking", "pounds")

    def scoring_tiles(self) -> None:
        section = "scoring-tiles"
        each_round = {"chapel-leader": SCORING_CHAPEL, "gate-leader": SCORING_GATE}
        each_round |= {"highest-card": SCORING_HOSTELRY, "lowest-number": SCORING_BRIDGE}
        for key, colour in each_round.items():
            with self.asked():
                self.box.each_round[colour] = self.number(section, key, 0, 20)
        with self.asked():
            self.box.ahead_pounds = self.number(section, "spaces-ahead", 0, 3)
        for key in ("gate-steps", "unused-tiles", "cards-in-hand"):
            with self.asked():
                self.steps(key, getattr(self.box, key.replace("-", "_")))
        with self.asked():
            sets = self.row(section, "card-sets", 3, 0, 40)
            if sets != sorted(sets):
                raise self.wrong((section, "card-sets"), N_("a larger set of cards should not be worth less"))
            for size, pounds in enumerate(sets):
                self.box.card_sets[size] = pounds
        with self.asked():
            low = self.entry(section, "low-numbers")
            if not isinstance(low, dict) or sorted(low) != ["pounds", "up-to"]:
                raise self.wrong((section, "low-numbers"), N_("low-numbers needs up-to and pounds"))
            self.box.low_number = self.check_number(low["up-to"], 1, HOUSES, section, "low-numbers")
            self.box.low_number_pounds = self.check_number(low["pounds"], 0, 9, section, "low-numbers")
        with self.asked():
            self.box.building_set_pounds = self.number(section, "building-sets", 0, 50)

    def steps(self, key: str, pounds: Cells) -> None:
        """A staircase of rewards such as "4-6 3" or "13+ 12", written into a table by number."""
        stairs = self.entry("scoring-tiles", key)
        last = 0
        for step in stairs if isinstance(stairs, list) else [stairs]:
            where = ("scoring-tiles", key, str(step))
            found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3})|(\+))? (\d{1,3})", str(step))
            if not found:
                raise self.wrong(where, N_("'{step}' is not a step: write 4-6 3 for 3 pounds from 4 to 6, or 13+ 12"), step=step)
            first = int(found[1])
            after = len(pounds) if found[3] else int(found[2] or first) + 1
            if not last < first < after <= len(pounds):
                message = N_("'{step}' should begin after {last} and end before {most}")
                raise self.wrong(where, message, step=step, last=last, most=len(pounds))
            for amount in range(first, after):
                pounds[amount] = self.check_number(int(found[4]), 0, 100, "scoring-tiles", key)
            last = after - 1
