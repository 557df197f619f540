"""Positions drawn as text.

    t = sheet("d2-e3 e3-g3", card="street-circle", turn=4, older={"pink": "h3-h5"})
    assert t.offer() == ["draw d2-f0", ...]
    t.push("draw d2-f0", "card switch")

A sheet is that of someone who plays alone: the line in hand first, older lines by their pencils. Sections are written in the
order in which they were drawn. `match_of` is a match of several players at its first card.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.box.flat import City, name_of_station
from londinium.games.next_station_london.face.sheets import ScoreSheet
from londinium.games.next_station_london.face.view import score_sheets
from londinium.games.next_station_london.rules.components import CARDS, OBJECTIVES, PENCILS, POWERS
from londinium.games.next_station_london.rules.lines import begin_line
from londinium.games.next_station_london.rules.masks import has
from londinium.games.next_station_london.rules.moves import DRAW, name_moves
from londinium.games.next_station_london.rules.pencils import pencil_of
from londinium.games.next_station_london.rules.refusals import name_of_refusal
from londinium.games.next_station_london.rules.sections import draw_section
from londinium.games.next_station_london.rules.state import DRAWING, PHASES, State
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import CHANCE, Position

LONDON = GAME.standard_box()
OFF = {"objectives": "off", "powers": "off", "order": "random"}


class Table:
    """A match to look at and to go on with, in the words of the notation."""

    def __init__(self, states: FlatArray[State], cities: FlatArray[City]) -> None:
        self.states, self.cities, self.moves = states, cities, name_moves(cities)

    @property
    def s(self) -> State:
        return self.states[0]

    @property
    def city(self) -> City:
        return self.cities[0]

    @property
    def phase(self) -> str:
        return PHASES[self.s.phase]

    def push(self, *moves: str) -> None:
        """Make these moves one after the other: `draw d2-e3`, `1: pass`, and chance's `card switch`."""
        for text in moves:
            seat, move = self._whose(text)
            if self.moves.is_chance(move):
                assert self.moves.text(move) in self.outcomes(), f"{text} cannot come now, only {self.outcomes()}"
                GAME.engine.push(self.states, 0, self.cities, CHANCE, move)
            else:
                assert self.refusal(text) == "LEGAL", f"{text}: {self.refusal(text)}; legal: {self.offer(seat)}"
                GAME.engine.push(self.states, 0, self.cities, seat, move)

    def _whose(self, text: str) -> tuple[int, int]:
        who, colon, move = text.rpartition(": ")
        return int(who) if colon else 0, self.moves.parse(move)

    def to_act(self) -> list[int]:
        mask = GAME.engine.to_act(self.states, 0)
        return [seat for seat in range(CHANCE + 1) if mask >> seat & 1]

    def offer(self, seat: int = 0) -> list[str]:
        """The legal moves of a seat."""
        moves, _ = GAME.engine.buffers()
        return [self.moves.text(move) for move in moves[: GAME.engine.legal(self.states, 0, self.cities, seat, moves)]]

    def sections(self, seat: int = 0) -> set[str]:
        """The sections that a seat may draw."""
        return {move.removeprefix("draw ") for move in self.offer(seat) if move.startswith("draw ")}

    def refusal(self, text: str) -> str:
        """Why a move is not allowed, by its name in refusals.py; LEGAL if it is."""
        return name_of_refusal(GAME.engine.refusal(self.states, 0, self.cities, *self._whose(text)))

    def outcomes(self) -> dict[str, int]:
        """What chance may bring, with its weights."""
        moves, weights = GAME.engine.buffers()
        found = GAME.engine.chance(self.states, 0, self.cities, moves, weights)
        return {self.moves.text(move): int(weight) for move, weight in zip(moves[:found], weights[:found], strict=True)}

    # ── What is on the sheets ────────────────────────────────────────────────

    def stations(self, pencil: str, seat: int = 0) -> set[str]:
        """The stations of a line."""
        line = int(self.s.line[seat, PENCILS.index(pencil)])
        return {name_of_station(self.city, station) for station in range(self.city.stations) if has(line, station)}

    def ends(self, seat: int = 0) -> set[str]:
        ends = int(self.s.ends[seat])
        return {name_of_station(self.city, station) for station in range(self.city.stations) if has(ends, station)}

    def pencils(self) -> list[str]:
        """The pencil that each seat holds in this round."""
        return [PENCILS[pencil_of(self.s, seat)] for seat in range(self.s.seats)]

    def stop_at(self, pencil: str, stations: str, seat: int = 0) -> None:
        """Let a line stop at these stations, for tests that only count them."""
        names = [name_of_station(self.city, station) for station in range(self.city.stations)]
        self.s.line[seat, PENCILS.index(pencil)] = sum(1 << names.index(name) for name in stations.split())

    def score(self, seat: int = 0) -> ScoreSheet:
        return score_sheets(Position(self.states, self.cities, int(self.s.seats), OFF))[seat]

    def line(self, pencil: str, seat: int = 0) -> tuple[int, int, int, int]:
        """Districts, stations, crossings and points of a line."""
        found = next(line for line in self.score(seat).lines if line.pencil == pencil)
        return found.districts, found.stations, found.crossings, found.points


