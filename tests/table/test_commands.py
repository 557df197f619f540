"""What browsers send: every command is understood, and everything else is refused with a sentence."""

from __future__ import annotations

import random

import msgspec
import pytest

from londinium.table import commands
from londinium.table.commands import decode_command
from londinium.table.errors import InvalidCommand

ALL: list[commands.Command] = [
    commands.MakeMove("a", 3, "play 3"),
    commands.TakeBack("a", 3),
    commands.Join("a", "Ann"),
    commands.Say("a", "hello"),
    commands.Leave("a"),
    commands.Return("a"),
    commands.Replace("a", 2),
    commands.RenewLink("a"),
    commands.Invite("a", 1),
    commands.Hint("a", 3),
    commands.Rematch("a"),
]


@pytest.mark.parametrize("command", ALL, ids=lambda command: type(command).__name__)
def test_every_command_comes_through(command: commands.Command) -> None:
    assert decode_command(msgspec.json.encode(command)) == command


def test_everything_else_is_refused() -> None:
    garbage: list[bytes | str] = [
        b"",
        b"null",
        b"[]",
        b"7",
        b"{}",
        b"\xff\xfe\x00",
        b'{"do":"move"}',
        b'{"do":"dance","id":"a"}',
        b'{"do":"move","id":"a","version":"3","move":"play 3"}',
        b'{"do":"move","id":"a","version":3.5,"move":"play 3"}',
        b'{"do":"move","id":"a","version":null,"move":"play 3"}',
        b'{"do":"move","id":"a","version":3,"move":["play 3"]}',
        b'{"do":"move","id":7,"version":3,"move":"play 3"}',
        b'{"do":"move","id":"a b","version":3,"move":"play 3"}',
        b'{"do":"move","id":"a","version":3,"move":"play 3","seat":1}',
        b'{"do":"say","id":"a","text":"\\ud800"}',
        b'{"do":["move"],"id":"a"}',
        b"[" * 100_000,
        b'{"id":' * 100_000,
        '{"do":"return","id":"ä"}',
        f'{{"do":"return","id":"{"a" * 65}"}}',
        "\ud800",
    ]
    for message in garbage:
        with pytest.raises(InvalidCommand) as caught:
            decode_command(message)
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize("id", ["", "ö", "a b", "a" * 65, "a\n"])
def test_a_command_with_such_an_id_cannot_be_made(id: str) -> None:
    with pytest.raises(InvalidCommand, match="the id of a command"):
        commands.MakeMove(id, 3, "play 1")
    with pytest.raises(InvalidCommand, match="the id of a command"):
        decode_command(msgspec.json.encode({"do": "move", "id": id, "version": 3, "move": "play 1"}))


def test_damaged_messages_are_refused_or_still_commands() -> None:
    draws = random.Random(5)
    for _ in range(5_000):
        message = bytearray(msgspec.json.encode(draws.choice(ALL)))
        for _ in range(draws.randrange(1, 4)):
            message[draws.randrange(len(message))] = draws.randrange(256)
        try:
            decode_command(bytes(message))
        except InvalidCommand:
            continue
