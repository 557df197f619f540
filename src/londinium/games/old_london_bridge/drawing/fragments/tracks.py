"""The chapel track, an arcade behind four stairs, and the gate track, a paved road with gates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n
from londinium.games.old_london_bridge.drawing.art.masonry import crenels, lancet
from londinium.games.old_london_bridge.drawing.art.tiles import octagon
from londinium.games.old_london_bridge.drawing.art.wood import coin, ghost_marker, marker
from londinium.games.old_london_bridge.face.view import Board
from londinium.games.old_london_bridge.face.words import pounds
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.kept import kept
from londinium.kernel.words.language import Language
from londinium.look.ink import Point, attributes, svg
from londinium.look.seats import letters

STEP = 24.3
"""The width of a space."""
STAIR = STEP * 0.86
START = 28.0
"""Where a track begins, after its sign."""
ENTRY = START + 4 * STAIR
HEIGHT, R = 62.0, 9.5
FOOT = 58.0
"""The ground of both tracks."""
LIFT = R * 1.5


def symbols() -> Iterator[tuple[str, str]]:
    for letter in range(4):
        stair = Plate()
        height = 15 + 6 * letter
        stair.rect(0, -height, STAIR, height, "stone2 ln").rect(-0.5, -height - 1.6, STAIR + 1, 2.6, "stone ln")
        yield f"olb-stair{letter}", str(stair)
    for name, fill in (("niche", "paper"), ("niche-coin", "raised")):
        niche = Plate()
        lancet(niche, 0, 0, STEP - 1.2, 50, f"{fill} ln")
        if name == "niche":
            niche.circle(0, -32, 1.3, "ink3")
        yield f"olb-{name}", str(niche)
    paving = Plate()
    paving.rect(-STEP / 2 + 0.6, -19.4, STEP - 1.2, 19.4, "paper ln", 1.5).circle(0, -9.7, 1.3, "ink3")
    yield "olb-paving", str(paving)
    goal = Plate()
    goal.rect(-STEP / 2 + 0.6, -19.4, STEP - 1.2, 19.4, "raised ln", 1.5)
    yield "olb-paving-end", str(goal)
    yield "olb-archway", _archway()
    yield "olb-gatehouse", _gatehouse()


def _archway() -> str:
    """A small gate over the road: passing it brings a bonus tile."""
    g, w = Plate(), STEP - 1
    merlons = f"h{n(w * 0.24)}v3.5h{n(w * 0.14)}v-3.5h{n(w * 0.24)}v3.5h{n(w * 0.14)}v-3.5h{n(w * 0.24)}"
    g.path(f"M{n(-w / 2)} 0V-41.4{merlons}V0Z", "raised ln")
    g.polygon(octagon(0, -28, 6.4), "sunk th").text(0, -24.4, "+", 10, "num")
    return str(g)


def _gatehouse() -> str:
    """The start of the gate track."""
    g, w, h = Plate(), 4 * STAIR, 44.0
    for x in (0, w * 0.72):
        g.rect(x, -h * 0.8, w * 0.28, h * 0.8, "stone2 ln")
        crenels(g, x - 1, -h * 0.78, w * 0.28 + 2, h * 0.2, 3, "stone2 ln")
    g.rect(w * 0.28, -h * 0.66, w * 0.44, h * 0.66, "stone2 ln")
    lancet(g, w / 2, 0, w * 0.36, h * 0.62, "dark ln")
    return str(g)


# ── The chapel track ─────────────────────────────────────────────────────────


def _told(x: float, y: float, width: float, words: str) -> str:
    """A part of a track that explains itself."""
    facts: dict[str, Any] = {
        "cls": "o-hit",
        "x": n(x),
        "y": n(y),
        "width": n(width),
        "height": n(FOOT - y),
        "data_tell": words,
    }
    return f"<rect{attributes(facts)}/>"


def stair_place(letter: str) -> Point:
    """Where a marker stands on a stair; A is the highest, next to the arcade."""
    height = 15 + 6 * (3 - "ABCD".index(letter))
    return START + STAIR * (3.5 - "ABCD".index(letter)), FOOT - height - R - 2


def track_place(space: int, level: int = 0) -> Point:
    """Where a marker stands on a space of either track; markers on one space pile upwards."""
    return ENTRY + (space - 0.5) * STEP, FOOT - R - 2 - level * LIFT


def hops(seat: int, track: str, at: int, first: Point, spaces: int, coins: Iterable[int] = ()) -> dict[str, Any]:
    """How a marker gets along: over every space from its first place, and where it earns a coin on the way."""
    points = (first, *(track_place(space) for space in range(1, spaces + 1)))
    return {
        "data_key": f"{track}-{seat}",
        "data_at": at,
        "data_path": " ".join(f"{n(x)},{n(y)}" for x, y in points),
        "data_shed": "olb-coin",
        "data_sheds": " ".join(map(str, coins)),
        "data_to": f"purse-{seat}",
    }


def chapel_track(board: Board, scene: Scene) -> str:
    seats = tuple((player.seat, player.chapel, player.stair) for player in board.players)
    return drawn_chapel_track(board.chapel_track, seats, board.chapel_order, scene)


@kept
def drawn_chapel_track(
    coins: tuple[int, ...], seats: tuple[tuple[int, int, str], ...], order: tuple[int, ...], scene: Scene
) -> str:
    g, signs = Plate(), letters(scene.names)
    g.use("olb-sign-chapel", 11, FOOT - 24, 1.2)
    t = scene.language
    g.add(
        _told(
            0,
            0,
            22,
            t.text("Chapel track")
            + "\n"
            + t.text("Chapels move you along it. When cards are equal, whoever is ahead acts first."),
        )
    )
    for step, letter in enumerate("DCBA"):
        g.use(f"olb-stair{step}", START + step * STAIR, FOOT)
        g.text(START + (step + 0.5) * STAIR, FOOT - 3, letter, 9.5, "mid t-ink2 stairletter")
    g.add(_told(START, 0, 4 * STAIR, t.text("Stairs") + "\n" + t.text("On them A ranks before B, B before C, C before D.")))
    for space, worth in enumerate(coins, 1):
        x = ENTRY + (space - 0.5) * STEP
        g.use("olb-niche-coin" if worth else "olb-niche", x, FOOT)
        if worth:
            face = Plate()
            coin(face, 0, 0, STEP * 0.4, str(worth))
            g.group(f'<g class="o-coinup">{face}</g>', x, FOOT - 31)
            words = t.text("Space {space}: {gain}", space=space, gain=pounds(worth, t))
            g.add(_told(x - STEP / 2, 0, STEP, words + "\n" + t.text("For everyone who reaches or passes it.")))
    g.rect(START - 1, FOOT - 1, 4 * STAIR + len(coins) * STEP + 2, 3.2, "stone2 ln")
    standing = {seat: (space, stair) for seat, space, stair in seats}
    for seat, (space, stair) in standing.items():
        if space == 0 and stair:
            g.add(marker(seat, signs[seat], *stair_place(stair), R, **hops(seat, "chapel", 0, stair_place(stair), len(coins))))
    for seat in reversed(order):
        space, stair = standing[seat]
        if space:
            place = track_place(space, chapel_level(seat, standing, order, len(coins)))
            first = stair_place(stair) if stair else track_place(0)
            paid = [space for space, worth in enumerate(coins, 1) if worth]
            g.add(marker(seat, signs[seat], *place, R, **hops(seat, "chapel", space, first, len(coins), paid)))
    g.add('<g class="ghosts"></g>')
    told = ", ".join(
        t.text("{player} {space}", player=scene.names[seat], space=space or t.text("stair {stair}", stair=stair))
        for seat, (space, stair) in standing.items()
    )
    return svg(ENTRY + len(coins) * STEP + 4, HEIGHT, g, t.text("Chapel track: {places}", places=told))


def chapel_level(seat: int, standing: dict[int, tuple[int, str]], order: tuple[int, ...], end: int) -> int:
    """How many markers lie below a seat's on its space: later arrivals lie on top, which is better except on the last space."""
    space = standing[seat][0]
    pile = [other for other in (order if space == end else reversed(order)) if standing[other][0] == space]
    return pile.index(seat)


