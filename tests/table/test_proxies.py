"""Behind real proxies with our own example files and TLS: links, cookies, limits, sockets, a prefix, and no secret in any log."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Browser
from websockets.asyncio.client import connect

from londinium.web.http.limits import Limits

from .proxies import Caddy, HAProxy, Nginx, Proxy, certificate

if TYPE_CHECKING:
    from conftest import Server

KINDS: dict[str, type[Any]] = {"nginx": Nginx, "haproxy": HAProxy, "caddy": Caddy}
BRIDGE = "old-london-bridge"
NAVIGATES = {"accept": "text/html,application/xhtml+xml"}
"""What a browser says that a program does not."""


@pytest.fixture(scope="module")
def behind(start_server: Callable[..., Server]) -> Server:
    return start_server("--proxy", "127.0.0.1", "--allow-host", "127.0.0.1")


def begun(program: Callable[..., str], kind: str, folder: Path, ports: list[int], **more: Any) -> Proxy:
    certificate(folder)
    found = KINDS[kind](folder, ports)
    found.begin(program, **more)
    assert isinstance(found, Proxy)
    return found


@pytest.fixture(scope="module", params=list(KINDS))
def proxy(
    request: pytest.FixtureRequest, behind: Server, program: Callable[..., str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    found = begun(program, request.param, tmp_path_factory.mktemp(request.param), [behind.port])
    yield found
    found.stop()


def visitor(proxy: Proxy, address: str = "127.0.0.1", **headers: str) -> httpx.Client:
    """Somebody with a browser at an address of their own."""
    transport = httpx.HTTPTransport(verify=proxy.trust, local_address=address)
    return httpx.Client(
        base_url=proxy.url, transport=transport, follow_redirects=True, timeout=30, headers={**NAVIGATES, **headers}
    )


def cookies_of(client: httpx.Client, path: str) -> str:
    """What a browser would send to a path."""
    found = [cookie for cookie in client.cookies.jar if path.startswith(cookie.path)]
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in found)


async def one_move(proxy: Proxy, page: httpx.Response, client: httpx.Client) -> None:
    """Make a move over the socket of a table page."""
    address = re.search(r'data-socket="([^"]+)"', page.text)
    assert address is not None
    url = proxy.url.replace("https", "wss", 1) + address[1]
    headers = {"cookie": cookies_of(client, address[1]), "origin": proxy.url}
    async with connect(url, ssl=proxy.trust, additional_headers=headers) as socket:
        state = json.loads(await asyncio.wait_for(socket.recv(), 20))
        while not state.get("offers"):
            state = {**state, **json.loads(await asyncio.wait_for(socket.recv(), 20))}
        await socket.send(
            json.dumps({"do": "move", "id": "m1", "version": state["version"], "move": next(iter(state["offers"]))})
        )
        while (said := json.loads(await asyncio.wait_for(socket.recv(), 20)))["kind"] != "ack":
            assert said["kind"] != "refused", said


def test_links_cookies_and_sockets_are_secure_and_no_secret_reaches_a_log(proxy: Proxy, behind: Server) -> None:
    with visitor(proxy) as ann:
        table = ann.post(f"/play/{BRIDGE}", data={"name": "Ann"}, headers={"origin": proxy.url})
        assert table.status_code == 200
        assert re.fullmatch(r"/table/[a-z0-9]{10}/0", table.url.path), "the address is harmless"
        assert table.headers["strict-transport-security"]
        set_cookies = [line for answer in (*table.history, table) for line in answer.headers.get_list("set-cookie")]
        assert set_cookies
        assert all("secure" in line.lower() and "httponly" in line.lower() for line in set_cookies)
        asyncio.run(one_move(proxy, table, ann))
        form = {"seat0": "me", "name0": "Ann", "seat1": "friend"}
        invited = ann.post(f"/new/{BRIDGE}", data=form, headers={"origin": proxy.url})
        assert invited.url.path.endswith("/invite")
        links = re.findall(r'value="([^"]+#[^"]+)"', invited.text)
        assert links
        assert all(link.startswith(f"{proxy.url}/enter/") for link in links)
        seat = next(link for link in links if re.search(r"#1\.0\.", link))
        with visitor(proxy) as ben:
            entrance, _, secret = seat.partition("#")
            assert "Paste your whole link" in ben.get(entrance).text
            joining = ben.post(entrance, data={"link": seat}, headers={"origin": proxy.url})
            assert "A seat is waiting for you" in joining.text
            old = ben.get(f"/t/{entrance.rpartition('/')[2]}.{secret}")
            assert old.url.path == joining.url.path, "an old link is exchanged at once"
            ben.get(f"/T/{entrance.rpartition('/')[2]}.{secret}")
            ben.get("/stats/Bartholomew")
            secrets = {cookie.value or "" for cookie in (*ann.cookies.jar, *ben.cookies.jar)}
    signatures = {part for value in secrets for part in re.findall(r"[\w-]{22,43}", value)} | {
        secret.rpartition(".")[2],
        "Bartholomew",
    }
    assert len(signatures) > 3
    time.sleep(0.3)
    logged = proxy.log + behind.log
    assert "/table/" in proxy.log
    assert "/table/" in behind.log
    assert [one for one in signatures if one in logged] == []


def test_limits_are_per_visitor_and_nobody_makes_addresses_up(proxy: Proxy) -> None:
    many, own = int(Limits().tables.burst) + 12, f"127.0.1.{list(KINDS.values()).index(type(proxy)) + 1}"

    def opened(address: str, spoofed: str) -> int:
        with visitor(proxy, address) as client:
            made_up = {"x-forwarded-for": spoofed, "forwarded": f"for={spoofed}", "x-forwarded-prefix": "/evil"}
            headers = {"origin": proxy.url, "x-forwarded-host": "evil.example", **made_up}
            answer = client.post(f"/play/{BRIDGE}", data={"name": "X"}, headers=headers, follow_redirects=False)
            assert "evil" not in answer.text + str(answer.headers)
            return answer.status_code

    got = [opened(own, f"10.0.0.{number}") for number in range(many)]
    assert got.count(303) < many - 5, "made-up addresses are no others"
    assert got[-1] == 429
    assert opened("127.0.2.1", own) == 303, "somebody else is not slowed down, whatever they claim to be"


def test_what_nobody_named_is_not_believed(server: Server, behind: Server) -> None:
    spoofed = {"x-forwarded-proto": "https", "x-forwarded-host": "evil.example", "x-forwarded-prefix": "/evil"}
    for one, address in ((server, "127.0.0.1"), (behind, "127.0.3.1")):
        transport = httpx.HTTPTransport(local_address=address)
        with httpx.Client(base_url=one.url, transport=transport, headers={**NAVIGATES, **spoofed}, follow_redirects=True) as eve:
            form = {"seat0": "me", "name0": "Eve", "seat1": "friend"}
            page = eve.post(f"/new/{BRIDGE}", data=form)
            assert "https://" not in page.text.replace('xmlns="http', "")
            assert "evil" not in page.text
            assert f"{one.url}/enter/" in page.text
            assert "strict-transport-security" not in page.headers


def test_a_name_that_is_not_ours_is_refused(behind: Server) -> None:
    with behind.client() as client:
        refused = client.get("/", headers={"host": "evil.example"})
        assert refused.status_code == 421
        assert refused.text == "This site is not served under this name."
        assert client.get("/health", headers={"host": "10.1.2.3"}).status_code == 200
        assert client.get("/").status_code == 200


def test_a_site_below_a_path(behind: Server, program: Callable[..., str], tmp_path: Path, browser: Browser) -> None:
    """In Chromium: pages, files, cookies, sockets, the service worker and the manifest, with a certificate of our own."""
    proxy = begun(program, "nginx", tmp_path, [behind.port], below="/londinium")
    context = browser.new_context(ignore_https_errors=True)
    try:
        page = context.new_page()
        wrong: list[str] = []
        page.on("response", lambda answer: wrong.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{proxy.url}/londinium/")
        for path in ("/daily", "/learn", "/puzzles", "/rules", "/seats", "/about"):
            page.goto(f"{proxy.url}/londinium{path}")
            outside = page.evaluate(
                '[...document.querySelectorAll(\'[href^="/"],[src^="/"],[action^="/"]\')]'
                ".map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? one.getAttribute('action'))"
                ".filter((address) => !address.startsWith('/londinium/'))"
            )
            assert outside == []
        page.goto(f"{proxy.url}/londinium/new/{BRIDGE}?with=bots")
        page.locator("form button.main").first.click()
        page.wait_for_selector(".table[data-connected] .prompt-words")
        assert re.fullmatch(rf"{proxy.url}/londinium/table/\w+/0", page.url)
        assert {cookie["path"].startswith("/londinium/") for cookie in context.cookies()} == {True}
        assert all(cookie["secure"] for cookie in context.cookies())
        manifest = context.request.get(f"{proxy.url}/londinium/manifest.webmanifest").json()
        assert manifest["scope"] == manifest["start_url"] == "/londinium/"
        assert manifest["icons"][0]["src"].startswith("/londinium/assets/")
        worker = context.request.get(f"{proxy.url}/londinium/worker.js").text()
        assert 'const ROOT = "/londinium"' in worker
        assert wrong == []
    finally:
        context.close()
        proxy.stop()
