"""The numbers of a score sheet say how they came about, and light on the map what they count."""

from __future__ import annotations

from html import escape

from londinium.games.next_station_london.drawing.art.geometry import Ground
from londinium.games.next_station_london.drawing.art.lines import begun
from londinium.games.next_station_london.drawing.fragments.bubbles import capital, line_in_words
from londinium.games.next_station_london.drawing.fragments.lights import Lights, lights_of, lit_interchanges, lit_sites
from londinium.games.next_station_london.drawing.pieces import LETTERS
from londinium.games.next_station_london.face.sheets import ObjectiveScore, ScoreSheet
from londinium.games.next_station_london.face.view import Player
from londinium.games.next_station_london.face.words import POWER_HELP, TO_SYMBOL, describe_line, objective, points
from londinium.games.next_station_london.rules.lines import PER_CROSSING, ROSES, roses_crossed_off
from londinium.games.next_station_london.rules.scoring import worth_of_interchange
from londinium.kernel.kept import kept
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

COLUMN_HELP = {
    "districts": (N_("districts"), N_("How many districts the line reaches.")),
    "stations": (N_("most stations in one district"), N_("How many stations it has in the district where it has the most.")),
    "crossings": (N_("crossings of the Thames"), N_("How often it crosses the Thames; each crossing is worth 2 points.")),
}
"""What the columns of a score sheet count: their name, and a sentence."""


def tells(words: str, lights: str = "", role: str = "") -> str:
    """The marks of what explains itself under the pointer, the focus and the finger; the first line says what it is."""
    first, lit = words.partition("\n")[0], f' data-lights="{lights}"' if lights else ""
    spoken = f' role="{role}" aria-label="{escape(first)}"' if role else ""
    return f' data-tell="{escape(words)}" tabindex="0"{spoken}{lit}'


def card_help(name: str, t: Language) -> str:
    """What a station card is for."""
    kind, _, shown = name.partition("-")
    if kind == "switch":
        return t.text("It counts together with the next card: start at any station of your line. Ignored on the first two turns.")
    drawn = t.text("Everyone draws a section {target}, or none.", target=t.text(TO_SYMBOL[shown]))
    ending = t.text("The fifth underground card ends the round.")
    return f"{drawn} {ending}" if kind == "underground" else drawn


def column_tells(name: str, t: Language) -> str:
    title, help_text = (t.text(words) for words in COLUMN_HELP[name])
    return tells(f"{capital(title)}\n{help_text}")


def line_tells(pencil: str, held: str, state: str, t: Language) -> str:
    """A line of the sheet: its letter, and the power of its pencil with what became of that."""
    named = t.text("{line}, letter {letter}", line=describe_line(pencil, t), letter=LETTERS[pencil])
    if not held:
        return tells(named)
    after = {"": "", "now": t.text("It can be used now."), "gone": t.text("It is used up, or its round is over.")}[state]
    return tells(f"{named}\n{t.text(POWER_HELP[held])}\n{after}".rstrip())


def objective_tells(score: ObjectiveScore, t: Language) -> str:
    so_far = t.text("{count} of {all} so far", count=score.progress, all=score.goal)
    worth = t.text("10 points at the end for everyone whose four lines together meet it.")
    return tells(f"{capital(objective(score.objective, t))}\n{so_far}\n{worth}")


def sites_in_words(sheet: ScoreSheet, t: Language) -> str:
    return t.text("Tourist sites: {count} of {all}", count=roses_crossed_off(sheet.visits), all=ROSES)


def explained(ground: Ground, player: Player, t: Language) -> tuple[tuple[str, str], ...]:
    """By the number, the marks that let it say how it came about and light on the map what it counts."""
    lights = tuple(lights_of(ground, player).items())
    lines = begun(player)
    return _explained(player.sheet, lights, lit_sites(ground, lines), lit_interchanges(lines), t)


@kept
def _explained(
    sheet: ScoreSheet, lights: tuple[tuple[str, Lights], ...], sites: str, interchanges: str, t: Language
) -> tuple[tuple[str, str], ...]:
    says: dict[str, str] = {}
    lit = dict(lights)
    for line in sheet.lines:
        if line.districts and line.pencil in lit:
            districts, stations, crossings = lit[line.pencil]
            named = describe_line(line.pencil, t)
            says[f"{line.pencil} districts"] = tells(_counted(t.text("districts"), line.districts, t), districts)
            most = _counted(t.text("most stations in one district"), line.stations, t)
            says[f"{line.pencil} stations"] = tells(most, stations)
            over = _counted(t.text("crossings of the Thames"), line.crossings, t)
            says[f"{line.pencil} crossings"] = tells(over, crossings)
            sum_of_line = f"{line.districts} × {line.stations} + {PER_CROSSING} × {line.crossings} = {line.points}"
            says[f"{line.pencil} points"] = tells(
                "\n".join((t.named(named, line.points), sum_of_line, line_in_words(line, t))), districts
            )
    marked = t.text("A compass rose on the map marks a tourist site. It counts again for another colour.")
    says["sightseeing"] = tells(f"{sites_in_words(sheet, t)}\n{points(sheet.sightseeing, t)}\n{marked}", sites)
    two, three, four = (worth_of_interchange(lines) for lines in (2, 3, 4))
    met = f"{sheet.two_lines} × {two} + {sheet.three_lines} × {three} + {sheet.four_lines} × {four} = {sheet.interchanges}"
    worth = t.text(
        "A station on two lines is worth {two} points, on three {three}, on four {four}.", two=two, three=three, four=four
    )
    says["interchanges"] = tells(
        "\n".join((t.named(describe_line("interchanges", t), sheet.interchanges), met, worth)), interchanges
    )
    parts = [line.points for line in sheet.lines if line.districts] + [sheet.sightseeing, sheet.interchanges]
    parts += [sheet.objective_points] if sheet.objectives else []
    says["total"] = tells(f"{t.named(describe_line('total', t), sheet.total)}\n{' + '.join(map(str, parts))} = {sheet.total}", "")
    return tuple(says.items())


def _counted(what: str, count: int, t: Language) -> str:
    return t.named(capital(what), count)
