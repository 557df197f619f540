"""What may be done on the map now: legal sections with their targets, stations for STATION ×2, and places that say why not."""

from __future__ import annotations

from londinium.games.next_station_london.drawing.art.geometry import WHOLE, Ground, cell_of, ends_of, name_of, spot, stretch
from londinium.games.next_station_london.drawing.art.ground import station_title
from londinium.games.next_station_london.drawing.art.lines import stroke
from londinium.games.next_station_london.drawing.art.stations import reach, stops
from londinium.games.next_station_london.face.effects import Effect
from londinium.games.next_station_london.face.view import Line
from londinium.games.next_station_london.face.words import describe_effect, describe_line, symbol, way
from londinium.kernel.kept import kept
from londinium.kernel.views import Offer
from londinium.kernel.words.language import Language
from londinium.look.ink import Ink, coordinate, escape

HALO = 25.5
HIT = 50
"""The whole cell around a target is its button."""
GRIP = 34
"""How near to a station the pointer takes hold of the line there."""
HIT_AREA = f"M{{x}} {{y}}h{2 * HIT}v{2 * HIT}h{-2 * HIT}z"


def source_and_target(move: str, effect: Effect) -> tuple[str, str]:
    """The ends of an offered section, in the direction in which it would be drawn."""
    first, second = map(name_of, ends_of(move.removeprefix("draw ")))
    return (first, second) if second == effect.target else (second, first)


def _spoken(ground: Ground, offer: Offer, language: Language) -> str:
    """An offer as a screen reader hears it: where it leads and what it brings."""
    t, effect = language, offer.effect
    word, _, rest = offer.move.partition(" ")
    if word == "draw":
        facts = {"section": way(rest, effect.target), "symbol": symbol(ground.stations[effect.target].symbol, t)}
        said = t.text("draw {section} to the {symbol}", **facts)
    elif word == "twice":
        said = t.text("count {station} twice", station=rest)
    else:
        return rest
    return t.named(said, describe_effect(effect, t))


@kept
def offers_svg(
    ground: Ground,
    pencil: str,
    lines: tuple[Line, ...],
    ends: tuple[str, ...],
    offers: tuple[Offer, ...],
    language: Language,
) -> str:
    """The fragment between ground and lines."""
    places = _places(ground, pencil, lines, ends, offers, language) if pencil and offers else ""
    marks = legal_marks(ground, pencil, lines, offers, language)
    hand = _hand(pencil, ends, offers, language)
    return f'<svg class="city" viewBox="{WHOLE}">{places}{marks}{hand}<g class="ghosts"></g></svg>'


def sources(ends: tuple[str, ...], offers: tuple[Offer, ...]) -> tuple[str, ...]:
    """Where a section may begin now: at an end of the line, and wherever an offered one does."""
    offered = (source_and_target(offer.move, offer.effect)[0] for offer in offers if offer.move.startswith("draw "))
    return tuple(dict.fromkeys((*ends, *offered)))


def _hand(pencil: str, ends: tuple[str, ...], offers: tuple[Offer, ...], t: Language) -> str:
    """What a hand takes hold of to draw a section, and the thread that it draws after it."""
    if not any(offer.move.startswith("draw ") for offer in offers):
        return ""
    grips = "".join(
        f'<circle class="grip" cx="{x}" cy="{y}" r="{GRIP}" data-grip="{name}"/>'
        for name, (x, y) in ((name, spot(name)) for name in sources(ends, offers))
    )
    nothing = escape(t.text("No section leads from there to here."))
    return f'{grips}<line class="tether {pencil}" data-tether="{nothing}"/>'


def legal_marks(ground: Ground, pencil: str, lines: tuple[Line, ...], offers: tuple[Offer, ...], language: Language) -> str:
    """Everything on the map that is a legal move. A station to which several sections lead is a place of its own."""
    g, ways = Ink(), ways_to(offers)
    for offer in offers:
        if offer.move.startswith("draw "):
            several = len(ways[offer.effect.target]) > 1
            g.add(_legal_section(ground, pencil, lines, offer, several, _spoken(ground, offer, language)))
    for target, moves in ways.items():
        if len(moves) > 1:
            g.add(_legal_target(ground, pencil, lines, target, moves, language))
    for offer in offers:
        if offer.move.startswith("twice "):
            g.add(_legal_station(ground, pencil, lines, offer, _spoken(ground, offer, language)))
    return str(g)


