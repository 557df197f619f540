"""Character cards: a bust in a niche, told apart by head-dress and value."""

from __future__ import annotations

from collections.abc import Iterator

from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.rules.components import VALUES

WIDTH, HEIGHT = 62.0, 86.8


def bust(g: Plate, value: int) -> None:
    """A bust in a field 40 wide whose foot is at y = 44."""
    BUSTS[value](g)


def _face(g: Plate) -> None:
    g.path("M14.5 17q0 -8 5.5 -8t5.5 8q0 9 -5.5 9.5t-5.5 -9.5Z", "skin ln")
    g.path("M22 10.5q3.5 1 3.3 6.5t-4.3 9.3q2 -7 1 -15.8Z", "hatch")
    g.path("M17.3 17.2h1.2M21.6 17.2h1.2M20 18v2.6M18.4 23h3.2", "bare th")


def _robe(g: Plate, cloth: str) -> None:
    g.path("M2 44Q3 31 14 29Q20 33 26 29Q37 31 38 44Z", f"{cloth} ln")
    g.path("M24 30.5Q37 31 38 44H25Z", "hatch")


def _peter(g: Plate) -> None:
    """The builder: hood and a pair of compasses."""
    g.path("M10.5 28Q9 8 20 6Q31 8 29.5 28Q25 33 20 33Q15 33 10.5 28Z", "robe0 ln")
    _robe(g, "robe0")
    _face(g)
    g.path("M12.5 27Q12 9 20 8Q28 9 27.5 27Q26 13 20 12.5Q14 13 12.5 27Z", "robe0 ln")
    g.stroke("M20 33.5L15.5 44M20 33.5L24.5 44M17.2 40Q20 42 22.8 40", 1.7, "charge")
    g.circle(20, 33.5, 1.7, "coin th")


def _merchant(g: Plate) -> None:
    """Soft cap, beard, a purse on the chest."""
    _robe(g, "robe1")
    _face(g)
    g.path("M11 13.5Q9.5 6 17 4.5Q28 2.5 30.5 9.5Q31 13 26 12.5Q18 11.5 11 13.5Z", "robe3 ln")
    g.path("M14.8 20q.5 8 5.2 8.5t5.2 -8.5q-1 3 -5.2 3t-5.2 -3Z", "timber th")
    g.path("M16 36q-2.5 6 -.5 7.5h9q2 -1.5 -.5 -7.5Z", "coin ln").path("M16 36h8M17.5 33.5q2.5 2.5 5 0", "bare ln")


def _noblewoman(g: Plate) -> None:
    """A tall hennin with a veil, and a chain of pearls."""
    g.path("M24 9Q36 14 34 32Q30 26 26 22Z", "raised ln")
    _robe(g, "robe2")
    _face(g)
    g.path("M13.3 15Q16 9.5 20 9.5T26.7 15L30.5 -4.5Q31 -6.5 29 -5.5Z", "robe2 ln")
    g.stroke("M13.3 15Q16 10 20 10T26.7 15", 2.2, "coin")
    g.path("M29.8 -5.5Q36 4 36 18", "bare ln")
    g.stroke("M14.5 31q5.5 5 11 0", 1.6, "charge", stroke_dasharray=".1 2.6")


def _cleric(g: Plate) -> None:
    """Mitre, cross and crozier."""
    _robe(g, "robe3")
    _face(g)
    g.path("M13.2 13.5L12 4Q17 3 20 -5Q23 3 28 4L26.8 13.5Q20 11 13.2 13.5Z", "raised ln")
    g.stroke("M20 -4V11.5M16 5.5H24", 1.8, "coin2")
    g.stroke("M20 33V44M16.5 37H23.5", 2, "charge")
    if g.detail:
        g.stroke("M34.5 44V14q0 -6 -4 -6t-3.6 4.4", 2, "coin2")


def _nobleman(g: Plate) -> None:
    """Crown, beard and ermine."""
    _robe(g, "robe4")
    _face(g)
    g.path("M14.3 19q.5 10 5.7 10.5t5.7 -10.5q-1.5 4.5 -5.7 4.5t-5.7 -4.5Z", "timber th")
    g.path("M12.6 12.5L11 1L16 6L20 -1.5L24 6L29 1L27.4 12.5Q20 10 12.6 12.5Z", "coin ln")
    g.path("M6 38Q13 27 20 34Q27 27 34 38Q27 36 20 41Q13 36 6 38Z", "raised ln")
    g.path("M12 35v1.6M16 34.5v1.6M24 34.5v1.6M28 35v1.6M20 37v1.6", "bare ln")


BUSTS = (_peter, _merchant, _noblewoman, _cleric, _nobleman)
NICHE = "M4.3 82.5V29.1Q4.3 4.8 31 4.8Q57.7 4.8 57.7 29.1V82.5Z"


def symbols() -> Iterator[tuple[str, str]]:
    """The five cards (`olb-card0`), each 62 wide with its top left corner at the origin, and a card face down."""
    for value in range(VALUES):
        g = Plate()
        g.rect(0, 0, WIDTH, HEIGHT, "raised ln", 6.2)
        g.path(NICHE, "sunk th")
        person = Plate()
        bust(person, value)
        g.group(person, 5.9, 27.4, 1.252)
        g.circle(11.3, 11.3, 11.5, "ink").text(11.3, 16.9, value, 15.2, "num t-paper")
        yield f"olb-card{value}", str(g)
    back = Plate()
    back.rect(0, 0, WIDTH, HEIGHT, "raised ln", 6.2)
    back.path(NICHE, "sunk th").path(NICHE, "cross")
    yield "olb-cardback", str(back)
