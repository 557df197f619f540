"""A match as a short film: one frame per turn, captioned with what happened, as animated SVG, WebP or GIF."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

import msgspec

from londinium.kernel.boxes import BoxFile
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.match import Match
from londinium.kernel.record import read_record
from londinium.kernel.views import ALL_EYES
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
from londinium.look import tokens
from londinium.look.animation import USUAL, animated
from londinium.look.cards import folded, placed_drawing
from londinium.look.ink import Ink
from londinium.look.raster import can_rasterise, png
from londinium.study.cards import best_seat, match_line
from londinium.study.replay import stops, turns
from londinium.work.job import Tell
from londinium.work.memory import needs

FILM_ENDINGS = (".svg", ".webp", ".gif")
FRAME_SECONDS, LAST_SECONDS = 1.2, 4.0
FRAME_WIDE, FRAME_HIGH, CAPTION_HIGH = 1280, 800, 56
"""The shape of every film: the drawing above, the words below."""
CAPTION_SIZE = 22
QUALITY = 80
FILM_MB = 450
"""What making a film of pixels takes."""


@dataclass(frozen=True)
class Cut:
    """How a film is made."""

    eye: int | None = None
    """From whose point of view; None: the winner's."""
    width: int = USUAL
    speed: float = 1.0
    whole: bool = True
    """Turn by turn; else decision by decision."""
    scheme: str = "light"
    code: str = "en"


def can_film(ending: str) -> bool:
    """Whether everything a format needs is installed."""
    return ending == ".svg" or (can_rasterise() and find_spec("PIL") is not None)


def check_film(ending: str) -> None:
    """Check that a film can be made in this format; if not, a LondiniumError says why."""
    if ending not in FILM_ENDINGS:
        raise InvalidOption(N_("a film must be written to a file ending in {endings}"), endings=", ".join(FILM_ENDINGS))
    if not can_film(ending):
        message = N_("a film as {format} needs an extra; install it with: pip install 'londinium[film]', or write it as .svg")
        raise LondiniumError(message, format=ending[1:].upper())


def film(match: Match, ending: str, cut: Cut | None = None, report: Callable[[float], None] | None = None) -> bytes:
    """The whole film in a format. A LondiniumError says what is missing or wrong before any work is done."""
    cut, tell = cut or Cut(), report or (lambda part: None)
    check_film(ending)
    if cut.eye is not None and cut.eye != ALL_EYES and not 0 <= cut.eye < match.seats:
        raise InvalidOption(N_("this match has seats 0 to {last}, not {seat}"), last=match.seats - 1, seat=cut.eye)
    frames = list(film_frames(match, cut, lambda part: tell(part * (0.9 if ending == ".svg" else 0.2))))
    seconds = [FRAME_SECONDS / cut.speed] * (len(frames) - 1) + [LAST_SECONDS]
    if ending == ".svg":
        made = animated(frames, seconds, cut.width).encode()
    else:
        made = _raster(frames, seconds, cut.width, ending, lambda part: tell(0.2 + 0.8 * part))
    tell(1.0)
    return made


def film_frames(match: Match, cut: Cut, report: Callable[[float], None]) -> Iterator[str]:
    """Every frame as an SVG of the same shape; what looks like the frame before it is left out."""
    words, plies = match.words(cut.code), stops(match)
    shown = [plies[step] for step in turns(match, plies)] if cut.whole else plies
    eye = best_seat(match) if cut.eye is None else cut.eye
    eye = ALL_EYES if match.seats == 1 else eye
    told = match.events(eye)
    scene, last, before = Scene(words, match.names), "", 0
    for number, ply in enumerate(shown):
        here = match.at(ply)
        drawing = match.game.drawing.picture(here.view(eye, refusals=False, offers=False), scene, cut.scheme)
        lines = [match.game.face.tell(event, words, match.names) for at, event in told if before <= at < ply]
        caption = match_line(here, words) if here.is_over else " ".join(lines) if number else match_line(here, words)
        frame = _frame(drawing, caption, cut.scheme)
        if frame != last:
            yield frame
        last, before = frame, ply
        report((number + 1) / len(shown))


def _frame(drawing: str, caption: str, scheme: str) -> str:
    colours = tokens.variables({**tokens.TYPE, **(tokens.DARK if scheme == "dark" else tokens.LIGHT)})
    g = Ink().rect(0, 0, FRAME_WIDE, FRAME_HIGH + CAPTION_HIGH, style="fill:var(--paper)")
    g.add(placed_drawing(drawing, 0, 0, FRAME_WIDE, FRAME_HIGH, "xMidYMid meet"))
    line = folded(caption, CAPTION_SIZE, FRAME_WIDE - 60, "sans", 1)[0]
    style = "fill:var(--ink);font-family:var(--sans);text-anchor:middle"
    g.text(FRAME_WIDE / 2, FRAME_HIGH + CAPTION_HIGH / 2 + 6, line, CAPTION_SIZE, style=style)
    high = FRAME_HIGH + CAPTION_HIGH
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {FRAME_WIDE} {high}" width="{FRAME_WIDE}" height="{high}">'
        f"<style>:root{{{colours}}}</style>{g}</svg>"
    )


def _raster(frames: list[str], seconds: list[float], width: int, ending: str, report: Callable[[float], None]) -> bytes:
    from PIL import Image

    pictures = []
    for number, frame in enumerate(frames):
        pictures.append(Image.open(io.BytesIO(png(frame, width))).convert("RGB"))
        report((number + 1) / (len(frames) + 1))
    buffer = io.BytesIO()
    facts = {"save_all": True, "append_images": pictures[1:], "duration": [round(1000 * each) for each in seconds], "loop": 0}
    if ending == ".webp":
        pictures[0].save(buffer, "WEBP", quality=QUALITY, method=3, **facts)
    else:
        pictures[0].save(buffer, "GIF", optimize=True, **facts)
    return buffer.getvalue()


# ── Aside ────────────────────────────────────────────────────────────────────


class FilmTask(msgspec.Struct, frozen=True):
    """A film to be made in a process of its own."""

    record: str
    ending: str
    code: str
    eye: int | None = None
    scheme: str = "light"
    width: int = USUAL
    box: BoxFile | None = None


@needs(FILM_MB)
def film_job(task: FilmTask, tell: Tell) -> bytes:
    match = read_record(task.record, box=task.box)
    cut = Cut(task.eye, task.width, scheme=task.scheme, code=task.code)
    return b64encode(film(match, task.ending, cut, tell))