def ways_to(offers: tuple[Offer, ...]) -> dict[str, tuple[Offer, ...]]:
    """The sections that lead to each target: first those that cost no power, the best of them first."""
    ways: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.move.startswith("draw "):
            ways.setdefault(offer.effect.target, []).append(offer)
    return {
        target: tuple(sorted(found, key=lambda offer: (bool(power_to_arm(offer.effect)), -offer.effect.points)))
        for target, found in ways.items()
    }


def power_to_arm(effect: Effect) -> str:
    """The optional power that a section would use up; SECOND SECTION and STATION ×2 are asked for separately."""
    return effect.spends if effect.spends in ("joker", "switch") else ""


# ── Sections ─────────────────────────────────────────────────────────────────


def _legal_section(ground: Ground, pencil: str, lines: tuple[Line, ...], offer: Offer, several: bool, label: str) -> str:
    """A soft bed with beads along it, a breathing halo at the target; all of it and the target's cell can be hit.

    Where several sections lead to the target, only the way there belongs to this one.
    """
    source, target = source_and_target(offer.move, offer.effect)
    d, (x, y) = stretch(source, target), spot(target)
    g, costs = Ink().path(d, "bed").path(d, "beads"), power_to_arm(offer.effect)
    if several:
        (x1, y1), aim = spot(source), 10
        g.circle((x + x1) / 2, (y + y1) / 2, aim, "aim", data_aim=1).path(d, "hit along")
    else:
        _target(g, ground, lines, target, costs)
        g.path(d, "hit along").path(HIT_AREA.format(x=x - HIT, y=y - HIT), "hit")
    facts = f'data-move="{escape(offer.move)}" data-joins="{source} {target}"' + (f' data-costs="{costs}"' if costs else "")
    return f'<g class="legal {pencil}" {facts} role="button" tabindex="0" aria-label="{escape(label)}">{g}</g>'


def _target(g: Ink, ground: Ground, lines: tuple[Line, ...], target: str, costs: str) -> None:
    x, y = spot(target)
    g.circle(x, y, HALO, "halo", data_aim=1, data_spot=target)
    if target not in stops(lines):
        g.add(free_piece(ground, target))
    if costs:
        g.add(power_sign(costs, x, y))


def _legal_target(
    ground: Ground, pencil: str, lines: tuple[Line, ...], target: str, ways: tuple[Offer, ...], language: Language
) -> str:
    """A station that several sections reach: choosing it chooses the best, and the others are offered beside it."""
    (x, y), g = spot(target), Ink()
    costs = power_to_arm(ways[0].effect)
    _target(g, ground, lines, target, costs)
    g.path(HIT_AREA.format(x=x - HIT, y=y - HIT), "hit")
    moves, label = "|".join(offer.move for offer in ways), "; ".join(_spoken(ground, offer, language) for offer in ways)
    facts = f'data-ways="{escape(moves)}"' + (f' data-costs="{costs}"' if costs else "")
    return f'<g class="legal {pencil}" {facts} role="button" tabindex="0" aria-label="{escape(label)}">{g}</g>'


def free_piece(ground: Ground, name: str) -> str:
    """A station that no line reaches yet, drawn again over a halo."""
    station, (x, y) = ground.stations[name], spot(name)
    piece = f"depart-{station.departure}-{station.symbol}" if station.departure else f"free-{station.symbol}"
    return f'<use href="#nsl-{piece}" x="{x}" y="{y}"/>'


def power_sign(power: str, x: float, y: float) -> str:
    """The power that a move would use up, at the target's shoulder."""
    return (
        f'<g class="spends" transform="translate({coordinate(x + 20)} {coordinate(y - 20)})"><circle r="12.5"/>'
        f'<use href="#nsl-power-{power}" transform="translate(-8.6 -8.6) scale(.86)"/></g>'
    )


def ghost_of_section(ground: Ground, pencil: str, lines: tuple[Line, ...], source: str, target: str) -> str:
    """The line as it will be: core included, full halo."""
    x, y = spot(target)
    piece = "" if target in stops(lines) else free_piece(ground, target)
    ring = f'<circle class="halo full" cx="{x}" cy="{y}" r="{coordinate(HALO)}"/>'
    return f'<g class="{pencil}">{ring}{stroke(stretch(source, target), pencil)}{ring_top(x, y)}{piece}</g>'


