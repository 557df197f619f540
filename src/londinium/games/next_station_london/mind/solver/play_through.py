"""From four lines to a play: which section on which card. The rules are asked at every step, so the play is legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.mind.solver.solo import Alone
from londinium.games.next_station_london.rules.components import WORD
from londinium.games.next_station_london.rules.moves import DRAW, PASS
from londinium.games.next_station_london.rules.pencils import pencil_in_round
from londinium.games.next_station_london.rules.state import DRAWING
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match


def sections_in(city: City, words: Any) -> set[int]:
    """The numbers of the sections in a set of bits."""
    return {section for section in range(int(city.sections)) if int(words[section // WORD]) >> (section % WORD) & 1}


def play_lines(alone: Alone, lines: Sequence[set[int]]) -> Match:
    """A match of a player alone who draws exactly these sections in each round, in an order that the cards allow."""
    match = alone.begin()
    if not _go_on(match, alone.reveals, lines, set()):
        raise ValueError("these lines cannot be drawn with these cards")
    return match


def _go_on(match: Match, reveals: Sequence[int], lines: Sequence[set[int]], dead_ends: set[bytes]) -> bool:
    """Play to the end, or back to where this began."""
    came = sum(made.seat == CHANCE for made in match.plies)
    ply = match.ply
    while match.to_act == (CHANCE,):
        match.apply(reveals[came], CHANCE)
        came += 1
    if not _is_missing_something(match, lines):
        if match.is_over:
            return True
        key = match.position.state_bytes
        if key not in dead_ends:
            for move in _choices(match, lines):
                before = match.ply
                match.apply(move, 0)
                if _go_on(match, reveals, lines, dead_ends):
                    return True
                match.go_to(before)
            dead_ends.add(key)
    match.go_to(ply)
    return False


def _is_missing_something(match: Match, lines: Sequence[set[int]]) -> bool:
    """Whether a round is over and its line is not as it should be."""
    s: Any = match.position.state
    over = len(lines) if match.is_over else max(0, int(s.round_no) - 1)
    drawn = (sections_in(match.boxes[0], s.drawn[0, pencil_in_round(s, 0, k + 1)]) for k in range(over))
    return any(found != line for found, line in zip(drawn, lines, strict=False))


def _choices(match: Match, lines: Sequence[set[int]]) -> list[int]:
    """What may lead to the lines: a wanted section, or none. At the end of a round, STATION ×2 where allowed."""
    legal = match.legal(0)
    if match.position.state.phase != DRAWING:
        return legal[:1]
    wanted = lines[int(match.position.state.round_no) - 1]
    return [move for move in legal if move - DRAW in wanted] + [PASS]
