"""Move tables: text and parse are inverse, and an error names the word that is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import londinium
from londinium.kernel.notation import MoveTable, names_of
from londinium.kernel.words.errors import InvalidNotation

TABLE = londinium.game("old-london-bridge").moves


@given(st.integers(0, len(TABLE) - 1))
def test_text_and_parse_are_inverse(move: int) -> None:
    assert TABLE.parse(TABLE.text(move)) == move
    assert TABLE.parse(f"  {TABLE.text(move).upper()} ".replace(" ", "  ")) == move


@pytest.mark.parametrize(
    ("text", "bad_word", "allowed"),
    [
        ("play 9", "9", ("0", "1", "2", "3", "4")),
        ("place centre zoo", "zoo", ("chapel", "gate", "hostelry", "haberdasher", "guild-house", "park")),
        ("pick", "", ("1", "2", "3")),
        ("play 3 now", "now", ()),
    ],
)
def test_an_error_names_the_bad_word_and_what_could_stand_there(text: str, bad_word: str, allowed: tuple[str, ...]) -> None:
    with pytest.raises(InvalidNotation) as caught:
        TABLE.parse(text)
    assert caught.value.bad_word == bad_word
    assert caught.value.allowed == allowed


@given(st.text().filter(lambda text: " ".join(text.lower().split()) not in set(TABLE)))
def test_any_other_text_is_an_error_with_a_sentence(text: str) -> None:
    with pytest.raises(InvalidNotation, match="is not a move"):
        TABLE.parse(text)


def test_a_text_is_interned_once_and_must_be_plain_words() -> None:
    table = MoveTable()
    assert table.add("draw a1-b2") == 0
    for text in ("draw a1-b2", "", " draw", "draw  a1"):
        with pytest.raises(ValueError, match="is in the move table already"):
            table.add(text)


def test_names_of_numbers_are_read_from_their_declaration() -> None:
    scope = {"SEATS": 4, "LEGAL": 0, "NOT_NOW": 1, "TOO_POOR": 2, "RULE": {}}
    assert names_of(scope, "LEGAL", "TOO_POOR") == ("LEGAL", "NOT_NOW", "TOO_POOR")
    with pytest.raises(ValueError, match="SEATS to NOT_NOW should be the numbers from 0"):
        names_of(scope, "SEATS", "NOT_NOW")
