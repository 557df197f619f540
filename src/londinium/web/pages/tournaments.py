"""The pages of a tournament: how it stands, what each may see of it, and the form that opens one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import Request

from londinium.kernel.boxes import BoxFile
from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.registry import slugs
from londinium.kernel.words.errors import N_, InvalidBox, InvalidOption, LondiniumError
from londinium.kernel.words.language import Language
from londinium.look.cards import CardRow, CardWords
from londinium.look.seats import letters
from londinium.table.history.endings import Ending, unusual
from londinium.table.papers.shuffle import commitment
from londinium.table.settings import PerDecision
from londinium.table.tournaments.changes import change
from londinium.table.tournaments.draw import BOT_SEAT
from londinium.table.tournaments.standings import Ranked, RoundResult, finished_rounds, is_complete, standings_of
from londinium.table.tournaments.tournament import HOUR_MS, Entrant, Tournament, ended, new_tournament, seats_to_choose
from londinium.web.http.doors import site_address
from londinium.web.http.reader import reader_of
from londinium.web.pages.bench import bench_address
from londinium.web.pages.boxes import packed_box
from londinium.web.pages.cards import PageCard, page_card
from londinium.web.pages.forms import CLOCKS
from londinium.web.pages.matches import options_words
from londinium.web.pages.memory import somebody
from londinium.web.pages.rounds import open_rounds, own_entry
from londinium.web.site import site_of

WINDOWS = {"2": 2, "6": 6, "24": 24, "72": 72, "168": 168, "336": 336, "720": 720}
"""For how many hours a tournament may be open, as the form offers it."""
TOURNAMENTS_LISTED = 20
USUAL_WINDOW, USUAL_ROUNDS = "72", 3
HALF = "½"


# ── How it stands ────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Stand:
    """A tournament with how its tables ended so far."""

    it: Tournament
    endings: Mapping[str, Ending]
    ranked: list[Ranked]


async def stand_of(request: Request, it: Tournament) -> Stand:
    """How it stands now. Once everything is played, it is over."""
    site = site_of(request)
    await site.ledger.up_to_date()
    endings = await site.hall.store.endings(list(it.tables.values()))
    now = site.hall.now()
    if not it.is_over(now) and is_complete(it, endings):
        it = await change(site.hall.store, it.id, lambda seen: ended(seen, now) if is_complete(seen, endings) else seen)
    return Stand(it, endings, standings_of(it, endings))


@dataclass(frozen=True)
class RoundCell:
    """A round in somebody's line."""

    value: str
    more: str
    """What was scored at the table, where that is not what counts."""
    replay: str
    helped: bool


@dataclass(frozen=True)
class StandLine:
    place: str
    """Nothing for somebody who has finished nothing."""
    name: str
    mine: bool
    cells: tuple[RoundCell | None, ...]
    total: str
    more: str


@dataclass(frozen=True)
class Sitting:
    """A table of a round: who sits there, or how it ended."""

    number: int
    people: str
    state: str
    replay: str
    analysis: str


@dataclass(frozen=True)
class RoundOf:
    """A round with its tables, and what proves its shuffle."""

    number: int
    sittings: list[Sitting]
    hash: str
    seed: str
    salt: str


def lines_of_stand(stand: Stand, own: Entrant | None, seen: set[int]) -> list[StandLine]:
    found = []
    for row in stand.ranked:
        cells = tuple(cell_of(stand.it, result, round_no in seen) for round_no, result in enumerate(row.rounds))
        total, more = (str(row.score), "") if stand.it.alone else (halves_words(row.halves), str(row.score) if row.played else "")
        found.append(
            StandLine(
                str(row.place + 1) if row.played else "", row.entrant.name, row.entrant is own, cells, minus(total), minus(more)
            )
        )
    return found


def cell_of(it: Tournament, result: RoundResult | None, is_open: bool) -> RoundCell | None:
    if result is None:
        return None
    eye = "" if it.alone else f"#eye={result.seat}"
    value, more = (str(result.score), "") if it.alone else (halves_words(result.halves), str(result.score))
    return RoundCell(minus(value), minus(more), f"/replay/{result.table}{eye}" if is_open else "", result.helped)


def halves_words(halves: int) -> str:
    """Points of a tournament, as `2½`."""
    whole, half = divmod(halves, 2)
    return (str(whole) if whole or not half else "") + (HALF if half else "")


def minus(number: str) -> str:
    return number.replace("-", "−")


