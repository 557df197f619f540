"""A turn of Old London Bridge with lists and dictionaries, written from the rules (O-1, O-5, O-6) for the printed box.

Of the program it takes what lies on the table: bridges, cash, tracks, tops, pawns, the rondel's turn, hands and tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from said_sentences import Check, Ends, more, only

from londinium.kernel.match import Match

PARK = 61
STACKS = ("hostelry", "haberdasher", "guild-house", "chapel", "gate", "park")
"""O-1.7 Around the rondel, clockwise."""
RONDEL = (0, 3, 1, 2, 1, 2)
"""O-1.7 Its outer spaces, clockwise from the X."""
TYPES = ("chapel", "gate", "hostelry", "haberdasher", "guild-house", "park")
"""As the table lists its stacks."""
POWERS = ("share", "free-centre", "x-space", "take-back", "chapel-two", "gate-two", "noblewoman", "plus-one")
COINS = {2: 1, 5: 2, 8: 3, 12: 5, 16: 10}
"""O-1.8."""
BONUS_SPACES, TRACK_END = (3, 6, 9, 12, 15), 16
"""O-1.9."""


def kind(number: int) -> str:
    """O-1.6."""
    return "park" if number == PARK else ("gate", "chapel", "haberdasher", "guild-house", "hostelry")[(number - 1) % 5]


def crests(number: int) -> tuple[str, ...]:
    """O-1.6, O-1.2."""
    colours = ("orange", "blue", "gray", "green")
    if kind(number) in ("park", "guild-house"):
        return colours if kind(number) == "guild-house" else ()
    shift = {"haberdasher": 0, "gate": 1, "hostelry": 2, "chapel": 3}[kind(number)]
    return (colours[((number - 1) // 5 + shift) % 4],)


@dataclass(frozen=True)
class End:
    """What a turn has brought when its building stands, without further bonus tiles."""

    move: str
    bridge: tuple[int, ...]
    built: int = 0
    replaced: int = 0
    pounds: int = 0
    chapel: int = 0
    gate: int = 0
    tiles: int = 0
    cards: int = 0
    spends: tuple[str, ...] = ()

    @property
    def all_crests(self) -> int:
        return sum(len(crests(number)) for number in self.bridge)


class Table:
    def __init__(self, match: Match, seat: int) -> None:
        s = match.position.plain
        self.s, self.seat = s, seat
        self.bridges = [tuple(s.site[each][: s.length[each]]) for each in range(s.seats)]

    def ends(self, move: str) -> list[End]:
        """O-5 Everything that can have become of a move when its turn is over."""
        words, bridge = move.split(), self.bridges[self.seat]
        if words[0] == "place":
            kept = words[-1]
            pounds, spends = self._space(words[1] if len(words) == 3 else "", kept)
            return list(self._built(move, int(self.s.top[TYPES.index(kept)]), pounds, spends))
        if words[0] == "replace":
            return list(self._built(move, int(self.s.taken), 0, (), int(words[1])))
        if words[0] == "use":
            steps = {"chapel-two": {"chapel": 2}, "gate-two": {"gate": 2}}.get(words[1], {})
            return [self._end(End(move, bridge, spends=(words[1],)), **steps)]
        return [End(move, bridge)]

    def _space(self, centre: str, stack: str) -> tuple[int, tuple[str, ...]]:
        """O-5.2, O-5.3, O-7.2 What the space pays, and the tiles it takes."""
        place = 6 if centre else STACKS.index(stack)
        shown = 0 if centre else RONDEL[(place - self.s.rotation) % 6]
        share = ("share",) if place in self.s.pawn[: self.s.seats] else ()
        if centre:
            return (0, (*share, "free-centre")) if centre == "free-centre" else (-2, share)
        return shown, share if shown else (*share, "x-space")

    def _built(self, move: str, tile: int, pounds: int, spends: tuple[str, ...], only_there: int = 0) -> Iterator[End]:
        bridge = self.bridges[self.seat]
        if not only_there and fits_next(bridge, tile):  # O-5.7, O-5.9
            yield self._acted(End(move, (*bridge, tile), tile, pounds=pounds, spends=spends))
            return
        for site, old in enumerate(bridge):
            after = (*bridge[:site], tile, *bridge[site + 1 :])
            if old != PARK and descends(after) and only_there in (0, old):  # O-5.8
                yield self._acted(End(move, after, tile, old, pounds, spends=spends))

    def _acted(self, end: End) -> End:
        """O-5.10, O-6."""
        own = crests(end.built)
        strength = sum(bool({*own} & {*crests(each)}) for each in end.bridge) if len(own) == 1 else 0
        building = kind(end.built)
        if building == "hostelry":
            return self._end(end, cards=self._best_cards(strength))
        if building == "haberdasher":
            return self._end(end, pounds=strength)
        return self._end(end, **{building: strength}) if building in ("chapel", "gate") else end

    def _end(self, end: End, chapel: int = 0, gate: int = 0, pounds: int = 0, cards: int = 0) -> End:
        """O-6.1, O-6.2, O-6.7."""
        walked = [range(at + 1, min(at + steps, TRACK_END) + 1) for at, steps in self._tracks(chapel, gate)]
        coins = sum(COINS.get(space, 0) for space in walked[0]) + (10 if TRACK_END in walked[1] else 0)
        tiles = sum(space in BONUS_SPACES for space in walked[1])
        whole = end.pounds + coins + pounds
        return End(end.move, end.bridge, end.built, end.replaced, whole, len(walked[0]), len(walked[1]), tiles, cards, end.spends)

    def _tracks(self, chapel: int, gate: int) -> tuple[tuple[int, int], tuple[int, int]]:
        return (self.s.chapel[self.seat], chapel), (self.s.gate[self.seat], gate)

    def _best_cards(self, strength: int) -> int:
        """O-6.3."""
        cards, sums = [value for value in range(1, 5) for _ in range(self.s.supply[value])], {0}
        for value in cards:
            sums |= {each + value for each in sums if each + value <= strength}
        return max(sums)

    # ── About the turn ───────────────────────────────────────────────────────

    def wanted(self, number: int) -> bool:
        """Whether a player who comes later in this round could build it on the next site."""
        later = {place // 2 for place in self.s.order[self.s.turn_no + 1 : self.s.turns]} - {self.seat}
        return number != PARK and any(fits_next(self.bridges[seat], number) for seat in later)

    def left_of(self, value: int, played: str) -> int:
        """O-5.1 Cards of a value in hand when one was played that does not come back."""
        return int(self.s.hand[self.seat][value]) - (value > 0 and played == f"play {value}")

    @property
    def is_last_card(self) -> bool:
        """O-4.2 With two players there are two cards."""
        return bool(self.s.seats > 2 or self.s.played[self.seat][0] >= 0)


def fits_next(bridge: tuple[int, ...], tile: int) -> bool:
    """O-5.7, O-5.9."""
    return len(bridge) < 12 and (not bridge or tile == PARK or bridge[-1] == PARK or tile < bridge[-1])


def descends(bridge: tuple[int, ...]) -> bool:
    return all(PARK in (one, other) or one > other for one, other in pairwise(bridge))


def value_of(end: End) -> int:
    return int(end.move.split()[1])


def checks(table: Table) -> Mapping[str, Check[End]]:
    """By what is said: whether it is so."""
    tile = {name.upper().replace("-TWO", " +2").replace("-", " "): name for name in POWERS}

    def is_kept(ends: Ends[End], said: Any, at_least: bool) -> bool:
        value, one_more = int(said["card"]), "more" in said[0]
        left = [table.left_of(value, each[0].move) for each in (ends.better, ends.other)]
        return table.is_last_card and left == ([left[1] + 1, left[1]] if one_more else [1, 0])

    def fits_below(ends: Ends[End], said: Any, at_least: bool) -> bool:
        lasts = [[end.bridge[-1] for end in each] for each in (ends.better, ends.other)]
        room = all(len(end.bridge) < 12 for end in (*ends.better, *ends.other))
        same = (min(lasts[0]), max(lasts[1])) == (int(said["n"]), int(said["m"]))
        return room and same and int(said["n"]) > int(said["m"]) and PARK not in lasts[0] + lasts[1]

    def any_fits(end: End) -> bool:
        return len(end.bridge) < 12 and all(fits_next(end.bridge, number) for number in range(1, 61))

    def spent(ends: Ends[End], said: Any, *, uses: bool) -> bool:
        counts = [{end.spends.count(tile[said["tile"]]) for end in each} for each in (ends.better, ends.other)]
        return bool(min(counts[0]) - max(counts[1]) == 1 if uses else min(counts[1]) - max(counts[0]) == 1)

    found: dict[str, Check[End]] = {
        r"it goes (?P<n>\d+) steps? further along the chapel track": more(lambda end: end.chapel),
        r"it goes (?P<n>\d+) steps? further along the gate track": more(lambda end: end.gate),
        r"it brings (?P<n>\d+) more bonus tiles?": more(lambda end: end.tiles),
        r"you may take cards worth (?P<n>\d+) more": more(lambda end: end.cards),
        r"it pays £(?P<n>\d+) more at once": more(lambda end: end.pounds),
        r"though it pays £(?P<n>\d+) less at once": more(lambda end: end.pounds, -1),
        r"it leaves (?P<n>\d+) more crests? on the bridge": more(lambda end: end.all_crests),
        r"it lengthens the bridge instead of replacing a building": only(lambda end: bool(end.built) and not end.replaced),
        r"it replaces a building and keeps the next site free": only(lambda end: bool(end.replaced)),
        r"it shows all four crests": only(lambda end: kind(end.built) == "guild-house"),
        r"any number fits after it": only(any_fits),
        r"every number below (?P<n>\d+) then fits on the next site, not only below (?P<m>\d+)": fits_below,
        r"it takes (?P<n>\d+), which fits the bridge of a player still to come": lambda ends, said, least: (
            {end.built for end in ends.better} == {int(said["n"])}
            and table.wanted(int(said["n"]))
            and not any(table.wanted(end.built) for end in ends.other)
        ),
        r"it is the higher card, and higher cards act earlier": lambda ends, said, least: (
            table.is_last_card and value_of(ends.better[0]) > value_of(ends.other[0])
        ),
        r"it keeps (?:the|one) (?P<card>\d) \([A-Za-z ]+\)(?: more)?": is_kept,
        r"it uses (?P<tile>[A-Z+2 ]+) at once": lambda ends, said, least: spent(ends, said, uses=True),
        r"it keeps (?P<tile>[A-Z+2 ]+) for now": lambda ends, said, least: spent(ends, said, uses=False),
    }
    return found


def themes(table: Table) -> Mapping[str, Any]:
    """By theme: what must be so."""

    def cards(wanted: Any) -> Any:
        return lambda ends: table.is_last_card and wanted(value_of(ends.better[0]), value_of(ends.other[0]))

    def decided(*words: str) -> Any:
        return lambda ends: all(end.move.split()[0] in words for end in (*ends.better, *ends.other))

    def spends(sign: int) -> Any:
        return lambda ends: (
            ends.least(lambda end: sign * len(end.spends)) > 0
            or any(ends.least(lambda end, tile=tile: sign * end.spends.count(tile)) > 0 for tile in POWERS)
        )

    return {
        "save-four": cards(lambda better, other: better < other == 4),
        "low-card": cards(lambda better, other: better < other),
        "high-card": cards(lambda better, other: better > other),
        "spend-power": spends(1),
        "keep-power": spends(-1),
        "replace": lambda ends: ends.only(lambda end: bool(end.replaced)),
        "lengthen": lambda ends: ends.only(lambda end: bool(end.built) and not end.replaced),
        "what-goes": decided("replace"),
        "take-cards": decided("take", "pass"),
        "pick-tile": decided("pick"),
        "chapel": lambda ends: ends.least(lambda end: end.chapel) > 0,
        "gate": lambda ends: ends.least(lambda end: end.gate) > 0 or ends.least(lambda end: end.tiles) > 0,
        "leave-less": lambda ends: ends.only(lambda end: table.wanted(end.built)),
        "patience": lambda ends: ends.least(lambda end: -end.pounds) > 0,
        "building": lambda ends: ends.better[0].built and ends.better[0].built != ends.other[0].built,
        "best": lambda ends: True,
    }
