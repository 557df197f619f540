"""What is so after the whole turn of a move and not after that of another: on bridge and tracks, in purse and hand.

Where the building that is taken must replace another one, every replacement is looked at: what is claimed holds for each. Cards
and bonus tiles that a building grants are counted as granted, and no further bonus tile is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

from londinium.games.old_london_bridge.face.effects import Effect
from londinium.games.old_london_bridge.rules.components import NO_CARD, PARK_TILE, SITES, VALUES
from londinium.games.old_london_bridge.rules.state import CARD_CHOICE, END_OF_TURN
from londinium.games.old_london_bridge.rules.turn import goes_on_next_site, is_last_round
from londinium.kernel.contracts.study import Gap, MoveClaim

ALL_CRESTS = "all"
LINES_OF = {
    "chapel-steps": ("chapel", "money"),
    "gate-steps": ("gate", "bonus_tiles", "money"),
    "tiles": ("bonus_tiles",),
    "lengthens": ("bridge", "empty_sites"),
    "pounds": ("money",),
    "cards": ("hostelry", "money"),
}
"""The lines of the score sheet in which a claim pays; of others the sheet says nothing by itself."""
UNWRITTEN = 0.5
"""What a claim counts, in pounds, that no line of the score sheet stands for: others come first if they gain more."""


def claims(gap: Gap) -> tuple[MoveClaim, ...]:
    found = [claim for claim in _all(gap) if _gain(claim, gap) >= 0]
    return tuple(sorted(found, key=lambda claim: -_gain(claim, gap)))


def _gain(claim: MoveClaim, gap: Gap) -> float:
    """What the better move gains in the end by what is claimed."""
    if claim.kind == "less-now":
        return 0.0
    if claim.kind == "denies" and gap.others < 0:
        return gap.others
    lines = LINES_OF.get(claim.kind)
    return sum(gap.lines.get(line, 0.0) for line in lines) if lines else UNWRITTEN


def _all(gap: Gap) -> Iterator[MoveClaim]:
    kinds = {move.split()[0] for move in (gap.better, gap.other)}
    yield from _tiles(gap)
    if kinds == {"play"} and gap.position.plain.phase == CARD_CHOICE:
        yield from _cards(gap)
    if kinds in ({"place"}, {"replace"}):
        yield from _buildings(gap)
    if kinds in ({"place"}, {"replace"}) or gap.position.plain.phase == END_OF_TURN:
        yield from _gains(gap)


# ── Cards and bonus tiles ────────────────────────────────────────────────────


def _cards(gap: Gap) -> Iterator[MoveClaim]:
    s = gap.position.plain
    better, other = (int(move.split()[1]) for move in (gap.better, gap.other))
    if s.seats == 2 and s.played[gap.seat][0] == NO_CARD:
        return  # a second card follows, and may be either
    if better > other:
        yield MoveClaim("higher-card", better)
    elif s.hand[gap.seat][other] == 1:
        yield MoveClaim("keeps-card", other)
    else:
        yield MoveClaim("keeps-more-cards", other)


def _tiles(gap: Gap) -> Iterator[MoveClaim]:
    better, other = Counter(gap.effect.spends), Counter(gap.other_effect.spends)
    yield from (MoveClaim("uses-tile", about=tile) for tile in better - other)
    yield from (MoveClaim("keeps-tile", about=tile) for tile in other - better)


# ── The turn ─────────────────────────────────────────────────────────────────


def outcomes(effect: Effect) -> tuple[Effect, ...]:
    """Everything that a move may have brought when the building stands."""
    whole = tuple(msgspec.structs.replace(choice, pounds=effect.pounds + choice.pounds) for choice in effect.choices)
    return whole or (effect,)


def _more(gap: Gap, count: Callable[[Effect], int]) -> tuple[int, bool]:
    """How much more the better move brings at least, and whether it may be more."""
    better, other = ([count(one) for one in outcomes(effect)] for effect in (gap.effect, gap.other_effect))
    return min(better) - max(other), len({*better}) > 1 or len({*other}) > 1


def _gains(gap: Gap) -> Iterator[MoveClaim]:
    s = gap.position.plain
    counts: tuple[tuple[str, Callable[[Effect], int]], ...] = (
        ("chapel-steps", lambda one: one.chapel_steps),
        ("gate-steps", lambda one: one.gate_steps),
        ("tiles", lambda one: one.picks),
        ("cards", lambda one: worth_of_cards(s.supply, one.cards_worth)),
        ("pounds", lambda one: one.pounds),
        ("less-now", lambda one: -one.pounds),
    )
    for kind, count in counts:
        more, at_least = _more(gap, count)
        if more > 0:
            yield MoveClaim(kind, more, at_least=at_least)


def worth_of_cards(supply: tuple[int, ...], most: int) -> int:
    """The most that cards of the supply can come to within what a hostelry grants."""
    sums = {0}
    for value in range(1, VALUES):
        sums = {total + count * value for total in sums for count in range(supply[value] + 1) if total + count * value <= most}
    return max(sums)


# ── The bridge ───────────────────────────────────────────────────────────────


def _buildings(gap: Gap) -> Iterator[MoveClaim]:
    better, other = outcomes(gap.effect), outcomes(gap.other_effect)
    lengthen = [{one.replaces is None for one in each} for each in (better, other)]
    if lengthen == [{True}, {False}]:
        yield MoveClaim("lengthens")
    if lengthen == [{False}, {True}]:
        yield MoveClaim("replaces")
    guild_houses = [{one.building is not None and one.building.crest == ALL_CRESTS for one in each} for each in (better, other)]
    if guild_houses == [{True}, {False}]:
        yield MoveClaim("all-crests")
    else:
        more, at_least = _more(gap, lambda one: sum(change for _, change in one.crests))
        if more > 0:
            yield MoveClaim("crests", more, at_least=at_least)
    if not is_last_round(gap.position.state, gap.position.box):
        yield from _next_building(gap, better, other)
    yield from _denied(gap)


def _next_building(gap: Gap, better: tuple[Effect, ...], other: tuple[Effect, ...]) -> Iterator[MoveClaim]:
    """Which numbers still fit on the next site."""
    bridges = [[bridge_after(gap, one) for one in each] for each in (better, other)]
    if any(len(bridge) == SITES for each in bridges for bridge in each):
        return
    least, most = (pick(bridge[-1] for bridge in each) for pick, each in zip((min, max), bridges, strict=True))
    if least == PARK_TILE > most:
        yield MoveClaim("any-number")
    elif least > most:
        yield MoveClaim("higher-last", least, about=str(most))


def bridge_after(gap: Gap, one: Effect) -> list[int]:
    """The tiles of the own bridge when a building stands."""
    s = gap.position.plain
    bridge = list(s.site[gap.seat][: s.length[gap.seat]])
    assert one.building is not None
    tile = one.building.number or PARK_TILE
    if one.replaces is None:
        return [*bridge, tile]
    return [tile if number == one.replaces else number for number in bridge]


def _denied(gap: Gap) -> Iterator[MoveClaim]:
    """A building that another player, still to come in this round, could have lengthened a bridge with."""
    taken, left = (effect.building.number for effect in (gap.effect, gap.other_effect))
    if taken is None or taken == left:
        return
    wanted, wanted_too = ({*_fits(gap, number)} if number else set() for number in (taken, left))
    if wanted and not wanted_too:
        yield MoveClaim("denies", taken)


def _fits(gap: Gap, number: int) -> Iterator[int]:
    s = gap.position.plain
    for place in s.order[s.turn_no + 1 : s.turns]:
        rival = place >> 1
        if rival != gap.seat and goes_on_next_site(gap.position.state, rival, number):
            yield rival
