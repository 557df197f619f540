"""Plots as SVG for a page: drawn by matplotlib, coloured by the page's own variables, so that they follow light and dark."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from londinium.arena.results import Distribution, Estimate
from londinium.kernel.contracts.balance import FactPlan

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Matplotlib wants real colours: these stand for the variables of look/tokens.py and are exchanged in the finished picture.
INK, INK2, INK3, RULE, FIRST, SECOND, RAISED, SHEET, SUNK, GUIDE, RUBRIC = (f"#0a0b{number:02x}" for number in range(1, 12))
VARIABLES = {
    INK: "ink",
    INK2: "ink2",
    INK3: "ink3",
    RULE: "rule",
    FIRST: "seat0",
    SECOND: "seat3",
    RAISED: "raised",
    SHEET: "paper",
    SUNK: "sunk",
    GUIDE: "guide",
    RUBRIC: "rubric",
}
PLAN_MARKS = {"circle": "o", "triangle": "^", "square": "s", "pentagon": "p", "star": "*"}
MARK_SIZES = {"circle": 1.0, "triangle": 1.1, "square": 0.85, "pentagon": 1.15, "star": 1.7}
"""So that all look as large."""
WIDTH = 5.6
"""Inches. On a phone a plot keeps most of its size, so that its words can be read, and is moved sideways."""
ROW = 0.26
NARROW = 0.05
"""Shares that lie closer together than this are marked at tenths of a per cent."""

Row = tuple[str, Estimate]


@cache
def can_plot() -> bool:
    return find_spec("matplotlib") is not None


def _figure(height: float, width: float = WIDTH) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    figure.patch.set_alpha(0)
    axes.patch.set_alpha(0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(RULE)
    axes.tick_params(colors=INK2, length=0, labelsize=8)
    axes.grid(axis="x", color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def _svg(figure: Figure, name: str, told: str) -> str:
    """The picture as an element of a page. `told` is what somebody who cannot see it is told."""
    import matplotlib as mpl

    buffer = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    for colour, variable in VARIABLES.items():
        text = text.replace(colour, f"var(--{variable})")
    # Ids are unique within a picture; on a page there are several.
    text = re.sub(r'id="([^"]+)"', rf'id="{name}-\1"', text)
    text = re.sub(r'(url\(#|href="#)([^)"]+)', rf"\1{name}-\2", text)
    text = re.sub(r'<svg [^>]*viewBox="([^"]+)"[^>]*>', r'<svg role="img" aria-label="@" viewBox="\1">', text, count=1)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    return text.replace("@", told.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;"), 1)


def dots(
    name: str,
    title: str,
    rows: Sequence[Row],
    second: Sequence[Row] = (),
    *,
    reference: float | None = None,
    percent: bool = False,
) -> str:
    """A row per item: its estimate as a mark, its interval as a line. A second series is drawn as hollow diamonds below."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    figure, axes = _figure(0.55 + ROW * len(rows) * (1.35 if second else 1.0))
    if reference is not None:
        axes.axvline(reference, color=INK3, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    for series, shift, marker, colour in ((rows, 0.16, "o", FIRST), (second, -0.16, "D", SECOND)):
        for at, (_, estimate) in enumerate(series):
            y = len(rows) - 1 - at + (shift if second else 0.0)
            if estimate.low is not None and estimate.high is not None:
                axes.plot([estimate.low, estimate.high], [y, y], color=INK2, linewidth=1.6, solid_capstyle="butt", zorder=2)
            axes.plot([estimate.mean], [y], marker, markersize=6, markeredgecolor=INK, markerfacecolor=colour, zorder=3)
    axes.set_yticks(range(len(rows)), [label for label, _ in reversed(rows)], color=INK, fontsize=9)
    axes.set_ylim(-0.6, len(rows) - 0.4)
    # Steps of 2.5 % would be rounded to 15, 18, 20, 22.
    axes.xaxis.set_major_locator(MaxNLocator(8, steps=[1, 2, 5, 10]))
    if percent:
        left, right = axes.get_xlim()
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0 if right - left > NARROW else 1))
    axes.set_xlabel(title, color=INK2, fontsize=8)
    return _svg(figure, name, title)


def spreads(name: str, title: str, rows: Sequence[tuple[str, Distribution]]) -> str:
    """A hill per row: how often each score occurs, with the median and the middle half below it."""
    figure, axes = _figure(0.6 + 0.75 * len(rows))
    for at, (_, spread) in enumerate(rows):
        floor = len(rows) - 1 - at
        xs, ys = _hill(spread)
        highest = max(ys) or 1.0
        axes.fill_between(
            xs, floor, [floor + 0.72 * y / highest for y in ys], color=FIRST, alpha=0.45, linewidth=0.8, edgecolor=INK
        )
        _, left, middle, right, _ = spread.quantiles
        axes.plot([left, right], [floor - 0.07] * 2, color=INK2, linewidth=3, solid_capstyle="butt")
        axes.plot([middle], [floor - 0.07], "|", markersize=9, markeredgewidth=2.2, color=INK)
    axes.set_yticks(range(len(rows)), [label for label, _ in reversed(rows)], color=INK, fontsize=9)
    axes.set_ylim(-0.35, len(rows) - 0.1)
    axes.set_xlabel(title, color=INK2, fontsize=8)
    return _svg(figure, name, title)


