"""What browsers ask for by themselves: icons, the manifest of the installed site, the service worker, what not to index."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from londinium.look.tokens import LIGHT
from londinium.web.http.guard import BY_LINK
from londinium.web.http.reader import reader_of
from londinium.web.pages.templates import render, shown_games
from londinium.web.site import site_of

A_WEEK = "public, max-age=604800"
NOT_FOR_CRAWLERS = (*BY_LINK, "/ws/", "/replay/", "/open", "/workshop/", "/play/", "/metrics")
"""Whatever a secret link opens, and what only costs work."""
READERS_OF_CARDS = ("facebookexternalhit", "Twitterbot", "LinkedInBot", "Slackbot", "TelegramBot", "WhatsApp", "Discordbot")
"""They fetch only what somebody sends in a message, to show its card; nothing of it is indexed, which the pages' headers say."""


async def favicon(request: Request) -> Response:
    """The sign of the site where browsers look for one by themselves."""
    content = site_of(request).assets.content("favicon.ico")
    return Response(content, media_type="image/x-icon", headers={"cache-control": A_WEEK})


async def touch_icon(request: Request) -> Response:
    """Where iPhones look for one."""
    content = site_of(request).assets.content("apple-touch-icon.png")
    return Response(content, media_type="image/png", headers={"cache-control": A_WEEK})


async def robots(request: Request) -> Response:
    prefix = request.scope.get("prefix", "")
    everybody = "User-agent: *\n" + "".join(f"Disallow: {prefix}{path}\n" for path in NOT_FOR_CRAWLERS)
    readers = "".join(f"User-agent: {name}\n" for name in READERS_OF_CARDS)
    cards = f"{readers}Disallow: {prefix}/ws/\nDisallow: {prefix}/metrics\n"
    return PlainTextResponse(f"{everybody}\n{cards}")


async def manifest(request: Request) -> Response:
    """The site as an app, in the reader's language."""
    words, address = reader_of(request).words(), site_of(request).assets.address
    icons = [
        {"src": address(f"icon-{name}.png"), "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
        for name, side, purpose in (("192", 192, "any"), ("512", 512, "any"), ("maskable-512", 512, "maskable"))
    ]
    daily = {"name": words.text("Daily challenge"), "url": "/daily"}
    shortcuts = [daily, *({"name": game.title, "url": f"/new/{game.slug}"} for game in shown_games()[:3])]
    facts = {
        "id": "/",
        "name": "Londinium",
        "short_name": "Londinium",
        "description": words.text("Open a link, pick a name, play. Friends or bots, live or in your own time. No account."),
        "lang": words.code,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": LIGHT["paper"],
        "theme_color": LIGHT["paper"],
        "icons": icons,
        "shortcuts": shortcuts,
    }
    headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
    return JSONResponse(facts, headers=headers, media_type="application/manifest+json")


async def worker(request: Request) -> Response:
    """The service worker. It stands at the root, since it may only look after what is below it; with the assets it changes, and
    so browsers put the new one in its place by themselves.
    """
    assets = site_of(request).assets
    script = assets.content("worker.js").decode().replace("DIGEST", assets.digest)
    script = script.replace("PREFIX", request.scope.get("prefix", ""))
    headers = {"cache-control": "no-cache"}
    return Response(script, media_type="text/javascript; charset=utf-8", headers=headers)


async def no_network(request: Request) -> Response:
    """What the service worker shows where there is no network: in the language of the last person here."""
    return render(request, "offline.html")
