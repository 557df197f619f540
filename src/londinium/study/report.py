"""An analysis as HTML: for a notebook, and as one page to keep."""

from __future__ import annotations

from londinium.kernel.match import Match
from londinium.kernel.words.language import Language
from londinium.look import tokens
from londinium.look.ink import escape
from londinium.look.parts import seat_mark
from londinium.look.seats import letters
from londinium.study.graph import GRAPH_STYLE, graph
from londinium.study.notes import named, par, summary, verdict, why
from londinium.study.reasons import gap_of, told_apart
from londinium.study.verdicts import Analysis, Decision

MARKS = "".join(f".judged-report .seat{seat}{{background:var(--seat{seat});color:var(--on-seat{seat})}}" for seat in range(4))
LOOK = (
    ".judged-report{max-width:960px;margin:0 auto;padding:8px}"
    ".judged-report{background:var(--paper);color:var(--ink);font:14px/1.45 var(--sans)}"
    ".judged-report .mark{display:inline-block;min-width:1.5em;border-radius:4px}"
    ".judged-report .mark{text-align:center;font-style:normal;font-weight:700}"
    ".judged-report .course{height:150px;margin:12px 0;border:1px solid var(--rule);background:var(--raised)}"
    ".judged-report table{border-collapse:collapse;margin:8px 0}"
    ".judged-report th,.judged-report td{padding:3px 10px;text-align:left}"
    ".judged-report td{text-align:right}.judged-report td.words{text-align:left}"
    ".judged-report tr{border-bottom:1px solid var(--rule)}"
    ".judged-report .par-maps{display:flex;flex-wrap:wrap;gap:12px}.judged-report figure{margin:0}"
    ".judged-report .verdict{white-space:nowrap}.judged-report .measure{color:var(--ink2)}"
    ".judged-report img{max-width:100%;height:auto}"
)


def report(analysis: Analysis, match: Match, code: str = "en") -> str:
    """Graph, sums, every mistake with the better move and why; with a style of its own, light or dark as its reader likes."""
    words = match.words(code)
    rows = "".join(_row(decision, match, words) for decision in analysis.mistakes())
    heads = (words.text("No."), words.text("Played"), words.text("Severity"), words.text("Better"), words.text("Why"))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    nothing = escape(words.text("No mistakes were found."))
    mistakes = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if rows else f"<p>{nothing}</p>"
    return (
        f'<style>{_style()}</style><div class="judged-report" lang="{words.code}">'
        f'<div class="course">{graph(analysis, match, words)}</div>{summary(analysis, match, words)}'
        f"{mistakes}{par(analysis, match, words)}</div>"
    )


def report_page(analysis: Analysis, match: Match, code: str = "en") -> str:
    """The report as a page of its own."""
    title = escape(f"{match.game.title} – {', '.join(match.names)}")
    return (
        f'<!doctype html><html lang="{code}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, '
        f'initial-scale=1"><meta name="color-scheme" content="light dark"><title>{title}</title></head>'
        f"<body><main><h1>{title}</h1>{report(analysis, match, code)}</main></body></html>\n"
    )


def _row(decision: Decision, match: Match, words: Language) -> str:
    here, best = match.at(decision.ply), decision.best[0]
    told = named(here, decision.seat, words)
    sign = seat_mark(decision.seat, letters(match.names)[decision.seat])
    better, played = told_apart(match.game, gap_of(best, decision.played, here, decision.seat), told, words)
    cells = (
        f"<td>{decision.ply}</td>",
        f'<td class="words">{sign} {escape(played)}</td>',
        f'<td class="words">{verdict(decision, match, words)}</td>',
        f'<td class="words">{escape(better)}</td>',
        f'<td class="words">{escape(why(decision, match, words, told))}</td>',
    )
    return f"<tr>{''.join(cells)}</tr>"


def _style() -> str:
    light, dark = (tokens.variables(palette) for palette in (tokens.LIGHT, tokens.DARK))
    own = f".judged-report{{{tokens.variables(tokens.TYPE)}{light}}}"
    return f"{own}@media(prefers-color-scheme:dark){{.judged-report{{{dark}}}}}{LOOK}{MARKS}{GRAPH_STYLE}"
