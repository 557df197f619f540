"""One map as a small picture of its own, for lists of matches."""

from __future__ import annotations

from londinium.games.next_station_london.drawing.art.geometry import WHOLE, ground_of
from londinium.games.next_station_london.drawing.picture import map_layers, picture_style
from londinium.games.next_station_london.drawing.pieces import used_pieces
from londinium.games.next_station_london.face.view import Board, Player
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import View
from londinium.kernel.words.language import Language
from londinium.look.ink import escape

THUMBNAIL_SIZE = 240


def thumbnail(view: View, scene: Scene, seat: int, scheme: str = "light") -> str:
    board: Board = view.board
    label = scene.language.text("Map of {player}", player=scene.names[seat])
    size = f'width="{THUMBNAIL_SIZE}" height="{THUMBNAIL_SIZE}" role="img" aria-label="{escape(label)}"'
    return whole_map(view, board.players[seat], scene.language, scheme, size)


def whole_map(view: View, player: Player, words: Language, scheme: str, facts: str = "") -> str:
    """A map that needs no style sheet."""
    body = map_layers(ground_of(view.board.city), player, view, words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="next-station-london" viewBox="{WHOLE}" {facts}>'
        f"<style>{picture_style(scheme)}</style><defs>{used_pieces(body)}</defs>{body}</svg>"
    )
