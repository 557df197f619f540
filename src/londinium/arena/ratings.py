"""Ratings by Plackett and Luce's model of rankings, as openskill computes them, match by match in the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterable

from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from londinium.arena.results import MatchResult, Rating
from londinium.arena.statistics import Z
from londinium.kernel.entries import entry


@entry
def ratings(matches: Iterable[MatchResult]) -> dict[str, Rating]:
    """A rating for every bot that met another one.

    A bot that sits at a table more than once plays there as several players of the same strength, and learns the mean.
    """
    # Without tau nobody's strength changes from match to match, as is right for bots.
    model = PlackettLuce(tau=0.0)
    known: dict[str, PlackettLuceRating] = {}
    for match in matches:
        if len(set(match.bots)) < 2:
            continue
        for bot in match.bots:
            known.setdefault(bot, model.rating(name=bot))
        teams = [[model.create_rating([known[bot].mu, known[bot].sigma], bot)] for bot in match.bots]
        rated = model.rate(teams, ranks=[float(place) for place in match.places])
        for bot in set(match.bots):
            own = [team[0] for team in rated if team[0].name == bot]
            mu, sigma = sum(player.mu for player in own) / len(own), sum(player.sigma for player in own) / len(own)
            known[bot] = model.create_rating([mu, sigma], bot)
    return {bot: Rating(r.mu, r.sigma, r.mu - Z * r.sigma, r.mu + Z * r.sigma) for bot, r in known.items()}
