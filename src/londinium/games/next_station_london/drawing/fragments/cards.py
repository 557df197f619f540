"""The card of the turn, and all eleven cards: seen, now and to come."""

from __future__ import annotations

from londinium.games.next_station_london.drawing import pieces
from londinium.games.next_station_london.drawing.fragments.bubbles import capital
from londinium.games.next_station_london.drawing.fragments.explain import card_help, tells
from londinium.games.next_station_london.face.sheets import LineScore
from londinium.games.next_station_london.face.view import Board, Card, Player
from londinium.games.next_station_london.face.words import card as card_words
from londinium.games.next_station_london.face.words import line_in_numbers, points, symbol
from londinium.games.next_station_london.rules.components import CARDS, UNDERGROUNDS
from londinium.kernel.kept import kept
from londinium.kernel.words.language import Language
from londinium.look.ink import escape

STREET = tuple(name for name in CARDS if not name.startswith("underground"))
UNDERGROUND = tuple(name for name in CARDS if name.startswith("underground"))


def bores(count: int, t: Language) -> str:
    """Five little bores count the underground cards."""
    label = t.text("{count} of {all} underground cards", count=count, all=UNDERGROUNDS)
    said = "\n".join((label, t.text("The fifth underground card ends the round.")))
    filled = '<i class="full"></i>' * count + "<i></i>" * (UNDERGROUNDS - count)
    return f'<span class="bores"{tells(said, role="img")}>{filled}</span>'


def card_of_turn(board: Board, player: Player, language: Language) -> str:
    """The card; between two rounds the line that was just counted; before the card of a switch, the switch."""
    if (score := line_just_counted(board, player)) and board.phase != "match-over":
        return _counted_line(score, board.round - 1, language)
    return _card_of_turn(board.phase, board.card, board.switch, board.switch_turn, board.turn, board.undergrounds, language)


def line_just_counted(board: Board, player: Player) -> LineScore | None:
    """The line of the round that has just ended, until the first card of the next."""
    if board.phase == "match-over":
        return player.sheet.lines[-1]
    return player.sheet.lines[board.round - 2] if board.phase == "card-reveal" and board.turn == 0 and board.round > 1 else None


@kept
def _counted_line(score: LineScore, round_no: int, t: Language) -> str:
    where = t.text("End of round {round}", round=round_no)
    worth = f'<span class="worth-sum {score.pencil}">{pieces.badge(score.pencil)}{pieces.swatch(score.pencil)}</span>'
    sum_of_line = f"{line_in_numbers(score, t)} = {score.points}"
    return _now(pieces.card("back", "big"), where, points(score.points, t), worth, sum_of_line)


@kept
def _card_of_turn(phase: str, card: str | None, switch: bool, counts: bool, turn: int, seen: int, t: Language) -> str:
    count = bores(seen, t)
    if phase == "match-over":
        where, what, means = t.text("The end"), t.text("Match over"), t.text("Four lines are drawn.")
        return _now(pieces.card("back", "big"), where, what, count, means)
    if card is None and switch:
        means = t.text("It counts together with the next card.")
        return _now(pieces.card("switch", "big turned"), t.text("Station cards"), capital(t.text("switch")), count, means)
    if card is None:
        what = t.text("Next card") if phase in ("card-reveal", "drawing") else t.text("Before the start")
        what = t.text("End of the round") if phase == "twice-choice" else what
        return _now(pieces.card("back", "big"), t.text("Station cards"), what, count, _ends_round(phase, seen, t))
    kind, _, shown = card.partition("-")
    where = t.text("Turn {turn} · Street", turn=turn) if kind == "street" else t.text("Turn {turn} · Underground", turn=turn)
    what = capital(symbol(shown, t))
    beside = pieces.card("switch", "with-switch", capital(t.text("switch"))) if switch else ""
    means = _ends_round(phase, seen, t)
    if switch:
        means = t.text("With the switch.") if counts else t.text("The switch is ignored on the first two turns.")
    return _now(pieces.card(card, "big turned", capital(card_words(card, t)), f"card-{card}") + beside, where, what, count, means)


def _now(picture: str, where: str, what: str, count: str, means: str) -> str:
    return (
        f'<div class="now-card" data-clear="1">{picture}</div>'
        f'<div class="now-words"><p class="caps">{escape(where)}</p><h2>{escape(what)}</h2>{count}<p>{escape(means)}</p></div>'
    )


def _ends_round(phase: str, seen: int, t: Language) -> str:
    left = UNDERGROUNDS - seen
    if left == 0:
        return t.text("The last turn of this round.") if phase == "drawing" else t.text("All underground cards are out.")
    return t.plural("One more underground card ends the round.", "{count} more underground cards end the round.", left)


def deck(board: Board, pencil: str | None, language: Language) -> str:
    return _deck(board.cards, board.card, board.switch, pencil, language)


@kept
def _deck(cards: tuple[Card, ...], now: str | None, switch: bool, pencil: str | None, t: Language) -> str:
    """All eleven, always in the same place."""
    turns = {card.name: card.turn for card in cards}
    parts = []
    for title, names in ((t.text("Street"), STREET), (t.text("Underground"), UNDERGROUND)):
        left = sum(turns[name] is None for name in names)
        to_come = t.plural("{count} to come", "{count} to come", left)
        parts.append(f'<p class="caps kind"><span>{escape(title)}</span><span>{escape(to_come)}</span></p>')
        for name in names:
            is_now = name == now or (switch and name == "switch")
            parts.append(_place(name, turns[name], is_now, t))
    return f'<div class="cards {pencil or ""}">{"".join(parts)}</div>'


def _place(name: str, turn: int | None, now: bool, t: Language) -> str:
    said = capital(card_words(name, t))
    label = t.text("{card}, turn {turn}", card=said, turn=turn) if turn else t.text("{card}, may still come", card=said)
    state = "now" if now else "seen" if turn else "coming"
    # A card is one thing: it flies from here to where the card of the turn lies, and back.
    key = "" if now and name != "switch" else f"card-{name}"
    marks = tells(f"{label}\n{card_help(name, t)}", role="img")
    return f'<span class="k {state}"{marks}>{pieces.card(name, "", "", key)}<small>{turn or ""}</small></span>'


def stage(board: Board, language: Language) -> str:
    """Round and underground cards in a few pixels, for the top of a phone."""
    t = language
    count = bores(board.undergrounds, t)
    if not board.round:
        return ""
    told = t.text("Round {round}/{rounds}", round=board.round, rounds=board.rounds)
    return f'<span class="caps">{escape(told)}</span>{count}'
