"""Web Push: a short encrypted message to a browser whose page is closed, by the service that its maker runs.

The protocol (RFC 8030, 8188, 8291, 8292) is the work of `pywebpush`, which comes with the `[push]` extra; without it nothing is
pushed, and everything else works. The server's key pair follows from the secret that its database keeps, so it is there from the
first start, the same in every process, and moves with the database. Browsers tell us where to send to, so we send only to
services we know.
"""

from __future__ import annotations

import base64
import logging
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from londinium.table.links import Links
from londinium.table.store.subscriptions import Subscription

_log = logging.getLogger(__name__)

PUSH_SERVICES = ("fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
"""Of Chrome and its relatives, Firefox, Safari, Edge. A dot at the beginning: every machine below it."""
PUSH_PATIENCE = 10.0
"""Seconds for a service to answer."""
KEPT_FOR = 12 * 3600
"""Seconds for which a service keeps a message for a browser that is off."""
LONGEST_ENDPOINT = 1000
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
KEY_BYTES, AUTH_BYTES = 65, 16
GONE_FOR_GOOD = (404, 410)


class SubscriptionGone(Exception):
    """The browser no longer wants to hear anything, or is not there."""


class NotPushed(Exception):
    """The service could not be reached, or did not take the message."""


def can_push() -> bool:
    """Whether the extra is there."""
    return find_spec("pywebpush") is not None


@dataclass(frozen=True)
class PushKey:
    """The key pair of this server: browsers get the public half, and take messages only from the holder of the other."""

    vapid: Any
    public: str

    @classmethod
    def of(cls, links: Links) -> PushKey:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02

        number = int.from_bytes(links.derived("push key"), "big") % (P256_ORDER - 1) + 1
        private = ec.derive_private_key(number, ec.SECP256R1())
        public = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return cls(Vapid02(private), base64.urlsafe_b64encode(public).rstrip(b"=").decode())


@dataclass(frozen=True)
class Pusher:
    """Sends messages; slow, so it is called in a thread of a queue."""

    key: PushKey
    contact: str = ""
    """Whom a service may ask about us: a mail address or a link of this server's operator."""
    services: tuple[str, ...] = ()
    """Further services, by their origin: `https://push.example.org`."""

    def accepts(self, endpoint: str) -> bool:
        """Whether this is an address that we send to."""
        try:
            parts = urlsplit(endpoint)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            return False
        if len(endpoint) > LONGEST_ENDPOINT or "@" in parts.netloc or not endpoint.isascii():
            return False
        if f"{parts.scheme}://{parts.netloc}" in self.services:
            return True
        known = any(host == name or (name[0] == "." and host.endswith(name)) for name in PUSH_SERVICES)
        return parts.scheme == "https" and port in (None, 443) and known

    def send(self, to: Subscription, message: str, topic: str) -> None:
        """Encrypt and send; SubscriptionGone or NotPushed."""
        import requests
        from pywebpush import WebPushException, webpush

        session = requests.Session()
        session.max_redirects = 0  # a service that we know does not send us elsewhere
        info = {"endpoint": to.endpoint, "keys": {"p256dh": to.keys.p256dh, "auth": to.keys.auth}}
        claims: dict[str, str | int] = {"sub": self._subject()}
        try:
            webpush(
                info,
                message,
                vapid_private_key=self.key.vapid,
                vapid_claims=claims,
                ttl=KEPT_FOR,
                timeout=PUSH_PATIENCE,
                headers={"urgency": "high", "topic": topic},
                requests_session=session,
            )
        except WebPushException as error:
            status = getattr(error.response, "status_code", None)
            if status in GONE_FOR_GOOD:
                raise SubscriptionGone from None
            raise NotPushed(f"status {status}") from None
        except (requests.RequestException, OSError, ValueError) as error:
            raise NotPushed(type(error).__name__) from None
        finally:
            session.close()

    def _subject(self) -> str:
        if self.contact.startswith("https://"):
            return self.contact
        return f"mailto:{self.contact}" if "@" in self.contact and " " not in self.contact else "mailto:nobody@localhost"


def is_push_key(text: str, length: int) -> bool:
    """Whether a text is this many bytes, as browsers write them."""
    try:
        return len(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) == length
    except ValueError:
        return False
