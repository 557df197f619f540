"""Counts and times of the server, told in the text format that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)


class Histogram:
    """How often something took how long, in seconds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


FAMILIES = {
    "londinium_requests_total": "Pages and files served, by status.",
    "londinium_commands_total": "Commands of players, by kind and result.",
    "londinium_messages_total": "Messages sent to browsers.",
    "londinium_bytes_total": "Bytes sent to browsers over sockets, before compression.",
    "londinium_errors_total": "Errors of our own, by place.",
    "londinium_limited_total": "What was refused because it came too fast, by kind.",
    "londinium_pushed_total": "Messages to browsers without an open page, by outcome.",
    "londinium_sockets": "Sockets that are open.",
    "londinium_tables": "Tables in memory.",
    "londinium_command_seconds": "From a command's arrival to its answer.",
    "londinium_tell_seconds": "Drawing, packing and sending a change to one socket.",
    "londinium_draw_seconds": "Drawing a table for one seat.",
}


class Metrics:
    def __init__(self) -> None:
        self.counters: Counter[tuple[str, str]] = Counter()
        self.gauges: dict[str, int] = {"londinium_sockets": 0, "londinium_tables": 0}
        self.histograms = {name: Histogram() for name in FAMILIES if name.endswith("_seconds")}

    def count(self, name: str, amount: int = 1, **labels: str) -> None:
        told = ",".join(f'{key}="{value}"' for key, value in labels.items()) if labels else ""
        self.counters[f"londinium_{name}_total", told] += amount

    def time(self, name: str, seconds: float) -> None:
        self.histograms[f"londinium_{name}_seconds"].add(seconds)

    def text(self) -> str:
        lines = []
        for name, about in FAMILIES.items():
            kind = "histogram" if name in self.histograms else "gauge" if name in self.gauges else "counter"
            lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
            lines += self._values(name)
        return "\n".join(lines) + "\n"

    def _values(self, name: str) -> list[str]:
        if name in self.gauges:
            return [f"{name} {self.gauges[name]}"]
        if name in self.histograms:
            histogram, lines, sum_so_far = self.histograms[name], [], 0
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), histogram.counts, strict=True):
                sum_so_far += count
                lines.append(f'{name}_bucket{{le="{bound}"}} {sum_so_far}')
            return [*lines, f"{name}_sum {histogram.total:.6f}", f"{name}_count {sum_so_far}"]
        found = sorted((labels, value) for (counter, labels), value in self.counters.items() if counter == name)
        return [f"{name}{{{labels}}} {value}" if labels else f"{name} {value}" for labels, value in found]
