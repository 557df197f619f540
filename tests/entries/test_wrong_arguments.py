"""No call from Python corrupts memory, hangs, or answers in words that are not for people: wrong arguments everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from londinium.kernel.rules import COMPILED

TESTS = Path(__file__).parents[1]


@pytest.mark.skipif(not COMPILED, reason="nothing can be corrupted without compiled code")
def test_everything_public_meets_wrong_arguments_with_a_clear_error(tmp_path: Path) -> None:
    log = tmp_path / "call"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "entries.throw", str(log)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(TESTS), os.environ.get("PYTHONPATH")]))},
        cwd=tmp_path,  # some of what it calls writes files
    )
    at = log.read_text(encoding="utf-8") if log.exists() else "the imports"
    assert done.returncode in (0, 1), f"{at} ended the process with {done.returncode}:\n{done.stderr[-2000:]}"
    assert done.stdout.strip() == "", done.stdout
    assert done.returncode == 0, f"{at}: {done.stderr[-2000:]}"
