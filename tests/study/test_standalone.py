"""One HTML file with everything in it, and the command that writes it."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path

import pytest
from command_line import command

import londinium
from londinium.kernel.record import load_record
from londinium.web.http.bundle import bundle, modules
from londinium.web.pages.standalone import standalone

GAMES = Path(londinium.__file__).parent / "games"
RECORD = GAMES / "next_station_london" / "records" / "two-greedy-objectives.record"
ALONE = GAMES / "next_station_london" / "records" / "alone-greedy-base.record"
EYES = re.compile(r'<script type="application/gzip" data-seen-by="(\w+)">([^<]+)</script>')


def export(*words: str, status: int = 0) -> str:
    done = command("export", *words)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_modules_come_after_what_they_need() -> None:
    names = modules("replay.js")
    assert names[-1] == "replay.js"
    assert names.index("motion.js") < names.index("fragments.js")
    assert len(names) == len(set(names))


def test_a_bundle_neither_imports_nor_exports() -> None:
    script = bundle("replay.js")
    assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)
    assert "</script" not in script


def test_the_file_refers_to_nothing_outside() -> None:
    page = standalone(load_record(RECORD), "fr")
    assert '<html lang="fr">' in page
    around = EYES.sub("", page)
    assert not re.search(r'(?:src|href|action)="(?!#|data:)', around), "no address but the page's own"
    assert not re.search(r"url\((?!#|['\"]?data:)", around)
    assert "@import" not in around


def test_everybodys_eyes_are_in_it_or_one_seats_only() -> None:
    match = load_record(RECORD)
    found = dict(EYES.findall(standalone(match, "en")))
    assert list(found) == ["all", "0", "1"]
    steps = {eye: len(json.loads(gzip.decompress(base64.b64decode(packed)))["steps"]) for eye, packed in found.items()}
    assert len(set(steps.values())) == 1
    assert [eye for eye, _ in EYES.findall(standalone(match, "en", 1))] == ["1"]
    assert [eye for eye, _ in EYES.findall(standalone(load_record(ALONE), "en", 0))] == ["all"], "alone, nothing is hidden"


def test_the_command_writes_the_file(tmp_path: Path) -> None:
    out = tmp_path / "match.html"
    said = export(str(RECORD), "-o", str(out), "--lang", "it")
    assert f"{out.stat().st_size}" in said
    assert '<html lang="it">' in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing.record", "-o", "x.html"], "cannot be read"),
        ([str(RECORD), "-o", "x.pdf"], "ending in .html"),
        ([str(RECORD), "-o", "x.html", "--seat", "2"], "seats 0 to 1"),
        ([str(RECORD), "-o", "no/folder/x.html"], "cannot be written"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(words: list[str], said: str, tmp_path: Path) -> None:
    wrong = [word if word == str(RECORD) or word.startswith("-") or word.isdecimal() else str(tmp_path / word) for word in words]
    told = export(*wrong, "--lang", "en", status=2)
    assert said in told
    assert "Traceback" not in told


def test_a_broken_record_is_named_with_its_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.record"
    broken.write_text(RECORD.read_text() + "0 fly to the moon\n")
    told = export(str(broken), "-o", str(tmp_path / "x.html"), "--lang", "en", status=2)
    assert "broken.record" in told
    assert not (tmp_path / "x.html").exists()
