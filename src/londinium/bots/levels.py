"""The levels of the search that people choose by name. Each always means the same number of simulations or seconds."""

from __future__ import annotations

from londinium.bots.search.search import NODE_LIMIT, Budget, Search, Thoughts
from londinium.kernel.checks import check_decision
from londinium.kernel.entries import entries
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_

LEVELS = {
    "apprentice": Budget(simulations=24),
    "builder": Budget(simulations=400),
    "master": Budget(seconds=1.0, settles=True),
    "architect": Budget(seconds=5.0, settles=True),
}
TITLES = {
    "random": N_("Random"),
    "busy": N_("Busy"),
    "greedy": N_("Greedy"),
    "apprentice": N_("Apprentice"),
    "builder": N_("Builder"),
    "master": N_("Master"),
    "architect": N_("Architect"),
}
"""What people call the bots. A search with a number of simulations of its own is called by its name."""


@entries
class Level:
    """A search with the budget of a level."""

    def __init__(self, name: str, game: Game, budget: Budget, threads: int = 1) -> None:
        self.name, self.budget = name, budget
        few = self.budget.simulations
        self.search = Search(game, threads, nodes=NODE_LIMIT if few is None else min(NODE_LIMIT, 8 * few))

    def choose(self, match: Match, seat: int) -> int:
        check_decision(self.search.game, match, seat)
        legal = match.legal(seat)
        if len(legal) == 1:
            return legal[0]
        return self.search.choose(match, seat, self.budget)

    def think(self, match: Match, seat: int) -> Thoughts:
        return self.search.think(match, seat, self.budget)
