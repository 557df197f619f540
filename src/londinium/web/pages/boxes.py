"""Boxes in addresses: the text of a box file, compressed, so that a link is the box and nobody has to keep it."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from pathlib import PurePath

from londinium.kernel.boxes import BoxFile
from londinium.kernel.contracts.workshop import Workshop, without_comments
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table.settings import LARGEST_BOX
from londinium.web.http.reader import clean_name

LONGEST_CODE = 6000
"""Signs of a box in an address: what browsers and messengers carry without cutting it."""
BOX_CODE = re.compile(r"[A-Za-z0-9_-]+")


class BadBox(LondiniumError):
    """A link that holds no box, or a box that fits into no link."""


def packed_box(text: str) -> str:
    """A box as a word in an address."""
    try:
        code = urlsafe_b64encode(zlib.compress(without_comments(text).encode(), 9)).decode().rstrip("=")
    except UnicodeEncodeError:
        raise BadBox(N_("this is not plain text")) from None
    if len(code) > LONGEST_CODE:
        raise BadBox(N_("this file is too large for the workshop"))
    return code


def unpacked_box(code: str) -> str:
    """The text of a box in an address. However little is sent, no more is unpacked than a box may hold."""
    damaged = BadBox(N_("this link is damaged: it cannot be read"))
    if len(code) > LONGEST_CODE or not BOX_CODE.fullmatch(code):
        raise damaged
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(urlsafe_b64decode(code + "=" * (-len(code) % 4)), LARGEST_BOX)
        if not unpacking.eof:
            raise damaged
        return text.decode()
    except (zlib.error, ValueError):
        raise damaged from None


def kept_name(shop: Workshop, name: str) -> str:
    """What a file is called: `city.txt`, or `new-rome.txt` after the name that somebody gave."""
    words = re.findall(r"\w+", clean_name(name).lower(), re.ASCII)
    return f"{'-'.join(words)}{PurePath(shop.FILE).suffix}" if words else shop.FILE


def sent_box(sent: Mapping[str, object], shop: Workshop | None) -> BoxFile | None:
    """The box that an address or a form asks to play with, if any."""
    code, name = sent.get("box"), sent.get("box_name")
    if shop is None or not isinstance(code, str) or not code:
        return None
    text = shop.whole_file(unpacked_box(code), ())
    return BoxFile(kept_name(shop, name if isinstance(name, str) else ""), text)
