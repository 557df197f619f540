"""What bonus tiles and scorings do, in the words of the rules themselves: one text for the rules page and for the bubbles."""

from __future__ import annotations

import re
from functools import cache

from londinium.games.old_london_bridge.face.view import Board, Printed
from londinium.kernel.registry import game
from londinium.kernel.words.language import Language
from londinium.kernel.words.rulebook import flowing, rulebook, without_signs

TILE = re.compile(r"- !\[\]\(([a-z-]+)\) \*\*[^*]+\*\*\s*(.+?)(?=\n *- |\n\n|\Z)", re.DOTALL)
SCORING = re.compile(r"^ *\| !\[[^\]]+\]\(([a-z-]+)\) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
SENTENCE = re.compile(r"(?<=[.!?]) (?=\w)")
SENTENCES = 2
"""As much as a bubble holds; the rules have the rest."""

MOVE_TWO = ("chapel-two", "gate-two")
"""Of these the rules go on with when, the second by referring to the first."""


def explanation(name: str, language: Language) -> str:
    """What a bonus tile or a scoring tile does; nothing for what is not in the rules' lists."""
    return _explanations(language.code).get(name, "")


@cache
def published_amounts(seats: int) -> Printed:
    """What is printed in the published box, for this number of players."""
    board: Board = game("old-london-bridge").match(seats=seats, seed=0).view(None, refusals=False).board
    return board.printed


@cache
def _explanations(code: str) -> dict[str, str]:
    text = without_signs("\n\n".join(rule.text for rule in rulebook(game("old-london-bridge"), code).rules))
    found = {name: flowing(words) for name, words in (*TILE.findall(text), *SCORING.findall(text))}
    return {name: _shortened(name, words[:1].upper() + words[1:]) for name, words in found.items()}


def _shortened(name: str, words: str) -> str:
    if name in MOVE_TWO:
        return re.split("[,.]", words)[0] + "."
    return " ".join(SENTENCE.split(words)[:SENTENCES])
