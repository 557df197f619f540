"""Positions as text: exact, complete, checked; set up, played on, recorded."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import londinium
from londinium.kernel.boxes import BoxFile
from londinium.kernel.contracts.position import position_text_of
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match
from londinium.kernel.position import explained, places_in_text, read_position, words_of
from londinium.kernel.record import read_record
from londinium.kernel.registry import game, games
from londinium.kernel.rules import COMPILED
from londinium.kernel.words.errors import InvalidPosition, InvalidRecord, LondiniumError
from londinium.kernel.words.language import languages

GAMES = [each.slug for each in games()]
BRIDGE, STATION = "old-london-bridge", "next-station-london"
WALKS = 4 if COMPILED else 2


def begun(found: Game, chance: random.Random, seats: int) -> Match:
    """A match before its first reveal, with any options and any version of the rules."""
    options = {option.name: chance.choice(option.choices) for option in found.settled}
    names = [f"P{seat}" for seat in range(seats)]
    boxes, box = found.open_box()
    return Match(found, seats, found.choose(options), chance.getrandbits(60), boxes, box, names)


def step(match: Match, chance: random.Random) -> None:
    """Any legal move of anybody who may move."""
    seat = chance.choice(match.to_act)
    match.apply(match.forced(CHANCE) if seat == CHANCE else chance.choice(match.legal(seat)), seat)  # type: ignore[arg-type]


def walk(found: Game, seed: int, seats: int) -> Iterator[Match]:
    chance = random.Random(seed)
    match = begun(found, chance, seats)
    yield match
    while not match.is_over:
        step(match, chance)
        yield match


def same_state(one: Match, other: Match) -> bool:
    return one.position.states.tobytes() == other.position.states.tobytes()


# ── Exact ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("slug", GAMES)
def test_a_text_gives_the_same_state_to_the_byte(slug: str) -> None:
    found = game(slug)
    for seats in found.seats:
        for seed in range(WALKS // 2):
            for match in walk(found, seed, seats):
                if match.ply % 7 and not match.is_over:
                    continue
                text = match.position_text()
                back = read_position(text)
                assert same_state(back, match), text
                assert back.position_text() == text
                assert (back.rules, back.options, back.to_act) == (match.rules, match.options, match.to_act)


def test_a_text_is_one_line_that_a_person_can_read() -> None:
    match = game(BRIDGE).match(seats=2, seed=7)
    assert match.position_text() == (
        "old-london-bridge rules=2 seats=2 | round=1 phase=card-choice x=haberdasher markers=2 ranking=1,0 tops=32,6,40,23,19 "
        "bonus=F+SXTCGNP,C+SFXTGNP,C+SFXTGNP | pounds=5 stair=B hand=0012234 | pounds=5 stair=A hand=0011234"
    )


def test_words_may_come_in_any_order_and_with_any_space() -> None:
    match = game(BRIDGE).match(seats=2, seed=7)
    groups = [group.split() for group in match.position_text().split("|")]
    groups[1:] = [list(reversed(group)) for group in groups[1:]]
    assert same_state(read_position(" |\n ".join("  ".join(group) for group in groups)), match)


# ── What lies face down ──────────────────────────────────────────────────────


def half_chosen(slug: str, seats: int) -> Match:
    match = game(slug).match(seats=seats, seed=3)
    match.push(match.legal(1)[0], 1)
    return match


@pytest.mark.parametrize(("slug", "word"), [(BRIDGE, "played="), (STATION, "choice=")])
def test_a_text_for_a_seat_leaves_out_what_others_have_chosen(slug: str, word: str) -> None:
    match = half_chosen(slug, 3)
    assert word in match.position_text()
    assert word in match.position_text(1)
    assert word not in match.position_text(0)
    assert word not in match.position_text(None)


@pytest.mark.parametrize("slug", [BRIDGE, STATION])
def test_what_lies_face_down_stays_hidden_where_a_match_goes_on(slug: str) -> None:
    match = half_chosen(slug, 3)
    back = read_position(match.position_text())
    assert back.to_act == (0, 2)
    assert back.states_known_to(0).tobytes() == match.states_known_to(0).tobytes()
    assert back.states_known_to(0).tobytes() != back.position.states.tobytes()
    back.retract(1)
    assert 1 in back.to_act


def test_when_all_have_chosen_nothing_lies_face_down() -> None:
    match = game(BRIDGE).match(seats=3, seed=3)
    text = match.position_text()
    for hand in re.findall(r"hand=(\d+)", text):
        text = text.replace(f"hand={hand}", f"hand={hand[1:]} played={hand[0]}", 1)
    with pytest.raises(InvalidPosition, match="everybody has chosen"):
        read_position(text)


# ── A match that begins there ────────────────────────────────────────────────


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_begins_in_a_position_and_goes_on_as_the_other_does(slug: str) -> None:
    found, chance = game(slug), random.Random(5)
    match = begun(found, chance, found.seats[-1])
    for _ in range(12):
        step(match, chance)
    here = found.position(match.position_text(), seed=match.seed)
    assert same_state(here, match)
    assert here.is_set_up
    assert here.copy().is_set_up
    luck = random.Random(9)
    while not match.is_over:
        seat = luck.choice(match.to_act)
        move = match.forced(CHANCE) if seat == CHANCE else luck.choice(match.legal(seat))
        assert move is not None
        match.apply(move, seat)
        here.apply(move, seat)
    assert here.outcome == match.outcome
    here.svg(0)
    assert here.log()
    again = read_record(here.record)
    assert again.is_set_up
    assert [(made.seat, made.move) for made in again.plies] == [(made.seat, made.move) for made in here.plies]
    assert again.record == here.record
    assert same_state(again, match)


def test_undo_ends_at_the_position() -> None:
    text = game(STATION).match(seats=1, seed=2).position_text()
    match = game(STATION).position(text, seed=1)
    match.push("pass")
    match.undo()
    assert match.position_text() == text
    with pytest.raises(LondiniumError):
        match.undo()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('[Position "old', '[Position "new', "there is no such game|no game|not of"),
        ('[Seats "2"]', '[Seats "3"]', "other seats"),
        ("pounds=5", "pounds=x", "whole number"),
        ("hand=0012234", "hand=001223 played=4", "face down is a move"),
    ],
)
def test_a_record_whose_position_does_not_fit_is_refused(old: str, new: str, problem: str) -> None:
    first = game(BRIDGE).match(seats=2, seed=7)
    record = game(BRIDGE).position(first.position_text()).record
    assert old in record
    with pytest.raises(InvalidRecord, match=problem):
        read_record(record.replace(old, new, 1))


# ── Boxes of one's own ───────────────────────────────────────────────────────


def test_a_box_of_ones_own_is_named_by_its_hash() -> None:
    standard = (Path(game(BRIDGE).folder) / "box" / "box.toml").read_text(encoding="utf-8")
    box = BoxFile("rich.toml", standard.replace("start = 5", "start = 9", 1))
    match = game(BRIDGE).match(seats=2, seed=7, box=box)
    text = match.position_text()
    assert f"box={match.box_hash}" in text
    assert same_state(game(BRIDGE).position(text, box=box), match)
    with pytest.raises(InvalidPosition, match=match.box_hash):
        game(BRIDGE).position(text)
    with pytest.raises(InvalidPosition, match="standard box"):
        game(BRIDGE).position(game(BRIDGE).match(seats=2, seed=7).position_text(), box=box)


# ── What is wrong is refused, with the rule or the count ─────────────────────

PLACING = (
    "old-london-bridge rules=2 seats=3 | round=2 phase=placing turn=1 actor=0 order=2,0,1 x=gate markers=2,1 ranking=0,1,2 "
    "tops=27,31,60,43,34 gone=7 bonus=F+SXTCGNP,C+SFXTGNP,P+SFXTCGN lowest=40@2 | pounds=5 stair=A bridge=44 hand=0123 bid=3 | "
    "pounds=7 stair=B bridge=22 hand=0124 played=1 bid=1 | pounds=6 stair=C bridge=50,40 hand=012 bid=4 pawn=centre"
)
DRAWING = (
    "next-station-london rules=1 seats=2 powers=on | round=1 phase=drawing pencils=green,pink,purple,blue "
    "cards=street-circle,switch+underground-joker powers=double,joker,switch,twice | green=d2-e3 | purple="
)


def test_the_positions_that_are_changed_below_are_right() -> None:
    assert read_position(PLACING).legal_moves[0] == "place chapel"
    assert read_position(DRAWING.replace(" purple=", "")).to_act == (0, 1)


@pytest.mark.parametrize(
    ("old", "new", "rule", "problem"),
    [
        ("tops=27", "tops=27,2", "O-2.1", "27 and 2 are both of the stack chapel"),
        ("gone=7", "gone=44", "O-1.1", "house number 44 is there 2 times"),
        ("bridge=50,40", "bridge=40,50", "O-5.8", "50 stands after 40"),
        ("bridge=22", "bridge=22,21,20", "O-5.6", "3 buildings stand on the bridge after 1 turns"),
        ("hand=0124", "hand=012444444444444", "O-1.3", "cards of value 4, the box has 10"),
        ("hand=0124", "hand=124", "O-2.5", "1 cards of value 0, not 0"),
        ("markers=2,1", "markers=2", "O-3.1", "2 round markers by now, not 1"),
        ("round=2", "round=13", "", "13"),
        ("ranking=0,1,2", "ranking=1,0,2", "O-2.4", "ranks behind"),
        ("stair=C", "stair=C chapel=3", "O-6.6", "further ahead"),
        ("stair=C", "stair=C chapel=17", "O-6.7", "16"),
        ("bid=3", "bid=0", "O-4.4", "4, 0, 1"),
        ("actor=0", "actor=1", "O-5.1", "the turn of seat 0"),
        ("played=1", "", "O-5.1", "until its turn begins"),
        ("stair=B", "stair=B pawn=centre", "O-5.11", "pawn"),
        ("tops=27,", "tops=", "O-2.1", "shows no building, but 10"),
        ("stair=A", "stair=A tiles=SS", "O-1.10", "2 tiles share, but 0"),
        ("phase=placing", "phase=end-of-turn", "O-7.2", "no tile can be used"),
        ("phase=placing", "phase=taking-cards", "O-5.2", "pawn"),
        ("phase=placing", "phase=match-over", "O-3", "turns cannot be over"),
        ("phase=placing", "phase=round-over", "O-3", "follows by itself"),
        ("phase=placing", "phase=placing picks=2", "O-6.2", "picked as long as"),
        ("phase=placing", "phase=placing scoring=most-chapels,printed,printed,printed", "O-2.8", "chapel"),
        ("F+SXTCGNP", "F+FSXTCGNP", "O-1.10", "2 tiles free-centre in stack 1, the box has 1"),
        ("seats=3", "seats=5", "", "2 to 4 players"),
        ("rules=2", "rules=9", "", "version 9"),
        ("pounds=5", "pounds=5 pounds=6", "", "appears twice"),
        ("pounds=5", "gold=5", "", "no such word"),
        ("pounds=5", "pounds=1000", "", "from 0 to 999"),
    ],
)
def test_a_wrong_position_of_old_london_bridge_is_refused(old: str, new: str, rule: str, problem: str) -> None:
    assert old in PLACING
    with pytest.raises(InvalidPosition) as refused:
        read_position(PLACING.replace(old, new, 1))
    assert rule in str(refused.value)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "rule", "problem"),
    [
        ("green=d2-e3", "green=d2-e9", "N-1.3", "no section d2-e9"),
        ("green=d2-e3", "green=d2-e3,e3-d2", "N-4.6", "twice"),
        ("green=d2-e3", "green=g3-h3", "N-4.2", "departure station"),
        ("green=d2-e3", "green=d2-e3,e3-f3", "N-3.1", "2 sections, and 1"),
        ("green=d2-e3", "pink=h3-h5", "N-2.2", "pink"),
        ("street-circle,", "street-circle,street-circle,", "N-3.1", "the box has one"),
        ("switch+underground-joker", "switch+", "N-3.2", "at once"),
        ("pencils=green,pink,purple,blue", "pencils=green,pink,pink,blue", "N-2.2", "each pencil"),
        ("pencils=green,pink,purple,blue", "pencils=green,pink,purple", "N-2.3", "follows by itself"),
        ("powers=double,joker,switch,twice", "powers=double,joker,switch,switch", "N-8.1", "one pencil"),
        ("round=1", "round=0", "N-3", "does not belong to round 0"),
        ("phase=drawing", "phase=match-over", "N-3.3", "the round goes on: 1"),
        ("phase=drawing", "phase=drawing objectives=sites", "N-7.1", "0 different objectives, not 1"),
        ("green=d2-e3", "green=d2-e3 twice=e3", "N-8.5", "STATION"),
        ("green=d2-e3", "green=d2-e3 choice=h3-h5", "", "not allowed"),
    ],
)
def test_a_wrong_position_of_next_station_london_is_refused(old: str, new: str, rule: str, problem: str) -> None:
    text = DRAWING.replace(" purple=", "")
    assert old in text
    with pytest.raises(InvalidPosition) as refused:
        read_position(text.replace(old, new, 1))
    assert rule in str(refused.value)
    assert problem in str(refused.value)


def test_sections_that_cross_are_refused_with_both_names() -> None:
    text = "next-station-london rules=1 seats=1 | round=2 phase=card-reveal pencils=green,pink,purple,blue | green=d2-b0,b0-c0"
    assert read_position(text).to_act == (CHANCE,)
    with pytest.raises(InvalidPosition, match=r"N-4\.7: the sections (b0-d2 and c0-b1|c0-b1 and b0-d2) cross"):
        read_position(f"{text},c0-b1")


@pytest.mark.parametrize(
    "text", ["", "|", "no-such-game rules=1 seats=2 |", "old-london-bridge", "old-london-bridge rules=2", "x" * 20_001]
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(LondiniumError):
        read_position(text)


def test_an_error_says_where_it_stands() -> None:
    text = PLACING.replace("bridge=50,40", "bridge=40,50")
    with pytest.raises(InvalidPosition) as refused:
        read_position(text)
    assert [text[start:end] for start, end in places_in_text(text, refused.value)] == ["bridge=40,50"]
    assert refused.value.seat == 2


# ── Whatever is typed ────────────────────────────────────────────────────────


def mutant(text: str, chance: random.Random) -> str:
    words, kind = text.split(" "), chance.randrange(5)
    if kind == 0:
        del words[chance.randrange(len(words))]
    elif kind == 1:
        words[chance.randrange(len(words))] = chance.choice(words)
    elif kind == 2 and (numbers := list(re.finditer(r"\d+", text))):
        number = chance.choice(numbers)
        other = str(max(0, int(number[0]) + chance.choice([-2, -1, 1, 2, 10])))
        return text[: number.start()] + other + text[number.end() :]
    elif kind == 3:
        at = chance.randrange(len(words))
        name, _, value = words[at].partition("=")
        parts = value.split(",")
        chance.shuffle(parts)
        words[at] = f"{name}={','.join(parts[chance.randrange(2) :])}"
    else:
        at = chance.randrange(len(text))
        return text[:at] + chance.choice("0123456789=|,-bSFXTCGNP+ ") + text[at + chance.randrange(2) :]
    return " ".join(words)


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_typed_is_refused_in_a_sentence_or_can_be_played_to_the_end(slug: str) -> None:
    found, chance = game(slug), random.Random(11)
    texts = [match.position_text() for seats in found.seats for match in walk(found, seats, seats) if match.ply % 9 == 0]
    accepted, refused = 0, set[str]()
    for _ in range(200 if COMPILED else 15):
        text = mutant(chance.choice(texts), chance)
        try:
            match = read_position(text, seed=5)
        except LondiniumError as error:
            refused.add(str(error))
            continue
        accepted += 1
        while not match.is_over:
            assert found.engine.audit(match.position.states, 0, match.boxes) == 0, text
            step(match, chance)
    assert accepted
    assert refused
    assert "" not in refused


# ── The documentation ────────────────────────────────────────────────────────


def shown_in_docs() -> list[str]:
    lines = (Path(__file__).parent.parent / "docs" / "positions.md").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.startswith(tuple(f"    {slug} rules=" for slug in GAMES))]


def test_the_examples_of_the_documentation_are_positions() -> None:
    shown = shown_in_docs()
    assert {text.split()[0] for text in shown} == set(GAMES)
    assert [read_position(text).position_text() for text in shown] == shown


@pytest.mark.parametrize("slug", [BRIDGE, STATION])
def test_the_documentation_names_every_word(slug: str) -> None:
    told = (Path(__file__).parent.parent / "docs" / "positions.md").read_text(encoding="utf-8")
    part = told.split(f"\n## {game(slug).title}\n")[1].split("\n## ")[0]
    given = position_text_of(game(slug))
    assert [each.name for each in (*given.TABLE, *given.SEAT) if f"`{each.name}`" not in part] == []


# ── Words ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("text", [PLACING, DRAWING.replace(" purple=", "")], ids=[BRIDGE, STATION])
def test_every_word_is_explained_in_every_language(text: str, code: str) -> None:
    match = read_position(text)
    told = list(explained(text, match.words(code)))
    assert [word for word, _, _ in told] == [word.written for word in words_of(text)]
    assert all(meaning for _, _, meaning in told)


@pytest.mark.parametrize("slug", GAMES)
def test_no_word_has_two_meanings(slug: str) -> None:
    given = position_text_of(game(slug))
    for parts in (given.TABLE, given.SEAT):
        assert len({part.name for part in parts}) == len(parts)


def test_a_bot_thinks_in_a_position() -> None:
    from londinium.bots.registry import bot

    match = read_position(PLACING, seed=4)
    assert bot("greedy", match.game).choose(match, 0) in match.legal(0)


def test_londinium_has_it_at_the_top() -> None:
    assert londinium.read_position is read_position
