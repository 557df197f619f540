"""What lies before the players: the others in rows, the reader's purse, crests, bonus tiles and hand."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.characters import HEIGHT as CARD_HEIGHT
from londinium.games.old_london_bridge.drawing.art.characters import WIDTH as CARD_WIDTH
from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.drawing.art.icons import icon
from londinium.games.old_london_bridge.drawing.art.plaques import crest
from londinium.games.old_london_bridge.drawing.fragments.bridge import Bridge, row_bridge
from londinium.games.old_london_bridge.drawing.fragments.explain import explanation
from londinium.games.old_london_bridge.drawing.fragments.scoring import small_token
from londinium.games.old_london_bridge.face.view import Player
from londinium.games.old_london_bridge.face.words import CREST_NAMES, card, power
from londinium.games.old_london_bridge.rules.components import CRESTS
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.kept import kept
from londinium.kernel.words.language import Language
from londinium.look.ink import attributes, escape, svg
from londinium.look.seats import letters

Tiles = tuple[tuple[str, int], ...]
Tile = tuple[str, bool, str, str]
"""A tile of a player: power, whether it is fresh, and its moves and places (`use gate-two`)."""
MOST_SPREAD = 10
"""With more cards in hand, equal ones lie in piles."""


def tile_picture(power_name: str, size: float, label: str, cls: str = "", **marks: object) -> str:
    """A bonus tile as a picture of its own."""
    g = Plate()
    g.use(f"olb-tile-{power_name}", 26, 26)
    return svg(52, 52, g, label, f"o-tile {cls}".strip(), width=f"{size:g}", height=f"{size:g}", **marks)


# ── The others ───────────────────────────────────────────────────────────────


def row(player: Player, scene: Scene, acting: bool) -> str:
    """One of the others: who, what they hold, and their bridge."""
    facts = (player.seat, player.pounds, player.cards, player.hand, tuple(player.strengths.items()))
    return _row(facts, tuple(player.tiles.items()), tuple(player.fresh_tiles.items()), player.bridge, acting, scene)


@kept
def _row(
    facts: tuple[int, int | None, int, tuple[int, ...] | None, Tiles],
    tiles: Tiles,
    fresh: Tiles,
    bridge: Bridge,
    acting: bool,
    scene: Scene,
) -> str:
    seat, pounds, cards, hand, strengths = facts
    t = scene.language
    signs = letters(scene.names)
    purse = "?" if pounds is None else str(pounds)
    riches = purse_told(pounds, t)
    held = t.plural("{count} card", "{count} cards", cards)
    if hand is not None:
        held = t.named(held, " ".join(str(value) for value, count in enumerate(hand) for _ in range(count)))
    strength = Plate()
    for i, (name, count) in enumerate(strengths):
        crest(strength, name, 5 + i * 21, 7, 9)
        strength.text(14.4 + i * 21, 11, count, 11, "num t-ink2")
    spoken = ", ".join(f"{t.text(CREST_NAMES[name])} {count}" for name, count in strengths)
    owned = [(name, False) for name, count in tiles for _ in range(count)] + [
        (name, True) for name, count in fresh for _ in range(count)
    ]
    shown = "".join(
        tile_picture(
            name,
            21,
            tile_words(name, new, scene),
            "resting" if new else "",
            data_key=f"tile-{seat}-{name}-{i}",
            data_tell=tile_told(name, new, scene),
        )
        for i, (name, new) in numbered(owned)
    )
    return (
        f'<div class="opp{" acting" if acting else ""}"><div class="who"><h2 data-clear="1">{small_token(seat, signs[seat], 11)}'
        f"<span>{escape(scene.names[seat])}</span></h2>"
        f'<p class="facts"><span data-goal="purse-{seat}" data-tell="{escape(riches)}">{icon("purse", 14)}{purse}</span>'
        f'<span data-tell="{escape(held)}">{icon("cards", 14)}{cards}</span></p>'
        f"{svg(84, 14, strength, spoken, 'o-strengths', width='84', height='14', data_tell=spoken)}"
        f'<div class="owned">{shown}</div></div>{row_bridge(bridge, seat, scene)}</div>'
    )


def purse_told(pounds: int | None, t: Language) -> str:
    """What somebody's money is, as far as the reader may know."""
    if pounds is None:
        return t.text("Pounds: ?") + "\n" + t.text("Money is hidden until the end.")
    return t.text("Pounds: {count}", count=pounds) + "\n" + t.text("At the end they count as they are.")


