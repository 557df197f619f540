"""Who sits at a table: the list in the drawer, the chat, the clocks."""

from __future__ import annotations

from londinium.bots.levels import TITLES
from londinium.kernel.kept import kept
from londinium.kernel.words.language import Language
from londinium.look.ink import escape
from londinium.look.parts import seat_mark
from londinium.look.seats import letters
from londinium.table.events import now_ms
from londinium.table.hall.presence import Attendance
from londinium.table.settings import PERSON
from londinium.table.table import Table
from londinium.web.live.comings import mute_button

BOT_NAMES = ("Hugh", "Rosa", "Wat", "Maud", "Ada", "Brunel", "Cleo")
"""What bots are called at a table if nobody names them; names need no translation."""


def bot_words(bot: str, words: Language) -> str:
    """The kind of a bot in words."""
    return words.text(TITLES[bot]) if bot in TITLES else bot.capitalize()


def free_names(count: int, taken: list[str]) -> list[str]:
    """Names for bots that nobody at the table has."""
    return [name for name in BOT_NAMES if name not in taken][:count]


def status(table: Table, seat: int, there: Attendance, words: Language) -> str:
    """What there is to say of a seat beside its name."""
    state = table.seats[seat]
    if state.bot is not None:
        kind = bot_words(state.bot, words)
        if state.played_by is not None:
            simple = bot_words(state.played_by, words)
            return words.text("bot ({bot}, for the moment {simple}: the rules are being compiled)", bot=kind, simple=simple)
        if state.troubled:
            return words.text("bot ({bot}, which failed: its last move was a random one)", bot=kind)
        if state.kind == PERSON:
            return words.text("a bot plays for them ({bot})", bot=kind)
        return words.text("bot ({bot})", bot=kind)
    if not state.joined:
        return words.text("not here yet")
    if (left := table.time_left(seat, now_ms())) is not None and left <= 0:
        return words.text("out of time")
    if seat in there.here:
        return words.text("here")
    return words.text("away")


def people_list(table: Table, viewer: int | None, there: Attendance, words: Language) -> str:
    """Every seat with who is on it, its clock, and what the viewer may do about it."""
    signs, to_act, free = letters(table.names), table.match.to_act, table.free_seats()
    rows = []
    for seat, name in enumerate(table.names):
        is_present = seat in there.here or bool(table.seats[seat].bot)
        told = status(table, seat, there, words)
        choice = _choice(table, seat, viewer, there, words) + _new_link(table, seat, viewer, there, words)
        choice = (mute_button(str(seat), name, words) if _speaks(table, seat, viewer) else "") + choice
        you = words.text("you") if seat == viewer else ""
        signs_of = (("present", is_present), ("acting", seat in to_act), ("free", seat in free))
        state = " ".join(word for word, holds in signs_of if holds)
        rows.append(_person(seat, signs[seat], name, you, state, told, clock_markup(table, seat), choice))
    count = there.watchers
    seen = words.plural("{count} spectator", "{count} spectators", count) if count else words.text("no spectators")
    kind = "people" if table.has_chat else "people silent"
    return f'<ul class="{kind}">{"".join(rows)}</ul><p class="watchers">{escape(seen)}</p>{_host_choices(table, viewer, words)}'


@kept
def _person(seat: int, sign: str, name: str, you: str, state: str, told: str, clock: str, choice: str) -> str:
    itself = f" <em>{escape(you)}</em>" if you else ""
    return (
        f'<li class="{state}">{seat_mark(seat, sign)}<div class="who"><b>{escape(name)}</b>{itself}'
        f"<small>{escape(told)}</small></div>{clock}{choice}</li>"
    )


def _speaks(table: Table, seat: int, viewer: int | None) -> bool:
    """Whether somebody else may say something from a seat."""
    return seat != viewer and table.has_chat and table.seats[seat].kind == PERSON and table.seats[seat].joined