def setup(seats: int, **options: str) -> Table:
    """A match before its first reveal."""
    states = State.new()
    GAME.engine.setup(states, 0, LONDON, seats, GAME.option_codes(GAME.choose(options)))
    return Table(states, LONDON)


def match_of(seats: int, ring: str = "green pink purple", powers: str = "", objectives: str = "") -> Table:
    """A match before its first card. `ring` is what the first slot holds in each round."""
    t = setup(seats, powers="on" if powers else "off", objectives="on" if objectives else "off")
    t.push(*(f"ring {pencil}" for pencil in ring.split()))
    t.push(*(f"objective {name}" for name in objectives.split()))
    t.push(*(f"power {power}" for power in powers.split()))
    return t


def sheet(
    line: str = "",
    *,
    pencil: str = "green",
    older: Mapping[str, str] | None = None,
    card: str = "street-circle",
    turn: int = 3,
    switch: bool = False,
    power: str = "",
    objectives: str = "",
    cities: FlatArray[City] = LONDON,
) -> Table:
    """Someone alone before a decision.

    line      the sections of the line in hand, `d2-e3 e3-g3`
    older     lines of earlier rounds, by their pencils
    card      the card of this turn; `switch` if the switch came with it
    power     the power of the pencil in hand, not used yet
    """
    states = State.new()
    GAME.engine.setup(states, 0, cities, 1, np.zeros(len(GAME.options), np.int8))
    t, s = Table(states, cities), states[0]
    lines = {**(older or {}), pencil: line}
    order = [*lines, *(name for name in PENCILS if name not in lines)]
    for place, name in enumerate(order):
        s.order[place] = PENCILS.index(name)
    for round_no, name in enumerate(lines, 1):
        s.round_no = round_no
        begin_line(s, t.city, 0)
        for section in lines[name].split():
            draw_section(s, t.city, 0, t.moves.parse(f"draw {section}") - DRAW)
    if power:
        others = [name for name in POWERS if name != power]
        for name in PENCILS:
            s.power[PENCILS.index(name)] = POWERS.index(power if name == pencil else others.pop())
    s.objectives = sum(1 << OBJECTIVES.index(name) for name in objectives.split())
    s.phase, s.turn_no, s.card, s.switched = DRAWING, turn, CARDS.index(card), switch
    s.shown[s.card] = turn
    if switch:
        s.shown[CARDS.index("switch")] = turn
    return t


def finish_round(t: Table, *moves: str) -> None:
    """Let the five underground cards come, with these decisions of seat 0; everyone else passes, and so does seat 0 then."""
    decisions, round_no = list(moves), int(t.s.round_no)
    while t.s.round_no == round_no and t.phase in ("card-reveal", "drawing"):
        if t.phase == "card-reveal":
            t.push(next(card for card in t.outcomes() if "underground" in card))
        for seat in t.to_act() if t.phase == "drawing" else ():
            t.push(decisions.pop(0) if seat == 0 and decisions else f"{seat}: pass")
