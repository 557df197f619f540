"""The drawing of any game that has none of its own: the text that its face has for a terminal, and its moves as buttons."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from londinium.kernel.contracts.drawing import BoardMark, BoardSpot, Drawn, OfferText, Prompt, Scene, Tab
from londinium.kernel.defaults.face import Gain
from londinium.kernel.game import Game
from londinium.kernel.match import default_name
from londinium.kernel.pictures import terminal_text
from londinium.kernel.views import Offer, Refused, View
from londinium.kernel.words.language import language
from londinium.look.board_marks import marked
from londinium.look.ink import Ink, escape, svg
from londinium.look.parts import seat_mark
from londinium.look.seats import letters
from londinium.look.tokens import DARK, LIGHT, TYPE

TEXT_SIZE = 15
LINE_HEIGHT = 1.35 * TEXT_SIZE
LETTER = 0.62 * TEXT_SIZE
"""How wide a letter is taken to be; those of most typewriters are a little narrower."""
PICTURE_MARGIN = 18
COVER = (602, 436)
COVER_SEED = 1


class PlainDrawing:
    """The functions of `Drawing` for one game."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def draw(self, view: View, scene: Scene) -> Drawn:
        prompt = Prompt(self._game.face.prompt(view, scene.language, scene.names))
        offers = {offer.move: self._told(offer, scene) for offer in view.offers}
        return Drawn({"board": self.text_board(view, scene)}, prompt, offers, tuple(offers))

    def _told(self, offer: Offer, scene: Scene) -> OfferText:
        label = self._game.face.describe_move(offer.move, offer.effect, scene.language)
        gain = offer.effect.points if isinstance(offer.effect, Gain) else 0
        return OfferText(label, f"{gain:+d}".replace("-", "−") if gain else "")

    def layout(self, seats: int, viewer: int | None, scene: Scene) -> str:
        log = escape(scene.language.text("Log"))
        return (
            '<div class="prompt" data-fragment="prompt"></div><section class="board" data-fragment="board"></section>'
            f'<section class="log-panel"><h2 class="caps">{log}</h2><div class="log-lines" data-fragment="log"></div></section>'
        )

    def tabs(self, scene: Scene) -> tuple[Tab, ...]:
        return (Tab("board", scene.language.text("Board"), ""), Tab("log", scene.language.text("Log"), ""))

    def stylesheet(self) -> str:
        sheet = (Path(__file__).parent / "plain_drawing.css").read_text(encoding="utf-8")
        return sheet.replace(".game-slug", f".{self._game.slug}")

    def sprite(self) -> str:
        return ""

    def why_not(self, view: View, scene: Scene, refused: Refused) -> dict[str, str]:
        return {}

    def final(self, view: View, scene: Scene) -> str:
        """Places and totals, and below them the table as it was at the end."""
        words = scene.language
        heads = (words.text("Place"), words.text("Player"), words.text("Points"))
        head = "".join(f'<th scope="col">{escape(title)}</th>' for title in heads)
        rows = ""
        if view.outcome is not None:
            signs, places = letters(scene.names), view.outcome.places
            for seat in sorted(range(view.seats), key=lambda seat: (places[seat], seat)):
                name = f"{seat_mark(seat, signs[seat])} {escape(scene.names[seat])}"
                total = view.outcome.scores[seat]
                rows += f'<tr><td>{places[seat] + 1}</td><th scope="row">{name}</th><td>{total}</td></tr>'
        table = f'<table class="plain-table"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        return f'<div class="sheets">{table}</div>{self.text_board(view, scene)}'

    def text_board(self, view: View, scene: Scene) -> str:
        # What can be scrolled must be within reach of the keyboard.
        label = escape(scene.language.text("Board"))
        return f'<pre class="plain-text" role="group" tabindex="0" aria-label="{label}">{escape(self._text(view, scene))}</pre>'

    def picture(self, view: View, scene: Scene, scheme: str = "light") -> str:
        colours = DARK if scheme == "dark" else LIGHT
        lines = [*self._text(view, scene).splitlines(), "", self._game.face.prompt(view, scene.language, scene.names)]
        width, height = 2 * PICTURE_MARGIN + LETTER * max(map(len, lines)), 2 * PICTURE_MARGIN + LINE_HEIGHT * len(lines)
        body = Ink().rect(0, 0, width, height, fill=colours["paper"]).add(_typed(lines, colours["ink"]))
        return svg(width, height, body, self._game.title, xmlns="http://www.w3.org/2000/svg", width=width, height=height)

    def spots(self, view: View, scene: Scene, seat: int | None) -> dict[str, BoardSpot]:
        return {}

    def mark_picture(self, picture: str, marks: Sequence[BoardMark], scheme: str = "light") -> str:
        return marked(picture, marks, scheme)

    def thumbnail(self, view: View, scene: Scene, seat: int, scheme: str = "light") -> str:
        return self.picture(view, scene, scheme)

    def cover(self) -> str:
        """The table as it is laid out, in the colours of the page."""
        match = self._game.match(seed=COVER_SEED)
        scene = Scene(language(folder=self._game.folder), tuple(map(default_name, range(match.seats))))
        lines = self._text(match.view(None), scene).splitlines()
        width, height = COVER
        wide, high = 2 * PICTURE_MARGIN + LETTER * max(map(len, lines)), 2 * PICTURE_MARGIN + LINE_HEIGHT * len(lines)
        scale = min(width / wide, height / high)
        body = Ink().rect(0, 0, width, height, fill="var(--sunk)")
        body.group(_typed(lines, "var(--ink)"), (width - wide * scale) / 2, (height - high * scale) / 2, scale)
        return svg(width, height, body, self._game.title, preserveAspectRatio="xMidYMid slice")

    def _text(self, view: View, scene: Scene) -> str:
        return terminal_text(self._game.face.draw_text(view, scene.language, scene.names))


def _typed(lines: list[str], colour: str) -> Ink:
    """Lines below each other, as a typewriter writes them; spaces that are not folded into one."""
    g = Ink()
    for number, line in enumerate(lines):
        words, y = line.replace(" ", "\u00a0"), PICTURE_MARGIN + LINE_HEIGHT * (number + 0.8)
        g.text(PICTURE_MARGIN, y, words, TEXT_SIZE, style=f"fill:{colour};font-family:{TYPE['mono']}")
    return g