def host_choices(table: Table, viewer: int | None, words: Language) -> list[tuple[str, str, bool, str]]:
    """What the person who opened the table may settle at it: the command, the name of its field, the value, and the words."""
    if viewer is None or viewer != table.settings.host:
        return []
    found = []
    if table.free_seats():
        label = words.text("Stop offering the free seats") if table.seeks else words.text("Offer the free seats to everyone")
        found.append(("seek", "open", not table.seeks, label))
    if table.settings.kinds.count(PERSON) > 1 or table.settings.public:
        label = words.text("Switch the chat off") if table.has_chat else words.text("Switch the chat on")
        found.append(("chat", "on", not table.has_chat, label))
    return found


def _host_choices(table: Table, viewer: int | None, words: Language) -> str:
    buttons = "".join(
        f'<button type="button" data-act="{act}" data-value="{"yes" if value else "no"}">{escape(label)}</button>'
        for act, _, value, label in host_choices(table, viewer, words)
    )
    return f'<p class="host-choices">{buttons}</p>' if buttons else ""


def may_invite(table: Table, viewer: int | None, seat: int, there: Attendance) -> bool:
    """Whether the viewer may make a new link for a seat: they opened the table, and its player is not there."""
    other = seat != viewer and table.seats[seat].kind == PERSON and seat not in there.here
    return viewer is not None and viewer == table.settings.host and other and not table.is_over


def _new_link(table: Table, seat: int, viewer: int | None, there: Attendance, words: Language) -> str:
    """The button that leads to a new link for a friend; its form stands in the page."""
    if not may_invite(table, viewer, seat, there):
        return ""
    told = words.text("New link for this seat")
    return f'<button form="new-link" name="seat" value="{seat}">{escape(told)}</button>'


def _choice(table: Table, seat: int, viewer: int | None, there: Attendance, words: Language) -> str:
    """The button that puts a bot on a seat, or a person back."""
    state = table.seats[seat]
    if viewer is None or table.is_over or state.kind != PERSON:
        return ""
    if table.settings.is_without_help:
        return ""
    if seat == viewer:
        act, label = (
            ("return", words.text("Take my seat back")) if state.bot else ("leave", words.text("Leave and let a bot take over"))
        )
    elif seat in there.replaceable:
        act, label = "replace", words.text("Let a bot take over")
    else:
        return ""
    return f'<button type="button" data-act="{act}" data-seat="{seat}">{escape(label)}</button>'


def clock_markup(table: Table, seat: int) -> str:
    """A seat's clock; the browser counts on while it runs, towards a time of the server's."""
    now = now_ms()
    left = table.time_left(seat, now)
    if left is None:
        return ""
    ends = table.clocks.ends(seat, now)
    runs = (
        f' data-ends="{ends}" data-left="{table.clocks.left(seat, table.clocks.at)}"'
        if ends is not None and not table.is_over
        else ""
    )
    return f'<time class="clock" data-of="{seat}"{runs}>{clock_words(left)}</time>'


def clock_words(left: int) -> str:
    """`4:05`, or `51:15:00` where decisions take days: signs that need no translation."""
    minutes, seconds = divmod(max(0, left) // 1000, 60)
    return f"{minutes}:{seconds:02}" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def prompt_clock(table: Table, viewer: int | None) -> str:
    """The clock in the prompt bar: the viewer's own while they decide; else that of the first who has to, with their sign."""
    asked = [seat for seat in table.match.to_act if seat < table.match.seats]
    if not asked or table.is_over:
        return ""
    seat = viewer if viewer is not None and viewer in asked else asked[0]
    clock = clock_markup(table, seat)
    return f"{seat_mark(seat, letters(table.names)[seat])}{clock}" if clock and seat != viewer else clock


def thinking_sign(table: Table) -> str:
    """Three dots while a bot thinks and nobody else is asked."""
    asked = table.match.to_act
    thinks = bool(asked) and set(asked) == set(table.bots_to_act())
    return '<span class="thinking" aria-hidden="true"><i></i><i></i><i></i></span>' if thinks else ""
