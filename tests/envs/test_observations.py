"""What agents are shown: declared, in range, complete enough to tell positions apart, and without a secret."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import londinium
from londinium import Match
from londinium.envs.conformance import Eyes, check_observations
from londinium.envs.tables import markdown
from londinium.kernel.conformance import check_walk, new_match
from londinium.kernel.features import Features
from londinium.kernel.records import Batch
from londinium.kernel.registry import bundled_games

SLUGS = [game.slug for game in londinium.all_games()]
OURS = [game.slug for game in bundled_games()]


def played(slug: str, seed: int) -> Match:
    return check_walk(new_match(londinium.game(slug), seed))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.slow_interpreted
def test_nothing_hidden_is_shown(slug: str) -> None:
    """Two positions that differ only in what a seat may not know give it the same bytes, observation and mask."""
    changed = sum(check_observations(played(slug, seed)) for seed in range(6))
    assert (changed > 0) == londinium.game(slug).hides


def test_the_check_notices_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single bit that depends on something hidden is found."""
    honest = Eyes.see

    def leaking(self: Eyes, states: Batch[Any], seat: int) -> tuple[Any, Any]:
        row, mask = honest(self, states, seat)
        row[0] = crc32(states.tobytes()) & 1
        return row, mask

    monkeypatch.setattr(Eyes, "see", leaking)
    with pytest.raises(AssertionError, match="leaks"):
        check_observations(played("old-london-bridge", 1))


@pytest.mark.parametrize("slug", SLUGS)
def test_tables_cover_the_row(slug: str) -> None:
    """Every byte belongs to exactly one feature."""
    game = londinium.game(slug)
    for seats in game.seats:
        covered = [index for f in game.observation.table(seats) for index in range(f.start, f.start + f.size)]
        assert covered == list(range(game.observation.size(seats)))
        assert len(game.observation.highs(seats)) == len(covered)


@pytest.mark.parametrize("slug", OURS)
def test_every_feature_is_used(slug: str) -> None:
    """Over some matches with all options every feature of the table is something else than 0 at some time."""
    game = londinium.game(slug)
    seen: dict[str, bool] = {}
    for seed in range(60):
        match = played(slug, seed)
        eyes = Eyes(match)
        for ply in range(0, match.ply + 1, 3):
            row, _ = eyes.see(match.position_at(ply).states, ply % match.seats)
            for feature in game.observation.table(match.seats):
                name = feature.name.partition(": ")[2] or feature.name
                seen[name] = seen.get(name, False) or bool(row[feature.start : feature.start + feature.size].any())
    assert [name for name, used in seen.items() if not used] == []


def test_a_feature_is_declared_once_and_fits() -> None:
    table = Features()
    assert table.number("round", 4, "the round") == 0
    assert table.one_of("phase", ("draw", "over"), "what is decided") == 1
    assert table.size == 3
    with pytest.raises(ValueError, match="twice"):
        table.flag("round", "again")
    with pytest.raises(ValueError, match="byte"):
        table.number("points", 300, "too many")


@pytest.mark.parametrize("slug", OURS)
def test_the_documentation_has_the_tables(slug: str) -> None:
    """docs/environments.md shows exactly what `londinium envs GAME --markdown` prints."""
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    game = londinium.game(slug)
    for part in (game.observation.common, game.observation.player):
        assert markdown(part.features) in page
