"""The position as one self-contained SVG, for notebooks, exports and documents: the same parts, put on one sheet."""

from __future__ import annotations

import re

from londinium.games.old_london_bridge.drawing import palette
from londinium.games.old_london_bridge.drawing.art.characters import WIDTH as CARD_WIDTH
from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n
from londinium.games.old_london_bridge.drawing.art.plaques import crest
from londinium.games.old_london_bridge.drawing.art.scenery import HEIGHT as SCENE_HEIGHT
from londinium.games.old_london_bridge.drawing.art.scenery import WIDTH
from londinium.games.old_london_bridge.drawing.art.scoring_tiles import scoring_tile
from londinium.games.old_london_bridge.drawing.art.wood import coin, marker
from londinium.games.old_london_bridge.drawing.fragments import bridge, rondel, tracks
from londinium.games.old_london_bridge.drawing.fragments.heading import STEP, round_marker
from londinium.games.old_london_bridge.drawing.fragments.scoring import caption, shown
from londinium.games.old_london_bridge.drawing.layout import host
from londinium.games.old_london_bridge.drawing.pieces import patterns, symbols, used
from londinium.games.old_london_bridge.face.view import Board, Player
from londinium.games.old_london_bridge.rules.components import COLOURS
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import View
from londinium.look import tokens
from londinium.look.seats import letters

HEIGHT = 760
SCENE_TOP = HEIGHT - SCENE_HEIGHT
RONDEL = (14, 56)
TRACKS, TRACK_WIDTH = {"chapel": (506, 58), "gate": (506, 124)}, 500
ROWS, ROW_STEP, ROW_BRIDGE, ROW_SHOWN = (506, 196), 110, 92, 412
"""Where the rows of the others begin, how far apart they are, and in each where its bridge begins and how wide it is."""
MARKET = (1036, 64)
HAND_TOP = 26
"""Where the parts lie on the sheet, for whoever draws over it (`spots.py`)."""
BARE = re.compile(r' (?:data-(?:key|turn|move|place|tell|count)|tabindex|role|aria-label|aria-hidden)="[^"]*"')
GHOSTS = '<g class="ghosts"></g>'


def picture(view: View, scene: Scene, scheme: str = "light") -> str:
    """Rondel, tracks, all bridges, the viewer's hand and the scorings. Nothing in it can be clicked."""
    board: Board = view.board
    g, own = Plate(), board.players[host(view.seat)]
    _head(g, board, scene)
    _inset(g, rondel.wheel(board, scene), *RONDEL, rondel.WIDTH)
    _inset(g, rondel.stacks(board, scene), *RONDEL, rondel.WIDTH)
    _inset(g, tracks.chapel_track(board, scene), *TRACKS["chapel"], TRACK_WIDTH)
    _inset(g, tracks.gate_track(board, scene), *TRACKS["gate"], TRACK_WIDTH)
    for at, player in enumerate(other for other in board.players if other.seat != own.seat):
        _row(g, player, ROWS[0], ROWS[1] + at * ROW_STEP, scene)
    _scorings(g, board, *MARKET, scene)
    g.group('<use href="#olb-backdrop"/>', 0, SCENE_TOP)
    waiting = board.taken if board.actor == own.seat else None
    _inset(g, bridge.own_bridge(own, board.printed.empty_sites, scene, waiting), 0, SCENE_TOP, WIDTH)
    _own(g, own, scene)
    body = without_marks(str(g).replace(GHOSTS, ""))
    defs = "".join(f'<g id="{name}">{symbols()[name]}</g>' for name in used(body))
    label = scene.language.text("Round {round} of {rounds}", round=board.round, rounds=board.rounds)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">'
        f"<title>Old London Bridge. {label}</title><style>{style(scheme)}</style><defs>{patterns()}{defs}</defs>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" class="o-paper"/>{body}</svg>'
    )


def without_marks(markup: str) -> str:
    """A drawing without what only a live table reads."""
    return BARE.sub("", markup)


def style(scheme: str) -> str:
    """The tokens of one scheme, and the classes of the drawing."""
    site, own = (tokens.DARK, palette.DARK) if scheme == "dark" else (tokens.LIGHT, palette.LIGHT)
    chosen = tokens.variables({**tokens.TYPE, **site, **own})
    type_ = (
        "text{font-family:var(--sans);fill:var(--ink)}.o-title{font:600 19px var(--serif)}.o-name{font:600 13px var(--sans)}"
        ".o-own-name{font:600 17px var(--serif)}.o-hit{fill:none}"
    )
    return f"svg{{{chosen}}}{type_}{palette.classes()}"


def _inset(g: Plate, picture_of_part: str, x: float, y: float, width: float) -> None:
    """A fragment at a place, as wide as wished."""
    inner = picture_of_part.replace("<svg ", f'<svg x="{n(x)}" y="{n(y)}" width="{n(width)}" ', 1)
    shape = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', inner)
    assert shape is not None
    height = float(shape[2]) * width / float(shape[1])
    g.add(inner.replace("<svg ", f'<svg height="{n(height)}" overflow="visible" ', 1))


