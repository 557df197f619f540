"""The English sentence on why a move is better, taken apart: amounts, whether they are the main thing, and claims.

What a claim means is written once more in `bridge_turns.py` and `line_turns.py`, from the rules and without the code that says
it. A check is given everything that can have become of both moves when their turns are over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

SENTENCE = re.compile(
    r"(?P<better>.+?) is worth more(?P<mostly>, mostly by what may come)?(?: in the end)?"
    r"(?:: (?P<alone>[^;]+?)| \((?P<lines>[^()]+)\))?(?:; (?P<claims>.+))?\."
)
AMOUNT = re.compile(r"(?P<line>[^,+−]+) (?P<sign>[+−])£?(?P<number>\d+\.\d)(?: points)?")


@dataclass(frozen=True)
class Ends(Generic[T]):
    """What becomes of two moves of a decision."""

    better: Sequence[T]
    other: Sequence[T]

    def least(self, count: Callable[[T], int]) -> int:
        """By how much the better move brings more, in the worst case."""
        return min(map(count, self.better)) - max(map(count, self.other))

    def is_settled(self, count: Callable[[T], int]) -> bool:
        return len({count(end) for end in self.better}) == len({count(end) for end in self.other}) == 1

    def only(self, is_so: Callable[[T], bool]) -> bool:
        """Whether it is so after the better move, and not after the other."""
        return all(map(is_so, self.better)) and not any(map(is_so, self.other))


@dataclass(frozen=True)
class Facts:
    """The numbers that belong to a sentence."""

    worth: float
    lines: Mapping[str, float]
    """By name in English; `against the others` besides."""
    other_label: str = ""
    """What the button of the other move says: the better one must have another name."""


Check = Callable[[Ends[T], re.Match[str], bool], bool]
"""Whether a claim is true: of these ends, with what was said, and whether as a least amount."""


def problems(sentence: str, facts: Facts, ends: Ends[T], checks: Mapping[str, Check[T]]) -> list[str]:
    """What is wrong with a sentence."""
    said = SENTENCE.fullmatch(sentence)
    if said is None:
        return [f"not understood: {sentence}"]
    found = _wrong_amounts(said, facts)
    if said["better"] == facts.other_label:
        found.append(f"both moves are called {facts.other_label}")
    return [*found, *_wrong_claims(said["claims"] or "", ends, checks)]


def _wrong_amounts(said: re.Match[str], facts: Facts) -> list[str]:
    told, wrong = said["alone"] or said["lines"] or "", []
    amounts = [AMOUNT.fullmatch(each) for each in told.split(", ")] if told else []
    total = 0.0
    for each, text in zip(amounts, told.split(", "), strict=False):
        if each is None:
            wrong.append(f"no amount: {text}")
            continue
        amount = float(each["number"]) * (1 if each["sign"] == "+" else -1)
        total += amount
        if abs(facts.lines.get(each["line"], 0.0) - amount) > 0.0501:
            wrong.append(f"{text}, but it is {facts.lines.get(each['line'], 0.0):.2f}")
    covered = bool(told) and total >= 0.5 * round(facts.worth, 1) - 1e-6
    if covered == bool(said["mostly"]):
        wrong.append(f"{total:.1f} of {facts.worth:.1f} is told, {'and' if covered else 'but not'} said to be the smaller part")
    return wrong


def _wrong_claims(text: str, ends: Ends[T], checks: Mapping[str, Check[T]]) -> list[str]:
    wrong = []
    while text:
        for pattern, check in checks.items():
            said = re.match(pattern + r"(?P<least>, at least)?(?:; |$)", text)
            if said is not None:
                if not check(ends, said, bool(said["least"])):
                    wrong.append(f"not so: {said[0].removesuffix('; ')}")
                text = text[said.end() :]
                break
        else:
            return [*wrong, f"unknown claim: {text}"]
    return wrong


def more(count: Callable[[T], int], sign: int = 1) -> Check[T]:
    """A check of `… 3 … more`."""

    def check(ends: Ends[T], said: re.Match[str], at_least: bool) -> bool:
        settled = ends.is_settled(count)
        return ends.least(lambda end: sign * count(end)) == int(said["n"]) > 0 and at_least != settled

    return check


def only(is_so: Callable[[T], bool]) -> Check[T]:
    """A check of something without a number."""
    return lambda ends, said, at_least: ends.only(is_so)
