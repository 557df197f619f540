"""What happens in a browser is kept by the browser before it counts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from londinium.browser.store import PAGE, BrowserStore
from londinium.table.errors import StoreError
from londinium.table.hall.hall import Hall

from .play import in_loop, move, settings


class Keeper:
    """A browser that keeps pages, until it has no more room."""

    def __init__(self) -> None:
        self.pages: dict[int, bytes] = {}
        self.count = 0
        self.is_full = False
        self.kept = 0

    async def keep(self, pages: Mapping[int, bytes], count: int) -> None:
        if self.is_full:
            raise OSError("QuotaExceededError")
        self.pages |= pages
        self.count = count
        self.kept += len(pages)

    @property
    def file(self) -> bytes:
        return b"".join(self.pages[number] for number in range(self.count))


async def hall_over(store: BrowserStore) -> Hall:
    hall = Hall(store)
    await hall.start()
    return hall


@in_loop
async def test_a_tab_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    keeper = Keeper()
    hall = await hall_over(await BrowserStore.begin(tmp_path / "one.db", b"", keeper.keep))
    table = await hall.create(settings(), seed=5)
    await move(hall, table, 0)
    number = table.number
    # Nobody closes anything: what was kept is all there is.
    again = await hall_over(await BrowserStore.begin(tmp_path / "two.db", keeper.file, keeper.keep))
    found = await again.open(table.id)
    assert found.number == number
    assert found.rows == table.rows
    assert again.token(found, 0) == hall.token(table, 0), "the links are the same"
    await hall.shutdown()
    await again.shutdown()


@in_loop
async def test_only_what_changed_is_kept(tmp_path: Path) -> None:
    keeper = Keeper()
    hall = await hall_over(await BrowserStore.begin(tmp_path / "one.db", b"", keeper.keep))
    table = await hall.create(settings(), seed=5)
    before = keeper.kept
    await move(hall, table, 0)
    assert 0 < keeper.kept - before < 12, "a few pages for a move"
    assert keeper.count * PAGE == len(keeper.file)
    await hall.shutdown()


@in_loop
async def test_a_full_browser_is_said_and_nothing_has_happened(tmp_path: Path) -> None:
    keeper = Keeper()
    hall = await hall_over(await BrowserStore.begin(tmp_path / "one.db", b"", keeper.keep))
    table = await hall.create(settings(), seed=5)
    number, file = table.number, keeper.file
    keeper.is_full = True
    with pytest.raises(StoreError, match="no room left"):
        await move(hall, table, 0)
    assert table.number == number
    assert keeper.file == file
    keeper.is_full = False
    await move(hall, table, 0)
    assert table.number > number, "with room it goes on"
    again = await hall_over(await BrowserStore.begin(tmp_path / "two.db", keeper.file, keeper.keep))
    assert (await again.open(table.id)).number == table.number
    await hall.shutdown()
    await again.shutdown()


@in_loop
async def test_everything_is_saved_to_a_file_and_brought_back(tmp_path: Path) -> None:
    keeper, other = Keeper(), Keeper()
    store = await BrowserStore.begin(tmp_path / "one.db", b"", keeper.keep)
    hall = await hall_over(store)
    table = await hall.create(settings(), seed=5)
    elsewhere = await BrowserStore.begin(tmp_path / "two.db", b"", other.keep)
    before = other.file
    saved = store.saved("key=ada; name=Ada")
    damaged = saved[: 6 * PAGE] + bytes(12 * PAGE) + saved[18 * PAGE :]
    for nothing in (b"", b"no database", b"SQLite format 3\0" + bytes(5000), damaged, saved[: 5 * PAGE], saved[:-1]):
        with pytest.raises(StoreError, match="not saved by Londinium"):
            await elsewhere.adopt(nothing)
        assert other.file == before
    assert await elsewhere.adopt(saved) == "key=ada; name=Ada", "whose matches they are comes along"
    again = await hall_over(elsewhere)
    assert (await again.open(table.id)).rows == table.rows
    assert other.file == elsewhere._kept
    assert await elsewhere.adopt(keeper.file) == "", "a file of the first version has no cookies"
    await hall.shutdown()
    await again.shutdown()
