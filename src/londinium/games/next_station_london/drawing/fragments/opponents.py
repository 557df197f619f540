"""The other players: a small map each, with letter, name, points and whether they have decided; and all seats in one strip."""

from __future__ import annotations

from collections.abc import Sequence

from londinium.games.next_station_london.drawing import pieces
from londinium.games.next_station_london.drawing.art.lines import begun
from londinium.games.next_station_london.drawing.fragments.player_map import small_map
from londinium.games.next_station_london.face.sheets import ScoreSheet
from londinium.games.next_station_london.face.view import Board, Line, Player
from londinium.games.next_station_london.face.words import describe_line, points
from londinium.games.next_station_london.face.words import pencil as pencil_words
from londinium.kernel.kept import kept
from londinium.kernel.words.language import Language
from londinium.look.ink import escape


def opponent(board: Board, player: Player, names: Sequence[str], language: Language) -> str:
    """The fragment of a seat. Never what it decided, only that it did."""
    return _opponent(begun(player), player.sheet, player.pencil, _state(board, player), names[player.seat], language)


def _state(board: Board, player: Player) -> str:
    if board.phase == "match-over":
        return "winner" if player.sheet.place == 0 else ""
    return ("decided" if player.decided else "thinking") if board.phase == "drawing" else ""


@kept
def _opponent(
    lines: tuple[Line, ...],
    sheet: ScoreSheet,
    pencil: str | None,
    state: str,
    name: str,
    t: Language,
) -> str:
    shown = t.text("Map of {player}", player=name)
    begun_lines = [line for line in sheet.lines if line.districts]
    per_line = " · ".join(str(line.points) for line in begun_lines)
    parts = [t.named(describe_line(line.pencil, t), line.points) for line in begun_lines]
    parts += [
        t.named(describe_line("sightseeing", t), sheet.sightseeing),
        t.named(describe_line("interchanges", t), sheet.interchanges),
    ]
    parts += [t.named(describe_line("objectives", t), sheet.objective_points)] if sheet.objectives else []
    tell = "\n".join((t.named(name, points(sheet.total, t)), *parts))
    return (
        f'<button type="button" class="who" data-show="sheet-{sheet.seat}" aria-label="{escape(shown)}">'
        f"{small_map(sheet.seat, lines, shown)}"
        f'<span class="who-words"><span class="who-name">{_held(pencil, t)}<strong>{escape(name)}</strong></span>'
        f'<span class="who-points" data-tell="{escape(tell)}"><bdi data-count="t{sheet.seat}">{sheet.total}</bdi>'
        f'<span class="seat-clock" data-clock-of="{sheet.seat}"></span></span>'
        f'<span class="who-lines" data-tell="{escape(tell)}">{per_line}</span>{_told(state, t)}</span></button>'
    )


def _held(pencil: str | None, t: Language) -> str:
    """The pencil that somebody holds now: its letter is the line's, not the player's."""
    if not pencil:
        return ""
    tell = t.text("Holds the {pencil} pencil in this round.", pencil=pencil_words(pencil, t))
    return f'<i class="held" data-tell="{escape(tell)}">{pieces.badge(pencil, pencil_words(pencil, t))}</i>'


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


@kept
def _strip_cell(seat: int, total: int, pencil: str | None, state: str, name: str, own: bool, t: Language) -> str:
    said = {"decided": t.text("decided"), "thinking": t.text("thinking"), "winner": t.text("winner"), "": ""}[state]
    mark = pieces.sign(state, label=said) if state and not (own and state == "thinking") else ""
    shows = "" if own else f' data-show="sheet-{seat}"'
    return (
        f'<button type="button" class="seat {pencil or ""}{" own" if own else ""}"{shows}>'
        f"<span>{_held(pencil, t)}<em>{escape(name)}</em></span>"
        f'<b><bdi data-count="t{seat}">{total}</bdi>{mark}<span class="seat-clock" data-clock-of="{seat}"></span></b></button>'
    )
