"""The one measure of a mistake on every page: how much less a move is worth than the best one, and what that means in words."""

from __future__ import annotations

from londinium.bots.search.foresight import is_alone
from londinium.bots.search.search import DEFAULT_SETTINGS
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.study.verdicts import BLUNDER, INACCURACY, MISTAKE

SIZE_NAMES = {INACCURACY: N_("inaccuracy"), MISTAKE: N_("mistake"), BLUNDER: N_("blunder")}


def first_place(game: Game) -> float:
    """What the first place is worth besides the lead, in points."""
    return float(game.search.get("win", DEFAULT_SETTINGS["win"]))


def worth_less(loss: float, game: Game, words: Language) -> str:
    """What a move costs: `worth £3.2 less`."""
    return words.text("worth {amount} less", amount=game.study.amount(max(0.0, loss), words))


def mistake_words(size: str, loss: float, game: Game, words: Language) -> str:
    """A mistake and its cost: `blunder, worth £11.8 less`."""
    return f"{words.text(SIZE_NAMES[size])}, {worth_less(loss, game, words)}"


def meaning_of_worth(game: Game, seats: int, words: Language) -> str:
    """What is meant by what moves are worth."""
    if seats == 1 or is_alone(game):
        return words.text("A move is worth the points that it lets you expect at the end.")
    facts = {"amount": game.study.amount(first_place(game), words)}
    return words.text("A move is worth the lead that it lets you expect at the end; first place counts {amount} more.", **facts)
