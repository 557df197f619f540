"""Messages that no honest browser sends. Each says what may come of it; whatever else comes of it is a fault of ours."""

from __future__ import annotations

import json
import random
import string
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

REFUSED, REPEATED, WORDS_ONLY, ANY = "refused", "repeated", "words only", "any"
"""What may come of a message: nothing; the answer of the first time; a line of chat or a name; an answer that changes nothing."""

WORDS = ("move", "take-back", "join", "say", "leave", "return", "replace", "renew-link", "rematch", "seek", "chat", "why", "ping")
EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE events; --",
    "\u202eevil\u202c",
    "zero\u200bwidth\u2060\ufeff",
    "nul\x00and\x1bescape\x7f",
    "{{7*7}} ${7*7} %(name)s {names}",
    "\ud83d\ude00" * 3,
    "\ud800",
    "Z̸̢̛̤͕a̵̧l̶g̷o̵" * 4,
    "../../../etc/passwd",
    "\r\nSet-Cookie: a=b",
    "a" * 3000,
    "",
    " ",
)
NUMBERS = (0, -1, 1, 2**31, -(2**31), 2**53, 2**63, 2**64, 10**30, 1e308, -1e-308, 0.5, True)
ANYTHING: tuple[Any, ...] = (None, True, 0, -1, 1.5, 2**70, "", "x", [], [[]], {}, {"do": "move"}, ["move"], *EVIL)


@dataclass(frozen=True)
class Target:
    """A seat whose link the attacker holds, in a position in which none of their moves is legal."""

    table: str
    token: str
    version: int
    moves: tuple[str, ...]
    """Moves of others and of chance, which are none of theirs."""
    applied: str
    """The id of a command that was carried out for them before."""


@dataclass(frozen=True)
class Message:
    """What to send on a socket: a text, or whole frames as bytes."""

    may: str
    text: str | bytes = ""
    id: str = ""
    frames: bytes = b""


