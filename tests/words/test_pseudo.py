"""The pseudo-locale: every message two fifths longer, with the same facts and tags, on every page that is asked for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from londinium.kernel.words.language import PSEUDO, STRETCH, language, languages, stretched

SOURCE = Path(__file__).parents[2] / "src" / "londinium"


def spoken(text: str) -> str:
    return re.sub(r"{[^}]*}|<[^>]*>|&\w+;|%\(\w+\)s|`[^`]*`", "", text)


@pytest.mark.parametrize(
    ("said", "longer"),
    [
        ("Your turn", "YYoouur tuurn"),
        ("OK", "OOK"),
        ("{name!r} draws <b>{count}</b>", "{name!r} draaaaws <b>{count}</b>"),
        ("×2", "×2"),
        ("type `play`", "tyypee `play`"),
    ],
)
def test_vowels_are_held(said: str, longer: str) -> None:
    assert stretched(said) == longer


def test_every_message_is_longer_by_two_fifths_and_says_the_same_facts() -> None:
    catalogue = (SOURCE / "locale" / "de" / "LC_MESSAGES" / "messages.po").read_text(encoding="utf-8")
    messages = [said for said in re.findall(r'^msgid "(.+)"$', catalogue, re.MULTILINE) if re.search("[aeiou]", spoken(said))]
    assert len(messages) > 500
    for said in messages:
        longer = stretched(said)
        assert len(spoken(longer)) >= STRETCH * len(spoken(said)), said
        assert re.findall(r"{[^}]*}|<[^>]*>", longer) == re.findall(r"{[^}]*}|<[^>]*>", said)


def test_it_is_spoken_on_request_only() -> None:
    words = language(PSEUDO)
    assert words.text("Hint") == "Hiiint"
    assert words.plural("{count} card", "{count} cards", 2) == "2 caaaards"
    assert PSEUDO not in languages()
