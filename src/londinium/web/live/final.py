"""What is shown when a match is over: who has won, where to go from here, the score sheets, and the proof of the shuffle."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from londinium.kernel.contracts.days import calendar_of, kind_title
from londinium.kernel.contracts.drawing import Prompt, Scene
from londinium.kernel.defaults.endings import tied
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.look.parts import table_button
from londinium.look.raster import can_rasterise
from londinium.table.history.consent import can_be_puzzle
from londinium.table.history.daily import kind_played
from londinium.table.table import Table
from londinium.web.http.doors import door
from londinium.web.pages.days import boast, in_time
from londinium.web.pages.matches import analysis_before
from londinium.web.pages.rulebook import linked


def final_page(table: Table, seat: int | None, prompt: Prompt, words: Language) -> str:
    """The whole of it, as the dialog shows it: the winner and the ways on come first, without scrolling."""
    return (
        f'<div class="outcome">{outcome_words(table, seat, prompt, words)}{ways_on(table, seat, words)}</div>'
        f"{score_sheets(table, seat, words)}{_consents(table, seat)}{shuffle_proof(table, words)}"
    )


def _consents(table: Table, seat: int | None) -> str:
    """Where the page puts who agrees that the match becomes a puzzle: that is known of persons, and changes without the table."""
    if seat is None or not can_be_puzzle(table):
        return ""
    return f'<div class="consent" data-consent="{door(table.id, seat)}/puzzles"></div>'


def outcome_words(table: Table, seat: int | None, prompt: Prompt, words: Language) -> str:
    """The outcome for the viewer: place and distance, the winner, a tie that a rule decided, their best so far."""
    match, face = table.match, table.match.game.face
    headline = face.ending(match.view(seat, refusals=False, offers=False), words, table.names)
    told = f"{_ended(prompt.sentence)} {prompt.help}".strip() if seat is not None else prompt.help
    lines = [f'<p class="headline"><strong>{escape(headline)}</strong></p>', f"<p>{escape(told)}</p>" if told else ""]
    if match.outcome is not None and (groups := tied(match.outcome)):
        equal = words.apart(", ".join(table.names[each] for each in group) for group in groups)
        lines.append(f'<p class="tie">{words.named(escape(equal), linked(face.tie_rule(words), match.game.slug))}</p>')
    if table.hinted:
        lines.append(f'<p class="hinted">{escape(words.text(HINTED))}</p>')
    elif seat is not None:
        lines.append(_personal_best(table, seat, words))
    return "".join(lines)


def _ended(sentence: str) -> str:
    """The headline of a prompt as a sentence among others."""
    return sentence if not sentence or sentence[-1] in ".!?" else f"{sentence}."


HINTED = N_("Hints were used, so this match does not count towards rankings and statistics.")


def _personal_best(table: Table, seat: int, words: Language) -> str:
    """What the page says about the viewer's best so far, once it knows that: the server by the name, the browser for a guest."""
    outcome, face, slug = table.match.outcome, table.match.game.face, table.match.game.slug
    assert outcome is not None
    # A number of our own shows where the page writes the one that it knows.
    best = face.describe_points(2, words).replace("2", "{best}")
    below, beaten = (
        words.text("Your best so far: {best}.", best=best),
        words.text("A new personal best! Your previous best was {best}.", best=best),
    )
    facts = f'data-best-of="{slug} {table.match.seats}" data-score="{outcome.scores[seat]}"'
    return f'<p class="best" hidden {facts} data-below="{escape(below)}" data-beaten="{escape(beaten)}"></p>'


def ways_on(table: Table, seat: int | None, words: Language) -> str:
    """What can be done after the end: again, what was good and what was not, show it to others; then the rest."""
    record = f"{door(table.id, seat)}/record"
    download, home = escape(words.text("Download the record")), escape(words.text("Home"))
    again, address = escape(words.text("Replay")), replay_address(table, seat)
    analysis, film = escape(words.text("Analysis")), escape(words.text("Film"))
    studied = f"{address}{'&' if '#' in address else '#'}study=1"
    seen = "" if seat is None or table.match.seats == 1 else f"?eyes={seat}"
    return (
        f'<div class="go">{next_match(table, seat, words)}{_back(table, seat, words)}'
        f'<a class="button" href="{studied}">{analysis}</a>'
        f"{share_link(table, words)}{share_picture(table, seat, words)}</div>{_day_done(table, words)}"
        f'<div class="go further"><a class="button quiet" href="{address}">{again}</a>'
        f'<a class="button quiet" href="/replay/{table.id}/film{seen}">{film}</a>'
        f'<a class="button quiet" href="{record}" download>{download}</a>'
        f'<a class="button quiet" href="/">{home}</a></div>'
    )


def _back(table: Table, seat: int | None, words: Language) -> str:
    """From a trial to the analysis from which it went on."""
    address = analysis_before(table.start.origin, seat or 0) if table.start else ""
    label = words.text("Back to the analysis")
    return f'<a class="button" href="{escape(address)}">{escape(label)}</a>' if address else ""


