"""The whole table from a view: every fragment, the prompt, and what each legal move would bring."""

from __future__ import annotations

from londinium.games.next_station_london.drawing.art.geometry import Ground, ground_of
from londinium.games.next_station_london.drawing.art.ground import ground_svg
from londinium.games.next_station_london.drawing.art.lines import begun
from londinium.games.next_station_london.drawing.fragments.bubbles import told
from londinium.games.next_station_london.drawing.fragments.cards import card_of_turn, deck, stage
from londinium.games.next_station_london.drawing.fragments.lights import light_layer
from londinium.games.next_station_london.drawing.fragments.offers import offers_svg
from londinium.games.next_station_london.drawing.fragments.opponents import opponent, strip
from londinium.games.next_station_london.drawing.fragments.player_map import sheet_svg
from londinium.games.next_station_london.drawing.fragments.prompt import prompt_of
from londinium.games.next_station_london.drawing.fragments.ring import ring
from londinium.games.next_station_london.drawing.fragments.score import points_row, score_sheet
from londinium.games.next_station_london.face.view import Board, Player
from londinium.kernel.contracts.drawing import Drawn, OfferText, Scene
from londinium.kernel.views import View


def draw(view: View, scene: Scene) -> Drawn:
    """Everything that changes during a match."""
    board: Board = view.board
    t, names, own = scene.language, scene.names, view.seat or 0
    ground, player = ground_of(board.city), board.players[own]
    pencils = [offer.move.removeprefix("pencil ") for offer in view.offers if offer.move.startswith("pencil ")]
    fragments = {
        "ground": ground_svg(ground, t, light_layer(ground)),
        "offers": _offers(ground, view, player, scene),
        "ring": ring(board, view.seat, pencils, names, t),
        "stage": stage(board, t),
        "strip": strip(board, view.seat, names, t),
        "card": card_of_turn(board, player, t),
        "deck": deck(board, player.pencil, t),
        "points": points_row(ground, player, t),
    }
    for each in board.players:
        title = t.text("Your sheet") if each.seat == view.seat else t.text("Sheet of {player}", player=names[each.seat])
        fragments[f"sheet-{each.seat}"] = sheet_svg(ground, each, view.seat, t, names[each.seat])
        fragments[f"score-{each.seat}"] = score_sheet(ground, board, each, title, t, told=each.seat == own)
        fragments[f"seat-{each.seat}"] = opponent(board, each, names, t)
    offers = {offer.move: _told(ground, view, player, number, scene) for number, offer in enumerate(view.offers)}
    chips = tuple(offer.move for offer in view.offers if offer.move.startswith("pencil "))
    passing = ("pass",) if "pass" in offers else ()
    return Drawn(fragments, prompt_of(view, names, t), offers, chips + passing)


def _offers(ground: Ground, view: View, player: Player, scene: Scene) -> str:
    return offers_svg(ground, player.pencil or "", begun(player), player.ends, view.offers, scene.language)


def _told(ground: Ground, view: View, player: Player, number: int, scene: Scene) -> OfferText:
    offer = view.offers[number]
    return told(ground, player.pencil or "", begun(player), player.sheet.visits, offer, bool(player.chosen), scene.language)
