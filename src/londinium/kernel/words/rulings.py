"""Which rules of a game are not, or not only, printed: the file `rulebook/rulings.toml` beside the game's rules.

`[rules]` has, for every such rule, the kinds of its unprinted sentences in their order; the rulebooks of all languages carry the
same signs. `[refusals]` has, for each kind, the reasons of refusals that rest on such a sentence. What is in neither is printed.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from londinium.kernel.game import Game
from londinium.kernel.words.language import Language
from londinium.kernel.words.rulebook import legend

KINDS = {"ruling": "§", "derived": "∴", "reconstructed": "≈"}


def ruled(game: Game) -> dict[str, list[str]]:
    """The signs that each rule has to carry."""
    return {number: [KINDS[kind] for kind in kinds] for number, kinds in _file(game.folder).get("rules", {}).items()}


def ruled_refusals(game: Game) -> dict[str, str]:
    """The sign of each reason for a refusal that is not printed."""
    return {reason: KINDS[kind] for kind, reasons in _file(game.folder).get("refusals", {}).items() for reason in reasons}


def ruled_words(game: Game, reason: str, words: Language) -> str:
    """The sign of a refusal with its meaning; nothing if the rule is printed. A reason may continue with what it is about."""
    return legend(ruled_refusals(game).get(reason.split(" ", maxsplit=1)[0], ""), words)


@cache
def _file(folder: Path) -> dict[str, dict[str, list[str]]]:
    file = folder / "rulebook" / "rulings.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
