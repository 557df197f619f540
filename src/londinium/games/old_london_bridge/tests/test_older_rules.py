"""O-7.2 as it was until 16 November 2026: matches that were begun by version 1 of the rules are played by them to their end.

`rules_1/` holds records that version 1 wrote, and what its states came to; TAKE BACK is announced in each of them.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import londinium
from londinium.games.old_london_bridge import GAME
from londinium.games.old_london_bridge.face.events import CardTakenBack, TakeBackAnnounced
from londinium.games.old_london_bridge.rules.state import END_OF_TURN, PLACING
from londinium.games.old_london_bridge.tests.positions import Table, table
from londinium.kernel.match import Match
from londinium.kernel.record import read_record
from londinium.kernel.words.errors import IllegalMove

FOLDER = Path(__file__).parent / "rules_1"
FACTS: dict[str, Any] = json.loads((FOLDER / "facts.json").read_text())
RECORDS = sorted(FOLDER.glob("*.record"))
ANNOUNCE = GAME.moves.parse("use take-back")


def bytes_then(match: Match, ply: int) -> str:
    """A hash of a state, of the fields that version 1 had."""
    states = np.asarray(match.position_at(ply).states)
    return sha256(b"".join(states[name].tobytes() for name in FACTS["fields"])).hexdigest()[:16]


def announced(match: Match) -> int:
    """The ply after the first announcement."""
    return 1 + next(ply for ply, made in enumerate(match.plies) if made.move == ANNOUNCE)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_version_1_replays_to_the_same_states_and_is_written_the_same(path: Path) -> None:
    match = londinium.load_record(path)
    assert (match.rules, match.view().rules) == (1, 1)
    hashes = "".join(bytes_then(match, ply) for ply in range(match.ply + 1))
    assert match.outcome is not None
    found = {"plies": match.ply, "states": sha256(hashes.encode()).hexdigest()[:16], "scores": list(match.outcome.scores)}
    assert found == FACTS[path.stem]
    assert match.record == path.read_text(encoding="utf-8")


def test_there_are_records_of_all_seats_with_and_without_the_expansion() -> None:
    assert {path.stem for path in RECORDS} == {f"{seats}-{variant}" for seats in GAME.seats for variant in GAME.variants}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_match_of_version_1_goes_on_by_it(path: Path) -> None:
    whole = londinium.load_record(path)
    match = whole.at(announced(whole))
    seat, card = match.to_act[0], match.position.plain.bid[match.to_act[0]]
    assert match.position.plain.phase == PLACING
    with pytest.raises(IllegalMove, match="taken back already"):
        match.push("use take-back")
    before = match.position.plain.hand[seat]
    for made in whole.plies[match.ply :]:
        if match.position.plain.turn_no != whole.position_at(announced(whole)).plain.turn_no:
            break
        assert match.position.plain.phase != END_OF_TURN or "use take-back" not in match.legal_moves
        match.apply(made.move, made.seat)
    told = [type(event) for _, event in match.events(start=announced(whole) - 1)]
    assert told.count(TakeBackAnnounced) == told.count(CardTakenBack) == 1
    assert any(match.position.plain.hand[seat][value] > before[value] for value in card if value > 0)


def test_a_new_match_is_played_by_the_rules_of_today_and_its_record_says_so() -> None:
    match = GAME.match(seats=2, seed=5)
    assert (match.rules, "rules" in match.options) == (2, False)
    assert '[Rules "2"]' in match.record
    assert read_record(match.record).rules == 2
    assert match.position.plain.older_rules == 0


def test_the_version_is_no_option_that_people_are_asked_for() -> None:
    assert "rules" not in {option.name for option in GAME.options}
    assert "Option-rules" not in londinium.load_record(RECORDS[0]).record
    for unknown in ("0", "3"):
        with pytest.raises(londinium.LondiniumError):
            GAME.match(seats=2, seed=5, options={"rules": unknown})


# ── What version 1 said of TAKE BACK ─────────────────────────────────────────


def leon(row: str = "49 | hand 0 | tiles take-back", card: int = 3, **drawing: Any) -> Table:
    """Leon's turn in a match of version 1."""
    return table(f"Leon {row}\nLisa\nTim", cards=f"Leon {card}, Lisa 0, Tim 0", supply="none", rules=1, **drawing)


def test_it_is_announced_before_placing_and_the_card_never_enters_the_supply() -> None:
    t = leon()
    t.push("use take-back")
    assert (t.hand("Leon"), t.supply(3), t.tiles("Leon"), t.refusal("use take-back")) == ("0", 0, "", "ALREADY_TAKEN_BACK")
    t.do("place guild-house")
    assert (t.hand("Leon"), t.supply(3), t.to_act()) == ("0 3", 0, ["Lisa"])


def test_a_card_taken_back_was_not_there_for_ones_own_hostelry() -> None:
    drawn: dict[str, Any] = {"row": "60 52 | hand 0 | tiles take-back", "tops": "hostelry 40"}
    t = leon(**drawn)
    t.do("use take-back", "place hostelry")
    assert (t.hand("Leon"), t.to_act()) == ("0 3", ["Lisa"])
    t = leon(**drawn)
    t.do("place hostelry")
    assert t.offer() == ["take 3", "pass"]


def test_after_placing_it_was_too_late() -> None:
    t = leon("49 | hand 0 | tiles take-back chapel-two")
    t.do("place guild-house")
    assert (t.phase, t.offer(), t.refusal("use take-back")) == ("end-of-turn", ["use chapel-two", "pass"], "BEFORE_PLACING")
    assert (t.hand("Leon"), t.supply(3)) == ("0", 1)


def test_the_card_returned_when_the_turn_ended() -> None:
    t = leon("49 | hand 0 | tiles take-back chapel-two")
    t.do("use chapel-two", "use take-back", "place guild-house")
    assert t.hand("Leon") == "0 3"
    t = leon("49 | hand 0 | tiles take-back chapel-two")
    t.do("use take-back", "place guild-house")
    assert (t.phase, t.hand("Leon")) == ("end-of-turn", "0")
    t.push("pass")
    assert t.hand("Leon") == "0 3"


def test_it_was_refused_for_a_0() -> None:
    assert leon(card=0).refusal("use take-back") == "ZERO_CANNOT_BE_TAKEN_BACK"
