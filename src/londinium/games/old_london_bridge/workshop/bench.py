"""A box on the bench: every tile, track, card and scoring with its picture and its values, in the order of the box file."""

from __future__ import annotations

from londinium.games.old_london_bridge.face.words import BUILDING_NAMES, CREST_NAMES, card, power, scoring
from londinium.games.old_london_bridge.rules.components import (
    BUILDINGS,
    COLOURS,
    NUMBERED,
    OUTER,
    PER_BUILDING,
    POWERS,
    SIDES,
    VALUES,
)
from londinium.games.old_london_bridge.workshop import pictures
from londinium.games.old_london_bridge.workshop.edits import Values, template, values_of
from londinium.kernel.contracts.workshop import Bench, BoxPart, PartGroup, PrintedValue
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

# What the published file says about itself in its `reconstructed` lines.
UNSURE_TILES = N_("Reconstructed: which number is which building, with which crest.")
UNSURE_RONDEL = N_("Reconstructed: the order of the stacks and of the outer spaces.")
UNSURE_TRACKS = N_("Reconstructed: how long the tracks are, and where the coins lie.")
UNSURE_BACKS = N_("Reconstructed: that each back holds one of each power.")


def bench(text: str, words: Language) -> Bench:
    drawn = _Bench(values_of(text), words)
    return Bench(
        (*drawn.buildings(), drawn.rondel(), drawn.tracks(), drawn.cards(), drawn.rounds(), drawn.bonus_tiles(), drawn.scorings())
    )


