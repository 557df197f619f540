"""How uvicorn serves an application of ours; the echo that the load test compares with is served the same way."""

from __future__ import annotations

import uvicorn
from starlette.applications import Starlette

from londinium.web.limits import LARGEST_MESSAGE

GRACE = 10
"""Seconds for what is under way when the server is told to stop."""


def configured(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http="h11",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=GRACE,
    )
