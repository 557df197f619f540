"""What a network in the search is shown: like an observation, but for a mind that remembers and counts.

A game that wants its network to see more than a learning agent does, or to see it as a network learns it best, has a module
`mind/sight` with a SIGHT. The row has the same size whatever the number of players: absent ones are zeros.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from londinium.kernel.contracts.observation import Observation


@dataclass(frozen=True)
class Sight:
    """Features, and for how many players there is room in them."""

    shown: Observation
    seats: int
    periods: int = 1
    """Parts of a match in which a network judges by numbers of their own. Where there are several, the first byte of a row says
    which one it is about, from 0."""

    @property
    def size(self) -> int:
        """How many bytes the network is shown."""
        return self.shown.size(self.seats)

    @property
    def see(self) -> Callable[..., None]:
        """Writes what a seat knows into a row of zeros; called as an observation's `observe` is."""
        return self.shown.observe

    @property
    def highs(self) -> Any:
        """The highest value of every byte; a row divided by this lies between 0 and 1."""
        return self.shown.highs(self.seats)

    def room(self, seats: int) -> int:
        """How long a row must be for `see` in a match with this number of players."""
        return self.shown.size(max(seats, self.seats))

    def cells_of(self, names: Sequence[str]) -> list[int]:
        """The bytes of some features, by their names, of all players."""
        common, player = self.shown.common, self.shown.player
        found = [place for one in common.features if one.name in names for place in range(one.start, one.start + one.size)]
        for seat in range(self.seats):
            start = common.size + seat * player.size
            for one in player.features:
                if one.name in names:
                    found += range(start + one.start, start + one.start + one.size)
        known = {one.name for one in (*common.features, *player.features)}
        assert known.issuperset(names), f"no features are called {set(names) - known}"
        return found
