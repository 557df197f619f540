"""How a match ended for somebody, in one sentence: the place, and how far it is from the winner."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from londinium.kernel.views import Outcome, View
from londinium.kernel.words.language import Language

Points = Callable[[int, Language], str]


def plain_ending(view: View, points: Points, words: Language, names: Sequence[str]) -> str:
    """The sentence for a viewer; nothing before the end."""
    outcome = view.outcome
    if outcome is None:
        return ""
    viewer = view.seat if view.seat is not None and view.seat >= 0 else None
    if view.seats == 1:
        return words.text("You have reached {points}.", points=points(outcome.scores[0], words))
    if viewer is None:
        return _for_everybody(outcome, points, words, names)
    if outcome.places[viewer] == 0:
        return _won(outcome, viewer, points, words, names)
    return _lost(outcome, viewer, points, words, names)


def _won(outcome: Outcome, viewer: int, points: Points, words: Language, names: Sequence[str]) -> str:
    others = [seat for seat in outcome.winners if seat != viewer]
    if others:
        return words.text("You share first place with {player}.", player=words.listed([names[seat] for seat in others]))
    second = min((seat for seat in range(len(outcome.scores)) if seat != viewer), key=lambda seat: outcome.places[seat])
    ahead = outcome.scores[viewer] - outcome.scores[second]
    if ahead <= 0:
        return words.text("You have won, level with {player}.", player=names[second])
    return words.text("You have won, {distance} ahead of {player}.", distance=points(ahead, words), player=names[second])


def _lost(outcome: Outcome, viewer: int, points: Points, words: Language, names: Sequence[str]) -> str:
    winner = outcome.winners[0]
    behind = outcome.scores[winner] - outcome.scores[viewer]
    facts = {"distance": points(behind, words), "player": names[winner]}
    match outcome.places[viewer] + 1:
        case 2 if behind <= 0:
            return words.text("You are 2nd, level with {player}.", **facts)
        case 2:
            return words.text("You are 2nd, {distance} behind {player}.", **facts)
        case 3:
            return words.text("You are 3rd, {distance} behind {player}.", **facts)
        case _:
            return words.text("You are 4th, {distance} behind {player}.", **facts)


def _for_everybody(outcome: Outcome, points: Points, words: Language, names: Sequence[str]) -> str:
    winner, *others = outcome.winners
    if others:
        return words.text("{players} share first place.", players=words.listed([names[seat] for seat in outcome.winners]))
    second = outcome.places.index(min(place for place in outcome.places if place > 0))
    ahead = points(outcome.scores[winner] - outcome.scores[second], words)
    return words.text(
        "{winner} has won, {distance} ahead of {player}.", winner=names[winner], distance=ahead, player=names[second]
    )


def tied(outcome: Outcome) -> list[tuple[int, ...]]:
    """The seats with equal totals that have different places all the same: there a rule has decided."""
    totals = {score: [seat for seat, its in enumerate(outcome.scores) if its == score] for score in outcome.scores}
    return [tuple(seats) for seats in totals.values() if len({outcome.places[seat] for seat in seats}) > 1]
