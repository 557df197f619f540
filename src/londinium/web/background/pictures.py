"""Pictures that take a while: PNG for cards, drawn in a thread and rasterised in a process of the lowest priority, and films.

The renderer holds Python's lock while it works, so a thread of the server would let all tables wait for it.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable

import msgspec

from londinium.kernel.words.errors import N_
from londinium.look.raster import png
from londinium.study.film import FilmTask, film_job
from londinium.table.errors import NotAllowed
from londinium.work.job import Tell, done_aside
from londinium.work.queue import Queue, Shelf

PICTURE_BYTES_KEPT = 24 * 1024 * 1024
MOST_PICTURES_WAITING = 30
MOST_PICTURES_OF_ONE = 10
FILM_BYTES_KEPT = 48 * 1024 * 1024
MOST_FILMS_WAITING = 8
MOST_FILMS_OF_ONE = 3

PictureKey = tuple[object, ...]


class RasterTask(msgspec.Struct, frozen=True):
    svg: str
    width: int | None = None


def raster_job(task: RasterTask, tell: Tell) -> bytes:
    return b64encode(png(task.svg, task.width))


class PictureFiles:
    def __init__(self, most: int = PICTURE_BYTES_KEPT) -> None:
        self._shelf = Shelf[PictureKey, bytes](most, len)
        self._queue = Queue("pictures", longest=MOST_PICTURES_WAITING, longest_of_one=MOST_PICTURES_OF_ONE, shelf=self._shelf)

    async def png(self, key: PictureKey, draw: Callable[[], str], width: int | None = None) -> bytes:
        """What was made under this key, or is made now. NotAllowed if too many are waiting."""
        if self._shelf.get(key) is None and self._queue.standing(key) is None and self._queue.is_full_for():
            raise NotAllowed(N_("too many pictures are waiting; please try again later"))

        async def work(tell: Tell) -> bytes:
            svg = await self._queue.in_thread(draw)(tell)
            return b64decode(await done_aside(raster_job, RasterTask(svg, width), tell))

        return await self._queue.ask(key, work)

    async def close(self) -> None:
        await self._queue.close()


class Films:
    """Films of finished matches, each made once and kept while there is room."""

    def __init__(self, most: int = FILM_BYTES_KEPT) -> None:
        self._shelf = Shelf[PictureKey, bytes](most, len)
        self._queue = Queue("films", longest=MOST_FILMS_WAITING, longest_of_one=MOST_FILMS_OF_ONE, shelf=self._shelf)

    async def film(self, key: PictureKey, task: FilmTask) -> bytes:
        """A film, when it is its turn. NotAllowed if too many are waiting."""
        if self._shelf.get(key) is None and self._queue.standing(key) is None and self._queue.is_full_for():
            raise NotAllowed(N_("too many films are waiting; please try again later"))

        async def work(tell: Tell) -> bytes:
            return b64decode(await done_aside(film_job, task, tell))

        return await self._queue.ask(key, work)

    async def close(self) -> None:
        await self._queue.close()