def numbered(tiles: list[tuple[str, bool]]) -> list[tuple[int, tuple[str, bool]]]:
    """Each tile with its number among those of the same power, so that every one has a name of its own."""
    seen: dict[str, int] = {}
    found = []
    for name, new in tiles:
        found.append((seen.get(name, 0), (name, new)))
        seen[name] = seen.get(name, 0) + 1
    return found


def tile_words(name: str, fresh: bool, scene: Scene) -> str:
    t = scene.language
    return t.text("{power}, from next round", power=power(name, t)) if fresh else power(name, t)


def tile_told(name: str, fresh: bool, scene: Scene) -> str:
    """A tile with what it does."""
    return f"{tile_words(name, fresh, scene)}\n{explanation(name, scene.language)}"


# ── The reader's own things ──────────────────────────────────────────────────


def purse(player: Player, scene: Scene) -> str:
    return _purse(player.seat, player.pounds, player.cards, scene)


@kept
def _purse(seat: int, pounds: int | None, cards: int, scene: Scene) -> str:
    g = Plate()
    g.use("olb-coin", 12, 12, 1.08).text(12, 17, "£", 13.6, "num t-coin")
    money = "?" if pounds is None else str(pounds)
    unit = scene.language.text("pounds")
    return (
        f"<h2>{small_token(seat, letters(scene.names)[seat], 13)}<span>{escape(scene.names[seat])}</span></h2>"
        f'<p class="cash" data-goal="purse-{seat}" data-tell="{escape(purse_told(pounds, scene.language))}">'
        f'{svg(24, 24, g, unit, width="24", height="24")}<b data-count="cash">{money}</b></p>'
    )


def strengths(player: Player, scene: Scene) -> str:
    return _strengths(tuple(player.strengths.items()), scene)


@kept
def _strengths(counts: Tiles, scene: Scene) -> str:
    """The four crests and how often each stands on the bridge; the style sheet places them in a row or a square."""
    g = Plate()
    for i, (name, count) in enumerate(counts):
        inner = Plate()
        crest(inner, name, 8.5, 10, 15)
        inner.text(24, 14.6, count, 13, "num")
        g.add(f'<g class="o-crest{i}">{inner}</g>')
    g.add('<g class="ghosts"></g>')
    row = f'<g class="o-crestrow">{g}</g>'
    t = scene.language
    spoken = ", ".join(f"{t.text(CREST_NAMES[name])} {count}" for name, count in counts)
    label = t.text("Crests: {counts}", counts=spoken)
    told = label + "\n" + t.text("A building's strength is the number of its crests on your bridge, its own included.")
    return f'<svg class="o-crests" role="img" aria-label="{escape(label)}" data-tell="{escape(told)}">{row}</svg>'


def changed_crests(changes: tuple[tuple[str, int], ...]) -> str:
    """+1 or −1 at the crests that a building brings or takes away."""
    return "".join(
        f'<g class="o-crest{CRESTS.index(name)}"><text x="35" y="7" font-size="9.5" class="o-num o-t-rubric">'
        f"{'+' if change > 0 else '−'}{abs(change)}</text></g>"
        for name, change in changes
    )


def tiles(player: Player, uses: dict[str, str], places: dict[str, str], scene: Scene) -> str:
    """The reader's bonus tiles; those that can be used now are buttons."""
    owned = [(name, False) for name, count in player.tiles.items() for _ in range(count)]
    owned += [(name, True) for name, count in player.fresh_tiles.items() for _ in range(count)]
    marked = tuple((name, new, "" if new else uses.get(name, ""), places.get(name, "")) for name, new in owned)
    return _tiles(player.seat, marked, scene)


