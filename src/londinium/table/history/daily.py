"""The daily challenge: what a day brings follows from its date and the server's secret, and is bound by a hash the day before.

From the secret, the date and the game come 32 bytes (HMAC-SHA256): the first eight give the seed, sixteen more the salt. The hash
is that of every table (`shuffle.commitment`), so the record of a finished attempt proves itself with `londinium verify`.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from londinium.kernel.game import Game
from londinium.kernel.match import SEEDS
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table.hall.thinkers import DEFAULT_BOT
from londinium.table.links import Links
from londinium.table.papers.shuffle import commitment
from londinium.table.settings import PERSON, TableSettings, is_date
from londinium.table.texts import given_name

OWN_SEAT = 0
SEED_BYTES, SALT_BYTES = 8, 16


class NoSuchDay(LondiniumError):
    """A date that is none, has not come yet, or on which nobody played."""


@dataclass(frozen=True)
class Challenge:
    """One game on one day."""

    day: date
    game: Game
    seed: int
    salt: str

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
        return TableSettings(self.game.slug, (PERSON, *bots), names, day=self.day.isoformat(), counted=counted)


def challenge(links: Links, day: date, slug: str) -> Challenge:
    """What a day brings for a game."""
    game = find_game(slug)
    key = links.derived(f"daily\n{day.isoformat()}\n{game.slug}")
    seed = int.from_bytes(key[:SEED_BYTES], "big") % SEEDS
    return Challenge(day, game, seed, key[SEED_BYTES : SEED_BYTES + SALT_BYTES].hex())


def day_of(at: int) -> date:
    """The day of a moment. Days change at midnight, Greenwich time."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def midnight(day: date) -> int:
    """When a day begins."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def read_day(text: str, now: int) -> date:
    """The day that an address names; NoSuchDay if it is none, or has not come yet."""
    if not is_date(text):
        raise NoSuchDay(N_("'{day}' is no date; a date is written as 2026-11-16"), day=text[:40])
    day = date.fromisoformat(text)
    if day > day_of(now):
        raise NoSuchDay(N_("this day has not come yet; what it brings stays secret until then"))
    return day


def name_key(name: str) -> str:
    """By what names are compared: spaces around them and capital letters make no difference."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
