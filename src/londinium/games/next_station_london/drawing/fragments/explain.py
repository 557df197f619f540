"""The numbers of a score sheet say how they came about, and light on the map what they count."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from londinium.games.next_station_london.drawing.art.geometry import Ground
from londinium.games.next_station_london.drawing.art.lines import begun
from londinium.games.next_station_london.drawing.fragments.bubbles import capital, line_in_words
from londinium.games.next_station_london.drawing.fragments.lights import Lights, lights_of, lit_interchanges, lit_sites
from londinium.games.next_station_london.face.sheets import ScoreSheet
from londinium.games.next_station_london.face.view import Player
from londinium.games.next_station_london.face.words import describe_line
from londinium.games.next_station_london.rules.lines import PER_CROSSING, ROSES, roses_crossed_off
from londinium.games.next_station_london.rules.scoring import worth_of_interchange
from londinium.kernel.contracts.drawing import HASHES_KEPT
from londinium.kernel.words.language import Language


def roses_in_words(sheet: ScoreSheet, t: Language) -> str:
    return t.text("Sightseeing: {count} of {all} roses", count=roses_crossed_off(sheet.visits), all=ROSES)


def explained(ground: Ground, player: Player, t: Language) -> tuple[tuple[str, str], ...]:
    """By the number, the marks that let it say how it came about and light on the map what it counts."""
    lights = tuple(lights_of(ground, player).items())
    lines = begun(player)
    return _explained(player.sheet, lights, lit_sites(ground, lines), lit_interchanges(lines), t)


@lru_cache(HASHES_KEPT)
def _explained(
    sheet: ScoreSheet, lights: tuple[tuple[str, Lights], ...], sites: str, interchanges: str, t: Language
) -> tuple[tuple[str, str], ...]:
    says: dict[str, str] = {}
    lit = dict(lights)
    for line in sheet.lines:
        if line.districts and line.pencil in lit:
            districts, stations, crossings = lit[line.pencil]
            named = describe_line(line.pencil, t)
            says[f"{line.pencil} districts"] = _marks(_counted(t.text("districts"), line.districts), districts)
            most = _counted(t.text("most stations in one district"), line.stations)
            says[f"{line.pencil} stations"] = _marks(most, stations)
            over = _counted(t.text("crossings of the Thames"), line.crossings)
            says[f"{line.pencil} crossings"] = _marks(over, crossings)
            sum_of_line = f"{line.districts} × {line.stations} + {PER_CROSSING} × {line.crossings} = {line.points}"
            says[f"{line.pencil} points"] = _marks(f"{named}: {line.points}\n{sum_of_line}\n{line_in_words(line, t)}", districts)
    says["sightseeing"] = _marks(f"{roses_in_words(sheet, t)}: {sheet.sightseeing}", sites)
    two, three, four = (worth_of_interchange(lines) for lines in (2, 3, 4))
    met = f"{sheet.two_lines} × {two} + {sheet.three_lines} × {three} + {sheet.four_lines} × {four} = {sheet.interchanges}"
    says["interchanges"] = _marks(f"{describe_line('interchanges', t)}: {sheet.interchanges}\n{met}", interchanges)
    parts = [line.points for line in sheet.lines if line.districts] + [sheet.sightseeing, sheet.interchanges]
    parts += [sheet.objective_points] if sheet.objectives else []
    says["total"] = _marks(f"{describe_line('total', t)}: {sheet.total}\n{' + '.join(map(str, parts))} = {sheet.total}", "")
    return tuple(says.items())


def _counted(what: str, count: int) -> str:
    return f"{capital(what)}: {count}"


def _marks(words: str, lights: str) -> str:
    lit = f' data-lights="{lights}"' if lights else ""
    return f' data-tell="{escape(words)}"{lit}'
