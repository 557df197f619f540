"""The pages, asked for by a browser that runs no scripts."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

import londinium
from londinium.kernel.registry import slugs

if TYPE_CHECKING:
    from conftest import Server

GAMES = Path(londinium.__file__).parent / "games"
CODES = ("en", "de", "fr", "it")
PAGES = [
    "/",
    "/daily",
    "/daily/archive",
    "/tournaments",
    "/stats",
    "/watch",
    "/seats",
    "/open",
    "/rules",
    "/about",
    *(f"/{kind}/{slug}" for kind in ("rules", "new", "tournaments/new") for slug in slugs()),
]
NOT_THERE = [
    "/nothing",
    "/t/abc.0.0.forged",
    "/t/abc",
    "/watch/abc",
    "/rules/chess",
    "/invite/x~y",
    "/join/abc.free.0.forged",
    "/wait/abc.0.0.forged",
    "/seats/abc/thumbnail",
    "/assets/1/none.js",
    "/replay/abc",
    "/daily/2000-01-01/old-london-bridge",
    "/daily/9999-12-31/old-london-bridge",
    "/daily/today/old-london-bridge",
    "/stats/nobody",
    "/tournaments/abcdefghjk",
    "/tournaments/abcdefghjk/card.png",
    "/tournaments/abcdefghjk/host/forged",
    "/tournaments/new/chess",
]
NO_COMMANDS = [
    {},
    {"do": "move"},
    {"do": "fly", "id": "x"},
    {"do": "say", "id": "x", "text": ""},
    {"do": "replace", "id": "y", "seat": "x"},
]
FORM = {"content-type": "application/x-www-form-urlencoded"}


def form_fields(html: str, wanted: str) -> dict[str, str]:
    """The fields of the first form that contains a text, with its buttons."""
    form = next(form for form in re.findall(r"<form.*?</form>", html, re.DOTALL) if wanted in form)
    fields = re.findall(r'<(?:input|button)[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"', form)
    return {name: value for name, value in fields if name != "learn"}  # whoever knows the game sits down at once


def token_of(response: httpx.Response) -> str:
    return response.url.path.split("/")[2]


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_there_and_safe(server: Server, path: str) -> None:
    with server.client() as client:
        page = client.get(path)
    assert page.status_code == 200
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "same-origin"
    assert page.headers["cache-control"] == "no-store"
    assert "<script>" not in page.text


@pytest.mark.parametrize("code", CODES)
def test_the_language_is_the_browsers_and_can_be_changed(server: Server, code: str) -> None:
    with server.client(headers={"accept-language": f"{code};q=0.9"}) as client:
        assert f'<html lang="{code}">' in client.get("/").text
        assert '<html lang="it">' in client.get("/rules?lang=it").text
        assert '<html lang="it">' in client.get("/").text, "it is remembered"


def test_light_and_dark(server: Server) -> None:
    with server.client() as client:
        assert 'data-scheme="dark"' in client.get("/?scheme=dark").text
        assert 'data-scheme="dark"' in client.get("/about").text
        assert "data-scheme=" not in client.get("/?scheme=system").text.split(">", 3)[1]


@pytest.mark.parametrize("path", NOT_THERE)
def test_what_is_not_there_is_a_page_too(server: Server, path: str) -> None:
    with server.client(headers={"accept-language": "de"}) as client:
        page = client.get(path)
    assert page.status_code == 404
    assert '<html lang="de">' in page.text


def test_forms_of_other_sites_are_refused(server: Server) -> None:
    with server.client() as client:
        for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
            assert client.post(f"/play/{slugs()[0]}", headers=headers).status_code == 403


def test_what_is_too_large_is_refused(server: Server) -> None:
    with server.client() as client:
        assert client.post("/open", content=b"x" * 300_000).status_code == 413
        assert client.post("/open", content=iter([b"x" * 100_000] * 3), headers=FORM).status_code in {400, 413}


@pytest.mark.parametrize("slug", slugs())
def test_play_now_leads_to_the_first_decision_and_home_offers_to_continue(server: Server, slug: str) -> None:
    with server.client() as client:
        page = client.post(f"/play/{slug}")
        assert page.status_code == 200
        assert re.fullmatch(r"/t/[\w.-]+", page.url.path)
        assert 'data-fragment="prompt"' in page.text
        assert page.url.path in client.get("/").text
    with server.client() as other:
        assert page.url.path not in other.get("/").text


@pytest.mark.parametrize("slug", slugs())
def test_the_text_board_plays_without_scripts(server: Server, slug: str) -> None:
    with server.client() as client:
        token = token_of(client.post(f"/play/{slug}"))
        for _ in range(3):
            page = wait_for_moves(client, token)
            fields = form_fields(page.text, 'value="move"')
            after = client.post(f"/t/{token}/act", data=fields)
            assert after.status_code == 200
            again = client.post(f"/t/{token}/act", data=fields)
            assert again.status_code == 200, "the same command is applied once and acknowledged twice"
        stale = client.post(f"/t/{token}/act", data={**fields, "id": secrets.token_hex(8)})
        assert stale.status_code == 409
        assert 'class="error"' in stale.text


def wait_for_moves(client: httpx.Client, token: str) -> httpx.Response:
    """The text board when there is something to decide: nobody has to press reload."""
    for _ in range(4):
        page = client.get(f"/t/{token}/text?wait")
        if 'value="move"' in page.text:
            return page
    raise AssertionError("nobody moves")


def test_garbage_in_forms_is_refused(server: Server) -> None:
    with server.client() as client:
        token = token_of(client.post(f"/play/{slugs()[0]}"))
        for data in NO_COMMANDS:
            assert client.post(f"/t/{token}/act", data=data).status_code == 409
        broken = {"content-type": "multipart/form-data; boundary=x"}
        assert client.post("/open", content=b"\xff\xfe", headers=broken).status_code in {400, 422}


def test_a_table_with_friends(server: Server) -> None:
    markup = "<b>Ann</b>"
    with server.client() as host, server.client() as friend:
        form = {"seat0": "me", "name0": markup, "seat1": "friend", "seat2": "greedy", "seat3": "nobody", "public": "yes"}
        page = host.post("/new/old-london-bridge", data=form)
        assert page.url.path.startswith("/invite/")
        assert page.text.count('class="qr"') == 2, "of the link for everybody, and of the friend's own"
        links = re.findall(r'value="(http[^"]+/t/[^"]+)"', page.text)
        joining = friend.get(links[0])
        assert "&lt;b&gt;Ann&lt;/b&gt;" in joining.text
        assert markup not in joining.text
        assert friend.post(joining.url.path + "/join", data={"name": "  "}).status_code == 422
        table = friend.post(joining.url.path + "/join", data={"name": "Bob"})
        assert 'data-fragment="prompt"' in table.text
        assert "Taken by Bob" in host.get(page.url.path).text
        assert "/invite" not in table.text, "friends do not see each other's links"
        own = re.search(r'href="(/t/[^"]+)"', page.text)
        assert own is not None
        name = own[1].split("/")[2].split(".")[0]
        assert f"/table/{name}/invite" in host.get(f"/table/{name}/0").text
        watched = friend.get("/watch")
        assert "&lt;b&gt;Ann&lt;/b&gt;, Bob" in watched.text
        listed = re.search(r'href="(/watch/\w+)"', watched.text)
        assert listed is not None
        assert ".w." in friend.get(listed[1]).url.path


def test_a_form_with_mistakes_comes_back_with_everything_in_it(server: Server) -> None:
    with server.client() as client:
        form = {"seat0": "me", "name0": "Ann", "seat1": "nobody", "clock": "days-3", "option-money": "open"}
        page = client.post("/new/old-london-bridge", data=form)
        assert page.status_code == 422
        assert 'id="error-seats"' in page.text
        assert 'value="Ann"' in page.text
        assert 'value="days-3" selected' in page.text
        assert re.search(r'name="option-money" value="open" checked', page.text)
        page = client.post("/new/old-london-bridge", data={**form, "seat1": "me"})
        assert "you can only sit in one seat" in page.text
        box = {"box": ("mine.toml", b"this is no box", "text/plain")}
        page = client.post("/new/old-london-bridge", data={**form, "seat1": "greedy"}, files=box)
        assert page.status_code == 422
        assert 'id="error-box"' in page.text
        assert "mine.toml" in page.text


def test_a_box_file_of_ones_own(server: Server) -> None:
    files = {"box": ("mine.toml", (GAMES / "old_london_bridge" / "box" / "box.toml").read_bytes(), "text/plain")}
    form = {"seat0": "me", "name0": "Ann", "seat1": "greedy"}
    with server.client() as client:
        assert client.post("/new/old-london-bridge", data=form, files=files).url.path.startswith("/t/")
        wrong = client.post("/new/old-london-bridge", data={**form, "seat1": "nobody"}, files=files)
        assert "mine.toml is kept" in wrong.text


@pytest.mark.parametrize("record", sorted(GAMES.glob("*/records/*.record"))[::4], ids=lambda path: path.stem)
def test_open_a_record_and_step_through_it(server: Server, record: Path) -> None:
    with server.client() as client:
        sent = {"record": record.read_text(), "name": record.name}
        page = client.post("/open/plain", data=sent)
        assert page.status_code == 200
        last = re.search(r"Move (\d+) of (\d+)", page.text)
        assert last is not None
        assert last[1] == last[2]
        back = re.search(r'name="ply" value="(\d+)">Back', page.text)
        assert back is not None
        step = client.post("/open/plain", data={**sent, "ply": back[1]})
        assert f"Move {back[1]} of {last[2]}" in step.text
        french = client.post("/open/plain?lang=fr", data={**sent, "ply": back[1]})
        assert '<html lang="fr">' in french.text
        assert f'formaction="/open/plain?lang=de" name="ply" value="{back[1]}"' in french.text, "and on to the next language"
        assert '<html lang="fr">' in client.get("/").text, "it is remembered"
        for path in ("/open", "/open/plain"):
            assert client.post(path, files={"file": ("no.record", b"nothing", "text/plain")}).status_code == 422


@pytest.mark.parametrize(("path", "form"), [("/new/old-london-bridge", {"seat0": "me"}), ("/open", {"record": ""})])
def test_the_language_of_a_refused_form_can_be_changed(server: Server, path: str, form: dict[str, str]) -> None:
    with server.client() as client:
        page = client.post(path, data=form)
        assert page.status_code == 422
        assert f'href="{path}?lang=de"' in page.text
        assert client.get(f"{path}?lang=de").status_code == 200


def test_files_are_named_by_their_content(server: Server) -> None:
    with server.client() as client:
        sheet = re.search(r'href="(/assets/(\w+)/site.css)"', client.get("/").text)
        assert sheet is not None
        file = client.get(sheet[1])
        assert "immutable" in file.headers["cache-control"]
        assert file.headers["content-encoding"] == "gzip"
        assert client.get(sheet[1], headers={"if-none-match": file.headers["etag"]}).status_code == 304
        assert client.get("/assets/old/table.js").headers["cache-control"] == "no-cache"


def test_health_and_metrics(server: Server) -> None:
    with server.client() as client:
        assert client.get("/health").json() == {"status": "ok"}
        metrics = client.get("/metrics").text
    assert "londinium_tables " in metrics
    assert 'londinium_requests_total{status="200"}' in metrics
