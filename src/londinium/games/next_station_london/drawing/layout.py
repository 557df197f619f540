"""The skeleton of the table: a slot for every fragment. Where it stands on which screen, `table.css` and `screens.css` say."""

from __future__ import annotations

from londinium.games.next_station_london.drawing import pieces
from londinium.kernel.contracts.drawing import Scene, Tab
from londinium.look.ink import escape


def layout(seats: int, viewer: int | None, scene: Scene) -> str:
    """Left: pencils, opponents, log. Middle: prompt and map. Right: card of the turn, all cards, the sheet."""
    t = scene.language
    own = viewer or 0
    others = [(own + step) % seats for step in range(1, seats)]
    shown = [*others, own] if viewer is not None else [own, *others]
    maps = "".join(
        f'<div class="layer sheet-layer{" own" if seat == own else ""}" data-fragment="sheet-{seat}"></div>'
        for seat in range(seats)
    )
    scores = "".join(
        f'<section class="score{" own" if seat == own else ""}" data-fragment="score-{seat}"></section>' for seat in range(seats)
    )
    small = "".join(f'<div class="opponent{" own" if seat == own else ""}" data-fragment="seat-{seat}"></div>' for seat in shown)
    players, log, sheet = escape(t.text("Players")), escape(t.text("Log")), escape(t.text("Sheet"))
    return (
        '<div class="stage" data-fragment="stage"></div>'
        '<div class="prompt" data-fragment="prompt"></div>'
        f'<div class="seats" data-fragment="strip"></div>'
        '<section class="map"><div class="layers" data-zoom="1"><div class="enlarged">'
        '<div class="layer ground" data-fragment="ground"></div>'
        f'<div class="layer offers" data-fragment="offers"></div>{maps}</div></div></section>'
        # Two columns on a desk; where there is room for one, this is it.
        # What can be scrolled must be within reach of the keyboard.
        f'<div class="sides"><aside class="side-right" tabindex="0" aria-label="{sheet}">'
        '<section class="turn" data-fragment="card"></section>'
        '<section class="deck" data-fragment="deck"></section>'
        f'<div class="scores">{scores}</div></aside>'
        '<aside class="side-left">'
        f'<section class="ring" data-fragment="ring"></section>'
        f'<section class="opponents" aria-label="{players}">{small}</section>'
        f'<section class="log-panel"><h2 class="caps">{log}</h2>'
        '<div class="log-lines" data-fragment="log"></div></section></aside></div>'
        '<div class="points" data-fragment="points"></div>'
    )


def tabs(scene: Scene) -> tuple[Tab, ...]:
    t = scene.language
    return (
        Tab("map", t.text("Map"), pieces.sign("map")),
        Tab("sheet", t.text("Sheet"), pieces.sign("sheet")),
        Tab("players", t.text("Players"), pieces.sign("players")),
        Tab("log", t.text("Log"), pieces.sign("log")),
    )