def share_link(table: Table, words: Language) -> str:
    """The replay for others; on a day a text that tells the score and nothing of the cards; of a tournament its page."""
    if table.settings.tournament is not None:
        facts = {"share": tournament_address(table), "copied": words.text("Link copied.")}
        label = words.text("Share the tournament")
    elif table.settings.day is None:
        facts = {"share": f"/replay/{table.id}", "copied": words.text("Link copied.")}
        label = words.text("Share the match")
    else:
        facts = {"share": day_address(table), "text": boast(table, day_title(table, words), words)}
        facts["copied"], label = words.text("Text copied."), words.text("Share the result")
    return _sharing(label, title=table.match.game.title, **facts)


def share_picture(table: Table, seat: int | None, words: Language) -> str:
    """The viewer's own bridge or map with its score, if this server can draw it. In a tournament it would give things away."""
    if not can_rasterise() or table.settings.tournament is not None:
        return ""
    asked = {"lang": words.code} if seat is None else {"seat": str(seat), "lang": words.code}
    return _sharing(
        words.text("Share picture"),
        picture=f"/replay/{table.id}/card.png?{urlencode(asked)}",
        link=f"/replay/{table.id}" if table.settings.day is None else day_address(table),
        title=table.match.game.title,
        file=f"{table.match.game.slug}-{table.id}.png",
        working=words.text("The picture is being drawn …"),
        saved=words.text("Here is the picture."),
        copied=words.text("The picture could not be made. The link has been copied instead."),
    )


def _sharing(label: str, **facts: str) -> str:
    written = "".join(f' data-{name}="{escape(fact)}"' for name, fact in facts.items())
    return f'<button type="button"{written}>{escape(label)}</button>'


def _day_done(table: Table, words: Language) -> str:
    """What the browser remembers of a day that counts, and what it says of the days before."""
    if not in_time(table) or table.match.outcome is None:
        return ""
    day = table.settings.day
    one = escape(words.plural("{count} day in a row", "{count} days in a row", 1))
    many = escape(words.plural("{count} day in a row", "{count} days in a row", 2)).replace("2", "{count}")
    score = table.match.outcome.scores[0]
    return (
        f'<p class="streak" data-streak="{day}" data-one="{one}" data-many="{many}" '
        f'data-day-done="{day} {table.settings.game} {score}" hidden></p>'
    )


def day_title(table: Table, words: Language) -> str:
    """The kind of the day that was played here, in words."""
    game = table.match.game
    return kind_title(game, calendar_of(game).kinds[kind_played(table.settings)], words)


def replay_address(table: Table, seat: int | None) -> str:
    """The replay, from its start, as the player in that seat saw it."""
    return f"/replay/{table.id}" + ("" if seat is None or table.match.seats == 1 else f"#eye={seat}")


def next_match(table: Table, seat: int | None, words: Language) -> str:
    """The way to the next match: to ask for it, or to go where another has asked already; in a contest, to its ranking."""
    if table.settings.tournament is not None:
        standings = escape(words.text("Go to the tournament"))
        return f'<a class="button main" href="{tournament_address(table)}">{standings}</a>'
    if table.settings.day is not None:
        ranking = escape(words.text("Go to the day's ranking"))
        return f'<a class="button main" href="{day_address(table)}">{ranking}</a>'
    if table.rematch is None:
        return table_button("rematch", words.text("Rematch"), cls="main") if seat is not None else ""
    address, there = f"{door(table.id, seat)}/rematch", escape(words.text("Go to the rematch"))
    return f'<a class="button main" href="{address}">{there}</a>'


def day_address(table: Table) -> str:
    """The page of the daily challenge that was played here."""
    return f"/daily/{table.settings.day}/{table.settings.game}"


def tournament_address(table: Table) -> str:
    """The page of the tournament that was played here."""
    assert table.settings.tournament is not None
    return f"/tournaments/{table.settings.tournament.id}"


def score_sheets(table: Table, seat: int | None, words: Language) -> str:
    """The score sheets of a finished match, in a box of their own that scrolls where they are wider than a phone."""
    match = table.match
    happened = tuple(event for _, event in match.events(seat))
    sheets = match.game.drawing.final(match.view(seat), Scene(words, table.names, happened))
    label = escape(words.text("Score sheets"))
    return f'<div class="sheets" role="region" tabindex="0" aria-label="{label}">{sheets}</div>'


def shuffle_proof(table: Table, words: Language) -> str:
    """What proves that the shuffle was fair."""
    seed, salt = table.seed_and_salt
    facts = ((words.text("Hash"), table.commitment), (words.text("Seed"), str(seed)), (words.text("Salt"), salt))
    rows = "".join(f"<dt>{escape(name)}</dt><dd><code>{escape(fact)}</code></dd>" for name, fact in facts)
    title = words.text("Verify the shuffle")
    about = words.text(
        "The hash was shown before the first move. It was made from the seed and the salt, which nobody knew until now."
    )
    check = words.text("To check it yourself, download the record and run:")
    return (
        f'<details class="shuffle"><summary>{escape(title)}</summary><p>{escape(about)}</p><dl>{rows}</dl>'
        f"<p>{escape(check)} <code>londinium verify {escape(table_file(table))}</code></p></details>"
    )


def table_file(table: Table) -> str:
    """How the record file of a table is called."""
    return f"{table.match.game.slug}-{table.id}.record"
