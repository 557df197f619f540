"""Films of matches: every frame shows what the picture of its moment shows, and what is the same is there once."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.kernel.registry import game
from londinium.kernel.words.errors import InvalidOption, LondiniumError
from londinium.look.animation import animated
from londinium.look.cascade import SVG
from londinium.study import film as films
from londinium.study.film import Cut, film, film_frames
from londinium.study.replay import stops, turns

RECORDS = {
    "old-london-bridge": "four-greedy-expansion.record",
    "next-station-london": "two-greedy-objectives.record",
}


def match_of(slug: str) -> Match:
    return load_record(game(slug).folder / "records" / RECORDS[slug])


def seen(svg: str, frame: int) -> str:
    """What an animated picture shows in a frame, with all that hides itself taken out."""
    root = ElementTree.fromstring(svg)
    sheet = next(root.iter(f"{{{SVG}}}style")).text or ""
    moments = dict(re.findall(r"@keyframes (film\d+)\{(.*?\})\}", sheet))
    length = max(float(each) for each in re.findall(r"film\d+ ([\d.]+)s", sheet) or ["1"])
    root.remove(root[0])

    def strip(element: ElementTree.Element) -> None:
        for at, child in reversed(list(enumerate(element))):
            name = child.get("class", "")
            if name in moments:
                if _is_visible(moments[name], 100 * frame / length):
                    element[at : at + 1] = list(child)
                else:
                    element.remove(child)
        for child in element:
            strip(child)

    for _ in range(8):  # what was wrapped may hold what was wrapped
        strip(root)
    return ElementTree.tostring(root, encoding="unicode")


def _is_visible(rule: str, at: float) -> bool:
    steps = [(float(percent), value) for percent, value in re.findall(r"([\d.]+)%\{visibility:(\w+)\}", rule)]
    before = [value for percent, value in steps if percent <= at + 0.01]
    return bool(before[-1] == "visible")


def plain(svg: str) -> str:
    return ElementTree.tostring(ElementTree.fromstring(svg), encoding="unicode")


def test_frames_are_laid_over_each_other() -> None:
    head = f'<svg xmlns="{SVG}" viewBox="0 0 10 10">'
    frames = [
        f'{head}<g class="a"><rect id="1"/><rect id="2"/></g><circle/></svg>',
        f'{head}<g class="a"><rect id="1"/><path d="M0 0"/></g><circle/></svg>',
        f'{head}<g class="a"><rect id="1"/><rect id="2"/></g><text>x</text></svg>',
    ]
    made = animated(frames, [1, 1, 1])
    assert [seen(made, frame) for frame in range(3)] == [plain(frame) for frame in frames]
    assert made.count('id="1"') == 1
    assert made.count('id="2"') == 1, "what comes back is there once"


@pytest.mark.parametrize("slug", RECORDS)
def test_an_animated_picture_shows_every_frame_as_it_was_drawn(slug: str) -> None:
    frames = list(film_frames(match_of(slug), Cut(), lambda part: None))[:14]
    made = animated(frames, [1] * len(frames))
    for number in (0, 1, 6, len(frames) - 1):
        drawn, shown = plain(frames[number]), seen(made, number)
        # Pieces and style sheets are there for all frames; what is drawn must be the same.
        assert _drawing(shown) == _drawing(drawn), number
    assert len(made) < 0.5 * sum(map(len, frames))


def _drawing(svg: str) -> str:
    return re.sub(r"<(?:ns0:)?(defs|style|title)\b.*?</(?:ns0:)?\1>", "", svg, flags=re.S)


def test_a_film_has_eyes_speed_and_size() -> None:
    match = match_of("next-station-london")
    told: list[float] = []
    slow = film(match, ".svg", Cut(eye=0, width=400), told.append).decode()
    quick = film(match, ".svg", Cut(eye=0, width=400, speed=4)).decode()
    other = film(match, ".svg", Cut(eye=1, width=400)).decode()
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert 'width="400" height="268"' in slow
    assert other != slow
    lengths = [max(float(each) for each in re.findall(r"film\d+ ([\d.]+)s", made)) for made in (slow, quick)]
    assert lengths[0] > 2 * lengths[1]
    assert len(list(film_frames(match, Cut(whole=False), lambda part: None))) > len(
        list(film_frames(match, Cut(), lambda part: None))
    )


def test_a_film_of_pixels_moves() -> None:
    match = match_of("next-station-london")
    for ending in (".webp", ".gif"):
        image = Image.open(io.BytesIO(film(game("mudlarks").match(seed=2), ending, Cut(width=200))))
        assert image.size[0] == 200
    data = film(_short(match), ".webp", Cut(width=200))
    image = Image.open(io.BytesIO(data))
    assert getattr(image, "n_frames", 1) > 2


def _short(match: Match) -> Match:
    """The first turns of a match."""
    return match.at(12)


def test_what_is_missing_or_wrong_is_said_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of("next-station-london")
    with pytest.raises(InvalidOption, match="ending in"):
        film(match, ".mp4")
    with pytest.raises(InvalidOption, match="seats 0 to 1"):
        film(match, ".svg", Cut(eye=5))
    monkeypatch.setattr(films, "find_spec", lambda name: None)
    with pytest.raises(LondiniumError, match=r"londinium\[film\]"):
        film(match, ".webp")


def test_a_film_is_made_of_what_one_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture from the views of that seat, every caption from the events it may know."""
    asked: set[int | None] = set()
    view, events = Match.view, Match.events

    def seen_view(match: Match, viewer: int | None = None, **more: bool) -> object:
        asked.add(viewer)
        return view(match, viewer, **more)

    def seen_events(match: Match, viewer: int | None = None) -> object:
        asked.add(viewer)
        return events(match, viewer)

    monkeypatch.setattr(Match, "view", seen_view)
    monkeypatch.setattr(Match, "events", seen_events)
    match = match_of("old-london-bridge")
    plies = stops(match)
    turns(match, plies)
    asked.clear()
    monkeypatch.setattr(films, "stops", lambda match: plies[:6])
    monkeypatch.setattr(films, "turns", lambda match, plies: range(6))
    frames = list(film_frames(match, Cut(eye=2), lambda part: None))
    assert len(frames) > 3
    assert asked == {2}


def test_the_verb(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from londinium.cli import verbs

    record = game("next-station-london").folder / "records" / RECORDS["next-station-london"]
    run = CliRunner().invoke(verbs, ["film", str(record), "-o", str(tmp_path / "match.svg"), "--width", "300", "--eyes", "0"])
    assert run.exit_code == 0, run.output
    assert (tmp_path / "match.svg").read_text().startswith("<svg")
    for options, words in ((["-o", str(tmp_path / "x.mp4")], "ending in"), (["-o", "x.svg", "--eyes", "me"], "point of view")):
        wrong = CliRunner().invoke(verbs, ["film", str(record), *options])
        assert isinstance(wrong.exception, InvalidOption)
        assert words in str(wrong.exception)
