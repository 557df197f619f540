"""The whole table: the fragments that change during a match, the prompt and the offers."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.fragments import (
    bids,
    bridge,
    heading,
    market,
    marks,
    places,
    players,
    rondel,
    scoring,
    tracks,
)
from londinium.games.old_london_bridge.drawing.fragments.offers import chips, offers
from londinium.games.old_london_bridge.drawing.fragments.prompt import prompt
from londinium.games.old_london_bridge.drawing.layout import host
from londinium.games.old_london_bridge.drawing.whynot import attempts
from londinium.games.old_london_bridge.face.view import Board
from londinium.kernel.contracts.drawing import Drawn, Scene
from londinium.kernel.views import View

GHOSTS = '<g class="ghosts"></g>'


def draw(view: View, scene: Scene) -> Drawn:
    return Drawn(fragments(view, scene), prompt(view, scene), offers(view, scene), chips(view))


def fragments(view: View, scene: Scene) -> dict[str, str]:
    """Every part of the table that changes during a match."""
    board: Board = view.board
    legal = frozenset(offer.move for offer in view.offers)
    tried = attempts(view)
    own = board.players[host(view.seat)]
    acting = frozenset(view.to_act)
    uses = {move.split()[1]: move for move in sorted(legal, reverse=True) if move.startswith("use ")}
    asked = {move.split()[1]: move for move in tried if move.startswith("use ")}
    replaceable = tuple(house.number for house in own.bridge if house.number and f"replace {house.number}" in legal)
    fixed = tuple(house.number for house in own.bridge if house.number and f"replace {house.number}" in tried)
    waiting = board.taken if board.actor == own.seat else None
    drawn = {
        "heading": heading.heading(view, scene),
        "wheel": rondel.wheel(board, scene),
        "stacks": rondel.stacks(board, scene),
        "bids": bids.bids(view, scene),
        "marks": marks.marks(view, scene, legal, tried),
        "markers": market.markers(board, scene),
        "chapel": tracks.chapel_track(board, scene),
        "gate": tracks.gate_track(board, scene),
        "scoring": scoring.scoring(board, scene),
        "bonus": market.bonus(view, scene, legal, tried),
        "supply": market.supply(view, scene, legal, tried),
        "bridge": bridge.own_bridge(own, board.printed.empty_sites, scene, waiting, replaceable, fixed),
        "purse": players.purse(own, scene),
        "strengths": players.strengths(own, scene),
        "tiles": players.tiles(own, uses, asked, scene),
        "hand": players.hand(own, tuple(value for value in range(5) if f"play {value}" in legal), scene),
    }
    # While cards are chosen, what each place would bring waits in its fragment to be seen.
    for name, parts in places.hoped(view, scene).items():
        drawn[name] = drawn[name].replace(GHOSTS, parts + GHOSTS)
    for player in board.players:
        if player.seat != own.seat:
            drawn[f"row-{player.seat}"] = players.row(player, scene, player.seat in acting)
    return drawn
