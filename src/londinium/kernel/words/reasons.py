"""Why a move is not allowed, as an error that all readers get in their own language."""

from __future__ import annotations

from londinium.kernel.game import Game
from londinium.kernel.words.errors import LondiniumError
from londinium.kernel.words.language import Language, language
from londinium.kernel.words.rulings import ruled_words


class Reason(LondiniumError):
    """Why a move is not allowed, in the game's words, with the rule it rests on and whether that is printed."""

    def __init__(self, game: Game, rule: str, reason: str) -> None:
        super().__init__("{reason} ({rule})", rule=rule, reason=reason)
        self._game, self._rule, self._reason = game, rule, reason

    def __str__(self) -> str:
        return self.told(language("en", self._game.folder))

    def told(self, language: Language) -> str:
        rule = ", ".join(filter(None, [self._rule, ruled_words(self._game, self._reason, language)]))
        return f"{self._game.face.describe_refusal(self._reason, language)} ({rule})"
