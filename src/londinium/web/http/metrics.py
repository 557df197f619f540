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
    "londinium_thoughts_total": "Thoughts of bots that search, hints and analyses, by who has thought: server or device.",
    "londinium_thoughts_refused_total": "Thoughts of devices of which nothing came, by what was wrong with them.",
    "londinium_pondered_total": "Simulations that bots have made while others decided, see `serve --ponder`.",
    "londinium_thinkers": "Workers of pages that think for the server.",
    "londinium_sockets": "Sockets that are open.",
    "londinium_tables": "Tables in memory.",
    "londinium_rules_waiting": "Steps of compiling and loading rules that are not done.",
    "londinium_conflicts_total": "Events whose number another process had taken.",
    "londinium_log_lines_lost_total": "Lines that the log had no room for.",
    "londinium_commit_seconds": "Storing an event, until it is safe.",
    "londinium_loop_lag_seconds": "How late the event loop is: so long everybody waits.",
    "londinium_command_seconds": "From a command's arrival to its answer.",
    "londinium_tell_seconds": "Drawing, packing and sending a change to one socket.",
    "londinium_draw_seconds": "Drawing a table for one seat.",
}


class Metrics:
    def __init__(self) -> None:
        self.counters: Counter[tuple[str, str]] = Counter()
        self.gauges: dict[str, int] = {
            "londinium_thinkers": 0,
            "londinium_sockets": 0,
            "londinium_tables": 0,
            "londinium_rules_waiting": 0,
        }
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
