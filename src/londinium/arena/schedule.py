"""Who plays whom, where everybody sits, and with which shuffle.

Every seed is played by every table in every rotation, so that on each shuffle every bot has sat everywhere equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations

from londinium.arena.results import Planned, Settings
from londinium.kernel.checks import SEEDS, check_number, check_room, seeds_from
from londinium.kernel.words.errors import N_, InvalidOption

Bots = tuple[str, ...]
PLANNED_BYTES = 100
"""What a match takes in a schedule, about."""


@cache
def tables(bots: Bots, seats: int) -> tuple[Bots, ...]:
    """The groups of bots that meet.

    More bots than seats: every combination. As many: one table. Fewer: every way to fill the table in which all of them sit.
    A bot that is named several times asks for this one table exactly: one master against three greedy ones.
    """
    if not bots:
        raise InvalidOption(N_("an arena needs at least one bot"))
    if len(set(bots)) < len(bots):
        if len(bots) != seats:
            message = N_("naming a bot twice means a single table: name one bot for each of the {seats} seats, not {bots}")
            raise InvalidOption(message, seats=seats, bots=len(bots))
        return (bots,)
    if len(bots) >= seats:
        return tuple(combinations(bots, seats))
    return tuple(tuple(sorted((*bots, *more), key=bots.index)) for more in combinations_with_replacement(bots, seats - len(bots)))


def rotations(order: Bots) -> tuple[Bots, ...]:
    """A circle of bots, turned seat by seat."""
    return tuple(order[-turn:] + order[:-turn] for turn in range(len(order)))


@cache
def circles(table: Bots) -> tuple[Bots, ...]:
    """The different orders in which a table can sit around, each as one of its rotations; all turns of it are different."""
    found = {min(rotations(order)) for order in permutations(table)}
    return tuple(sorted(order for order in found if len(set(rotations(order))) == len(order)))


def seatings(table: Bots, round_no: int) -> tuple[Bots, ...]:
    """How a table sits on its n-th seed: one of the circles, in all rotations. Bots that are all the same sit only once."""
    orders = circles(table)
    return rotations(orders[round_no % len(orders)]) if orders else (table,)


def matches_per_seed(bots: Bots, seats: int) -> int:
    return sum(len(seatings(table, 0)) for table in tables(bots, seats))


def schedule(settings: Settings, games: int) -> list[Planned]:
    """At least this many matches: as many whole seeds as it takes, each with every table in every rotation."""
    check_number("games", games, 1, SEEDS)
    per_seed = matches_per_seed(settings.bots, settings.seats)
    seeds_from(settings.seed, -(-games // per_seed))
    check_room(games, PLANNED_BYTES)
    plan: list[Planned] = []
    for round_no in range(-(-games // per_seed)):
        for table in tables(settings.bots, settings.seats):
            for order in seatings(table, round_no):
                plan.append(Planned(len(plan), settings.seed + round_no, order))
    return plan


def distinct(bots: Sequence[str]) -> Bots:
    """Every bot once, in the order in which they are named."""
    return tuple(dict.fromkeys(bots))
