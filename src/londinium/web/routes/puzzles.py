"""Puzzles: the page of all, the table of one, what is shown on it, the page without scripts, and what a try makes of ratings."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import choice

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.language import language
from londinium.study.puzzles.file import Collection
from londinium.study.puzzles.ratings import PuzzleRating, after_try, first_rating
from londinium.web.http.answers import as_json
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.reader import reader_of
from londinium.web.pages.days import today_of
from londinium.web.pages.puzzle import number_of_day, plain_puzzle, puzzle_page
from londinium.web.pages.templates import render, shown_games
from londinium.web.site import check_pace, site_of


def _collection(request: Request) -> tuple[Game, Collection]:
    game = find_game(request.path_params["game"])
    collection = site_of(request).puzzles.of(game.slug)
    if not collection:
        raise NoSuchPage
    return game, collection


def _asked(request: Request) -> tuple[Game, Collection, int]:
    game, collection = _collection(request)
    wish = request.path_params["number"]
    number = int(wish) if wish.isdecimal() and len(wish) < 6 else 0
    if not 1 <= number <= len(collection):
        raise NoSuchPage
    return game, collection, number


def _theme(request: Request, game: Game) -> str:
    wish = request.query_params.get("theme", "")
    return wish if wish in game.study.THEMES else ""


async def all_puzzles(request: Request) -> Response:
    """Every game with its themes, and how the solver stands, which only their browser knows."""
    return _puzzles_of(request, shown_games())


async def puzzles_of_game(request: Request) -> Response:
    return _puzzles_of(request, [find_game(request.path_params["game"])])


def _puzzles_of(request: Request, games: list[Game]) -> Response:
    rows = []
    for game in games:
        words, collection = language(reader_of(request).code, game.folder), site_of(request).puzzles.of(game.slug)
        counts = Counter(puzzle.theme for puzzle in collection or ())
        themes = [(name, words.text(label), counts[name]) for name, label in game.study.THEMES.items() if counts[name]]
        rows.append({"game": game, "count": counts.total(), "themes": themes})
    return render(request, "puzzles.html", rows=rows, covers=site_of(request).covers, today=today_of(request))


async def puzzle_table(request: Request) -> Response:
    game, _, number = _asked(request)
    return await asyncio.to_thread(puzzle_page, request, game, number, None, _theme(request, game))


async def puzzle_of_day(request: Request) -> Response:
    game, collection = _collection(request)
    day = today_of(request)
    return await asyncio.to_thread(puzzle_page, request, game, number_of_day(collection, day), day, "")


async def any_puzzle(request: Request) -> Response:
    """One by chance, for a browser that does not choose by itself."""
    game, collection = _collection(request)
    theme = _theme(request, game)
    numbers = [number for number, puzzle in enumerate(collection, 1) if theme in ("", puzzle.theme)]
    if not numbers:
        raise NoSuchPage
    return RedirectResponse(f"/puzzles/{game.slug}/{choice(numbers)}" + (f"?theme={theme}" if theme else ""), 303)


async def puzzle_text(request: Request) -> Response:
    game, collection, number = _asked(request)
    return await asyncio.to_thread(plain_puzzle, request, game, number, len(collection))


async def puzzle_steps(request: Request) -> Response:
    """Everything that the table of a puzzle shows."""
    game, _, number = _asked(request)
    return as_json(request, await asyncio.to_thread(site_of(request).puzzles.packed, game.slug, number, reader_of(request).code))


# ── Ratings ──────────────────────────────────────────────────────────────────


class ListedPuzzle(msgspec.Struct, frozen=True):
    number: int
    rating: int
    theme: str


class RatedPuzzle(msgspec.Struct, frozen=True):
    mu: float
    sigma: float
    shown: int

    @classmethod
    def of(cls, rating: PuzzleRating) -> RatedPuzzle:
        return cls(rating.mu, rating.sigma, rating.shown)


class RatedTry(msgspec.Struct, frozen=True):
    """What a try made of both ratings, and what the solver's was before."""

    solver: RatedPuzzle
    puzzle: RatedPuzzle
    before: int
    solved: bool


async def _ratings(request: Request, game: Game, collection: Collection) -> list[PuzzleRating]:
    """How hard every puzzle is: by the tries of people here, or by the bots that miss it."""
    tried = await site_of(request).hall.store.puzzles(game.slug)
    found = []
    for number, puzzle in enumerate(collection, 1):
        kept = tried.get(collection.name(number))
        found.append(PuzzleRating(*kept[:2]) if kept else first_rating(puzzle, game.study))
    return found


async def puzzle_list(request: Request) -> Response:
    """All puzzles with their ratings, from which a browser chooses the next one for its solver."""
    game, collection = _collection(request)
    rated = zip(collection, await _ratings(request, game, collection), strict=True)
    listed = [ListedPuzzle(number, rating.shown, puzzle.theme) for number, (puzzle, rating) in enumerate(rated, 1)]
    return Response(msgspec.json.encode(listed), media_type="application/json")


async def rate_try(request: Request) -> Response:
    """A first try: its move, none if the answer was asked for, and the rating that the solver's browser keeps."""
    check_pace(request, "posts")
    game, collection, number = _asked(request)
    async with request.form(max_files=0, max_fields=4) as form:
        move, solver = str(form.get("move", "")), _claimed(str(form.get("mu", "")), str(form.get("sigma", "")))
    puzzle = list(collection)[number - 1]
    solved = move == game.moves.text(puzzle.best)
    mine, its = after_try(solver, (await _ratings(request, game, collection))[number - 1], solved)
    await site_of(request).hall.store.keep_puzzle(game.slug, collection.name(number), its.mu, its.sigma)
    answer = RatedTry(RatedPuzzle.of(mine), RatedPuzzle.of(its), solver.shown, solved)
    return Response(msgspec.json.encode(answer), media_type="application/json")


def _claimed(mu: str, sigma: str) -> PuzzleRating:
    try:
        return PuzzleRating(float(mu), float(sigma)).within_reason
    except ValueError:
        return PuzzleRating()
