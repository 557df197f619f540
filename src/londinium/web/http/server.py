"""How uvicorn serves an application of ours; the echo that the load test compares with is served the same way."""

from __future__ import annotations

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
