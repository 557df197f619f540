"""Every text is there in every language, with the same facts in it, and compiled."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Message


def load_tools() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogue_tools", Path(__file__).with_name("catalogue_tools.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tools = load_tools()
CASES = [pytest.param(domain, code, id=f"{domain.name}-{code}") for domain in tools.domains() for code in tools.LANGUAGES]


def forms(text: object) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)  # type: ignore[arg-type]  # a plural is a tuple of texts


def facts(text: str) -> set[str]:
    return set(re.findall(r"{[^}]*}", text))


@pytest.mark.parametrize(("domain", "code"), CASES)
def test_every_text_is_translated(domain: Path, code: str) -> None:
    wanted = {message.id for message in tools.extract(domain) if message.id}
    assert wanted, "there is nothing to translate"
    catalogue = tools.read(tools.po_file(domain, code), code)
    messages: dict[object, Message] = {message.id: message for message in catalogue if message.id}
    assert wanted - set(messages) == set(), "run: python tests/catalogue_tools.py update"
    assert set(messages) - wanted == set(), "texts that the code no longer has"
    for message in messages.values():
        assert not message.fuzzy, message.id
        assert all(form.strip() for form in forms(message.string)), message.id


@pytest.mark.parametrize(("domain", "code"), CASES)
def test_translations_have_the_same_facts(domain: Path, code: str) -> None:
    for message in tools.read(tools.po_file(domain, code), code):
        if message.id:
            expected = set.union(*(facts(form) for form in forms(message.id)))
            for form in forms(message.string):
                assert facts(form) <= expected, message.id
                assert isinstance(message.id, tuple) or facts(form) == expected, message.id


@pytest.mark.parametrize(("domain", "code"), CASES)
def test_compiled_catalogues_are_up_to_date(domain: Path, code: str) -> None:
    path = tools.po_file(domain, code)
    assert path.with_suffix(".mo").read_bytes() == tools.compiled(tools.read(path, code)), "run: catalogue_tools.py compile"


def test_no_text_stands_inside_an_f_string() -> None:
    assert tools.hidden_texts() == [], "take the text out of the f-string: it would not be found, and stay English"
