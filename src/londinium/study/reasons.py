"""Why a move is better than another, in one sentence: what is so after its turn and not after the other's, and where it gains.

The game says what is so (`study.claims`), from the positions after the whole turn. Where it gains in the end, its score sheet
says line by line, and what the others get less. Where that is less than half of what it is worth more, the sentence says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from londinium.kernel.contracts.drawing import OfferText
from londinium.kernel.contracts.study import Gap
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.words.language import Language
from londinium.study.verdicts import WeighedMove
from londinium.study.worth import first_place

MOST_LINES = 3
"""How many lines of the score sheet a reason names."""
MOST_CLAIMS = 2
LEAST_PART = 3.0
"""A line that differs by less than an inaccuracy divided by this is not worth a word."""


def gap_between(
    here: Match, seat: int, better: str, other: str, *, worth: float, points: float, lines: Mapping[str, float], others: float
) -> Gap:
    """How two moves of a decision differ, given in notation, and by how much."""
    position, moves = here.position, (here.moves.parse(better), here.moves.parse(other))
    effect, other_effect = (here.game.face.effect(position, seat, move) for move in moves)
    return Gap(position, seat, better, other, moves, effect, other_effect, worth, points, lines, others)


def gap_of(better: WeighedMove, other: WeighedMove, here: Match, seat: int) -> Gap:
    """How two moves that were compared differ."""
    game = here.game
    lines = {name: one - two for name, one, two in zip(game.score_lines, better.lines, other.lines, strict=True)}
    others = 0.0
    if better.rivals is not None and other.rivals is not None:
        others = other.rivals - better.rivals + first_place(game) * ((better.win or 0.0) - (other.win or 0.0))
    worth, points = better.value - other.value, better.points - other.points
    return gap_between(here, seat, better.move, other.move, worth=worth, points=points, lines=lines, others=others)


def told_apart(game: Game, gap: Gap, labels: Mapping[str, OfferText], words: Language) -> tuple[str, str]:
    """What the two moves are called, so that each is told from the other; from the words on their buttons."""
    turned = replace(
        gap,
        better=gap.other,
        other=gap.better,
        moves=gap.moves[::-1],
        effect=gap.other_effect,
        other_effect=gap.effect,
    )
    better, other = (game.study.called(one, labels[one.better].label, words) for one in (gap, turned))
    return better, other


def reason_of(game: Game, gap: Gap, label: str, words: Language) -> str:
    """One plain sentence: why the better move, which it calls by its label, is better."""
    told = told_amounts(game, gap)
    gains = [_gain(game, name, more, words) for name, more in told.items()]
    claims = [game.study.tell(claim, words) for claim in game.study.claims(gap)[:MOST_CLAIMS]]
    facts = {"better": label, "lines": ", ".join(gains), "facts": words.apart(claims)}
    if not is_covered(told, gap):
        if gains and claims:
            return words.text("{better} is worth more, mostly by what may come ({lines}); {facts}.", **facts)
        if gains:
            return words.text("{better} is worth more, mostly by what may come ({lines}).", **facts)
        if claims:
            return words.text("{better} is worth more, mostly by what may come; {facts}.", **facts)
        return words.text("{better} is worth more, mostly by what may come.", **facts)
    if claims:
        return words.text("{better} is worth more in the end ({lines}); {facts}.", **facts)
    return words.text("{better} is worth more in the end: {lines}.", **facts)


AGAINST_OTHERS = "others"
"""Beside the lines of the score sheet: what is gained against the others."""


def told_amounts(game: Game, gap: Gap) -> dict[str, float]:
    """Where most is gained or lost in the end, the largest gain first, as it is written: in tenths."""
    least = game.study.SIZES["inaccuracy"] / LEAST_PART
    largest = sorted(gap.lines.items(), key=lambda line: -abs(line[1]))[:MOST_LINES]
    found = {name: round(more, 1) for name, more in [*largest, (AGAINST_OTHERS, gap.others)] if abs(more) >= least}
    return dict(sorted(found.items(), key=lambda line: -line[1]))


def is_covered(told: Mapping[str, float], gap: Gap) -> bool:
    """Whether what is told is at least half of the difference, as they are written."""
    return bool(told) and 2 * round(10 * sum(told.values())) >= round(10 * gap.worth)


def _gain(game: Game, name: str, more: float, words: Language) -> str:
    line = words.text("against the others") if name == AGAINST_OTHERS else game.face.describe_line(name, words)
    return f"{line} {'+' if more > 0 else '−'}{game.study.amount(abs(more), words)}"
