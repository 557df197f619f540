"""Pictures that follow each other as one animated SVG.

Most of a picture stays from one frame to the next, so what is the same is there once: the frames are laid over each other element
by element, and what is seen only for a while hides and shows itself by style (`visibility`, in steps). Where nothing moves, or
nobody wants it to, the last frame stands still.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from xml.etree import ElementTree

from londinium.look.cascade import SVG

Element = ElementTree.Element
NARROWEST, WIDEST, USUAL = 200, 1920, 960
"""Pixels from left to right that a film may have, and has."""
ALL_THE_TIME = ("defs", "style", "title")
"""What holds no picture itself: all of it is there all the time."""


@dataclass(eq=False)
class _Slot:
    """A place in the laid-over picture, and what stands there in which frames."""

    shown: dict[int, Element] = field(default_factory=dict)

    @property
    def last(self) -> Element:
        return self.shown[max(self.shown)]


def animated(frames: Sequence[str], seconds: Sequence[float], width: int | None = None) -> str:
    """One picture that shows each of these for its time, again and again."""
    ElementTree.register_namespace("", SVG)
    return _Film(frames, seconds).text(width)


class _Film:
    def __init__(self, frames: Sequence[str], seconds: Sequence[float]) -> None:
        self._count, self._ends = len(frames), _sums(seconds)
        self._texts: dict[int, str] = {}
        self._kept = [ElementTree.fromstring(frame) for frame in frames]  # kept, so that ids of elements stay theirs
        self._classes: dict[tuple[int, ...], str] = {}

    def text(self, width: int | None) -> str:
        whole = dict(enumerate(self._kept))
        made = self._merged(whole)
        if width is not None:
            _resize(made, width)
        made.insert(0, _styled(self._sheet()))
        return ElementTree.tostring(made, encoding="unicode")

    # ── Laying over each other ───────────────────────────────────────────────

    def _merged(self, shown: dict[int, Element]) -> Element:
        """One element for those that differ only inside."""
        first = next(iter(shown.values()))
        made = Element(first.tag, dict(first.attrib))
        made.text = first.text
        for slot in self._slots(shown):
            made.append(self._element(slot, tuple(shown)))
        return made

    def _element(self, slot: _Slot, frames: tuple[int, ...]) -> Element:
        kinds = {self._text(each) for each in slot.shown.values()}
        inner = slot.last if len(kinds) == 1 else self._merged(slot.shown)
        if _tag(inner) in ALL_THE_TIME or len(slot.shown) == len(frames):
            return inner
        wrapped = Element(f"{{{SVG}}}g", {"class": self._class(tuple(sorted(slot.shown)))})
        wrapped.append(inner)
        return wrapped

    def _slots(self, shown: dict[int, Element]) -> list[_Slot]:
        """The children of all frames in one order that keeps the order of each."""
        slots: list[_Slot] = []
        before: list[_Slot] = []
        for frame, element in shown.items():
            children = list(element)
            placed = self._place(before, children)
            at = 0
            for number, child in enumerate(children):
                slot = placed.get(number)
                if slot is None:
                    ends = next(
                        (slots.index(placed[later]) for later in range(number + 1, len(children)) if later in placed), len(slots)
                    )
                    slot = next(
                        (each for each in slots[at:ends] if frame not in each.shown and self._same(each.last, child)), None
                    )
                    if slot is None:
                        slot = _Slot()
                        slots.insert(at, slot)
                    placed[number] = slot
                slot.shown[frame] = child
                at = slots.index(slot) + 1
            before = [placed[number] for number in range(len(children))]
        return slots

    def _place(self, before: list[_Slot], children: list[Element]) -> dict[int, _Slot]:
        """Which children stand where those of the frame before stood: the same ones, and those that differ only inside."""
        found: dict[int, _Slot] = {}
        old, new = [self._text(slot.last) for slot in before], [self._text(child) for child in children]
        for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if kind == "equal":
                found.update({j1 + step: before[i1 + step] for step in range(i2 - i1)})
            elif kind == "replace":
                shells = [_shell(slot.last) for slot in before[i1:i2]], [_shell(child) for child in children[j1:j2]]
                for block in SequenceMatcher(None, *shells, autojunk=False).get_matching_blocks():
                    found.update({j1 + block.b + step: before[i1 + block.a + step] for step in range(block.size)})
        return found

    def _same(self, one: Element, other: Element) -> bool:
        return self._text(one) == self._text(other)

    def _text(self, element: Element) -> str:
        if id(element) not in self._texts:
            self._texts[id(element)] = ElementTree.tostring(element, encoding="unicode")
        return self._texts[id(element)]

    # ── Time ─────────────────────────────────────────────────────────────────

    def _class(self, frames: tuple[int, ...]) -> str:
        return self._classes.setdefault(frames, f"film{len(self._classes)}")

    def _sheet(self) -> str:
        """A rule for every set of frames in which something is seen."""
        length = self._ends[-1]
        rules = []
        for frames, name in self._classes.items():
            steps, is_on = [], False
            for frame in range(self._count):
                if (frame in frames) != is_on or not frame:
                    is_on = frame in frames
                    begins = self._ends[frame - 1] if frame else 0.0
                    steps.append(f"{100 * begins / length:.3f}%{{visibility:{'visible' if is_on else 'hidden'}}}")
            rest = "visible" if self._count - 1 in frames else "hidden"
            shown = f".{name}{{visibility:{rest};animation:{name} {length:g}s step-end infinite}}"
            rules.append(f"@keyframes {name}{{{''.join(steps)}}}{shown}")
        still = "@media (prefers-reduced-motion:reduce){*{animation:none!important}}"
        return "".join(rules) + still


def _styled(sheet: str) -> Element:
    made = Element(f"{{{SVG}}}style")
    made.text = sheet
    return made


def _sums(seconds: Sequence[float]) -> list[float]:
    ends, total = [], 0.0
    for each in seconds:
        total += each
        ends.append(total)
    return ends


def _shell(element: Element) -> tuple[object, ...]:
    """What two elements that differ only inside have in common."""
    if not len(element):
        return (id(element),)
    return element.tag, tuple(sorted(element.attrib.items())), (element.text or "").strip()


def _tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _resize(root: Element, width: int) -> None:
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    root.set("width", str(width))
    root.set("height", str(round(width * high / wide)))
