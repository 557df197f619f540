"""The scorings in play, with everybody's standing."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.drawing.art.scoring_tiles import scoring_tile
from londinium.games.old_london_bridge.drawing.art.wood import marker
from londinium.games.old_london_bridge.drawing.fragments.explain import explanation, published_amounts
from londinium.games.old_london_bridge.face.standings import Standing
from londinium.games.old_london_bridge.face.view import Board, Printed
from londinium.games.old_london_bridge.face.words import COLOUR_NAMES, pounds
from londinium.games.old_london_bridge.face.words import scoring as scoring_name
from londinium.games.old_london_bridge.rules.components import COLOURS
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.kept import kept
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.look.ink import escape, svg
from londinium.look.seats import letters

# Captions of a few words; `words.py` has the longer names.
CAPTIONS = {
    "chapel": N_("Chapel track"),
    "gate": N_("Gate track"),
    "hostelry": N_("Sum of hand"),
    "bridge": N_("Buildings"),
    "most-chapels": N_("Most chapels"),
    "chapel-leader": N_("Leader, each round"),
    "spaces-ahead": N_("Ahead of last"),
    "coins-again": N_("Coins again"),
    "most-gates": N_("Most gates"),
    "gate-leader": N_("Leader, each round"),
    "gate-steps": N_("Steps taken"),
    "unused-tiles": N_("Unused tiles"),
    "most-hostelries": N_("Most hostelries"),
    "highest-card": N_("Highest card"),
    "cards-in-hand": N_("Cards in hand"),
    "card-sets": N_("Sets of cards"),
    "longest-line": N_("Longest line"),
    "lowest-number": N_("Lowest number"),
    "low-numbers": N_("Numbers to {number}"),
    "building-sets": N_("All six types"),
    "random": N_("Not drawn yet"),
}


PLACES = (N_("{pounds} to the first"), N_("{pounds} to the second"), N_("{pounds} to the third"), N_("{pounds} to the last"))


def shown(standing: Standing) -> str:
    """A standing as it is written."""
    return "?" if standing.value is None else str(standing.value)


def caption(board: Board, colour: str, scene: Scene) -> str:
    side = board.scoring[colour]
    name = "random" if side is None else colour if side == "printed" else side
    return scene.language.text(CAPTIONS[name], number=board.printed.low_number)


def scoring(board: Board, scene: Scene) -> str:
    heading = scene.language.text("Scoring")
    figures = "".join(
        _figure(colour, board.scoring[colour], caption(board, colour, scene), board.standings[colour], board.printed, scene)
        for colour in COLOURS
    )
    return f'<h2>{escape(heading)}</h2><div class="scorings">{figures}</div>'


@kept
def _figure(colour: str, side: str | None, below: str, standings: tuple[Standing, ...], printed: Printed, scene: Scene) -> str:
    """A scoring with everybody's standing. A move changes one or two of the four."""
    t, signs = scene.language, letters(scene.names)
    tile = Plate()
    scoring_tile(tile, colour, side, printed, 0.6, 0.6)
    title = t.named(t.text(COLOUR_NAMES[colour]), scoring_name(colour, side, t))
    places = ", ".join(f"{scene.names[each.seat]} {shown(each)}" for each in standings)
    # The rules speak of the amounts of the published box.
    rule = explanation(side or "", t) if printed == published_amounts(len(scene.names)) else ""
    rule = rule or ranking_told(printed, t)
    told = "\n".join(filter(None, (title, rule, places)))
    rows = "".join(
        f"<li>{small_token(each.seat, signs[each.seat])}<b>{shown(each)}</b>"
        f'<span class="unseen">{escape(scene.names[each.seat])}</span></li>'
        for each in standings
    )
    return (
        f'<figure data-tell="{escape(told)}">{svg(57.2, 57.2, tile, title, width="57", height="57")}'
        f'<ol>{rows}</ol><figcaption><b>{escape(below)}</b><span class="told"> {escape(rule)}</span></figcaption></figure>'
    )


def ranking_told(printed: Printed, t: Language) -> str:
    """What the places of a scoring are paid at the end: `£5 to the first, £3 to the second, £1 to the third`."""
    return ", ".join(t.text(words, pounds=pounds(paid, t)) for words, paid in zip(PLACES, printed.ranking, strict=False)) + "."


@kept
def small_token(seat: int, letter: str, r: float = 6) -> str:
    """A seat in a line of text."""
    side = 2 * r * 1.25
    return svg(
        side, side, marker(seat, letter, side / 2, side / 2, r, rim=r >= 9), "", "o-token", width=f"{side:g}", height=f"{side:g}"
    )
