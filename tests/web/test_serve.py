"""`londinium serve`: what it says when it cannot."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path


def serve(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "londinium", "serve", "--lang", "en", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = serve("--port", str(port), "--database", f"sqlite:///{tmp_path}/table.db")
    assert result.returncode == 2
    assert f"port {port}" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_bad_database_is_named() -> None:
    for database in ("oracle://here", "sqlite:////no/such/folder/table.db"):
        result = serve("--port", "0", "--database", database)
        assert result.returncode == 2, result.stderr
        assert "Traceback" not in result.stderr


def test_help_explains_everything() -> None:
    result = serve("--help")
    assert result.returncode == 0
    for option in ("--host", "--port", "--database", "--open"):
        assert option in result.stdout
