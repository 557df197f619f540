"""The small parts of the web layer, each by itself."""

from __future__ import annotations

import asyncio
import io
import json
import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from londinium.kernel.registry import game as find_game
from londinium.kernel.registry import slugs
from londinium.kernel.words.rulebook import rulebook
from londinium.table.commands import MakeMove
from londinium.table.errors import InvalidCommand
from londinium.web.http.guard import Guard, from_here
from londinium.web.http.journal import Journal, without_secrets
from londinium.web.http.limits import Addresses, Bucket, Limits, Rate
from londinium.web.http.metrics import Metrics
from londinium.web.http.reader import negotiated
from londinium.web.live.messages import FromBrowser, Offered, Ping, State, Why, decode_message, encode, head_of
from londinium.web.live.people import clock_words
from londinium.web.live.picture import Seen, TablePicture
from londinium.web.pages.rulebook import rules_page
from londinium.web.routes.new_table import is_local

KNOWN = ["en", "de", "fr", "it"]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("", "en"),
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("es,it;q=0.5,fr;q=0.7", "fr"),
        ("fr;q=0,it", "it"),
        ("nonsense;;;q=x", "en"),
        ("*", "en"),
    ],
)
def test_the_browsers_first_language_that_we_have(header: str, expected: str) -> None:
    assert negotiated(header, KNOWN) == expected


def test_a_bucket_fills_up_again() -> None:
    bucket = Bucket(Rate(2, 1), now=0)
    assert [bucket.take(now) for now in (0, 0, 0, 0.5, 1.6, 1.7)] == [True, True, False, False, True, False]


def test_every_address_has_its_own_bucket() -> None:
    addresses = Addresses(Limits(posts=Rate(1, 0)))
    assert [addresses.take("posts", who) for who in ("a", "a", "b")] == [True, False, True]


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"origin": "http://here:80", "host": "here:80"}, True),
        ({"origin": "https://there", "host": "here"}, False),
        ({"origin": "null", "host": "here"}, False),
        ({"host": "here", "sec-fetch-site": "cross-site"}, False),
        ({"host": "here"}, True),
    ],
)
def test_only_our_own_pages_may_send_forms(headers: dict[str, str], allowed: bool) -> None:
    assert from_here(Headers(headers)) == allowed


def test_secrets_stay_out_of_the_log() -> None:
    assert without_secrets("/t/abc.0.0.secret/text") == "/t/…/text"
    assert without_secrets("/invite/one~two") == "/invite/…"
    assert without_secrets("/rules/old-london-bridge") == "/rules/old-london-bridge"


def test_the_log_is_json_and_names_the_place_of_an_error() -> None:
    stream = io.StringIO()
    try:
        raise ValueError("a secret value")
    except ValueError as problem:
        Journal(stream).error("drawing error", problem, table="abc")
    line = json.loads(stream.getvalue())
    assert line["event"] == "drawing error"
    assert line["error"] == "ValueError"
    assert "test_parts.py" in line["where"][0]
    assert "secret" not in stream.getvalue()


def test_an_error_of_ours_is_logged_and_told_without_its_details() -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError("a secret value")

    async def sorry(request: Request) -> Response:
        return PlainTextResponse("sorry", 500)

    stream, metrics = io.StringIO(), Metrics()
    guarded = httpx.ASGITransport(Guard(broken, Journal(stream), metrics, sorry))

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=guarded, base_url="http://here") as client:
            return await client.get("/t/secret.link/text")

    with ThreadPoolExecutor(1) as pool:  # a thread without Playwright's loop in it
        answer = pool.submit(asyncio.run, ask()).result()
    assert (answer.status_code, answer.text) == (500, "sorry")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "secret" not in stream.getvalue()
    assert 'londinium_errors_total{place="page"} 1' in metrics.text()


def picture(fragments: dict[str, str], log: list[str], offers: dict[str, Offered] | None = None) -> TablePicture:
    return TablePicture(1, "title", False, False, fragments, offers or {}, {"log": log}, 0)