class _Bench:
    def __init__(self, values: Values, words: Language) -> None:
        self.values, self.words, self.text = values, words, words.text

    def entry(self, place: str, label: str, choices: dict[str, str] | None = None, *, wide: bool = False) -> PrintedValue:
        return PrintedValue(place, label, self.values[place], choices or {}, wide)

    def row(self, place: str, labels: list[str]) -> tuple[PrintedValue, ...]:
        """The values of a list, as many as there are."""
        own = [name for name in self.values if name.startswith(f"{place}.")]
        return tuple(self.entry(name, labels[i] if i < len(labels) else str(i + 1)) for i, name in enumerate(own))

    def by_players(self, place: str) -> tuple[PrintedValue, ...]:
        own = [name for name in self.values if name.startswith(f"{place}.")]
        return tuple(self.entry(name, self.players(name.rpartition(".")[2])) for name in own)

    def players(self, count: str) -> str:
        known = count.isascii() and count.isdigit() and len(count) == 1
        return self.words.plural("{count} player", "{count} players", int(count)) if known else count

    # ── The groups ───────────────────────────────────────────────────────────

    def buildings(self) -> list[PartGroup]:
        found = []
        crests = {letter: self.text(CREST_NAMES[name]) for letter, name in pictures.CREST_LETTERS.items()}
        for kind in BUILDINGS[:NUMBERED]:
            name, parts = self.text(BUILDING_NAMES[kind]), []
            tiles = len([place for place in self.values if place.startswith(f"buildings.{kind}.")]) // 2
            for place in (f"buildings.{kind}.{i}" for i in range(min(tiles, 4 * PER_BUILDING))):
                number, crest = self.values[f"{place}.number"], self.values[f"{place}.crest"]
                entries = (
                    self.entry(f"{place}.number", self.text("House number")),
                    self.entry(f"{place}.crest", self.text("Crest"), crests),
                )
                parts.append(BoxPart(place, f"{name} {number}", pictures.tile(kind, number, crest), entries))
            title = name[:1].upper() + name[1:]
            found.append(PartGroup(title, tuple(parts), self.text(UNSURE_TILES)))
        return found

    def rondel(self) -> PartGroup:
        stacks = [self.values.get(f"rondel.stacks.{i}", "") for i in range(OUTER)]
        spaces = [self.values.get(f"rondel.spaces.{i}", "") for i in range(OUTER)]
        picture = pictures.rondel(spaces, stacks, self.values["rondel.centre-cost"], self.words)
        names = {kind: self.text(BUILDING_NAMES[kind]) for kind in BUILDINGS}
        pays = {"X": "X", **{str(pounds): f"£{pounds}" for pounds in (1, 2, 3)}}
        places = [place for place in self.values if place.startswith("rondel.stacks.")]
        around = tuple(
            self.entry(place, self.text("Stack {number}, clockwise", number=i), names) for i, place in enumerate(places, 1)
        )
        places = [place for place in self.values if place.startswith("rondel.spaces.")]
        outer = tuple(
            self.entry(place, self.text("Space {number}, clockwise", number=i), pays) for i, place in enumerate(places, 1)
        )
        cost = self.entry("rondel.centre-cost", self.text("The centre costs"))
        parts = (
            BoxPart("rondel.spaces", self.text("The spaces of the rondel, beginning at the X"), picture, (*outer, cost)),
            BoxPart("rondel.stacks", self.text("The stacks around it, beginning beside that space"), "", around),
        )
        return PartGroup(self.text("The rondel"), parts, self.text(UNSURE_RONDEL))

    def tracks(self) -> PartGroup:
        chapel, gate = (self.values[f"{track}-track.spaces"].split() for track in ("chapel", "gate"))
        end = self.entry("gate-track.end", self.text("The end pays"))
        signs = self.text("Space by space: - for an empty one, a number for a coin")
        gates = self.text("Space by space: - for an empty one, * for a bonus space")
        parts = (
            BoxPart(
                "chapel-track.spaces",
                self.text("Chapel track"),
                pictures.chapel_track(chapel, self.words),
                (self.entry("chapel-track.spaces", signs, wide=True),),
            ),
            BoxPart(
                "gate-track.spaces",
                self.text("Gate track"),
                pictures.gate_track(gate, end.value, self.words),
                (self.entry("gate-track.spaces", gates, wide=True), end),
            ),
        )
        return PartGroup(self.text("Tracks"), parts, self.text(UNSURE_TRACKS))

    def cards(self) -> PartGroup:
        parts = []
        for value in range(VALUES):
            place = f"cards.count.{value}"
            if place in self.values:
                entries = (self.entry(place, self.text("Cards")),)
                parts.append(BoxPart(place, card(value, self.words), pictures.card(value), entries))
        for letter in "ABCD":
            title = self.text("Starting hand of stair {stair}", stair=letter)
            place = f"cards.stair-{letter}"
            labels = [self.text("Value {value}", value=value) for value in range(1, VALUES)]
            parts.append(BoxPart(place, title, "", self.row(place, labels)))
        parts.append(BoxPart("cards.zeros", self.text("Cards of value 0 in a starting hand"), "", self.by_players("cards.zeros")))
        return PartGroup(self.text("Cards"), tuple(parts))

    def rounds(self) -> PartGroup:
        parts = (
            BoxPart("rounds.markers", self.text("Round markers"), "", self.row("rounds.markers", ["1", "2", "3"])),
            BoxPart("rounds.count", self.text("Rounds"), "", self.by_players("rounds.count")),
            BoxPart("pounds.start", self.text("Pounds at the start"), "", (self.entry("pounds.start", "£"),)),
        )
        return PartGroup(self.text("Rounds and money"), parts)

    def bonus_tiles(self) -> PartGroup:
        backs = [self.text("Back {number}", number=back) for back in (1, 2, 3)]
        parts = [
            BoxPart(place, power(name, self.words), pictures.power_tile(name), self.row(place, backs))
            for name in POWERS
            if (place := f"bonus-tiles.{name}")
        ]
        unused = (self.entry("bonus-tiles.unused", "£"),)
        parts.append(BoxPart("bonus-tiles.unused", self.text("Pounds for an unused bonus tile"), "", unused))
        return PartGroup(self.text("Bonus tiles"), tuple(parts), self.text(UNSURE_BACKS))

    def scorings(self) -> PartGroup:
        sites = self.row("empty-sites.cost", ["1", "2", "3", "4", "5+"])
        parts = [
            BoxPart("empty-sites.cost", self.text("What empty sites cost"), "", sites),
            BoxPart("ranking.pounds", self.text("What the places of a ranking pay"), "", self.by_players("ranking.pounds")),
        ]
        colours = {side: colour for colour, sides in zip(COLOURS, SIDES, strict=True) for side in sides}
        for side in template()["scoring-tiles"]:
            place = f"scoring-tiles.{side}"
            title = scoring(colours[side], side, self.words)
            parts.append(BoxPart(place, title[:1].upper() + title[1:], pictures.scoring_tile(side), self._pay(place)))
        return PartGroup(self.text("Scorings"), tuple(parts))

    def _pay(self, place: str) -> tuple[PrintedValue, ...]:
        if place not in self.values:
            labels = [self.text("up to number"), "£"] if place.endswith("low-numbers") else ["1 2", "1 2 3", "1 2 3 4"]
            return self.row(place, labels)
        if "steps" in place or isinstance(template()["scoring-tiles"][place.partition(".")[2]], list):
            return (self.entry(place, self.text("Steps: 4-6 3 pays 3 pounds for 4 to 6"), wide=True),)
        return (self.entry(place, "£"),)
