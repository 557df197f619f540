"""The form that opens a table: what was typed, what is wrong with it, and the settings it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec
from starlette.datastructures import UploadFile

from londinium.kernel.boxes import BoxFile
from londinium.kernel.game import Game, Option
from londinium.kernel.words.errors import N_, InvalidBox, InvalidOption, LondiniumError
from londinium.kernel.words.language import Language
from londinium.table.hall.thinkers import DEFAULT_BOT, bots_to_seat
from londinium.table.settings import COURTESY, PERSON, Clock, PerDecision, TableSettings, TimeBudget
from londinium.web.live.people import free_names
from londinium.web.pages.quick import QuickMatch

ME, FRIEND, NOBODY_SEAT = "me", "friend", "nobody"
OTHERS = "others"
"""The company of strangers."""
FRIEND_NAME = N_("Friend")
"""What a friend is called until they come."""
CLOCKS: dict[str, Clock | None] = {
    "none": None,
    "budget-5": TimeBudget(5, 5),
    "budget-15": TimeBudget(15, 10),
    "budget-30": TimeBudget(30, 15),
    "days-1": PerDecision(1),
    "days-3": PerDecision(3),
    "days-7": PerDecision(7),
}


def clock_choices(words: Language) -> dict[str, str]:
    choices = {"none": words.text("no clock")}
    for name, clock in CLOCKS.items():
        if isinstance(clock, TimeBudget):
            minutes = words.plural("{count} minute each", "{count} minutes each", clock.minutes)
            choices[name] = words.text("{minutes}, +{seconds} s per decision", minutes=minutes, seconds=clock.added_seconds)
        elif isinstance(clock, PerDecision):
            choices[name] = words.plural("{count} day per decision", "{count} days per decision", clock.days)
    return choices


def option_fields(game: Game, words: Language) -> list[tuple[Option, str, list[tuple[str, str]]]]:
    """The options of a game with what they and their choices are called."""
    describe = game.face.describe_option
    return [
        (
            option,
            describe(option.name, None, words),
            [(choice, describe(option.name, choice, words)) for choice in option.choices],
        )
        for option in game.options
    ]


@dataclass
class NewTable:
    """The form as it was filled in. Errors stand beside the field they belong to."""

    game: Game
    seats: list[str]
    """By row: me, friend, a bot, nobody."""
    names: list[str]
    options: dict[str, str]
    clock: str = "none"
    public: bool = False
    seeks: bool = False
    """Whether the free seats are for everybody."""
    silent: bool = False
    """Whether nobody may speak."""
    puzzles: bool = False
    """Whether the finished match may become a puzzle."""
    box_name: str = ""
    box_text: str = ""
    errors: dict[str, LondiniumError] = field(default_factory=dict)

    @classmethod
    def fresh(cls, game: Game, name: str, company: str = "", usual: QuickMatch | None = None) -> NewTable:
        """The form before anything is typed: for somebody `alone`, against `bots`, with `friends`, or whom the list brings."""
        rows = game.seats[-1]
        against = list(usual.bots) if usual is not None and usual.seats > 1 else [DEFAULT_BOT]
        others = {"alone": [] if 1 in game.seats else against, "bots": against}.get(company, [FRIEND])
        seats = [ME, *others, *[NOBODY_SEAT] * rows][:rows]
        return cls(game, seats, [name, *[""] * (rows - 1)], game.choose(), seeks=company == OTHERS)

    @classmethod
    async def read(cls, game: Game, form: Mapping[str, object]) -> NewTable:
        rows = range(game.seats[-1])
        found = cls(
            game,
            [_text(form, f"seat{row}") or NOBODY_SEAT for row in rows],
            [_text(form, f"name{row}") for row in rows],
            {option.name: _text(form, f"option-{option.name}") or option.default for option in game.options},
            _text(form, "clock") or "none",
            bool(_text(form, "public")),
            bool(_text(form, "seeks")),
            bool(_text(form, "silent")),
            bool(_text(form, "puzzles")),
            _text(form, "box_name"),
            _text(form, "box_text").replace("\r\n", "\n"),  # as the file was, before a form carried it
        )
        upload = form.get("box")
        if isinstance(upload, UploadFile) and upload.filename:
            found.box_name, found.box_text = upload.filename, ""
            try:
                found.box_text = (await upload.read()).decode("utf-8")
            except UnicodeDecodeError:
                found.errors["box"] = InvalidOption(N_("the file {name} is not plain text"), name=upload.filename)
            if not (found.box_text.strip() or found.errors):
                found.errors["box"] = InvalidOption(N_("the file {name} is empty"), name=upload.filename)
        return found

    def settings(self, words: Language) -> TableSettings | None:
        """What was asked for; None if something is wrong, and `errors` says what and where."""
        taken = [row for row, seat in enumerate(self.seats) if seat != NOBODY_SEAT]
        if self.seats.count(ME) > 1:
            self.errors["seats"] = InvalidOption(N_("you can only sit in one seat"))
        elif len(taken) not in self.game.seats:
            try:
                self.game.check_seats(len(taken))
            except InvalidOption as error:
                self.errors["seats"] = error
        kinds = tuple(self.seats[row] if self.seats[row] in bots_to_seat() else PERSON for row in taken)
        names = [self.names[row] for row in taken]
        free = iter(free_names(len(taken), names))
        unnamed = {ME: words.text("Guest"), FRIEND: words.text(FRIEND_NAME)}
        names = [name or unnamed.get(self.seats[row]) or next(free) for name, row in zip(names, taken, strict=True)]
        if self.clock not in CLOCKS:
            self.errors["clock"] = InvalidOption(N_("there is no such clock"))
        if self.errors:
            return None
        box = BoxFile(self.box_name, self.box_text) if self.box_name and self.box_text else None
        settled = (self.game.slug, kinds, tuple(names), self.options, box, CLOCKS[self.clock], self.public)
        courtesy = COURTESY if CLOCKS[self.clock] else 0
        # A table without free seats looks for nobody.
        seeks = self.seeks and FRIEND in self.seats
        wish = TableSettings(*settled, host=self.own_seat, courtesy=courtesy, seeks=seeks, chat=not self.silent)
        wish = msgspec.structs.replace(wish, puzzles=self.puzzles)
        try:
            return wish.checked()
        except InvalidBox as error:
            self.errors["box"] = error
            self.box_name = self.box_text = ""
        except InvalidOption as error:
            self.errors[error.facts.get("option", "form")] = error
        except LondiniumError as error:
            self.errors["seats"] = error
        return None

    @property
    def own_seat(self) -> int | None:
        """Where the person who filled in the form sits."""
        taken = [seat for seat in self.seats if seat != NOBODY_SEAT]
        return taken.index(ME) if ME in taken else None

    @property
    def own_name(self) -> str:
        """The name that this person has typed, if any."""
        return self.names[self.seats.index(ME)] if ME in self.seats else ""


def _text(form: Mapping[str, object], name: str) -> str:
    value = form.get(name)
    return value.strip()[:70_000] if isinstance(value, str) else ""
