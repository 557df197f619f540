"""French as it is printed: a space that does not break before : ; ? ! » % £ and after «, and the typographic apostrophe.

With a plain space a line may begin with the mark; a script could put it right, so a test can, too.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.registry import bundled_games
from londinium.look.log import entries_of, log_lines

from .test_catalogues import forms, tools

GAMES = Path(__file__).parents[2] / "src" / "londinium" / "games"
UNSEEN = re.compile(
    r"^- `[^`]+`:"  # the moves that a lesson answers
    r"|`[^`]*`|\w+://\S*|{[^}]*}|(?<=\])\([\w-]+\)|Next Station: London",
    re.MULTILINE,
)
"""What is no French: code, addresses, facts, names of pictures, the title of a game."""
ENDS = r"(?=[\s.,)*_|…»]|$)"
"""A mark within a word is none: 12:30, MODULE:NAME."""
FAULTS = {
    "no non-breaking space before a mark": re.compile(rf"(?:(?<=[^\s(\[«:;?!])|(?<=[ \n\u202f]))[:;?!»]{ENDS}", re.MULTILINE),
    "no non-breaking space after «": re.compile(r"«(?!\u00a0)"),
    "no non-breaking space before a unit": re.compile(r"[ \n\u202f]+[%£](?!\w)|\d[%£]"),
    "a straight apostrophe": re.compile(r"(?<=\w)'(?=\w)"),
    "a space before an ellipsis": re.compile(r"\s…"),
}


def faults(text: str) -> list[str]:
    plain = UNSEEN.sub("x", text)
    return [
        f"{name}: {plain[max(0, at.start() - 30) : at.end() + 10]!r}"
        for name, fault in FAULTS.items()
        for at in fault.finditer(plain)
    ]


def french() -> Iterator[tuple[str, str]]:
    """Where something is said in French, and what."""
    for domain in tools.domains():
        for message in tools.read(tools.po_file(domain, "fr"), "fr"):
            if message.id:
                yield from ((f"{domain.name}: {message.id}", form) for form in forms(message.string))
    for folder in ("rulebook", "lessons"):
        for path in sorted(GAMES.glob(f"*/{folder}/**/fr.md")):
            yield str(path.relative_to(GAMES)), path.read_text(encoding="utf-8")


def test_french_is_set_as_it_is_printed() -> None:
    found = [f"{place}: {fault}" for place, text in french() for fault in faults(text)]
    assert found == [], "\n".join(found)


SEEN = re.compile(r'>([^<>]+)<|(?:data-tell|aria-label|title|alt)="([^"]*)"')
MOMENTS = 7


def random_match(game: Game) -> Match:
    variant = list(game.variants)[-1]
    match, chance = game.match(seats=max(game.seats), seed=7, variant=variant, names=["Maud", "Hugh", "Rosa", "Wat"]), Random(7)
    while not match.is_over:
        seat = chance.choice(match.to_act)
        match.push(chance.choice(match.legal(seat)), seat)
    return match


@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.slug)
def test_what_code_joins_has_the_spaces_too(game: Game) -> None:
    """A table and its log in French: a colon that code puts between two texts comes from the catalogue."""
    match = random_match(game)
    words, found = match.words("fr"), []
    for ply in {*range(0, match.ply, match.ply // MOMENTS), match.ply}:
        here, scene = match.at(ply), Scene(words, match.names)
        view = here.view(next((seat for seat in here.to_act if seat < here.seats), 0))
        drawn = game.drawing.draw(view, scene)
        parts = [*drawn.fragments.values(), game.drawing.text_board(view, scene)]
        parts += [game.drawing.final(view, scene)] if here.is_over else [drawn.prompt.sentence, drawn.prompt.help]
        parts += [text for offer in drawn.offers.values() for text in (offer.label, offer.bubble)]
        parts += log_lines(entries_of(here, 0, words, match.names), words)
        for part in parts:
            texts = [one or other for one, other in SEEN.findall(f">{part}<")]
            found += [fault for text in texts for fault in faults(html.unescape(text).strip(" \n"))]
    assert found == [], "\n".join(dict.fromkeys(found))


@pytest.mark.parametrize(
    "text",
    [
        "Quoi ?",
        "Quoi?",
        "Un, deux :",
        "un; deux",
        "Quoi\u202f?",
        "« oui »",
        "«\u00a0oui »",
        "5 £",
        "100%",
        "l'hôtel",
        "d'{name}",
        "Attendez …",
    ],
)
def test_a_fault_is_found(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "Quoi\u00a0?",
        "«\u00a0oui\u00a0»\u00a0!",
        "à 12:30, sqlite:///FICHIER",
        "pip install 'londinium[png]'",
        "- `place *`: non",
        "![une image](rondel)",
        "Next Station: London",
        "{name!r} et (?)",
        "?\u00a0£",
    ],
)
def test_what_is_no_fault(text: str) -> None:
    assert faults(text) == []
