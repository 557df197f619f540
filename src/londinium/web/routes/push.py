"""A browser wants to hear of its turn while no page is open, or no longer wants to. It belongs to the seat of the link."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.words.errors import N_
from londinium.table.errors import InvalidCommand, NotAllowed
from londinium.table.store.subscriptions import Subscription, SubscriptionKeys
from londinium.web.background.push import AUTH_BYTES, KEY_BYTES, is_push_key
from londinium.web.http.reader import reader_of
from londinium.web.pages.memory import token_of
from londinium.web.site import check_pace, site_of

LARGEST_WISH = 4096


class Wish(msgspec.Struct, frozen=True):
    """What `PushSubscription.toJSON` gives; the rest of it is of no use."""

    endpoint: str
    keys: SubscriptionKeys | None = None


async def _wish(request: Request) -> Wish:
    check_pace(request, "posts")
    body = await request.body()
    try:
        return msgspec.json.decode(body[: LARGEST_WISH + 1], type=Wish)
    except (msgspec.DecodeError, UnicodeError):
        raise InvalidCommand(N_("this is not a subscription")) from None


async def subscribe(request: Request) -> Response:
    site, entered = site_of(request), await site_of(request).hall.enter_seated(await token_of(request))
    wish, pusher, seat = await _wish(request), site.bells.pusher, entered.seat
    if seat is None or pusher is None or not entered.table.seats[seat].joined:
        raise NotAllowed(N_("this link has no turn to notify you of, or this server sends no notifications"))
    keys = wish.keys
    if keys is None or not (is_push_key(keys.p256dh, KEY_BYTES) and is_push_key(keys.auth, AUTH_BYTES)):
        raise InvalidCommand(N_("this is not a subscription"))
    if not pusher.accepts(wish.endpoint):
        raise NotAllowed(N_("this server does not send to the push service of your browser"))
    table = entered.table
    if not table.is_over:
        one = Subscription(wish.endpoint, keys, table.renewal(seat), reader_of(request).code)
        await site.hall.store.keep_subscription(table.id, seat, one, site.hall.now())
    return Response(status_code=204)


async def unsubscribe(request: Request) -> Response:
    site, entered = site_of(request), await site_of(request).hall.enter_seated(await token_of(request))
    wish = await _wish(request)
    if entered.seat is not None:
        await site.hall.store.drop_subscription(entered.table.id, entered.seat, wish.endpoint)
    return Response(status_code=204)