# ── The gate track ───────────────────────────────────────────────────────────


def gate_track(board: Board, scene: Scene) -> str:
    seats = tuple((player.seat, player.gate) for player in board.players)
    return drawn_gate_track(board.gate_track, board.gate_end_pounds, seats, scene)


@kept
def drawn_gate_track(bonus: tuple[bool, ...], end: int, seats: tuple[tuple[int, int], ...], scene: Scene) -> str:
    g, signs = Plate(), letters(scene.names)
    t = scene.language
    g.use("olb-sign-gate", 11, FOOT - 20)
    g.use("olb-gatehouse", START, FOOT)
    g.add(
        _told(
            0,
            0,
            ENTRY,
            t.text("Gate track") + "\n" + t.text("Bridge gates move you along it; each gate over the road brings a bonus tile."),
        )
    )
    for space, gives in enumerate(bonus, 1):
        last = space == len(bonus)
        name = "olb-archway" if gives else "olb-paving-end" if last else "olb-paving"
        g.use(name, ENTRY + (space - 0.5) * STEP, FOOT)
        if gives or (last and end):
            words = t.text("Space {space}: {gain}", space=space, gain=_gain(gives, end if last else 0, t))
            g.add(_told(ENTRY + (space - 1) * STEP, 0, STEP, words + "\n" + t.text("For everyone who reaches or passes it.")))
    if end:
        face = Plate()
        coin(face, 0, 0, STEP * 0.4, str(end))
        height = 52 if bonus[-1] else 31
        g.group(f'<g class="o-coinup">{face}</g>', ENTRY + (len(bonus) - 0.5) * STEP, FOOT - height)
    g.rect(START - 1, FOOT - 1, 4 * STAIR + len(bonus) * STEP + 2, 3.2, "stone2 ln")
    waiting = [seat for seat, space in seats if space == 0]
    for i, seat in enumerate(waiting):
        place = START + 2 * STAIR + (i - (len(waiting) - 1) / 2) * R * 2.1, FOOT - R - 2
        g.add(marker(seat, signs[seat], *place, R, **hops(seat, "gate", 0, place, len(bonus))))
    piles: dict[int, int] = {}
    for seat, space in seats:
        if space:
            level = piles.get(space, 0)
            piles[space] = level + 1
            paid = [len(bonus)] if end else []
            facts = hops(seat, "gate", space, (START + 2 * STAIR, FOOT - R - 2), len(bonus), paid)
            g.add(marker(seat, signs[seat], *track_place(space, level), R, **facts))
    g.add('<g class="ghosts"></g>')
    told = ", ".join(t.text("{player} {space}", player=scene.names[seat], space=space) for seat, space in seats)
    return svg(ENTRY + len(bonus) * STEP + 4, HEIGHT, g, t.text("Gate track: {places}", places=told))


