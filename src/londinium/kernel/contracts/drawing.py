"""What a drawing is: keyed fragments of markup, each a pure function of its part of a view.

A game draws itself in its folder `drawing`, which has the functions of `Drawing`. The table in the browser, notebooks, exports
and the documentation all show what these functions return; none of them knows a rule.

Marks in the markup that every table understands:

- `data-move="place chapel"`: a legal move. Give it `role="button" tabindex="0" aria-label="..."`.
- `data-place="place centre"`: a place somebody may try although it is not allowed now; the table then asks `Drawing.why_not`.
- `data-key="house-32"`: a thing. Where it stands elsewhere after a change, the table lets it fly there. Unique on the page.
- `data-turn="120"` on a thing: degrees; where the number changes, the table turns the thing there, and moves it in no other way.
  `data-upright` inside it: a piece that stands on it and stays upright meanwhile.
- `data-lands` on a thing: it settles with a little dust where it comes to. `data-sinks`: where it is gone, it sinks.
- `data-flip="back"` on a thing: where the value changes, it turns over about its vertical axis.
- `data-at="4" data-path="10,20 30,20 ..."` on a thing in an SVG: the space it stands on, and the places of all spaces from number
  0; it hops from one to the next. `data-shed="coin" data-sheds="3 7" data-to="purse-2"` beside them: when it passes these spaces,
  this piece of the sprite flies from there to the element with `data-goal="purse-2"`.
- `data-clock-of="2"`: a place for the clock of a seat.
- `data-hotkey="p"`: the key that does the same as a click.
- `data-ways="draw d6-e5|draw d6-e6"`: a place to which several moves lead, the best first. A click chooses the first, and the
  bubble offers the others. `data-which="Any building: choose one"` beside it: none of them is meant before it is chosen in the
  bubble, which says this.
- `data-grip="e5"`: where a hand takes hold to drag; `data-spot="d6"`: where it may let go; `data-joins="e5 d6"` beside a
  `data-move` or a `data-place`: what dragging from one to the other means. `data-tether="No way from there to here."` on a
  `<line>` beside them: the thread behind the pointer, and what is said where nothing joins the two.
- `data-costs="joker"` beside a `data-move`: the power that the move uses up.
- `data-arm="joker"` on a `<button aria-pressed="false">`: arms that power; the table has `data-armed="joker"` meanwhile.
- `data-tell="Districts: 4"`: what a thing says about itself in a bubble, under the pointer and the focus; lines by newlines.
- `data-lights="north-west centre"` beside it: the names of what lights up meanwhile, each a `data-part` elsewhere.
- `data-count="t0"`: a number that rises or sinks into its place when it changes. The same name may stand in several layouts.
- `data-zoom="1"` on a box with one child: two fingers enlarge that, one then moves it, a double tap puts it back.
- `data-row="1"` in `final`: a row of a score sheet; at the end they appear one after the other. `data-row="total"`: the last one,
  in which the sums run. `data-adds="12"` inside a row: what it adds to the sum in the same place of the total; without it the
  cells of a table are read. `data-runs="1"` at the head of a sheet that is an `<article>`: its sum runs there, too.
- `data-clear="1"`: what no bubble and no hint may cover, because it is read meanwhile: the card of the turn, a name, a number.
- `data-aim="1"` inside a move: the part at which a bubble points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from londinium.kernel.views import Refused, View
    from londinium.kernel.words.language import Language


@dataclass(frozen=True)
class Scene:
    """What a drawing needs to know besides the view: the reader's language and who sits where."""

    language: Language
    names: tuple[str, ...]
    events: tuple[msgspec.Struct, ...] = ()
    """For `final`: all that has happened, where it is known. A position does not keep what was paid on the way."""


class OfferText(msgspec.Struct, frozen=True, gc=False):
    """A legal move as a table offers it."""

    label: str
    """A few words, for a button: `Chapel 32`."""
    gain: str = ""
    """What it brings at once, in bold after the label: `+£2`."""
    bubble: str = ""
    """HTML for the bubble that hovering and focus show: `<b>..</b>` for what it is, `<em>` for the gain, `<p>` for the rest."""
    ghosts: dict[str, str] = {}
    """What it would change, drawn where it will happen: fragment name to SVG, put into that fragment's `<g class="ghosts">`."""
    key: str = ""
    """The value that is printed on what the move plays, `3`: the key that chooses it, drawn on its button."""
    costs: str = ""
    """The power that the move uses up, as `data-costs` names it."""
    together: str = ""
    """What it is called together with the others of its place, where they share a button, which then asks for one of them."""
    size: int = 0
    """Of a move that can be chosen together with others like it, such as cards taken one by one: how much it takes of what they
    may come to. 0: it is chosen alone."""
    most: int = 0
    """How often such a move can be chosen, at most."""
    sums: list[str] = []
    """On the move that ends such a choice (`skip`, for most games): what all that is chosen comes to in words, by the sum of the
    sizes from 0 on. No more than the last can be chosen; where something is left, this move is made at the end."""
    keeps: bool = False
    """Whether it ends a turn in which something could still be used, and keeps that for later. For a player who has asked for it
    (`Face.keeping`) such a move is made by itself."""


