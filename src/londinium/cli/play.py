"""`londinium play`: one person against simple opponents, in the terminal."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from londinium.cli.shared.positions import position_given
from londinium.cli.shared.settings import (
    box_option,
    chosen_options,
    game_argument,
    lang_option,
    rules_options,
    seats_option,
    seed_option,
)
from londinium.cli.shared.speech import CODE, plain_console, print_log, speak, text
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError, WrongBox

if TYPE_CHECKING:
    from rich.console import Console

    from londinium.bots.engines.away import BotFailure
    from londinium.kernel.match import Match


@click.command(help=text("Play a match in the terminal against simple opponents. It is saved after every move."))
@game_argument
@seats_option
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help=text("Your seat."))
@click.option(
    "--opponents",
    default="builder",
    show_default=True,
    help=text(
        "novice, apprentice, builder, master, architect, greedy, busy or random, search-N, policy:FILE, MODULE:NAME or "
        "engine:COMMAND; one for all, or one for each, separated by commas."
    ),
)
@click.option("--name", default=lambda: os.environ.get("USER", text("Guest")), help=text("Your name."))
@click.option("--new", is_flag=True, help=text("Start a new match, even if one was saved."))
@seed_option
@rules_options
@click.option(
    "--position", metavar="TEXT", help=text("Begin in this position: a text, or a file with one; see `londinium position`.")
)
@box_option
@lang_option
def verb(
    game: str,
    seats: int | None,
    seat: int,
    opponents: str,
    name: str,
    new: bool,
    seed: int | None,
    variant: str | None,
    options: tuple[str, ...],
    position: str | None,
    box: Path | None,
) -> None:
    from rich.text import Text

    from londinium.bots.levels import TITLES
    from londinium.bots.registry import short_name
    from londinium.kernel.registry import game as find_game

    found = find_game(game)
    console = plain_console()
    console.print(Text(found.title, "bold").append(f"  {found.credits}", "not bold dim"))
    # Whatever is wrong is reported before anything else happens, a question about a saved match too.
    if box:
        found.load_box(box)
    begun = None if position is None else found.position(position_given(position), box=box)
    if begun is not None and (seats is not None or variant is not None or options):
        raise InvalidOption(N_("a position already says how many play and with which options"))
    if begun is not None and begun.is_over:
        raise InvalidOption(N_("in this position the match is over"))
    count = begun.seats if begun is not None else found.check_seats(seats if seats is not None else found.seats[-1])
    if seat >= count:
        raise InvalidOption(N_("this match has seats 0 to {last}, not {seat}"), last=count - 1, seat=seat)
    kinds = _opponents(opponents, count, seat)
    chosen = chosen_options(found, variant, options)
    match = None if new or begun is not None else _resume(game, box, console, chosen)
    if match is None:
        titles = [text(TITLES[kind]) if kind in TITLES else short_name(kind) for kind in kinds]
        names = [name if kind == "person" else f"{titles[i]} {i}" for i, kind in enumerate(kinds)]
        start = _new_seed() if seed is None else seed
        if begun is not None:
            match = found.position(begun.position_text(), seed=start, names=names, box=box)
        else:
            match = found.match(seats=count, seed=start, options=chosen, box=box, names=names)
        match.tags = {f"Player{i}": kind for i, kind in enumerate(kinds)}
    TerminalTable(match, console).play()


def _new_seed() -> int:
    return secrets.randbits(63)


def _opponents(opponents: str, seats: int, own: int) -> list[str]:
    """Who sits where: `person` in the player's own seat, the opponents in the others."""
    from londinium.bots.registry import check_name

    kinds = _each_opponent(opponents, seats)
    if len(kinds) != seats - 1:
        raise InvalidOption(N_("opponents named: {players}, seats for them: {seats}"), players=len(kinds), seats=seats - 1)
    for kind in kinds:
        check_name(kind)
    return [*kinds[:own], "person", *kinds[own:]]


def _each_opponent(opponents: str, seats: int) -> list[str]:
    """One for all, or one for each."""
    kinds = [kind.strip() for kind in opponents.split(",")]
    return kinds * (seats - 1) if len(kinds) == 1 else kinds


def save_file(game: str) -> Path:
    """Where the running match of a game is kept: LONDINIUM_HOME, or the user's data folder."""
    home = os.environ.get("LONDINIUM_HOME")
    base = Path(home) if home else Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "londinium"
    return base / f"{game}.record"