def _gain(gives: bool, end: int, t: Language) -> str:
    """What a space of the gate track brings."""
    found = [t.text("a bonus tile")] if gives else []
    return ", ".join([*found, pounds(end, t)] if end else found)


# ── What a move would change ─────────────────────────────────────────────────


def walk(seat: int, letter: str, start: Point, goal: Point) -> str:
    """A dashed arc from where a marker stands to where it would go."""
    g = Plate()
    (x1, y1), (x2, y2) = start, goal
    bend = min(y1, y2) - 16
    g.stroke(f"M{n(x1)} {n(y1 - R)}Q{n((x1 + x2) / 2)} {n(bend)} {n(x2 - 3)} {n(y2 - R)}", 1.5, "rubric", stroke_dasharray="3 3")
    g.path(f"M{n(x2 - 1)} {n(y2 - R + 2)}l-6.5 -1.2 3.8 -4.6Z", "rubric")
    g.add(ghost_marker(seat, letter, x2, y2, R))
    return str(g)


def chapel_walk(board: Board, seat: int, steps: int, letter: str) -> str:
    player = board.players[seat]
    goal = player.chapel + steps
    level = sum(other.chapel == goal for other in board.players if other.seat != seat)
    if player.chapel:
        standing = {other.seat: (other.chapel, other.stair) for other in board.players}
        start = track_place(player.chapel, chapel_level(seat, standing, board.chapel_order, len(board.chapel_track)))
    else:
        start = stair_place(player.stair)
    return walk(seat, letter, start, track_place(goal, level))


def gate_walk(board: Board, seat: int, steps: int, letter: str) -> str:
    player = board.players[seat]
    goal = player.gate + steps
    level = sum(other.gate == goal for other in board.players if other.seat != seat)
    waiting = [other.seat for other in board.players if other.gate == 0]
    if player.gate:
        start = track_place(player.gate, sum(other.gate == player.gate for other in board.players[:seat]))
    else:
        start = (START + 2 * STAIR + (waiting.index(seat) - (len(waiting) - 1) / 2) * R * 2.1, FOOT - R - 2)
    return walk(seat, letter, start, track_place(goal, level))