@kept
def _tiles(seat: int, owned: tuple[Tile, ...], scene: Scene) -> str:
    t, out = scene.language, []
    marks = {(name, new): (move, place) for name, new, move, place in owned}
    offered: set[str] = set()
    for i, (name, new) in numbered([(name, new) for name, new, _, _ in owned]):
        move, place = marks[name, new]
        label, told = tile_words(name, new, scene), tile_told(name, new, scene)
        picture = tile_picture(name, 42, "" if move else label, data_key=f"tile-{seat}-{name}-{i}")
        # Of several equal tiles only the first is a stop for the keyboard.
        voice = {"role": "button", "tabindex": "0", "aria_label": t.text("use {power}", power=power(name, t))}
        more = {
            "data_move": move or None,
            "data_place": None if move else place or None,
            **(voice if move and move not in offered else {}),
        }
        offered.add(move)
        state = "o-legal" if move else "resting" if new else ""
        out.append(f"<span{attributes({'cls': f'own {state}'.strip(), 'data_tell': told, **more})}>{picture}</span>")
    words = ", ".join(dict.fromkeys(tile_words(name, new, scene) for name, new, _, _ in owned))
    note = f'<span class="note">{escape(words)}</span>' if len(owned) == 1 else ""
    return f'<div class="tiles n{min(len(owned), 9)}">{"".join(out)}{note}</div>'


def hand(player: Player, playable: tuple[int, ...], scene: Scene) -> str:
    """The reader's cards; for a spectator, or where hands are hidden, their backs."""
    return _hand(player.hand, player.cards, playable, scene)


@kept
def _hand(held: tuple[int, ...] | None, cards: int, playable: tuple[int, ...], scene: Scene) -> str:
    t = scene.language
    piles = cards > MOST_SPREAD
    if held is None:
        values: list[tuple[int | None, int]] = [(None, 0)] if piles else [(None, i) for i in range(cards)]
    elif piles:
        values = [(value, count - 1) for value, count in enumerate(held) if count]
    else:
        values = [(value, i) for value, count in enumerate(held) for i in range(count)]
    out = []
    for at, (value, copy) in enumerate(values):
        many = cards if held is None else held[value or 0]
        label = t.text("card, face down") if value is None else card(value, t)
        if value is not None and many > 1:
            label += f" × {many}"
        # A fan: every card is turned a little about a point below it.
        turn = (at - (len(values) - 1) / 2) * min(2.6, 18 / max(1, len(values)))
        key = None if value is None else f"card-{value}-{copy}"
        picture = _card(value, turn, many if piles else 1, "" if value in playable else label, key)
        move = f"play {value}" if value in playable else None
        # Of several equal cards only the first is a stop for the keyboard.
        voice = {"role": "button", "tabindex": "0", "aria_label": label} if move and (piles or copy == 0) else {}
        # Equal cards lie closer together.
        followed = at + 1 < len(values) and values[at + 1][0] == value
        cls = " ".join(name for name, holds in (("o-legal", move), ("again", followed)) if holds)
        told = f"{label}\n{card_told(value, t)}"
        out.append(f"<div{attributes({'cls': cls, 'data_move': move, 'data_tell': told, **voice})}>{picture}</div>")
    name = t.text("Hand")
    return f'<div class="cards" role="group" aria-label="{escape(name)}">{"".join(out)}</div>'


def card_told(value: int | None, t: Language) -> str:
    """What a card of a hand is for."""
    if value is None:
        return t.text("Hands are hidden until the end.")
    if value == 0:
        return t.text("It returns to your hand at the start of your turn.")
    return t.text("The higher the card, the earlier your turn. It then goes back to the supply.")


def _card(value: int | None, turn: float, many: int, label: str, key: str | None) -> str:
    """A card of the hand; a pile of equal ones has edges, and their number on a corner."""
    symbol = "olb-cardback" if value is None else f"olb-card{value}"
    inner = Plate()
    for edge in range(min(many - 1, 2), 0, -1):
        inner.rect(1 + edge * 1.6, 1 - edge * 2.2, CARD_WIDTH, CARD_HEIGHT, "sunk th", 6.2)
    inner.use(symbol, 1, 1)
    if many > 1:
        inner.circle(CARD_WIDTH - 11, CARD_HEIGHT - 11, 11.5, "paper th")
        inner.text(CARD_WIDTH - 11, CARD_HEIGHT - 6.4, f"×{many}", 12, "num")
    g = Plate()
    g.group(inner, transform=f"rotate({turn:.1f} 31 192)", cls="o-fan")
    return svg(CARD_WIDTH + 2, CARD_HEIGHT + 2, g, label, "o-card", data_key=key)
