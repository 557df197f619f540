"""How matches go: counted by hand in a match that is written down here, and in a real one."""

from __future__ import annotations

import pytest

from londinium.arena.balance import balance_of
from londinium.arena.course import MatchCourse, follow, half_time, lead_changes, leaders, since, summarise_courses
from londinium.arena.matches import play_out
from londinium.arena.results import MatchResult
from londinium.arena.schedule import schedule
from londinium.arena.tournament import settings_for
from londinium.kernel.game import CHANCE
from londinium.kernel.registry import game


def result(scores: tuple[int, ...], places: tuple[int, ...]) -> MatchResult:
    return MatchResult(0, 0, ("x",) * len(scores), scores, places, 1, 0.0)


# Three players, six moments. Ada leads, Ben passes her, all are level, Ben leads again, Cleo, who was last, wins.
#                  ada ben cleo   leads alone
HAND_MADE = MatchCourse(
    (2, 4, 3),
    (
        (3, 1, 0),  # ada
        (3, 5, 1),  # ben
        (6, 6, 2),  # nobody: half-time
        (7, 9, 5),  # ben
        (8, 9, 9),  # nobody
        (9, 10, 12),  # cleo
    ),
)
ENDED = result((9, 10, 12), (2, 1, 0))


def test_a_match_by_hand() -> None:
    led = leaders(HAND_MADE, ENDED)
    assert led == [0, 1, None, 1, None, 2]
    assert lead_changes(led) == 2, "ada to ben, ben to cleo; a tie in between is no change"
    assert half_time(HAND_MADE) == 2
    assert since(led) == 5
    found = summarise_courses([HAND_MADE], [ENDED], 3)
    assert found.choices.mean == 3
    assert found.options.mean == 3
    assert found.stages.mean == 6
    assert found.lead_changes is not None
    assert found.lead_changes.mean == 2
    assert found.half_time is not None
    assert found.half_time.count == 0, "nobody led alone at half-time"
    assert found.comeback is not None
    assert found.comeback.mean == 1, "cleo was last at half-time"
    assert found.runaway is not None
    assert found.runaway.mean == 0
    assert found.decided is not None
    assert found.decided.mean == 1


def test_a_runaway_leader_is_never_caught_after_half_time() -> None:
    runaway = MatchCourse((2,), ((0, 1), (2, 1), (5, 1), (6, 2)))
    caught = MatchCourse((2,), ((0, 1), (2, 1), (5, 5), (6, 2)))
    won = result((6, 2), (0, 1))
    assert leaders(runaway, won) == [1, 0, 0, 0]
    found = summarise_courses([runaway, caught], [won, won], 2)
    assert found.runaway is not None
    assert found.runaway.mean == 0.5
    assert found.half_time is not None
    assert (found.half_time.mean, found.half_time.count) == (1.0, 2)
    assert found.comeback is not None
    assert found.comeback.mean == 0
    assert found.decided is not None
    assert found.decided.mean == pytest.approx((2 / 4 + 4 / 4) / 2)


def test_a_shared_win_is_no_runaway_and_counts_half_for_who_led() -> None:
    course = MatchCourse((2,), ((3, 1), (5, 5)))
    found = summarise_courses([course], [result((5, 5), (0, 0))], 2)
    assert found.half_time is not None
    assert found.half_time.mean == 0.5
    assert found.runaway is not None
    assert found.runaway.mean == 0
    broken = summarise_courses([course], [result((5, 5), (1, 0))], 2)
    assert broken.comeback is not None
    assert broken.comeback.mean == 1, "the tie was broken for the one who had been behind"


def test_alone_nobody_leads() -> None:
    found = summarise_courses([MatchCourse((2, 3), ((4,), (9,)))], [result((9,), (0,))], 1)
    assert found.lead_changes is found.half_time is found.runaway is found.comeback is found.decided is None
    assert found.options.mean == 2.5


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("slug", "seats"), [("old-london-bridge", 3), ("next-station-london", 2)])
def test_a_real_match_is_followed_to_its_end(slug: str, seats: int) -> None:
    found = game(slug)
    settings, boxes = settings_for(found, ["greedy"], seats=seats, seed=5)
    played, ended = play_out(found, settings, schedule(settings, 1)[0], boxes)
    course = follow(found, balance_of(found), played)
    assert course.standings[-1] == ended.scores
    assert min(course.options) > 1
    assert len(course.options) <= sum(seat != CHANCE for seat, _ in played.plies)
    rounds = 12 if slug == "old-london-bridge" else None
    assert rounds is None or len(course.standings) == rounds
    assert 12 <= len(course.standings) <= 44, "a standing for each round, or for each card"
