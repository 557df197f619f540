"""A table as somebody sees it: drawn once for all who have the same seat and language, told to each as what has changed."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

import msgspec

from londinium.kernel.contracts.drawing import Scene, difference
from londinium.kernel.match import Ply
from londinium.kernel.words.language import Language
from londinium.look.ink import escape
from londinium.look.parts import prompt_bar, table_button
from londinium.look.seats import letters
from londinium.table.events import now_ms
from londinium.table.hall.presence import Attendance
from londinium.table.table import Table
from londinium.table.takeback import moves_to_confirm
from londinium.web.http.metrics import Metrics
from londinium.web.http.reader import Reader
from londinium.web.live.comings import said_lines
from londinium.web.live.final import final_page, next_match
from londinium.web.live.frames import Step, last_action, sounds_of, steps_since, telling_bar
from londinium.web.live.log import Logbook
from londinium.web.live.messages import Lines, Offered, State
from londinium.web.live.people import people_list, prompt_clock, thinking_sign

Viewer = tuple[int | None, str]
"""Who is looking: a seat (None: a spectator) and a language."""


@dataclass(frozen=True)
class TablePicture:
    """Everything one viewer sees at one moment. Its lists are live: they are right until the next picture is drawn."""

    version: int
    title: str
    turn: bool
    over: bool
    fragments: dict[str, str]
    offers: dict[str, Offered]
    lists: dict[str, list[str]]
    unread: int
    has_clock: bool = False
    passing: bool = False
    """Whether more follows at once: this is looked at, and nothing can be decided in it."""
    pause: float = 0
    sounds: tuple[str, ...] = ()


@dataclass
class Seen:
    """What one socket was told already."""

    fragments: dict[str, int] = field(default_factory=dict)
    offers: dict[str, Offered] | None = None
    lists: dict[str, list[str]] = field(default_factory=dict)
    facts: tuple[object, ...] = ()
    version: int = 0
    plies: tuple[Ply, ...] | None = None
    """The moves it was told of; None: nothing yet, so that only the present is of interest."""

    def news(self, picture: TablePicture) -> State | None:
        """What to tell this socket now, if anything; from then on it counts as told."""
        changed = difference(self.fragments, picture.fragments)
        lists = {}
        for name, lines in picture.lists.items():
            before = self.lists.get(name)
            if before is None or before != lines:
                keep = _same(before or [], lines)
                lists[name] = Lines(keep, "".join(lines[keep:]))
                self.lists.setdefault(name, [])[keep:] = lines[keep:]
        offers = picture.offers if picture.offers != self.offers else None
        self.offers = picture.offers
        # The version is that of the present; until it is told, what is asked for still answers what was there before.
        self.version = self.version if picture.passing else picture.version
        facts = (self.version, picture.title, picture.turn, picture.over, picture.unread)
        if facts == self.facts and not (changed.set or changed.drop or lists) and offers is None:
            return None
        self.facts = facts
        return State(
            self.version,
            picture.title,
            picture.turn,
            picture.over,
            changed.set,
            changed.drop,
            lists,
            offers,
            picture.unread,
            now_ms() if picture.has_clock else 0,
            picture.pause,
            list(picture.sounds),
        )


def _same(before: list[str], now: list[str]) -> int:
    if now[: len(before)] == before:
        return len(before)
    return next((i for i, (old, new) in enumerate(zip(before, now, strict=False)) if old != new), min(len(before), len(now)))


class Showing:
    """One table, for all sockets of this process that look at it."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._pictures: dict[Viewer, tuple[object, TablePicture]] = {}
        self._logbooks: dict[Viewer, Logbook] = {}
        self._drawn: dict[Viewer, tuple[object, dict[str, str], dict[str, Offered]]] = {}
        self._frames: dict[Viewer, tuple[object, list[TablePicture]]] = {}
        self.sockets = 0

    def picture(self, table: Table, there: Attendance, seat: int | None, reader: Reader) -> TablePicture:
        """What a viewer sees now. The same moment is drawn once."""
        viewer = (seat, reader.code)
        moment = (table.number, there)
        kept = self._pictures.get(viewer)
        if kept is None or kept[0] != moment:
            kept = (moment, self._draw(table, seat, reader, there))
            self._pictures[viewer] = kept
        return kept[1]

    def frames(
        self, table: Table, there: Attendance, seat: int | None, reader: Reader, told: tuple[Ply, ...] | None
    ) -> list[TablePicture]:
        """What a viewer who was told of these moves (None: of nothing) is to see, in turn; the last is the present."""
        now = self.picture(table, there, seat, reader)
        if told is None or told == table.match.plies:
            return [now]
        viewer, moment = (seat, reader.code), (table.number, len(told), there)
        kept = self._frames.get(viewer)
        if kept is None or kept[0] != moment:
            kept = (moment, self._draw_frames(table, seat, reader, steps_since(table.match, seat, told), now))
            self._frames[viewer] = kept
        return kept[1]

    def _draw_frames(
        self, table: Table, seat: int | None, reader: Reader, steps: list[Step], now: TablePicture
    ) -> list[TablePicture]:
        game, names = table.match.game, table.names
        words, book = reader.words(game), self._logbooks[seat, reader.code]
        found = list[TablePicture]()
        # Players who decide now are asked at once and have the last step before them; all others look at it first.
        told = steps[:-1] if now.turn or not steps[-1].pause else steps
        for step in told:
            drawn = game.drawing.draw(step.match.view(seat, refusals=False, offers=False), Scene(words, names))
            bar, people = telling_bar(step, seat, words), now.fragments["people"]
            board = {**drawn.fragments, "prompt": bar, "final": "", "people": people}
            lists = {**now.lists, "log": book.until(step.told)}
            frame = replace(now, title=game.title, turn=False, over=False, fragments=board, offers={}, lists=lists)
            found.append(replace(frame, passing=True, pause=step.pause, sounds=tuple(sounds_of(step))))
        return [*found, now if told is steps else replace(now, sounds=tuple(sounds_of(steps[-1])))]

    def _draw(self, table: Table, seat: int | None, reader: Reader, there: Attendance) -> TablePicture:
        start = time.perf_counter()
        match = table.match
        words = reader.words(match.game)
        signs = letters(table.names)
        turn = seat is not None and seat in match.to_act and table.seats[seat].bot is None
        fragments, offers = self._board(table, seat, reader)
        fragments = {**fragments, "people": people_list(table, seat, there, words)}
        book = self._logbooks.setdefault((seat, reader.code), Logbook(seat))
        title = words.text("Your turn – {game}", game=match.game.title) if turn else match.game.title
        picture = TablePicture(
            version=0 if seat is None else table.version(seat),
            title=title,
            turn=turn,
            over=table.is_over,
            fragments=fragments,
            offers=offers,
            lists={"log": book.lines(table, words), "chat": said_lines(table, signs, seat, words)},
            unread=table.chat.heard_by(seat) if table.has_chat else 0,
            has_clock=table.settings.clock is not None,
        )
        self._metrics.time("draw", time.perf_counter() - start)
        return picture

    def _board(self, table: Table, seat: int | None, reader: Reader) -> tuple[dict[str, str], dict[str, Offered]]:
        """The game's own fragments and the prompt: they do not change with who is present."""
        kept = self._drawn.get((seat, reader.code))
        if kept is not None and kept[0] == table.number:
            return kept[1], kept[2]
        match = table.match
        words = reader.words(match.game)
        drawn = match.game.drawing.draw(match.view(seat, refusals=False), Scene(words, table.names))
        handed = seat is not None and table.seats[seat].bot is not None
        mine = seat is not None and seat in match.to_act and not handed
        asked = moves_to_confirm(match, seat) if mine and seat is not None else set()
        if handed:
            drawn = msgspec.structs.replace(drawn, offers={}, chips=())
        offers = {move: Offered.of(each, asks=move in asked) for move, each in drawn.offers.items()}
        undo = seat is not None and table.can_take_back(seat)
        signs = thinking_sign(table) + prompt_clock(table, seat)
        last = last_action(match, seat, words) if not table.is_over else ""
        acts, decides = self._acts(table, seat, words), seat is not None
        bar = prompt_bar(drawn, words, mine=mine, decides=decides, undo=undo, acts=acts, clock=signs, last=last)
        end = final_page(table, seat, drawn.prompt, words) if table.is_over else ""
        board = ({**drawn.fragments, "prompt": bar, "final": end}, offers)
        self._drawn[seat, reader.code] = (table.number, *board)
        return board

    def _acts(self, table: Table, seat: int | None, words: Language) -> str:
        """The buttons in the prompt bar that are the table's and not the game's."""
        if not table.is_over:
            handed = seat is not None and table.seats[seat].bot is not None
            if handed:
                return table_button("return", words.text("Take my seat back"), cls="main")
            asked = table.settings.has_hints and seat is not None and seat in table.match.to_act
            return table_button("hint", words.text("Hint"), hotkey="h") if asked else ""
        label = escape(words.text("Score sheets"))
        sheets = f'<button type="button" data-open="final">{label}</button>'
        return sheets + next_match(table, seat, words)


class Showings:
    """The tables that somebody looks at."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._open: dict[str, Showing] = {}

    def enter(self, table: Table) -> Showing:
        showing = self._open.setdefault(table.id, Showing(self._metrics))
        showing.sockets += 1
        return showing

    def leave(self, table: Table) -> None:
        showing = self._open[table.id]
        showing.sockets -= 1
        if not showing.sockets:
            del self._open[table.id]
