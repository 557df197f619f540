"""Somebody at the socket of a table, for tests against a real server."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

if TYPE_CHECKING:
    from conftest import Server


class Player:
    """Somebody at a socket, with what they have been told so far."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.fragments: dict[str, str] = {}
        self.offers: dict[str, Any] = {}
        self.version = 0
        self.turn = self.over = False

    def hear(self, timeout: float = 20) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.connection.recv(timeout))
        if message["kind"] == "state":
            self.fragments |= message.get("set", {})
            self.offers = message.get("offers", self.offers)
            self.version, self.turn, self.over = message["version"], message.get("turn", False), message.get("over", False)
        return message

    def catch_up(self) -> None:
        """Hear everything there is: a move is told step by step."""
        with suppress(TimeoutError):
            while True:
                self.hear(0.01)

    def until(self, kind: str) -> dict[str, Any]:
        while (message := self.hear())["kind"] != kind:
            pass
        return message

    def say(self, **command: Any) -> None:
        self.connection.send(json.dumps(command))

    def ask(self, do: str, **facts: Any) -> dict[str, Any]:
        """A command and its answer."""
        name = facts.pop("id", None) or secrets.token_hex(6)
        self.say(do=do, id=name, **facts)
        while True:
            message = self.hear()
            if message["kind"] in {"ack", "refused"} and message["id"] == name:
                return message

    def code_of_the_end(self) -> int:
        """Listen until the server closes the socket; its code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def wait_for_turn(self) -> None:
        while not (self.turn and self.offers):
            self.hear()


@contextmanager
def at_table(server: Server, token: str, **settings: Any) -> Iterator[Player]:
    with connect(server.socket_url(token), **settings) as connection:
        yield Player(connection)


def open_table(server: Server, slug: str, **form: str) -> list[str]:
    """The tokens of all persons' seats; without a form: one person against bots."""
    with server.client() as client:
        page = client.post(f"/new/{slug}", data=form) if form else client.post(f"/play/{slug}")
    return page.url.path.split("/")[2].split("~")
