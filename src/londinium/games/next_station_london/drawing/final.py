"""The end of a match: everybody's map and score sheet, as on paper, with places."""

from __future__ import annotations

from londinium.games.next_station_london.drawing import pieces
from londinium.games.next_station_london.drawing.art.geometry import INSIDE, Ground, ground_of
from londinium.games.next_station_london.drawing.art.ground import districts, raster, river, roses
from londinium.games.next_station_london.drawing.art.lines import begun, drawn_lines
from londinium.games.next_station_london.drawing.art.stations import roses_behind
from londinium.games.next_station_london.drawing.fragments.player_map import sheet_marks
from londinium.games.next_station_london.drawing.fragments.score import score_sheet
from londinium.games.next_station_london.face.sheets import ScoreSheet
from londinium.games.next_station_london.face.view import Board, Player
from londinium.games.next_station_london.face.words import RATINGS, points
from londinium.games.next_station_london.rules.scoring import MODULE_COST
from londinium.games.next_station_london.rules.scoring import RATINGS as BOUNDS
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import View
from londinium.kernel.words.language import Language
from londinium.look.ink import Ink, escape


def final(view: View, scene: Scene) -> str:
    """The best sheet first; the winner is marked."""
    board: Board = view.board
    ground, t = ground_of(board.city), scene.language
    ranked = sorted(board.players, key=lambda player: (player.sheet.place, player.seat))
    # The printed map is the same for all: the first sheet carries it, the others refer to it.
    land = Ink().add(districts(ground)).add(river(ground)).path(raster(ground), "nsl-raster").add(roses(ground))
    shared = (
        f'<svg class="nsl-sprite" width="0" height="0" aria-hidden="true"><defs><g id="nsl-final-land">{land}</g></defs></svg>'
    )
    sheets = "".join(_sheet(ground, board, player, scene, len(ranked), player.seat == view.seat) for player in ranked)
    heading = escape(t.text("Score sheets"))
    return f'<div class="final-sheets"><h2 class="unseen">{heading}</h2>{shared}{sheets}</div>'


def _sheet(ground: Ground, board: Board, player: Player, scene: Scene, seats: int, own: bool) -> str:
    t, name = scene.language, scene.names[player.seat]
    won = player.sheet.place == 0 and seats > 1
    state = (" won" if won else "") + (" own" if own else "")
    place = _place(board, player, scene)
    ladder = _ladder(board, player.sheet, t) if seats == 1 else ""
    crown = pieces.sign("winner", "crowned") if won else ""
    return (
        f'<article class="final-sheet{state}"><header><h3>{escape(name)}</h3>'
        f'<p class="place" data-runs="1">{crown}{escape(place)}</p></header>{_map(ground, player, name, t)}'
        f'<div class="score">{score_sheet(ground, board, player, "", t)}</div>{ladder}</article>'
    )


def _place(board: Board, player: Player, scene: Scene) -> str:
    """The place, and how far it is from the winner; alone, the rating."""
    t, sheet = scene.language, player.sheet
    if len(board.players) == 1:
        return t.text(RATINGS[sheet.rating or 0])
    if sheet.place == 0:
        return t.text("winner")
    first = next(other.sheet for other in board.players if other.sheet.place == 0)
    facts = {"place": sheet.place + 1, "player": scene.names[first.seat], "distance": points(first.total - sheet.total, t)}
    if first.total == sheet.total:
        return t.text("place {place}, level with {player} except for the best line", **facts)
    return t.text("place {place}, {distance} behind {player}", **facts)


def _ladder(board: Board, sheet: ScoreSheet, t: Language) -> str:
    """The six ratings with what each asks for, the highest above, and the next goal."""
    reached = sheet.rating or 0
    # N-6.3 Each module that is played raises every rating.
    more = MODULE_COST * (bool(board.objectives) + bool(board.powers))
    rungs = []
    for rung in range(len(RATINGS) - 1, -1, -1):
        least = BOUNDS[rung - 1] + more + 1 if rung else 0
        told = (
            t.text("{points} or more", points=points(least, t))
            if rung
            else t.text("up to {points}", points=points(BOUNDS[0] + more, t))
        )
        state = ' class="reached" aria-current="true"' if rung == reached else ' class="below"' if rung < reached else ""
        rungs.append(f"<li{state}><span>{escape(t.text(RATINGS[rung]))}</span><span>{escape(told)}</span></li>")
    goal = t.text("The highest rating.")
    if reached < len(RATINGS) - 1:
        short = points(BOUNDS[reached] + more + 1 - sheet.total, t)
        goal = t.text("{points} short of {rating}", points=short, rating=t.text(RATINGS[reached + 1]))
    return f'<p class="goal">{escape(goal)}</p><ol class="ladder">{"".join(rungs)}</ol>'


def _map(ground: Ground, player: Player, name: str, t: Language) -> str:
    lines = begun(player)
    g = Ink().use("nsl-final-land")
    for station in ground.city.stations:
        kind = f"depart-{station.departure}-{station.symbol}" if station.departure else f"free-{station.symbol}"
        g.add(f'<use href="#nsl-{kind}" x="{station.column * 100}" y="{station.row * 100}"/>')
    g.add(roses_behind(ground, lines)).add(drawn_lines(lines)).add(sheet_marks(ground, lines, t))
    label = escape(t.text("Map of {player}", player=name))
    return f'<svg class="final-map" viewBox="{INSIDE}" role="img" aria-label="{label}">{g}</svg>'
