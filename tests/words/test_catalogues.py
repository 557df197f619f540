"""Every text is there in every language, with the same facts in it, and compiled."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Message

from londinium.kernel.words.language import language


def load_tools() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogue_tools", Path(__file__).parents[1] / "catalogue_tools.py")
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


UNENGLISH = re.compile(
    r"(?<!there )(?<!There )\b(is|are) no (?!longer|better)|\b[Ss]o many\b|(?<!{)\beyes\b|\bis at {|opens nothing|\bany more\b|"
    r"[Ll]ook(ed)? at again|\bgray\b|\bless the\b|\bput down\b|\bplays? on for\b|without scripts|could not be had|begin anew"
)


@pytest.mark.parametrize("domain", tools.domains(), ids=lambda domain: domain.name)
def test_english_has_no_borrowed_idiom(domain: Path) -> None:
    """What a native reader stumbled over once does not come back."""
    found = [text for message in tools.extract(domain) if message.id for text in forms(message.id) if UNENGLISH.search(text)]
    assert found == []


CODE = re.compile(r"`[^`]*`|pip install '[^']*'|\[Game \"[^\"]*\"\]")
ODD_QUOTES = re.compile(r"['\"”«»]|“(?=[\w{])|„[^“]*(„|$)|\.{3}")


def odd_quotes(text: str) -> bool:
    """German puts words between „ and “, and its apostrophe is ’; what is to be typed in keeps the quotes of the machine."""
    return bool(ODD_QUOTES.search(CODE.sub("", text)))


def test_german_has_its_own_quotes() -> None:
    catalogues = [tools.read(tools.po_file(domain, "de"), "de") for domain in tools.domains()]
    texts = [form for catalogue in catalogues for message in catalogue if message.id for form in forms(message.string)]
    texts += [path.read_text(encoding="utf-8") for path in (tools.SOURCE / "games").glob("*/[lr]*/**/de.md")]
    assert [text for text in texts if odd_quotes(text)] == []
    assert not odd_quotes("„{move}“ ist erlaubt: pip install 'londinium[png]', das war’s …")
    assert all(
        odd_quotes(text) for text in ("'{move}' ist", 'ein "Zug"', "ein „Zug”", "ein “Zug”", "„Zug ohne Ende", "Moment ...")
    )


ITALIAN_SLIPS = {
    "a straight apostrophe or quotation mark": re.compile(r"'"),
    "an article before a fact, which may want another one (al 8, il 11, il emporio)": re.compile(
        r"\b(il|lo|la|i|gli|un[oa]?|(a|da|de|ne|su)(l|llo|lla|i|gli))\s+{|[lL]’{", re.IGNORECASE
    ),
    "a space before dots": re.compile(r"\w\s…"),
    "a space before the sign of per cent": re.compile(r"[\d}]\s%"),
}
"""What a native reader would stumble over, whatever the sentence says."""

TYPED_IN = re.compile(r"pip install '[^']*'|`[^`]*`|```.*?```", re.DOTALL)
"""What one types in keeps the characters that it is typed with."""


def italian_slips(text: str) -> list[str]:
    return [f"{what}: {text}" for what, slip in ITALIAN_SLIPS.items() if slip.search(TYPED_IN.sub("", text))]


def test_italian_has_typographic_apostrophes_and_no_article_before_a_fact() -> None:
    catalogues = [tools.read(tools.po_file(domain, "it"), "it") for domain in tools.domains()]
    texts = [form for catalogue in catalogues for message in catalogue if message.id for form in forms(message.string)]
    pages = sorted((tools.SOURCE / "games").glob("*/*/**/it.md"))
    texts += [paragraph for page in pages for paragraph in page.read_text(encoding="utf-8").split("\n\n")]
    assert len(pages) >= 6
    assert [slip for text in texts for slip in italian_slips(text)] == []


@pytest.mark.parametrize(
    "wrong", ["l'emporio", "fino al {space}", "l’{building}", "Rimpiazza il {number}", "Invio …", "{share} %"]
)
def test_an_italian_slip_is_found(wrong: str) -> None:
    assert len(italian_slips(wrong)) == 1
    assert italian_slips("fino allo spazio {space}, l’emporio, pip install 'londinium[gpu]', 5%, «{word}» …") == []


@pytest.mark.parametrize(
    ("names", "told"),
    [((), ""), (("Ada",), "Ada"), (("Ada", "Ben"), "Ada and Ben"), (("Ada", "Ben", "Cleo"), "Ada, Ben and Cleo")],
)
def test_names_in_a_sentence(names: tuple[str, ...], told: str) -> None:
    assert language().listed(names) == told
    assert language("de").listed(names) == told.replace(" and ", " und ")
