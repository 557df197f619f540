"""Visible progress: bests and trends by setting, how strong the reader is, whom they met, and what costs them most."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request

from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import LondiniumError
from londinium.kernel.words.language import Language
from londinium.look.plots import bars_plot, scores_plot
from londinium.study.slips import Slip, habits, read_slips, slips, written_slips
from londinium.study.verdicts import read_analysis
from londinium.study.worth import meaning_of_worth, worth_less
from londinium.table.history.endings import Ending
from londinium.table.history.statistics import Person, SettingHistory
from londinium.table.history.strengths import Meeting, Strength, meetings, person_key, setting_of, strengths
from londinium.table.persons import PersonSeat
from londinium.web.http.reader import Reader, reader_of
from londinium.web.live.people import bot_words
from londinium.web.pages.matches import date_of, endings_with, options_words
from londinium.web.pages.memory import finished_seats
from londinium.web.site import Site, site_of

MOST_RATED = 3000
"""How many of the last matches of a game are used to tell how strong everybody is."""
MOST_MET = 8
MOST_STUDIED = 40
"""How many of somebody's last matches are searched for what costs them most."""
MOST_HABITS = 5
MOST_POSITIONS = 5
PROGRESS_PATIENCE = 4.0
"""Seconds for which a page waits for mistakes that nobody has sorted yet."""


@dataclass(frozen=True)
class HabitTold:
    """Mistakes of a kind in words, with the positions."""

    sentence: str
    facts: str
    positions: tuple[tuple[str, str], ...]
    """A link and its words."""


@dataclass(frozen=True)
class GameHabits:
    title: str
    studied: int
    told: tuple[HabitTold, ...]
    measure: str
    """What is meant by what they cost."""


# ── By setting ───────────────────────────────────────────────────────────────


async def told_groups(request: Request, person: Person) -> list[dict[str, Any]]:
    """Every setting in which somebody has played, with plots, in the reader's language."""
    site, reader = site_of(request), reader_of(request)
    found = []
    for group in person.groups:
        known, met = await _standing(site, group, person.name) if group.seats > 1 else ({}, [])
        found.append(_told_group(group, person.name, known, met, reader))
    return found


async def _standing(site: Site, group: SettingHistory, name: str) -> tuple[dict[str, Strength], list[Meeting]]:
    """How strong everybody is in a setting, and whom somebody met there."""
    wanted = (group.game, group.seats, group.options)
    endings = [
        one for one in await site.hall.store.endings_of(group.game, MOST_RATED) if one.is_comparable and setting_of(one) == wanted
    ]
    newest = endings[-1].table if endings else ""
    key = ("strengths", *wanted, len(endings), newest)
    data = await site.replays.kept(key, lambda: msgspec.json.encode(strengths(endings)))
    return msgspec.json.decode(data, type=dict[str, Strength]), meetings(endings, person_key(name))[:MOST_MET]


def _told_group(
    group: SettingHistory, name: str, known: dict[str, Strength], met: list[Meeting], reader: Reader
) -> dict[str, Any]:
    game = find_game(group.game)
    words = reader.words(game)
    title = setting_title(group, words)
    places = [(words.text("Place {number}", number=place + 1), count) for place, count in enumerate(group.places)]
    lines = [
        (game.face.describe_line(line.name, words), words.decimal(line.mean), words.decimal(line.best, 0)) for line in group.lines
    ]
    course, reached = words.text("Scores, match by match"), words.text("Places")
    return {
        "group": group,
        "title": title,
        "mean": words.decimal(group.mean),
        "best": words.decimal(group.best.score, 0),
        "best_at": f"/replay/{group.best.table}" + (f"#eye={group.best.seat}" if group.seats > 1 else ""),
        "best_on": date_of(group.best.ended_at),
        "win_rate": None if group.win_rate is None else words.decimal(100 * group.win_rate, 0),
        "lines": lines,
        "scores": scores_plot(group.scores, course, words.named(title, course)),
        "places": bars_plot(places, words.named(title, reached)) if group.seats > 1 else "",
        "strength": known.get(person_key(name)),
        "met": [_told_meeting(one, known, words) for one in met],
    }


