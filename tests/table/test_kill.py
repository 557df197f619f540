"""A few kills of the kill test; all of them with LONDINIUM_KILLS=100."""

from __future__ import annotations

import os

from .kill_test import kill_test
from .playing import in_loop


@in_loop
async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(database: str) -> None:
    report = await kill_test(database, int(os.environ.get("LONDINIUM_KILLS", "3")), tables=4)
    assert report.is_clean, report
    assert report.acknowledged > 10
