"""The replay of a finished table and of a record file, asked for without scripts."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

import londinium
from londinium.kernel.record import load_record
from londinium.kernel.views import ALL_EYES
from londinium.study.replay import stops
from londinium.web.background.replays import Replays

from .tables import BRIDGE, CITY, Prepared, prepare, stored

if TYPE_CHECKING:
    from conftest import Server

GAMES = Path(londinium.__file__).parent / "games"
RECORD = GAMES / "next_station_london" / "records" / "two-greedy-objectives.record"


@pytest.fixture(scope="module", params=[BRIDGE, CITY])
def over(server: Server, request: pytest.FixtureRequest) -> Prepared:
    return prepare(server, request.param, seats=2, moves=1000)


def test_the_page_comes_at_once_and_the_match_after_it(server: Server, over: Prepared) -> None:
    with server.client() as client:
        page = client.get(f"/replay/{over.id}")
        assert page.status_code == 200
        assert "script-src 'self';" in page.headers["content-security-policy"]
        assert "<script>" not in page.text
        match = stored(server, over.id).match
        for eye in ("all", "0", "1"):
            found = client.get(f"/replay/{over.id}/eyes/{eye}").json()
            assert [step["ply"] for step in found["steps"]] == stops(match)
        plain = client.get(f"/replay/{over.id}/eyes/all", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.json()["steps"]


def test_a_replay_speaks_the_readers_language(server: Server, over: Prepared) -> None:
    with server.client() as client:
        english, german = (client.get(f"/replay/{over.id}/eyes/all?lang={code}").json()["log"] for code in ("en", "de"))
    assert english != german


@pytest.mark.parametrize("path", ["", "/plain", "/eyes/all", "/eyes/0", "/file", "/record", "/analysis", "/notes"])
def test_a_match_that_is_played_is_nobodys_to_look_at(server: Server, path: str) -> None:
    playing = prepare(server, BRIDGE, seats=2, moves=5)
    with server.client() as client:
        assert client.get(f"/replay/{playing.id}{path}").status_code == 403


@pytest.mark.parametrize("eye", ["2", "-1", "nobody", "0.5", "99999999999999999999"])
def test_there_are_no_other_eyes(server: Server, over: Prepared, eye: str) -> None:
    with server.client() as client:
        assert client.get(f"/replay/{over.id}/eyes/{eye}").status_code == 404
        assert client.get(f"/replay/{over.id}/plain?eye={eye}").status_code == 404


def test_step_by_step_without_scripts(server: Server, over: Prepared) -> None:
    plies = stops(stored(server, over.id).match)
    with server.client() as client:
        page = client.get(f"/replay/{over.id}/plain?ply=0&eye=1")
        assert f"Move {plies[0]} of {plies[-1]}" in page.text
        for ply in plies[1:4]:
            onward = re.search(r'name="ply" value="(\d+)">Forward<', page.text)
            assert onward is not None
            assert int(onward[1]) == ply
            page = client.get(f"/replay/{over.id}/plain?ply={ply}&eye=1")
            assert '<option value="1" selected>' in page.text
        assert "Score sheets" in client.get(f"/replay/{over.id}/plain").text
        assert client.get(f"/replay/{over.id}/plain?ply=99999999999999999999999").status_code == 200


def test_what_can_be_taken_home(server: Server, over: Prepared, tmp_path: Path) -> None:
    with server.client() as client:
        saved = client.get(f"/replay/{over.id}/file?lang=de")
        assert saved.headers["content-disposition"].startswith("attachment")
        assert '<html lang="de">' in saved.text
        record = client.get(f"/replay/{over.id}/record")
    (tmp_path / "x.record").write_text(record.text)
    assert load_record(tmp_path / "x.record").plies == stored(server, over.id).match.plies


def test_the_end_of_a_match_leads_to_its_replay(server: Server, over: Prepared) -> None:
    with server.client() as client:
        assert f'href="/replay/{over.id}/plain?ply=0' in client.get(f"/t/{over.seats[0]}/text").text


def test_a_record_file_has_the_same_replay(server: Server) -> None:
    sent = {"record": RECORD.read_text(), "name": RECORD.name}
    with server.client() as client:
        page = client.post("/open", files={"file": (RECORD.name, RECORD.read_bytes(), "text/plain")})
        assert page.status_code == 200
        assert "Copy a link" not in page.text, "there is no address that would show it again"
        found = client.post("/open/eyes/1", data=sent).json()
        assert [step["ply"] for step in found["steps"]] == stops(load_record(RECORD))
        assert 'filename="next-station-london-two-greedy-objectives.html"' in disposition(client.post("/open/file", data=sent))
        assert client.post("/open/eyes/7", data=sent).status_code == 404
        assert client.post("/open/eyes/all", data={**sent, "record": "nothing"}).status_code == 422


def disposition(response: httpx.Response) -> str:
    return response.headers["content-disposition"]


def test_what_was_drawn_is_kept_while_there_is_room() -> None:
    match = load_record(RECORD)

    async def ask() -> None:
        replays = Replays(most=60_000)
        first = await replays.packed(match, "en", ALL_EYES, ("a",))
        assert await replays.packed(match, "en", ALL_EYES, ("a",)) is first
        for name in "bcdefgh":
            await replays.packed(match, "en", ALL_EYES, (name,))
        assert replays.shelf.size <= 60_000
        assert await replays.packed(match, "en", ALL_EYES, ("a",)) is not first, "the oldest went"
        before = len(replays.shelf)
        await replays.packed(match, "en", ALL_EYES)
        assert len(replays.shelf) == before, "what has no name is not kept"
        await replays.close()

    asyncio.run(ask())
