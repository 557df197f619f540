"""A match as an environment shows it: text for a terminal, an SVG, or pixels."""

from __future__ import annotations

from io import BytesIO, StringIO
from typing import Any
from xml.etree.ElementTree import ParseError

import numpy as np

from londinium.envs.extras import library
from londinium.kernel.entries import WrongType, entry, shortened
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_, InvalidOption
from londinium.kernel.words.nearest import unknown
from londinium.look.raster import png

MODES = ("human", "ansi", "svg", "rgb_array")
PIXELS_WIDE = 960
"""Pixels of an `rgb_array`."""
TEXT_COLUMNS = 120
"""Characters of a line of text."""


@entry
def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in MODES:
        message = N_("there is no render mode '{mode}'; choose one of: {known}")
        raise unknown(InvalidOption, message, mode, MODES, mode=mode)


@entry
def render_match(match: Match, seat: int | None, mode: str | None) -> Any:
    """The match as a seat sees it (None: a spectator). In the mode `human` it is printed."""
    if mode == "svg":
        return str(match.svg(seat))
    if mode == "rgb_array":
        return pixels(match.svg(seat))
    text = match_text(match, seat, colours=mode == "ansi")
    if mode != "human":
        return text
    print(text)
    return None


@entry
def pixels(svg: str) -> Any:
    """A picture as red, green and blue by row and column."""
    try:
        data = png(svg, PIXELS_WIDE)
    except ParseError:
        raise WrongType(N_("{name} must be {kind}, not {given}"), name="svg", kind="SVG", given=shortened(svg)) from None
    image = library("PIL.Image", "rl").open(BytesIO(data))
    return np.array(image.convert("RGB"))


@entry
def match_text(match: Match, seat: int | None, colours: bool = False) -> str:
    from rich.console import Console

    paper = StringIO()
    console = Console(file=paper, width=TEXT_COLUMNS, force_terminal=colours, color_system="standard" if colours else None)
    console.print(match.game.face.draw_text(match.view(seat, refusals=False), match.words(), match.names))
    return paper.getvalue()
