"""Style sheets written out: an SVG picture in which every element itself says how it looks.

Our pictures are made for browsers: classes, variables that mean something else inside other classes, and pieces that take
their colours from the place that uses them. Image renderers know little about that. Here the cascade is done for the part of
CSS that our drawings use (types, classes, descendants, `:root`, `:is`; variables with fallbacks; `calc` of one product or sum).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree

from londinium.kernel.kept import kept

SVG = "http://www.w3.org/2000/svg"
XLINK = "{http://www.w3.org/1999/xlink}href"
_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_AT_RULE = re.compile(r"@[\w-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_SIMPLE = re.compile(r"([.#]?[\w-]+|:root|:is\([^)]*\)|\[[^\]]*\]|::?[\w-]+(?:\([^)]*\))?|\*)")
_USED = re.compile(r"--[\w-]+")
_PRODUCT = re.compile(r"calc\(\s*(-?[\d.]+)(px)?\s*([*/+-])\s*(-?[\d.]+)(px)?\s*\)")
_LENGTH = re.compile(r"(?<=\d)px\b")
AS_ATTRIBUTES = ("x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "transform")
"""What renderers know as attributes only."""
DEEPEST_VARIABLE = 12
"""How many variables in a row may stand for each other."""


@dataclass(frozen=True)
class _Rule:
    parts: tuple[tuple[str, ...], ...]
    """The compounds of its selector, from the outermost to the element itself."""
    weight: tuple[int, int]
    order: int
    declared: dict[str, str]


@dataclass
class _Node:
    """An element with what the sheets and its own `style` declare for it."""

    element: ElementTree.Element
    parent: _Node | None
    declared: dict[str, str] = field(default_factory=dict)
    children: list[_Node] = field(default_factory=list)

    @property
    def tag(self) -> str:
        return self.element.tag.rpartition("}")[2] if isinstance(self.element.tag, str) else ""


def written_out(svg: str) -> str:
    """The same picture without a style sheet; what a sheet said stands at every element."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    sheets = "".join(element.text or "" for element in root.iter(f"{{{SVG}}}style"))
    return _Writer(root, _rules(sheets)).text()


class _Writer:
    def __init__(self, root: ElementTree.Element, rules: Sequence[_Rule]) -> None:
        self._rules: dict[str, list[_Rule]] = {}
        for rule in rules:
            self._rules.setdefault(_key(rule.parts[-1]), []).append(rule)
        self._named: dict[str, _Node] = {}
        self._copies: dict[tuple[str, tuple[tuple[str, str], ...]], str] = {}
        self._defs: list[ElementTree.Element] = []
        self._reads_of: dict[int, frozenset[str]] = {}
        self._root = self._node(root, None)

    def text(self) -> str:
        made = self._written(self._root, {})
        if self._defs:
            home = ElementTree.Element(f"{{{SVG}}}defs")
            home.extend(self._defs)
            made.insert(0, home)
        return ElementTree.tostring(made, encoding="unicode")

    def _node(self, element: ElementTree.Element, parent: _Node | None) -> _Node:
        node = _Node(element, parent)
        keys = [f".{name}" for name in element.get("class", "").split()] + [node.tag, ""]
        possible = (rule for key in keys for rule in self._rules.get(key, ()))
        matched = [rule for rule in possible if _matches(rule.parts, node)]
        matched.sort(key=lambda rule: (rule.weight, rule.order))
        for rule in matched:
            node.declared.update(rule.declared)
        node.declared.update(_declarations(element.get("style", "")))
        if name := element.get("id"):
            self._named[name] = node
        node.children = [self._node(child, node) for child in element]
        return node

    def _written(self, node: _Node, inherited: Mapping[str, str]) -> ElementTree.Element:
        """An element as it looks where its surroundings give these variables."""
        variables = _variables(node, inherited)
        made = ElementTree.Element(node.element.tag, {key: value for key, value in node.element.attrib.items() if key != "style"})
        made.attrib.pop("class", None)
        made.text, made.tail = node.element.text, node.element.tail
        self._dress(made, node, variables)
        target = (node.element.get("href") or node.element.get(XLINK) or "").removeprefix("#")
        if node.tag == "use" and target in self._named:
            made.attrib.pop(XLINK, None)
            made.set("href", f"#{self._copy(target, variables)}")
        for child in node.children:
            if child.tag not in ("style", "title"):
                made.append(self._written(child, variables))
        return made

    def _dress(self, made: ElementTree.Element, node: _Node, variables: Mapping[str, str]) -> None:
        """Give an element what is declared for it. An invalid value counts as none, so that what surrounds it shows through."""
        style = []
        for name, value in node.declared.items():
            if name.startswith("--"):
                continue
            shown = _resolved(value, variables)
            if shown is None:
                made.attrib.pop(name, None)
            elif name in AS_ATTRIBUTES:
                if shown != "none" or name != "transform":
                    made.set(name, _LENGTH.sub("", shown))
                else:
                    made.attrib.pop(name, None)
            else:
                style.append(f"{name}:{shown}")
        for name, value in list(made.attrib.items()):
            if "var(" in value:
                made.set(name, _resolved(value, variables) or "")
        if style:
            made.set("style", ";".join(style))

    def _copy(self, name: str, variables: Mapping[str, str]) -> str:
        """The name of a piece as it looks with these variables; written when it is first asked for."""
        node = self._named[name]
        relevant = tuple(sorted((key, value) for key, value in variables.items() if key in self._reads(node)))
        key = (name, relevant)
        if key not in self._copies:
            self._copies[key] = copy = f"{name}-as-{len(self._copies)}"
            made = self._written(node, variables)
            made.set("id", copy)
            self._defs.append(made)
        return self._copies[key]

    def _reads(self, node: _Node) -> frozenset[str]:
        """The variables that could change how a piece looks, those of the pieces it uses included."""
        known = self._reads_of.get(id(node))
        if known is not None:
            return known
        self._reads_of[id(node)] = frozenset()  # a piece that uses itself shows nothing
        texts = [*node.declared.values(), *node.element.attrib.values()]
        found = {name for text in texts for name in _USED.findall(text)}
        target = (node.element.get("href") or node.element.get(XLINK) or "").removeprefix("#")
        inner = [*node.children, *([self._named[target]] if node.tag == "use" and target in self._named else [])]
        for child in inner:
            found |= self._reads(child)
        self._reads_of[id(node)] = frozenset(found)
        return self._reads_of[id(node)]


