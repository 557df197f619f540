"""The week of Next Station: London: the basic game, its modules, and on Sundays a city that nobody has seen."""

from __future__ import annotations

from londinium.games.next_station_london.box.random_city import random_city
from londinium.kernel.contracts.days import PLAIN_DAY, PLAIN_KINDS, DayKind
from londinium.kernel.words.errors import N_

KINDS = {
    **PLAIN_KINDS,
    "objectives": DayKind(N_("With shared objectives"), {"objectives": "on"}),
    "powers": DayKind(N_("With pencil powers"), {"powers": "on"}),
    "both-modules": DayKind(N_("With both modules"), {"objectives": "on", "powers": "on"}),
    "random-city": DayKind(N_("A random city"), random_box=True),
}
WEEK = (
    (PLAIN_DAY,),
    ("objectives",),
    ("powers",),
    (PLAIN_DAY,),
    ("objectives", "powers"),
    ("both-modules",),
    ("random-city",),
)
random_box = random_city
