"""The rondel and the six stacks around it, as every seat sees them; `marks.py` adds what one seat may do there."""

from __future__ import annotations

import math
from collections.abc import Iterator

from londinium.games.old_london_bridge.drawing.art.engraving import SITE, Plate, n
from londinium.games.old_london_bridge.drawing.art.facades import TALLEST, house_form
from londinium.games.old_london_bridge.drawing.art.plaques import plaque
from londinium.games.old_london_bridge.drawing.art.wood import coin, pawn
from londinium.games.old_london_bridge.face.view import Board, House, Stack
from londinium.games.old_london_bridge.face.words import building, describe_house
from londinium.games.old_london_bridge.rules.components import OUTER
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.kept import kept
from londinium.look.ink import Point, svg
from londinium.look.seats import letters

WIDTH, HEIGHT = 464, 467
CENTRE: Point = (232, 231)
RADIUS = 106
ORBIT, SEAT_RADIUS, HUB = RADIUS * 0.62, RADIUS * 0.238, RADIUS * 0.3
CARD_WIDTH, CARD_HEIGHT, FOOT = 76.5, 119.5, 25
STACKS: tuple[Point, ...] = tuple(
    (CENTRE[0] + dx, CENTRE[1] + dy) for dx, dy in ((0, -171), (164, -80), (164, 80), (0, 171), (-164, 80), (-164, -80))
)
"""The middle of each stack, the first at the top and then clockwise."""


def space(place: int) -> Point:
    """The middle of an outer space of the rondel."""
    angle = math.radians(-90 + 60 * place)
    return CENTRE[0] + ORBIT * math.cos(angle), CENTRE[1] + ORBIT * math.sin(angle)


def pointer(place: int) -> list[Point]:
    """The notch on the rim that points at a stack."""
    angle, size = math.radians(-90 + 60 * place), RADIUS * 0.055
    x, y = CENTRE[0] + RADIUS * math.cos(angle), CENTRE[1] + RADIUS * math.sin(angle)
    return [(x + size * math.cos(angle + turn), y + size * math.sin(angle + turn)) for turn in (0, 2.2, -2.2)]


# ── Fixed art ────────────────────────────────────────────────────────────────


def symbols() -> Iterator[tuple[str, str]]:
    yield "olb-disc", _disc()
    seat = Plate()
    seat.circle(0, 0, SEAT_RADIUS, "paper ln")
    yield "olb-space", str(seat)
    closed = Plate()
    closed.circle(0, 0, SEAT_RADIUS, "stone3 ln").circle(0, 0, SEAT_RADIUS, "cross")
    closed.stroke("M-10 -10L10 10M10 -10L-10 10", 5)
    yield "olb-space-x", str(closed)
    hub = Plate()
    hub.circle(0, 0, HUB + RADIUS * 0.05, "stone ln").circle(0, 0, HUB, "paper ln")
    yield "olb-hub", str(hub)
    for edges in range(4):
        yield f"olb-pile{edges}", _pile(edges)
    gone = Plate()
    gone.rect(-CARD_WIDTH / 2, -CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT, "bare th", 6, stroke_dasharray="4 3")
    yield "olb-pile-none", str(gone)
    park = Plate()  # the mark of a park where a house has its number
    park.rect(-1.25, -1.8, 2.5, 9, "bark").circle(0, -4, 6, "leaf2 th")
    yield "olb-tree", str(park)


def _disc() -> str:
    """The stone wheel: rim with ninety ticks, six fields, six notches. It looks the same after every sixth of a turn."""
    g, r = Plate(), RADIUS
    g.circle(1.5, 2.5, r, "ink", opacity=".14").circle(0, 0, r, "stone ln2").circle(0, 0, r * 0.955, "bare th")
    ticks = ""
    for i in range(90):
        x, y = math.cos(math.tau * i / 90), math.sin(math.tau * i / 90)
        inner = r * (0.92 if i % 5 else 0.895)
        ticks += f"M{n(r * 0.955 * x)} {n(r * 0.955 * y)}L{n(inner * x)} {n(inner * y)}"
    g.path(ticks, "bare th")
    g.circle(0, 0, r * 0.885, "stone2 th").circle(0, 0, r * 0.885, "ashlar", opacity=".5")
    for i in range(OUTER):
        x, y = math.cos(math.radians(60 * i)), math.sin(math.radians(60 * i))
        g.line(r * 0.36 * x, r * 0.36 * y, r * 0.955 * x, r * 0.955 * y, "bare ln")
    for i in range(OUTER):
        g.polygon([(x - CENTRE[0], y - CENTRE[1]) for x, y in pointer(i)], "ink")
    return str(g)


def _pile(edges: int) -> str:
    """A card on a pile, around the origin: edges of the tiles below, a niche for the house, a base line."""
    g = Plate()
    left, top, margin = -CARD_WIDTH / 2, -CARD_HEIGHT / 2, 4.2
    for i in range(edges, 0, -1):
        g.rect(left + i * 1.2, top + i * 1.8, CARD_WIDTH, CARD_HEIGHT, "sunk th", 6)
    g.rect(left, top, CARD_WIDTH, CARD_HEIGHT, "raised ln", 6)
    g.rect(left + margin, top + margin, CARD_WIDTH - 2 * margin, CARD_HEIGHT - FOOT - margin, "sunk", 4, opacity=".55")
    g.path(f"M{n(left + margin)} {n(-top - FOOT)}H{n(-left - margin)}", "bare ln")
    return str(g)


# ── The wheel ────────────────────────────────────────────────────────────────


