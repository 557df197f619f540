"""A server offers the site without a server, if somebody has written one."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from londinium.web.place import Place

from .site import in_loop, serving

DAY = date(2026, 7, 14)


@in_loop
async def test_a_site_is_offered_at_home_and_served_below_its_address(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    (folder / "pyodide").mkdir(parents=True)
    (folder / "index.html").write_text("<title>here</title>")
    (folder / "pyodide" / "pyodide.asm.wasm.gz").write_bytes(b"packed")
    (tmp_path / "secret.txt").write_text("secret")
    async with serving(tmp_path, DAY, place=Place(offline=folder)) as world, world.person() as ann:
        assert 'href="/offline/"' in (await ann.get("/")).text
        page = await ann.get("/offline")
        assert page.url.path == "/offline/"
        assert page.text == "<title>here</title>"
        assert page.headers["content-type"].startswith("text/html")
        assert "wasm-unsafe-eval" in page.headers["content-security-policy"], "it runs WebAssembly; other pages may not"
        packed = await ann.get("/offline/pyodide/pyodide.asm.wasm.gz")
        assert packed.content == b"packed"
        assert "content-encoding" not in packed.headers, "its own scripts unpack it"
        for path in ("/offline/missing.js", "/offline/../secret.txt", "/offline/%2e%2e/secret.txt", "/offline/pyodide"):
            answer = await ann.get(path)
            assert answer.status_code == 404, path
            assert "secret" not in answer.text.replace("secret.txt", "")


@in_loop
async def test_without_a_site_nothing_is_offered(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        assert "/offline" not in (await ann.get("/")).text
        assert (await ann.get("/offline/")).status_code == 404
