"""The language of the command line: `--lang`, else the environment's, else English."""

from __future__ import annotations

import gettext
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click.types

from londinium.kernel.words.errors import N_, LondiniumError, N_plural
from londinium.kernel.words.language import SHARED, Language, preferred

if TYPE_CHECKING:
    from rich.console import Console

    from londinium.kernel.match import Match


def _wish() -> str | None:
    """The language asked for with --lang, known before any help text is made."""
    for i, word in enumerate(sys.argv):
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and i + 1 < len(sys.argv):
            return sys.argv[i + 1]
    return None


CODE = preferred(_wish())
LANGUAGE = Language(CODE)

# Click looks its own texts up in the domain `messages`: give it our catalogue, and the catalogue its texts.
gettext.bindtextdomain("messages", SHARED / "locale")
os.environ["LANGUAGE"] = CODE
CLICKS_TEXTS = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("%(prog)s, version %(version)s"),
    N_("default: {default}"),
    N_("required"),
    N_("Aborted!"),
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Option {name!r} does not take a value."),
    N_("Argument {name!r} takes {nargs} values."),
    N_("Choose from:\n\t{choices}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value!r} is not a valid boolean. Recognized values: {states}"),
    N_("{value} is not in the range {range}."),
    N_("Could not open file {filename!r}: {message}"),
    N_("file"),
    N_("directory"),
    N_("path"),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_plural("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    N_plural("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    N_plural("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    N_plural("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."),
    N_plural("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)


def text(message: str, **facts: Any) -> str:
    return LANGUAGE.text(message, **facts)


# What click calls a kind of value, in errors and in capitals in the help; these names it does not look up.
for _kinds, _name in (
    ((click.types.IntParamType, click.IntRange), text("integer")),
    ((click.types.FloatParamType, click.FloatRange), text("number")),
    ((click.types.StringParamType,), text("text")),
):
    for _kind in _kinds:
        _kind.name = _name


VERB_FOLDERS: list[Path] = []
"""The games whose own verbs are called: they may fail before their game is in use."""


def language_of(verb: str) -> Language:
    """What a game's own verb speaks, by the file of the verb: the game's catalogue comes before ours."""
    VERB_FOLDERS.append(Path(verb).parents[1])
    return Language(CODE, VERB_FOLDERS[-1])


def plural(one: str, many: str, count: int, **facts: Any) -> str:
    return LANGUAGE.plural(one, many, count, **facts)


def lost_moves(count: int) -> str:
    """What to say of bots of somebody's own that failed."""
    return text("Moves that were lost to random ones because a bot failed: {count}.", count=count)


def speak(error: LondiniumError) -> str:
    """An error in the user's language; it may come from any game."""
    from londinium.kernel.registry import folders_in_use
    from londinium.table.errors import StoreTrouble

    words = Language(CODE, *folders_in_use(), *VERB_FOLDERS)
    return error.told_host(words) if isinstance(error, StoreTrouble) else error.told(words)


def plain_console() -> Console:
    """A console that prints names, notation and files as they are: whatever is typed or mailed is text, not markup."""
    from rich.console import Console

    hold_words_together()
    return Console(highlight=False, markup=False)


def hold_words_together() -> None:
    """Rich ends lines at white space of any kind; at a space that does not break, as before a French colon, it must not."""
    from rich import _wrap

    _wrap.re_word = re.compile(r"[^\S\u00a0]*[\S\u00a0]+[^\S\u00a0]*")


def print_log(console: Console, match: Match, seat: int | None, own: int | None = None) -> None:
    """What happened in a match, round by round, a line for a turn, as far as a seat may know. `own` is the reader's seat."""
    from rich.table import Table
    from rich.text import Text

    from londinium.look.log import entries_of, lines_of
    from londinium.look.remark_words import with_remarks

    words = match.words(CODE)
    entries = with_remarks(entries_of(match, seat, words, match.names, own=own), match, seat, words)
    lines = Table.grid(padding=(0, 2, 0, 0))
    lines.add_column(justify="right", min_width=4, style="dim")
    for line in lines_of(entries):
        if line.heading:
            lines.add_row("", Text(line.heading, "bold"))
        lines.add_row(str(line.first.ply), Text(line.text, "italic" if line.first.said else ""))
    console.print(lines)
