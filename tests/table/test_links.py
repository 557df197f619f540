"""Secret links: a token opens one seat of one table, and nothing else."""

from __future__ import annotations

import pytest

from londinium.table import commands
from londinium.table.errors import BadLink
from londinium.table.links import Links

from .playing import in_loop, serving, settings


@in_loop
async def test_every_link_opens_its_own_seat_also_after_a_restart(database: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings())
        tokens = [hall.token(table, seat) for seat in (0, 1, 2, None)]
        assert len(set(tokens)) == 4
    async with serving(database) as hall:
        for token, seat in zip(tokens, (0, 1, 2, None), strict=True):
            entered = await hall.enter(token)
            assert (entered.table.id, entered.seat) == (table.id, seat)


@in_loop
async def test_a_changed_link_opens_nothing(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table, other = await hall.create(settings()), await hall.create(settings())
        token = hall.token(table, 0)
        name, role, renewal, signature = token.split(".")
        forged = [
            f"{name}.1.{renewal}.{signature}",
            f"{name}.w.{renewal}.{signature}",
            f"{other.id}.{role}.{renewal}.{signature}",
            f"{name}.{role}.1.{signature}",
            f"{name}.{role}.{renewal}.{signature[:-1]}",
            f"{name}.{role}.{renewal}.",
            f"{name}.{role}.{renewal}.{signature}=",
            f" {token}",
            token.upper(),
            "",
            "...",
            "ö" * 20,
            "x" * 10_000,
            Links(b"another secret").token(table.id, 0),
        ]
        forged += [token[:i] + ("A" if token[i] != "A" else "B") + token[i + 1 :] for i in range(len(token))]
        for wrong in forged:
            if wrong == token:
                continue
            with pytest.raises(BadLink):
                await hall.enter(wrong)


@in_loop
async def test_a_renewed_link_makes_the_old_one_void(database: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings())
        old, other = hall.token(table, 0), hall.token(table, 1)
        await hall.command(table.id, 0, commands.RenewLink("a"))
        new = hall.token(table, 0)
        assert new != old
        with pytest.raises(BadLink):
            await hall.enter(old)
        assert (await hall.enter(new)).seat == 0
        assert (await hall.enter(other)).seat == 1