def _head(g: Plate, board: Board, scene: Scene) -> None:
    t, signs = scene.language, letters(scene.names)
    g.text(20, 33, "Old London Bridge", 19, "title")
    g.text(214, 33, t.text("Round {round} of {rounds}", round=board.round, rounds=board.rounds), 12, "t-ink2")
    for at, steps in enumerate(board.turned, 1):
        round_marker(g, 312 + at * STEP, 28, 9, steps, at == board.round)
    g.line(0, 48, WIDTH, 48, "k-rule")
    order = board.order or board.chapel_order
    for at, seat in enumerate(order):
        x = WIDTH - 110 * (len(order) - at)
        if board.order and at == board.turn:
            g.rect(x - 18, 8, 104, 34, "rubric-soft o-nowring", 8)
        g.add(marker(seat, signs[seat], x, 25, 10)).text(x + 17, 30, _short(scene.names[seat]), 13, "name")


def _short(name: str) -> str:
    return name if len(name) <= 10 else name[:9] + "…"


def _row(g: Plate, player: Player, x: float, y: float, scene: Scene) -> None:
    """One of the others, as in the rows of the table."""
    g.add(marker(player.seat, letters(scene.names)[player.seat], x + 10, y + 34, 11))
    g.text(x + 27, y + 39, _short(scene.names[player.seat]), 13, "name")
    for at, (name, count) in enumerate(player.strengths.items()):
        crest(g, name, x + 5 + at * 21, y + 62, 9)
        g.text(x + 14.4 + at * 21, y + 66, count, 11, "num t-ink2")
    tiles = [name for held in (player.tiles, player.fresh_tiles) for name, count in held.items() for _ in range(count)]
    for at, name in enumerate(tiles):
        g.use(f"olb-tile-{name}", x + 10 + at * min(21, 70 / len(tiles)), y + 86, 0.4)
    _inset(g, bridge.row_bridge(player.bridge, player.seat, scene), x + ROW_BRIDGE, y, ROW_SHOWN)


def _scorings(g: Plate, board: Board, x: float, y: float, scene: Scene) -> None:
    signs = letters(scene.names)
    for at, colour in enumerate(COLOURS):
        left, top = x + (at % 2) * 122, y + (at // 2) * 84
        scoring_tile(g, colour, board.scoring[colour], board.printed, left, top)
        g.text(left, top + 69, caption(board, colour, scene), 11, "t-ink2")
        for place, standing in enumerate(board.standings[colour]):
            g.add(marker(standing.seat, signs[standing.seat], left + 70, top + 8 + place * 14.4, 6, rim=False))
            g.text(left + 86, top + 12 + place * 14.4, shown(standing), 11, "num")
    for at, stack in enumerate(board.bonus_tiles):
        if stack.top:
            g.use(f"olb-tile-{stack.top}", x + 28 + at * 66, y + 204)
    for value in range(1, 5):
        g.use(f"olb-card{value}", x + (value - 1) * 60, y + 246, 0.78)
        g.text(x + (value - 1) * 60 + 24, y + 328, f"× {board.supply[value]}", 11, "num t-ink2")


def _own(g: Plate, player: Player, scene: Scene) -> None:
    """The viewer's name, money, crests, tiles and hand beside the large bridge."""
    top = SCENE_TOP
    g.add(marker(player.seat, letters(scene.names)[player.seat], 34, top + 26, 13))
    g.text(56, top + 32, _short(scene.names[player.seat]), 17, "own-name")
    if player.pounds is not None:
        coin(g, 146, top + 26, 11, "£")
        g.text(172, top + 33, player.pounds, 20, "num")
    for at, (name, count) in enumerate(player.strengths.items()):
        crest(g, name, 28 + at * 41, top + 60, 15)
        g.text(43 + at * 41, top + 65, count, 13, "num")
    tiles = [name for held in (player.tiles, player.fresh_tiles) for name, count in held.items() for _ in range(count)]
    for at, name in enumerate(tiles):
        g.use(f"olb-tile-{name}", 40 + at * min(42, 140 / len(tiles)), top + 100, 0.8)
    for value, x, turn in fan(player):
        g.add(f'<g transform="translate({n(x)} {top + HAND_TOP}) rotate({n(turn)} 31 192)"><use href="#olb-card{value}"/></g>')


def fan(player: Player) -> list[tuple[int, float, float]]:
    """The cards of an open hand: value, left edge, degrees."""
    held = [value for value, count in enumerate(player.hand or ()) for _ in range(count)]
    step = min(38.0, 126 / max(1, len(held) - 1))
    return [
        (
            value,
            WIDTH - 24 - CARD_WIDTH - (len(held) - 1 - at) * step,
            (at - (len(held) - 1) / 2) * min(2.6, 18 / len(held)),
        )
        for at, value in enumerate(held)
    ]
