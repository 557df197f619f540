"""The daily challenge: what a day brings follows from its date and the server's secret, and is bound by a hash the day before.

From the secret, the date and the game come 32 bytes (HMAC-SHA256): the first eight give the seed, sixteen more the salt. The hash
is that of every table (`shuffle.commitment`), so the record of a finished attempt proves itself with `londinium verify`.

Of which kind a day is (modules, a scoring of an expansion, a random box) follows from its date by the game's calendar
(`kernel/contracts/days.py`); a random box follows from seed and salt, so the same hash binds it. A day that somebody has
played stays of the kind it had then: the store keeps it.
"""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from londinium.kernel.boxes import BoxFile
from londinium.kernel.checks import SEEDS
from londinium.kernel.contracts.days import PLAIN_DAY, DayKind, calendar_of, kind_title
from londinium.kernel.game import Game
from londinium.kernel.kept import kept
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.kernel.words.language import Language
from londinium.table.hall.thinkers import DEFAULT_BOT
from londinium.table.links import Links
from londinium.table.papers.shuffle import SEED_BYTES, commitment, derived_shuffle
from londinium.table.settings import PERSON, TableSettings, is_date
from londinium.table.texts import given_name

if TYPE_CHECKING:
    from londinium.table.store.base import Store

OWN_SEAT = 0
DAY_MS = 24 * 3600 * 1000


class NoSuchDay(LondiniumError):
    """Not a valid date, or one that has not come yet, or on which nobody played."""


@dataclass(frozen=True)
class Challenge:
    """One game on one day."""

    day: date
    game: Game
    seed: int
    salt: str
    kind_name: str = PLAIN_DAY

    @property
    def kind(self) -> DayKind:
        """How it is played; a kind that the game no longer has is played as the basic game."""
        kinds = calendar_of(self.game).kinds
        return kinds.get(self.kind_name, kinds[PLAIN_DAY])

    def title(self, words: Language) -> str:
        """The kind in words; the language must know the game's."""
        return kind_title(self.game, self.kind, words)

    @cached_property
    def box(self) -> BoxFile | None:
        """The box that is made for this day, where its kind has one."""
        if not self.kind.random_box:
            return None
        return BoxFile(f"{self.game.box_word}-{self.day.isoformat()}.txt", box_of_day(self.game.slug, self.seed, self.salt))

    @property
    def commitment(self) -> str:
        return commitment(self.game.slug, self.seed, self.salt)

    @property
    def seats(self) -> int:
        """Alone where the game can be played alone; else at a full table of bots."""
        return 1 if 1 in self.game.seats else self.game.seats[-1]

    @property
    def end(self) -> int:
        """When the day is over, in milliseconds since 1970."""
        return midnight(self.day + timedelta(days=1))

    def settings(self, name: str, bot_names: tuple[str, ...] = (), *, counted: bool = False) -> TableSettings:
        """The table at which somebody plays it: everybody meets the same bots."""
        bots = (DEFAULT_BOT,) * (self.seats - 1)
        names = (given_name(name), *bot_names[: len(bots)])
        settled = (self.game.slug, (PERSON, *bots), names, dict(self.kind.options), self.box)
        return TableSettings(*settled, day=self.day.isoformat(), counted=counted)


def kind_played(settings: TableSettings) -> str:
    """The kind of day that a table was opened with."""
    game = find_game(settings.game)
    for name, kind in calendar_of(game).kinds.items():
        if game.choose(kind.options) == game.choose(settings.options) and kind.random_box == (settings.box is not None):
            return name
    return PLAIN_DAY


def box_seed(slug: str, seed: int, salt: str) -> int:
    """Which random box belongs to a shuffle: anybody who knows seed and salt can compute it, and nobody can compute back."""
    digest = hashlib.sha256(f"londinium:box:{slug}:{seed}:{salt}".encode()).digest()
    return int.from_bytes(digest[:SEED_BYTES], "big") % SEEDS


@kept
def box_of_day(slug: str, seed: int, salt: str) -> str:
    make = calendar_of(find_game(slug)).random_box
    assert make is not None, "a kind with a random box is of a game that makes them"
    return make(box_seed(slug, seed, salt))


def challenge(links: Links, day: date, slug: str, kind: str | None = None) -> Challenge:
    """What a day brings for a game; of the kind that was kept for it, else of the one that the calendar says."""
    game = find_game(slug)
    # Its hash is shown from the day before on.
    found = derived_shuffle(links, f"daily\n{day.isoformat()}\n{game.slug}", midnight(day) - DAY_MS)
    return Challenge(day, game, found.seed, found.salt, kind or calendar_of(game).kind_on(day))


async def kept_challenge(store: Store, links: Links, day: date, slug: str) -> Challenge:
    """The same, of the kind that the day had when somebody first played it."""
    return challenge(links, day, slug, await store.day_kind(day.isoformat(), find_game(slug).slug))


def day_of(at: int) -> date:
    """The day of a moment. Days change at midnight, Greenwich time."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def midnight(day: date) -> int:
    """When a day begins."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def read_day(text: str, now: int) -> date:
    """The day that an address names; NoSuchDay if it names none, or one that has not come yet."""
    if not is_date(text):
        raise NoSuchDay(N_("'{day}' is not a date; write it like 2026-11-16"), day=text[:40])
    day = date.fromisoformat(text)
    if day > day_of(now):
        raise NoSuchDay(N_("this day has not come yet; what it brings stays secret until then"))
    return day


def name_key(name: str) -> str:
    """By what names are compared: spaces around them and capital letters make no difference."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
