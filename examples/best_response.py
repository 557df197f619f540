"""Can the search be outguessed where all choose at the same time? It plays against somebody who knows how it chooses.

    python examples/best_response.py --seats 2 --games 200 --simulations 400

In Old London Bridge everybody bids face down. The guesser is a search too, but before every bid it lets the searches of the
others think about theirs, several times with other luck: that is how often they make which bid. Then it makes the bid that the
network values most against these. Nobody can know more of a search whose luck is its own. Printed are how often the searches
repeat themselves, what the network thinks the guesses are worth, and what came of them in matches: beside matches without any
guesses, and beside others in which the guesser's bids are thought about for as long as a guess takes, because longer thinking
alone wins more, too.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import sqrt
from pathlib import Path

import numpy as np

import londinium
from londinium.bots.levels import ability_of
from londinium.bots.search import foresight
from londinium.bots.search.foresight import UTILITY, Network, foresee_all
from londinium.bots.search.search import NODE_LIMIT, Budget, Search
from londinium.kernel.game import Game
from londinium.kernel.match import Match

USUAL, LONGER, GUESSED = "without", "thought about as long", "with guesses"
"""How one of the players bids."""
Bid = tuple[int, ...]
"""All that a seat chooses before the bids are turned over."""


class Guesser:
    """Knows how the searches of the others choose, and what comes of each pair of choices in the eyes of a network."""

    def __init__(self, game: Game, network: Network, settings: dict[str, float], simulations: int, opinions: int) -> None:
        self.game, self.network, self.settings, self.budget = game, network, settings, Budget(simulations=simulations)
        self.opinions = opinions
        self.others = [self.search(luck=1000 + number) for number in range(opinions)]
        self.foresee = game.engine.bind(foresee_all, observe=game.sight.see)
        self.repeats: list[float] = []
        """At every bid: how often the searches of a rival make the bid that they make most often."""
        self.gains: list[float] = []
        """At every bid: what the guess is worth more than what the search itself would bid."""

    def search(self, luck: int) -> Search:
        """One of those that are guessed."""
        nodes = min(NODE_LIMIT, 8 * (1 + self.opinions) * (self.budget.simulations or NODE_LIMIT))
        return Search(self.game, settings=self.settings, network=self.network, nodes=nodes, luck=luck)

    def as_long(self, match: Match) -> Budget:
        """As many simulations as a guess takes here: the own bid, and all opinions on those of the others."""
        simulations = self.budget.simulations or 1
        return Budget(simulations=simulations * (1 + len(self.others) * (len(match.to_act) - 1)))

    def bid_of(self, search: Search, match: Match, seat: int, budget: Budget | None = None) -> Bid:
        """What a search chooses that nobody else has seen choose."""
        here = match.copy()
        while here.choice.owes(seat) and here.choice.since == match.choice.since:
            legal = here.legal(seat)
            here.push(legal[0] if len(legal) == 1 else search.choose(here, seat, budget or self.budget), seat)
        return bid_made(match, here, seat)

    def guess(self, match: Match, seat: int, own: Bid) -> Bid:
        """The best answer to what the others may bid, knowing how often they bid it."""
        rivals = [rival for rival in match.to_act if rival != seat]
        expected = {rival: [self.bid_of(search, match, rival) for search in self.others] for rival in rivals}
        for bids in expected.values():
            self.repeats.append(Counter(bids).most_common(1)[0][1] / len(bids))
        cases = [{rival: expected[rival][number] for rival in rivals} for number in range(len(self.others))]
        possible = self.possible_bids(match, seat, len(own))
        worth = {bid: float(np.mean([self.worth(match, seat, bid, case) for case in cases])) for bid in possible}
        best = max(possible, key=lambda bid: worth[bid])
        self.gains.append(worth[best] - worth[own])
        return best

    def possible_bids(self, match: Match, seat: int, cards: int) -> list[Bid]:
        """Every set of cards that may be played, whatever the order."""
        found = []
        for bid in combinations_with_replacement(sorted(match.legal(seat)), cards):
            here = match.copy()
            make(here, seat, bid)
            if bid_made(match, here, seat) == bid:
                found.append(bid)
        return found

    def worth(self, match: Match, seat: int, own: Bid, others: dict[int, Bid]) -> float:
        """What the position after these bids is worth to a seat, as the one who decides next foresees it."""
        here = match.copy()
        for who, bid in ((seat, own), *others.items()):
            make(here, who, bid)
        net = foresight.with_scratch(self.network, here)
        self.foresee(here.position.states[0], here.boxes[0], here.to_act[0], here.seats, net)
        return float(net.told[seat, UTILITY])


def make(match: Match, seat: int, bid: Bid) -> None:
    """Choose these moves one after the other, but for those that a match makes by itself because there is no other."""
    for move in bid:
        if seat in match.to_act and move in match.legal(seat):
            match.push(move, seat)


def bid_made(before: Match, after: Match, seat: int) -> Bid:
    """What a seat has chosen between two moments."""
    return tuple(sorted(made.move for made in after.plies[before.ply :] if made.seat == seat))


def play(guesser: Guesser, search: Search, match: Match, own: int, bids: str) -> Sequence[int]:
    """A match of searches, one of which may make its bids in another way. Returns the seats that won it."""
    while not match.is_over:
        if bids != USUAL and own in match.to_act and match.choice.is_simultaneous and not match.choice.made_by(own):
            before = match.at(match.choice.since)
            if bids == GUESSED:
                bid = guesser.guess(before, own, guesser.bid_of(search, before, own))
            else:
                bid = guesser.bid_of(search, before, own, guesser.as_long(before))
            make(match, own, bid)
            continue
        seat = match.to_act[0]
        legal = match.legal(seat)
        match.push(legal[0] if len(legal) == 1 else search.choose(match, seat, guesser.budget), seat)
    assert match.outcome is not None
    return match.outcome.winners


def share(wins: Sequence[float]) -> str:
    part = float(np.mean(wins))
    return f"{100 * part:.1f} % ± {196 * sqrt(part * (1 - part) / len(wins)):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="A best response to the bids of the search.")
    parser.add_argument("--network", type=Path, help="another network than the game's own")
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--opinions", type=int, default=8, help="how often every rival is asked")
    parser.add_argument("--mixed", type=float, help="another setting of this name than the game's own; 0: always the best bid")
    parser.add_argument("--seed", type=int, default=1 << 46, help="the seed of the first match")
    given = parser.parse_args()
    if min(given.games - 1, given.simulations, given.opinions) < 1:
        parser.error("there must be two matches or more, simulations and opinions")
    game = londinium.game("old-london-bridge")
    network = foresight.read_network(given.network, game) if given.network else foresight.judgement_of(game)
    if network is None:
        sys.exit(f"Error: {game.title} has no network; name one with --network")
    # The search of the levels that judge by the network.
    settings = dict(ability_of("architect", game).settings) | ({} if given.mixed is None else {"mixed": given.mixed})
    guesser = Guesser(game, network, settings, given.simulations, given.opinions)
    wins: dict[str, list[float]] = {GUESSED: [], LONGER: [], USUAL: []}
    variants = list(game.variants)
    for number in range(given.games):
        deal, own = divmod(number, given.seats)
        for bids, found in wins.items():
            match = game.match(seats=given.seats, seed=given.seed + deal, variant=variants[deal % len(variants)])
            found.append(float(own in play(guesser, guesser.search(luck=number), match, own, bids)))
    print(f"{given.games} matches, {given.seats} seats, {given.simulations} simulations")
    print(f"a rival repeats its most frequent bid {100 * np.mean(guesser.repeats):.0f} % of the time")
    print(f"the network thinks a guess is worth {np.mean(guesser.gains):.2f} more")
    print("matches won, the same seats and seeds: " + ", ".join(f"{bids} {share(found)}" for bids, found in wins.items()))


if __name__ == "__main__":
    try:
        main()
    except londinium.LondiniumError as problem:
        sys.exit(f"Error: {problem}")
