"""The position in plain HTML: headings, tables and lists, for readers without scripts or sight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from londinium.games.old_london_bridge.drawing.fragments.offers import power_help
from londinium.games.old_london_bridge.drawing.fragments.scoring import shown
from londinium.games.old_london_bridge.face.view import Board, Player, Stack
from londinium.games.old_london_bridge.face.words import COLOUR_NAMES, CREST_NAMES, building, card, describe_house, pounds, power
from londinium.games.old_london_bridge.face.words import scoring as scoring_name
from londinium.games.old_london_bridge.rules.components import VALUES
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import View
from londinium.kernel.words.language import Language
from londinium.look.ink import escape


def text_board(view: View, scene: Scene) -> str:
    """The whole table, the parts that decide first."""
    board: Board = view.board
    parts = [_round(view, scene)]
    if view.seat is not None:
        parts.append(_own(board.players[view.seat], scene))
    parts += [
        _rondel(board, scene),
        _tracks(board, scene),
        _supply(board, scene),
        _scorings(board, scene),
        _players(board, scene),
    ]
    return f'<div class="text-board">{"".join(parts)}</div>'


# ── Pieces of HTML ───────────────────────────────────────────────────────────


def _section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def _list(lines: Iterable[str], tag: str = "ul") -> str:
    return f"<{tag}>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + f"</{tag}>"


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose first column names the rows."""
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _names(seats: Iterable[int], scene: Scene) -> str:
    return ", ".join(scene.names[seat] for seat in seats) or "–"


# ── Round and turn order ─────────────────────────────────────────────────────


def _round(view: View, scene: Scene) -> str:
    board: Board = view.board
    t = scene.language
    lines = []
    if board.order:
        turns = zip(board.order, board.bids, strict=True)
        players = ", ".join(f"{scene.names[seat]} {bid.value}{f' +{bid.plus}' if bid.plus else ''}" for seat, bid in turns)
        lines.append(t.text("Turn order: {players}.", players=players))
        if board.turn < len(board.order):
            lines.append(t.text("Now: {player}.", player=scene.names[board.order[board.turn]]))
    for player in board.players:
        if player.played and not board.order:
            cards = ", ".join(_played(value.value, value.plus, t) for value in player.played)
            lines.append(t.text("{player} has played: {cards}", player=scene.names[player.seat], cards=cards))
    if board.taken is not None:
        lines.append(t.text("Taken and not yet built: {house}.", house=describe_house(board.taken, t)))
    if board.allowance:
        lines.append(t.text("The hostelry still grants cards worth {value}.", value=board.allowance))
    if board.picks:
        lines.append(t.plural("{count} bonus tile to pick.", "{count} bonus tiles to pick.", board.picks))
    left = ", ".join(f"{steps} × {count}" for steps, count in enumerate(board.markers, 1))
    turned = ", ".join(str(steps) for steps in board.turned if steps)
    lines.append(t.text("Round markers: {numbers}", numbers=turned or "–"))
    lines.append(t.named(t.text("Markers left"), left))
    return _section(t.text("Round {round} of {rounds}", round=board.round, rounds=board.rounds), _list(lines))


def _played(value: int | None, plus: int, t: Language) -> str:
    shown = t.text("face down") if value is None else card(value, t)
    return f"{shown} +{plus}" if plus else shown


# ── Rondel, tracks, supply, scorings ─────────────────────────────────────────


def _rondel(board: Board, scene: Scene) -> str:
    t = scene.language

    def row(stack: Stack) -> list[str]:
        return [
            building(stack.building, t),
            describe_house(stack.top, t) if stack.top else "–",
            str(stack.face_down),
            "X" if stack.pounds is None else f"+{pounds(stack.pounds, t)}",
            _names(stack.pawns, scene),
        ]

    rows = [row(stack) for stack in board.stacks]
    rows.append([t.text("centre"), t.text("any"), "–", f"−{pounds(board.centre_cost, t)}", _names(board.centre, scene)])
    heads = [t.text("Stack"), t.text("Top"), t.text("Below"), t.text("Space"), t.text("Pawns")]
    title = t.text("Rondel and stacks")
    return _section(title, _table(t.text("Clockwise, beginning at the top"), heads, rows))


