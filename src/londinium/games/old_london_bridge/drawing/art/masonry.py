"""Parts of houses: openings, battlements, timber frames, chimneys, flags."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n


def lancet(g: Plate, x: float, y: float, w: float, h: float, cls: str) -> None:
    """A pointed opening standing on y, centred on x."""
    arch = min(w * 0.95, h * 0.62)
    left, right, spring, bend = x - w / 2, x + w / 2, y - h + arch, y - h + arch * 0.38
    g.path(
        f"M{n(left)} {n(y)}V{n(spring)}Q{n(left)} {n(bend)} {n(x)} {n(y - h)}"
        f"Q{n(right)} {n(bend)} {n(right)} {n(spring)}V{n(y)}Z",
        cls,
    )


def arch_door(g: Plate, x: float, y: float, w: float, h: float, cls: str = "door ln") -> None:
    """A round-headed opening standing on y."""
    r = w / 2
    g.path(f"M{n(x - r)} {n(y)}V{n(y - h + r)}A{n(r)} {n(r)} 0 0 1 {n(x + r)} {n(y - h + r)}V{n(y)}Z", cls)


def casement(g: Plate, x: float, y: float, w: float, h: float, panes: int = 2) -> None:
    """A leaded window; top left at (x, y)."""
    g.rect(x, y, w, h, "glass th")
    if g.detail:
        lead = "".join(f"M{n(x + w * i / panes)} {n(y)}v{n(h)}" for i in range(1, panes))
        g.path(f"{lead}M{n(x)} {n(y + h * 0.45)}h{n(w)}", "bare th")
        g.line(x - 1.2, y + h + 0.4, x + w + 1.2, y + h + 0.4, "bare ln")


def crenels(g: Plate, x: float, y: float, w: float, h: float, count: int, cls: str) -> None:
    """A battlement of `count` merlons from x to x + w, standing on y."""
    step, notch = w / (2 * count - 1), h * 0.55
    d = f"M{n(x)} {n(y)}V{n(y - h)}"
    for i in range(2 * count - 1):
        fall = "" if i == 2 * count - 2 else f"v{n(notch if i % 2 == 0 else -notch)}"
        d += f"h{n(step)}{fall}"
    g.path(d + f"V{n(y)}Z", cls)


def framing(g: Plate, x: float, y: float, w: float, h: float, bays: str, style: int, plaster: str = "plaster") -> None:
    """One storey of timber frame, bottom left at (x, y). Each letter is a bay: w window, k brace, x saltire, p plain."""
    g.rect(x, y - h, w, h, f"{plaster} ln")
    bay = w / len(bays)
    if g.detail:
        g.rect(x + w * 0.72, y - h, w * 0.28, h, "hatch", opacity=".8")
    for i, sign in enumerate(bays):
        left, right = x + i * bay, x + (i + 1) * bay
        middle = (left + right) / 2
        rising = i < len(bays) / 2
        if sign == "w":
            casement(g, left + bay * 0.16, y - h * 0.8, bay * 0.68, h * 0.5)
            if g.detail and style == 1:
                g.path(f"M{n(left)} {n(y)}Q{n(middle)} {n(y - h * 0.2)} {n(right)} {n(y)}", "beam", stroke_width=1.4)
        elif sign == "k":
            foot, head = (left, right) if rising else (right, left)
            bent = f"Q{n(middle)} {n(y - h * 0.2)} {n(head)} {n(y - h)}" if style == 2 else f"L{n(head)} {n(y - h)}"
            g.path(f"M{n(foot)} {n(y)}{bent}", "beam", stroke_width=2)
        elif sign == "x":
            d = f"M{n(left)} {n(y)}L{n(right)} {n(y - h)}M{n(right)} {n(y)}L{n(left)} {n(y - h)}"
            g.path(d, "beam", stroke_width=1.8)
        elif g.detail and style == 0:
            g.path(f"M{n(middle)} {n(y)}V{n(y - h)}", "beam", stroke_width=1.6)
    posts = "".join(f"M{n(x + i * bay)} {n(y)}V{n(y - h)}" for i in range(1, len(bays)))
    g.path(posts, "beam", stroke_width=1.9)
    g.path(f"M{n(x + 1)} {n(y)}V{n(y - h)}M{n(x + w - 1)} {n(y)}V{n(y - h)}", "beam", stroke_width=2.2)
    g.rect(x, y - h, w, 2.2, "timber")


def jetty(g: Plate, x: float, y: float, w: float) -> None:
    """The overhanging beam of the storey above, with joist ends."""
    g.rect(x, y - 2.6, w, 2.6, "timber ln")
    if g.detail:
        joists = int(w // 7)
        d = "".join(f"M{n(x + 3 + i * (w - 6) / max(1, joists - 1) - 1.2)} {n(y)}h2.4v2h-2.4Z" for i in range(joists))
        g.path(d, "timber")


def chimney(g: Plate, x: float, y: float, h: float) -> None:
    g.rect(x - 4, y - h, 8, h, "brick ln")
    g.rect(x - 5, y - h - 2, 10, 2.6, "brick ln")
    for i in range(2):
        g.rect(x - 3.4 + i * 4, y - h - 6, 2.8, 4, "tile th")


def flag(g: Plate, x: float, y: float, h: float, crest: str, way: int) -> None:
    """A pennant on a pole; `way` is 1 for the right and -1 for the left."""
    g.line(x, y, x, y - h, "bare ln")
    g.path(
        f"M{n(x)} {n(y - h)}q{n(way * 4)} -2 {n(way * 7)} .6t{n(way * 6)} .4l{n(-way * 3)} 2.6l{n(way * 2.6)} 3"
        f"q{n(-way * 4)} 1.6 {n(-way * 7)} -.4t{n(-way * 5.6)} .6Z",
        f"{crest} th",
    )
