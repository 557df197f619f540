"""A second opinion on the rules: one sheet with sets and dictionaries, written from the rulebook alone and without bits.

It shares with the game only the text of the map. Slow, and short enough to be checked by eye.
"""

from __future__ import annotations

from londinium.games.next_station_london.face.view import CityMap

Section = frozenset[str]
SYMBOLS = ("circle", "triangle", "square", "pentagon")


class NaiveSheet:
    """What one player has drawn."""

    def __init__(self, city: CityMap) -> None:
        self.station = {station.name: station for station in city.stations}
        self.departure = {station.departure: station.name for station in city.stations if station.departure}
        self.possible = [frozenset(name.split("-")) for name in city.sections]
        self.lines: dict[str, list[Section]] = {}
        self.twice: dict[str, str] = {}

    def begin(self, pencil: str) -> None:
        self.lines[pencil] = []

    def stations(self, pencil: str) -> set[str]:
        return {self.departure[pencil]}.union(*self.lines[pencil])

    def ends(self, pencil: str) -> set[str]:
        line = self.lines[pencil]
        degree = {name: sum(name in section for section in line) for name in self.stations(pencil)}
        return {name for name, sections in degree.items() if sections == 1} if line else self.stations(pencil)

    def cross(self, one: Section, other: Section) -> bool:
        """By solving for the point where the two stretches meet."""
        (p, q), (r, s) = (sorted((self.station[n].column, self.station[n].row) for n in section) for section in (one, other))
        d1, d2 = (q[0] - p[0], q[1] - p[1]), (s[0] - r[0], s[1] - r[1])
        turn = d1[0] * d2[1] - d1[1] * d2[0]
        if turn == 0:
            return False
        along_one = ((r[0] - p[0]) * d2[1] - (r[1] - p[1]) * d2[0]) / turn
        along_other = ((r[0] - p[0]) * d1[1] - (r[1] - p[1]) * d1[0]) / turn
        return 1e-9 < along_one < 1 - 1e-9 and 1e-9 < along_other < 1 - 1e-9

    def legal(self, pencil: str, symbols: set[str], sources: set[str]) -> set[Section]:
        """Every section from one of the sources to a station with one of the symbols."""
        line = self.stations(pencil)
        drawn = [section for sections in self.lines.values() for section in sections]
        found = set()
        for section in self.possible:
            inside, outside = section & line, section - line
            if len(inside) != 1 or not inside <= sources or section in drawn:
                continue
            if self.station[next(iter(outside))].symbol not in {*symbols, "central"}:
                continue
            if not any(self.cross(section, other) for other in drawn):
                found.add(section)
        return found

    # ── Points ───────────────────────────────────────────────────────────────

    def line_points(self, pencil: str) -> int:
        stops = [self.station[name] for name in self.stations(pencil)]
        if pencil in self.twice:
            stops.append(self.station[self.twice[pencil]])
        districts = [station.district for station in stops]
        crossings = [section for section in self.lines[pencil] if len({self.station[name].bank for name in section}) == 2]
        return len(set(districts)) * max(map(districts.count, districts)) + 2 * len(crossings)

    def total(self) -> int:
        visits = sum(self.station[name].site for pencil in self.lines for name in self.stations(pencil))
        colours = [sum(name in self.stations(pencil) for pencil in self.lines) for name in self.station]
        scale = [0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25]
        interchanges = sum({2: 2, 3: 5, 4: 9}.get(count, 0) for count in colours)
        return sum(map(self.line_points, self.lines)) + scale[min(10, visits)] + interchanges
