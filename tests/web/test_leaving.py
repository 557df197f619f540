"""A process that is about to go tells balancers so, while everything else still works."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from .site import in_loop, serving


@in_loop
async def test_health_says_it_and_pages_are_still_there(tmp_path: Path) -> None:
    async with serving(tmp_path, date(2026, 11, 17)) as world, world.person() as balancer:
        assert (await balancer.get("/health")).json() == {"status": "ok"}
        await world.hall.leave()
        told = await balancer.get("/health")
        assert (told.status_code, told.json()) == (503, {"status": "leaving"})
        assert (await balancer.get("/health?live")).status_code == 200, "nobody kills it for that"
        assert (await balancer.get("/")).status_code == 200
