"""What a network is shown of a sheet: every number of it is counted once more, with sets and loops over the map."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import londinium
from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.box.random_city import random_city
from londinium.games.next_station_london.face.secrets import disguise
from londinium.games.next_station_london.face.view import Board, CityMap
from londinium.games.next_station_london.rules.components import CARDS, DISTRICTS, OBJECTIVES, PENCILS, POWERS, ROUNDS, UNDECIDED
from londinium.games.next_station_london.rules.state import PHASES
from londinium.games.next_station_london.tests.naive import SYMBOLS, NaiveSheet, Section
from londinium.games.next_station_london.tests.positions import OFF, Table, match_of, sheet
from londinium.kernel.game import Position
from londinium.kernel.match import Match
from londinium.kernel.rules import COMPILED
from londinium.kernel.seeds import draw

SIGHT = GAME.sight
FEATURES = {feature.name: feature for feature in SIGHT.shown.table(SIGHT.seats)}
KINDS = [(seats, variant) for seats in (GAME.seats if COMPILED else (1, 2)) for variant in GAME.variants]
WALKS = [(seats, variant, seed) for seats, variant in KINDS for seed in range(max(1, 4 - seats) if COMPILED else 1)]
LONGEST = 1000 if COMPILED else 90
"""Positions of a walk that are looked at: interpreted not all of them, but from its beginning to its end."""
RECORDS = sorted((GAME.folder / "records").glob("*greedy*.record"))
STATION_ROOM, SECTION_ROOM = FEATURES["line"].size, FEATURES["blocked"].size


def seen(position: Position, seat: int) -> Any:
    row = np.zeros(SIGHT.room(position.seats), np.uint8)
    SIGHT.see(position.states[0], position.boxes[0], GAME.option_codes(position.options), seat, row)
    return row


def cells(row: Any, name: str) -> list[int]:
    feature = FEATURES[name]
    return [int(cell) for cell in row[feature.start : feature.start + feature.size]]


def random_match(seats: int, seed: int, **how: Any) -> Match:
    match = GAME.match(seats=seats, seed=seed, **how)
    while not match.is_over:
        seat = match.to_act[draw(seed, 2 * match.ply, len(match.to_act))]
        legal = match.legal(seat)
        match.push(legal[draw(seed, 2 * match.ply + 1, len(legal))], seat)
    return match


@cache
def walk(seats: int, variant: str, seed: int) -> list[tuple[Position, int, Any]]:
    """What each seat is shown along a random match: before and after moves and reveals, from the setup to the end."""
    match = random_match(seats, seed, variant=variant)
    plies = (*range(0, match.ply, -(-match.ply // LONGEST)), match.ply)
    return [(at, seat, seen(at, seat)) for at in map(match.position_at, plies) for seat in range(seats)]


# ── The same once more, plainly ──────────────────────────────────────────────


def only(place: int, room: int) -> list[int]:
    """A 1 at this place among zeros."""
    return [int(place == other) for other in range(room)]


def at_least(count: int, room: int) -> list[int]:
    return [int(count >= few) for few in range(1, room + 1)]


@cache
def crossed_by(city: CityMap) -> dict[Section, set[Section]]:
    """The sections that each section of a city would cross."""
    plain = NaiveSheet(city)
    return {one: {other for other in plain.possible if plain.cross(one, other)} for one in plain.possible}


class Sheet(NaiveSheet):
    """A seat's sheet as its owner sees it, with what is chosen on this card as if it were drawn."""

    def __init__(self, position: Position, seat: int) -> None:
        board = GAME.face.board(position, seat)
        assert isinstance(board, Board)
        super().__init__(board.city)
        self.board, self.state, self.seat = board, position.plain, seat
        # With two players the ring has an empty place between them. A pencil goes on by one place after each round.
        place = 2 * seat if position.seats == 2 else seat
        self.pencils = {(k + place) % ROUNDS + 1: pencil for k, pencil in enumerate(self.state.order) if pencil >= 0}
        if board.round == 0:
            return
        self.pencil = PENCILS[self.pencils[board.round]]
        for line in board.players[seat].lines:
            if line.round <= board.round:
                self.lines[line.pencil] = [frozenset(name.split("-")) for name in line.sections]
        chosen = [frozenset(name.split("-")) for name in board.players[seat].chosen or ()]
        self.is_spending = self.needs_power(chosen)
        self.lines[self.pencil] += chosen
        self.line = self.stations(self.pencil)
        self.older = {pencil: self.stations(pencil) for pencil in self.lines if pencil != self.pencil}
        drawn = {section for sections in self.lines.values() for section in sections}
        self.blocked = drawn.union(*(crossed_by(board.city)[section] for section in drawn))

    def says(self) -> dict[str, list[int]]:
        """What the row should say; features that are left out should be zeros."""
        said = self.about_cards()
        if self.board.round > 0:
            said |= self.about_counts() | self.about_lines()
        if self.board.phase in ("card-reveal", "drawing"):
            said |= self.about_ways()
        return said

    def needs_power(self, chosen: list[Section]) -> bool:
        """Whether what was chosen on this card, and is not among the lines yet, could not be drawn without a power."""
        if len(chosen) != 1 or self.board.card is None:
            return len(chosen) > 1
        shown = self.board.card.removeprefix("street-").removeprefix("underground-")
        sources = self.stations(self.pencil) if self.switch_counts() else self.ends(self.pencil)
        return chosen[0] not in self.legal(self.pencil, set(SYMBOLS) if shown == "joker" else {shown}, sources)

    def power(self) -> str | None:
        """The power that may still be used."""
        if self.board.round == 0 or self.state.spent[self.seat] or self.is_spending:
            return None
        return self.board.powers.get(self.pencil)

    def is_asked(self) -> bool:
        if self.board.phase == "drawing":
            return UNDECIDED in self.state.choice[self.seat]
        if self.board.phase == "twice-choice":
            return self.board.powers[self.pencil] == "twice"
        return self.board.phase == "pencil-order"

    def switch_counts(self) -> bool:
        """Whether this is a switch turn; until the card comes that belongs to the switch, the turn is the next one already."""
        return self.board.switch and self.board.turn + (self.board.phase == "card-reveal") > 2

    def about_cards(self) -> dict[str, list[int]]:
        board = self.board
        undergrounds = [card for card in board.cards if card.name.startswith("underground") and card.turn is not None]
        return {
            "period": [max(0, board.round - 1)],
            "phase": only(PHASES.index(board.phase), len(PHASES)),
            "decides": [int(self.is_asked())],
            "card": [int(board.phase == "drawing" and card == board.card) for card in CARDS],
            "switch turn": [int(self.switch_counts())],
            "cards shown": [int(card.turn is not None) for card in board.cards],
            "undergrounds to come": only(5 - len(undergrounds), 6),
            "powers": [int(board.powers.get(pencil) == power) for pencil in PENCILS for power in POWERS],
            "power": [int(self.power() == power) for power in POWERS],
            "pencils": [int(self.pencils.get(k) == pencil) for k in range(1, ROUNDS + 1) for pencil in range(len(PENCILS))],
        }

    def about_counts(self) -> dict[str, list[int]]:
        held = [sum(self.station[name].district == district for name in self.line) for district in DISTRICTS]
        districts, fullest, crossings = sum(count > 0 for count in held), max(held), self.over_thames(self.pencil)
        visits = sum(self.station[name].site for line in (self.line, *self.older.values()) for name in line)
        return {
            "roses": only(min(10, visits), 11),
            # STATION ×2 is not in it: it is chosen when a line is finished, and at the end of the match nobody asks.
            "points": [min(63, districts * fullest + 2 * crossings)],
            "districts": only(districts, 14),
            "fullest district": only(min(9, fullest), 10),
            "crossings": only(min(8, crossings), 9),
            "stations of districts": [flag for count in held for flag in at_least(count, 9)],
            "objectives": [flag for objective in OBJECTIVES for flag in self.about_objective(objective)],
        }

    def over_thames(self, pencil: str) -> int:
        return sum(len({self.station[name].bank for name in section}) == 2 for section in self.lines[pencil])

    def about_objective(self, objective: str) -> list[int]:
        if objective not in self.board.objectives:
            return [0] * 14
        stops = [self.station[name] for name in self.station if self.meeting(name) > 0]
        done = {
            "interchanges": sum(self.meeting(stop.name) > 1 for stop in stops),
            "districts": len({stop.district for stop in stops}),
            "sites": sum(stop.site for stop in stops),
            "centre": sum(stop.district == "C" for stop in stops),
            "crossings": sum(self.over_thames(pencil) for pencil in self.lines),
        }
        return only(min(13, done[objective]), 14)

    def meeting(self, name: str) -> int:
        """How many lines stop here."""
        return (name in self.line) + sum(name in line for line in self.older.values())

    def stations_among(self, members: Collection[str]) -> list[int]:
        return [int(name in members) for name in self.station] + [0] * (STATION_ROOM - len(self.station))

    def sections_among(self, members: Collection[Section]) -> list[int]:
        return [int(section in members) for section in self.possible] + [0] * (SECTION_ROOM - len(self.possible))

    def about_lines(self) -> dict[str, list[int]]:
        meeting_older = {name: sum(name in line for line in self.older.values()) for name in self.station}
        older = [self.stations_among([name for name, lines in meeting_older.items() if lines >= few]) for few in (1, 2, 3)]
        covered = {stop.district for stop in self.station.values() if self.meeting(stop.name) > 0}
        return {
            "line": self.stations_among(self.line),
            "ends": self.stations_among(self.ends(self.pencil)),
            "older lines": [flag for flags in older for flag in flags],
            # It matters for an objective only, so without objectives it is left out.
            "covered districts": [int(district in covered and self.board.objectives != ()) for district in DISTRICTS],
            "blocked": self.sections_among(self.blocked),
        }

    def about_ways(self) -> dict[str, list[int]]:
        free = {section: next(iter(section - self.line)) for section in self.possible if self.leads_on(section)}
        ends = self.ends(self.pencil)
        leading = {section: target for section, target in free.items() if section & ends}
        reached = set(leading.values())
        onward = [section for section in self.possible if section not in self.blocked and len(section & reached) == 1]
        near = {name for section in onward for name in section - reached - self.line}
        new = {self.station[name].district for name in reached} - {self.station[name].district for name in self.line}
        may_branch = self.board.cards[-1].turn is None or self.switch_counts() or self.power() == "switch"
        before, gains = self.total(), [0] * 5
        best = {section: self.with_section(section) - before for section in leading}
        for section, target in leading.items():
            gains = [max(most, best[section] if fits else 0) for most, fits in zip(gains, self.fits(target), strict=True)]
        targets = [sum(self.fits(target)[card] for target in reached) for card in range(5)]
        return {
            "open sections": self.sections_among(leading),
            "branches": self.sections_among(free.keys() - leading.keys() if may_branch else set()),
            "targets": [flag for count in targets for flag in at_least(count, 3)],
            "gains": [flag for most in gains for flag in at_least(most, 16)],
            "near": self.stations_among(near),
            "new districts": [int(district in new) for district in DISTRICTS],
        }

    def leads_on(self, section: Section) -> bool:
        """Whether a section goes from the line to a station that it does not have, with nothing in the way."""
        return len(section & self.line) == 1 and section not in self.blocked

    def fits(self, target: str) -> list[bool]:
        """Which cards lead to a station: that of its symbol and the joker, and to the central station every card."""
        return [self.station[target].symbol in (symbol, "central") for symbol in SYMBOLS] + [True]

    def with_section(self, section: Section) -> int:
        """The points of the sheet with one more section; objectives are not among them."""
        self.lines[self.pencil].append(section)
        points = self.total()
        self.lines[self.pencil].pop()
        return points