def test_only_what_changed_is_told() -> None:
    seen = Seen()

    def tell(now: TablePicture) -> State:
        news = seen.news(now)
        assert news is not None
        return news

    first = tell(picture({"a": "1", "b": "2"}, ["x", "y"], {"pass": Offered("Pass")}))
    assert first.set == {"a": "1", "b": "2"}
    assert (first.lists["log"].keep, first.lists["log"].add) == (0, "xy")
    assert first.offers == {"pass": Offered("Pass")}
    second = tell(picture({"a": "1", "b": "3"}, ["x", "y", "z"], {"pass": Offered("Pass")}))
    assert (second.set, second.offers) == ({"b": "3"}, None)
    assert (second.lists["log"].keep, second.lists["log"].add) == (2, "z")
    third = tell(picture({"a": "1"}, ["x", "w"]))
    assert third.drop == ["b"]
    assert third.offers == {}
    assert (third.lists["log"].keep, third.lists["log"].add) == (1, "w")
    assert json.loads(encode(third))["drop"] == ["b"]
    assert seen.news(picture({"a": "1"}, ["x", "w"])) is None, "nothing new, nothing said"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"do":"ping"}', Ping()),
        ('{"do":"why","move":"place chapel","id":"w"}', Why(id="w", move="place chapel")),
        ('{"move":"play 3","version":7,"id":"a","do":"move"}', MakeMove("a", 7, "play 3")),
    ],
)
def test_what_a_browser_says_is_read_in_one_go(text: str, expected: FromBrowser) -> None:
    assert decode_message(text) == expected


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ('{"do":"dance","id":"a"}', "a"),
        ('{"do":"move","id":"a","version":"7","move":"play 3"}', "a"),
        ('{"do":"return","id":"not an id"}', "not an id"),
        ('{"do":"return"}', ""),
        ('{"do":"why","move":7}', None),
        ('{"do":["move"],"id":"a"}', None),
        ('{"id":"a"}', None),
        ("[" * 100_000, None),
        ("\ud800", None),
        ("", None),
    ],
)
def test_what_cannot_be_read_is_answered_under_its_id(text: str, id: str | None) -> None:
    with pytest.raises(InvalidCommand):
        decode_message(text)
    head = head_of(text)
    assert (None if head is None else head.id) == id


def test_metrics_are_prometheus_text() -> None:
    metrics = Metrics()
    metrics.count("commands", kind="move", result="done")
    metrics.time("draw", 0.003)
    text = metrics.text()
    assert 'londinium_commands_total{kind="move",result="done"} 1\n' in text
    assert 'londinium_draw_seconds_bucket{le="0.002"} 0\n' in text
    assert 'londinium_draw_seconds_bucket{le="+Inf"} 1\n' in text
    assert "# TYPE londinium_sockets gauge\nlondinium_sockets 0\n" in text


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("code", KNOWN)
def test_every_rule_has_an_anchor(slug: str, code: str) -> None:
    page = rules_page(slug, code)
    html = "".join(text for _, _, text in page.chapters)
    numbers = rulebook(find_game(slug), code).numbers
    assert [number for number in numbers if html.count(f' id="{number}"') != 1] == []
    anchors = {anchor for anchor, _, _ in page.chapters}
    assert set(re.findall(r'href="#([A-Z]-[^"]+)"', page.introduction + html)) - {*numbers, *anchors} == set()


def test_clocks_need_no_words() -> None:
    assert [clock_words(left) for left in (-5, 61_000, 3_600_000, 51 * 3_600_000)] == ["0:00", "1:01", "1:00:00", "51:00:00"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_addresses_that_only_this_machine_knows(host: str) -> None:
    assert is_local(host)


@pytest.mark.parametrize("host", ["192.168.1.7", "example.org"])
def test_addresses_that_others_know(host: str) -> None:
    assert not is_local(host)
