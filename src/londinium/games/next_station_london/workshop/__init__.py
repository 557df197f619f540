"""The workshop for cities: London, random ones, and those that somebody draws. The names of the kernel's `Workshop` are here."""

from __future__ import annotations

from collections.abc import Mapping

from londinium.games.next_station_london.box.city import STANDARD, checked
from londinium.games.next_station_london.box.file import read_draft
from londinium.games.next_station_london.box.random_city import LONDON_LIKE, Structure, random_city
from londinium.games.next_station_london.workshop.bench import bench
from londinium.games.next_station_london.workshop.edits import change, touch, whole_file
from londinium.games.next_station_london.workshop.facts import facts
from londinium.games.next_station_london.workshop.picture import picture
from londinium.kernel.contracts.workshop import Slider
from londinium.kernel.words.errors import N_, InvalidBox

__all__ = ["bench", "change", "facts", "picture", "touch", "whole_file"]

TITLE = N_("Cities")
ABOUT = N_("London, a random city, or one you draw yourself: stations, the Thames, districts, tourist sites and departures.")
PRINTED = N_("London")
FILE = "city.txt"
PROOF = False
SLIDERS = (
    Slider("centre", N_("Stations in the centre"), 9, 13, LONDON_LIKE.centre, 4),
    Slider("corners", N_("Stations in each outer corner"), 3, 5, LONDON_LIKE.corners),
    Slider("bends", N_("Bends of the Thames"), 1, 3, LONDON_LIKE.bends),
    Slider("bridges", N_("Sections across the Thames, at least"), 18, 26, LONDON_LIKE.bridges, 4),
    Slider("south", N_("How many more stations in the south than in the north"), -12, 12, LONDON_LIKE.south, 6),
)


def printed() -> str:
    return STANDARD.read_text(encoding="utf-8")


def problems(text: str) -> list[InvalidBox]:
    return checked(read_draft(text, FILE)).problems


PATIENCE = 30_000
"""The most throws of the dice a visitor may ask for with one number: a few seconds."""


def random_box(number: int, structure: Mapping[str, int]) -> str:
    return random_city(number, Structure(**structure), PATIENCE)