def rounds_of_stand(request: Request, stand: Stand, seen: set[int], words: Language) -> list[RoundOf]:
    """All rounds. Who meets whom is not secret; what happened there is, until the reader has played it too."""
    it, links = stand.it, site_of(request).hall.links
    over = it.is_over(site_of(request).hall.now())
    found = []
    for round_no in range(it.rounds):
        shuffle = it.shuffle(links, round_no)
        sittings = [
            _sitting(stand, place, number, round_no in seen, words) for number, place in enumerate(it.places(round_no), 1)
        ]
        hash = commitment(it.game, shuffle.seed, shuffle.salt)
        proof = (str(shuffle.seed), shuffle.salt) if over else ("", "")
        found.append(RoundOf(round_no + 1, sittings, hash, *proof))
    return found


def _sitting(stand: Stand, place: str, number: int, is_open: bool, words: Language) -> Sitting:
    it, table = stand.it, stand.it.tables.get(place, "")
    ending = stand.endings.get(table)
    points = find_game(it.game).face.describe_points
    names = {one.number: one.name for one in it.entrants}
    people = [words.text("bot") if each == BOT_SEAT else names.get(each, "") for each in it.sitting_at(place)]
    if ending is not None:
        order = sorted(range(len(people)), key=lambda seat: (ending.places[seat], seat))
        people = [f"{people[seat]} {points(ending.scores[seat], words)}" for seat in order]
    state = words.text("finished") if ending else words.text("in progress") if table else words.text("not started")
    ways = (f"/replay/{table}", f"/replay/{table}#study=1") if ending is not None and is_open else ("", "")
    return Sitting(number, ", ".join(people), state, *ways)


async def own_tournaments(request: Request) -> list[Tournament]:
    """What the reader has entered or opened, the latest first."""
    person, store = await somebody(request), site_of(request).hall.store
    ids = (await store.tournaments_of(person.id))[:TOURNAMENTS_LISTED] if person is not None else []
    found = [it for id in ids if (it := await store.tournament(id)) is not None and it.game in slugs()]
    return [it for it in found if person is not None and (it.host == person.id or it.entrant_of(person.id) is not None)]


# ── What the reader is in it ─────────────────────────────────────────────────


async def page_facts(request: Request, it: Tournament) -> dict[str, Any]:
    """Everything that the page of a tournament shows to the person asking."""
    stand = await stand_of(request, it)
    it, now, words = stand.it, site_of(request).hall.now(), reader_of(request).words(find_game(it.game))
    own = await own_entry(request, it)
    seen = open_rounds(it, own, stand.endings, now)
    finished = finished_rounds(it, own, stand.endings) if own else 0
    turn = it.seat_in(finished, own.number) if own and finished < it.rounds else None
    company = [one.name for one in it.entrants if own and turn and one is not own and one.number in it.sitting_at(turn[0])]
    bots = it.sitting_at(turn[0]).count(BOT_SEAT) if turn else 0
    over = it.is_over(now)
    return {
        "it": it,
        "over": over,
        "left": max(0, it.ends_at - now),
        "setting": options_words(it.game, unusual(find_game(it.game), it.options), words),
        "box": own_box_link(it),
        "own": own,
        "finished": finished,
        "turn": turn,
        "begun": turn is not None and turn[0] in it.tables,
        "company": words.listed([*company, *[words.plural("{count} bot", "{count} bots", bots)] * bool(bots)]),
        "lines": lines_of_stand(stand, own, seen),
        "rounds": rounds_of_stand(request, stand, seen, words),
        "winners": words.listed(winners_of(stand)) if over else "",
        "helped": any(result is not None and result.helped for row in stand.ranked for result in row.rounds),
        "address": f"{site_address(request)}tournaments/{it.id}",
        "card": tournament_card(request, stand),
    }


def own_box_link(it: Tournament) -> tuple[str, str] | None:
    """The file that everybody plays with, if it is not the printed one, and where it can be looked at."""
    if it.box is None:
        return None
    return it.box.name, bench_address(find_game(it.game), it.box.text, it.box.name.rpartition(".")[0])


def winners_of(stand: Stand) -> list[str]:
    return [row.entrant.name for row in stand.ranked if row.place == 0 and row.played]


def total_words(stand: Stand, row: Ranked, words: Language) -> str:
    """What somebody has in all, with its unit."""
    if stand.it.alone:
        return find_game(stand.it.game).face.describe_points(row.score, words)
    return halves_words(row.halves)