def _hill(spread: Distribution) -> tuple[list[float], list[float]]:
    """A histogram smoothed a little, so that few matches do not look like a comb."""
    import numpy as np

    scores = np.array(sorted(spread.histogram), float)
    counts = np.array([spread.histogram[int(score)] for score in scores], float)
    width = max(0.8, 0.9 * spread.deviation * counts.sum() ** -0.2)
    xs = np.linspace(scores[0] - 2 * width, scores[-1] + 2 * width, 160)
    ys = (counts * np.exp(-(((xs[:, None] - scores) / width) ** 2) / 2)).sum(axis=1)
    return xs.tolist(), ys.tolist()


def network(
    name: str,
    title: str,
    plan: FactPlan,
    spots: Mapping[str, float],
    links: Mapping[str, float],
    areas: Mapping[str, str] | None = None,
) -> str:
    """A plan on which what is used more is drawn thicker and larger, over what is printed; `areas` are the names of its areas."""
    from matplotlib.collections import LineCollection

    figure, axes = _figure(5.5)
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    _ground(axes, plan, areas or {})
    most_link = max([*links.values(), 1e-9])
    ends: Any = [[(plan.spots[k].x, plan.spots[k].y) for k in (first, second)] for _, first, second in plan.links]
    weights = [links.get(item, 0.0) / most_link for item, _, _ in plan.links]
    axes.add_collection(LineCollection(ends, colors=RULE, linewidths=0.8, zorder=3))
    widths = [6.5 * weight for weight in weights]
    axes.add_collection(LineCollection(ends, colors=FIRST, linewidths=widths, alpha=0.75, capstyle="round", zorder=4))
    _spots(axes, plan, spots)
    xs, ys = [spot.x for spot in plan.spots], [spot.y for spot in plan.spots]
    axes.set_xlim(min(xs) - 0.6, max(xs) + 0.6)
    axes.set_ylim(max(ys) + 0.7, min(ys) - 0.6)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_aspect("equal")
    return _svg(figure, name, title)


def _ground(axes: Axes, plan: FactPlan, names: Mapping[str, str]) -> None:
    """What is printed below: areas with their names, and what flows."""
    from matplotlib.patches import Rectangle

    for area in plan.areas:
        place = (area.x, area.y)
        axes.add_patch(
            Rectangle(place, area.width, area.height, facecolor=SUNK if area.shaded else SHEET, edgecolor=RULE, zorder=1)
        )
        if area.width > 1:
            words = names.get(area.item, area.item)
            axes.text(area.x + 0.08, area.y + 0.1, words, fontsize=7, color=INK3, va="top", zorder=2, clip_on=True)
    if plan.river:
        xs, ys = zip(*plan.river, strict=True)
        axes.plot(xs, ys, color=GUIDE, linewidth=9, alpha=0.35, solid_joinstyle="round", zorder=2)


def _spots(axes: Axes, plan: FactPlan, used: Mapping[str, float]) -> None:
    """Every place with its symbol and its name, the larger the more it is used."""
    most = max([*used.values(), 1e-9])
    for spot in plan.spots:
        share = used.get(spot.item, 0.0) / most
        size = (24 + 190 * share) * MARK_SIZES[spot.mark]
        axes.scatter(
            [spot.x], [spot.y], size, marker=PLAN_MARKS[spot.mark], color=RAISED, edgecolors=INK, linewidths=1.2, zorder=5
        )
        if spot.is_ringed:
            axes.scatter(
                [spot.x], [spot.y], size * 2.4 + 70, marker="o", color="none", edgecolors=RUBRIC, linewidths=1.6, zorder=5
            )
        if spot.sign:
            axes.text(spot.x, spot.y, spot.sign, fontsize=7, color=INK, ha="center", va="center", weight="bold", zorder=6)
        axes.annotate(
            spot.item,
            (spot.x, spot.y),
            xytext=(0, -8 - 7 * share**0.5),
            textcoords="offset points",
            ha="center",
            va="center",
            fontsize=6.5,
            color=INK2,
            zorder=6,
            bbox={"boxstyle": "round,pad=0.1", "facecolor": RAISED, "edgecolor": "none", "alpha": 0.85},
        )
