"""The bare echo: the same Starlette, uvicorn and compression, answering with what a table once answered, and nothing else.

    python -m londinium.load.echo SAMPLES

What a table needs beyond this is what its rules, drawings and database cost.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import defaultdict
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from londinium.web.http.limits import NO_LIMITS
from londinium.web.http.server import Server, configured


def echo(samples: list[list[str]]) -> Starlette:
    """Whatever one socket of a room says, all of them are answered, as the seats of a table were."""
    rooms: dict[str, dict[int, WebSocket]] = defaultdict(dict)

    async def talk(websocket: WebSocket) -> None:
        room, seat = rooms[websocket.path_params["room"]], websocket.path_params["seat"]
        await websocket.accept()
        room[seat] = websocket
        await websocket.send_text(samples[0][seat])
        try:
            while True:
                sample = samples[int(await websocket.receive_text()) % len(samples)]
                for other, message in enumerate(sample):
                    await room[other].send_text(message)
        except WebSocketDisconnect:
            del room[seat]

    return Starlette(routes=[WebSocketRoute("/{room}/{seat:int}", talk)])


async def serve_echo(samples: Path) -> None:
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    app = echo(msgspec.json.decode(samples.read_bytes(), type=list[list[str]]))
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    await Server(configured(app, NO_LIMITS)).serve([listening])


if __name__ == "__main__":
    asyncio.run(serve_echo(Path(sys.argv[1])))