def _resume(game: str, box: Path | None, console: Console, chosen: Mapping[str, str]) -> Match | None:
    """The saved match, if there is one that is not over and the player wants it."""
    from londinium.kernel.record import load_record

    file = save_file(game)
    if not file.exists():
        return None
    try:
        match = load_record(file, box)
    except WrongBox:
        raise
    except LondiniumError as error:
        console.print(text("The saved match cannot be continued: {problem}", problem=speak(error)), style="red")
        kept = file.with_suffix(".broken")
        file.rename(kept)
        console.print(text("It is kept as {file}.", file=kept))
        return None
    if match.is_over or "person" not in match.tags.values():
        return None
    if ignored := _ignored(match, chosen):
        listed = ", ".join(ignored)
        message = text("The saved match is played differently. If you continue it, {options} will be ignored.", options=listed)
        console.print(message, style="yellow", markup=False)
    answer = console.input(text("There is a match in progress. Continue it? [Y/n]") + " ", markup=False)
    return None if answer.strip().lower().startswith("n") else match


def _ignored(match: Match, chosen: Mapping[str, str]) -> list[str]:
    """What was asked for on the command line and is different in a saved match, as it is typed there."""
    context = click.get_current_context()
    asked = {name: value for name, value in context.params.items() if _is_typed(context, name) and value is not None}
    kinds = [match.tags.get(f"Player{seat}", "") for seat in range(match.seats)]
    own = kinds.index("person")
    others = [*kinds[:own], *kinds[own + 1 :]]
    named = {option.partition("=")[0] for option in asked.get("options", ())}
    wanted = {name: choice for name, choice in chosen.items() if "variant" in asked or name in named}
    differs = not wanted.items() <= match.options.items()
    different = {
        "--seats": asked.get("seats", match.seats) != match.seats,
        "--seat": asked.get("seat", own) != own,
        "--opponents": "opponents" in asked and _each_opponent(asked["opponents"], match.seats) != others,
        "--name": asked.get("name", match.names[own]) != match.names[own],
        "--seed": asked.get("seed", match.seed) != match.seed,
        "--variant": "variant" in asked and differs,
        "--option": bool(named) and differs,
    }
    return [name for name, is_so in different.items() if is_so]


