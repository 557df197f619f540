"""A report as one HTML file that needs nothing else: sentences, plots and tables, light or dark as the reader's system is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from londinium.arena.report.plots import can_plot
from londinium.arena.results import Estimate
from londinium.kernel.game import Game
from londinium.kernel.words.language import Language
from londinium.look.tokens import stylesheet

FOLDER = files("londinium.arena.report") / "templates"


@dataclass(frozen=True)
class Cell:
    """A cell of a table: what it says, a small second line, and how strongly it is shaded, from 0 to 1."""

    text: str
    note: str = ""
    shade: float | None = None


@dataclass(frozen=True)
class ReportTable:
    """The first columns, `words` of them, are texts; the others are numbers. A folded table opens when its title is clicked."""

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    words: int = 1
    caption: str = ""
    folded: str = ""


@dataclass
class Part:
    """A chapter of a report."""

    title: str
    sentences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    legend: list[tuple[str, str]] = field(default_factory=list)
    """What the marks of the figures stand for: `first` and `second`, each with a name."""
    tables: list[ReportTable] = field(default_factory=list)
    within: str = ""
    """Of a report on several studies: the one that the chapter is about."""


@dataclass
class ReportPage:
    """A report."""

    title: str
    kicker: str
    lead: list[str]
    parts: list[Part]
    notes: list[str]
    contents: str
    code: str


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string((FOLDER / "report.html").read_text(encoding="utf-8"))


def render_report(page: ReportPage) -> str:
    style = (FOLDER / "report.css").read_text(encoding="utf-8")
    # Both are our own files; the quotes of font names in them must stay quotes.
    return _template().render(page=page, tokens=_Raw(stylesheet()), style=_Raw(style))


class _Raw(str):
    """Our own text that is already HTML or CSS."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


def missing_plots(language: Language) -> list[str]:
    """What to say where plots cannot be drawn."""
    if can_plot():
        return []
    return [language.text("Plots need matplotlib: pip install 'londinium[report]'")]


def chosen_words(game: Game, options: Mapping[str, str], language: Language) -> str:
    """The options that are not as usual, for the line above a title."""
    describe = game.face.describe_option
    unusual = [option.name for option in game.options if options[option.name] != option.default]
    return "".join(
        " · " + language.named(describe(name, None, language), describe(name, options[name], language)) for name in unusual
    )


# ── Numbers as people write them ─────────────────────────────────────────────


def percent(share: float) -> str:
    return f"{share:.1%}" if 0 < share < 0.1 or 0.9 < share < 1 else f"{share:.0%}"


def signed_number(value: float, digits: int = 1, sign: bool = False) -> str:
    """A number with a real minus sign."""
    shown = f"{value:+,.{digits}f}" if sign else f"{value:,.{digits}f}"
    if float(shown.replace(",", "")) == 0:
        shown = ("±" if sign else "") + shown.lstrip("+-")
    return shown.replace("-", "−")


def plus_minus(centre: float, high: float | None) -> str:
    """A number with how far its interval reaches to each side."""
    return signed_number(centre) if high is None else f"{signed_number(centre)} ± {signed_number(high - centre)}"


def between(estimate: Estimate, language: Language, *, share: bool = False, digits: int = 1, sign: bool = False) -> str:
    """An interval in words; nothing where there is none."""
    if estimate.low is None or estimate.high is None:
        return ""
    low, high = (percent(x) if share else signed_number(x, digits, sign) for x in (estimate.low, estimate.high))
    return language.text("{low} to {high}", low=low, high=high)


def with_interval(estimate: Estimate, language: Language, *, share: bool = False, sign: bool = False) -> str:
    """An estimate with its interval in brackets."""
    shown = percent(estimate.mean) if share else signed_number(estimate.mean, sign=sign)
    interval = between(estimate, language, share=share, sign=sign)
    return f"{shown} ({interval})" if interval else shown


def cell(estimate: Estimate | None, language: Language, *, share: bool = False, digits: int = 1, sign: bool = False) -> Cell:
    """An estimate with its interval below it."""
    if estimate is None or estimate.count == 0:
        return Cell("–")
    shown = percent(estimate.mean) if share else signed_number(estimate.mean, digits, sign)
    return Cell(shown, between(estimate, language, share=share, digits=digits, sign=sign))


def duration(seconds: float) -> str:
    """A time as people read it: µs, ms or s."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            return f"{seconds / size:.3g} {unit}"
    raise AssertionError
