"""Where everybody stands in the scorings in play, from what the viewer may know."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from html import escape

from londinium.games.old_london_bridge.components import BUILDINGS, COLOURS
from londinium.games.old_london_bridge.drawing.engraving import Plate
from londinium.games.old_london_bridge.drawing.pieces import marker
from londinium.games.old_london_bridge.drawing.scoring_tiles import PAY, symbol
from londinium.games.old_london_bridge.view import Board, Player
from londinium.games.old_london_bridge.words import COLOUR_NAMES
from londinium.games.old_london_bridge.words import scoring as scoring_name
from londinium.kernel.drawing import Scene
from londinium.kernel.errors import N_
from londinium.look.ink import svg
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
    "coins-again": N_("Coins once more"),
    "most-gates": N_("Most gates"),
    "gate-leader": N_("Leader, each round"),
    "gate-steps": N_("Steps made"),
    "unused-tiles": N_("Unused tiles"),
    "most-hostelries": N_("Most hostelries"),
    "highest-card": N_("Highest card"),
    "cards-in-hand": N_("Cards in hand"),
    "card-sets": N_("Sets of cards"),
    "longest-line": N_("Longest line"),
    "lowest-number": N_("Lowest number"),
    "low-numbers": N_("Numbers to 30"),
    "building-sets": N_("All six types"),
    "random": N_("Not drawn yet"),
}
RANKING_PAY = {2: "5", 3: "5 3", 4: "5 3 1"}
Standing = int | None
"""What a scoring compares for one seat; None where the viewer cannot know it."""


def buildings_of(player: Player, kind: str) -> int:
    return sum(house.building == kind for house in player.bridge)


def hand_value(player: Player) -> Standing:
    return None if player.hand is None else sum(value * count for value, count in enumerate(player.hand))


def sets_of_cards(player: Player) -> Standing:
    """Pairs of 1 and 2, longer by a 3, longer still by a 4: how many cards lie in sets is shown by their pounds."""
    if player.hand is None:
        return None
    pairs = min(player.hand[1], player.hand[2])
    triples = min(pairs, player.hand[3])
    return 5 * (pairs + triples + min(triples, player.hand[4]))


def longest_line(player: Player) -> int:
    longest = line = 0
    for house in player.bridge:
        line = 0 if house.number is None else line + 1
        longest = max(longest, line)
    return longest


# The highest card is paid at the reveal; the lowest number counts only what this round built, which no board shows.
STANDINGS: dict[str, Callable[[Board, Player], Standing]] = {
    "chapel": lambda board, player: player.chapel,
    "gate": lambda board, player: player.gate,
    "hostelry": lambda board, player: hand_value(player),
    "bridge": lambda board, player: len(player.bridge),
    "most-chapels": lambda board, player: buildings_of(player, "chapel"),
    "chapel-leader": lambda board, player: player.chapel,
    "spaces-ahead": lambda board, player: player.chapel - min(other.chapel for other in board.players),
    "coins-again": lambda board, player: sum(board.chapel_track[: player.chapel]),
    "most-gates": lambda board, player: buildings_of(player, "gate"),
    "gate-leader": lambda board, player: player.gate,
    "gate-steps": lambda board, player: player.gate,
    "unused-tiles": lambda board, player: sum(player.tiles.values()) + sum(player.fresh_tiles.values()),
    "most-hostelries": lambda board, player: buildings_of(player, "hostelry"),
    "cards-in-hand": lambda board, player: player.cards,
    "card-sets": lambda board, player: sets_of_cards(player),
    "longest-line": lambda board, player: longest_line(player),
    "low-numbers": lambda board, player: sum(house.number is not None and house.number <= 30 for house in player.bridge),
    "building-sets": lambda board, player: min(buildings_of(player, kind) for kind in BUILDINGS),
}


def standing(board: Board, colour: str) -> tuple[tuple[int, Standing], ...]:
    """Seats and what counts for them in a scoring, the best first; ties go to the better place on the chapel track."""
    side = board.scoring[colour]
    if side is None:
        return ()
    name = colour if side == "printed" else side
    if name not in STANDINGS:
        return ()
    values = [(player.seat, STANDINGS[name](board, player)) for player in board.players]
    place = {seat: at for at, seat in enumerate(board.chapel_order)}
    unknown = any(value is None for _, value in values)
    if unknown:
        return tuple(values)
    return tuple(sorted(values, key=lambda pair: (-(pair[1] or 0), place.get(pair[0], 0))))


def caption(colour: str, side: str | None, scene: Scene) -> str:
    name = "random" if side is None else colour if side == "printed" else side
    return scene.language.text(CAPTIONS[name])


def scoring(board: Board, scene: Scene) -> str:
    shown = tuple((colour, board.scoring[colour], standing(board, colour)) for colour in COLOURS)
    return _scoring(shown, len(board.players), scene)


@lru_cache(512)
def _scoring(shown: tuple[tuple[str, str | None, tuple[tuple[int, Standing], ...]], ...], seats: int, scene: Scene) -> str:
    t, signs = scene.language, letters(scene.names)
    figures = []
    for colour, side, standings in shown:
        tile = Plate()
        tile.use(symbol(colour, side), 0.6, 0.6)
        if side is not None and side not in PAY:
            tile.text(28.6, 52.4, RANKING_PAY[seats], 10.8, "num t-paper")
        title = f"{t.text(COLOUR_NAMES[colour])}: {scoring_name(colour, side, t)}"
        rows = "".join(
            f"<li>{small_token(seat, signs[seat])}<b>{'?' if value is None else value}</b>"
            f'<span class="unseen">{escape(scene.names[seat])}</span></li>'
            for seat, value in standings
        )
        figures.append(
            f'<figure title="{escape(title)}">{svg(57.2, 57.2, tile, title, width="57", height="57")}'
            f"<ol>{rows}</ol><figcaption>{escape(caption(colour, side, scene))}</figcaption></figure>"
        )
    heading = t.text("Scoring")
    return f'<h2>{escape(heading)}</h2><div class="scorings">{"".join(figures)}</div>'


@lru_cache(64)
def small_token(seat: int, letter: str, r: float = 6) -> str:
    """A seat in a line of text."""
    side = 2 * r * 1.25
    return svg(
        side, side, marker(seat, letter, side / 2, side / 2, r, rim=r >= 9), "", "o-token", width=f"{side:g}", height=f"{side:g}"
    )
