"""Our style sheets are written so that a diff shows one declaration."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest


def load_tools() -> ModuleType:
    spec = importlib.util.spec_from_file_location("style_sheets", Path(__file__).with_name("style_sheets.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tools = load_tools()
LONGEST_LINE = 140


@pytest.mark.parametrize("sheet", tools.sheets(), ids=lambda path: f"{path.parent.parent.name}-{path.name}")
def test_a_sheet_has_one_declaration_on_a_line(sheet: Path) -> None:
    css = sheet.read_text(encoding="utf-8")
    again = tools.formatted(css)
    assert css == again, f"python tests/style_sheets.py {sheet}"
    assert [line for line in css.splitlines() if len(line) > LONGEST_LINE] == []


def test_how_a_sheet_is_written() -> None:
    dense = """/* Why. */
.a, .b{color:red;margin:0 auto}

.c::before { content: "; }"; }
@media (max-width: 9px) { .d { width: 1px } }
.e { transition: left .22s cubic-bezier(.2, .7, .2, 1), top .22s cubic-bezier(.2, .7, .2, 1), opacity .12s; }
.f { display: grid; grid-template: "a b" 1px "c d" 2px / 3px 4px; }
"""
    assert (
        tools.formatted(dense)
        == """/* Why. */
.a, .b {
  color: red;
  margin: 0 auto;
}

.c::before { content: "; }"; }
@media (max-width: 9px) {
  .d { width: 1px; }
}
.e {
  transition:
    left .22s cubic-bezier(.2, .7, .2, 1),
    top .22s cubic-bezier(.2, .7, .2, 1),
    opacity .12s;
}
.f {
  display: grid;
  grid-template:
    "a b" 1px
    "c d" 2px
    / 3px 4px;
}
"""
    )