def _tracks(board: Board, scene: Scene) -> str:
    t = scene.language
    rows = []
    for seat in board.chapel_order or range(len(board.players)):
        player = board.players[seat]
        chapel = str(player.chapel) if player.chapel else t.text("stair {stair}", stair=player.stair)
        rows.append([scene.names[seat], chapel, str(player.gate) if player.gate else t.text("start")])
    coins = ", ".join(t.named(space, pounds(worth, t)) for space, worth in enumerate(board.chapel_track, 1) if worth)
    tiles = ", ".join(str(space) for space, gives in enumerate(board.gate_track, 1) if gives)
    facts = [
        t.text("Coins on the chapel track: {coins}", coins=coins),
        t.text(
            "Bonus tiles on the gate track: {spaces}; its end pays {pounds}",
            spaces=tiles,
            pounds=pounds(board.gate_end_pounds, t),
        ),
    ]
    heads = [t.text("Player"), t.text("Chapel"), t.text("Gate")]
    caption = t.text("In the order of the chapel track, which decides ties")
    return _section(t.text("Tracks"), _table(caption, heads, rows) + _list(facts))


def _supply(board: Board, scene: Scene) -> str:
    t = scene.language
    cards = [[card(value, t), str(board.supply[value])] for value in range(1, VALUES)]
    tiles = []
    for number, stack in enumerate(board.bonus_tiles, 1):
        below = ", ".join(f"{power(name, t)}" + (f" × {count}" if count > 1 else "") for name, count in stack.below.items())
        shown = t.named(power(stack.top, t), power_help(stack.top, t)) if stack.top else "–"
        tiles.append([str(number), shown, below or "–"])
    return _section(
        t.text("Supply"),
        _table(t.text("Cards"), [t.text("Card"), t.text("Left")], cards)
        + _table(t.text("Bonus tiles"), [t.text("Stack"), t.text("Top"), t.text("Below, in unknown order")], tiles),
    )


def _scorings(board: Board, scene: Scene) -> str:
    t = scene.language
    rows = []
    for colour, side in board.scoring.items():
        places = ", ".join(f"{scene.names[each.seat]} {shown(each)}" for each in board.standings[colour])
        rows.append([t.text(COLOUR_NAMES[colour]), scoring_name(colour, side, t), places or "–"])
    heads = [t.text("Scoring"), t.text("What counts"), t.text("Current standing")]
    return _section(t.text("Scoring"), _table(t.text("The scorings in play"), heads, rows))


# ── Players ──────────────────────────────────────────────────────────────────


def _own(player: Player, scene: Scene) -> str:
    t = scene.language
    held = [(value, count) for value, count in enumerate(player.hand or ()) if count]
    lines = [f"{card(value, t)} × {count}" for value, count in held]
    lines += [t.named(f"{power(name, t)} × {count}", power_help(name, t)) for name, count in player.tiles.items()]
    lines += [t.text("{power}, from next round", power=power(name, t)) for name in player.fresh_tiles]
    return _section(t.text("What you hold"), _list([*lines, _money(player, t)]))


def _money(player: Player, t: Language) -> str:
    return t.named(t.text("Money"), t.text("hidden until the end") if player.pounds is None else pounds(player.pounds, t))


def _players(board: Board, scene: Scene) -> str:
    t = scene.language
    parts = []
    for player in board.players:
        strengths = ", ".join(f"{t.text(CREST_NAMES[crest])} {count}" for crest, count in player.strengths.items())
        tiles = [f"{power(name, t)} × {count}" for name, count in player.tiles.items()]
        later = ((t.text("{power}, from next round", power=power(name, t)), count) for name, count in player.fresh_tiles.items())
        tiles += [f"{name} × {count}" for name, count in later]
        facts = [
            _money(player, t),
            _hand(player, t),
            t.text("Crests: {counts}", counts=strengths),
            t.named(t.text("Bonus tiles"), ", ".join(tiles) or "–"),
            t.plural("{count} empty site", "{count} empty sites", player.empty_sites),
        ]
        houses = _list((describe_house(house, t) for house in player.bridge), "ol") if player.bridge else ""
        parts.append(f"<h3>{escape(scene.names[player.seat])}</h3>{_list(facts)}{houses}")
    return _section(t.text("Bridges"), "".join(parts))


def _hand(player: Player, t: Language) -> str:
    held = t.plural("{count} card", "{count} cards", player.cards)
    if player.hand is None:
        return held
    return t.named(held, ", ".join(f"{value} × {count}" for value, count in enumerate(player.hand) if count))
