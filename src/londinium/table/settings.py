"""What is settled when a table is opened: the game, who sits where, options, box, clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import PurePath

import msgspec

from londinium.kernel.boxes import BoxFile
from londinium.kernel.game import RULES
from londinium.kernel.match import Match, default_name
from londinium.kernel.record_lines import add_move
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, InvalidOption, UnknownGame
from londinium.kernel.words.nearest import unknown
from londinium.table.errors import NotPlayableHere
from londinium.table.hall.thinkers import bots_to_seat
from londinium.table.texts import plain_line, plain_name

PERSON = "person"
LARGEST_BOX = 64 * 1024
LONGEST_BUDGET = 24 * 60
LONGEST_PACE = 10_000
COURTESY = 2_000
"""What a table with a clock gives everybody to see what happened before their own time runs."""


class TimeBudget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="budget"):
    """A number of minutes for all of a seat's decisions, and some seconds more with each."""

    minutes: int
    added_seconds: int = 0


class PerDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="per-decision"):
    """A number of days for each decision."""

    days: int


Clock = TimeBudget | PerDecision


class InTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of which tournament a table is, and of which of its rounds, from 0; see `table/tournaments/tournament.py`."""

    id: str
    round: int


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything to settle before a match begins. `checked` says what is wrong with it."""

    game: str
    kinds: tuple[str, ...]
    """By seat: `person`, or the name of a bot."""
    names: tuple[str, ...] = ()
    """By seat; a person who has yet to come may have none."""
    options: dict[str, str] = {}
    box: BoxFile | None = None
    """A box or city file of the players' own, whole, so that the table never needs another file."""
    clock: Clock | None = None
    public: bool = False
    """Whether the table is listed for everybody to watch."""
    host: int | None = None
    """The seat of the person who opened the table; they may give a friend who lost the link to a seat a new one."""
    pace: int = 0
    """Milliseconds before a bot's move while somebody watches. Pages show what happened at their own pace, so it needs none."""
    courtesy: int = 0
    """Milliseconds at the beginning of each decision that no clock counts: a page first shows what led to it."""
    hints: bool = False
    """Whether good moves were asked for in the form, as it was once; today `has_hints` decides."""

    day: str | None = None
    """The date of the daily challenge that is played here, as 2026-11-16; see `table.daily`."""
    counted: bool = False
    """Whether it is the one attempt under its name that counts."""
    tournament: InTournament | None = None

    seeks: bool = False
    """Whether the free seats are on the list that everybody sees, first come, first served."""
    quick: bool = False
    """Whether it was opened for somebody waiting for others who want to play the same: until then there is nothing to lose."""
    kept: bool = False
    """Whether every seat is for the player who sat there in the match before, and for nobody else."""
    chat: bool = True
    """Whether players may speak at the table."""
    puzzles: bool = False
    """Whether the finished match may become a puzzle, if everybody who played agrees; see `table.history.consent`."""

    @property
    def seats(self) -> int:
        return len(self.kinds)

    @property
    def has_hints(self) -> bool:
        """Whether good moves may be asked for: by the only person at the table, except in a contest. It is noted in
        the record, and such a match counts in no ranking.
        """
        return self.is_of_one_person

    @property
    def is_of_one_person(self) -> bool:
        """Whether nobody else is concerned: one person plays, alone or against bots, and is compared with nobody."""
        return self.kinds.count(PERSON) == 1 and not self.is_contest

    @property
    def is_contest(self) -> bool:
        """Whether others play the same shuffle at tables of their own, and are compared."""
        return self.day is not None or self.tournament is not None

    @property
    def is_without_help(self) -> bool:
        """Whether no bot can take over: in a contest in which nobody at the table would wait for one."""
        return self.is_contest and self.kinds.count(PERSON) == 1

    def again(self, names: tuple[str, ...]) -> TableSettings:
        """For a rematch. What is played once for a day or a tournament is followed by a match like any other. Its seats are for
        those who have played, and not open to all comers.
        """
        again = msgspec.structs.replace(self, names=names, day=None, counted=False, tournament=None)
        return msgspec.structs.replace(again, seeks=False, quick=False, kept=True)

    def and_rules(self) -> tuple[TableSettings, int]:
        """These settings without the version of the rules, and the version: a rematch is played by today's."""
        options = {name: choice for name, choice in self.options.items() if name != RULES}
        return msgspec.structs.replace(self, options=options), find_game(self.game).rules_of(self.options)

    def checked(self) -> TableSettings:
        """These settings, complete: every option chosen, every bot named. InvalidOption or InvalidBox name what is wrong."""
        game = find_game(self.game)
        game.check_seats(self.seats)
        for kind in self.kinds:
            if kind not in (PERSON, *bots_to_seat()):
                message, known = N_("there is no player '{kind}'; choose one of: {known}"), (PERSON, *bots_to_seat())
                raise unknown(InvalidOption, message, kind, known, kind=plain_line(kind)[:40])
        if len(self.names) > self.seats:
            raise InvalidOption(N_("there are {names} names for {seats} seats"), names=len(self.names), seats=self.seats)
        _check_clock(self.clock)
        if self.hints and self.kinds.count(PERSON) > 1:
            raise InvalidOption(N_("hints are only for someone playing against bots"), option="hints")
        if self.day is not None and (self.hints or not is_date(self.day)):
            raise InvalidOption(N_("a daily challenge has a date, and no hints"), option="day")
        if self.tournament is not None and (self.hints or self.day is not None):
            raise InvalidOption(N_("a tournament table has no hints and is not part of a daily challenge"), option="tournament")
        if not 0 <= self.pace <= LONGEST_PACE:
            raise InvalidOption(N_("a bot waits 0 to {most} milliseconds, not {pace}"), most=LONGEST_PACE, pace=self.pace)
        if not 0 <= self.courtesy <= LONGEST_PACE:
            message = N_("a clock waits 0 to {most} milliseconds, not {courtesy}")
            raise InvalidOption(message, most=LONGEST_PACE, courtesy=self.courtesy)
        box = _check_box(self.box)
        if box is not None:
            game.open_box(box)
        return msgspec.structs.replace(self, options=game.choose(self.options), names=_names(self), box=box)


