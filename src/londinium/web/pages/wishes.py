"""What two people who do not know each other may want to play together: few choices, so that somebody else makes the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from londinium.kernel.contracts.days import calendar_of
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.table.history.endings import unusual
from londinium.table.settings import COURTESY, PERSON, TableSettings
from londinium.web.pages.forms import CLOCKS, clock_choices
from londinium.web.pages.matches import options_words

TEMPI = {"budget-15": N_("now, with a clock"), "days-3": N_("in your own time")}
"""How fast: clocks of the form, and what they mean to somebody who only wants to play."""
PAIR = 2


@dataclass(frozen=True)
class MatchWish:
    """A match with somebody: a game, a variant of it, and a clock."""

    game: Game
    variant: str
    pace: str

    @classmethod
    def read(cls, game: Game, form: Mapping[str, object]) -> MatchWish:
        """What a form asks for; what it leaves out or gets wrong is as usual."""
        variant, pace = form.get(f"variant-{game.slug}"), form.get(f"pace-{game.slug}")
        return cls(
            game,
            variant if isinstance(variant, str) and variant in game.variants else next(iter(game.variants)),
            pace if isinstance(pace, str) and pace in TEMPI else next(iter(TEMPI)),
        )

    def settings(self, name: str) -> TableSettings:
        """The table at which one player waits for the other."""
        clock = CLOCKS[self.pace]
        kinds, options = (PERSON,) * PAIR, self.game.choose(variant=self.variant)
        more = {"clock": clock, "courtesy": COURTESY, "host": 0, "seeks": True, "quick": True}
        return TableSettings(self.game.slug, kinds, (name,), options, **more)  # type: ignore[arg-type]  # each has its own type


def can_meet(game: Game) -> bool:
    return PAIR in game.seats


def variant_words(game: Game, variant: str, words: Language) -> str:
    """What a variant is called: as the days on which it is played, where there are such."""
    options = game.choose(variant=variant)
    same = (kind for kind in calendar_of(game).kinds.values() if not kind.random_box and game.choose(kind.options) == options)
    called = next(same, None)
    return words.text(called.title) if called else options_words(game.slug, unusual(game, options), words)


def setting_words(settings: TableSettings, game: Game, words: Language) -> str:
    """How many play, and in what it differs from the usual."""
    parts = [words.plural("{count} player", "{count} players", settings.seats)]
    known = next((name for name in game.variants if game.choose(variant=name) == settings.options), None)
    parts.append(variant_words(game, known, words) if known else options_words(game.slug, unusual(game, settings.options), words))
    if settings.box is not None:
        parts.append(words.text(game.own_box))
    return " · ".join(filter(None, parts))


def pace_words(settings: TableSettings, words: Language) -> str:
    """The clock, as the form names it."""
    name = next((name for name, clock in CLOCKS.items() if clock == settings.clock), "none")
    return clock_choices(words)[name]