def ring_top(x: float, y: float) -> str:
    """The inner wash over the end of a ghost, so that the station stands free in its halo."""
    return f'<circle class="halo wash" cx="{coordinate(x)}" cy="{coordinate(y)}" r="{coordinate(HALO - 1.4)}"/>'


# ── STATION ×2 ───────────────────────────────────────────────────────────────


def _legal_station(ground: Ground, pencil: str, lines: tuple[Line, ...], offer: Offer, label: str) -> str:
    name = offer.move.removeprefix("twice ")
    (x, y), r = spot(name), twice_reach(ground, lines, name)
    g = Ink().circle(x, y, r, "halo").path(HIT_AREA.format(x=x - HIT, y=y - HIT), "hit")
    named = f'data-move="{escape(offer.move)}" role="button" tabindex="0" aria-label="{escape(label)}"'
    return f'<g class="legal {pencil}" {named}>{g}</g>'


def twice_reach(ground: Ground, lines: tuple[Line, ...], name: str) -> float:
    return reach(ground.stations[name], stops(lines).get(name, 1)) + 11


def ghost_of_twice(ground: Ground, pencil: str, lines: tuple[Line, ...], name: str) -> str:
    """The disc that will say ×2, over the station."""
    (x, y), r = spot(name), twice_reach(ground, lines, name)
    return (
        f'<g class="{pencil}"><circle class="halo full" cx="{x}" cy="{y}" r="{coordinate(r)}"/>'
        f'<use href="#nsl-tworing" transform="translate({x + 21} {y - 25})"/></g>'
    )


# ── Why not ──────────────────────────────────────────────────────────────────


def _places(
    ground: Ground, pencil: str, lines: tuple[Line, ...], ends: tuple[str, ...], offers: tuple[Offer, ...], t: Language
) -> str:
    """Quiet hit areas that answer with the rule: the other sections from where the player may begin, and every other station."""
    reached = {offer.effect.target for offer in offers}
    others = [name for name in ground.stations if name not in reached]
    if any(offer.move.startswith("twice ") for offer in offers):
        return "".join(_place(name, f"twice {name}", _station(ground, lines, name, t)) for name in others)
    offered = {offer.move.removeprefix("draw ") for offer in offers}
    begins = sources(ends, offers)
    beside = {section: None for name in begins for section in ground.sections_at[cell_of(name)].values()}
    along = "".join(_place_along(section) for section in beside if section not in offered)
    own = next((line.stations for line in lines if line.pencil == pencil), ())
    meant = ((name, _section_towards(ground, name, ends, own, offered)) for name in others)
    return along + "".join(
        _place(name, f"draw {section}", _station(ground, lines, name, t), name in begins) for name, section in meant if section
    )


def _station(ground: Ground, lines: tuple[Line, ...], name: str, t: Language) -> str:
    """What stands at a place and stops there, for a player using the arrow keys: `f7, pentagon, departure of blue`."""
    stopping = (describe_line(line.pencil, t) for line in lines if name in line.stations)
    return ", ".join((station_title(ground.stations[name], t), *stopping))


@kept
def _place_along(section: str) -> str:
    first, second = section.split("-")
    return f'<path class="place along" d="{stretch(first, second)}" data-place="draw {section}" data-joins="{first} {second}"/>'


@kept
def _place(name: str, move: str, label: str, begins: bool = False) -> str:
    """A station that only says why not; one where a section `begins` can be taken hold of."""
    (x, y), cls = spot(name), "place begins" if begins else "place"
    marks = f'data-place="{move}" data-spot="{name}" role="button" aria-label="{escape(label)}"'
    return f'<circle class="{cls}" cx="{x}" cy="{y}" r="30" {marks}/>'


def _section_towards(ground: Ground, station: str, ends: tuple[str, ...], own: tuple[str, ...], offered: set[str]) -> str | None:
    """The section that a player pointing at a station means: from an end of the line, else from the line, else any."""
    towards = ground.neighbours[station]
    for start in (*ends, *own):
        if start in towards and towards[start] not in offered:
            return towards[start]
    return next((section for section in towards.values() if section not in offered), None)
