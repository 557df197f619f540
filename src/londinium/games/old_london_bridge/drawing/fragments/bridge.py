"""Bridges with their houses: the reader's own across the foot of the table, the others' in rows."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.engraving import SITE, Plate
from londinium.games.old_london_bridge.drawing.art.facades import house_form
from londinium.games.old_london_bridge.drawing.art.plaques import plaque
from londinium.games.old_london_bridge.drawing.art.scenery import HEIGHT, LEFT, ROAD, WIDTH
from londinium.games.old_london_bridge.drawing.art.spans import OWN, PHONE, ROW
from londinium.games.old_london_bridge.face.view import House, Player
from londinium.games.old_london_bridge.face.words import BUILDING_DEEDS, describe_house, pounds
from londinium.games.old_london_bridge.rules.components import SITES
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.kept import kept
from londinium.look.ink import attributes, placed, svg

Bridge = tuple[House, ...]
Costs = tuple[int, ...]
"""What empty sites cost, by their number."""


def key_of(house: House, seat: int, park: int) -> str:
    """A house by its number; a park by its place among the parks of a bridge."""
    return f"house-{house.number}" if house.number else f"park-{seat}-{park}"


def spoken_bridge(bridge: Bridge, name: str, scene: Scene) -> str:
    t = scene.language
    houses = ", ".join(describe_house(house, t) for house in bridge) or t.text("empty")
    return t.text("Bridge of {player}: {houses}", player=name, houses=houses)


def own_bridge(
    player: Player,
    costs: Costs,
    scene: Scene,
    taken: House | None,
    replaceable: tuple[int, ...] = (),
    fixed: tuple[int, ...] = (),
) -> str:
    """The large bridge. While a building waits to replace another, it hangs from the crane, and its legal places are marked."""
    return _own_bridge(player.bridge, player.seat, costs, scene, taken, replaceable, fixed)


@kept
def _own_bridge(
    bridge: Bridge,
    seat: int,
    costs: Costs,
    scene: Scene,
    taken: House | None,
    replaceable: tuple[int, ...],
    fixed: tuple[int, ...],
) -> str:
    g, parks = Plate(), 0
    for site, house in enumerate(bridge):
        forms = house_form(house, True, site + 3, cls="o-large") + house_form(house, False, site + 3, cls="o-little")
        g.group(forms, site * SITE, data_key=key_of(house, seat, parks), data_lands="1", data_sinks="1")
        parks += house.number is None
    if len(bridge) < SITES:
        g.use("olb-scaffold", len(bridge) * SITE)
    g.use(OWN.name, cls="o-large").use(PHONE.name, scale=SITE / PHONE.site, cls="o-little")
    g.use("olb-wherry", SITE * 9.5, OWN.parapet + OWN.depth + 8, cls="o-large")
    for site in range(SITES):
        if taken is not None and site == len(bridge):
            continue  # the plaque of what hangs there
        g.add(f'<g transform="translate({(site + 0.5) * SITE:g} 0)"><g class="o-pl">{_inscription(bridge, site, costs)}</g></g>')
    for site in range(SITES):
        told: dict[str, object] = {
            "x": site * SITE,
            "y": -96 if site < len(bridge) else -12,
            "height": 120 if site < len(bridge) else 36,
        }
        told |= {"cls": "o-hit", "width": SITE, "data_tell": _told_site(bridge, site, costs, scene)}
        g.add(f"<rect{attributes(told)}/>")
    if taken is not None:
        g.add(f'<g class="o-waiting">{_waiting(taken, len(bridge), seat)}</g>')
    for site, house in enumerate(bridge):
        if house.number in replaceable:
            g.add(_target(site, data_move=f"replace {house.number}", label=describe_house(house, scene.language)))
        elif house.number in fixed:
            g.add(_target(site, data_place=f"replace {house.number}"))
    g.add('<g class="ghosts"></g>')
    whole = Plate()
    whole.group(g, LEFT, ROAD)
    label = spoken_bridge(bridge, scene.names[seat], scene)
    picture = svg(WIDTH, HEIGHT, whole, label, "o-own", preserveAspectRatio="xMidYMax")
    return picture.replace('role="img"', 'role="group"') if replaceable else picture


def _inscription(bridge: Bridge, site: int, costs: Costs) -> str:
    """What stands on the parapet below a site: a plaque, or what it costs to stop here."""
    if site < len(bridge):
        return plaque(bridge[site], OWN.digits)
    g = Plate()
    g.text(0, 3.8, f"−{costs[SITES - site]}", 11, "word o-large")
    g.circle(0, 0, 1.2, "ink3 o-little")
    return str(g)


def _told_site(bridge: Bridge, site: int, costs: Costs, scene: Scene) -> str:
    """What a site says: its building and what that does, or what it costs to leave the bridge as short as that."""
    t = scene.language
    if site < len(bridge):
        return f"{describe_house(bridge[site], t)}\n{t.text(BUILDING_DEEDS[bridge[site].building])}"
    left = SITES - site
    sites = t.plural("{count} empty site at the end:", "{count} empty sites at the end:", left)
    help_line = t.text("The fewer sites stay empty, the less it costs.")
    return f"{sites} −{pounds(costs[left], t)}\n{help_line}"


def _waiting(taken: House, site: int, seat: int) -> str:
    """The building that must replace another hangs over the next site."""
    forms = house_form(taken, True, 0, cls="o-large") + house_form(taken, False, 0, cls="o-little")
    g = Plate()
    x = site * SITE
    lift = -6
    g.group(forms, x, lift, cls="o-hanging", data_key=key_of(taken, seat, 0))
    g.add(f'<g transform="translate({x + SITE / 2:g} 0)"><g class="o-pl">{plaque(taken, OWN.digits)}</g>{GHOST_PLATE}</g>')
    return str(g)


GHOST_PLATE = '<rect class="o-ghostplate" rx="4"/>'


def _target(site: int, label: str = "", **marks: object) -> str:
    """A site of the viewer's own bridge that may be chosen, or that they may try to choose."""
    legal = "data_move" in marks
    voice = {"role": "button", "tabindex": "0", "aria_label": label} if legal else {}
    named = attributes(
        {"cls": "o-site o-legal" if legal else "o-site", "transform": f"translate({site * SITE} 0)", **marks, **voice}
    )
    return f'<g{named}><rect class="o-hit" x="0" y="-132" width="{SITE}" height="156"/></g>'


