"""Your turn while no page is open: the test is the push service, and decrypts what arrives."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from londinium.table import commands
from londinium.table.links import Links
from londinium.table.settings import PERSON, TableSettings
from londinium.table.store import open_store
from londinium.table.store.subscriptions import MOST_PER_SEAT, Subscription, SubscriptionKeys
from londinium.table.table import Table
from londinium.web.background.bells import Ringing
from londinium.web.background.push import Pusher, PushKey
from londinium.web.live.seats import sit_down

from .site import World, in_loop, serving

pytest.importorskip("pywebpush", reason="the extra [push] is not there")

DAY = date(2026, 11, 20)
CITY, BRIDGE = "next-station-london", "old-london-bridge"
SOON = 0.05


def written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """The keys of a browser, which alone can read what is sent to it."""

    def __init__(self, service: PushService, name: str = "one") -> None:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        self._private, self._auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.endpoint = f"{service.origin}/{name}"
        self.subscription = {"endpoint": self.endpoint, "keys": {"p256dh": written(public), "auth": written(self._auth)}}

    def read(self, body: bytes) -> dict[str, str]:
        import http_ece

        told: dict[str, str] = json.loads(http_ece.decrypt(body, private_key=self._private, auth_secret=self._auth))
        return told


@dataclass
class PushService:
    """A push service on this machine: notes what is sent, and answers as it is told to."""

    origin: str = ""
    status: int = 201
    delay: float = 0.0
    messages: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    async def wait_for(self, count: int) -> None:
        for _ in range(600):
            if len(self.messages) >= count:
                return
            await asyncio.sleep(0.05)
        pytest.fail(f"{len(self.messages)} messages instead of {count}")


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            time.sleep(service.delay)
            service.messages.append((self.path, {key.lower(): value for key, value in self.headers.items()}, body))
            self.send_response(service.status)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.origin = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def ringing(service: PushService, *patience: float) -> Ringing:
    return Ringing((service.origin,), patience or (SOON, SOON))


async def two_people(world: World) -> Table:
    table = await world.hall.create(TableSettings(CITY, (PERSON, PERSON), ("Ann", "Ben")), 3)
    for seat, name in enumerate(("Ann", "Ben")):
        await sit_down(world.hall, table, seat, name)
    return table


async def move(world: World, table: Table, seat: int) -> None:
    text = table.match.moves.text(table.match.legal(seat)[0])
    await world.hall.command(table.id, seat, commands.MakeMove(f"m{seat}-{table.number}", table.version(seat), text))


async def subscribe(world: World, client: httpx.AsyncClient, table: Table, seat: int, browser: Browser) -> httpx.Response:
    return await client.post(f"/t/{world.hall.token(table, seat)}/push", json=browser.subscription)


async def until_asked(world: World, table: Table, seat: int) -> None:
    """Let this seat decide what it has to, then the other one until it is this seat's turn again, and alone."""
    while seat in table.match.to_act:
        await move(world, table, seat)
    while 1 - seat in table.match.to_act:
        await move(world, table, 1 - seat)


@in_loop
async def test_your_turn_arrives_and_only_you_can_read_it(tmp_path: Path) -> None:
    with push_service() as service:
        async with serving(tmp_path, DAY, ringing=ringing(service)) as world, world.person("de") as ann:
            table = await two_people(world)
            browser = Browser(service)
            page = (await ann.get(f"/t/{world.hall.token(table, 0)}")).text
            assert f'data-push-key="{world.site.bells.public_key}"' in page
            assert (await subscribe(world, ann, table, 0, browser)).status_code == 204
            await until_asked(world, table, 0)
            await service.wait_for(1)
            path, headers, body = service.messages[0]
            assert path == "/one"
            assert headers["content-encoding"] == "aes128gcm"
            assert int(headers["ttl"]) > 3600
            told = browser.read(body)
            assert told["title"] == "Du bist dran – Next Station: London"
            assert told["body"] == "Ben"
            assert told["url"] == f"/table/{table.id}/0", "no secret is in it"
            assert world.hall.token(table, 0).encode() not in body, "nobody on the way can read the link"
            from py_vapid import Vapid02

            assert Vapid02.verify(headers["authorization"])
            assert world.site.bells.public_key in headers["authorization"]
            await world.hall.command(table.id, 1, commands.Say("chat", "come on"))
            await asyncio.sleep(6 * SOON)
            assert len(service.messages) == 1, "once for each turn, whatever else is said"


