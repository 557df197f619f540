"""The end of a match: everybody's map and score sheet, as on paper, with places."""

from __future__ import annotations

from londinium.games.next_station_london.drawing import pieces
from londinium.games.next_station_london.drawing.art.geometry import INSIDE, Ground, ground_of
from londinium.games.next_station_london.drawing.art.ground import districts, raster, river, roses
from londinium.games.next_station_london.drawing.art.lines import begun, drawn_lines
from londinium.games.next_station_london.drawing.art.stations import roses_behind
from londinium.games.next_station_london.drawing.fragments.player_map import sheet_marks
from londinium.games.next_station_london.drawing.fragments.score import score_sheet
from londinium.games.next_station_london.face.view import Board, Player
from londinium.games.next_station_london.face.words import RATINGS
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import View
from londinium.kernel.words.language import Language
from londinium.look.ink import Ink, escape
from londinium.look.seats import letters, token


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
    sheets = "".join(_sheet(ground, board, player, scene, len(ranked)) for player in ranked)
    heading = escape(t.text("Score sheets"))
    return f'<div class="final-sheets"><h2 class="unseen">{heading}</h2>{shared}{sheets}</div>'


def _sheet(ground: Ground, board: Board, player: Player, scene: Scene, seats: int) -> str:
    t, name = scene.language, scene.names[player.seat]
    mark = token(player.seat, letters(scene.names)[player.seat], 10)
    won = player.sheet.place == 0 and seats > 1
    place = _place(player, seats, t)
    crown = pieces.sign("winner", "crowned") if won else ""
    return (
        f'<article class="final-sheet{" won" if won else ""}"><header>{mark}<h3>{escape(name)}</h3>'
        f'<p class="place">{crown}{escape(place)}</p></header>{_map(ground, player, name, t)}'
        f'<div class="score">{score_sheet(ground, board, player, "", t)}</div></article>'
    )


def _place(player: Player, seats: int, t: Language) -> str:
    if seats == 1:
        return t.text(RATINGS[player.sheet.rating or 0])
    if player.sheet.place == 0:
        return t.text("winner")
    return t.text("place {place}", place=player.sheet.place + 1)


def _map(ground: Ground, player: Player, name: str, t: Language) -> str:
    lines = begun(player)
    g = Ink().use("nsl-final-land")
    for station in ground.city.stations:
        kind = f"depart-{station.departure}-{station.symbol}" if station.departure else f"free-{station.symbol}"
        g.add(f'<use href="#nsl-{kind}" x="{station.column * 100}" y="{station.row * 100}"/>')
    g.add(roses_behind(ground, lines)).add(drawn_lines(lines)).add(sheet_marks(ground, lines, t))
    label = escape(t.text("Map of {player}", player=name))
    return f'<svg class="final-map" viewBox="{INSIDE}" role="img" aria-label="{label}">{g}</svg>'
