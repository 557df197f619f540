"""The chat of a table: spectators cannot fill it, cannot speak as players, and nobody's marks reach into other lines."""

from __future__ import annotations

import pytest

from londinium.table.chat import IN_ONE_GO, PLAYERS_LINES, SPECTATORS_LINES, Chat, Spoken, looks_alike
from londinium.table.texts import MOST_MARKS, plain_name, said


def line(number: int, seat: int | None) -> Spoken:
    return Spoken(seat, "Ann", str(number), 0, number)


def test_old_lines_of_spectators_make_room_for_new_ones_and_players_can_always_speak() -> None:
    chat = Chat()
    chat.hear(line(1, 0))
    for number in range(2, 3_000):
        chat.hear(line(number, None))
        assert sum(one.seat is None for one in chat) < SPECTATORS_LINES + IN_ONE_GO
    chat.hear(line(3_000, 1))
    assert [one.number for one in chat if one.seat is not None] == [1, 3_000]
    assert [one.number for one in chat] == sorted(one.number for one in chat)
    assert chat[-2].number == 2_999
    assert chat.heard_by(0) == 2_999
    assert chat.heard_by(None) == 3_000
    chat.forget(0)
    assert chat[-1].number == 3_000
    for number in range(3_001, 6_000):
        chat.hear(line(number, 0))
    assert PLAYERS_LINES <= sum(one.seat is not None for one in chat) < PLAYERS_LINES + IN_ONE_GO


@pytest.mark.parametrize("name", ["Ann", "ann", " A n n ", "Аnn", "Ann.", "\uff21nn", "Änn", "Ann\u0301\u0301"])
def test_names_that_look_alike(name: str) -> None:
    assert looks_alike(name, "Ann")


@pytest.mark.parametrize("name", ["", "Anna", "Ben", "…"])
def test_names_that_do_not(name: str) -> None:
    assert not looks_alike(name, "Ann")
    assert not looks_alike(name, "")


def test_few_marks_on_a_letter() -> None:
    assert len(said("Z" + "\u0335\u0301\u0317" * 100 + "algo")) == len("Zalgo") + MOST_MARKS
    assert len(said("a" + "\u0301" * 400 + "b")) <= 6
    assert len(plain_name("a" + "\u20dd" * 30)) <= 6
    for honest in ("क्षत्रिय", "שָׁלוֹם", "ไม่ใช่", "Việt Nam", "👩‍👩‍👧‍👦 ❤️ 1️⃣"):
        assert said(honest) == said(said(honest))
        assert len(said(honest)) >= len(honest) - 2
