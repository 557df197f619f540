"""Who gets in, who may look, and where a database's address comes from without being told to others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from londinium.cli.shared.house import House
from londinium.cli.tables import verb as tables
from londinium.kernel.words.errors import InvalidOption, LondiniumError
from londinium.kernel.words.language import language
from londinium.table.errors import StoreTrouble
from londinium.table.store import without_password
from londinium.web.http.doorkeeper import Doorkeeper, visitor_net


def scope(address: str, **headers: str) -> dict[str, Any]:
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "client": (address, 5), "headers": sent}


@pytest.mark.parametrize(
    ("typed", "net"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        (" 2001:db8::7 ", "2001:db8::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
    ],
)
def test_networks_are_read_as_visitors_are_told_apart(typed: str, net: str) -> None:
    assert str(visitor_net(typed)) == net


@pytest.mark.parametrize("typed", ["", "everybody", "192.0.2", "192.0.2.0/99", "play.example.org"])
def test_what_is_no_network_is_said(typed: str) -> None:
    with pytest.raises(InvalidOption):
        visitor_net(typed)


def test_a_ban_is_for_the_whole_network_and_no_other() -> None:
    door = Doorkeeper()
    assert not door.is_banned(scope("192.0.2.7"))
    door.ban([visitor_net("192.0.2.0/24"), visitor_net("2001:db8::7")])
    for address in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8::8"):
        assert door.is_banned(scope(address)), address
    for address in ("192.0.3.7", "2001:db8:0:1::7", "not an address", ""):
        assert not door.is_banned(scope(address)), address
    door.ban([])
    assert not door.is_banned(scope("192.0.2.7"))


def test_only_a_host_may_look() -> None:
    door = Doorkeeper([visitor_net("10.0.0.0/8")], "a token of the host")
    for address in ("127.0.0.1", "::1", "10.1.2.3"):
        assert door.is_host(scope(address)), address
    assert not door.is_host(scope("192.0.2.7"))
    assert not door.is_host(scope("127.0.0.1", x_forwarded_for="192.0.2.7")), "a proxy that nobody has named"
    assert door.is_host(scope("192.0.2.7", authorization="Bearer a token of the host"))
    assert not door.is_host(scope("192.0.2.7", authorization="Bearer ")), "no empty token"
    assert not Doorkeeper().is_host(scope("192.0.2.7", authorization="Bearer "))


def test_a_token_is_read_from_a_file_and_not_too_short(tmp_path: Path) -> None:
    file = tmp_path / "token"
    house = House(None, ("10.0.0.0/8",), file)
    with pytest.raises(LondiniumError):
        house.settings()
    file.write_text("short\n")
    with pytest.raises(LondiniumError, match="too short"):
        house.settings()
    file.write_text("long enough to be a token\n")
    assert house.settings()["new_door"]().is_host(scope("192.0.2.7", authorization="Bearer long enough to be a token"))


def test_the_database_comes_from_an_option_a_file_or_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def said(*options: str) -> str:
        return str(CliRunner().invoke(tables, ["list", *options]).exception)

    assert "table.db" in said()
    monkeypatch.setenv("LONDINIUM_DATABASE", "sqlite:///from_the_environment.db")
    assert "from_the_environment.db" in said()
    (tmp_path / "address").write_text("sqlite:///from_a_file.db\n")
    assert "from_a_file.db" in said("--database-file", "address")
    monkeypatch.setenv("LONDINIUM_DATABASE_FILE", "address")
    assert "from_a_file.db" in said()
    assert "given.db" in said("--database", "sqlite:///given.db")
    assert "not both" in said("--database", "sqlite:///given.db", "--database-file", "address")
    for wrong in ("", "one\ntwo\n"):
        (tmp_path / "address").write_text(wrong)
        assert "does not contain" in said()
    assert "cannot be read" in said("--database-file", "nowhere")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ann:hush@db:5432/x?sslmode=require", "postgresql://ann:***@db:5432/x?sslmode=require"),
        ("postgresql://ann@db/x?password=hush&host=/run/pg", "postgresql://ann@db/x?host=/run/pg"),
        ("postgresql:///x?host=/run&user=ann&sslpassword=hush", "postgresql:///x?host=/run&user=ann"),
        ("postgresql://ann:hu%40sh@db/x", "postgresql://ann:***@db/x"),
        ("sqlite:///table.db", "sqlite:///table.db"),
    ],
)
def test_no_password_is_shown(url: str, shown: str) -> None:
    assert without_password(url) == shown


def test_players_are_told_nothing_of_the_database() -> None:
    trouble = StoreTrouble("the database {database} cannot be used: {error}", database="postgresql://ann@db/x", error="away")
    told = trouble.told(language("en"))
    assert "postgresql" not in told
    assert "away" not in told
    assert "postgresql://ann@db/x" in trouble.told_host(language("en")), "the host is"
    assert "postgresql://ann@db/x" in str(trouble), "and the log"
