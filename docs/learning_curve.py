"""Draw learning curves of examples/ppo.py.

python docs/learning_curve.py curve.json [more.json ...] -o docs/images/learning-curve.svg
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

INK, QUIET, RULE = "#33302b", "#6f685d", "#d9d3c7"
COLOURS = ("#2f6f9f", "#b4533a", "#4d7c4a", "#8a5a9c")
OTHERS = {"greedy": 125.55, "random, never passing": 94.96}
"""What other players of Next Station: London reach alone, as lines to compare with."""


def draw(files: list[Path], output: Path) -> None:
    figure = Figure(figsize=(7.4, 3.8), layout="constrained", facecolor="white")
    axes = figure.add_subplot()
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(RULE)
    axes.tick_params(colors=QUIET, length=0, labelsize=9)
    axes.grid(axis="y", color=RULE, linewidth=0.6)
    last = 0.0
    for file, colour in zip(files, COLOURS, strict=False):
        run = json.loads(file.read_text(encoding="utf-8"))
        rows = [row for row in run["curve"] if row["reward"] is not None]
        minutes = [row["seconds"] / 60 for row in rows]
        last, points = max(last, minutes[-1]), next(iter(run["results"].values()))["points"]
        axes.plot(minutes, [row["reward"] for row in rows], color=colour, linewidth=2)
        axes.plot(minutes[-1], points, "o", color=colour, markersize=6)
        axes.annotate(f" {points:.1f}", (minutes[-1], points), color=colour, va="center", fontsize=10)
    for name, points in OTHERS.items():
        axes.axhline(points, color=QUIET, linewidth=1, linestyle=(0, (4, 3)))
        axes.annotate(f"{name}: {points:g}", (last, points), color=QUIET, fontsize=9, ha="right", va="bottom")
    axes.set_xlim(0, last * 1.07)
    axes.set_xlabel("minutes", color=QUIET, fontsize=9)
    axes.set_ylabel("points a match", color=QUIET, fontsize=9)
    axes.set_title("line: while learning, moves drawn · dot: 1000 fresh matches, the likeliest moves", color=INK, fontsize=9)
    with mpl.rc_context({"svg.hashsalt": "learning", "svg.fonttype": "none"}):
        figure.savefig(output, metadata={"Date": None})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curves", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args()
    draw(given.curves, given.output)
