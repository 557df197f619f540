"""A turn of Next Station: London on a sheet with sets and dictionaries, written from the rules (N-4 to N-8).

Of the program it takes what lies on the table: the map, drawn sections, the card, pencils and powers. The sheet itself is the
second opinion of the game's own tests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from said_sentences import Check, Ends, more, only

from londinium.games.next_station_london.tests.naive import SYMBOLS, NaiveSheet, Section
from londinium.kernel.match import Match


@dataclass(frozen=True)
class End:
    """The line in hand and the sheet after a decision, without a second section."""

    move: str
    districts: int
    fullest: int
    crossings: int
    points: int
    ways: int
    site: bool
    meeting: int
    power: str | None


class Table:
    def __init__(self, match: Match, seat: int) -> None:
        self.board = match.view(seat, refusals=False).board
        self.player = self.board.players[seat]
        self.pencil = self.player.pencil or ""
        self.sheet = NaiveSheet(self.board.city)
        for line in self.player.lines:
            if not line.stations:
                continue  # its round is to come
            self.sheet.begin(line.pencil)
            self.sheet.lines[line.pencil] = [frozenset(each.split("-")) for each in line.sections]
            if line.twice is not None:
                self.sheet.twice[line.pencil] = line.twice
        if self.pencil and self.pencil not in self.sheet.lines:
            self.sheet.begin(self.pencil)
        self.first = [frozenset(each.split("-")) for each in self.player.chosen or ()]
        own = self.sheet.lines.get(self.pencil, [])
        own += [section for section in self.first if section not in own]

    def ends(self, move: str) -> list[End]:
        word, _, rest = move.partition(" ")
        sheet, power, target = deepcopy(self.sheet), None, None
        if word == "draw":
            section = frozenset(rest.split("-"))
            (target,) = section - sheet.stations(self.pencil)
            power = self._power(section)
            sheet.lines[self.pencil].append(section)
        elif word == "twice":
            sheet.twice[self.pencil], power = rest, "twice"
        return [self._end(move, sheet, power, target)] if word != "pencil" else []

    def _power(self, section: Section) -> str | None:
        """N-8 The power without which the section could not be drawn."""
        if self.first:
            return "double"  # N-8.2
        symbol = (self.board.card or "").partition("-")[2]
        symbols = {*SYMBOLS} if symbol == "joker" else {symbol}
        anywhere = self.board.switch and self.board.turn > 2  # N-4.3, N-4.4
        sources = self.sheet.stations(self.pencil) if anywhere else self.sheet.ends(self.pencil)
        if section in self.sheet.legal(self.pencil, symbols, sources):
            return None
        return "joker" if section in self.sheet.legal(self.pencil, {*SYMBOLS}, sources) else "switch"

    def _end(self, move: str, sheet: NaiveSheet, power: str | None, target: str | None) -> End:
        stops = [sheet.station[name] for name in sheet.stations(self.pencil)]
        if self.pencil in sheet.twice:
            stops.append(sheet.station[sheet.twice[self.pencil]])
        districts = [station.district for station in stops]
        crossings = sum(len({sheet.station[name].bank for name in section}) == 2 for section in sheet.lines[self.pencil])
        meeting = sum(target in sheet.stations(pencil) for pencil in sheet.lines) if target else 0
        return End(
            move,
            len({*districts}),
            max(map(districts.count, districts)),
            crossings,
            sheet.total() + self._objectives(sheet),
            len(sheet.legal(self.pencil, {*SYMBOLS}, sheet.ends(self.pencil))),
            bool(target) and sheet.station[str(target)].site,
            meeting,
            power,
        )

    def _objectives(self, sheet: NaiveSheet) -> int:
        """N-7.1."""
        stops = {pencil: sheet.stations(pencil) for pencil in sheet.lines}
        visited = set().union(*stops.values())
        there = [sheet.station[name] for name in visited]
        central = sheet.station["f3"].district
        crossings = [section for line in sheet.lines.values() for section in line]
        met = {
            "interchanges": sum(sum(name in line for line in stops.values()) > 1 for name in visited) >= 8,
            "districts": len({station.district for station in there}) >= 13,
            "sites": sum(station.site for station in there) >= 5,
            "centre": sum(station.district == central for station in there) >= 9,
            "crossings": sum(len({sheet.station[name].bank for name in section}) == 2 for section in crossings) >= 6,
        }
        return 10 * sum(met[name] for name in self.board.objectives)

    @property
    def goes_on(self) -> bool:
        """N-3.3 Whether another card comes in this round."""
        return self.board.phase == "drawing" and self.board.undergrounds < 5 and not self.first


def checks(table: Table) -> Mapping[str, Check[End]]:
    """By what is said: whether it is so."""
    power = {"SECOND SECTION": "double", "JOKER": "joker", "SWITCH": "switch", "STATION ×2": "twice"}

    def meeting(ends: Ends[End], said: re.Match[str], least: bool) -> bool:
        return ends.better[0].meeting == int(said["n"]) > max(1, ends.other[0].meeting)

    def ways(ends: Ends[End], said: re.Match[str], least: bool) -> bool:
        return table.goes_on and ends.better[0].ways == int(said["n"]) > int(said["m"]) == ends.other[0].ways

    found: dict[str, Check[End]] = {
        r"it keeps (?P<power>[A-Z× 2]+) for later": lambda ends, said, least: (
            ends.other[0].power == power[said["power"]] != ends.better[0].power
        ),
        r"it uses (?P<power>[A-Z× 2]+)": lambda ends, said, least: (
            ends.better[0].power == power[said["power"]] != ends.other[0].power
        ),
        r"(?P<n>\d) lines meet there": meeting,
        r"the line can then go on in (?P<n>\d+) ways?, not (?P<m>\d+)": ways,
        r"it brings (?P<n>\d+) points? more at once": more(lambda end: end.points),
        r"though it brings (?P<n>\d+) points? less at once": more(lambda end: end.points, -1),
        r"it draws nothing": only(lambda end: end.move == "pass"),
        r"it crosses the Thames": lambda ends, said, least: ends.least(lambda end: end.crossings) > 0,
        r"it reaches a new district": lambda ends, said, least: ends.least(lambda end: end.districts) > 0,
        r"its fullest district has one station more": lambda ends, said, least: ends.least(lambda end: end.fullest) == 1,
        r"it reaches a tourist site": only(lambda end: end.site),
    }
    return found


def themes(table: Table) -> Mapping[str, Any]:
    """By theme: what must be so, of the ends and of the gains by line."""
    power = {"spend-power": lambda e: e.better[0].power and e.better[0].power != e.other[0].power}
    power["keep-power"] = lambda e: e.other[0].power and e.better[0].power != e.other[0].power
    return {
        **power,
        "pass": lambda ends: ends.only(lambda end: end.move == "pass"),
        "thames": lambda ends: ends.least(lambda end: end.crossings) > 0,
        "district": lambda ends: ends.least(lambda end: end.districts) > 0,
        "site": lambda ends: ends.only(lambda end: end.site),
        "interchange": lambda ends: ends.better[0].meeting > max(1, ends.other[0].meeting),
        "fullest": lambda ends: ends.least(lambda end: end.fullest) > 0,
        "room": lambda ends: table.goes_on and ends.least(lambda end: end.ways) > 0,
        "prepare": lambda ends: ends.better[0].meeting <= max(1, ends.other[0].meeting),
        "objective": lambda ends: bool(table.board.objectives),
        "best": lambda ends: True,
    }
