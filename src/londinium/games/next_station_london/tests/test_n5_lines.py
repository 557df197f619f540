"""N-5 Scoring a line."""

from __future__ import annotations

import pytest

from londinium.games.next_station_london.tests.positions import finish_round, match_of, sheet


def test_the_rulebook_example() -> None:
    """N-5.1: 6 districts, 3 stations, 1 crossing: 20."""
    t = sheet("d2-g2 g2-h3 h3-i4 i4-h5 h5-g6 g6-f7 f7-i7 d2-b0")
    assert t.line("green") == (6, 3, 1, 20)


def test_the_departure_station_counts() -> None:
    """N-5.1: the departure station counts, as a station and for its district."""
    assert sheet("d2-f0").line("green") == (1, 2, 0, 2)
    assert sheet("d2-e3").line("green") == (2, 1, 0, 2)


def test_corners_are_districts() -> None:
    """N-5.1: a corner is a district of its own."""
    assert sheet("d2-b0 b0-a0").line("green") == (3, 1, 0, 3)


@pytest.mark.parametrize(("line", "crossings"), [("d2-d6", 1), ("d2-d6 d6-e5", 2), ("d2-d6 d6-e5 e5-h5", 3), ("d2-e3", 0)])
def test_crossings_of_the_thames(line: str, crossings: int) -> None:
    """N-5.1: every section of the line that crosses the Thames adds 2 points."""
    districts, stations, crossed, points = sheet(line).line("green")
    assert crossed == crossings
    assert points == districts * stations + 2 * crossings


@pytest.mark.parametrize(("visits", "points"), [*enumerate((0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25)), (12, 25), (20, 25)])
def test_sightseeing(visits: int, points: int) -> None:
    """N-5.2: each visit crosses off a compass rose, at most ten; the scale is worth 0 1 2 4 6 8 11 14 17 21 25."""
    t = sheet()
    sites = ["g1", "a3", "f3", "j6", "e9"]
    for pencil in ("green", "pink", "purple", "blue"):
        here, visits = sites[: min(visits, 5)], visits - min(visits, 5)
        t.stop_at(pencil, " ".join(here))
    assert t.score().sightseeing == points


def test_a_site_counts_again_for_another_colour() -> None:
    """N-5.2: a tourist site counts again for another colour, once for each."""
    t = sheet("d2-e3 e3-f3", older={"pink": "h3-g3 g3-f3"})
    assert (t.score().visits, t.score().sightseeing) == (2, 2)


def test_an_empty_line() -> None:
    """N-5.3: a line exists from the start of its round; without a section it scores 1 x 1 = 1 point."""
    t = match_of(2)
    assert t.line("green") == (1, 1, 0, 1)
    assert t.line("pink") == (0, 0, 0, 0)
    finish_round(t)
    assert t.line("green") == t.line("pink") == (1, 1, 0, 1)


def test_an_empty_line_has_its_colour_at_the_departure() -> None:
    """N-5.3: its colour counts at the departure station: an older line there makes an interchange at once."""
    t = match_of(1, "green pink purple")
    for card, move in [("joker", "draw d2-g2"), ("circle", "draw g2-g3"), ("square", "pass"), ("triangle", "pass")]:
        t.push(f"card underground-{card}", move)
    t.push("card street-circle", "draw g3-h3", "card underground-pentagon", "pass")
    assert t.pencils() == ["pink"]
    assert (t.score().two_lines, t.score().interchanges) == (1, 2)
