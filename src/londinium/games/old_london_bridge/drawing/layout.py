"""The skeleton of the table: every slot, and the scenery that never changes."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.icons import drawn_icon
from londinium.games.old_london_bridge.drawing.art.scenery import HEIGHT, WIDTH
from londinium.kernel.contracts.drawing import Scene, Tab
from londinium.look.ink import escape, svg


def host(viewer: int | None) -> int:
    """Whose bridge is the large one: the viewer's, or for a spectator that of the first seat."""
    return 0 if viewer is None else viewer


def slot(name: str, tag: str = "div", cls: str = "") -> str:
    """A place for a fragment; its class is its name, unless another one is given."""
    return f'<{tag} class="{cls or name}" data-fragment="{name}"></{tag}>'


def layout(seats: int, viewer: int | None, scene: Scene) -> str:
    t = scene.language
    own = host(viewer)
    # The neighbours come in the order in which they sit.
    others = [(own + step) % seats for step in range(1, seats)]
    rows = "".join(slot(f"row-{seat}", cls="row") for seat in others)
    wheel = "".join(slot(name, cls="layer") for name in ("wheel", "stacks", "bids", "marks")) + slot("markers")
    log = escape(t.text("Log"))
    # What can be scrolled must be within reach of the keyboard.
    opener = f"<h2>{log}</h2>"
    book = f'{opener}<div class="log-slot" data-fragment="log" tabindex="0" aria-label="{log}" role="log"></div>'
    return "".join(
        (
            slot("heading", "header"),
            region("stage", t.text("Rondel and stacks"), wheel),
            region("tracks", t.text("Tracks"), slot("chapel") + slot("gate")),
            region(f"others n{seats - 1}", t.text("The others"), rows, scrolls=True),
            region(
                "side",
                t.text("Scoring and supply"),
                slot("scoring", cls="side-scoring") + slot("bonus") + slot("supply") + f'<div class="side-log">{book}</div>',
            ),
            slot("prompt", "section"),
            region("scene", t.text("Bridge"), backdrop() + slot("bridge")),
            region("me", t.text("What you hold"), slot("purse") + slot("strengths") + slot("tiles")),
            slot("hand", "section"),
        )
    )


def region(cls: str, name: str, inner: str, *, scrolls: bool = False) -> str:
    stop = ' tabindex="0"' if scrolls else ""
    return f'<section class="{cls}" aria-label="{escape(name)}"{stop}>{inner}</section>'


def backdrop() -> str:
    """Sky, far bank, river and quays, in the two forms between which the style sheet chooses."""
    wide = svg(WIDTH, HEIGHT, '<use href="#olb-backdrop"/>', "", "backdrop wide", preserveAspectRatio="xMidYMax")
    phone = '<use href="#olb-backdrop-phone"/>'
    return wide + svg(360, 106, phone, "", "backdrop narrow", preserveAspectRatio="xMidYMid slice")


def tabs(scene: Scene) -> tuple[Tab, ...]:
    t = scene.language
    return (
        Tab("table", t.text("Table"), drawn_icon("wheel")),
        Tab("bridges", t.text("Bridges"), drawn_icon("bridge")),
        Tab("scoring", t.text("Scoring"), drawn_icon("star")),
        Tab("log", t.text("Log"), drawn_icon("log")),
    )
