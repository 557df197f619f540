"""The workshop for boxes: the reconstructed box to compare with your own. The names of the kernel's `Workshop` are here."""

from __future__ import annotations

from collections.abc import Mapping

from londinium.games.old_london_bridge.box.file import STANDARD, check_box
from londinium.games.old_london_bridge.workshop.bench import bench
from londinium.games.old_london_bridge.workshop.edits import change, place_of, values_of, whole_file
from londinium.games.old_london_bridge.workshop.facts import facts
from londinium.games.old_london_bridge.workshop.picture import picture
from londinium.kernel.contracts.workshop import Slider
from londinium.kernel.words.errors import N_, InvalidBox, InvalidOption

__all__ = ["bench", "change", "facts", "picture", "whole_file"]

TITLE = N_("Boxes")
ABOUT = N_(
    "Parts of the box are reconstructed. Compare it with your own cardboard, tile by tile and track by "
    "track, change what differs, and send us the file; or make your own box."
)
PRINTED = N_("Our box")
FILE = "box.toml"
PROOF = True
SLIDERS: tuple[Slider, ...] = ()


def printed() -> str:
    return STANDARD.read_text(encoding="utf-8")


def problems(text: str) -> list[InvalidBox]:
    found = check_box(text, FILE)
    values = values_of(text)
    for problem in found:
        problem.place = place_of(problem.place, values)
    return found


def touch(text: str, brush: str, place: str) -> str:
    """There are no brushes: everything in a box is a value."""
    return text


def random_box(number: int, structure: Mapping[str, int]) -> str:
    raise InvalidOption(N_("there are no random boxes of this game"))