def _variables(node: _Node, inherited: Mapping[str, str]) -> Mapping[str, str]:
    own = {name: value for name, value in node.declared.items() if name.startswith("--") and value != "inherit"}
    if not own:
        return inherited
    raw = {**inherited, **own}
    return {**inherited, **{name: value for name in own if (value := _resolved(raw[name], raw)) is not None}}


def _resolved(value: str, variables: Mapping[str, str]) -> str | None:
    """A value with its variables written out; None if one of them is not there."""
    for _ in range(DEEPEST_VARIABLE):
        start = value.find("var(")
        if start < 0:
            return _PRODUCT.sub(_computed, value)
        depth, end = 0, len(value)
        for end in range(start + 3, len(value)):
            depth += {"(": 1, ")": -1}.get(value[end], 0)
            if not depth:
                break
        name, comma, fallback = value[start + 4 : end].partition(",")
        found = variables.get(name.strip(), fallback.strip() if comma else None)
        if found is None:
            return None
        value = value[:start] + found + value[end + 1 :]
    return None


def _computed(found: re.Match[str]) -> str:
    left, right, sign = float(found[1]), float(found[4]), found[3]
    result = {"*": left * right, "+": left + right, "-": left - right, "/": left / right if right else 0.0}[sign]
    return f"{result:g}{found[2] or found[5] or ''}"


# ── Reading style sheets ─────────────────────────────────────────────────────


def _rules(sheet: str) -> list[_Rule]:
    """The rules of a sheet; what asks for a window or a motion has no place in a still picture."""
    plain = _AT_RULE.sub("", _COMMENT.sub("", sheet))
    found: list[_Rule] = []
    for selectors, body in _RULE.findall(plain):
        declared = _declarations(body)
        for selector in _split(selectors, ","):
            if (parts := _parts(selector.strip())) is not None and declared:
                simple = [one for part in parts for one in part]
                weight = sum(one[0] in ".:" for one in simple), sum(one[0].isalpha() for one in simple)
                found.append(_Rule(parts, weight, len(found), declared))
    return found


def _declarations(body: str) -> dict[str, str]:
    pairs = (each.partition(":") for each in body.split(";"))
    return {name.strip(): value.replace("!important", "").strip() for name, colon, value in pairs if colon and value.strip()}


@kept
def _parts(selector: str) -> tuple[tuple[str, ...], ...] | None:
    """A selector as compounds; None if it says something that a still picture does not know (`:hover`, `>`)."""
    parts = []
    for compound in _split(selector, " "):
        simple = tuple(_SIMPLE.findall(compound))
        known = all(one[0] in ".#*" or one[0].isalpha() or one == ":root" or one.startswith(":is(") for one in simple)
        if "".join(simple) != compound or not known:
            return None
        parts.append(simple)
    return tuple(parts) or None


def _split(text: str, sign: str) -> Iterator[str]:
    """Parts of a text between signs that are not in parentheses."""
    depth, part = 0, ""
    for each in re.sub(r"\s+", " ", text.strip()):
        depth += {"(": 1, ")": -1}.get(each, 0)
        if each == sign and not depth:
            if part:
                yield part
            part = ""
        else:
            part += each
    if part:
        yield part


def _key(compound: tuple[str, ...]) -> str:
    """The key by which rules are found quickly: a class, else a type, else nothing."""
    found = [one for one in compound if one[0] == "."] or [one for one in compound if one[0].isalpha()]
    return found[0] if found else ""


def _matches(parts: tuple[tuple[str, ...], ...], node: _Node) -> bool:
    """Whether a selector means an element: its last compound the element, the others what it stands in."""
    if not all(_is(one, node) for one in parts[-1]):
        return False
    rest, above = parts[:-1], node.parent
    while rest and above is not None:
        if all(_is(one, above) for one in rest[-1]):
            rest = rest[:-1]
        above = above.parent
    return not rest


def _is(simple: str, node: _Node) -> bool:
    if simple[0] == ".":
        return simple[1:] in node.element.get("class", "").split()
    if simple[0] == "#":
        return simple[1:] == node.element.get("id")
    if simple == ":root":
        return node.parent is None
    if simple.startswith(":is("):
        return any(all(_is(one, node) for one in _SIMPLE.findall(each)) for each in _split(simple[4:-1], ","))
    return simple in ("*", node.tag)
