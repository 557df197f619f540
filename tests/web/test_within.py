"""A table that has only a part of the window takes that part for the window."""

from __future__ import annotations

import re

from londinium.kernel.registry import bundled_games
from londinium.web.http.within import CONTAINER, within


def test_queries_for_sizes_ask_the_container_and_others_the_window() -> None:
    sheet = "@media (max-width: 899px) { a { width: 100vw; } }\n@media (prefers-reduced-motion: reduce) { a { top: 0; } }"
    asked = within(sheet)
    assert f"@container {CONTAINER} (max-width: 899px) {{ a {{ width: 100cqw; }} }}" in asked
    assert "@media (prefers-reduced-motion: reduce) {" in asked


def test_either_of_several_sizes() -> None:
    either = within("@media (max-height: 559.98px) and (min-aspect-ratio: 5/4), (max-width: 899px) {")
    assert either == f"@container {CONTAINER} ((max-height: 559.98px) and (min-aspect-ratio: 5/4)) or ((max-width: 899px)) {{"


def test_a_share_of_the_window_is_one_of_the_container() -> None:
    lengths = "calc(100dvh - 3px) 50svh 7vw 2vmin 1.5vmax var(--vh) 3px"
    assert within(lengths) == "calc(100cqh - 3px) 50cqh 7cqw 2cqmin 1.5cqmax var(--vh) 3px"


def test_no_sheet_of_a_game_asks_for_the_window_in_a_lesson() -> None:
    for game in bundled_games():
        sheet = within(game.drawing.stylesheet())
        assert not re.search(r"@media[^{]*(width|height|aspect-ratio|orientation)", sheet), game.slug
        assert not re.search(r"\d[dsl]?v[hw]\b", sheet), game.slug
