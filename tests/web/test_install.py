"""What makes the site an app: manifest, icons, colours, a service worker that keeps the shell and never a table."""

from __future__ import annotations

import io
import re
from datetime import date
from pathlib import Path

from PIL import Image

from londinium.web.http.assets import STATIC

from .site import in_loop, serving

DAY = date(2026, 11, 20)


@in_loop
async def test_the_manifest_and_its_icons(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person("it") as ben:
        home = (await ann.get("/")).text
        assert '<link rel="manifest" href="/manifest.webmanifest">' in home
        manifest = await ann.get("/manifest.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"
        told = manifest.json()
        assert (told["display"], told["start_url"], told["scope"]) == ("standalone", "/", "/")
        assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} == {
            ("192x192", "any"),
            ("512x512", "any"),
            ("512x512", "maskable"),
        }
        for icon in told["icons"]:
            answer = await ann.get(icon["src"])
            assert answer.headers["content-type"] == "image/png"
            assert "x".join(map(str, Image.open(io.BytesIO(answer.content)).size)) == icon["sizes"]
        assert (await ben.get("/manifest.webmanifest")).json()["shortcuts"][0]["name"] == "Sfida del giorno"
        touch = re.findall(r'rel="apple-touch-icon" href="([^"]+)"', home)[0]
        for path in (touch, "/apple-touch-icon.png"):
            assert Image.open(io.BytesIO((await ann.get(path)).content)).size == (180, 180)


@in_loop
async def test_colours_for_light_and_dark(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        colours = re.compile(r'<meta name="theme-color" content="(#\w+)"(?: media="([^"]+)")?>')
        assert colours.findall((await ann.get("/")).text) == [
            ("#f6efdf", "(prefers-color-scheme: light)"),
            ("#12161e", "(prefers-color-scheme: dark)"),
        ]
        assert colours.findall((await ann.get("/?scheme=dark")).text) == [("#12161e", "")]


@in_loop
async def test_the_service_worker_follows_the_assets(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        worker = await ann.get("/worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache", "a browser must hear of a new one"
        assert world.site.assets.digest in worker.text
        assert "DIGEST" not in worker.text
        for path in re.findall(r"\$\{ASSETS\}([\w.-]+)`", worker.text):
            assert (await ann.get(world.site.assets.address(path))).status_code == 200, path
        alone = await ann.get("/no-network")
        assert "No connection" in alone.text
        policy = (await ann.get("/")).headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe-eval" not in policy


@in_loop
async def test_what_is_not_to_be_indexed(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        for path in ("/t/x", "/invite/x", "/replay/x", "/replay/x/card.png", "/t/x/push"):
            assert (await ann.get(path)).headers["x-robots-tag"].startswith("noindex"), path
        robots = (await ann.get("/robots.txt")).text
        everybody, cards = robots.split("\n\n")
        assert "Disallow: /replay/" in everybody
        assert "User-agent: Twitterbot" in cards
        assert "/replay/" not in cards, "whoever draws a preview may read the page it is of"


def test_the_icons_are_those_of_the_sign() -> None:
    import importlib.util

    source = Path(__file__).parents[2] / "docs" / "icons.py"
    spec = importlib.util.spec_from_file_location("icons", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, content in module.icons().items():
        made, kept = (Image.open(io.BytesIO(each)).convert("RGBA") for each in (content, (STATIC / name).read_bytes()))
        assert made.size == kept.size, name
        assert made.tobytes() == kept.tobytes(), f"{name} is out of date: python docs/icons.py"
