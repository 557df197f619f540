"""How strong those are who play here, and whom they met."""

from __future__ import annotations

import msgspec

from londinium.table.history.endings import Ending, unusual
from londinium.table.history.strengths import SCALE, meetings, person_key, setting_of, strengths


def ended(names: tuple[str, ...], players: tuple[str, ...], places: tuple[int, ...], number: int = 0, **more: object) -> Ending:
    scores = tuple(100 - place for place in places)
    return Ending(f"t{number}", "old-london-bridge", {}, names, players, scores, places, number, number, **more)  # type: ignore[arg-type]


def against_builder(wins: int, losses: int) -> list[Ending]:
    outcomes = [(0, 1)] * wins + [(1, 0)] * losses
    return [ended(("Ann", "Wat"), ("person", "builder"), places, at) for at, places in enumerate(outcomes)]


def test_who_wins_more_is_stronger() -> None:
    found = strengths(against_builder(8, 2))
    ann, builder = found[person_key("ann ")], found["builder"]
    assert ann.number > 25 * SCALE > builder.number
    assert ann.matches == builder.matches == 10
    assert not ann.is_vague
    assert ann.error < strengths(against_builder(1, 0))[person_key("Ann")].error
    assert strengths(against_builder(1, 0))[person_key("Ann")].is_vague
    assert strengths(against_builder(2, 8))[person_key("Ann")].number < 25 * SCALE


def test_guests_and_shared_seats_get_no_number_but_are_opponents() -> None:
    matches = [
        ended(("Gast", "Ann"), ("person", "person"), (1, 0)),
        ended(("Ben", "Ann"), ("person, builder", "person"), (1, 0), 1),
    ]
    found = strengths(matches)
    assert set(found) == {person_key("Ann")}
    assert found[person_key("Ann")].number > 25 * SCALE


def test_bots_of_one_kind_share_their_number() -> None:
    found = strengths([ended(("Ann", "Wat", "Hugh"), ("person", "builder", "builder"), (1, 0, 2))])
    assert set(found) == {person_key("Ann"), "builder"}
    assert strengths([ended(("Wat", "Hugh"), ("builder", "builder"), (0, 1))]) == {}, "nobody met somebody else"


def test_whom_somebody_met() -> None:
    matches = [*against_builder(2, 1), ended(("Ann", "Bén"), ("person", "person"), (1, 0), 9)]
    [first, second] = meetings(matches, person_key("Ann"))
    assert (first.opponent, first.is_bot, first.matches, first.ahead) == ("builder", True, 3, 2)
    assert (second.opponent, second.is_bot, second.matches, second.ahead) == ("Bén", False, 1, 0)
    assert meetings(matches, person_key("Eve")) == []


def test_settings_differ_by_their_options() -> None:
    import londinium

    game = londinium.game("next-station-london")
    assert unusual(game, game.choose({})) == {}
    assert unusual(game, game.choose({"powers": "on"})) == {"powers": "on"}
    plain = ended(("A",), ("person",), (0,))
    assert setting_of(plain) != setting_of(msgspec.structs.replace(plain, options={"powers": "on"}))