@in_loop
async def test_nobody_is_rung_for_who_is_there_or_quick_or_does_not_want_it(tmp_path: Path) -> None:
    with push_service() as service:
        async with serving(tmp_path, DAY, ringing=ringing(service)) as world, world.person() as ann:
            table = await two_people(world)
            browser = Browser(service)
            listener = await world.hall.visitors.listen(table.id, 0)
            await subscribe(world, ann, table, 0, browser)  # after that, whoever is not there is rung for
            await until_asked(world, table, 0)
            await asyncio.sleep(6 * SOON)
            assert service.messages == [], "the page is open"
            listener.close()
            stop = await ann.post(f"/t/{world.hall.token(table, 0)}/push/stop", json={"endpoint": browser.endpoint})
            assert stop.status_code == 204
            await until_asked(world, table, 0)
            await asyncio.sleep(6 * SOON)
            assert service.messages == []


@in_loop
async def test_a_page_that_falls_asleep_is_looked_at_again(tmp_path: Path) -> None:
    with push_service() as service:
        async with serving(tmp_path, DAY, ringing=ringing(service, SOON, 10 * SOON)) as world, world.person() as ann:
            table = await two_people(world)
            listener = await world.hall.visitors.listen(table.id, 0)
            await subscribe(world, ann, table, 0, Browser(service))
            await until_asked(world, table, 0)
            await asyncio.sleep(3 * SOON)
            listener.close()
            await service.wait_for(1)


@pytest.mark.parametrize("status", [404, 410])
@in_loop
async def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path, status: int) -> None:
    with push_service() as service:
        service.status = status
        async with serving(tmp_path, DAY, ringing=ringing(service)) as world, world.person() as ann:
            table = await two_people(world)
            await subscribe(world, ann, table, 0, Browser(service))
            await until_asked(world, table, 0)
            await service.wait_for(1)
            for _ in range(100):
                if not await world.hall.store.subscriptions(table.id, 0):
                    break
                await asyncio.sleep(0.05)
            assert await world.hall.store.subscriptions(table.id, 0) == []


@in_loop
async def test_a_service_that_fails_is_no_trouble(tmp_path: Path) -> None:
    with push_service() as service:
        service.status = 500
        async with serving(tmp_path, DAY, ringing=ringing(service)) as world, world.person() as ann:
            table = await two_people(world)
            await subscribe(world, ann, table, 0, Browser(service))
            await until_asked(world, table, 0)
            await service.wait_for(1)
            await asyncio.sleep(4 * SOON)
            assert len(await world.hall.store.subscriptions(table.id, 0)) == 1, "it may come back"
            assert 'londinium_pushed_total{outcome="failed"} 1' in world.site.metrics.text()


@in_loop
async def test_no_move_waits_for_a_service(tmp_path: Path) -> None:
    """A service that takes for ever holds up nobody: the moves of a whole match are made meanwhile."""
    with push_service() as service:
        service.delay = 5
        async with serving(tmp_path, DAY, ringing=ringing(service, 0.0)) as world, world.person() as ann:
            table = await two_people(world)
            for seat in (0, 1):
                await subscribe(world, ann, table, seat, Browser(service, f"b{seat}"))
            for _ in range(40):
                await move(world, table, table.match.to_act[0])
            assert service.messages == [], "not one of them was answered before all moves were made"
            service.delay = 0


@in_loop
async def test_a_renewed_link_tells_the_old_one_nothing(tmp_path: Path) -> None:
    with push_service() as service:
        async with serving(tmp_path, DAY, ringing=ringing(service)) as world, world.person() as ann, world.person() as thief:
            table = await two_people(world)
            old, new = Browser(service, "old"), Browser(service, "new")
            await subscribe(world, thief, table, 0, old)
            await world.hall.command(table.id, 0, commands.RenewLink("renew"))
            await subscribe(world, ann, table, 0, new)
            await until_asked(world, table, 0)
            await service.wait_for(1)
            await asyncio.sleep(4 * SOON)
            assert {path for path, _, _ in service.messages} == {"/new"}
            assert [one.endpoint for one in await world.hall.store.subscriptions(table.id, 0)] == [new.endpoint]


