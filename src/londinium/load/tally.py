"""What a run of load has measured, and its figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import msgspec

MOST_SAMPLES = 400


class Figures(msgspec.Struct, frozen=True):
    """One run in numbers. Times are milliseconds from when a move was due until the last seat had it."""

    moves: int
    moves_per_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    slowest_ms: float
    client_lag_p95_ms: float
    """How late the moves left here; it is part of the times above."""
    bytes_median: float
    """Per move and seat, received, after compression, headers of frames included."""
    bytes_p95: float
    bytes_per_move: float
    """Per move: all seats together, received."""
    bytes_sent_median: float
    server_memory_mib: float | None
    server_cpu_percent: float | None
    server_cpu_per_move_ms: float | None
    client_cpu_percent: float
    """How busy the load test was itself, on another core: near 100 it measures itself."""
    errors: dict[str, int]


@dataclass
class Tally:
    times: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    traffic: list[int] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    samples: list[list[bytes]] = field(default_factory=list)
    """What moves were answered with, by seat; for the echo."""

    def moved(self, seconds: float, traffic: list[int], heard: list[bytes]) -> None:
        self.times.append(seconds)
        self.traffic += traffic
        if len(self.samples) < MOST_SAMPLES:
            self.samples.append(heard)

    def figures(self, seconds: float, memory: float | None, cpu: float | None, own_cpu: float) -> Figures:
        """In numbers; processor use is in percent of one core."""
        times = sorted(self.times)
        return Figures(
            moves=len(times),
            moves_per_second=len(times) / seconds,
            p50_ms=quantile(times, 0.5) * 1000,
            p95_ms=quantile(times, 0.95) * 1000,
            p99_ms=quantile(times, 0.99) * 1000,
            slowest_ms=quantile(times, 1) * 1000,
            client_lag_p95_ms=quantile(sorted(self.lags), 0.95) * 1000,
            bytes_median=quantile(sorted(self.traffic), 0.5),
            bytes_p95=quantile(sorted(self.traffic), 0.95),
            bytes_per_move=sum(self.traffic) / max(1, len(times)),
            bytes_sent_median=quantile(sorted(self.sent), 0.5),
            server_memory_mib=memory,
            server_cpu_percent=cpu,
            server_cpu_per_move_ms=None if cpu is None else cpu * 10 * seconds / max(1, len(times)),
            client_cpu_percent=own_cpu,
            errors=dict(self.errors),
        )


def quantile(ordered: list[float] | list[int], share: float) -> float:
    """The value that this share of all is not above."""
    if not ordered:
        return 0.0
    return float(ordered[max(0, min(len(ordered) - 1, -int(-share * len(ordered) // 1) - 1))])
