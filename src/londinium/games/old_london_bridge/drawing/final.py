"""The score sheets of a finished match, side by side as on paper, and the bridge that has won."""

from __future__ import annotations

import re
from collections import Counter

from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.drawing.art.masonry import lancet
from londinium.games.old_london_bridge.drawing.art.scoring_tiles import PAID_EACH_ROUND
from londinium.games.old_london_bridge.drawing.art.tiles import octagon, sign
from londinium.games.old_london_bridge.drawing.fragments.bridge import own_bridge
from londinium.games.old_london_bridge.face.events import RoundLeaderPaid
from londinium.games.old_london_bridge.face.view import Board
from londinium.games.old_london_bridge.face.words import SHEET_LINES, pounds, scoring
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import View
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.look.ink import escape, svg
from londinium.look.seats import letters, token

OF_A_TABLE = re.compile(r' data-(?:key|lands|sinks|tell)="[^"]*"')
"""Marks of things on a live table: in a picture of the end nothing flies, and every name stands on the table already."""

PAID, PAID_SHORT = N_("({pounds} paid during the match)"), N_("({pounds} paid)")
"""What a scoring of every round has paid already; where a sheet is narrow, its note says when."""


def final(view: View, scene: Scene) -> str:
    """A table with a column for every seat, and the winner's bridge; empty before the end."""
    board: Board = view.board
    t = scene.language
    if board.score_sheets is None:
        return ""
    signs = letters(scene.names)
    best = min(board.score_sheets, key=lambda sheet: sheet.place).seat

    def mark(seat: int) -> str:
        return ' class="winner"' if seat == best else ""

    heads = "".join(
        f'<th scope="col"{mark(sheet.seat)}>{token(sheet.seat, signs[sheet.seat])}'
        f"<span>{escape(scene.names[sheet.seat])}</span></th>"
        for sheet in board.score_sheets
    )
    rows = []
    paid = paid_each_round(scene)
    for line, title in SHEET_LINES.items():
        side = board.scoring.get(line)
        note = f" <small>{escape(scoring_note(line, side, t))}</small>" if line in board.scoring else ""
        cells = "".join(
            f"<td{mark(sheet.seat)}>{escape(pounds(getattr(sheet, line), t))}{paid_note(side, paid[side, sheet.seat], scene)}"
            "</td>"
            for sheet in board.score_sheets
        )
        # The page adds up row by row (`data-row`), with the sums running.
        kind = ' class="total" data-row="total"' if line == "total" else f' data-row="{line}"'
        rows.append(
            f'<tr{kind}><th scope="row"><div>{line_sign(line)}<span>{escape(t.text(title))}{note}</span></div></th>{cells}</tr>'
        )
    places = "".join(
        f"<td{mark(sheet.seat)}>{sheet.place + 1}{crown() if sheet.seat == best else ''}</td>" for sheet in board.score_sheets
    )
    place, caption = escape(t.text("Place")), escape(t.text("Final scoring"))
    rows.append(f'<tr class="place"><th scope="row"><span>{place}</span></th>{places}</tr>')
    return (
        f'<table class="score-sheet"><caption>{caption}</caption>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>{winners_bridge(board, best, scene)}"
    )


def scoring_note(colour: str, side: str | None, t: Language) -> str:
    """What a colour scored; what was paid every round is in the money already."""
    name = scoring(colour, side, t)
    return t.text("{scoring} (paid during the match, see Money)", scoring=name) if side in PAID_EACH_ROUND else name


def paid_each_round(scene: Scene) -> Counter[tuple[str | None, int]]:
    """What each scoring of every round has paid each seat, as the match tells it."""
    paid = Counter[tuple[str | None, int]]()
    for event in scene.events:
        if isinstance(event, RoundLeaderPaid):
            paid[event.scoring, event.seat] += event.pounds
    return paid


def paid_note(side: str | None, amount: int, scene: Scene) -> str:
    """What a seat has from a scoring already, where it was paid every round and the match is known."""
    if side not in PAID_EACH_ROUND or not scene.events:
        return ""
    t = scene.language
    note, short = (t.text(words, pounds=pounds(amount, t)) for words in (PAID, PAID_SHORT))
    return f'<small><span class="long">{escape(note)}</span><span class="short" aria-hidden="true">{escape(short)}</span></small>'


def winners_bridge(board: Board, seat: int, scene: Scene) -> str:
    """What has won, as a picture with its name."""
    drawn = own_bridge(board.players[seat], board.printed.empty_sites, scene, None)
    caption = escape(scene.language.text("The bridge of {player}", player=scene.names[seat]))
    return f'<figure class="winners-bridge">{OF_A_TABLE.sub("", drawn)}<figcaption>{caption}</figcaption></figure>'


def line_sign(line: str) -> str:
    """The small sign of a line: what it counts."""
    g = Plate()
    if line in ("chapel", "gate", "hostelry", "bridge"):
        sign(g, line)
    elif line == "empty_sites":
        g.stroke("M-9 9V-4M9 9V-4M-11 -4H11M-4 2H4", 1.6, "ink2")
    elif line == "bonus_tiles":
        g.polygon(octagon(0, 0, 9), "raised ln")
        lancet(g, 0, 6, 6, 12, "ink")
    elif line == "money":
        g.circle(0, 0, 9, "coin ln").text(0, 4.4, "£", 12, "num t-coin")
    else:
        return ""
    return svg(26, 24, f'<g transform="translate(13 12)">{g}</g>', width="26", height="24")


def crown() -> str:
    g = Plate()
    g.path("M3 15L1.4 4L6.4 8.6L10 2L13.6 8.6L18.6 4L17 15Z", "coin ln")
    return svg(20, 17, g, "", "crown", width="20", height="17")
