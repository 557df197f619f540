"""The pages of a replay: the one that steps with scripts, and the one that needs none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.match import Match
from londinium.kernel.views import ALL_EYES
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.look.log import entries_of, lines_of
from londinium.look.remark_words import with_remarks
from londinium.look.seats import letters
from londinium.study.replay import final_sheets, step_at, stops
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.reader import reader_of
from londinium.web.pages.templates import as_image, render

ALL = "all"
SPEEDS = ((0.5, "½×"), (1, "1×"), (2, "2×"), (4, "4×"), (8, "8×"))
LINES_BELOW = 12


@dataclass(frozen=True)
class Source:
    """Where the pages of a replay are. A record is sent along with every request, since nothing of it is kept."""

    home: str
    record: str = ""
    name: str = ""

    @property
    def method(self) -> str:
        return "post" if self.record else "get"


def eyes_of(match: Match, words: Language) -> list[tuple[str, str]]:
    """The points of view from which a match can be seen, as addresses name them; a lone player hides nothing from anybody."""
    seats = [(str(seat), name) for seat, name in enumerate(match.names)] if match.seats > 1 else []
    return [(ALL, words.text(N_("All"))), *seats]


def read_eye(name: str, match: Match) -> int:
    """The viewer that an address names."""
    if name == ALL:
        return ALL_EYES
    if not name.isdecimal() or int(name) >= match.seats:
        raise NoSuchPage
    return int(name)


def frame(match: Match, words: Language) -> dict[str, Any]:
    """What the table of a replay needs before anything is shown on it."""
    art, scene = match.game.drawing, Scene(words, match.names)
    return {
        "game": match.game,
        "names": match.names,
        "signs": letters(match.names),
        "eyes": eyes_of(match, words),
        "speeds": SPEEDS,
        "over": match.is_over,
        "judge": None,
        "sprite": art.sprite(),
        "tabs": art.tabs(scene),
    }


def replay_page(request: Request, match: Match, source: Source, own: Sequence[int] = (), **facts: Any) -> Response:
    """The table that shows every step, to a reader who had these seats. What it shows comes from `<home>/eyes/<eye>`."""
    words = reader_of(request).words(match.game)
    facts.setdefault("thinking", {})
    theirs = N_("from the decision of {player}")
    whose = [
        words.text(N_("from your decision")) if seat in own else words.text(theirs, player=name)
        for seat, name in enumerate(match.names)
    ]
    return render(request, "replay.html", source=source, own=list(own), whose=whose, **frame(match, words), **facts)


def plain_replay(request: Request, match: Match, source: Source, ply: str, eye: str) -> Response:
    """One step as a picture, with buttons to the others."""
    reader, game = reader_of(request), match.game
    words = reader.words(game)
    plies, viewer = stops(match), read_eye(eye or ALL, match)
    step = step_at(plies, int(ply)) if ply.isdecimal() and len(ply) < len("1000000") else len(plies) - 1
    here, scene = match.at(plies[step]), Scene(words, match.names)
    view = here.view(viewer, refusals=False, offers=False)
    entries = entries_of(here, viewer, words, match.names)
    pictures = {scheme: as_image(game.drawing.picture(view, scene, scheme)) for scheme in ("light", "dark")}
    facts: dict[str, Any] = {
        "source": source,
        "names": match.names,
        "eyes": eyes_of(match, words),
        "eye": eye or ALL,
        "at": plies[step],
        "first": plies[0],
        "last": plies[-1],
        "back": plies[max(0, step - 1)],
        "on": plies[min(len(plies) - 1, step + 1)],
        "lines": [line.text for line in lines_of(with_remarks(entries, here, viewer, words))][-LINES_BELOW:],
        "pictures": pictures,
        "board": game.drawing.text_board(view, scene),
        "sprite": game.drawing.sprite() if here.is_over else "",
        "sheets": final_sheets(here, words) if here.is_over else "",
    }
    if source.record:
        facts["resend"] = "steps"
    return render(request, "record.html", game=game, **facts)
