"""Style sheets written out: what a renderer that knows no variables draws is what a browser shows."""

from __future__ import annotations

import io
import re

import pytest

from londinium.kernel.registry import game, slugs
from londinium.look.cascade import written_out
from londinium.look.raster import png

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10" width="40" height="10">'


def styles(svg: str) -> list[str]:
    return re.findall(r'style="([^"]*)"', written_out(svg))


def test_a_variable_means_what_its_surroundings_say() -> None:
    sheet = ":root{--c:red}.a{--c:green}.b{--c:var(--d);--d:blue}rect{fill:var(--c)}"
    svg = f'{HEAD}<style>{sheet}</style><rect/><g class="a"><rect/></g><g class="b"><rect/></g></svg>'
    assert styles(svg) == ["fill:red", "fill:green", "fill:blue"]


def test_a_piece_takes_its_colours_from_where_it_is_used() -> None:
    sheet = ".a{--c:#0f0}.b{--c:#00f}.piece{fill:var(--c)}"
    body = '<defs><g id="p"><rect class="piece" width="10" height="10"/></g></defs>'
    svg = f'{HEAD}<style>{sheet}</style>{body}<g class="a"><use href="#p"/></g><g class="b"><use href="#p" x="20"/></g></svg>'
    assert pixels(png(svg), (5, 5), (25, 5)) == [(0, 255, 0), (0, 0, 255)]


def test_the_stronger_rule_wins_then_the_later_one_then_the_element_itself() -> None:
    sheet = ".x .y{fill:red}.y{fill:blue}rect{fill:green}.z{fill:blue}.z{fill:red}"
    body = '<g class="x"><rect class="y"/></g><rect class="z"/><rect class="z" style="fill:pink"/>'
    assert styles(f"{HEAD}<style>{sheet}</style>{body}</svg>") == ["fill:red", "fill:red", "fill:pink"]


def test_fallbacks_sums_and_what_a_still_picture_does_not_know() -> None:
    sheet = (
        "rect{stroke-width:calc(var(--w, 4px) * .5);fill:var(--none, red)}rect:hover{fill:blue}"
        "@media (min-width:1px){rect{fill:blue}}g>rect{fill:blue}:is(.a,.b){opacity:.5}"
    )
    assert styles(f'{HEAD}<style>{sheet}</style><rect class="b"/></svg>') == ["stroke-width:2px;fill:red;opacity:.5"]


def test_places_that_only_css_knows_become_attributes() -> None:
    made = written_out(f"{HEAD}<style>.p{{transform:translate(0, 12.4px);x:-3px}}</style><rect class='p'/></svg>")
    assert 'transform="translate(0, 12.4)"' in made
    assert 'x="-3"' in made


@pytest.mark.parametrize("slug", slugs())
def test_nothing_of_the_style_sheet_is_left(slug: str) -> None:
    made = written_out(game(slug).match(seed=3).svg())
    assert "var(" not in made
    assert "<style" not in made
    assert ' class="' not in made


def test_what_only_catches_a_click_is_not_seen() -> None:
    """The own bridge was once a black box in every picture."""
    drawn = png(game("old-london-bridge").match(seed=3).svg())
    assert pixels(drawn, (600, 600), (700, 620))[0] != (0, 0, 0)
    assert (0, 0, 0) not in pixels(drawn, (600, 600), (700, 620), (900, 640))


def pixels(picture: bytes, *places: tuple[int, int]) -> list[object]:
    from PIL import Image

    image = Image.open(io.BytesIO(picture)).convert("RGB")
    return [image.getpixel(place) for place in places]
