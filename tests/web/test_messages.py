"""What goes over the socket is written down twice, for Python and for the browser: field by field it is the same."""

from __future__ import annotations

import re
import types
from typing import Any, Union, get_args, get_origin

import msgspec
import pytest
from msgspec.structs import fields

from londinium.table import commands
from londinium.web.http.assets import STATIC
from londinium.web.live import messages

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean"}
NAMED_BY = {"kind": messages, "do": commands}
"""The field that names a message, and the module with most of those that have it."""


def typedefs() -> dict[str, dict[str, tuple[str, bool]]]:
    """The types of objects in messages.js: by name, each field's type and whether it may be left out."""
    text = re.sub(r"\n \*", "", (STATIC / "messages.js").read_text(encoding="utf-8"))
    found = {}
    for inside, name in re.findall(r"@typedef \{\{(.*?)\}\} (\w+)", text):
        parts = [part.partition(":") for part in split(inside)]
        found[name] = {field.strip().rstrip("?"): (kind.strip(), field.strip().endswith("?")) for field, _, kind in parts}
    return found


def split(inside: str) -> list[str]:
    """The fields of a type, between commas that stand in no brackets."""
    return [part for part in re.split(r",(?![^<{(\[]*[>})\]])", inside) if part.strip()]


def structs() -> dict[tuple[str, str], type[msgspec.Struct]]:
    """Every message of the server's side, by what names it."""
    found: dict[tuple[str, str], type[msgspec.Struct]] = {}
    for module in {*NAMED_BY.values()}:
        for each in vars(module).values():
            if isinstance(each, type) and issubclass(each, msgspec.Struct) and not each.__name__.startswith("_"):
                config = each.__struct_config__
                if config.tag is not None and config.tag_field is not None:
                    found[config.tag_field, str(config.tag)] = each
    return found


def written(kind: Any, known: dict[str, dict[str, tuple[str, bool]]], seen: str) -> str:
    """How messages.js writes a Python type. A type of its own is compared where it is met, whatever its name."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        name = seen.rstrip("[]>").rpartition(",")[2].strip()
        compare(kind, known[name], known)
        return name
    origin, inner = get_origin(kind), get_args(kind)
    if origin in {Union, types.UnionType}:
        (kind,) = (each for each in inner if each is not type(None))
        return written(kind, known, seen)
    if origin is dict:
        return f"Object<{written(inner[0], known, seen)}, {written(inner[1], known, seen)}>"
    if origin is list:
        return f"{written(inner[0], known, seen)}[]"
    return PLAIN[kind]


def compare(
    struct: type[msgspec.Struct], typed: dict[str, tuple[str, bool]], known: dict[str, dict[str, tuple[str, bool]]]
) -> None:
    named_by = struct.__struct_config__.tag_field
    # The connection gives every command its id.
    of_server = {field.name: field for field in fields(struct) if (named_by, field.name) != ("do", "id")}
    of_browser = {name: each for name, each in typed.items() if name != named_by}
    assert set(of_browser) == set(of_server), struct.__name__
    for name, (kind, optional) in of_browser.items():
        assert optional is not of_server[name].required, f"{struct.__name__}.{name}: may it be left out?"
        assert kind == written(of_server[name].type, known, kind), f"{struct.__name__}.{name}"


def by_message() -> dict[tuple[str, str], dict[str, tuple[str, bool]]]:
    return {
        (name, fields_[name][0].strip('"')): fields_ for fields_ in typedefs().values() for name in NAMED_BY if name in fields_
    }


def test_the_browser_knows_every_message() -> None:
    assert set(structs()) <= set(by_message())
    assert len(structs()) > 10


@pytest.mark.parametrize("message", by_message(), ids="-".join)
def test_a_message_has_the_same_fields_on_both_sides(message: tuple[str, str]) -> None:
    typed = by_message()[message]
    struct = structs().get(message)
    if struct is not None:
        compare(struct, typed, typedefs())
        return
    # A question that changes nothing may have no type of its own: then one for all of them has its fields.
    assert message[0] == "do", f"the server never says {message[1]}"
    for_all = [each for each in vars(messages).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    assert any(set(typed) <= {field.name for field in fields(each)} for each in for_all)
