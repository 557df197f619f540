"""Games that are somehow unfinished, as installed packages in a folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import londinium

MUDLARKS = londinium.game("mudlarks").folder


def install(folder: Path, slug: str, module: str) -> None:
    """An entry point, as a package that is installed has it."""
    info = folder / f"{module}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[londinium.games]\n{slug} = {module}\n")


def variant_of_mudlarks(folder: Path, name: str) -> Path:
    """The same game under another name; the folder of its package."""
    package = folder / name
    shutil.copytree(MUDLARKS, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.glob("*.py"):
        file.write_text(file.read_text(encoding="utf-8").replace("mudlarks", name), encoding="utf-8")
    install(folder, name, name)
    return package


def python(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A fresh Python that finds what is installed in a folder."""
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    settings = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "LONDINIUM_LANG": "en", **environment}
    return subprocess.run([sys.executable, "-W", "error", *words], env=settings, capture_output=True, text=True, check=False)
