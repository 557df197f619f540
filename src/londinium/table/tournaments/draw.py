"""Who meets whom in which round, and on which seat: a pure function of the players and a seed.

Opponents vary: at tables of two, everybody meets everybody before anybody meets again; at larger ones a search keeps the meetings
of any two as even as it can. Seats rotate: in as many rounds as a table has seats, nobody has the same seat twice. That is always
possible: players and tables are the two sides of a graph, and seats are the colours of its edges (Kőnig).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

BOT_SEAT = -1
"""Instead of a player: a bot fills the seat."""
SWAPS_TRIED = 12_000
"""About how many exchanges of two players are considered for a round, over all attempts."""
MOST_ATTEMPTS = 40

Groups = list[list[int]]
DrawnRound = tuple[tuple[int, ...], ...]
"""Tables; of each, by seat, who sits there."""


def drawn_rounds(players: Sequence[int], seats: int, rounds: int, seed: int) -> tuple[DrawnRound, ...]:
    """The whole draw. Players are given by numbers of any kind; with too few for the last table, bots fill it."""
    chance = Random(seed)
    shuffled = list(players)
    chance.shuffle(shuffled)
    groups = _pairs(shuffled, rounds) if seats == 2 else _mixed(shuffled, seats, rounds, chance)
    drawn = list[DrawnRound]()
    for first in range(0, rounds, seats):
        drawn += _seated(groups[first : first + seats], seats, chance)
    return tuple(drawn)


def _pairs(players: list[int], rounds: int) -> list[Groups]:
    """Everybody against everybody: one stays, the others move around; the one left over meets a bot."""
    circle: list[int] = [*players, BOT_SEAT] if len(players) % 2 else list(players)
    found = []
    for _ in range(rounds):
        half = len(circle) // 2
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        found.append([[player for player in pair if player != BOT_SEAT] for pair in pairs])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return found


# ── Larger tables ────────────────────────────────────────────────────────────


class _History:
    """Who has met whom so far, and who has sat at a table with bots."""

    def __init__(self) -> None:
        self.met: dict[tuple[int, int], int] = {}
        self.short: dict[int, int] = {}

    def of(self, one: int, other: int) -> int:
        return self.met.get((one, other) if one < other else (other, one), 0)

    def note(self, groups: Groups, seats: int) -> None:
        for group in groups:
            for one, other in combinations(sorted(group), 2):
                self.met[one, other] = self.met.get((one, other), 0) + 1
            for player in group:
                self.short[player] = self.short.get(player, 0) + (len(group) < seats)


def _mixed(players: list[int], seats: int, rounds: int, chance: Random) -> list[Groups]:
    tables = -(-len(players) // seats)
    history, found = _History(), []
    for _ in range(rounds):
        groups = _best(players, tables, seats, history, chance)
        history.note(groups, seats)
        found.append(groups)
    return found


def _best(players: list[int], tables: int, seats: int, history: _History, chance: Random) -> Groups:
    """Of several random beginnings, each made better until no exchange helps, the one with the fewest old acquaintances."""
    if tables == 1:
        return [list(players)]
    attempts = max(2, min(MOST_ATTEMPTS, SWAPS_TRIED // len(players) ** 2))
    best, least = Groups(), -1
    for _ in range(attempts):
        groups = _split(players, tables, chance)
        better = True
        while better:
            better = False
            for one, other in combinations(range(tables), 2):
                better |= _exchanged(groups, one, other, seats, history)
        cost = sum(_cost(group, seats, history) for group in groups)
        if least < 0 or cost < least:
            best, least = groups, cost
        if least == 0:
            break
    return best


def _split(players: list[int], tables: int, chance: Random) -> Groups:
    """Tables at random, the bots spread over them: no two differ by more than one."""
    order = list(players)
    chance.shuffle(order)
    return [order[table::tables] for table in range(tables)]


def _cost(group: list[int], seats: int, history: _History) -> int:
    """How often those at a table have met, and had bots if they have one now; a third time is worse than two second ones."""
    met = sum(history.of(one, other) ** 2 for one, other in combinations(group, 2))
    return met + (sum(history.short.get(player, 0) ** 2 for player in group) if len(group) < seats else 0)


def _exchanged(groups: Groups, one: int, other: int, seats: int, history: _History) -> bool:
    """Exchange two players of two tables where that is better; whether any were."""
    changed = False
    for here in range(len(groups[one])):
        for there in range(len(groups[other])):
            before = _cost(groups[one], seats, history) + _cost(groups[other], seats, history)
            _swap(groups, one, here, other, there)
            if _cost(groups[one], seats, history) + _cost(groups[other], seats, history) < before:
                changed = True
            else:
                _swap(groups, one, here, other, there)
    return changed


def _swap(groups: Groups, one: int, here: int, other: int, there: int) -> None:
    groups[one][here], groups[other][there] = groups[other][there], groups[one][here]


# ── Seats ────────────────────────────────────────────────────────────────────


def _seated(rounds: list[Groups], seats: int, chance: Random) -> Iterator[DrawnRound]:
    """Seats for a few rounds, at most as many as a table has seats, so that nobody has one twice in them."""
    of_player: dict[int, dict[int, int]] = {}
    tables = [group for groups in rounds for group in groups]
    at_table: list[dict[int, int]] = [{} for _ in tables]
    for table, group in enumerate(tables):
        for player in group:
            _take_seat(of_player.setdefault(player, {}), at_table[table], player, table, seats, (of_player, at_table))
    names = list(range(seats))  # which colour is which seat is left to chance: the first in the list sit nowhere more often
    chance.shuffle(names)
    drawn = [tuple(taken.get(names[seat], BOT_SEAT) for seat in range(seats)) for taken in at_table]
    start = 0
    for groups in rounds:
        yield tuple(drawn[start : start + len(groups)])
        start += len(groups)


def _take_seat(
    own: dict[int, int],
    taken: dict[int, int],
    player: int,
    table: int,
    seats: int,
    both: tuple[dict[int, dict[int, int]], list[dict[int, int]]],
) -> None:
    """Give a player a seat that neither they nor the table have used; where there is none, others change seats first."""
    free = next(seat for seat in range(seats) if seat not in own)
    if free in taken:
        _clear(table, free, next(seat for seat in range(seats) if seat not in taken), *both)
    own[free], taken[free] = table, player


def _clear(table: int, seat: int, instead: int, of_player: dict[int, dict[int, int]], at_table: list[dict[int, int]]) -> None:
    """Exchange two seats along the chain that begins at this table: from a player to their other table, and so on."""
    chain = list[tuple[int, int, int]]()
    here, wanted = table, seat
    while wanted in at_table[here]:
        player = at_table[here][wanted]
        chain.append((player, here, wanted))
        wanted = instead if wanted == seat else seat
        if wanted not in of_player[player]:
            break
        here = of_player[player][wanted]
        chain.append((player, here, wanted))
        wanted = instead if wanted == seat else seat
    for player, place, old in chain:
        del of_player[player][old], at_table[place][old]
    for player, place, old in chain:
        new = instead if old == seat else seat
        of_player[player][new], at_table[place][new] = place, player
