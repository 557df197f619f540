"""The levels that people choose by name. Each always means the same: in any game a number of simulations or seconds, and where a
game says so (`game.levels`), how far it looks and what it does not heed yet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from math import inf
from typing import Any

from londinium.bots.kept_trees import KeptTree, kept_tree, put_back
from londinium.bots.search.foresight import Network, in_whole_numbers, judgement_file, overlooking, read_network
from londinium.bots.search.insight import has_insight
from londinium.bots.search.planner import Allowed, Looked, Planner, best_first
from londinium.bots.search.search import NODE_LIMIT, Budget, Idea, Search, Thoughts, Worker, is_learnt
from londinium.kernel.checks import check_decision
from londinium.kernel.contracts.levels import Ability
from londinium.kernel.engine import Engine
from londinium.kernel.entries import entries, entry
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.seeds import uint64
from londinium.kernel.words.errors import N_, InvalidOption
from londinium.kernel.words.nearest import unknown

LEVELS = {
    "novice": Budget(simulations=1),
    "apprentice": Budget(simulations=24),
    "builder": Budget(simulations=400),
    "master": Budget(seconds=0.5, settles=True),
    "architect": Budget(seconds=5.0, settles=True),
}
TITLES = {
    "random": N_("Random"),
    "busy": N_("Busy"),
    "greedy": N_("Greedy"),
    "novice": N_("Novice"),
    "apprentice": N_("Apprentice"),
    "builder": N_("Builder"),
    "master": N_("Master"),
    "architect": N_("Architect"),
}
"""What people call the bots. A search with a number of simulations of its own is called by its name."""


@entry
def ability_of(name: str, game: Game) -> Ability:
    """What a level can do in a game."""
    if name not in LEVELS:
        raise unknown(InvalidOption, N_("there is no bot '{name}'; choose one of: {known}"), name, LEVELS, name=name)
    usual = LEVELS[name]
    return game.levels.get(name, Ability(simulations=usual.simulations, seconds=usual.seconds))


@entry
def budget_of(name: str, game: Game) -> Budget:
    """What a level is allowed where it simulates without the game's best network: one that judges by it does so where the
    network knows nothing, and far away.
    """
    ability = ability_of(name, game)
    if not ability.judges:
        return _own_budget(ability)
    return LEVELS[name] if ability.afar is None else Budget(simulations=ability.afar)


@entry
def seconds_for(name: str, match: Match) -> float | None:
    """How long a level thinks about a decision of a match at most; None where it counts its simulations, or the decisions that it
    looks ahead: what ends by itself is quick.
    """
    ability, knows = ability_of(name, match.game), has_insight(match.game) and is_learnt(match)
    return ability.seconds if ability.judges and knows else budget_of(name, match.game).seconds


def _own_budget(ability: Ability) -> Budget:
    return Budget(simulations=ability.simulations, seconds=ability.seconds, settles=ability.seconds is not None)


@entry
def level(name: str, game: Game, hurry: int = 1) -> Level:
    """A level by its name, as it plays a game; in a part of its time, if that is limited, for measuring."""
    budget, ability = budget_of(name, game), ability_of(name, game)
    if hurry > 1 and budget.seconds is not None:
        budget = replace(budget, seconds=budget.seconds / hurry)
    if hurry > 1 and ability.seconds is not None:
        ability = replace(ability, seconds=ability.seconds / hurry)
    return Level(name, game, budget, ability)


@entry
def nodes_for(simulations: int, game: Game) -> int:
    """The room that a tree needs; a decision has as many edges as moves, however few simulations there are."""
    return min(NODE_LIMIT, max(8 * simulations, len(game.moves)))


def _learnt(engine: Engine, overlooks: Sequence[str]) -> Network:
    """What a game's judges have learnt, without what they overlook."""
    network = read_network(judgement_file(engine.game), engine.game)
    return overlooking(engine.game, network, overlooks) if overlooks else network


_judgement = cache(_learnt)
"""The same, read once for all who play like this, for as long as the process runs."""


@cache
def _whole_judgement(engine: Engine, overlooks: Sequence[str]) -> tuple[Network, Any]:
    """The same as a planner calculates with it."""
    return in_whole_numbers(_learnt(engine, overlooks))


