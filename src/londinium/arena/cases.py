"""Several studies that belong together: other numbers of players, or other values of something that is printed or settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from londinium.arena.results import Settings
from londinium.arena.tournament import settings_for
from londinium.kernel.boxes import STANDARD_BOX, BoxFile
from londinium.kernel.contracts.workshop import Workshop, workshop_of
from londinium.kernel.entries import entry
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, InvalidBox, InvalidOption, listing
from londinium.kernel.words.language import language

MOST_CASES = 12
"""More of them no table shows, and they take a while."""


@dataclass(frozen=True)
class Case:
    """One of several things to study."""

    label: str
    """What it is called in tables and files; empty where seats tell them apart."""
    settings: Settings
    boxes: FlatArray[Any]


@entry
def seat_counts(game: Game, told: str | None) -> list[int | None]:
    """`2,3,4` as numbers of players; None where nobody says any."""
    if told is None:
        return [None]
    counts = []
    for word in told.split(","):
        if not (word.strip().isascii() and word.strip().isdecimal()):
            raise InvalidOption(N_("'{word}' is not a number of players; write them as 3 or as 2,3,4"), word=word.strip())
        counts.append(game.check_seats(int(word[:9])))
    return list(dict.fromkeys(counts))


@entry
def sweep_cases(
    game: Game,
    bot: str,
    sweep: str,
    box: Path | None = None,
    *,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
) -> list[Case]:
    """A case for each value of a sweep `NAME=VALUE,VALUE,…`: of an option, or of a value on the bench of the workshop."""
    name, values = read_sweep(sweep)
    common: dict[str, Any] = {"seats": seats, "seed": seed}
    chosen = dict(options or {})
    found = []
    for value in values:
        label = f"{name}={value}"
        if name in {option.name for option in game.options}:
            settings, boxes = settings_for(game, [bot], box=box, options={**chosen, name: value}, **common)
        else:
            changed = BoxFile(label, _with_value(game, box, name, value))
            settings, boxes = settings_for(game, [bot], box=changed, options=chosen, **common)
        found.append(Case(label, settings, boxes))
    return found


@entry
def read_sweep(sweep: str) -> tuple[str, list[str]]:
    """The name and the values; where values have commas of their own, semicolons stand between them."""
    name, equals, rest = sweep.partition("=")
    values = list(dict.fromkeys(" ".join(value.split()) for value in rest.split(";" if ";" in rest else ",")))
    if not equals or not name.strip() or not all(values) or not 2 <= len(values) <= MOST_CASES:
        message = N_("a sweep is given as NAME=VALUE,VALUE with 2 to {most} different values, not as '{sweep}'")
        raise InvalidOption(message, most=MOST_CASES, sweep=sweep)
    return name.strip(), values


def _with_value(game: Game, box: Path | None, place: str, value: str) -> str:
    """The text of a box with another value at a place. A value that cannot be there is refused with the reason."""
    shop = workshop_of(game)
    text = _text(shop, box) if shop is not None else ""
    known = values_on_bench(shop, text, game) if shop is not None else {}
    if shop is None or place not in known:
        names = [*(option.name for option in game.options), *known]
        near = get_close_matches(place, names, 5, 0.4) or names
        message = N_("{game} has no option and no printed value '{name}'; some that it has: {known}")
        raise InvalidOption(message, game=game.title, name=place, known=listing(near))
    changed = shop.change(text, {place: value})
    if values_on_bench(shop, changed, game)[place] != value:
        raise InvalidOption(N_("{name} cannot be '{value}'"), name=place, value=value)
    for problem in shop.problems(changed):
        raise InvalidBox(f"{place}={value}", problem.line, problem.problem)
    return changed


def _text(shop: Workshop, box: Path | None) -> str:
    return shop.printed() if box is None else BoxFile.load(box).text


def values_on_bench(shop: Workshop, text: str, game: Game) -> dict[str, str]:
    """Everything on the bench that can be changed."""
    groups = shop.bench(text, language("en", game.folder)).groups
    return {entry.place: entry.value for group in groups for part in group.parts for entry in part.entries}


@entry
def box_texts(game: Game, files: Iterable[Path | None]) -> list[BoxFile] | None:
    """The texts of boxes, to be compared; None for a game without a workshop."""
    shop = workshop_of(game)
    if shop is None:
        return None
    return [BoxFile(STANDARD_BOX, shop.printed()) if file is None else BoxFile.load(file) for file in files]