def _is_typed(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


class TerminalTable:
    """A match at the terminal: asks the person, lets the opponents move, saves after every move."""

    def __init__(self, match: Match, console: Console) -> None:
        from londinium.bots.registry import bot

        self.match, self.console = match, console
        self.kinds = [match.tags.get(f"Player{seat}", "greedy") for seat in range(match.seats)]
        self.seat = self.kinds.index("person")
        others = {seat: kind for seat, kind in enumerate(self.kinds) if kind != "person"}
        self.bots = {seat: bot(kind, match.game, tell=self.tell_failure) for seat, kind in others.items()}
        self.words = match.words(CODE)
        self.told = match.ply

    def play(self) -> None:
        """Until the match is over or the person leaves."""
        try:
            while not self.match.is_over:
                self.match.proceed()
                self.save()
                seat = next((seat for seat in self.match.to_act if seat != self.seat), None)
                if seat is not None:
                    self.match.push(self.bots[seat].choose(self.match, seat), seat)
                elif not self.match.is_over and not self.ask():
                    break
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        self.save()
        if self.match.is_over:
            self.finish()
        else:
            self.console.print(text("Saved in {file}. Run the same command to continue.", file=save_file(self.match.game.slug)))

    def save(self) -> None:
        """Write the record whole or not at all."""
        from londinium.kernel.record import write_record

        file = save_file(self.match.game.slug)
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_text(write_record(self.match), encoding="utf-8")
        fresh.replace(file)

    def finish(self) -> None:
        match = self.match
        self.tell()
        self.console.print(match.game.face.draw_scores(match.score_sheets, self.words, match.names))
        file = save_file(match.game.slug)
        kept = file.with_name(f"{match.game.slug}-{match.seed}.record")
        file.replace(kept)
        self.console.print(text("The record of this match is {file}.", file=kept))

    def tell_failure(self, failure: BotFailure) -> None:
        """What happened to a bot of somebody's own; not in its words, which may give away what it holds."""
        from londinium.bots.engines.process import WHAT_HAPPENED

        message = text("{name} lost its move to a random one: {what}.", name=failure.bot, what=text(WHAT_HAPPENED[failure.kind]))
        self.console.print(message, style="yellow", markup=False)

    # ── Asking ───────────────────────────────────────────────────────────────

    def tell(self) -> None:
        """What happened since the last time."""
        from rich.padding import Padding
        from rich.text import Text

        from londinium.look.log import entries_of, lines_of

        match = self.match
        for line in lines_of(entries_of(match, self.seat, self.words, match.names, self.told, own=self.seat)):
            self.console.print(Padding(Text(line.text, "dim"), (0, 0, 0, 2), expand=False))
        self.told = self.match.ply

    def ask(self) -> bool:
        """One decision of the person; False to leave."""
        self.tell()
        self.show()
        while True:
            answer = self.console.input("> ", markup=False).strip()
            if answer in {"quit", "exit", "q"}:
                return False
            if self.obey(answer):
                return True

    def show(self) -> None:
        """The table, what to do now, and what may be done."""
        from rich.table import Table as Grid
        from rich.text import Text

        match, face = self.match, self.match.game.face
        view = match.view(self.seat)
        self.console.print()
        self.console.print(face.draw_text(view, self.words, match.names))
        self.console.print()
        self.console.print(face.prompt(view, self.words, match.names), style="bold")
        moves = Grid.grid(padding=(0, 2, 0, 0))
        for number, offer in enumerate(view.offers, 1):
            moves.add_row(f"{number:3}", Text(offer.move, "bold"), face.describe_move(offer.move, offer.effect, self.words))
        self.console.print(moves)
        self.console.print(text("A number or a move; ? for help."), style="dim")

    def obey(self, answer: str) -> bool:
        """Carry out what was typed; True if the match has changed."""
        word, _, rest = answer.partition(" ")
        plain = {"?": self.help, "help": self.help, "table": self.show, "log": self.log}
        about = {"why": self.why, "rules": self.rules}
        try:
            if word in plain:
                plain[word]()
                return False
            if word in about:
                about[word](rest)
                return False
            if word == "undo":
                self.undo()
                return True
            if answer:
                self.match.push(self.move(answer), self.seat)
                return True
        except LondiniumError as error:
            self.console.print(error.told(self.words), style="red")
        return False

    def move(self, answer: str) -> str:
        """A number of the list, or the notation itself."""
        if not answer.isdecimal():
            return answer
        legal = self.match.legal(self.seat)
        if not 1 <= int(answer) <= len(legal):
            raise LondiniumError(N_("there is no number {number} in the list"), number=answer)
        return self.match.moves.text(legal[int(answer) - 1])

    # ── Commands ─────────────────────────────────────────────────────────────

    def help(self) -> None:
        from rich.text import Text

        lines = {
            "1, 2, 3 …": text("make the move with this number"),
            self.match.legal_moves[0]: text("make the move with this notation"),
            "why MOVE": text("why a move is not allowed"),
            "undo": text("take back your last decision"),
            "table": text("show the table again"),
            "log": text("everything that has happened so far"),
            "rules [NUMBER]": text("the rules, or one of them"),
            "quit": text("leave; the match is saved"),
        }
        for command, about in lines.items():
            self.console.print(Text(f"  {command}", "bold").append(f"  {about}", "not bold"))

    def log(self) -> None:
        print_log(self.console, self.match, self.seat, self.seat)

    def why(self, move: str) -> None:
        """Why a move is refused: the same answer that making it would give, without making it."""
        from londinium.kernel.words.errors import IllegalMove

        trial = self.match.copy()
        try:
            trial.apply(move, self.seat)
        except IllegalMove as error:
            self.console.print(error.told(self.words), style="yellow")
        else:
            self.console.print(text("'{move}' is allowed.", move=move), style="green")

    def rules(self, number: str) -> None:
        from rich.markdown import Markdown

        from londinium.kernel.words.rulebook import rulebook

        book = rulebook(self.match.game, CODE)
        self.console.print(Markdown(book.told(number, self.words) if number else book.plain))

    def undo(self) -> None:
        """Back to the player's own last decision; the same shuffle comes again."""
        own = [ply for ply, made in enumerate(self.match.plies) if made.decided and made.seat == self.seat]
        if not own:
            raise LondiniumError(N_("there is no decision to take back"))
        self.match.go_to(own[-1])
        self.told = self.match.ply
