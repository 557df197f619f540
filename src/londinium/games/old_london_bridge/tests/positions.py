'''Positions drawn as text.

    t = table(
        """
        Leon   49 32 park 50   | hand 0 3 3   | cash 7 | tiles share plus-one
        Lisa   23 15 11
        """,
        cards="Leon 3 0, Lisa 2 2",
        chapel="Lisa 5, Leon",
        gate="Leon 2",
        tops="chapel 27, gate 1 last, haberdasher empty",
        x="park",
    )
    t.push("place chapel", "reveal 2")
    assert t.bridge("Leon") == "49 32 park 50 27"

A row is a player: the bridge, then `hand`, `cash`, `tiles` (bonus tiles), `fresh` (those taken this round) and `pawn` (the
stack beside which it stands, or `centre`). Whatever is not drawn is as plausible as it can be: 5 pounds,
one card of each value in hand, everybody on the stairs in the order of the rows, a full supply, full stacks.
'''

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, cycle
from typing import Any

import numpy as np

from londinium.games.old_london_bridge import GAME
from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules import refusals
from londinium.games.old_london_bridge.rules.audit import ACCOUNTED_FOR
from londinium.games.old_london_bridge.rules.components import BUILDINGS, HOUSES, NUMBERED, PARK, PARK_TILE, POWERS, X_MARK
from londinium.games.old_london_bridge.rules.scoring import score_line
from londinium.games.old_london_bridge.rules.state import NEXT_BUILDING, NEXT_TILE, PHASES, State
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import CHANCE

LINES = ("chapel", "gate", "hostelry", "bridge", "empty-sites", "bonus-tiles", "money")
"""The lines of a score sheet, in the order of the rules' numbers for them."""
DECISIONS = [move for move in range(len(GAME.moves)) if not GAME.moves.is_chance(move)]
REFUSALS = {code: name for name, code in vars(refusals).items() if isinstance(code, int)}


