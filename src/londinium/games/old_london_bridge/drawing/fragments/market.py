"""What everybody may take from, bonus tiles and the supply of cards; and how the rondel turned."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.characters import HEIGHT as CARD_HEIGHT
from londinium.games.old_london_bridge.drawing.art.characters import WIDTH as CARD_WIDTH
from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.drawing.fragments.explain import explanation
from londinium.games.old_london_bridge.face.view import Board, TileStack
from londinium.games.old_london_bridge.face.words import card, power
from londinium.games.old_london_bridge.rules.components import VALUES
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.kept import kept
from londinium.kernel.views import View
from londinium.kernel.words.errors import N_
from londinium.look.ink import attributes, escape, svg


def _badge(g: Plate, x: float, y: float, count: int) -> None:
    """How many there are, in a corner."""
    g.circle(x, y, 9, "paper th").text(x, y + 3.9, count, 11, "num t-ink2")


def _button(move: str, legal: bool, tried: bool, label: str, inner: str, told: str = "") -> str:
    """A thing to take: a button where it is legal, a place to ask about where it is refused."""
    voice = {"role": "button", "tabindex": "0", "aria_label": label} if legal else {}
    marks = {"cls": "o-legal" if legal else "", "data_move": move if legal else None, "data_place": move if tried else None}
    return f"<div{attributes({**marks, **voice, 'data_tell': told or label})}>{inner}</div>"


# ── Bonus tiles ──────────────────────────────────────────────────────────────


def bonus(view: View, scene: Scene, legal: frozenset[str], refused: frozenset[str]) -> str:
    board: Board = view.board
    stacks = tuple((stack.top, sum(stack.below.values()), likely(stack)) for stack in board.bonus_tiles)
    owner = board.actor if board.picks else None
    held: tuple[tuple[str, int], ...] = ()
    if owner is not None:
        player = board.players[owner]
        tops = [stack.top for stack in board.bonus_tiles if stack.top]
        held = tuple((top, player.tiles.get(top, 0) + player.fresh_tiles.get(top, 0)) for top in dict.fromkeys(tops))
    moves = tuple(f"pick {at}" for at in range(1, len(stacks) + 1))
    asking = tuple(move for move in moves if move in legal)
    tried = tuple(move for move in moves if move in refused)
    return _bonus(stacks, owner, held, asking, tried, scene)


def likely(stack: TileStack) -> tuple[tuple[str, int], ...]:
    """What may still lie below the top of a stack."""
    return tuple(stack.below.items())


@kept
def _bonus(
    stacks: tuple[tuple[str | None, int, tuple[tuple[str, int], ...]], ...],
    owner: int | None,
    held: tuple[tuple[str, int], ...],
    asking: tuple[str, ...],
    tried: tuple[str, ...],
    scene: Scene,
) -> str:
    t, out, seen = scene.language, [], set[str]()
    owned = dict(held)
    for at, (top, below, rest) in enumerate(stacks, 1):
        g = Plate()
        label = told = t.text("stack {number}: empty", number=at)
        if top:
            for edge in range(min(3, below), 0, -1):
                g.path(
                    "M16.6 2.5H37.4L52 17.1V37.9L37.4 52.5H16.6L2 37.9V17.1Z",
                    "sunk th",
                    transform=f"translate({edge * 1.1:g} {edge * 1.6:g})",
                )
            # The tile flies to the player acting now; equal tiles on two stacks must not share a name.
            key = f"tile-{owner}-{top}-{owned.get(top, 0)}" if owner is not None and top not in seen else None
            seen.add(top)
            g.add(f"<g{attributes({'data_key': key})}>" + f'<use href="#olb-tile-{top}" transform="translate(27 27.5)"/></g>')
            _badge(g, 49, 9, below + 1)
            label = told = power(top, t)
            told += f"\n{explanation(top, t)}"
            if rest:
                below_it = t.text("Below: {tiles}", tiles=", ".join(power(name, t) for name, _ in rest))
                label, told = f"{label}. {below_it}", f"{told}\n{below_it}"
        else:
            g.path("M16.6 2.5H37.4L52 17.1V37.9L37.4 52.5H16.6L2 37.9V17.1Z", "bare th", stroke_dasharray="4 3")
            _badge(g, 49, 9, 0)
        move = f"pick {at}"
        picture = svg(60, 58, g, "" if move in asking else label, width="60", height="58")
        out.append(_button(move, move in asking, move in tried, label, picture, told))
    state = " asking" if asking else ""
    title = t.text("Bonus tiles")
    return f'<h2>{escape(title)}</h2><div class="stock{state}" role="group" aria-label="{escape(title)}">{"".join(out)}</div>'


# ── The supply of cards ──────────────────────────────────────────────────────


def supply(view: View, scene: Scene, legal: frozenset[str], refused: frozenset[str]) -> str:
    board: Board = view.board
    owned: tuple[int, ...] | None = None
    if view.seat is not None and (held := board.players[view.seat].hand) is not None:
        played = [card.value for card in board.players[view.seat].played]
        owned = tuple(count + played.count(value) for value, count in enumerate(held))
    moves = tuple(f"take {value}" for value in range(1, VALUES))
    asking = tuple(move for move in moves if move in legal)
    return _supply(board.supply, owned, asking, tuple(move for move in moves if move in refused), scene)


@kept
def _supply(
    counts: tuple[int, ...], owned: tuple[int, ...] | None, asking: tuple[str, ...], tried: tuple[str, ...], scene: Scene
) -> str:
    t, out = scene.language, []
    for value in range(1, VALUES):
        g = Plate()
        label = t.named(card(value, t), counts[value])
        if counts[value]:
            key = None if owned is None else f"card-{value}-{owned[value]}"  # the next card of this value that the reader takes
            g.add(f'<g{attributes({"data_key": key})}><use href="#olb-card{value}" transform="translate(1 4)"/></g>')
        else:
            g.rect(1, 4, CARD_WIDTH, CARD_HEIGHT, "bare th", 6.2, stroke_dasharray="4 3")
        corner = Plate()
        corner.circle(0, 0, 11.5, "paper th").text(0, 5, counts[value], 14, "num t-ink2")
        g.group(corner, CARD_WIDTH - 9, CARD_HEIGHT - 6)
        move = f"take {value}"
        picture = svg(CARD_WIDTH + 4, CARD_HEIGHT + 8, g, "" if move in asking else label, width="50", height="72")
        told = label + "\n" + t.text("How many are in the supply. Hostelries let you take them.")
        out.append(_button(move, move in asking, move in tried, label, picture, told))
    state = " asking" if asking else ""
    title = t.text("Supply")
    return f'<h2>{escape(title)}</h2><div class="stock{state}" role="group" aria-label="{escape(title)}">{"".join(out)}</div>'


# ── How the rondel turned, and how it may still turn ─────────────────────────

TURNED = (N_("Rondel turned by one"), N_("Rondel turned by two"), N_("Rondel turned by three"))


def markers(board: Board, scene: Scene) -> str:
    now = board.turned[board.round - 1] if board.round else 0
    return _markers(now, board.markers, scene)


@kept
def _markers(now: int, counts: tuple[int, ...], scene: Scene) -> str:
    """The marker of this round in words, and below it how many of each number nobody has seen."""
    t = scene.language
    label = ", ".join(t.text("{steps}: {count} left", steps=steps, count=count) for steps, count in enumerate(counts, 1))
    title = t.text("Markers left")
    told = f"{title}\n{label}\n" + t.text("How many of each number are still face down.")
    numbers = ""
    for steps, count in enumerate(counts, 1):
        g = Plate()
        g.circle(7, 8, 6, "bare th", opacity=".7").text(7, 11.2, steps, 9, "num t-ink2")
        g.text(23, 11.8, f"×{count}", 11, "mid t-ink3")
        numbers += svg(32, 16, g, width="32", height="16")
    left = f'<div role="img" aria-label="{escape(t.named(title, label))}" data-tell="{escape(told)}">{numbers}</div>'
    if not now:
        return left
    arrow = Plate()
    arrow.stroke("M2.5 19A13 13 0 1 1 13.5 26", 1.7, "ink2")
    arrow.path("M18.5 26.5l-7 4.2 .6 -8.4Z", "ink2", transform="rotate(8 14.5 26)")
    arrow.text(15, 18.4, now, 13, "num")
    words = escape(t.text(TURNED[now - 1]))
    said = attributes({"data_tell": t.text(TURNED[now - 1]) + "\n" + t.text("As this round's marker said.")})
    return f"<p{said}>{svg(30, 32, arrow, width='30', height='32')}<span>{words}</span></p>{left}"
