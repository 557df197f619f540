"""The daily challenge in the browser: one counted attempt, secrets kept until one has finished, proof after the day."""

from __future__ import annotations

import asyncio
import hashlib
import re
from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest

from londinium.kernel.registry import slugs
from londinium.table.history.daily import challenge

from .site import HOUR, World, in_loop, serving

BRIDGE, CITY = "old-london-bridge", "next-station-london"
DAY = date(2026, 11, 16)
HERE = f"/daily/{DAY}/{CITY}"
BAD = {
    "/daily/2026-02-30/next-station-london": "is not a date",
    "/daily/garbage/next-station-london": "is not a date",
    "/daily/2026-11-17/next-station-london": "has not come yet",
    "/daily/2026-11-15/next-station-london": "obody played",
    "/daily/2026-11-16/chess": "chess",
}


def alert(page: httpx.Response) -> str:
    return "".join(re.findall(r'role="alert">(.*?)<', page.text))


@in_loop
async def test_a_day_from_the_form_to_the_proof(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person("de") as ben:
        today = await ann.get("/daily")
        assert today.status_code == 200
        bound = {slug: challenge(world.hall.links, DAY, slug).commitment for slug in slugs()}
        tomorrow = {slug: challenge(world.hall.links, DAY + timedelta(days=1), slug).commitment for slug in slugs()}
        assert all(value in today.text for value in (*bound.values(), *tomorrow.values()))
        begun = await ann.post(HERE, data={"name": "Ann"})
        assert begun.url.path.startswith("/t/")
        assert (await ann.post(HERE, data={"name": " ANN "})).url.path == begun.url.path, "back to the table one has begun"

        refused = await ben.post(HERE, data={"name": "ann"})
        assert refused.status_code == 409
        assert "nur der erste Versuch zählt" in alert(refused)
        assert 'name="uncounted"' in refused.text
        await check_secret(world, ben, "")

        table = await world.play(begun)
        await check_secret(world, ben, table)
        own = await ann.get(HERE)
        assert f"/replay/{table}" in own.text
        seed = str(challenge(world.hall.links, DAY, CITY).seed)
        assert seed not in own.text, "the seed of the day is shown after it"
        picture = await ann.get(f"{HERE}/map/{table}")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.text.startswith("<svg")
        assert (await ann.get(f"/replay/{table}")).status_code == 200
        assert (await ann.get(f"{HERE}/best")).status_code == 404, "no solver, no par"
        again = await ann.post(HERE, data={"name": "Ann"})
        assert again.status_code == 409, "finished is finished"
        assert (await ann.post(HERE, data={"name": "Ann", "uncounted": "yes"})).url.path.startswith("/t/")

        world.now += 12 * HOUR
        after = await ben.get(HERE)
        assert f"/replay/{table}" in after.text
        said = re.findall(r"printf &#39;(.*?)&#39;|printf '(.*?)'", after.text)[0]
        assert hashlib.sha256("".join(said).encode()).hexdigest() == bound[CITY]
        assert (await ben.get(f"{HERE}/map/{table}")).status_code == 200
        assert HERE in (await ben.get("/daily/archive")).text
        assert tomorrow[CITY] in (await ben.get("/daily")).text, "what was announced has come"
        late = await ben.post(HERE, data={"name": "Ben"})
        assert late.url.path.startswith("/t/")
        await world.play(late)
        assert ">Ben<" not in (await ben.get(HERE)).text, "whoever plays a day after it is not ranked"


async def check_secret(world: World, stranger: httpx.AsyncClient, table: str) -> None:
    """Whoever has not finished sees no map and no replay."""
    page = await stranger.get(HERE)
    assert page.status_code == 200
    assert "/map/" not in page.text
    assert "/replay/" not in page.text
    if table:
        for path in (f"{HERE}/map/{table}", f"/replay/{table}", f"/replay/{table}/plain", f"/replay/{table}/eyes/all"):
            assert (await stranger.get(path)).status_code == 403, path
        assert (await stranger.post(f"/replay/{table}/try", data={"ply": "1"})).status_code == 403
    assert (await stranger.get(f"{HERE}/best")).status_code == 403


@in_loop
async def test_ranking_names_and_bad_addresses(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as person:
        for path, problem in BAD.items():
            page = await person.get(path)
            assert (page.status_code, problem in page.text) == (404, True), path
        assert (await person.get(f"{HERE}/map/abcdefgh")).status_code == 404
        nameless = await person.post(HERE, data={"name": "  "})
        assert nameless.status_code == 422
        assert "give a name" in alert(nameless)
        assert (await person.post(HERE, data={"name": "x" * 99})).status_code == 422
        sneaky = await person.post(HERE, data={"name": "<b>Eve", "uncounted": "yes"})
        table = await world.hall.open(sneaky.url.path.split("/")[2].split(".")[0])
        assert table.settings.counted, "nobody looks at the cards first, and counts then"
        await world.play(sneaky)
        async with world.person() as second:
            world.now += HOUR
            await world.play(await second.post(HERE, data={"name": "Ann"}))
            page = await second.get(HERE)
            rows = page.text.partition("<tbody>")[2]
            assert rows.index("&lt;b&gt;Eve") < rows.index("Ann"), "of equals whoever was done first"
            assert "<b>Eve" not in page.text
        both = await asyncio.gather(*(world.person().post(HERE, data={"name": "Quick"}) for _ in range(3)))
        assert sorted(page.status_code for page in both) == [200, 409, 409], "at once from three browsers"


@in_loop
async def test_the_bridge_has_the_same_bots_for_everybody(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as ben:
        tables = []
        for client, name in ((ann, "Ann"), (ben, "Ben")):
            page = await client.post(f"/daily/{DAY}/{BRIDGE}", data={"name": name})
            tables.append(await world.hall.open(page.url.path.split("/")[2].split(".")[0]))
        first, second = tables
        assert first.commitment == second.commitment
        assert first.settings.kinds == second.settings.kinds == ("person", "builder", "builder", "builder")
        assert first.names[1:] == second.names[1:]


@pytest.mark.usefixtures("not_last")
@in_loop
async def test_the_par_is_found_aside_and_kept(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY, solver_seconds=0.3) as world, world.person() as ann:
        begun = await ann.post(HERE, data={"name": "Ann"})
        await world.play(begun)
        for _ in range(600):
            await ann.get(HERE)
            par = await world.hall.store.par(DAY.isoformat(), CITY)
            if par is not None:
                break
            await asyncio.sleep(0.2)
        else:
            pytest.fail("no par")
        assert 0 < par.total <= par.bound
        page = await ann.get(HERE)
        assert f"found: {par.total}" in page.text
        best = await ann.get(f"{HERE}/best?scheme=dark")
        assert best.status_code == 200
        assert best.text.startswith("<svg")
