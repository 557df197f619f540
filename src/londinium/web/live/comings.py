"""Who comes and goes, in words: as lines among what is said at the table, and as a note for those who are there."""

from __future__ import annotations

from londinium.kernel.words.language import Language
from londinium.look.ink import escape
from londinium.look.parts import seat_mark
from londinium.table.chat import Spoken
from londinium.table.events import ChatSwitched, Joined, LinkRenewed, SeatBack, SeatToBot
from londinium.table.hall.presence import Attendance
from londinium.table.settings import PERSON, PerDecision
from londinium.table.table import Coming, Table

LATEST_COMINGS = 300
"""How many comings and goings are told; whoever comes and goes all the time does not make every page longer."""


def has_company(table: Table) -> bool:
    """Whether it is of interest who comes: somebody who plays alone against bots knows."""
    return table.settings.kinds.count(PERSON) > 1


def coming_words(table: Table, coming: Coming, words: Language) -> str:
    """One sentence; somebody who asked to be forgotten is a guest in it."""
    event = coming.event
    name = table.names[event.seat]
    match event:
        case Joined():
            return words.text("{name} has sat down.", name=name)
        case SeatToBot(seat, _, by) if by == seat:
            return words.text("{name} has left; a bot takes over.", name=name)
        case SeatToBot(_, _, by):
            return words.text("A bot takes over for {name}, as {other} asked.", name=name, other=table.names[by])
        case SeatBack():
            return words.text("{name} is back and takes over again.", name=name)
        case LinkRenewed(_, by):
            other = table.names[by or 0]
            return words.text(
                "{other} has made a new link for the seat of {name}, who has to sit down again.", name=name, other=other
            )
        case ChatSwitched(_, on):
            return words.text("The chat is switched on.") if on else words.text("The chat is switched off.")


def said_in_order(table: Table) -> list[Spoken | Coming]:
    """What people have said, and who came and went, in the order in which it happened. Without a chat nothing that was said is
    shown.
    """
    # The older ones go many at a time: with each that goes every page is told all lines again.
    first = max(0, len(table.comings) - LATEST_COMINGS) // 50 * 50
    comings = table.comings[first:] if has_company(table) else []
    told: list[Spoken | Coming] = [*(table.chat if table.has_chat else ()), *comings]
    return sorted(told, key=lambda one: one.number)


def said_texts(table: Table, words: Language) -> list[tuple[str, str]]:
    """The same as plain texts: who speaks (nobody, where it is about somebody), and what."""
    return [
        ("", coming_words(table, one, words)) if isinstance(one, Coming) else (one.name, one.text) for one in said_in_order(table)
    ]


def said_lines(table: Table, signs: tuple[str, ...], seat: int | None, words: Language) -> list[str]:
    """The same as markup. What somebody wrote is escaped, whatever it is: nothing in it is a link."""
    return [_line(table, one, signs, seat, words) for one in said_in_order(table)]


def _line(table: Table, one: Spoken | Coming, signs: tuple[str, ...], seat: int | None, words: Language) -> str:
    if isinstance(one, Coming):
        return f'<li class="coming">{escape(coming_words(table, one, words))}</li>'
    mark = seat_mark(one.seat, signs[one.seat]) if one.seat is not None else ""
    who = f'<b>{escape(one.name)}</b> <span class="words">{escape(one.text)}</span>'
    if one.seat is not None and one.seat == seat:
        return f"<li>{mark}<span>{who}</span></li>"
    quiet = "" if one.seat is not None else mute_button("", one.name, words)
    return f'<li data-from="{speaker(one.seat)}" data-name="{escape(one.name)}">{mark}<span>{who}</span>{quiet}</li>'


def speaker(seat: int | None) -> str:
    """Where somebody speaks from, as the page knows it: their seat, or nothing for a spectator."""
    return "" if seat is None else str(seat)


def mute_button(place: str, name: str, words: Language) -> str:
    """Hides what somebody says from the reader alone. The browser keeps it, so the button waits for a script."""
    label, again = words.text("Mute {name}", name=name), words.text("Unmute {name}", name=name)
    short, undo = words.text("Mute"), words.text("Unmute")
    return (
        f'<button type="button" class="mute" data-mute="{place}" data-name="{escape(name)}" data-label="{escape(label)}" '
        f'data-again="{escape(again)}" data-short="{escape(short)}" data-undo="{escape(undo)}" '
        f'aria-label="{escape(label)}" hidden>{escape(short)}</button>'
    )


class Company:
    """What one page was told of who is there, and what it is to be told now."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self._seat = seat
        self._number = table.number
        self._here: frozenset[int] | None = None

    def news(self, table: Table, there: Attendance, words: Language) -> list[str]:
        """Who else came or went since the last time. At first there is no news: the viewer has just come."""
        first, before, number = self._here is None, self._here or frozenset(), self._number
        self._here, self._number = there.here, table.number
        if first or not has_company(table):
            return []
        new = [one for one in table.comings if one.number > number and self._is_news(one)]
        told = [coming_words(table, one, words) for one in new]
        # Where decisions may take days, nobody is expected to sit there; and somebody who has just been mentioned is named once.
        named = {one.event.seat for one in new} | {self._seat}
        if isinstance(table.settings.clock, PerDecision) or table.is_over:
            return told
        for seat in sorted((before ^ there.here) - named):
            if table.seats[seat].joined and table.seats[seat].bot is None:
                name = table.names[seat]
                back, gone = words.text("{name} is back.", name=name), words.text("{name} is away.", name=name)
                told.append(back if seat in there.here else gone)
        return told

    def _is_news(self, one: Coming) -> bool:
        """Nothing that the viewer has done."""
        by = one.event.by if isinstance(one.event, SeatToBot | LinkRenewed) else one.event.seat
        return by != self._seat
