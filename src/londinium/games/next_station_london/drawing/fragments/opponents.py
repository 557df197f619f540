"""The other players: a small map each, with letter, name, points and whether they have decided; and all seats in one strip."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from londinium.games.next_station_london.drawing import pieces
from londinium.games.next_station_london.drawing.art.lines import begun
from londinium.games.next_station_london.drawing.fragments.player_map import small_map
from londinium.games.next_station_london.face.sheets import ScoreSheet
from londinium.games.next_station_london.face.view import Board, Line, Player
from londinium.games.next_station_london.face.words import pencil as pencil_words
from londinium.kernel.contracts.drawing import HASHES_KEPT
from londinium.kernel.words.language import Language
from londinium.look.ink import escape
from londinium.look.seats import letters, token


def opponent(board: Board, player: Player, names: Sequence[str], language: Language) -> str:
    """The fragment of a seat. Never what it decided, only that it did."""
    letter = letters(names)[player.seat]
    state = _state(board, player)
    return _opponent(begun(player), player.sheet, player.pencil, state, names[player.seat], letter, language)


def _state(board: Board, player: Player) -> str:
    if board.phase == "match-over":
        return "winner" if player.sheet.place == 0 else ""
    return ("decided" if player.decided else "thinking") if board.phase == "drawing" else ""


@lru_cache(HASHES_KEPT)
def _opponent(
    lines: tuple[Line, ...],
    sheet: ScoreSheet,
    pencil: str | None,
    state: str,
    name: str,
    letter: str,
    t: Language,
) -> str:
    shown = t.text("Map of {player}", player=name)
    per_line = " · ".join(str(line.points) for line in sheet.lines if line.districts)
    return (
        f'<button type="button" class="who" data-show="sheet-{sheet.seat}" title="{escape(shown)}">'
        f"{small_map(sheet.seat, lines, shown)}"
        f'<span class="who-words"><span class="who-name">{_held(pencil, t)}<strong>{escape(name)}</strong></span>'
        f'<span class="who-points"><bdi data-count="t{sheet.seat}">{sheet.total}</bdi>{token(sheet.seat, letter, 6.5)}</span>'
        f'<span class="who-lines">{per_line}</span>{_told(state, t)}</span></button>'
    )


def _held(pencil: str | None, t: Language) -> str:
    return pieces.badge(pencil, pencil_words(pencil, t)) if pencil else ""


def _told(state: str, t: Language) -> str:
    if not state:
        return ""
    words = {"decided": t.text("decided"), "thinking": t.text("thinking"), "winner": t.text("winner")}[state]
    return f'<span class="who-state">{pieces.sign(state)}{escape(words)}</span>'


def strip(board: Board, viewer: int | None, names: Sequence[str], language: Language) -> str:
    """All seats in a row, the viewer's first, for narrow screens."""
    own = viewer or 0
    players = [board.players[(own + step) % len(board.players)] for step in range(len(board.players))]
    return "".join(
        _strip_cell(
            player.seat,
            player.sheet.total,
            player.pencil,
            _state(board, player),
            language.text("You") if player.seat == viewer else names[player.seat],
            player.seat == own,
            language,
        )
        for player in players
    )


@lru_cache(HASHES_KEPT)
def _strip_cell(seat: int, total: int, pencil: str | None, state: str, name: str, own: bool, t: Language) -> str:
    said = {"decided": t.text("decided"), "thinking": t.text("thinking"), "winner": t.text("winner"), "": ""}[state]
    mark = pieces.sign(state, label=said) if state and not (own and state == "thinking") else ""
    shows = "" if own else f' data-show="sheet-{seat}"'
    return (
        f'<button type="button" class="seat {pencil or ""}{" own" if own else ""}"{shows}>'
        f"<span>{_held(pencil, t)}<em>{escape(name)}</em></span>"
        f'<b><bdi data-count="t{seat}">{total}</bdi>{mark}</b></button>'
    )
