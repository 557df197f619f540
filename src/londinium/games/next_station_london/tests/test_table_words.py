"""What the table says and lets one do: true, in one notation, and with a word for every sign."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.drawing.fragments.offers import power_to_arm
from londinium.games.next_station_london.face.events import (
    BEATS,
    Decided,
    Event,
    LineScored,
    NothingDrawn,
    SectionDrawn,
)
from londinium.games.next_station_london.face.view import Board
from londinium.games.next_station_london.rules.components import CARDS
from londinium.kernel.contracts.drawing import Drawn, Scene
from londinium.kernel.match import Match
from londinium.kernel.seeds import draw

pytestmark = pytest.mark.slow_interpreted  # a drawing compiles nothing; what it reads is tested with the views

BOTH = {"objectives": "on", "powers": "on"}


def drawn_for(match: Match, seat: int | None, code: str = "en") -> Drawn:
    return GAME.drawing.draw(match.view(seat, refusals=False), Scene(match.words(code), match.names))


def moments(seats: int, options: dict[str, str] | None = None, seeds: int = 3) -> Iterator[tuple[Match, int]]:
    """Every decision of some matches, and who makes it; people who would rather draw than pass."""
    for seed in range(seeds):
        match = GAME.match(seats=seats, seed=seed, options=options or BOTH, names=["Ada", "Ben", "Cleo", "Dan"][:seats])
        while not match.is_over:
            seat = match.to_act[draw(seed, 2 * match.ply, len(match.to_act))]
            yield match, seat
            legal = [move for move in match.legal(seat) if match.moves.text(move) != "pass"] or match.legal(seat)
            match.push(legal[draw(seed, 2 * match.ply + 1, len(legal))], seat)


def finished(seats: int, options: dict[str, str] | None = None, seed: int = 0) -> Match:
    match = GAME.match(seats=seats, seed=seed, options=options or BOTH, names=["Ada", "Ben", "Cleo", "Dan"][:seats])
    while not match.is_over:
        legal = match.legal(match.to_act[0])
        match.push(legal[draw(seed, match.ply, len(legal))], match.to_act[0])
    return match


def elements(markup: str, mark: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(f"<root>{markup}</root>").iter() if each.get(mark) is not None]


def board(match: Match, seat: int | None) -> Board:
    seen: Board = match.view(seat, refusals=False).board
    return seen


# ── Truth ────────────────────────────────────────────────────────────────────


def test_both_sections_of_double_are_in_the_ends() -> None:
    """N-8.2: a player who has chosen both sees the line with both while the others still decide, and so its ends."""
    seen = 0
    for match, _ in moments(3):
        for seat in range(3):
            player = board(match, seat).players[seat]
            if len(player.chosen or ()) == 2 and len(match.to_act) > 0 and seat not in match.to_act:
                later = match.copy()
                for other in later.to_act:
                    while other in later.to_act and later.position.plain.phase == match.position.plain.phase:
                        later.push("pass", other)
                if later.position.plain.round_no == match.position.plain.round_no:
                    assert set(player.ends) == set(board(later, None).players[seat].ends)
                    seen += 1
    assert seen


def test_a_turn_without_a_section_says_so() -> None:
    told = set[str]()
    for seed in range(4):
        match = finished(1, {"powers": "off"}, seed)
        for _, event in match.events(0):
            if isinstance(event, NothingDrawn) and event.must:
                assert event.card in CARDS
                told.add(GAME.face.note(event, match.words(), match.names))
    assert told
    assert all(re.fullmatch(r"(circle|triangle|square|pentagon|joker), nothing to draw", words) for words in told), told
    match = GAME.match(seats=1, seed=1)
    match.push("pass")
    left = any(isinstance(event, NothingDrawn) and not event.must for _, event in match.events(0))
    assert left


def test_every_kind_of_event_has_its_beats() -> None:
    assert set(Event.__subclasses__()) == set(BEATS)
    assert BEATS[LineScored] > BEATS[SectionDrawn] > BEATS[Decided]


def test_the_last_card_of_a_round_is_seen_before_it_is_counted() -> None:
    """All have drawn and nobody is asked; the round is still the same, and nothing is scored yet."""
    ends = 0
    match = finished(2)
    for ply in range(match.ply):
        made = match.plies[ply]
        before, after = match.at(ply).position, match.at(ply + 1).position
        half = GAME.face.halfway(before, made.seat, made.move)
        ended = after.plain.round_no > before.plain.round_no
        if half is None:
            assert not (ended and board(match.at(ply), None).phase == "drawing")
            continue
        ends += 1
        assert half.plain.round_no == before.plain.round_no
        told = [type(event) for event in GAME.face.events(before, half, made.seat, made.move, None)]
        assert LineScored not in told
        assert set(told) <= {SectionDrawn, NothingDrawn}
        assert len(told) >= 2
        between = match.halfway(ply)
        assert between is not None
        for viewer in (0, 1, None):
            assert drawn_for(between, viewer).prompt.sentence == "Waiting for the next card."
    assert ends >= 3


def test_between_two_rounds_the_line_is_counted_in_words() -> None:
    counted = 0
    match = finished(1, {"powers": "off"})
    for ply in range(match.ply + 1):
        position = match.at(ply)
        seen = board(position, 0)
        if seen.phase == "card-reveal" and seen.turn == 0 and seen.round > 1:
            line = seen.players[0].sheet.lines[seen.round - 2]
            shown = drawn_for(position, 0)
            sentence = shown.prompt.sentence
            assert re.fullmatch(
                rf"\w+ line: {line.districts} districts? × {line.stations} stations? \+ 2 × .* = {line.points} points?", sentence
            )
            assert f"= {line.points}</p>" in shown.fragments["card"]
            log = " ".join(words for at, words in match.log() if at == ply - 1)
            assert f" line {line.districts} × {line.stations} + 2 × {line.crossings} = {line.points} point" in log
            counted += 1
    assert counted == 3


def test_one_notation_everywhere() -> None:
    """The prompt, the label of an offer, the bubble of its ways and the log say a section in the same way: as it is drawn."""
    seen = 0
    for match, seat in moments(2, seeds=1):
        shown = drawn_for(match, seat)
        marks = {each.get("data-move"): each.get("aria-label") or "" for each in elements(shown.fragments["offers"], "data-move")}
        for offer in match.view(seat, refusals=False).offers:
            if offer.move.startswith("draw "):
                (section,) = re.findall(r"\w\d–\w\d", shown.offers[offer.move].label)
                assert section.endswith(offer.effect.target)
                assert section in marks[offer.move]
                assert section in GAME.face.describe_move(offer.move, offer.effect, match.words())
                seen += 1
        for words in (*(words for _, words in match.log(viewer=seat)[-4:]), shown.prompt.help):
            assert not re.search(r"\b[a-j]\d-[a-j]\d\b", words), words
    assert seen > 50


# ── What can be done ─────────────────────────────────────────────────────────


def test_a_station_offers_all_its_ways() -> None:
    several = 0
    for match, seat in moments(2):
        shown = drawn_for(match, seat)
        offers = {offer.move: offer.effect for offer in match.view(seat, refusals=False).offers}
        places = [(each.get("data-ways") or "").split("|") for each in elements(shown.fragments["offers"], "data-ways")]
        targets = [effect.target for move, effect in offers.items() if move.startswith("draw ")]
        assert sum(map(len, places)) == sum(targets.count(target) > 1 for target in targets)
        for ways in places:
            several += 1
            assert len({offers[move].target for move in ways}) == 1
            worth = [(bool(power_to_arm(offers[move])), -offers[move].points) for move in ways]
            assert worth == sorted(worth), "the best first, and what costs a power last"
    assert several


def test_powers_are_armed_by_pressing_them() -> None:
    armed = set()
    for match, seat in moments(4, seeds=2):
        shown = drawn_for(match, seat)
        costs = {each.get("data-costs") for each in elements(shown.fragments["offers"], "data-costs")}
        buttons = elements(shown.prompt.icon, "data-arm")
        assert costs == {button.get("data-arm") for button in buttons}
        for button in buttons:
            power = button.get("data-arm")
            assert button.get("aria-pressed") == "false"
            assert power == board(match, seat).players[seat].power
            assert {told.costs for told in shown.offers.values()} <= {"", power}
            assert f"with your {power}" in shown.prompt.help
            armed.add(power)
    assert armed == {"joker", "switch"}


def test_one_section_is_enough() -> None:
    names = {
        bool(board(m, seat).players[seat].chosen): drawn_for(m, seat).offers["pass"].label for m, seat in moments(4, seeds=1)
    }
    assert names == {False: "Pass", True: "That's enough"}


# ── Signs ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("code", ["en", "de", "fr", "it"])
def test_every_sign_says_what_it_is(code: str) -> None:
    match, seat = finished(2).at(60), 0
    shown = drawn_for(match, seat, code)
    told = {name: elements(markup, "data-tell") for name, markup in shown.fragments.items()}
    assert len(told["deck"]) == 11
    assert len(told["ring"]) == 1
    assert any(each.get("class") == "bores" for each in told["card"])
    own = told[f"score-{seat}"]
    assert len([each for each in own if each.tag == "th"]) == 3 + 4, "three columns and four lines with their powers"
    assert len([each for each in own if "aim" in (each.get("class") or "")]) == 2
    assert told[f"seat-{1 - seat}"]
    for each in (each for found in told.values() for each in found):
        assert (each.get("data-tell") or "").strip()


def test_places_are_heard() -> None:
    """A player who moves over the map with the arrow keys hears what is there."""
    match = GAME.match(seats=1, seed=4)
    found = elements(drawn_for(match, 0).fragments["offers"], "data-place")
    labels = {each.get("aria-label") for each in found if each.tag == "circle"}
    assert None not in labels
    assert any(re.fullmatch(r"[a-j]\d, \w+, departure of blue", label or "") for label in labels), labels
    assert all(each.get("role") == "button" for each in found if each.tag == "circle")


def test_people_wear_no_line() -> None:
    """The colours and shapes of seats are the bridge's; here a colour is a line's, and a person holds a pencil."""
    for match, seat in moments(4, seeds=1):
        if match.ply % 20 == 0:
            assert not [name for name, markup in drawn_for(match, seat).fragments.items() if "--seat" in markup]
    over = finished(4)
    assert "--seat" not in GAME.drawing.final(over.view(0), Scene(over.words(), over.names))


def test_every_seat_has_a_place_for_its_clock() -> None:
    match = GAME.match(seats=4, seed=1)
    fragments = drawn_for(match, 2).fragments
    assert {each.get("data-clock-of") for each in elements(fragments["strip"], "data-clock-of")} == {"0", "1", "2", "3"}
    assert all(elements(fragments[f"seat-{seat}"], "data-clock-of") for seat in range(4))


# ── The end ──────────────────────────────────────────────────────────────────


def test_alone_the_end_shows_the_ladder_and_the_next_goal() -> None:
    match = finished(1)
    sheet = board(match, 0).players[0].sheet
    final = GAME.drawing.final(match.view(0), Scene(match.words(), match.names))
    assert final.count("<li") == 6
    assert final.count('aria-current="true"') == 1
    # N-6.3 Two modules raise every rating by 20.
    least = next(bound for bound in (90, 105, 120, 135, 150) if sheet.total - 20 <= bound) + 21
    assert f"{least - sheet.total} point" in final
    assert len(elements(final, "data-row")) == 4 + 1 + 1 + 2 + 1


def test_the_end_says_how_far_it_is() -> None:
    match = finished(3)
    sheets = [player.sheet for player in board(match, None).players]
    best = max(sheet.total for sheet in sheets)
    final = GAME.drawing.final(match.view(0), Scene(match.words(), match.names))
    for sheet in sheets:
        if best > sheet.total:
            assert re.search(rf"place {sheet.place + 1}, {best - sheet.total} points? behind ", final)


def test_nobody_sits_where_the_solver_drew() -> None:
    match = GAME.match(seats=1, seed=1)
    assert (
        "P0"
        not in GAME.drawing.picture(match.view(0), Scene(match.words(), match.names))
        .replace("aria-label", "", 1)
        .split(">", 1)[1]
    )
