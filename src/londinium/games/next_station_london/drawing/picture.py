"""The position as one self-contained picture, for notebooks, exports and documents: map, card and score sheet."""

from __future__ import annotations

from londinium.games.next_station_london.drawing.art.geometry import MARGIN, Ground, ground_of
from londinium.games.next_station_london.drawing.art.ground import axes, ground_layers
from londinium.games.next_station_london.drawing.art.lines import begun, drawn_lines
from londinium.games.next_station_london.drawing.art.stations import roses_behind
from londinium.games.next_station_london.drawing.fragments.offers import legal_marks
from londinium.games.next_station_london.drawing.fragments.picture_sheet import sheet_column
from londinium.games.next_station_london.drawing.fragments.player_map import pending, sheet_marks
from londinium.games.next_station_london.drawing.palette import DARK, LIGHT, ROOT
from londinium.games.next_station_london.drawing.pieces import used_pieces
from londinium.games.next_station_london.drawing.style import art_style
from londinium.games.next_station_london.face.view import Board, Player
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import View
from londinium.kernel.words.language import Language
from londinium.look import tokens
from londinium.look.ink import Ink, escape

WIDTH, HEIGHT = 1090, 745
PAD = 16
SCALE = 0.67
MAP = 713
COLUMN = PAD + MAP + 29


def picture(view: View, scene: Scene, scheme: str = "light") -> str:
    """The viewer's map (seat 0's for a spectator), the card of the turn and the sheet."""
    board: Board = view.board
    player = board.players[view.seat or 0]
    ground = ground_of(board.city)
    g = Ink().rect(0, 0, WIDTH, HEIGHT, "page")
    g.rect(PAD, PAD, MAP, MAP, "map-card", 12)
    origin = PAD + MARGIN * SCALE
    g.group(map_layers(ground, player, view, scene.language), origin, origin, SCALE)
    g.group(sheet_column(ground, board, player, view, scene), COLUMN, PAD)
    label = scene.language.text("Map of {player}", player=scene.names[player.seat])
    body = str(g)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="next-station-london" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{escape(label)}">'
        f"<style>{picture_style(scheme)}</style><defs>{used_pieces(body)}</defs>{body}</svg>"
    )


def map_layers(ground: Ground, player: Player, view: View, language: Language) -> str:
    """Ground, offers, lines and stations, in this order."""
    lines, offers = begun(player), view.offers
    g = Ink().add(ground_layers(ground, language))
    if offers:
        g.add(legal_marks(ground, player.pencil or "", lines, offers, language))
    chosen = player.chosen if player.pencil else None
    strokes, reached = pending(ground, lines, player.seat, player.pencil or "", chosen or ())
    g.add(roses_behind(ground, lines)).add(drawn_lines(lines)).add(strokes)
    g.add(sheet_marks(ground, lines, language)).add(reached).add(axes())
    return str(g)


def picture_style(scheme: str) -> str:
    """Everything that a picture of its own needs of the style sheets."""
    site, own = (tokens.DARK, DARK) if scheme == "dark" else (tokens.LIGHT, LIGHT)
    return (
        f":root{{{tokens.variables(tokens.TYPE)}{tokens.variables(site)}}}{ROOT}{{{tokens.variables(own)}}}"
        f"text{{font-family:var(--sans);fill:var(--ink)}}{ROOT} .page{{fill:var(--paper)}}"
        f"{ROOT} .map-card{{fill:var(--sheet);stroke:var(--rule)}}{art_style()}"
    )