def _told_meeting(one: Meeting, known: dict[str, Strength], words: Language) -> dict[str, Any]:
    name = bot_words(one.opponent, words) if one.is_bot else one.opponent
    ahead = words.text("{ahead} of {matches}", ahead=one.ahead, matches=one.matches)
    strength = known.get(one.opponent if one.is_bot else person_key(one.opponent))
    return {"name": name, "is_bot": one.is_bot, "ahead": ahead, "strength": strength}


def setting_title(group: SettingHistory, words: Language) -> str:
    seats = words.plural("{count} seat", "{count} seats", group.seats) if group.seats > 1 else words.text("alone")
    options = options_words(group.game, dict(group.options), words)
    return ", ".join(part for part in (find_game(group.game).title, seats, options) if part)


# ── What one loses by ────────────────────────────────────────────────────────


async def own_habits(request: Request) -> tuple[list[GameHabits], bool]:
    """What the person loses most by, game by game, from the analyses there are; False if some are still being sorted."""
    seats = await finished_seats(request, MOST_STUDIED)
    endings = await endings_with(request, [seat.table for seat in seats])
    held = [seat for seat in seats if seat.table in endings and endings[seat.table].is_person(seat.seat)]
    work = asyncio.gather(*(_slips(site_of(request), seat) for seat in held))
    try:
        found = await asyncio.wait_for(work, PROGRESS_PATIENCE)
    except TimeoutError:
        return [], False
    games = dict.fromkeys(endings[seat.table].game for seat in held)
    told = []
    for slug in games:
        own = [each for seat, each in zip(held, found, strict=True) if each is not None and endings[seat.table].game == slug]
        if own:
            told.append(told_habits(slug, own, endings, reader_of(request)))
    return told, True


async def _slips(site: Site, seat: PersonSeat) -> list[Slip] | None:
    """The mistakes at a seat; None if nobody has analysed the match."""
    data = await site.analyses.newest(seat.table)
    if data is None:
        return None
    analysis = read_analysis(data)

    try:
        match = (await site.hall.open(seat.table)).match
    except LondiniumError:
        return None

    def sort() -> bytes:
        return written_slips(slips(analysis, match, seat.seat, seat.table))

    return read_slips(await site.replays.kept(("slips", analysis.version, seat.table, seat.seat), sort))


def told_habits(slug: str, own: Sequence[list[Slip]], endings: Mapping[str, Ending], reader: Reader) -> GameHabits:
    game = find_game(slug)
    words = reader.words(game)
    found, rest = habits((slip for each in own for slip in each), game.study.OPPOSED)
    said = [(words.text(game.study.FAULTS[one.theme]), one.slips) for one in found[:MOST_HABITS]]
    if rest:
        said.append((words.text("Other mistakes"), tuple(rest)))
    told = tuple(_told_mistakes(sentence, some, game, endings, words) for sentence, some in said)
    seats = max(len(endings[slip.table].names) for each in own for slip in each) if found or rest else 1
    return GameHabits(game.title, len(own), told, meaning_of_worth(game, seats, words))


def _told_mistakes(sentence: str, slips: Sequence[Slip], game: Game, endings: Mapping[str, Ending], words: Language) -> HabitTold:
    count = words.plural("{count} mistake", "{count} mistakes", len(slips))
    positions = tuple(
        (
            f"/replay/{slip.table}#ply={slip.ply}&eye={slip.seat}&study=1",
            words.named(date_of(endings[slip.table].ended_at), worth_less(slip.loss, game, words)),
        )
        for slip in slips[:MOST_POSITIONS]
    )
    return HabitTold(sentence, f"{count}, {worth_less(sum(slip.loss for slip in slips), game, words)}", positions)
