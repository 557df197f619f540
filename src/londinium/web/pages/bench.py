"""The page of a workshop: what lies on the bench, and what is wrong with it at the place it speaks of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import urlencode

from londinium.kernel.contracts.workshop import Bench, BoxPart, PrintedValue, Workshop, workshop_of
from londinium.kernel.game import Game
from londinium.kernel.kept import kept
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.language import language
from londinium.web.pages.boxes import kept_name, packed_box
from londinium.web.pages.rule_pictures import used_sprite

LARGEST_NUMBER = 2**31 - 1


@dataclass(frozen=True)
class Trouble:
    """Something that is wrong, in words, and the id of the element that it speaks of."""

    id: str
    told: str


@dataclass(frozen=True)
class Dice:
    """Which random box was asked for."""

    number: int | None = None
    structure: Mapping[str, int] = field(default_factory=dict)

    @property
    def query(self) -> dict[str, str]:
        if self.number is None:
            return {}
        return {"number": str(self.number), **{name: str(value) for name, value in self.structure.items()}}


def read_dice(shop: Workshop, sent: Mapping[str, object]) -> Dice:
    """What an address says about dice; a slider that it leaves out or gets wrong stands where it usually does."""
    structure = {}
    for slider in shop.SLIDERS:
        value = _whole(sent.get(slider.name))
        steps = range(slider.least, slider.most + 1, slider.step)
        structure[slider.name] = value if value is not None and value in steps else slider.usual
    number = _whole(sent.get("number"))
    return Dice(number if number is not None and 0 <= number <= LARGEST_NUMBER else None, structure)


def _whole(value: object) -> int | None:
    digits = value.strip().removeprefix("-") if isinstance(value, str) else ""
    return int(str(value)) if digits.isascii() and digits.isdigit() and len(digits) <= 10 else None


def bench_address(game: Game, text: str, name: str = "", brush: str = "", dice: Dice | None = None) -> str:
    """Where a box lies on the bench. What stands here is all that the page knows."""
    facts = {"box": packed_box(text), "name": name, "brush": brush, **(dice.query if dice else {})}
    return f"/workshop/{game.slug}?{urlencode({key: value for key, value in facts.items() if value})}"


@dataclass(frozen=True)
class BenchPage:
    """Everything on the bench, in the reader's language."""

    bench: Bench
    sprite: str
    """The fixed art that is on the bench; a table has ten times as much."""
    code: str
    file: str
    troubles: tuple[Trouble, ...]
    at_place: Mapping[str, tuple[str, ...]]
    """What is wrong with a touch, an entry or a part, by its place."""
    printed: Mapping[str, str]
    """The values of what ships with the game, by place, where they may be compared."""

    def is_changed(self, entry: PrintedValue) -> bool:
        return entry.place in self.printed and self.printed[entry.place] != entry.value

    def is_part_changed(self, part: BoxPart) -> bool:
        return any(map(self.is_changed, part.entries))

    def mark(self, part: BoxPart) -> str:
        """What a browser remembers with a tick: it holds for these values, and for no others."""
        values = "\n".join(f"{entry.place}={entry.value}" for entry in part.entries)
        return sha256(values.encode()).hexdigest()[:8]

    @property
    def parts(self) -> list[BoxPart]:
        return _parts(self.bench)

    @property
    def first_brush(self) -> str:
        return self.bench.brushes[0].name if self.bench.brushes else ""


@kept
def bench_page(slug: str, text: str, name: str, code: str) -> BenchPage:
    game = find_game(slug)
    shop, words = workshop_of(game), language(code, game.folder)
    assert shop is not None
    bench = shop.bench(text, words)
    ids = _ids(bench)
    at_place: dict[str, tuple[str, ...]] = defaultdict(tuple)
    troubles = []
    for problem in shop.problems(text):
        told = _sentence(problem.problem.told(words))
        at_place[problem.place] += (told,)
        troubles.append(Trouble(ids.get(problem.place, "content"), told))
    printed = {entry.place: entry.value for entry in _entries(shop.bench(shop.printed(), words))} if shop.PROOF else {}
    pictures = [part.picture for part in _parts(bench)] + [brush.picture for brush in bench.brushes]
    sprite = used_sprite(game.drawing.sprite(), "".join(pictures))
    return BenchPage(bench, sprite, packed_box(text), kept_name(shop, name), tuple(troubles), dict(at_place), printed)


def _parts(bench: Bench) -> list[BoxPart]:
    return [part for group in bench.groups for part in group.parts]


def _entries(bench: Bench) -> list[PrintedValue]:
    return [entry for part in _parts(bench) for entry in part.entries]


def _ids(bench: Bench) -> dict[str, str]:
    """The id of the element that shows each place; an entry before the part that it is in."""
    found = {}
    for part in _parts(bench):
        found[part.name] = f"part-{part.name}"
        found |= {touch.place: f"touch-{touch.place}" for touch in part.touches}
    return found | {entry.place: f"entry-{entry.place}" for entry in _entries(bench)}


def _sentence(told: str) -> str:
    return told[:1].upper() + told[1:]


def changed_values(bench: Bench, sent: Mapping[str, object]) -> dict[str, str]:
    """The entries whose values a form has changed."""
    found = {}
    for entry in _entries(bench):
        value = sent.get(f"entry-{entry.place}")
        if isinstance(value, str) and (typed := " ".join(value.split())[:2000]) != entry.value:
            found[entry.place] = typed
    return found


def proof_notes(page: BenchPage, agreed: str) -> list[str]:
    """What somebody has compared with their own cardboard, as lines for the file: what agrees, what differs, what is open."""
    marks = {f"{part.name}:{page.mark(part)}" for part in page.parts}
    ticked = {word.partition(":")[0] for word in agreed.split()[:1000] if word in marks}
    changed = [part.name for part in page.parts if page.is_part_changed(part)]
    if not ticked and not changed:
        return []
    left = [part.name for part in page.parts if part.name not in ticked]
    lines = [f"Compared with a printed box: {len(ticked)} of {len(page.parts)} parts agree."]
    if changed:
        lines.append(f"Changed here: {', '.join(changed)}")
    if ticked and left:
        lines.append(f"Not compared: {', '.join(left)}")
    return lines
