"""Where things are in the picture of a position, for what somebody points out in it: spaces, stacks, houses, markers, cards."""

from __future__ import annotations

from collections.abc import Iterator

from londinium.games.old_london_bridge.drawing.art.characters import HEIGHT as CARD_HEIGHT
from londinium.games.old_london_bridge.drawing.art.characters import WIDTH as CARD_WIDTH
from londinium.games.old_london_bridge.drawing.art.engraving import SITE
from londinium.games.old_london_bridge.drawing.art.scenery import LEFT, ROAD
from londinium.games.old_london_bridge.drawing.art.spans import ROW
from londinium.games.old_london_bridge.drawing.fragments import rondel, tracks
from londinium.games.old_london_bridge.drawing.fragments.bridge import ROW_ROAD, ROW_WIDTH, key_of
from londinium.games.old_london_bridge.drawing.layout import host
from londinium.games.old_london_bridge.drawing.picture import (
    HAND_TOP,
    MARKET,
    RONDEL,
    ROW_BRIDGE,
    ROW_SHOWN,
    ROW_STEP,
    ROWS,
    SCENE_TOP,
    TRACK_WIDTH,
    TRACKS,
    fan,
)
from londinium.games.old_london_bridge.face.view import Board, Player
from londinium.kernel.contracts.drawing import BoardSpot, Scene
from londinium.kernel.views import View
from londinium.look.ink import Point

STANDING = 60.0
"""How high a house is taken to be, in the units of a facade."""


def spots(view: View, scene: Scene, seat: int | None) -> dict[str, BoardSpot]:
    """Spaces by the building beside them (`chapel`, `centre`), houses (`house-32`), pawns, markers, and what a move plays."""
    board: Board = view.board
    own = host(view.seat)
    found = {**dict(_spaces(board)), **dict(_market())} if seat is None else {}
    others = [player for player in board.players if player.seat != own]
    for player in board.players:
        if seat in (None, player.seat):
            at = None if player.seat == own else others.index(player)
            found |= {**dict(_bridge(player, at)), **dict(_markers(board, player))}
            found[f"seat-{player.seat}"] = _name(at)
    if seat in (None, own):
        found |= dict(_hand(board.players[own]))
    return found


def _spaces(board: Board) -> Iterator[tuple[str, BoardSpot]]:
    size = 2 * rondel.SEAT_RADIUS
    for place, stack in enumerate(board.stacks):
        x, y = rondel.space(place)
        yield stack.building, BoardSpot(RONDEL[0] + x, RONDEL[1] + y, size, size)
        x, y = rondel.STACKS[place]
        card = BoardSpot(RONDEL[0] + x, RONDEL[1] + y, rondel.CARD_WIDTH, rondel.CARD_HEIGHT)
        yield f"stack-{stack.building}", card
        if stack.top is not None and stack.top.number:
            yield f"house-{stack.top.number}", card
    x, y = rondel.CENTRE
    hub = BoardSpot(RONDEL[0] + x, RONDEL[1] + y, 2 * rondel.HUB, 2 * rondel.HUB)
    yield "centre", hub
    yield "free-centre", hub


def _market() -> Iterator[tuple[str, BoardSpot]]:
    x, y = MARKET
    for at in range(3):
        yield f"pick {at + 1}", BoardSpot(x + 28 + at * 66, y + 204, 50, 50)
    for value in range(1, 5):
        wide, high = CARD_WIDTH * 0.78, CARD_HEIGHT * 0.78
        yield f"take {value}", BoardSpot(x + (value - 1) * 60 + wide / 2, y + 246 + high / 2, wide, high)


def _bridge(player: Player, row: int | None) -> Iterator[tuple[str, BoardSpot]]:
    """The houses of a bridge: the large one, or one of the rows."""
    if row is None:
        left, road, wide, scale = float(LEFT), float(SCENE_TOP + ROAD), float(SITE), 1.0
    else:
        shrunk = ROW_SHOWN / ROW_WIDTH
        left, road = ROWS[0] + ROW_BRIDGE + 6 * shrunk, ROWS[1] + row * ROW_STEP + ROW_ROAD * shrunk
        wide, scale = ROW.site * shrunk, ROW.scale * shrunk
    parks = 0
    for site, house in enumerate(player.bridge):
        there = BoardSpot(left + (site + 0.5) * wide, road - STANDING * scale / 2, wide - 8 * scale, STANDING * scale)
        yield key_of(house, player.seat, parks), there
        if house.number and row is None:
            yield f"replace {house.number}", there
        parks += house.number is None


def _markers(board: Board, player: Player) -> Iterator[tuple[str, BoardSpot]]:
    standing = {each.seat: (each.chapel, each.stair) for each in board.players}
    if player.chapel:
        level = tracks.chapel_level(player.seat, standing, board.chapel_order, len(board.chapel_track))
        yield f"chapel-{player.seat}", _on_track("chapel", tracks.track_place(player.chapel, level), len(board.chapel_track))
    elif player.stair:
        yield f"chapel-{player.seat}", _on_track("chapel", tracks.stair_place(player.stair), len(board.chapel_track))
    if player.gate:
        level = sum(each.gate == player.gate and each.seat < player.seat for each in board.players)
        yield f"gate-{player.seat}", _on_track("gate", tracks.track_place(player.gate, level), len(board.gate_track))
    pawns = [(stack.pawns, rondel.space(place)) for place, stack in enumerate(board.stacks)] + [(board.centre, rondel.CENTRE)]
    for seats, (x, y) in pawns:
        if player.seat in seats:
            size = 2 * rondel.SEAT_RADIUS
            yield f"pawn-{player.seat}", BoardSpot(RONDEL[0] + x, RONDEL[1] + y, size, size)


def _on_track(track: str, place: Point, spaces: int) -> BoardSpot:
    scale = TRACK_WIDTH / (tracks.ENTRY + spaces * tracks.STEP + 4)
    (left, top), (x, y) = TRACKS[track], place
    return BoardSpot(left + x * scale, top + y * scale, 2 * tracks.R * scale, 2 * tracks.R * scale)


def _hand(player: Player) -> Iterator[tuple[str, BoardSpot]]:
    for value, left, _ in fan(player):
        yield f"play {value}", BoardSpot(left + CARD_WIDTH / 2, SCENE_TOP + HAND_TOP + CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT)


def _name(row: int | None) -> BoardSpot:
    """Where a player is named: beside the large bridge, or before a row."""
    x, y = (34.0, SCENE_TOP + 26.0) if row is None else (ROWS[0] + 10.0, ROWS[1] + row * ROW_STEP + 34.0)
    return BoardSpot(x, y, 24, 24)
