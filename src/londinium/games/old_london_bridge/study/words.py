"""What is claimed of moves, in words: pounds, crests, steps."""

from __future__ import annotations

from londinium.games.old_london_bridge.face.words import card, pounds, power
from londinium.kernel.contracts.study import Gap, MoveClaim
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language


def amount(points: float, words: Language) -> str:
    if points < 0:
        return words.text("−£{amount}", amount=words.decimal(-points))
    return words.text("£{amount}", amount=words.decimal(points))


def called(gap: Gap, label: str, words: Language) -> str:
    """A card with its value; and where both moves take the same building, from where."""
    moves = gap.better.split(), gap.other.split()
    if moves[0][0] == moves[1][0] == "play":
        return card(int(moves[0][1]), words)
    if moves[0][-1] == moves[1][-1] and moves[0][1:2] == ["free-centre"]:
        return words.text("{building} (with {power})", building=label, power=power("free-centre", words))
    if len(moves[0]) == 2 and moves[0][0] == moves[1][0] == "place" and moves[0][-1] == moves[1][-1]:
        return words.text("{building} (from its own space)", building=label)
    return label


def tell(claim: MoveClaim, words: Language) -> str:
    told = _told(claim, claim.amount, words)
    return words.text("{claim}, at least", claim=told) if claim.at_least else told


def _told(claim: MoveClaim, count: int, t: Language) -> str:
    match claim.kind:
        case "chapel-steps":
            return t.plural(
                "it goes {count} step further along the chapel track",
                "it goes {count} steps further along the chapel track",
                count,
            )
        case "gate-steps":
            return t.plural(
                "it goes {count} step further along the gate track", "it goes {count} steps further along the gate track", count
            )
        case "tiles":
            return t.plural("it brings {count} more bonus tile", "it brings {count} more bonus tiles", count)
        case "cards":
            return t.text("you may take cards worth {count} more", count=count)
        case "pounds":
            return t.text("it pays {amount} more at once", amount=pounds(count, t))
        case "less-now":
            return t.text("though it pays {amount} less at once", amount=pounds(count, t))
        case "crests":
            return t.plural("it leaves {count} more crest on the bridge", "it leaves {count} more crests on the bridge", count)
        case "higher-last":
            facts = {"number": count, "other": claim.about}
            return t.text("every number below {number} then fits on the next site, not only below {other}", **facts)
        case "denies":
            return t.text("it takes {number}, which fits the bridge of a player still to come", number=count)
        case "keeps-card":
            return t.text("it keeps the {card}", card=card(count, t))
        case "keeps-more-cards":
            return t.text("it keeps one {card} more", card=card(count, t))
        case "uses-tile":
            return t.text("it uses {power} at once", power=power(claim.about, t))
        case "keeps-tile":
            return t.text("it keeps {power} for now", power=power(claim.about, t))
    return t.text(PLAIN_CLAIMS[claim.kind])


PLAIN_CLAIMS = {
    "lengthens": N_("it lengthens the bridge instead of replacing a building"),
    "replaces": N_("it replaces a building and keeps the next site free"),
    "all-crests": N_("it shows all four crests"),
    "any-number": N_("any number fits after it"),
    "higher-card": N_("it is the higher card, and higher cards act earlier"),
}
