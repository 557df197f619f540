"""The browser as a place: bots, hints and analyses think in its workers."""

from __future__ import annotations

from londinium.bots.far.errands import Ask
from londinium.bots.far.search import FarJudge, FarSearch
from londinium.bots.levels import LEVELS, ability_of, budget_of, nodes_for
from londinium.bots.search.search import NODE_LIMIT
from londinium.bots.search.thinker import Thinker
from londinium.browser.assets import SiteAssets
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.study.analysis import Effort
from londinium.table.hall.thinkers import Thinkers, choose
from londinium.web.place import Place
from londinium.work.turns import Asker, Ticket


class FarThinkers(Thinkers):
    """Bots whose thoughts come from workers; the simple players answer at once, here."""

    def __init__(self, ask: Ask, workers: int) -> None:
        self._ask, self._workers = ask, workers
        self._searches: dict[tuple[str, str], FarSearch] = {}

    async def _chosen(self, bot: str, match: Match, seat: int, ticket: Ticket) -> int:
        if bot not in LEVELS:
            return choose(bot, match, seat)
        return await self._search(bot, match.game).choose_elsewhere(match, seat, budget_of(bot, match.game))

    def _search(self, bot: str, game: Game) -> FarSearch:
        name = (bot, game.slug)
        if name not in self._searches:
            few, ability = budget_of(bot, game).simulations, ability_of(bot, game)
            # A bot that thinks for a time uses all workers; one that counts simulations uses one, for equal results everywhere.
            trees, nodes = (self._workers, NODE_LIMIT) if few is None else (1, nodes_for(few, game))
            settings = dict(ability.settings)
            self._searches[name] = FarSearch(game, self._ask, trees, nodes, settings=settings, neglects=ability.neglects)
        return self._searches[name]

    def hurry(self, ticket: Ticket, asker: Asker) -> None:
        """Nobody else is here."""

    @property
    def lengths(self) -> dict[str, int]:
        """Nobody stands in line."""
        return {}

    async def close(self) -> None:
        """Workers end with the page."""


def browser_place(ask: Ask, workers: int) -> Place:
    """A place whose thinkers are asked by `ask`; `workers` says how many there are."""

    def new_thinker(game: Game, effort: Effort) -> Thinker:
        few = effort.simulations
        return FarJudge(game, ask, NODE_LIMIT if few is None else min(NODE_LIMIT, 8 * max(few, 256)))

    return Place(
        meets=False,
        compiles=False,
        new_thinker=new_thinker,
        new_thinkers=lambda: FarThinkers(ask, workers),
        new_assets=SiteAssets,
    )
