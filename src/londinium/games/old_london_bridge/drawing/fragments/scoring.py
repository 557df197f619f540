"""Where everybody stands in the scorings in play, from what the viewer may know."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.drawing.art.scoring_tiles import scoring_tile
from londinium.games.old_london_bridge.drawing.art.wood import marker
from londinium.games.old_london_bridge.drawing.fragments.explain import explanation, published_amounts
from londinium.games.old_london_bridge.face.view import Board, Player, Printed
from londinium.games.old_london_bridge.face.words import COLOUR_NAMES
from londinium.games.old_london_bridge.face.words import scoring as scoring_name
from londinium.games.old_london_bridge.rules.components import BUILDINGS, COLOURS
from londinium.kernel.drawing import KEPT, Scene
from londinium.kernel.errors import N_
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
    "low-numbers": N_("Numbers to {number}"),
    "building-sets": N_("All six types"),
    "random": N_("Not drawn yet"),
}
Standing = int | None
"""What a scoring compares for one seat; None where the viewer cannot know it."""


def buildings_of(player: Player, kind: str) -> int:
    return sum(house.building == kind for house in player.bridge)


def hand_value(player: Player) -> Standing:
    return None if player.hand is None else sum(value * count for value, count in enumerate(player.hand))


def sets_of_cards(board: Board, player: Player) -> Standing:
    """Pairs of 1 and 2, longer by a 3, longer still by a 4: what they are worth says how many there are."""
    if player.hand is None:
        return None
    pairs = min(player.hand[1], player.hand[2])
    triples = min(pairs, player.hand[3])
    fours = min(triples, player.hand[4])
    pair, triple, four = board.printed.card_sets
    return (pairs - triples) * pair + (triples - fours) * triple + fours * four


def low_numbers(board: Board, player: Player) -> int:
    return sum(house.number is not None and house.number <= board.printed.low_number for house in player.bridge)


def longest_line(player: Player) -> int:
    longest = line = 0
    for house in player.bridge:
        line = 0 if house.number is None else line + 1
        longest = max(longest, line)
    return longest


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
    "card-sets": sets_of_cards,
    "longest-line": lambda board, player: longest_line(player),
    "low-numbers": low_numbers,
    "building-sets": lambda board, player: min(buildings_of(player, kind) for kind in BUILDINGS),
}


def standing(board: Board, colour: str) -> tuple[tuple[int, Standing], ...]:
    """Seats and what counts for them in a scoring, the best first; ties go to the better place on the chapel track."""
    side = board.scoring[colour]
    if side is None:
        return ()
    if side == "lowest-number":
        return ((board.lowest.seat, board.lowest.number),) if board.lowest else ()
    if side == "highest-card":
        values: list[tuple[int, Standing]] = list(highest_cards(board).items())
    else:
        counts = STANDINGS[colour if side == "printed" else side]
        values = [(player.seat, counts(board, player)) for player in board.players]
    place = {seat: at for at, seat in enumerate(board.chapel_order)}
    if any(value is None for _, value in values):
        return tuple(values)
    return tuple(sorted(values, key=lambda pair: (-(pair[1] or 0), place.get(pair[0], 0))))


def highest_cards(board: Board) -> dict[int, int]:
    """The highest card that each seat turned over this round; PLUS ONE does not count here."""
    found: dict[int, int] = {}
    for seat, card in zip(board.order, board.bids, strict=True):
        found[seat] = max(found.get(seat, 0), card.value or 0)
    return found


def caption(board: Board, colour: str, scene: Scene) -> str:
    side = board.scoring[colour]
    name = "random" if side is None else colour if side == "printed" else side
    return scene.language.text(CAPTIONS[name], number=board.printed.low_number)


def scoring(board: Board, scene: Scene) -> str:
    heading = scene.language.text("Scoring")
    figures = "".join(
        _figure(colour, board.scoring[colour], caption(board, colour, scene), standing(board, colour), board.printed, scene)
        for colour in COLOURS
    )
    return f'<h2>{escape(heading)}</h2><div class="scorings">{figures}</div>'


@lru_cache(KEPT)
def _figure(
    colour: str, side: str | None, below: str, standings: tuple[tuple[int, Standing], ...], printed: Printed, scene: Scene
) -> str:
    """A scoring with everybody's standing. A move changes one or two of the four."""
    t, signs = scene.language, letters(scene.names)
    tile = Plate()
    scoring_tile(tile, colour, side, printed, 0.6, 0.6)
    title = f"{t.text(COLOUR_NAMES[colour])}: {scoring_name(colour, side, t)}"
    places = ", ".join(f"{scene.names[seat]} {'?' if value is None else value}" for seat, value in standings)
    # The rules speak of the amounts of the published box.
    rule = explanation(side or "", t) if printed == published_amounts(len(scene.names)) else ""
    told = "\n".join(filter(None, (title, rule, places)))
    rows = "".join(
        f"<li>{small_token(seat, signs[seat])}<b>{'?' if value is None else value}</b>"
        f'<span class="unseen">{escape(scene.names[seat])}</span></li>'
        for seat, value in standings
    )
    return (
        f'<figure data-tell="{escape(told)}">{svg(57.2, 57.2, tile, title, width="57", height="57")}'
        f"<ol>{rows}</ol><figcaption>{escape(below)}</figcaption></figure>"
    )


@lru_cache(64)
def small_token(seat: int, letter: str, r: float = 6) -> str:
    """A seat in a line of text."""
    side = 2 * r * 1.25
    return svg(
        side, side, marker(seat, letter, side / 2, side / 2, r, rim=r >= 9), "", "o-token", width=f"{side:g}", height=f"{side:g}"
    )