@in_loop
async def test_at_the_end_everything_is_deleted(tmp_path: Path) -> None:
    with push_service() as service:
        async with serving(tmp_path, DAY, ringing=ringing(service, 60.0)) as world, world.person() as ann:
            table = await two_people(world)
            browser = Browser(service)
            await subscribe(world, ann, table, 0, browser)
            while not table.is_over:
                await move(world, table, table.match.to_act[0])
            await service.wait_for(1)
            assert browser.read(service.messages[0][2])["title"] == "The match is over – Next Station: London"
            for _ in range(100):
                if not await world.hall.store.subscriptions(table.id, 0):
                    break
                await asyncio.sleep(0.05)
            assert await world.hall.store.subscriptions(table.id, 0) == []


@in_loop
async def test_whom_we_do_not_send_to(tmp_path: Path) -> None:
    with push_service() as service:
        async with serving(tmp_path, DAY, ringing=ringing(service)) as world, world.person() as eve:
            table = await two_people(world)
            address, good = f"/t/{world.hall.token(table, 0)}/push", Browser(service).subscription
            for endpoint in (
                "http://169.254.169.254/latest/meta-data",
                "http://localhost:22/",
                "https://evil.example/fcm.googleapis.com",
                "https://fcm.googleapis.com.evil.example/x",
                "https://fcm.googleapis.com@evil.example/x",
                "https://fcm.googleapis.com:8443/x",
                "http://fcm.googleapis.com/x",
                "file:///etc/passwd",
                "https://[::1",
                "",
                "https://fcm.googleapis.com/" + "x" * 2000,
            ):
                refused = await eve.post(address, json={**good, "endpoint": endpoint})
                assert refused.status_code in (400, 403), endpoint
            for body in (
                b"",
                b"{}",
                b"[]",
                b"\xff",
                b'{"endpoint":1}',
                json.dumps({"endpoint": good["endpoint"]}).encode(),
                b"x" * 9000,
            ):
                assert (await eve.post(address, content=body)).status_code == 400, body[:20]
            short = {"p256dh": "AAAA", "auth": "AAAA"}
            assert (await eve.post(address, json={**good, "keys": short})).status_code == 400
            watcher = f"/t/{world.hall.token(table, None)}/push"
            assert (await eve.post(watcher, json=good)).status_code == 403, "spectators have no turn"
            assert (await eve.post("/t/nonsense/push", json=good)).status_code == 404
            other = await eve.post(address, json=good, headers={"origin": "http://evil.example"})
            assert other.status_code == 403, "sent from another site"
            assert await world.hall.store.subscriptions(table.id, 0) == []
            for number in range(MOST_PER_SEAT + 3):
                world.now += 1
                await eve.post(address, json=Browser(service, f"b{number}").subscription)
            kept = [one.endpoint[-2:] for one in await world.hall.store.subscriptions(table.id, 0)]
            assert kept == [f"b{number}" for number in range(3, MOST_PER_SEAT + 3)], "the oldest go"


def test_the_services_of_browsers_are_known() -> None:
    pusher = Pusher(PushKey.of(Links(b"x" * 32)))
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://db5p.notify.windows.com/w/?token=abc",
    ):
        assert pusher.accepts(endpoint), endpoint


def test_the_key_follows_from_the_secret_and_stays() -> None:
    first, again, other = (PushKey.of(Links(secret)).public for secret in (b"x" * 32, b"x" * 32, b"y" * 32))
    assert first == again != other
    assert len(base64.urlsafe_b64decode(first + "=")) == 65


@in_loop
async def test_without_the_extra_nothing_is_offered(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("londinium.web.app.can_push", lambda: False)
        async with serving(tmp_path, DAY) as world, world.person() as ann:
            table = await two_people(world)
            assert "data-push" not in (await ann.get(f"/t/{world.hall.token(table, 0)}")).text
            body = {"endpoint": "https://fcm.googleapis.com/x", "keys": {"p256dh": "A" * 87, "auth": "A" * 22}}
            assert (await ann.post(f"/t/{world.hall.token(table, 0)}/push", json=body)).status_code == 403
            await until_asked(world, table, 0)


@in_loop
async def test_a_subscription_goes_with_its_table(tmp_path: Path) -> None:
    import sqlite3

    file = tmp_path / "table.db"
    with push_service() as service:
        async with serving(tmp_path, DAY, ringing=ringing(service)) as world:
            table = await two_people(world)
            one = Subscription("https://fcm.googleapis.com/x", SubscriptionKeys("a", "b"), 0)
            await world.hall.store.keep_subscription(table.id, 0, one, 5)
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("DELETE FROM events")
    connection.execute("DELETE FROM tables")
    assert connection.execute("SELECT count(*) FROM subscriptions").fetchone() == (0,)
    connection.close()
    store = await open_store(f"sqlite:///{file}")
    await store.close()
