"""Secret links: whoever has the link of a seat sits on it; no account, no password.

A token is `table.role.renewal.signature`: the role is a seat or `w` for watching, and the signature binds the three to this
server's secret. A renewed link has the next renewal number, and those before open nothing any more.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
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


class Links:
    """Makes and reads the links of one server."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def token(self, table: str, seat: int | None, renewal: int = 0) -> str:
        said = f"{table}.{WATCH if seat is None else seat}.{renewal}"
        return f"{said}.{self._signature(said)}"

    def free_token(self, table: str) -> str:
        """Whoever has this may take the next free seat of a table."""
        said = f"{table}.{FREE}.0"
        return f"{said}.{self._signature(said)}"

    def read_free(self, token: str) -> str:
        """The table whose free seats a token is for; BadLink if we have not signed it for that."""
        table, role, _ = self._said(token).split(".")
        if role != FREE:
            raise BadLink(N_("this link opens nothing; ask for a new one"))
        return table

    def read(self, token: str) -> Claim:
        """What a token opens; BadLink if we have not signed it. Whether it was renewed since, the table knows."""
        said = self._said(token)
        table, role, renewal = said.split(".")
        if role == FREE:
            raise BadLink(N_("this link opens nothing; ask for a new one"))
        return Claim(table, None if role == WATCH else int(role), int(renewal))

    def _said(self, token: str) -> str:
        """What a token says, if the signature is ours."""
        said, _, signature = token.rpartition(".") if len(token) <= LONGEST_TOKEN and token.isascii() else ("", "", "")
        if not hmac.compare_digest(self._signature(said), signature):
            raise BadLink(N_("this link opens nothing; ask for a new one"))
        return said

    def derived(self, purpose: str) -> bytes:
        """32 bytes that follow from the secret and say nothing about it, nor about those for any other purpose."""
        return hmac.new(self._secret, f"londinium {purpose}".encode(), hashlib.sha256).digest()

    def _signature(self, said: str) -> str:
        code = hmac.new(self._secret, f"londinium link\n{said}".encode(), hashlib.sha256).digest()[:SIGNATURE_BYTES]
        return base64.urlsafe_b64encode(code).rstrip(b"=").decode()