def tournament_card(request: Request, stand: Stand) -> PageCard:
    """How a link to it introduces itself. Totals are not secret, and nothing else is told."""
    it, words = stand.it, reader_of(request).words(find_game(stand.it.game))
    if it.is_over(site_of(request).hall.now()) and (names := winners_of(stand)):
        best = [f"{row.entrant.name} {total_words(stand, row, words)}" for row in stand.ranked if row.played][:4]
        about = words.text("{names} won: {standings}.", names=words.listed(names), standings=", ".join(best))
    else:
        rounds = words.plural("{count} round", "{count} rounds", it.rounds)
        about = words.text("A tournament of {rounds} with the same cards for everyone. Enter your name and play.", rounds=rounds)
    return page_card(request, f"{it.title} · {find_game(it.game).title}", about, f"/tournaments/{it.id}/card.png", v=it.version)


def card_words(stand: Stand, words: Language) -> CardWords:
    it = stand.it
    rows = [row for row in stand.ranked if row.played][:4]
    signs = letters([row.entrant.name for row in rows])
    told = [
        CardRow(at, sign, row.entrant.name, total_words(stand, row, words), row.place == 0)
        for at, (row, sign) in enumerate(zip(rows, signs, strict=True))
    ]
    note = "" if told else words.plural("{count} round", "{count} rounds", it.rounds)
    kicker = words.text("Tournament") + f" · {find_game(it.game).title}"
    return CardWords(kicker, it.title, told, note)


# ── The form that opens one ──────────────────────────────────────────────────


@dataclass
class NewTournament:
    """The form as it was filled in. Errors stand beside the field they belong to."""

    game: Game
    options: dict[str, str]
    title: str = ""
    rounds: str = str(USUAL_ROUNDS)
    seats: str = ""
    window: str = USUAL_WINDOW
    clock: str = "none"
    box: BoxFile | None = None
    errors: dict[str, LondiniumError] = field(default_factory=dict)

    @property
    def box_code(self) -> str:
        """The box as a word, to travel with the form."""
        return packed_box(self.box.text) if self.box is not None else ""

    @classmethod
    def fresh(cls, game: Game, box: BoxFile | None) -> NewTournament:
        """Before anything is typed; an address may bring a box from the workshop."""
        return cls(game, game.choose(), seats=str(seats_to_choose(game)[-1]), box=box)

    @classmethod
    def read(cls, game: Game, form: Mapping[str, object], box: BoxFile | None) -> NewTournament:
        def typed(name: str, usual: str = "") -> str:
            value = form.get(name)
            return value.strip()[:200] if isinstance(value, str) and value.strip() else usual

        options = {option.name: typed(f"option-{option.name}", option.default) for option in game.options}
        seats = typed("seats", str(seats_to_choose(game)[-1]))
        facts = (typed("rounds", "0"), seats, typed("window", USUAL_WINDOW), typed("clock", "none"))
        return cls(game, options, typed("title"), *facts, box)

    def tournament(self, host: str, now: int) -> Tournament | None:
        """What was asked for; None if something is wrong, and `errors` says what and where."""
        if self.window not in WINDOWS:
            self.errors["window"] = InvalidOption(N_("there is no such period"))
        if self.clock not in tournament_clocks():
            self.errors["clock"] = InvalidOption(N_("there is no such clock"))
        if self.errors:
            return None
        seats, rounds = (int(text) if text.isdecimal() and len(text) < 4 else 0 for text in (self.seats, self.rounds))
        ends_at = now + WINDOWS[self.window] * HOUR_MS
        asked = Tournament("", self.title, self.game.slug, self.options, seats, rounds, now, ends_at, CLOCKS[self.clock], host)
        try:
            return new_tournament(msgspec.structs.replace(asked, box=self.box), now)
        except InvalidBox as error:
            self.errors["box"] = error
        except InvalidOption as error:
            self.errors[error.facts.get("option", "form")] = error
        return None


def tournament_clocks() -> list[str]:
    """The clocks to choose from. One that counts days would wait for ever for somebody who never comes."""
    return [name for name, clock in CLOCKS.items() if not isinstance(clock, PerDecision)]


def window_words(name: str, words: Language) -> str:
    hours = WINDOWS[name]
    if hours < 48:
        return words.plural("{count} hour", "{count} hours", hours)
    return words.plural("{count} day", "{count} days", hours // 24)