class Table:
    """A match to look at and to go on with, everything by the players' names and in the words of the notation."""

    def __init__(self, names: list[str], states: FlatArray[State], boxes: FlatArray[Box]) -> None:
        self.names = names
        self.states = states
        self.boxes = boxes

    @property
    def s(self) -> State:
        return self.states[0]

    def seat(self, name: str) -> int:
        return self.names.index(name)

    # ── Going on ─────────────────────────────────────────────────────────────

    def push(self, *moves: str) -> None:
        """Make these moves one after the other: `place chapel`, `Leon: play 3`, and chance's `reveal 27`."""
        for move in moves:
            accounted_for = self.audit() == ACCOUNTED_FOR
            name, text = self._whose(move)
            code = GAME.moves.parse(text)
            if GAME.moves.is_chance(code):
                assert text in self.outcomes(), f"{text} cannot come now, only {self.outcomes()}"
                GAME.engine.push(self.states, 0, self.boxes, CHANCE, code)
            else:
                assert self.refusal(move) == "LEGAL", f"{move}: {self.refusal(move)}; legal: {self.offer(name)}"
                GAME.engine.push(self.states, 0, self.boxes, self.seat(name), code)
            # Some drawings leave out cards or tiles on purpose; in all others nothing may get lost.
            assert not accounted_for or self.audit() == ACCOUNTED_FOR, f"after {move}: audit {self.audit()}"

    def audit(self) -> int:
        return int(GAME.engine.audit(self.states, 0, self.boxes))

    def do(self, *moves: str) -> None:
        """The same for tests that do not care which building or bonus tile shows next: the first possible one does."""
        for move in moves:
            self.push(move)
            while self.s.phase in (NEXT_BUILDING, NEXT_TILE):
                self.push(next(iter(self.outcomes())))

    def finish_round(self) -> None:
        """Play on until the next round marker or the end: everyone declines what can be declined, and takes what comes first."""
        while self.phase not in ("round-marker", "match-over"):
            offer = self.offer()
            self.do("pass" if "pass" in offer else next(move for move in offer if not move.startswith("use ")))

    def _whose(self, move: str) -> tuple[str, str]:
        name, colon, text = move.partition(": ")
        if colon:
            return name, text
        acting = self.to_act()
        return (acting[0] if len(acting) == 1 else "somebody"), move

    # ── Who may do what ──────────────────────────────────────────────────────

    @property
    def phase(self) -> str:
        return PHASES[self.s.phase]

    def to_act(self) -> list[str]:
        mask = GAME.engine.to_act(self.states, 0)
        return ["chance"] if mask == 1 << CHANCE else [name for seat, name in enumerate(self.names) if mask >> seat & 1]

    def offer(self, name: str = "") -> list[str]:
        """The legal moves of a player, or of the one who is to act: what is offered is what is not refused."""
        moves, _ = GAME.engine.buffers()
        seat = self.seat(name or self.to_act()[0])
        found = GAME.engine.legal(self.states, 0, self.boxes, seat, moves)
        law = [move for move in DECISIONS if not GAME.engine.refusal(self.states, 0, self.boxes, seat, move)]
        assert moves[:found].tolist() == law, "legal and refusal disagree"
        return [GAME.moves.text(move) for move in law]

    def placings(self) -> list[str]:
        """Where the pawn may go, without the word `place`."""
        return [move.removeprefix("place ") for move in self.offer() if move.startswith("place ")]

    def refusal(self, move: str) -> str:
        """Why a move is not allowed, by the name in refusals.py; LEGAL if it is."""
        name, text = self._whose(move)
        return REFUSALS[GAME.engine.refusal(self.states, 0, self.boxes, self.seat(name), GAME.moves.parse(text))]

    def outcomes(self) -> dict[str, int]:
        """What chance may bring, with its weights."""
        moves, weights = GAME.engine.buffers()
        found = GAME.engine.chance(self.states, 0, self.boxes, moves, weights)
        return {GAME.moves.text(move): int(weight) for move, weight in zip(moves[:found], weights[:found], strict=True)}

    # ── What lies on the table ───────────────────────────────────────────────

    def bridge(self, name: str) -> str:
        seat = self.seat(name)
        return " ".join(_tile_text(self.s.site[seat, site]) for site in range(self.s.length[seat]))

    def hand(self, name: str) -> str:
        return " ".join(str(value) for value in range(5) for _ in range(self.s.hand[self.seat(name), value]))

    def cash(self, name: str) -> int:
        return int(self.s.cash[self.seat(name)])

    def tiles(self, name: str) -> str:
        """The bonus tiles that may be used, in the order of the powers."""
        return " ".join(power for i, power in enumerate(POWERS) for _ in range(self.s.tiles[self.seat(name), i]))

    def fresh_tiles(self, name: str) -> str:
        """The bonus tiles taken this round."""
        return " ".join(power for i, power in enumerate(POWERS) for _ in range(self.s.fresh[self.seat(name), i]))

    def faceup_tiles(self) -> list[str]:
        return [POWERS[top - 1] if top else "empty" for top in self.s.tile_top[:]]

    def supply(self, value: int) -> int:
        return int(self.s.supply[value])

    def top(self, building: str) -> str:
        return _tile_text(self.s.top[BUILDINGS.index(building)]) or "empty"

    def pawn(self, name: str) -> str:
        """The stack beside which a pawn stands, `centre`, or nothing."""
        space = self.s.pawn[self.seat(name)]
        beside = [BUILDINGS[stack] for stack in range(6) if self.boxes[0].position[stack] == space]
        return beside[0] if beside else "centre" if space == 6 else ""

    def chapel(self) -> str:
        """The chapel track from the best place on: `Lisa 5, Leon 3, Tim 3, Paula`; no number on the stairs."""
        order = [int(self.s.chapel_order[place]) for place in range(len(self.names))]
        return ", ".join(f"{self.names[seat]} {self.s.chapel[seat] or ''}".strip() for seat in order)

    def gate(self, name: str) -> int:
        return int(self.s.gate[self.seat(name)])

    def turns(self) -> list[str]:
        """The turn order."""
        return [self.names[self.s.order[turn] >> 1] for turn in range(self.s.turns)]

    def rondel(self) -> str:
        """The outer spaces clockwise from the hostelry: `X 3 1 2 1 2`."""
        shown = [self.boxes[0].rondel[(place - self.s.rotation) % 6] for place in range(6)]
        return " ".join("X" if pounds == X_MARK else str(pounds) for pounds in shown)

    # ── Scoring ──────────────────────────────────────────────────────────────

    def score(self, name: str, line: str) -> int:
        """One line of a score sheet."""
        return int(score_line(self.s, self.boxes[0], self.seat(name), LINES.index(line)))

    def scores(self, line: str) -> list[int]:
        """One line of everybody's score sheet, in the order of the rows."""
        return [self.score(name, line) for name in self.names]

    def totals(self) -> list[int]:
        return self._result()[0]

    def places(self) -> list[int]:
        """Everybody's place, from 1, in the order of the rows."""
        return [place + 1 for place in self._result()[1]]

    def _result(self) -> tuple[list[int], list[int]]:
        points, places = np.zeros(4, np.int32), np.zeros(4, np.int32)
        GAME.engine.scores(self.states, 0, self.boxes, points, places)
        return points.tolist()[: len(self.names)], places.tolist()[: len(self.names)]