def _names(settings: TableSettings) -> tuple[str, ...]:
    """A name for every seat: a bot without one is called after its kind, with a number where there are several."""
    names = [plain_name(name) for name in settings.names] + [""] * (settings.seats - len(settings.names))
    for seat, kind in enumerate(settings.kinds):
        if kind != PERSON and not names[seat]:
            alike = [other for other in range(settings.seats) if settings.kinds[other] == kind]
            names[seat] = kind.capitalize() + (f" {alike.index(seat) + 1}" if len(alike) > 1 else "")
    return tuple(names)


def is_date(text: str) -> bool:
    """Whether a text is a date as we write it."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _check_clock(clock: Clock | None) -> None:
    if isinstance(clock, TimeBudget) and not (1 <= clock.minutes <= LONGEST_BUDGET and 0 <= clock.added_seconds <= 600):
        message = N_("a clock has 1 to {most} minutes, and adds 0 to 600 seconds with each decision")
        raise InvalidOption(message, most=LONGEST_BUDGET)
    if isinstance(clock, PerDecision) and not 1 <= clock.days <= 30:
        raise InvalidOption(N_("a decision may take 1 to 30 days, not {days}"), days=clock.days)


def _check_box(box: BoxFile | None) -> BoxFile | None:
    if box is None:
        return None
    try:
        size = len(box.text.encode("utf-8"))
    except UnicodeEncodeError:
        raise InvalidOption(N_("the file {name} is not plain text"), name=box.name) from None
    if size > LARGEST_BOX:
        raise InvalidOption(N_("such a file may be no larger than {most} kilobytes"), most=LARGEST_BOX // 1024)
    # The name goes into records, and anybody with a record may save the file under it: only its last part, and no hidden file.
    name = plain_line(PurePath(box.name.replace("\\", "/")).name).lstrip(".").replace("/", "")[:60]
    return BoxFile(name or "box", box.text)


def check_playable(settings: TableSettings, rules: int) -> None:
    """NotPlayableHere if a match was begun with a game or with rules that are not here."""
    try:
        game = find_game(settings.game)
    except UnknownGame:
        message = N_("this match is of the game '{game}', which is not installed here; it is kept, and opens again where it is")
        raise NotPlayableHere(message, game=settings.game[:40]) from None
    if rules not in (game.rules_version, *game.older_rules):
        message = N_(
            "this match of {game} follows version {theirs} of the rules, which this Londinium (version {ours}) does not know; "
            "it is kept, and opens again with one that does"
        )
        raise NotPlayableHere(message, game=game.title, theirs=rules, ours=game.rules_version)


def begin(settings: TableSettings, rules: int, seed: int, line: Sequence[str] = (), position: str = "") -> Match:
    """The match of checked settings at its first decision, or at the one to which these moves lead, from a position if given."""
    game = find_game(settings.game)
    options = settings.options | {RULES: str(game.check_rules(rules))}
    names = [name or default_name(seat) for seat, name in enumerate(settings.names)]
    if not line and not position:
        return game.match(seats=settings.seats, seed=seed, options=options, names=names, box=settings.box)
    if position:
        match = game.position(position, names=names, box=settings.box)
        if (match.seats, match.options) != (settings.seats, game.choose(options)):
            raise InvalidOption(N_("the position has other seats, rules or options than the table"))
    else:
        match = game.match(seats=settings.seats, options=options, names=names, box=settings.box)
        match.go_to(0)  # what happens by itself stands in the line
    for number, move in enumerate(line, 1):
        add_move(match, move, "line", number)
    match.seed = seed
    match.proceed()
    return match
