"""How uvicorn serves an application of ours; the echo that the load test compares with is served the same way."""

from __future__ import annotations

import gc
import sys
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from londinium.web.http.limits import LARGEST_MESSAGE

SHUTDOWN_GRACE = 10
"""Seconds for what is under way when the server is told to stop."""

# What is told resembles what was told before: the widest window finds that again at the lowest levels already. Against what
# uvicorn chooses it takes a third of the time and half of the traffic, for a tenth of a megabyte more per socket.
DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=15, client_max_window_bits=12, compress_settings={"level": 1, "memLevel": 5}
)
TURNS = 0.0005
"""Seconds after which a busy thread lets another have its turn: the thread that writes to the database has little to do, often,
and everybody waits for it."""

GARBAGE = (2_000, 5, 100)
"""So many new things before garbage is searched for among them, and so many such searches before one that looks further back.
Each stops all tables for as long as it takes: many that take a few milliseconds are better than few that take a hundred."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's, with our compression, for which it has no setting. `tests/web/test_server.py` says when its insides change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [DEFLATE]


def configured(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http="h11",
        ws=SocketProtocol,
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=SHUTDOWN_GRACE,
    )


def settle_down() -> None:
    """When everything is loaded: what is there stays, so it need not be searched for garbage, which would stop all tables."""
    sys.setswitchinterval(TURNS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
