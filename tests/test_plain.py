"""Records for Python to read: plain numbers with the same values, copies with the same bytes, and what a match keeps of them."""

from __future__ import annotations

import pytest

import londinium
from londinium.kernel.flat import Cells, Flat, copy_of, int8, int16, int64
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match
from londinium.kernel.plain import plain_of


class Sample(Flat):
    """A record with gaps, and with fields of every shape."""

    flag: int = int8("a small number")
    mask: int = int64("a wide one")
    row: Cells = int16("a row", 3)
    table: Cells = int8("a table", 2, 3)
    cube: Cells = int16("a cube", 2, 2, 2)


def test_plain_fields_are_numbers_and_tuples() -> None:
    samples = Sample.new(2)
    samples[0].flag, samples[0].mask = -3, 1 << 60
    samples[0].row[1], samples[0].table[1, 2], samples[0].cube[1, 0, 1] = -300, 7, 500
    read = plain_of(samples)
    assert (read.flag, read.mask, read.row) == (-3, 1 << 60, (0, -300, 0))
    assert read.table == ((0, 0, 0), (0, 0, 7))
    assert read.cube == (((0, 0), (0, 0)), ((0, 500), (0, 0)))
    assert plain_of(copy_of(samples)) is read  # the same bytes are read once


def test_a_copy_is_one_of_its_own() -> None:
    samples = Sample.new()
    copied = copy_of(samples)
    copied[0].flag = 5
    assert (samples[0].flag, copied[0].flag) == (0, 5)
    assert copied.dtype is samples.dtype  # type: ignore[attr-defined]  # a NumPy array underneath


def masks_are_true(match: Match) -> bool:
    """Whether a match remembers the same seats to act as the rules tell."""
    now = match.game.engine.to_act(match.position.states, 0)
    return match.to_act == tuple(seat for seat in range(CHANCE + 1) if now >> seat & 1)


@pytest.mark.parametrize("game", londinium.all_games(), ids=lambda game: game.slug)
def test_a_match_remembers_who_acts(game: Game) -> None:
    match = game.match(seats=game.seats[-1], seed=5)
    for step in range(40):
        assert masks_are_true(match)
        if match.is_over:
            break
        match.push(match.legal(match.to_act[-1])[0], match.to_act[-1])
        assert match.position is match.position
        if step % 7 == 0:
            earlier = match.at(match.ply // 2)
            assert masks_are_true(earlier)
            assert masks_are_true(match.with_state(earlier.position.states))
            assert masks_are_true(match.copy())
            match.undo()
            assert masks_are_true(match)
