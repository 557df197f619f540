"""What is claimed of moves, in words: lines, compass roses, interchanges."""

from __future__ import annotations

from londinium.games.next_station_london.face.view import city_map
from londinium.games.next_station_london.face.words import points, power, symbol, way
from londinium.kernel.contracts.study import Gap, MoveClaim
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language


def amount(points: float, words: Language) -> str:
    return words.text("{points} points", points=words.decimal(points))


def called(gap: Gap, label: str, words: Language) -> str:
    """A section by its ends, as on the map: `d2–e3 (triangle)`."""
    word, _, section = gap.better.partition(" ")
    if word != "draw":
        return label
    stations, target = city_map(gap.position.boxes).stations, gap.effect.target
    shown = next(station.symbol for station in stations if station.name == target)
    return words.text("{section} ({symbol})", section=way(section, target), symbol=symbol(shown, words))


def tell(claim: MoveClaim, words: Language) -> str:
    t, count = words, claim.amount
    match claim.kind:
        case "keeps-power":
            return t.text("it keeps {power} for later", power=power(claim.about, t))
        case "uses-power":
            return t.text("it uses {power}", power=power(claim.about, t))
        case "interchange":
            return t.plural("{count} line meets there", "{count} lines meet there", count)
        case "ways":
            return t.plural(
                "the line can then go on in {count} way, not {other}",
                "the line can then go on in {count} ways, not {other}",
                count,
                other=claim.about,
            )
        case "points":
            return t.text("it brings {points} more at once", points=points(count, t))
        case "less-now":
            return t.text("though it brings {points} less at once", points=points(count, t))
    return t.text(PLAIN_CLAIMS[claim.kind])


PLAIN_CLAIMS = {
    "draws-nothing": N_("it draws nothing"),
    "thames": N_("it crosses the Thames"),
    "district": N_("it reaches a new district"),
    "fullest": N_("its fullest district has one station more"),
    "site": N_("it reaches a tourist site"),
}
