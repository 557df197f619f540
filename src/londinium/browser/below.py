"""Addresses of an application that stands below a path: what it says is written for the root, and put right on the way out."""

from __future__ import annotations

import re

ATTRIBUTES = r"href|src|action|formaction|data-[a-z-]+"
_MARKUP = re.compile(rf'(\s(?:{ATTRIBUTES})=")/(?!/)')
_SAID = re.compile(rf'(\s(?:{ATTRIBUTES})=\\"|"(?:address|go|url|src|start_url|scope|id)":\s?")/(?!/)')
_PAGE = re.compile(r"<html\b")


def page_below(root: str, markup: str) -> str:
    """A page whose links lead below a root, and which knows the root."""
    return _PAGE.sub(f'<html data-place="browser" data-root="{root}"', _MARKUP.sub(rf"\1{root}/", markup), count=1)


def said_below(root: str, text: str) -> str:
    """The same for JSON, with markup in its texts or without."""
    return _SAID.sub(rf"\1{root}/", text)


def address_below(root: str, address: str) -> str:
    return f"{root}{address}" if address.startswith("/") and not address.startswith("//") else address
