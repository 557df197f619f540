"""The bots as people choose them: the weakest first, how strong, how slow, what to expect of them."""

from __future__ import annotations

import itertools
import logging
from dataclasses import dataclass

from londinium.bots.levels import LEVELS, ability_of, budget_of
from londinium.bots.measured import SOON, BotFigures, MeasuredBots, measured_bots
from londinium.bots.search.foresight import judgement_file
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.kernel.words.language import Language
from londinium.table.hall.thinkers import bots_to_seat, invited_bots
from londinium.web.live.people import bot_words

_log = logging.getLogger(__name__)

SENTENCES = {
    "novice": N_("Has just learnt the rules and overlooks a lot; children can beat it, and so can you."),
    "apprentice": N_("Knows some rules of thumb and rarely looks further; the next one after your first wins."),
    "builder": N_("Plans ahead and punishes mistakes; a fair opponent once you know the game."),
    "master": N_("Sees at a glance what a position is worth, but not everything; hard to beat."),
    "architect": N_("The strongest of all: looks as far ahead as its time allows."),
    "greedy": N_("Takes whatever is worth most right now, and thinks no further."),
    "busy": N_("Moves at random, but passes only when it must."),
    "random": N_("Makes any legal move."),
}
SIMPLE = ("random", "busy", "greedy")
"""Those that do not think: for trying things out."""
FULL, EMPTY = "●", "○"
CLEARLY = 0.1
"""Seconds that need no second digit."""
NEARLY = 95
"""Who wins so many percent wins nearly always."""


@dataclass(frozen=True)
class Opponent:
    """A bot, in the reader's language."""

    bot: str
    title: str
    dots: str
    """How strong it is beside the others: `●●○○`; empty for one that does not think."""
    sentence: str
    points: str
    """About how many points it reaches alone, where that is known."""
    time: str
    wait: str
    """How long it thinks at most, in two words, where somebody is waiting for it."""
    figures: str
    """How long it thinks, how strong it is and how many points it reaches, as far as that was measured."""

    @property
    def line(self) -> str:
        """In one line, for a list to choose from, short enough for a phone: how strong, and how slow or how many points."""
        return " · ".join(filter(None, (f"{self.title} {self.dots}".strip(), self.wait or self.points)))


def opponents(game: Game, words: Language) -> tuple[list[Opponent], list[Opponent]]:
    """The bots that think, the weakest first, with those of others that the host has let in; and those that do not think."""
    thinking = [bot for bot in LEVELS if bot in bots_to_seat()]
    found = [_opponent(bot, game, words, FULL * at + EMPTY * (len(thinking) - at)) for at, bot in enumerate(thinking, 1)]
    found += [_guest(bot, words) for bot in invited_bots()]
    return found, [_opponent(bot, game, words, "") for bot in SIMPLE if bot in bots_to_seat()]


def _guest(bot: str, words: Language) -> Opponent:
    """A bot of somebody else's: nobody here knows how strong it is."""
    sentence = words.text("A program that the host of this site has added.")
    time = words.text("thinks for as long as the host lets it")
    return Opponent(bot, bot_words(bot, words), "", sentence, "", time, "", time)


def _opponent(bot: str, game: Game, words: Language, dots: str) -> Opponent:
    seconds, is_measured = _time_of(bot, game)
    if seconds is None or round(seconds) < 1:
        time, wait = words.text("answers at once"), ""
    else:
        wait = words.text("up to {count} s", count=round(seconds))
        time = words.plural("thinks for up to {count} second a move", "thinks for up to {count} seconds a move", round(seconds))
    sentence = words.text(SENTENCES[bot]) if bot in SENTENCES else ""
    measured = _measured(game) if is_measured else None
    if measured is None or bot not in measured.bots:
        return Opponent(bot, bot_words(bot, words), dots, sentence, "", time, wait, time)
    own = measured.bots[bot]
    points = game.face.describe_points(round(own.points), words)
    alone = words.text("about {points}", points=points) if own.knows_points and not measured.opponent else ""
    figures = [
        time if own.seconds < SOON or own.hurry > 1 else _thinks(own.seconds, words),
        _rated(own, words) if own.knows_rating else "",
        _reached(points, measured.opponent, words) if own.knows_points else "",
        _step(bot, own.wins, words),
    ]
    return Opponent(bot, bot_words(bot, words), dots, sentence, alone, time, wait, " · ".join(filter(None, figures)))


def _time_of(bot: str, game: Game) -> tuple[float | None, bool]:
    """How long a bot thinks at most, if it thinks for a time, and whether it is the one that was measured: where there is no room
    for the large network, those that judge by it simulate instead.
    """
    if bot not in LEVELS:
        return None, True
    ability = ability_of(bot, game)
    is_measured = not ability.judges or judgement_file(game).exists()
    return (ability if is_measured else budget_of(bot, game)).seconds, is_measured


def _thinks(seconds: float, words: Language) -> str:
    return words.text("about {seconds} s a move", seconds=words.decimal(seconds, 1 if seconds >= CLEARLY else 2))


def _rated(own: BotFigures, words: Language) -> str:
    """One that was measured with a part of its time is stronger than that."""
    if own.hurry > 1:
        return words.text("rating above {number}", number=own.rating)
    return words.text("rating {number}", number=own.rating)


def _reached(points: str, opponent: str, words: Language) -> str:
    if not opponent:
        return words.text("about {points} alone", points=points)
    return words.text("about {points} against {bot}", points=points, bot=bot_words(opponent, words))


def _step(bot: str, wins: int | None, words: Language) -> str:
    """How often a level wins against the one below; of the lowest one nobody asks."""
    below = dict(itertools.pairwise(reversed(LEVELS))).get(bot)
    if wins is None or below is None:
        return ""
    if wins >= NEARLY:
        return words.text("nearly always beats {bot}", bot=bot_words(below, words))
    return words.text("wins about {share}% of matches against {bot}", share=wins, bot=bot_words(below, words))


def what_is_unlearnt(game: Game, words: Language) -> str:
    """Where bots have to do without what they have learnt; empty where none has learnt anything."""
    learnt = [bot_words(bot, words) for bot in LEVELS if bot in bots_to_seat() and ability_of(bot, game).judges]
    if not learnt:
        return ""
    return words.text(
        "What {bots} have learnt by playing is the game as it is printed, with its variants. With other settings, or a file of "
        "your own, they think without it.",
        bots=words.listed(learnt),
    )


def _measured(game: Game) -> MeasuredBots | None:
    """What is known of a game's bots. A file that cannot be read costs the figures, and not the page."""
    try:
        return measured_bots(game)
    except LondiniumError as error:
        _log.warning("%s", error)
        return None