def setup(seats: int, box: FlatArray[Box] | None = None, **options: str) -> Table:
    """A match before its first reveal. Seats are called by their numbers, as in the chance move `stairs 2`."""
    states, boxes = State.new(), GAME.standard_box() if box is None else box
    GAME.engine.setup(states, 0, boxes, seats, GAME.option_codes(GAME.choose(options)))
    return Table([str(seat) for seat in range(seats)], states, boxes)


def table(
    rows: str,
    *,
    phase: str = "card-choice",
    cards: str = "",
    chapel: str = "",
    gate: str = "",
    tops: str = "",
    x: str = "park",
    bonus: str = "share, free-centre, x-space",
    supply: str = "",
    scoring: str = "",
    round_no: int = 3,
    rules: int = GAME.rules_version,
    box: FlatArray[Box] | None = None,
) -> Table:
    """A position in the middle of a match.

    phase     the phase to begin in; `cards` leads on from the card choice
    cards     what everyone plays, `Leon 3, Lisa 2`; `hand` is what stays in hand (only a 0 is played from there)
    chapel    the chapel track from the best place on, `Lisa 5, Leon 3, Tim`; the others stand on the stairs behind
    gate      the gate track, `Leon 2`
    tops      face-up buildings, `chapel 32`; with `last` there is none below it, or the stack is `empty`
    x         the stack beside the rondel's X
    bonus     the face-up bonus tiles
    supply    the open supply, where it matters: `1 1 2`, or `none`
    scoring   scoring tiles, `chapel coins-again, bridge low-numbers`; where there is none, the printed scoring counts
    rules     the version of the rules with which the match was begun
    """
    lines = [line.strip() for line in rows.strip().splitlines()]
    names = [line.split()[0] for line in lines]
    start = setup(len(names), box, rules=str(rules), **{colour: words[0] for colour, words in _entries(scoring)})
    t = Table(names, start.states, start.boxes)
    _lay_out(t, round_no, round_no - (phase == "round-marker"))
    for seat, line in enumerate(lines):
        _draw_row(t, seat, line.removeprefix(names[seat]))
    for place, (name, words) in enumerate(_entries(chapel)):
        seat = t.seat(name)
        _move_to_place(t, seat, place)
        t.s.chapel[seat] = int(words[0]) if words else 0
    for name, words in _entries(gate):
        t.s.gate[t.seat(name)] = int(words[0])
    _turn_rondel(t, x)
    _stack_buildings(t, tops)
    _stack_bonus_tiles(t, bonus)
    played = [(name, int(card)) for name, words in _entries(cards) for card in words]
    for name, card in played:
        t.s.hand[t.seat(name), card] += 1
        t.s.hand[t.seat(name), 0] = min(t.s.hand[t.seat(name), 0], t.boxes[0].start_zeros[len(names)])
    _fill_supply(t)
    if supply:
        for value in range(1, 5):
            t.s.supply[value] = supply.split().count(str(value))
    t.s.bank = sum(t.cash(name) for name in names) - 5 * len(names)
    t.s.phase = PHASES.index(phase)
    t.push(*(f"{name}: play {card}" for name, card in played))
    return t


def turn(row: str, *, others: str = "Lisa Tim Paula", **drawing: Any) -> Table:
    """The player of this row begins a turn with a 4; the others played a 0 and come later."""
    name, waiting = row.split(maxsplit=1)[0], others.split()
    four, zero = ("4", "0") if len(waiting) > 1 else ("4 4", "0 0")
    cards = ", ".join([f"{name} {four}", *(f"{other} {zero}" for other in waiting)])
    return table("\n".join([row, *waiting]), **{"cards": cards, **drawing})


# ── Reading the drawing ──────────────────────────────────────────────────────


def _tile_text(tile: int) -> str:
    return "park" if tile == PARK_TILE else str(tile) if tile else ""


def _entries(text: str) -> Iterator[tuple[str, list[str]]]:
    """`Leon 3 0, Lisa 2` as names with words."""
    for entry in text.split(","):
        if entry.strip():
            first, *rest = entry.split()
            yield first, rest


