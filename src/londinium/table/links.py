"""Secret links: the link of a seat is all it takes to sit there; no account, no password.

A token is `table.role.renewal.signature`: the role is a seat or `w` for watching, and the signature binds the three to this
server's secret. A renewed link has the next renewal number, and earlier ones no longer open anything.

The host may replace the secret. What an old one has signed is good as long as the host said then; what else followed from it, the
shuffles of days and tournaments whose hash was shown, follows from it for ever.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

from londinium.kernel.words.errors import N_
from londinium.table.errors import BadLink

WATCH = "w"
FREE = "free"
"""The role of the one link for all free seats."""
LONGEST_TOKEN = 100
SIGNATURE_BYTES = 16
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True)
class Claim:
    """What a link says of itself, once its signature was found true."""

    table: str
    seat: int | None
    renewal: int


def new_table_id() -> str:
    """Ten letters that cannot be mistaken for each other: some 49 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def is_table_id(text: str) -> bool:
    """Whether a text could be the id of a table; whatever else somebody types is not even looked up."""
    return 0 < len(text) <= 32 and text.isascii() and text.isalnum()


def new_secret() -> bytes:
    return secrets.token_bytes(32)


@dataclass(frozen=True)
class Retired:
    """A secret that was replaced, when, and until when its links are good; in milliseconds since 1970."""

    secret: bytes
    at: int
    accepted_until: int


class Links:
    """Makes and reads the links of one server."""

    def __init__(self, secret: bytes, retired: Sequence[Retired] = ()) -> None:
        self.renew(secret, retired)

    def renew(self, secret: bytes, retired: Sequence[Retired] = ()) -> None:
        """Sign with this secret from now on; those it has replaced come oldest first."""
        self._secret, self._retired = secret, tuple(retired)

    def token(self, table: str, seat: int | None, renewal: int = 0) -> str:
        said = f"{table}.{WATCH if seat is None else seat}.{renewal}"
        return f"{said}.{self._signature(said)}"

    def free_token(self, table: str) -> str:
        """Its holder may take the next free seat of a table."""
        said = f"{table}.{FREE}.0"
        return f"{said}.{self._signature(said)}"

    def read_free(self, token: str) -> str:
        """The table whose free seats a token is for; BadLink if we have not signed it for that."""
        table, role, _ = self._said(token).split(".")
        if role != FREE:
            raise BadLink(N_("this link is not valid; ask for a new one"))
        return table

    def read(self, token: str) -> Claim:
        """What a token opens; BadLink if we have not signed it. Whether it was renewed since, the table knows."""
        said = self._said(token)
        table, role, renewal = said.split(".")
        if role == FREE:
            raise BadLink(N_("this link is not valid; ask for a new one"))
        return Claim(table, None if role == WATCH else int(role), int(renewal))

    def _said(self, token: str) -> str:
        """What a token says, if the signature is ours."""
        said, _, signature = token.rpartition(".") if len(token) <= LONGEST_TOKEN and token.isascii() else ("", "", "")
        if not any(hmac.compare_digest(self._signature(said, secret), signature) for secret in self.accepted):
            raise BadLink(N_("this link is not valid; ask for a new one"))
        return said

    @property
    def accepted(self) -> list[bytes]:
        """The secrets whose links are good now, that of today first."""
        now = time.time() * 1000
        return [self._secret, *(old.secret for old in reversed(self._retired) if now < old.accepted_until)]

    def derived(self, purpose: str, at: int | None = None) -> bytes:
        """32 bytes that follow from the secret and say nothing about it, nor about those for any other purpose; from the one that
        was in force at a moment, where others may have been told then what follows from it.
        """
        secret = self._secret if at is None else next((old.secret for old in self._retired if at < old.at), self._secret)
        return hmac.new(secret, f"londinium {purpose}".encode(), hashlib.sha256).digest()

    def _signature(self, said: str, secret: bytes | None = None) -> str:
        key = self._secret if secret is None else secret
        code = hmac.new(key, f"londinium link\n{said}".encode(), hashlib.sha256).digest()[:SIGNATURE_BYTES]
        return base64.urlsafe_b64encode(code).rstrip(b"=").decode()
