"""A few kills of the kill tests; more of them with LONDINIUM_KILLS=100."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from .kill_test import kill_test
from .kill_web import kill_web
from .play import in_loop

if TYPE_CHECKING:
    from conftest import Server

KILLS = int(os.environ.get("LONDINIUM_KILLS", "3"))


@in_loop
async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(database: str) -> None:
    report = await kill_test(database, KILLS, tables=4)
    assert report.is_clean, report
    assert report.acknowledged > 10


@in_loop
async def test_nothing_is_lost_over_the_web_either(database: str, start_server: Callable[..., Server]) -> None:
    report = await kill_web(start_server("--no-limits", database=database), KILLS)
    print(report)
    assert report.is_clean, report
    assert report.acknowledged > 10