def _lay_out(t: Table, round_no: int, markers: int) -> None:
    t.s.round_no = round_no
    for seat in range(len(t.names)):
        t.s.stair[seat] = t.s.chapel_order[seat] = seat
        for value in range(5):
            t.s.hand[seat, value] = t.boxes[0].start_zeros[len(t.names)] if value == 0 else 1
    for number, steps in zip(range(markers), cycle(range(3)), strict=False):
        t.s.markers[steps] -= 1
        t.s.turned[number] = steps + 1


def _draw_row(t: Table, seat: int, row: str) -> None:
    bridge, *cells = row.split("|")
    for tile in bridge.split():
        t.s.site[seat, t.s.length[seat]] = PARK_TILE if tile == "park" else int(tile)
        t.s.length[seat] += 1
    for cell in cells:
        what, *words = cell.split()
        if what == "cash":
            t.s.cash[seat] = int(words[0])
        elif what == "hand":
            for value in range(5):
                t.s.hand[seat, value] = words.count(str(value))
        elif what == "pawn":
            t.s.pawn[seat] = 6 if words[0] == "centre" else t.boxes[0].position[BUILDINGS.index(words[0])]
        elif what in ("tiles", "fresh"):
            for word in words:
                (t.s.tiles if what == "tiles" else t.s.fresh)[seat, POWERS.index(word)] += 1
        else:
            raise ValueError(f"{what!r} cannot be drawn; there are hand, cash, tiles, fresh and pawn")


def _move_to_place(t: Table, seat: int, place: int) -> None:
    order = [int(other) for other in t.s.chapel_order[: len(t.names)] if other != seat]
    order.insert(place, seat)
    for i, other in enumerate(order):
        t.s.chapel_order[i] = other


def _turn_rondel(t: Table, x: str) -> None:
    x_space = next(place for place in count() if t.boxes[0].rondel[place] == X_MARK)
    t.s.rotation = (int(t.boxes[0].position[BUILDINGS.index(x)]) - x_space) % 6


def _stack_buildings(t: Table, tops: str) -> None:
    """Every tile that is not drawn lies face down; every stack that is not drawn shows its lowest number."""
    built = {int(tile) for seat in range(len(t.names)) for tile in t.s.site[seat, : t.s.length[seat]]}
    t.s.parks = 12 - sum(t.bridge(name).split().count("park") for name in t.names)
    hidden = set(range(1, HOUSES + 1)) - built
    drawn = dict(_entries(tops))
    for stack in range(NUMBERED):
        numbers = {int(number) for number in t.boxes[0].numbers[stack]}
        words = drawn.pop(BUILDINGS[stack], [str(min(numbers & hidden, default="empty"))])
        t.s.top[stack] = 0 if words == ["empty"] else int(words[0])
        assert words == ["empty"] or int(words[0]) in numbers & hidden, f"{words} is no {BUILDINGS[stack]} to be drawn"
        hidden -= numbers if words[-1] in ("empty", "last") else {int(words[0])}
    if drawn.pop("park", None) is not None:
        t.s.parks = 0
    t.s.top[PARK] = PARK_TILE if t.s.parks else 0
    assert not drawn, f"there are no stacks {list(drawn)}"
    t.s.hidden = sum(1 << number - 1 for number in hidden)


def _stack_bonus_tiles(t: Table, bonus: str) -> None:
    """Tiles that players have are taken from wherever one is left."""
    for back, (name, _) in enumerate(_entries(bonus)):
        if name == "empty":
            for power in range(8):
                t.s.tiles_hidden[back, power] = 0
        else:
            t.s.tile_top[back] = POWERS.index(name) + 1
            t.s.tiles_hidden[back, POWERS.index(name)] -= 1
    for power in range(8):
        held = sum(int(t.s.tiles[seat, power]) + int(t.s.fresh[seat, power]) for seat in range(len(t.names)))
        for back in range(3):
            if held and t.s.tiles_hidden[back, power]:
                t.s.tiles_hidden[back, power] -= 1
                held -= 1


def _fill_supply(t: Table) -> None:
    for value in range(1, 5):
        held = sum(int(t.s.hand[seat, value]) for seat in range(len(t.names)))
        t.s.supply[value] = int(t.boxes[0].cards[value]) - held
        assert t.s.supply[value] >= 0, f"more cards of value {value} are drawn than there are"
