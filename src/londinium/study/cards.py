"""The card of a match: who played, what they scored, and how it looks."""

from __future__ import annotations

from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.match import Match
from londinium.kernel.views import ALL_EYES
from londinium.kernel.words.language import Language
from londinium.look.cards import CardRow, CardWords, card
from londinium.look.seats import letters


def match_card(match: Match, words: Language, seat: int | None = None, kicker: str = "", scheme: str = "light") -> str:
    """A finished match. With a seat it is that player's card: their own bridge or map, and their score in large type."""
    shown = best_seat(match) if seat is None else seat
    view = match.view(shown if match.seats > 1 else ALL_EYES, refusals=False, offers=False)
    drawing = match.game.drawing.picture(view, Scene(words, match.names), scheme)
    return card(match_words(match, words, seat, kicker), drawing, scheme=scheme)


def match_words(match: Match, words: Language, seat: int | None = None, kicker: str = "") -> CardWords:
    points, outcome, signs = match.game.face.describe_points, match.outcome, letters(match.names)
    if outcome is None:
        return CardWords(kicker, match.game.title, note=", ".join(match.names))
    ranked = sorted(range(match.seats), key=lambda each: (outcome.places[each], each))
    totals = [points(score, words) for score in outcome.scores]
    rows = [CardRow(each, signs[each], match.names[each], totals[each], outcome.places[each] == 0) for each in ranked]
    if seat is None:
        return CardWords(kicker, match.game.title, rows)
    number = totals[seat]
    if match.seats == 1:
        return CardWords(kicker, match.game.title, note=match.names[seat], number=number)
    return CardWords(kicker, match.game.title, rows, number=number)


def best_seat(match: Match) -> int:
    """Whose bridge or map stands for a match: the winner's; before the end, that of the first seat."""
    outcome = match.outcome
    return min(range(match.seats), key=lambda seat: outcome.places[seat]) if outcome else 0


def match_line(match: Match, words: Language) -> str:
    """A match in one line: `Ada £38, Ben £31`; before its end the names alone."""
    outcome, points = match.outcome, match.game.face.describe_points
    if outcome is None:
        return ", ".join(match.names)
    ranked = sorted(range(match.seats), key=lambda seat: (outcome.places[seat], seat))
    return ", ".join(f"{match.names[seat]} {points(outcome.scores[seat], words)}" for seat in ranked)
