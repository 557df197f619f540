"""Bonus tiles as letters, as the words about stacks and seats write them."""

from __future__ import annotations

from collections.abc import Sequence

from londinium.kernel.contracts.position import Draft

LETTERS = "SFXTCGNP"
"""The powers by their first letters, in the order of their numbers: share, free-centre, x-space and so on."""


def letters_of(counts: Sequence[int]) -> str:
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


def counted(draft: Draft, part: str, seat: int, letters: str) -> list[int]:
    for letter in letters:
        draft.one_of(part, seat, letter, LETTERS)
    draft.number(part, seat, str(len(letters)), 0, 99)
    return [letters.count(letter) for letter in LETTERS]
