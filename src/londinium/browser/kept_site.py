"""The site that is kept for the server of this machine."""

from __future__ import annotations

from pathlib import Path

from londinium.kernel.rules import cache_home


def site_home() -> Path:
    """Where `londinium site` writes it, unless another folder is named."""
    return cache_home() / "site"


def kept_site() -> Path | None:
    """Its folder, if there is one."""
    return site_home() if (site_home() / "facts.json").exists() else None
