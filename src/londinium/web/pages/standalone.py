"""A match as one HTML file that needs nothing else: no server, no network, no other file."""

from __future__ import annotations

import base64
from urllib.parse import quote

from londinium.kernel.match import Match
from londinium.study.graph import GRAPH_STYLE
from londinium.web.background.replays import packed_replay
from londinium.web.http.assets import STATIC, site_stylesheet
from londinium.web.http.bundle import bundle
from londinium.web.pages.judge import carried_judge
from londinium.web.pages.replay import eyes_of, frame, read_eye
from londinium.web.pages.templates import credits, environment


def standalone(match: Match, code: str, seat: int | None = None, *, thinks: bool = True) -> str:
    """The whole replay, from everybody's point of view, or from that of one seat only. It can be asked what to play."""
    words = match.words(code)
    eyes = [(eye, name) for eye, name in eyes_of(match, words) if seat is None or eye == str(seat)] or eyes_of(match, words)
    packed = [(eye, base64.b64encode(packed_replay(match, code, read_eye(eye, match))).decode()) for eye, _ in eyes]
    judge = carried_judge(match, code, seat) if thinks else None
    styles = site_stylesheet() + match.game.drawing.stylesheet() + (STATIC / "replay.css").read_text(encoding="utf-8")
    if judge is not None:
        styles += (STATIC / "ideas.css").read_text(encoding="utf-8") + GRAPH_STYLE
    return (
        environment()
        .get_template("standalone.html")
        .render(
            **{**frame(match, words), "eyes": eyes, "judge": judge},
            code=code,
            text=words.text,
            source=None,
            credits=credits(words),
            data=packed,
            styles=styles,
            script=bundle("replay.js"),
            icon_address="data:image/svg+xml," + quote((STATIC / "icon.svg").read_text(encoding="utf-8")),
        )
    )


def file_name(match: Match, name: str) -> str:
    """What such a file is called."""
    return f"{match.game.slug}-{name}.html"
