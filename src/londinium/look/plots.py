"""Plots of numbers in our own ink: scores over time, how often each place was reached. They need the site's style sheet."""

from __future__ import annotations

from collections.abc import Sequence

from londinium.look.ink import Ink, escape, number

WIDE, HIGH = 400, 170
"""Not much wider than a phone, so that the words stay readable there."""
LEFT, RIGHT, TOP, BOTTOM = 36, 10, 12, 26
LAST = 10
"""So many matches the moving average looks back."""


def scores_plot(scores: Sequence[int], label: str, title: str) -> str:
    """Every score as a dot, the first at the left, and the average of the last ten as a line."""
    low, high = _scale(scores)
    step = (WIDE - LEFT - RIGHT) / max(1, len(scores) - 1)

    def place(at: int, value: float) -> tuple[float, float]:
        x = LEFT + step * at if len(scores) > 1 else (LEFT + WIDE - RIGHT) / 2
        return x, TOP + (HIGH - TOP - BOTTOM) * (high - value) / (high - low)

    ink = Ink()
    for value in (low, (low + high) // 2, high):
        _, y = place(0, value)
        ink.add(f'<path class="grid" d="M{LEFT} {number(y)}H{WIDE - RIGHT}"/>')
        ink.add(f'<text class="scale" x="{LEFT - 6}" y="{number(y + 4)}" text-anchor="end">{signed(value)}</text>')
    means = [sum(recent) / len(recent) for recent in (scores[max(0, at + 1 - LAST) : at + 1] for at in range(len(scores)))]
    course = "L".join(f"{number(x)} {number(y)}" for x, y in (place(at, mean) for at, mean in enumerate(means)))
    ink.add(f'<path class="course" d="M{course}"/>')
    for at, score in enumerate(scores):
        x, y = place(at, score)
        told = f"<title>{at + 1}: {signed(score)}</title>"
        ink.add(f'<circle class="dot" cx="{number(x)}" cy="{number(y)}" r="3.4">{told}</circle>')
    ink.add(f'<text class="scale" x="{(LEFT + WIDE - RIGHT) // 2}" y="{HIGH - 6}" text-anchor="middle">{escape(label)}</text>')
    return _plot(ink, title, HIGH)


def bars_plot(rows: Sequence[tuple[str, int]], title: str) -> str:
    """A bar for each row, with its name before and its number behind it."""
    most, high, name_width, room = max(1, *(count for _, count in rows)), 28, 72, 36
    ink = Ink()
    for at, (name, count) in enumerate(rows):
        y, width = at * high + 4, (WIDE - name_width - room) * count / most
        ink.add(f'<text class="scale" x="{name_width - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>')
        ink.add(f'<rect class="bar" x="{name_width}" y="{y}" width="{number(max(1.5, width))}" height="20" rx="3"/>')
        ink.add(f'<text class="scale" x="{number(name_width + width + 8)}" y="{y + 14}">{count}</text>')
    return _plot(ink, title, high * len(rows))


def signed(value: int) -> str:
    """A number with a real minus."""
    return str(value).replace("-", "−")


def _scale(values: Sequence[int]) -> tuple[int, int]:
    """From one round number below all values to one above."""
    low, high = min(values) // 10 * 10, -(-max(values) // 10) * 10
    return (low, high) if high > low else (low, low + 10)


def _plot(ink: Ink, title: str, high: int) -> str:
    return f'<svg class="plot" role="img" aria-label="{escape(title)}" viewBox="0 0 {WIDE} {high}">{ink}</svg>'
