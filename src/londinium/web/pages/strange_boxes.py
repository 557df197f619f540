"""Boxes that come with an address or a form, read aside and counted."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request

from londinium.kernel.boxes import BoxFile
from londinium.kernel.contracts.workshop import workshop_of
from londinium.kernel.game import Game
from londinium.web.pages.boxes import sent_box
from londinium.web.site import check_pace, site_of


async def box_sent_with(request: Request, game: Game, sent: Mapping[str, object]) -> BoxFile | None:
    """The box that an address or a form asks to play with, if any."""
    if not sent.get("box"):
        return None
    check_pace(request, "edits")
    return await site_of(request).readings.read(lambda: sent_box(sent, workshop_of(game)))
