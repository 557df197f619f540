"""The installed site: a service worker that keeps the shell and no table, and notifications while no page is open."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, expect

from londinium.table.store import open_store
from londinium.table.store.subscriptions import Subscription

from .person import DESKTOP, PHONE, Person
from .tables import CITY, Prepared, run

if TYPE_CHECKING:
    from conftest import Server

ALLOWED: dict[str, Any] = {"service_workers": "allow"}
READY = "() => navigator.serviceWorker.ready.then(found => found.active?.state === 'activated')"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found;
}"""
SUBSCRIPTION = {
    "endpoint": "https://fcm.googleapis.com/fcm/send/test",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
PUSH_SERVICE = f"""
PushManager.prototype.getSubscription = async () => window.subscribed ?? null;
PushManager.prototype.subscribe = async (options) => {{
  window.asked = options;
  return (window.subscribed = {{ ...{json.dumps(SUBSCRIPTION)}, toJSON() {{ return {json.dumps(SUBSCRIPTION)}; }} }});
}};
"""
"""In place of the service that the makers of Chromium run, which is out of reach here."""


def test_the_shell_is_kept_and_pages_never_are(
    arrive: Callable[..., Person], server: Server, table: Callable[..., Prepared]
) -> None:
    prepared = table(CITY, seats=1, seed=3)
    person = arrive(**PHONE, **ALLOWED)
    page = person.page
    person.open(prepared.link(0))
    page.wait_for_function(READY)
    person.open(prepared.link(0))  # now by the worker
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kept = page.evaluate(KEPT)
    assert "/no-network" in kept
    assert any(path.endswith("/site.css") for path in kept)
    assert [path for path in kept if not path.startswith("/assets/") and path != "/no-network"] == [], "no page, no table"
    # A table fetches what thinks for it a second after it was shown: the network is cut on a page that has all it wants.
    page.goto(server.url, wait_until="networkidle")
    person.forgives = True
    person.context.set_offline(True)
    page.goto(server.url, wait_until="domcontentloaded")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    person.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator(".home")).to_be_visible()


def test_notifications_are_asked_for_by_a_click_only(
    arrive: Callable[..., Person], server: Server, table: Callable[..., Prepared]
) -> None:
    pytest.importorskip("pywebpush", reason="the extra [push] is not there")
    prepared = table(CITY, seats=1, seed=4)
    person = arrive(permissions=["notifications"], **ALLOWED)
    page = person.page
    page.add_init_script(PUSH_SERVICE)
    person.open(prepared.link(0))
    page.wait_for_function(READY)
    assert page.evaluate("window.asked") is None, "nobody is asked before they want it"
    assert run(kept_for(server, prepared)) == []
    page.locator(".tools [data-open=menu]").click()
    with page.expect_response(lambda answer: answer.url.endswith("/push")) as answered:
        page.locator("#menu [data-setting=notify]").check()
    assert answered.value.status == 204
    assert page.evaluate("window.asked.userVisibleOnly") is True
    assert len(page.evaluate("window.asked.applicationServerKey")) == 87
    assert [one.endpoint for one in run(kept_for(server, prepared))] == [SUBSCRIPTION["endpoint"]]
    with page.expect_response(lambda answer: answer.url.endswith("/push/stop")) as answered:
        page.locator("#menu [data-setting=notify]").uncheck()
    assert answered.value.status == 204
    assert run(kept_for(server, prepared)) == []


async def kept_for(server: Server, prepared: Prepared) -> list[Subscription]:
    store = await open_store(server.database)
    try:
        return await store.subscriptions(prepared.id, 0)
    finally:
        await store.close()


def test_what_is_pushed_is_shown_unless_the_table_is_before_ones_eyes(
    windowed: Browser, server: Server, table: Callable[..., Prepared]
) -> None:
    prepared = table(CITY, seats=1, seed=5)
    person = Person(windowed.new_context(**{**DESKTOP, "permissions": ["notifications"], **ALLOWED}))
    page = person.page
    page.goto(server.url)
    page.wait_for_function(READY)
    client = person.context.new_cdp_session(page)
    registrations: list[str] = []
    client.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(r["registrationId"] for r in told["registrations"]),
    )
    client.send("ServiceWorker.enable")
    for _ in range(100):  # it is told when it pleases the browser
        if registrations:
            break
        page.wait_for_timeout(100)
    said = {"title": "Your turn", "body": "Ben", "url": f"/table/{prepared.id}/0", "tag": "x"}

    def push() -> list[str]:
        facts = {"origin": server.url, "registrationId": registrations[-1], "data": json.dumps(said)}
        client.send("ServiceWorker.deliverPushMessage", facts)
        page.wait_for_timeout(500)
        shown = "navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all => all.map(n => n.title + ': ' + n.body))"
        found: list[str] = page.evaluate(shown)
        return found

    assert push() == ["Your turn: Ben"]
    page.evaluate("navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all => all.forEach(n => n.close()))")
    person.open(prepared.link(0))
    assert push() == [], "the table is open and seen"
    assert person.problems == []
