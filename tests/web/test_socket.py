"""The socket of a table: what it tells, what it takes, and what it does not."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from player import at_table, open_table
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from londinium.kernel.registry import slugs

if TYPE_CHECKING:
    from conftest import Server


@pytest.mark.parametrize("slug", slugs())
def test_a_move_is_acknowledged_and_shown(server: Server, slug: str) -> None:
    [token] = open_table(server, slug)
    with at_table(server, token) as player:
        first = player.hear()
        assert first["kind"] == "state"
        assert {"prompt", "people"} <= set(player.fragments)
        assert "log" in first["lists"]
        player.wait_for_turn()
        move, before = next(iter(player.offers)), player.version
        assert player.ask("move", id="once", version=before, move=move)["kind"] == "ack"
        assert player.ask("move", id="once", version=before, move=move)["kind"] == "ack", "the same command is applied once"
        assert player.ask("move", version=before, move=move)["kind"] == "refused", "and another one is too late"


def test_only_what_changed_is_sent(server: Server) -> None:
    token, _ = open_table(server, "old-london-bridge", seat0="me", seat1="friend")
    with at_table(server, token) as player:
        whole = len(json.dumps(player.hear()))
        player.wait_for_turn()
        player.say(do="say", id="hello", text="Good evening & welcome")
        message = player.until("state")
        assert "set" not in message
        assert message["lists"]["chat"]["keep"] == 1, "that somebody has sat down was said before"
        assert "Good evening &amp; welcome" in message["lists"]["chat"]["add"]
        assert len(json.dumps(message)) < whole / 20


def test_two_people_see_each_other(server: Server) -> None:
    first, second = open_table(server, "old-london-bridge", seat0="me", name0="Ann", seat1="friend")
    with at_table(server, first) as ann, at_table(server, second) as bob:
        ann.hear(), bob.hear()
        assert bob.ask("join", name="<i>Bob</i>")["kind"] == "ack"
        while "Bob" not in ann.fragments["people"]:
            ann.hear()
        assert "&lt;i&gt;Bob" in ann.fragments["people"]
        assert "<i>Bob" not in "".join(ann.fragments.values())
        ann.wait_for_turn()
        assert ann.ask("move", version=ann.version, move=next(iter(ann.offers)))["kind"] == "ack"
        assert ann.ask("take-back", version=ann.version)["kind"] in {"ack", "refused"}


@pytest.mark.parametrize("slug", slugs())
def test_a_whole_match_to_the_score_sheets(server: Server, slug: str) -> None:
    tokens = open_table(server, slug, seat0="me", name0="Ann", seat1="friend", name1="Bob")
    with at_table(server, tokens[0]) as ann, at_table(server, tokens[1]) as bob, server.client() as client:
        ann.hear(), bob.hear()
        assert client.get(f"/t/{tokens[0]}/record").status_code == 403, "no record before the end"
        while not ann.over:
            player = ann if ann.turn and ann.offers else bob
            if player.turn and player.offers:
                player.ask("move", version=player.version, move=list(player.offers)[-1])
            ann.catch_up()
            bob.catch_up()
        assert "final" in ann.fragments
        record = client.get(f"/t/{tokens[0]}/record")
        assert record.text.startswith("[")
        assert "attachment" in record.headers["content-disposition"]
        ann.say(do="rematch", id="again")
        there = ann.until("go")["address"]
        assert 'data-fragment="prompt"' in client.get(there).text, "whoever asked for the rematch sits there already"
        while "/rematch" not in bob.fragments["prompt"]:
            bob.hear()
        assert client.get(f"/t/{tokens[1]}/text").status_code == 200


def test_spectators_watch_and_do_not_play(server: Server) -> None:
    [token] = open_table(server, "next-station-london")
    with server.client() as client:
        watch = re.search(r'data-share="[^"]+/t/([^"]+\.w\.[^"]+)"', client.get(f"/t/{token}").text)
    assert watch is not None
    with at_table(server, watch[1]) as spectator:
        state = spectator.hear()
        assert not state.get("offers")
        assert not state.get("turn")
        assert spectator.ask("move", version=1, move="pass")["kind"] == "refused"
        assert spectator.ask("say", text="hello", name="Wanda")["kind"] == "ack"


def test_spectators_are_seen_coming_and_going(server: Server) -> None:
    token, _ = open_table(server, "old-london-bridge", seat0="me", seat1="friend")
    with server.client() as client:
        watch = re.search(r'data-share="[^"]+/t/([^"]+\.w\.[^"]+)"', client.get(f"/t/{token}").text)
    assert watch is not None
    with at_table(server, token) as player:
        player.hear()
        assert "no spectators" in player.fragments["people"]
        with at_table(server, watch[1]) as spectator:
            assert "1 spectator" in spectator.hear()["set"]["people"]
            while "1 spectator" not in player.fragments["people"]:
                player.hear(5)
        while "no spectators" not in player.fragments["people"]:
            player.hear(5)


def test_leaving_and_coming_back(server: Server) -> None:
    [token] = open_table(server, "old-london-bridge")
    with at_table(server, token) as player:
        player.wait_for_turn()
        assert player.ask("leave")["kind"] == "ack"
        while player.offers:
            player.hear()
        assert player.ask("return")["kind"] == "ack"
        player.wait_for_turn()


def test_why_not(server: Server) -> None:
    [token] = open_table(server, "old-london-bridge")
    with at_table(server, token) as player:
        player.wait_for_turn()
        player.say(do="why", move="place centre")
        answer = player.until("why")
        assert "<b>" in answer["markup"]
        player.say(do="why", move="<script>")
        answer = player.until("why")
        assert "<script>" not in answer["markup"]


def test_a_renewed_link_closes_the_old_pages(server: Server) -> None:
    [token] = open_table(server, "old-london-bridge")
    with at_table(server, token) as owner, at_table(server, token) as other:
        owner.hear(), other.hear()
        owner.say(do="renew-link", id="r")
        address = owner.until("go")["address"]
        assert address.startswith("/t/")
        assert address != f"/t/{token}"
        assert other.code_of_the_end() == 4404


@pytest.mark.parametrize("token", ["abc", "abc.0.0.forged", "x" * 200])
def test_a_bad_link_opens_nothing(server: Server, token: str) -> None:
    with at_table(server, token) as player:
        assert player.code_of_the_end() == 4404


def test_another_sites_page_cannot_listen(server: Server) -> None:
    [token] = open_table(server, "old-london-bridge")
    with pytest.raises(InvalidStatus), connect(server.socket_url(token), origin=Origin("https://evil.example")):
        pass


GARBAGE = [
    "",
    "x",
    "[]",
    "null",
    "{}",
    '{"do":1}',
    '{"do":"fly","id":"a"}',
    '{"do":"move"}',
    '{"do":"move","id":"a","version":"1","move":2}',
]


def test_garbage_changes_nothing_and_ends_the_talk(server: Server) -> None:
    [token] = open_table(server, "old-london-bridge")
    with at_table(server, token) as player:
        player.wait_for_turn()
        before = player.version
        for message in (GARBAGE * 3)[:21]:
            player.connection.send(message)
            player.until("refused")
        assert player.code_of_the_end() == 4429
    with at_table(server, token) as player:
        player.hear()
        assert player.version == before


def test_a_huge_message_ends_the_talk(server: Server) -> None:
    [token] = open_table(server, "old-london-bridge")
    with at_table(server, token) as player:
        player.connection.send("x" * 5000)
        assert player.code_of_the_end() == 1009


def test_who_is_too_fast_is_slowed_down(start_server: Callable[..., Server]) -> None:
    server = start_server()
    [token] = open_table(server, "old-london-bridge")
    with at_table(server, token) as player:
        player.hear()
        for _ in range(60):
            player.say(do="ping")
        assert "too fast" in player.until("refused")["markup"]
    with server.client() as client:
        codes = [client.post("/play/old-london-bridge", follow_redirects=False).status_code for _ in range(60)]
        assert codes[0] == 303
        assert 429 in codes
    server.stop()  # at some of these tables bots would go on thinking


def test_nothing_is_lost_in_a_crash_and_no_secret_is_logged(start_server: Callable[..., Server]) -> None:
    server = start_server("--no-limits")
    first, second = open_table(server, "next-station-london", seat0="me", name0="Ann", seat1="friend")
    with at_table(server, first) as ann:
        ann.wait_for_turn()
        assert ann.ask("move", id="before", version=ann.version, move=next(iter(ann.offers)))["kind"] == "ack"
        version = ann.version
        server.kill()
        server.start()
    with at_table(server, first) as ann, at_table(server, second) as bob:
        ann.hear(), bob.hear()
        assert ann.version == version
        assert ann.ask("move", id="before", version=1, move="pass")["kind"] == "ack", "it was applied before the crash"
        assert not ann.turn
        assert bob.turn
        assert server.stop(signal.SIGTERM) in {0, -signal.SIGTERM}
        assert ann.code_of_the_end() == 1012
    assert first not in server.log
    assert second not in server.log
    assert all(json.loads(line) for line in server.log.splitlines() if line.startswith("{"))
    assert '"event":"stopped"' in server.log