class Prompt(msgspec.Struct, frozen=True, gc=False):
    """What to do now: one sentence in the imperative (or whom we wait for) and one line of help."""

    sentence: str
    help: str = ""
    icon: str = ""
    """Markup before the sentence: a card, a seat."""
    tint: str = ""
    """A class of the game's style sheet for the band at the prompt's edge."""


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """A position as one seat sees it, drawn."""

    fragments: dict[str, str]
    """Markup by name. A name is a slot of the layout: `<div data-fragment="rondel">`."""
    prompt: Prompt
    offers: dict[str, OfferText]
    """Every legal move of the viewer."""
    chips: tuple[str, ...] = ()
    """The moves that get a button in the prompt bar, in their order; the others are made on the board.

    Moves that share one are written as ways: `place centre park|place centre gate`.
    """


class BoardSpot(msgspec.Struct, frozen=True, gc=False):
    """Where something is in a picture: its middle, and how large it is, in the units of the picture."""

    x: float
    y: float
    width: float
    height: float


LAST_MOVE, HIGHLIGHT, ARROW = "last-move", "highlight", "arrow"
"""The kinds of marks in a picture."""


class BoardMark(msgspec.Struct, frozen=True, gc=False):
    """Something that a picture points out: one place, several that belong together, or an arrow from the first to the last."""

    kind: str
    spots: tuple[BoardSpot, ...]


class Tab(msgspec.Struct, frozen=True, gc=False):
    """A part of the table that a phone shows in turn with the others; the style sheet reads `.table[data-tab="name"]`."""

    name: str
    label: str
    icon: str


class Drawing(Protocol):
    """The drawing of a game: the module `drawing` in its folder."""

    def draw(self, view: View, scene: Scene) -> Drawn:
        """Everything that changes during a match."""

    def layout(self, seats: int, viewer: int | None, scene: Scene) -> str:
        """The skeleton of the table: every slot, and nothing that changes. Includes the table's own slots `prompt` and `log`."""

    def tabs(self, scene: Scene) -> tuple[Tab, ...]:
        """The parts of the table on a phone; the first is shown at the beginning."""

    def stylesheet(self) -> str:
        """CSS of the table, over the tokens of `look.tokens`, everything below `.<slug>`."""

    def sprite(self) -> str:
        """Fixed art, as one `<svg>` of symbols and patterns to which fragments refer by `<use href="#...">`; or nothing.

        Of pieces `<g id="...">` in its `<defs>` a page of rules takes only those that it shows; anything else it takes whole.
        """

    def why_not(self, view: View, scene: Scene, refused: Refused) -> dict[str, str]:
        """Where on the board a refused move goes wrong: fragment name to SVG markup, as in `Told.ghosts`."""

    def final(self, view: View, scene: Scene) -> str:
        """The score sheets of a finished match as on paper, in HTML."""

    def text_board(self, view: View, scene: Scene) -> str:
        """The position in plain HTML (headings, tables, lists), for readers without scripts or sight; without the moves."""

    def picture(self, view: View, scene: Scene, scheme: str = "light") -> str:
        """The position as one self-contained SVG, for notebooks, exports and documents."""

    def spots(self, view: View, scene: Scene, seat: int | None) -> dict[str, BoardSpot]:
        """Where things and places are in the `picture` of a view: only those that a seat has, or all (None).

        The names are those that `Face.lights` gives, and words of the notation; `seat-0` is where a player is named. Left out:
        nothing is anywhere.
        """

    def mark_picture(self, picture: str, marks: Sequence[BoardMark], scheme: str = "light") -> str:
        """A `picture` with marks over it. Left out: rings, bands and arrows in the colours of the site."""

    def thumbnail(self, view: View, scene: Scene, seat: int, scheme: str = "light") -> str:
        """What a seat has on the table, as a small self-contained SVG that is told apart at a glance: its bridge, its map."""

    def cover(self) -> str:
        """The picture of the game on the home page, drawn from a real position by the same functions, as inline SVG."""


class Picture(str):
    """SVG text that shows itself in a notebook. `str(picture)` is the text itself."""

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Picture, {len(self)} characters of SVG>"


@dataclass
class Difference:
    """What to send to somebody who has seen other fragments before."""

    set: dict[str, str] = field(default_factory=dict)
    drop: list[str] = field(default_factory=list)


def difference(before: dict[str, int], fragments: dict[str, str]) -> Difference:
    """The fragments that changed; `before` (hashes by name) is brought up to date."""
    changed = Difference()
    for name, markup in fragments.items():
        if before.get(name) != (mark := hash(markup)):
            before[name] = mark
            changed.set[name] = markup
    for name in [name for name in before if name not in fragments]:
        del before[name]
        changed.drop.append(name)
    return changed
