"""The bots as people choose them: the weakest first, how strong, how slow, what to expect of them."""

from __future__ import annotations

from dataclasses import dataclass

from londinium.bots.levels import LEVELS
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.table.hall.thinkers import bots_to_seat, invited_bots
from londinium.web.live.people import bot_words

SENTENCES = {
    "apprentice": N_("Sees what a move gains now and rarely looks further; good for your first matches."),
    "builder": N_("Plans ahead and punishes mistakes; a fair opponent once you know the game."),
    "master": N_("Explores many ways the match might go; hard to beat."),
    "architect": N_("The strongest of all, for those who like to wait."),
    "greedy": N_("Takes whatever is worth most right now, and thinks no further."),
    "busy": N_("Moves at random, but passes only when it must."),
    "random": N_("Makes any legal move."),
}
SIMPLE = ("random", "busy", "greedy")
"""Those that do not think: for trying things out."""
FULL, EMPTY = "●", "○"


@dataclass(frozen=True)
class Opponent:
    """A bot, in the reader's language."""

    bot: str
    title: str
    dots: str
    """How strong it is beside the others: `●●○○`; empty for one that does not think."""
    sentence: str
    points: str
    """About how many points it reaches, where that is known."""
    time: str
    wait: str
    """The same in two words, where somebody is waiting for it."""

    @property
    def line(self) -> str:
        """All of it in one line, for a list to choose from: short enough for a phone."""
        return " · ".join(filter(None, (f"{self.title} {self.dots}".strip(), self.points, self.wait)))


def opponents(game: Game, words: Language) -> tuple[list[Opponent], list[Opponent]]:
    """The bots that think, the weakest first, with those of others that the host has let in; and those that do not think."""
    thinking = [bot for bot in LEVELS if bot in bots_to_seat()]
    found = [_opponent(bot, game, words, FULL * at + EMPTY * (len(thinking) - at)) for at, bot in enumerate(thinking, 1)]
    found += [_guest(bot, words) for bot in invited_bots()]
    return found, [_opponent(bot, game, words, "") for bot in SIMPLE if bot in bots_to_seat()]


def _guest(bot: str, words: Language) -> Opponent:
    """A bot of somebody else's: nobody here knows how strong it is."""
    sentence = words.text("A program that the host of this site has added.")
    return Opponent(bot, bot_words(bot, words), "", sentence, "", words.text("thinks for as long as the host lets it"), "")


def _opponent(bot: str, game: Game, words: Language, dots: str) -> Opponent:
    seconds = LEVELS[bot].seconds if bot in LEVELS else None
    if seconds is None:
        time, wait = words.text("answers at once"), ""
    else:
        wait = words.text("up to {count} s", count=round(seconds))
        time = words.plural("thinks for up to {count} second a move", "thinks for up to {count} seconds a move", round(seconds))
    expected = game.study.EXPECTED.get(bot)
    points = words.text("about {points}", points=game.face.describe_points(expected, words)) if expected is not None else ""
    sentence = words.text(SENTENCES[bot]) if bot in SENTENCES else ""
    return Opponent(bot, bot_words(bot, words), dots, sentence, points, time, wait)
