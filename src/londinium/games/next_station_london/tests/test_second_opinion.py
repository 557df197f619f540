"""N-4.1 to N-8.6: random matches, compared at every decision with a second implementation of the rules."""

from __future__ import annotations

import pytest

from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.box.random_city import random_city
from londinium.games.next_station_london.face.view import Board
from londinium.games.next_station_london.tests.naive import SYMBOLS, NaiveSheet, Section
from londinium.kernel.match import Match
from londinium.kernel.rules import COMPILED
from londinium.kernel.seeds import draw

SEEDS = range(24 if COMPILED else 2)


def card_symbols(board: Board) -> set[str]:
    symbol = (board.card or "").partition("-")[2]
    return set(SYMBOLS) if symbol == "joker" else {symbol}


def expected_first(sheet: NaiveSheet, board: Board, seat: int) -> set[Section]:
    """What may be drawn on a card, from the view alone: with JOKER any symbol, with SWITCH any source."""
    player = board.players[seat]
    pencil = player.pencil or ""
    switch = board.switch and board.turn > 2
    sources = sheet.stations(pencil) if switch else sheet.ends(pencil)
    found = sheet.legal(pencil, card_symbols(board), sources)
    if player.power == "joker":
        found |= sheet.legal(pencil, set(SYMBOLS), sources)
    if player.power == "switch" and board.turn > 2 and not board.switch:
        found |= sheet.legal(pencil, card_symbols(board), sheet.stations(pencil))
    return found


def expected_second(sheet: NaiveSheet, board: Board, seat: int, first: Section) -> set[Section]:
    """What SECOND SECTION may add after a first section."""
    pencil = board.players[seat].pencil or ""
    before, ends = sheet.stations(pencil), sheet.ends(pencil)
    (target,) = first - before
    branched = not first & ends
    symbols = card_symbols(board)
    if len(symbols) > 1 and sheet.station[target].symbol != "central":
        symbols = {sheet.station[target].symbol}
    sheet.lines[pencil].append(first)
    may_branch = board.switch and board.turn > 2 and not branched
    found = sheet.legal(pencil, symbols, sheet.stations(pencil) if may_branch else sheet.ends(pencil))
    sheet.lines[pencil].pop()
    return found


class Walk:
    """A match with a naive sheet for every seat beside it."""

    def __init__(self, match: Match, key: int) -> None:
        self.match, self.key = match, key
        self.sheets = [NaiveSheet(match.view(None).board.city) for _ in range(match.seats)]
        self.chosen: list[list[Section]] = [[] for _ in range(match.seats)]
        self.passed: set[int] = set()
        self.round = 0

    def go(self) -> None:
        while not self.match.is_over:
            board: Board = self.match.view(None).board
            if board.round != self.round:
                self.round = board.round
                for seat, player in enumerate(board.players):
                    self.sheets[seat].begin(player.pencil or "")
            self.decide(self.match.to_act[draw(self.key, 2 * self.match.ply, len(self.match.to_act))])
        for seat, score in enumerate(self.match.score_sheets):
            assert score.total - score.objective_points == self.sheets[seat].total()
            for line in score.lines:
                assert line.points == self.sheets[seat].line_points(line.pencil)

    def decide(self, seat: int) -> None:
        match, sheet = self.match, self.sheets[seat]
        board: Board = match.view(seat).board
        offered = [match.moves.text(move) for move in match.legal(seat)]
        move = offered[draw(self.key, 2 * match.ply + 1, len(offered))]
        if board.phase == "twice-choice":
            if move != "pass":
                sheet.twice[board.players[seat].pencil or ""] = move.removeprefix("twice ")
            match.push(move, seat)
            return
        first = self.chosen[seat][0] if self.chosen[seat] else None
        if seat in self.passed:
            # A player who passed with SECOND SECTION is asked again, so that nobody can tell; there is nothing left to draw.
            expected: set[Section] = set()
        else:
            expected = expected_second(sheet, board, seat, first) if first else expected_first(sheet, board, seat)
        assert {frozenset(text[5:].split("-")) for text in offered if text != "pass"} == expected, f"ply {match.ply}, seat {seat}"
        if move == "pass":
            self.passed.add(seat)
        else:
            self.chosen[seat].append(frozenset(move[5:].split("-")))
        pencils = [player.pencil or "" for player in board.players]
        match.push(move, seat)
        after: Board = match.view(None).board
        if (after.round, after.turn, after.phase) != (board.round, board.turn, board.phase):
            for other, pencil in enumerate(pencils):
                self.sheets[other].lines[pencil] += self.chosen[other]
                self.chosen[other] = []
            self.passed.clear()


@pytest.mark.parametrize("seed", SEEDS)
def test_random_matches(seed: int) -> None:
    """N-4.1 to N-4.7, N-5.1, N-5.2, N-6.1, N-8.2 to N-8.6: the offers and the points agree."""
    seats = 1 + seed % 4
    match = GAME.match(seats=seats, seed=seed, variant=("base", "both-modules", "powers")[seed % 3])
    Walk(match, seed).go()


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_random_cities(seed: int, tmp_path: object) -> None:
    """N-1.3: the rules are the same in every city."""
    path = tmp_path / "city.txt"  # type: ignore[operator]  # a Path
    path.write_text(random_city(seed), encoding="utf-8")
    Walk(GAME.match(seats=1 + seed % 2, seed=seed, variant="powers", box=path), seed).go()