@entries
class Level:
    """A mind with what a level is allowed: it looks ahead exactly where it can, and otherwise simulates."""

    def __init__(self, name: str, game: Game, budget: Budget, ability: Ability | None = None) -> None:
        """`budget` is what it is allowed where it has no network; where it judges by one, `ability` says that."""
        self.name, self.budget = name, budget
        few, given = self.budget.simulations, ability or Ability()
        self._ability = given
        self._judging = _own_budget(given) if given.judges and not given.depth else budget
        nodes = NODE_LIMIT if few is None else nodes_for(few, game)
        # Who looks ahead exactly simulates only where no network knows the match: the small one is compiled for that already.
        judging = given.judges and judgement_file(game).exists()
        searching = _judgement(game.engine, given.overlooks) if judging and not given.depth else None
        self.search = Search(game, settings=dict(given.settings), nodes=nodes, network=searching, neglects=given.neglects)
        self._planner: Planner | None = None
        if judging and given.depth:
            self._planner = Planner(game, *_whole_judgement(game.engine, given.overlooks))
            self._allowed = Allowed(seconds=inf if given.seconds is None else given.seconds, depth=given.depth)

    def choose(self, match: Match, seat: int) -> int:
        check_decision(self.search.game, match, seat)
        legal = match.legal(seat)
        if len(legal) == 1:
            return legal[0]
        planned = self._plan(match, seat)
        return best_first(planned)[0][0] if planned else self._simulated(match, seat)

    def choose_recalling(self, match: Match, seat: int, tree: KeptTree | None) -> tuple[int, KeptTree | None]:
        """The move after thinking on with a tree that was kept of this seat of this match, and the tree to be kept now. Whoever
        looks ahead exactly or counts its simulations has none.
        """
        budget = self._budget_in(match)
        if self.plans(match) or budget.seconds is None or len(match.legal(seat)) == 1:
            return self.choose(match, seat), tree
        check_decision(self.search.game, match, seat)
        put_back(self.search, tree, match, seat)
        return self.search.choose(match, seat, budget), kept_tree(self.search, tree)

    def think(self, match: Match, seat: int, seconds: float | None = None, stop: Callable[[], bool] | None = None) -> Thoughts:
        """What it thinks of the moves, the best first; in this many seconds, if that is less than it usually takes."""
        check_decision(self.search.game, match, seat)
        started = time.perf_counter()
        planned = self._plan(match, seat, seconds, stop)
        if not planned:
            budget, match = self._budget_in(match), self._looked_at(match)
            most = min((one for one in (budget.seconds, seconds) if one is not None), default=None)
            return self.search.think(match, seat, replace(budget, seconds=most), stop)
        ideas = tuple(
            Idea(match.moves.text(move), one.positions, one.worth, abs(one.worth - one.before), None, one.worth)
            for move, one in best_first(planned)
        )
        return Thoughts(seat, sum(idea.tries for idea in ideas), time.perf_counter() - started, ideas)

    def with_simulations(self, simulations: int | None) -> Level:
        """The same mind, and a tree of its own, with another number of simulations: that many it makes also where it would look
        ahead exactly. None: it thinks for as long as `think` is told.
        """
        budget, depth = Budget(simulations), self._ability.depth if simulations is None else 0
        found = Level(self.name, self.search.game, budget, replace(self._ability, depth=depth, seconds=None))
        found._judging = budget
        return found

    def warm_up(self, match: Match, seat: int) -> None:
        """Compile what it thinks with in this match, or fetch what was compiled."""
        check_decision(self.search.game, match, seat)
        if self._planner is not None and self.plans(match):
            self._planner.warm_up(match, seat, match.states_known_to(seat))
        else:
            Worker(self.search, match, seat, self.search.recall_root(match, seat), uint64(0)).warm_up()

    def plans(self, match: Match) -> bool:
        """Whether it looks ahead exactly in this match: with a network that knows the box and the options."""
        return self._planner is not None and is_learnt(match)

    def counts(self, match: Match) -> bool:
        """Whether it has a number of simulations in this match, however long they take."""
        budget = self._budget_in(match)
        return not self.plans(match) and budget.simulations is not None and budget.seconds is None

    def _simulated(self, match: Match, seat: int) -> int:
        return self.search.choose(self._looked_at(match), seat, self._budget_in(match))

    def _looked_at(self, match: Match) -> Match:
        """The match, for a search that keeps what it has found out about it. Where simulations are counted it begins anew for
        each decision: the same position gives the same move in an arena, at a table, after a restart and in a browser.
        """
        return match if self._budget_in(match).seconds is not None else match.copy()

    def _budget_in(self, match: Match) -> Budget:
        """What its simulations are allowed in this match."""
        return self._judging if self.search.foresees(match) else self.budget

    def _plan(
        self, match: Match, seat: int, seconds: float | None = None, stop: Callable[[], bool] | None = None
    ) -> dict[int, Looked]:
        if self._planner is None or not self.plans(match):
            return {}
        allowed = self._allowed if seconds is None else self._allowed._replace(seconds=min(seconds, self._allowed.seconds))
        return self._planner.think(match, seat, match.states_known_to(seat), allowed, stop)