@dataclass
class Attacker:
    """Makes hostile messages, the same ones for the same seed."""

    draw: random.Random
    count: int = 0
    made: dict[str, int] = field(default_factory=dict)

    def message(self, target: Target) -> Message:
        """The next one for the socket of a seat."""
        kinds: tuple[tuple[int, Callable[[Target], Message]], ...] = (
            (14, self._garbage),
            (16, self._wrong_types),
            (10, self._wrong_fields),
            (14, self._stale),
            (14, self._not_my_move),
            (8, self._not_allowed),
            (8, self._replayed),
            (5, self._why),
            (4, self._binary),
            (4, self._frames),
            (2, self._evil_words),
        )
        kind = self.draw.choices([make for _, make in kinds], [weight for weight, _ in kinds])[0]
        self.made[kind.__name__.strip("_")] = self.made.get(kind.__name__.strip("_"), 0) + 1
        return kind(target)

    def _id(self) -> str:
        self.count += 1
        return f"h{self.count}"

    def _command(self, target: Target) -> dict[str, Any]:
        """A command that is well formed; what is wrong with it comes later."""
        do = self.draw.choice(WORDS[:9])
        facts: dict[str, Any] = {"do": do, "id": self._id()}
        if do in {"move", "take-back"}:
            facts["version"] = target.version
        if do == "move":
            facts["move"] = self.draw.choice(target.moves)
        elif do == "join":
            facts["name"] = "Eve"
        elif do == "say":
            facts["text"] = "hello"
        elif do == "replace":
            facts["seat"] = 1
        return facts

    def _garbage(self, target: Target) -> Message:
        depth = self.draw.choice((10, 500, 1500))
        noise = "".join(self.draw.choices(string.printable, k=self.draw.randrange(60)))
        whole = json.dumps(self._command(target))
        texts = (
            noise,
            "[" * depth,
            '{"do":' * (depth // 6),
            '{"do":"move","id":"a","version":' + "[" * depth + "]" * depth + ',"move":"x"}',
            whole[: self.draw.randrange(len(whole))],
            whole + whole,
            whole.replace('"', "'"),
            json.dumps(self.draw.choice(ANYTHING)),
            '{"do":NaN}',
            '{"do":"move","id":"n","version":NaN,"move":"pass"}',
            '{"do":"move","id":"i","version":Infinity,"move":"pass"}',
            '{"do":"move","id":"e","version":1e999,"move":"pass"}',
            f'{{"do":"move","id":"b","version":{"9" * 400},"move":"pass"}}',
            "\x00" * 10,
            "{" + " " * 3000 + "}",
            "x" * 4097,
            "é" * 2050,
        )
        return Message(REFUSED, self.draw.choice(texts))

    def _wrong_types(self, target: Target) -> Message:
        command = self._command(target)
        for name in self.draw.sample(sorted(command), self.draw.randint(1, 2)):
            kept = command[name]
            wrong = [value for value in ANYTHING if type(value) is not type(kept)]
            command[name] = self.draw.choice(wrong)
        return Message(REFUSED, json.dumps(command))

    def _wrong_fields(self, target: Target) -> Message:
        command = self._command(target)
        which = self.draw.randrange(4)
        if which == 0:
            del command[self.draw.choice(("do", "id"))]
        elif which == 1:
            command[self.draw.choice(("seat_", "admin", "__proto__", "table", "by", "ply"))] = self.draw.choice(ANYTHING)
        elif which == 2:
            command["do"] = self.draw.choice(("fly", "Move", "opened", "moved", "seat-to-bot", "", " move", "move\x00", *EVIL))
        else:
            command["id"] = self.draw.choice(("", " ", "a b", "x" * 65, "../..", "ü", "a\n", *EVIL))
        return Message(REFUSED, json.dumps(command))

    def _stale(self, target: Target) -> Message:
        """Against a version of the table that is not the one they see."""
        version = self.draw.choice((*NUMBERS, target.version - 1, target.version + 1))
        if version == target.version:
            version += 1000
        do = self.draw.choice(("move", "take-back"))
        facts = {"move": self.draw.choice(target.moves)} if do == "move" else {}
        return Message(REFUSED, json.dumps({"do": do, "id": self._id(), "version": version, **facts}))

    def _not_my_move(self, target: Target) -> Message:
        """With the right version: a move of others, of chance, or none at all."""
        noise = "".join(self.draw.choices(string.printable, k=12))
        move = self.draw.choice((*target.moves, *target.moves, noise, *EVIL, "9" * 500, "move", "play -1", "draw e3-e3"))
        return Message(REFUSED, json.dumps({"do": "move", "id": self._id(), "version": target.version, "move": move}))

    def _not_allowed(self, target: Target) -> Message:
        seat = self.draw.choice((-1, 0, 4, 99, 2**31, 2**63, -(2**63), 2**70))
        facts = self.draw.choice(
            (
                {"do": "rematch"},
                {"do": "return"},
                {"do": "replace", "seat": seat},
                {"do": "replace", "seat": 1, "bot": self.draw.choice(EVIL)},
                {"do": "leave", "bot": self.draw.choice(("person", "deep-thought", *EVIL))},
                {"do": "say", "text": self.draw.choice(("", " \n\t ", "\u200b", "x" * 2500))},
                {"do": "join", "name": self.draw.choice(("", " ", "\u202e\u200b", "n" * 2500))},
            )
        )
        return Message(REFUSED, json.dumps({**facts, "id": self._id()}))

    def _replayed(self, target: Target) -> Message:
        """The id of a command that was carried out, with the same or quite another content."""
        facts = self.draw.choice(
            (
                {"do": "move", "version": target.version, "move": self.draw.choice(target.moves)},
                {"do": "move", "version": 1, "move": "pass"},
                {"do": "say", "text": "again"},
                {"do": "join", "name": "Again"},
                {"do": "leave"},
                {"do": "take-back", "version": target.version},
            )
        )
        return Message(REPEATED, json.dumps({**facts, "id": target.applied}), target.applied)

    def _why(self, target: Target) -> Message:
        return Message(ANY, json.dumps({"do": "why", "move": self.draw.choice((*target.moves, *EVIL)), "id": "w"}))

    def _binary(self, target: Target) -> Message:
        return Message(REFUSED, self.draw.randbytes(self.draw.randrange(1, 200)))

    def _evil_words(self, target: Target) -> Message:
        """Chat and names may say anything; they are cleaned, and escaped when they are shown."""
        name, words = self._id(), self.draw.choice(EVIL)
        facts = {"do": "say", "text": words} if self.draw.random() < 0.7 else {"do": "join", "name": words}
        return Message(WORDS_ONLY, json.dumps({**facts, "id": name}), name)

    def _frames(self, target: Target) -> Message:
        """Frames that are wrong in themselves, or cut into pieces."""
        command = json.dumps({"do": "move", "id": self._id(), "version": -1, "move": "pass"}).encode()
        squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
        bomb = squeezed.compress(b"[" * 20_000_000) + squeezed.flush(zlib.Z_SYNC_FLUSH)
        return Message(
            ANY,
            frames=self.draw.choice(
                (
                    frame(b"\xff\xfe\xc3\x28"),
                    frame(b"\xed\xa0\x80"),
                    frame(b"x" * 70_000),
                    frame(bomb[:-4], first=0xC1),
                    frame(b"not deflated", first=0xC1),
                    frame(command, masked=False),
                    frame(command, first=0x83),
                    frame(command, first=0xF1),
                    frame(command, first=0x80),
                    frame(b"x" * 126, first=0x89),
                    frame(b"\x03", first=0x88),
                    frame(b"\x00\x00garbage", first=0x88),
                    b"\x81\xff" + b"\xff" * 8 + b"mask",
                    b"".join(frame(command[i : i + 1], 0x01 if i == 0 else 0x00) for i in range(len(command))) + frame(b"", 0x80),
                    frame(command[:5], 0x01) + frame(command[5:], 0x81),
                    frame(b"x" * 4000, 0x01) * 1 + frame(b"x" * 4000, 0x00) + frame(b"x" * 4000, 0x80),
                    self.draw.randbytes(300),
                )
            ),
        )

    def token(self, target: Target, others: list[Target]) -> str:
        """A link that opens nothing: another's signature, a letter changed, rubbish."""
        table, role, renewal, signature = target.token.split(".")
        other = self.draw.choice(others)
        place = self.draw.randrange(len(target.token) - 1)  # the last sign of a signature carries bits that do not count
        changed = "A" if target.token[place] != "A" else "B"
        choices = (
            f"{other.table}.{role}.{renewal}.{signature}" if other.table != table else "x",
            f"{table}.{2 if role == 'w' else 1}.{renewal}.{signature}",
            f"{table}.{0 if role == 'w' else 'w'}.{renewal}.{signature}",
            f"{table}.{role}.{int(renewal) + 1}.{signature}",
            f"{table}.{role}.-1.{signature}",
            f"{table}.99.{renewal}.{signature}",
            target.token[:place] + changed + target.token[place + 1 :],
            target.token[: self.draw.randrange(1, len(target.token) - 2)],
            target.token * 3,
            f"{table}.{role}.{renewal}.",
            "....",
            "x" * 3000,
            "%00%ff%2e%2e",
            "%F0%9F%98%80",
        )
        return self.draw.choice(choices)

    def request(self, target: Target) -> tuple[str, str, dict[str, Any]]:
        """A request that no page of ours makes: method, path, and what httpx sends with it."""
        draw = self.draw
        body = draw.choice((b"", draw.randbytes(300), b"a=1&" * 500, b"\xff\xfe=%zz&x", b"{" * 900, b"do=move&version=NaN&id=1"))
        kind = draw.choice(
            (
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "multipart/form-data",
                "application/json",
                "text/plain",
                "\xff",
            )
        )
        seats = {"seat0": "me", "seat1": "me", "name0": draw.choice(EVIL).encode("utf-8", "replace").decode()}
        path = draw.choice(
            (
                "/play/ludo",
                "/play/%00",
                "/new/ludo",
                "/new/old-london-bridge",
                "/new/next-station-london",
                "/open",
                "/open/plain",
                "/open/eyes/9",
                "/open/file",
                "/puzzles/old-london-bridge/1/try",
                "/puzzles/%00/9/try",
                "/replay/%00/eyes/all",
                f"/t/{target.token}/act",
                f"/t/{target.token}x/act",
                f"/t/{target.token}x/join",
                "/t/x/record",
                f"/t/{target.token}x/thumbnail",
                "/you/dismiss",
                "/you/give-up",
                "/you/again",
                "/you/link",
                "/you/renew",
                "/you/delete",
                "/you/puzzles",
                f"/t/{target.token}/puzzles",
                "/carry",
                "/carry/" + "a" * 43,
                "/replay/%00/thumbnail/99999999999999999999",
                "/invite/" + "~" * 50,
                "/assets/../../secret",
                "/watch/%F0%9F",
                "/health",
                "/" + "a" * 2000,
            )
        )
        sent: dict[str, Any] = {"headers": {"content-type": kind}, "content": body}
        if path.startswith("/new") and draw.random() < 0.5:
            sent = {"data": {**seats, "clock": draw.choice(("never", "budget--1"))}}
        elif path.endswith(".act") or (path.endswith("/act") and draw.random() < 0.5):
            wrong = draw.choice(({"version": "9" * 40}, {"version": "-1"}, {"version": "x"}, {"seat": "\u0663"}, {}))
            sent = {"data": {"do": draw.choice(("move", "replace", "fly", "")), "id": self._id(), "move": "pass", **wrong}}
        if draw.random() < 0.2:
            path, sent = draw.choice(("/play/old-london-bridge", "/play/next-station-london")), {}
            sent = {"headers": {"origin": draw.choice(("https://evil.example", "null", "http://127.0.0.1", "\xff"))}}
        return draw.choice(("POST",) * 7 + ("PUT", "DELETE", "PATCH")), path, sent


def frame(data: bytes, first: int = 0x81, masked: bool = True) -> bytes:
    """One frame as a browser would send it, or nearly."""
    length = len(data)
    mark = 0x80 if masked else 0
    if length < 126:
        head = bytes((first, mark | length))
    elif length < 1 << 16:
        head = bytes((first, mark | 126)) + length.to_bytes(2, "big")
    else:
        head = bytes((first, mark | 127)) + length.to_bytes(8, "big")
    # A mask of zeros is one.
    return head + (b"\0\0\0\0" if masked else b"") + data
