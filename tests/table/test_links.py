"""Secret links: a token opens one seat of one table, and nothing else."""

from __future__ import annotations

import pytest

from londinium.table import commands
from londinium.table.errors import BadLink, InvalidCommand, NotAllowed
from londinium.table.links import Links

from .play import Time, in_loop, serving, settings


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


@in_loop
async def test_the_host_can_give_a_friend_who_is_away_a_new_link(database: str) -> None:
    time = Time()
    async with serving(database, time) as hall:
        table = await hall.create(settings(host=0))
        for seat in range(3):
            await hall.command(table.id, seat, commands.Join("join", "Ann"))
        lost = hall.token(table, 1)
        with pytest.raises(NotAllowed):
            await hall.command(table.id, 0, commands.Invite("early", 1))
        time.pass_seconds(61)
        for seat, other in ((1, 2), (0, 0), (0, 7)):
            with pytest.raises((NotAllowed, InvalidCommand)):
                await hall.command(table.id, seat, commands.Invite("x", other))
        await hall.command(table.id, 0, commands.Invite("a", 1))
        with pytest.raises(BadLink):
            await hall.enter(lost)
        assert (await hall.enter(hall.token(table, 1))).seat == 1
        assert not table.seats[1].joined, "it is an invitation: whoever comes gets a link of their own"
    async with serving(database, time) as hall:
        again = await hall.open(table.id)
        assert (again.seats[1].joined, again.seats[1].renewal) == (False, 1)