# ── Consequences ─────────────────────────────────────────────────────────────


def ghost_house(house: House, site: int) -> str:
    """A building where it would stand, with a dashed plaque."""
    forms = house_form(house, True, site + 3, cls="o-large") + house_form(house, False, site + 3, cls="o-little")
    g = Plate()
    g.group(forms, site * SITE, cls="o-ghost")
    g.add(
        f'<g transform="translate({(site + 0.5) * SITE:g} 0)"><g class="o-pl o-over">{_cleared()}{plaque(house, OWN.digits)}</g>'
        f"{GHOST_PLATE}</g>"
    )
    return str(g)


def _cleared() -> str:
    """The stone under a plaque, so that what was written there does not shine through."""
    g = Plate()
    return str(g.rect(-22, -9.6, 44, 19.2, "stone"))


def ghost_frame(site: int) -> str:
    """A dashed frame around the plaque of a building that may have to go."""
    return f'<g transform="translate({(site + 0.5) * SITE:g} 0)">{GHOST_PLATE}</g>'


# ── The others ───────────────────────────────────────────────────────────────

ROW_WIDTH, ROW_HEIGHT, ROW_ROAD = 424.0, 100.0, 62.0


@kept
def row_bridge(bridge: Bridge, seat: int, scene: Scene) -> str:
    """A bridge as one of several in a column."""
    g, parks, k = Plate(), 0, ROW.scale
    g.use("olb-river")
    for site, house in enumerate(bridge):
        form = house_form(house, False, site + 3, site * ROW.site, 0, k)
        g.add(f'<g data-key="{key_of(house, seat, parks)}" data-lands="1" data-sinks="1">{form}</g>')
        parks += house.number is None
    if len(bridge) < SITES:
        g.use("olb-scaffold", len(bridge) * ROW.site, 0, k)
    g.use(ROW.name)
    for site in range(SITES):
        inner = Plate()
        if site < len(bridge):
            inner.add(plaque(bridge[site], ROW.digits, plain=True))
        else:
            inner.circle(0, 0, 1.1, "ink3")
        place = placed((site + 0.5) * ROW.site, ROW.parapet / 2 + 0.4)
        g.add(f'<g transform="{place}"><g class="o-rowplaque">{inner}</g></g>')
    whole = Plate()
    whole.group(g, 6, ROW_ROAD)
    return svg(ROW_WIDTH, ROW_HEIGHT, whole, spoken_bridge(bridge, scene.names[seat], scene), "o-rowbridge")