def assert_it_is_true(position: Position, seat: int, row: Any) -> None:
    said = Sheet(position, seat).says()
    assert FEATURES.keys() >= said.keys()
    for name, feature in FEATURES.items():
        assert cells(row, name) == said.get(name, [0] * feature.size), f"{name}, seat {seat}"


# ── Tests ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("seats", "variant", "seed"), WALKS)
def test_everything_it_says_is_true(seats: int, variant: str, seed: int) -> None:
    phases, periods = set(), set()
    for position, seat, row in walk(seats, variant, seed):
        assert_it_is_true(position, seat, row)
        phases.add(PHASES[position.plain.phase])
        periods.add(int(row[0]))
    assert phases >= {"ring-deal", "card-reveal", "drawing", "match-over"}
    assert periods == set(range(ROUNDS))


@pytest.mark.parametrize("seed", range(2))
def test_it_is_true_in_every_city(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "city.txt"
    path.write_text(random_city(seed), encoding="utf-8")
    match = random_match(1, seed, variant="both-modules", box=path)
    for ply in range(match.ply + 1):
        assert_it_is_true(match.position_at(ply), 0, seen(match.position_at(ply), 0))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_it_is_true_of_good_play(record: Path) -> None:
    """Random lines are short; those of finished matches reach more districts, sites and older lines."""
    match = londinium.load_record(record)
    for ply in range(0, match.ply + 1, 1 if COMPILED else 5):
        for seat in range(match.seats):
            assert_it_is_true(match.position_at(ply), seat, seen(match.position_at(ply), seat))


def test_it_is_true_while_the_pencils_are_chosen() -> None:
    match = random_match(1, 5, options={"order": "chosen"})
    rows = [seen(match.position_at(ply), 0) for ply in range(6)]
    for ply, row in enumerate(rows):
        assert_it_is_true(match.position_at(ply), 0, row)
    assert [cells(row, "phase")[PHASES.index("pencil-order")] for row in rows] == [1, 1, 1, 0, 0, 0]


def test_every_number_is_at_most_its_high() -> None:
    highs = SIGHT.highs
    assert len(highs) == SIGHT.size == SIGHT.room(1) == SIGHT.room(4)
    for kind in WALKS:
        for _, _, row in walk(*kind):
            assert (row <= highs).all()


def test_nothing_of_it_is_dead() -> None:
    most = np.zeros(SIGHT.size, np.uint8)
    for kind in WALKS:
        for _, _, row in walk(*kind):
            most = np.maximum(most, row)
    assert [name for name in FEATURES if not any(cells(most, name))] == []


def test_the_period_comes_first() -> None:
    """Networks of several periods look for it there: the round, from 0, and the first one's during the setup."""
    assert (FEATURES["period"].start, FEATURES["period"].size, FEATURES["period"].high) == (0, 1, SIGHT.periods - 1)
    for kind in WALKS:
        for position, _, row in walk(*kind):
            assert row[0] == max(0, position.plain.round_no - 1)


# ── What a seat can know ─────────────────────────────────────────────────────


def beside(seed: int, variant: str, other: int, whose_turn: int) -> tuple[Match, list[bytes]]:
    """A match in which seat 0 plays the same whatever seat 1 does, and what seat 0 is shown before its decisions and at the end.

    `other` says how seat 1 plays; `whose_turn` is 0 if seat 0 decides first on every card, and -1 if seat 1 does.
    """
    match = GAME.match(seats=2, seed=seed, variant=variant)
    rows: list[bytes] = []
    while not match.is_over:
        seat = match.to_act[whose_turn]
        key = draw(seed, len(rows), 1000) if seat == 0 else draw(other, match.ply, 1000)
        if seat == 0:
            rows.append(seen(match.position, 0).tobytes())
        legal = match.legal(seat)
        match.push(legal[key % len(legal)], seat)
    return match, [*rows, seen(match.position, 0).tobytes()]


@pytest.mark.parametrize("variant", GAME.variants if COMPILED else ["both-modules"])
@pytest.mark.parametrize("seed", range(3 if COMPILED else 1))
def test_it_is_the_same_whatever_the_others_do(seed: int, variant: str) -> None:
    """The same cards and decisions of one's own: what others draw, and have chosen face down before, is not in the row."""
    (one, rows), (other, same) = beside(seed, variant, 11, 0), beside(seed, variant, 12, -1)
    drawn = [[player.lines for player in match.view(None).board.players] for match in (one, other)]
    assert drawn[0][0] == drawn[1][0]
    assert drawn[0][1] != drawn[1][1], "seat 1 played the same, so this shows nothing"
    assert len(rows) > ROUNDS * 5
    assert rows == same


def test_what_others_chose_face_down_changes_nothing() -> None:
    changed = 0
    for position, seat, row in walk(2, "both-modules", 0):
        other = disguise(position, seat, 0xD15 + seat)
        changed += other.states.tobytes() != position.states.tobytes()
        assert (seen(other, seat) == row).all()
    assert changed > 0


# ── What is easily got wrong ─────────────────────────────────────────────────


def position_of(table: Table) -> Position:
    return Position(table.states, table.cities, int(table.s.seats), OFF)


def row_of(table: Table) -> Any:
    """What seat 0 is shown; true as everywhere."""
    row = seen(position_of(table), 0)
    assert_it_is_true(position_of(table), 0, row)
    return row


def in_some_order(sections: Collection[str], departure: str, key: int) -> str:
    """The sections of a line in another order in which it could have been drawn."""
    order: list[str] = []
    reached, left = {departure}, list(sections)
    while left:
        possible = [section for section in left if reached & set(section.split("-"))]
        order.append(possible[draw(key, len(order), len(possible))])
        reached |= set(order[-1].split("-"))
        left.remove(order[-1])
    return " ".join(order)


@pytest.mark.parametrize("seed", range(6 if COMPILED else 1))
def test_the_order_of_drawing_does_not_matter(seed: int) -> None:
    """The same sections on the same cards, one after the other in two orders: the row is the same."""
    board = random_match(1, seed).view(None).board
    departures = {station.departure: station.name for station in board.city.stations}
    lines = {line.pencil: line.sections for line in board.players[0].lines}
    tables, orders = [], []
    for key in (seed + 100, seed + 200):
        ordered = {pencil: in_some_order(sections, departures[pencil], key) for pencil, sections in lines.items()}
        *_, last = ordered
        orders.append(ordered[last])
        tables.append(sheet(ordered.pop(last), pencil=last, older=ordered, card="street-joker", objectives="districts sites"))
    assert orders[0] != orders[1]
    assert row_of(tables[0]).tobytes() == row_of(tables[1]).tobytes()


def test_gains_are_those_of_the_best_section() -> None:
    """Of a line d2-e3, whose ends are both worth nothing more: f3 is central, a site, and the older line stops there."""
    row = row_of(sheet("d2-e3", card="street-circle", older={"pink": "h3-g3 g3-f3"}))
    assert sum(cells(row, "gains")[:16]) == 2 + 1 + 2, "a district more, the second visit, and two lines that meet"


def test_the_switch_before_its_card() -> None:
    """On the first two turns it is ignored; the turn of its card is the next one already, so the third counts before its card."""
    t = sheet("d2-e3 e3-e4", turn=2)
    t.push("pass")
    shown = [row_of(t)]
    for card in ("card switch", "card street-joker"):
        t.push(card)
        shown.append(row_of(t))
    assert [any(cells(row, "branches")) for row in shown] == [True, True, True]
    assert [cells(row, "switch turn") for row in shown] == [[0], [1], [1]]
    early = sheet("d2-e3 e3-e4", turn=1)
    early.push("pass", "card switch")
    assert not any(cells(row_of(early), "branches"))


def test_a_power_that_is_needed_is_spent() -> None:
    """A section that needs the power is shown as drawn, and the power as used, before the others have decided, too."""
    t = match_of(2, powers="joker double switch")
    t.push("card street-circle")
    plain = match_of(2)
    plain.push("card street-circle")
    section = min(t.sections() - plain.sections())
    shown = [row_of(t)]
    for move in (f"draw {section}", "1: pass"):
        t.push(move)
        shown.append(row_of(t))
    assert [cells(row, "power")[POWERS.index("joker")] for row in shown] == [1, 0, 0]
    assert [sum(cells(row, "line")) for row in shown] == [1, 2, 2]
