"""Plots of numbers in our own ink: scores over time, how often each place was reached. They need the site's style sheet."""

from __future__ import annotations

from collections.abc import Sequence

from londinium.look.ink import Ink, coordinate, escape

PLOT_WIDE, PLOT_HIGH = 400, 170
"""Not much wider than a phone, so that the words stay readable there."""
LEFT, RIGHT, TOP, BOTTOM = 36, 10, 12, 26
STEPS = (1, 2, 5, 10, 20, 50, 100, 1000, 10**9)
MOST_BARS = 14
"""The most bars in a plot of how often each score was reached; each bar has one of the widths in `STEPS`."""
LAST_MATCHES = 10
"""How many matches the moving average looks back."""


def scores_plot(scores: Sequence[int], label: str, title: str) -> str:
    """Every score as a dot, the first on the left, and the average of the last ten as a line."""
    low, high = _scale(scores)
    step = (PLOT_WIDE - LEFT - RIGHT) / max(1, len(scores) - 1)

    def place(at: int, value: float) -> tuple[float, float]:
        x = LEFT + step * at if len(scores) > 1 else (LEFT + PLOT_WIDE - RIGHT) / 2
        return x, TOP + (PLOT_HIGH - TOP - BOTTOM) * (high - value) / (high - low)

    ink = Ink()
    for value in (low, (low + high) // 2, high):
        _, y = place(0, value)
        ink.add(f'<path class="grid" d="M{LEFT} {coordinate(y)}H{PLOT_WIDE - RIGHT}"/>')
        ink.add(f'<text class="scale" x="{LEFT - 6}" y="{coordinate(y + 4)}" text-anchor="end">{signed(value)}</text>')
    means = [
        sum(recent) / len(recent) for recent in (scores[max(0, at + 1 - LAST_MATCHES) : at + 1] for at in range(len(scores)))
    ]
    course = "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in (place(at, mean) for at, mean in enumerate(means)))
    ink.add(f'<path class="course" d="M{course}"/>')
    for at, score in enumerate(scores):
        x, y = place(at, score)
        told = f"<title>{at + 1}: {signed(score)}</title>"
        ink.add(f'<circle class="dot" cx="{coordinate(x)}" cy="{coordinate(y)}" r="3.4">{told}</circle>')
    middle = (LEFT + PLOT_WIDE - RIGHT) // 2
    ink.add(f'<text class="scale" x="{middle}" y="{PLOT_HIGH - 6}" text-anchor="middle">{escape(label)}</text>')
    return _plot(ink, title, PLOT_HIGH)


def bars_plot(rows: Sequence[tuple[str, int]], title: str) -> str:
    """A bar for each row, with its name before and its number after it."""
    most, high, name_width, room = max(1, *(count for _, count in rows)), 28, 72, 36
    ink = Ink()
    for at, (name, count) in enumerate(rows):
        y, width = at * high + 4, (PLOT_WIDE - name_width - room) * count / most
        ink.add(f'<text class="scale" x="{name_width - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>')
        ink.add(f'<rect class="bar" x="{name_width}" y="{y}" width="{coordinate(max(1.5, width))}" height="20" rx="3"/>')
        ink.add(f'<text class="scale" x="{coordinate(name_width + width + 8)}" y="{y + 14}">{count}</text>')
    return _plot(ink, title, high * len(rows))


def spread_plot(scores: Sequence[int], own: int | None, you: str, title: str) -> str:
    """How often each score was reached, in bars of equal steps; the bar of the player's own score is marked."""
    low, high = min(scores), max(scores)
    step = next(each for each in STEPS if (high - low) // each < MOST_BARS)
    first = low // step
    counts = [0] * (high // step - first + 1)
    for score in scores:
        counts[score // step - first] += 1
    top, foot = TOP + 18, PLOT_HIGH - BOTTOM
    wide = min(44.0, (PLOT_WIDE - 2 * RIGHT) / len(counts))
    left = (PLOT_WIDE - wide * len(counts)) / 2
    ink = Ink()
    for at, count in enumerate(counts):
        x, tall = left + at * wide, (foot - top) * count / max(counts)
        is_own = own is not None and own // step - first == at
        middle = coordinate(x + wide / 2)
        ink.rect(x + 1.5, foot - tall, wide - 3, tall, "bar own" if is_own else "bar", 2)
        if count:
            ink.add(f'<text class="scale" x="{middle}" y="{coordinate(foot - tall - 4)}" text-anchor="middle">{count}</text>')
        if is_own:
            above = coordinate(foot - tall - 18)
            ink.add(f'<text class="scale you" x="{middle}" y="{above}" text-anchor="middle">{escape(you)}</text>')
        if at % max(1, len(counts) // 6) == 0:
            begins = signed((first + at) * step)
            ink.add(f'<text class="scale" x="{middle}" y="{PLOT_HIGH - 8}" text-anchor="middle">{begins}</text>')
    ink.add(f'<path class="grid" d="M{RIGHT} {foot}H{PLOT_WIDE - RIGHT}"/>')
    return _plot(ink, title, PLOT_HIGH)


def signed(value: int) -> str:
    """A number with a real minus."""
    return str(value).replace("-", "−")


def _scale(values: Sequence[int]) -> tuple[int, int]:
    """From one round number below all values to one above."""
    low, high = min(values) // 10 * 10, -(-max(values) // 10) * 10
    return (low, high) if high > low else (low, low + 10)


def _plot(ink: Ink, title: str, high: int) -> str:
    return f'<svg class="plot" role="img" aria-label="{escape(title)}" viewBox="0 0 {PLOT_WIDE} {high}">{ink}</svg>'