def turned(board: Board) -> int:
    """How far the rondel stands turned, in degrees that only ever grow: the markers still to come say how often it turned."""
    x_beside = next((place for place, stack in enumerate(board.stacks) if stack.pounds is None), 0)
    to_come = sum(steps * count for steps, count in enumerate(board.markers, 1))
    return 60 * ((x_beside + to_come) % OUTER - to_come)


def wheel(board: Board, scene: Scene) -> str:
    spaces = tuple((stack.pounds, stack.pawns) for stack in board.stacks)
    label = scene.language.text("The rondel")
    return drawn_wheel(spaces, board.centre, board.centre_cost, turned(board), letters(scene.names), label)


@kept
def drawn_wheel(
    spaces: tuple[tuple[int | None, tuple[int, ...]], ...],
    centre: tuple[int, ...],
    cost: int,
    turn: int,
    signs: tuple[str, ...],
    label: str,
) -> str:
    stone, standing = Plate(), Plate()
    stone.use("olb-disc")
    for place, (income, pawns) in enumerate(spaces):
        x, y = space(place)
        _pawns(standing, pawns, signs, x, y + SEAT_RADIUS * 0.72, SEAT_RADIUS * 1.95)
        x, y = x - CENTRE[0], y - CENTRE[1]
        stone.use("olb-space-x" if income is None else "olb-space", x, y)
        if income is not None and not pawns:
            large = Plate()
            coin(large, 0, 0, SEAT_RADIUS * 0.66, f"£{income}")
            stone.group(f'<g data-upright="1" data-clear="1">{large}</g>', x, y)
        elif income is not None:
            away = -1 if place in (4, 5) else 1  # the income stays legible beside the pawn, away from the hub
            small = Plate()
            coin(small, 0, 0, 9.6, str(income))
            stone.group(
                f'<g class="o-coinup" data-upright="1" data-clear="1">{small}</g>',
                x + away * SEAT_RADIUS * 0.84,
                y + SEAT_RADIUS * 0.64,
            )
    g = Plate()
    # The stone turns about the origin of its own group.
    g.group(f'<g data-key="wheel" data-turn="{turn}">{stone}</g>', *CENTRE)
    g.use("olb-hub", *CENTRE)
    _pawns(standing, centre, signs, CENTRE[0], CENTRE[1] + HUB * 0.62, HUB * 1.62)
    g.add(standing)
    price = Plate()
    price.rect(-14.4, -7.8, 28.8, 15.6, "raised th", 6.9).text(0, 4.2, f"−£{cost}", 11.5, "num")
    g.group(f'<g class="o-coinup">{price}</g>', CENTRE[0], CENTRE[1] + HUB * 0.88)
    return svg(WIDTH, HEIGHT, g, label)


def _pawns(g: Plate, seats: tuple[int, ...], signs: tuple[str, ...], x: float, y: float, height: float) -> None:
    """The pawns on one space; two of them stand side by side."""
    apart, size = (0.0, height) if len(seats) < 2 else (height * 0.24, height * 0.82)
    for i, seat in enumerate(seats):
        g.add(pawn(seat, signs[seat], x + (2 * i - 1) * apart if apart else x, y, size, data_key=f"pawn-{seat}"))


# ── The stacks ───────────────────────────────────────────────────────────────


def stacks(board: Board, scene: Scene) -> str:
    parks = None
    if board.phase == "placing" and board.actor is not None:
        parks = board.actor, sum(house.number is None for house in board.players[board.actor].bridge)
    return _stacks(tuple((stack.building, stack.top, stack.face_down) for stack in board.stacks), parks, scene)


@kept
def _stacks(piles: tuple[tuple[str, House | None, int], ...], parks: tuple[int, int] | None, scene: Scene) -> str:
    t = scene.language
    g, told = Plate(), []
    for (x, y), (kind, top, below) in zip(STACKS, piles, strict=True):
        stack = Stack(kind, top, below, 0, ())  # what its space pays does not matter here
        g.group(_stack(stack, parks), x, y)
        told.append(describe_house(stack.top, t) if stack.top else t.text("{building}: empty", building=building(kind, t)))
    return svg(WIDTH, HEIGHT, g, t.text("Stacks: {houses}", houses=", ".join(told)))


@kept
def _stack(stack: Stack, parks: tuple[int, int] | None) -> str:
    """A pile of buildings around the origin: the facade, its plaque on the foot, how many are left in the corner."""
    g, house = Plate(), stack.top
    if house is None:
        g.use("olb-pile-none")
    else:
        g.use(f"olb-pile{min(3, stack.face_down)}")
        base = CARD_HEIGHT / 2 - FOOT
        k = min(CARD_WIDTH * 0.84 / SITE, (CARD_HEIGHT - FOOT - 5) / TALLEST[house.building])
        # A park has no name of its own: the next one of the acting player flies to that bridge.
        key = f"house-{house.number}" if house.number else f"park-{parks[0]}-{parks[1]}" if parks else None
        forms = house_form(house, True, 3, cls="o-large") + house_form(house, False, 3, cls="o-little")
        g.group(forms, -SITE * k / 2, base, k, data_key=key)
        g.group(f'<g class="o-up" data-clear="1">{plaque(house, 14.5)}</g>', 0, CARD_HEIGHT / 2 - FOOT / 2)
    count = Plate()
    left = stack.face_down + (house is not None)
    count.circle(0, 0, 9.2, "paper th").text(0, 3.9, left, 11, "num t-ink2")
    g.group(f'<g class="o-up">{count}</g>', CARD_WIDTH / 2 - 8.3, -CARD_HEIGHT / 2 + 8.3)
    return str(g)
