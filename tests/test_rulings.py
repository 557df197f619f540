"""What is not printed carries its sign in every language, on the page, in a terminal and in a refusal, and its reason is told."""

from __future__ import annotations

import re
from html import unescape

import pytest

from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games
from londinium.kernel.views import Refused
from londinium.kernel.words.language import language, languages
from londinium.kernel.words.reasons import Reason
from londinium.kernel.words.rulebook import UNPRINTED, read_rulebook, rulebook, signs_in
from londinium.kernel.words.rulings import KINDS, ruled, ruled_refusals
from londinium.web.live.socket import why_not_words
from londinium.web.pages.rulebook import rule_words, rules_page

CODES = languages()
REFUSALS = 64
LINK = re.compile(r'<a class="ruled" href="([^"]*)" title="([^"]+)" aria-label="([^"]+)"[^>]*>(.)</a>')
EDITIONS = {"en": "*Editions:*", "de": "*Ausgaben:*", "fr": "*Éditions\u00a0:*", "it": "*Edizioni:*"}

each_game = pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.slug)
each_code = pytest.mark.parametrize("code", CODES)


def test_every_kind_has_its_sign() -> None:
    assert list(KINDS.values()) == list(UNPRINTED)


@each_game
@each_code
def test_exactly_what_is_not_printed_carries_a_sign(game: Game, code: str) -> None:
    """`rulings.toml` says what that is: the same rules, as many sentences, in the same order."""
    book = rulebook(game, code)
    assert {rule.number: rule.signs for rule in book.rules if rule.signs} == ruled(game) != {}
    assert book.glance is not None
    assert signs_in("".join(map(str, book.glance.parts))) == [], "the game on one page has no room for signs"


@each_game
@each_code
def test_the_last_chapter_gives_a_reason_for_each(game: Game, code: str) -> None:
    book = rulebook(game, code)
    last = {part.number: part for part in book.chapters[-1].parts if not isinstance(part, str)}
    assert last == book.rulings
    assert {number: list(ruling.signs) for number, ruling in book.rulings.items()} == {
        number: list(dict.fromkeys(signs)) for number, signs in ruled(game).items()
    }
    for ruling in book.rulings.values():
        reason, printed = ruling.text.split("\n\n")
        assert len(reason) > 10
        assert printed.startswith(EDITIONS[code])
        assert len(printed) > len(EDITIONS[code]) + 3


@each_game
@each_code
def test_the_introduction_says_what_the_signs_mean(game: Game, code: str) -> None:
    words, told = language(code), " ".join(rulebook(game, code).introduction.split())
    for sign in {sign for signs in ruled(game).values() for sign in signs}:
        assert f"{sign} {words.text(UNPRINTED[sign])}" in told
    assert len({words.text(meaning) for meaning in UNPRINTED.values()}) == len(UNPRINTED)


@each_game
@each_code
def test_on_the_page_a_sign_has_a_name_and_leads_to_its_reason(game: Game, code: str) -> None:
    page, words = rules_page(game.slug, code), language(code)
    html = "".join(text for _, _, text in page.chapters)
    found = LINK.findall(html)
    assert [link[0] for link in found] == [f"#why-{number}" for number, signs in ruled(game).items() for _ in signs]
    for _, title, name, sign in found:
        assert unescape(title) == unescape(name) == words.text(UNPRINTED[sign])
    for number in ruled(game):
        assert html.count(f'id="why-{number}"') == 1
    # No line may begin with a sign.
    assert html.count('\u202f<a class="ruled"') == len(found)


@each_game
@each_code
def test_the_panel_at_the_table_explains_the_signs_of_a_rule(game: Game, code: str) -> None:
    number, signs = next(iter(ruled(game).items()))
    html = rule_words(game.slug, code, number)
    assert [link[0] for link in LINK.findall(html)] == [f"/rules/{game.slug}#why-{number}"] * len(signs)
    assert f"{signs[0]} {language(code).text(UNPRINTED[signs[0]])}</p>" in html
    printed = next(rule.number for rule in rulebook(game).rules if not rule.signs)
    assert signs_in(rule_words(game.slug, code, printed)) == []


@each_game
@each_code
def test_a_terminal_shows_the_meaning_and_the_reason(game: Game, code: str) -> None:
    book, words = rulebook(game, code), language(code)
    number, signs = next(iter(ruled(game).items()))
    rule, meaning, reason = book.told(number, words).rpartition(f"\n\n{signs[0]} {words.text(UNPRINTED[signs[0]])}\n\n")
    assert rule == book.rule(number).plain
    assert meaning
    assert reason == book.rulings[number].plain
    assert book.rulings[number].plain in book.plain
    printed = next(rule for rule in book.rules if not rule.signs)
    assert book.told(printed.number, words) == printed.plain


@each_game
@each_code
def test_a_refusal_says_that_its_rule_is_not_printed(game: Game, code: str) -> None:
    words = language(code, game.folder)
    reasons = {why[1].split(" ")[0]: why for number in range(REFUSALS) if (why := game.face.why_not(number))}
    assert set(ruled_refusals(game)) <= set(reasons), "a reason that the engine does not give"
    assert set(ruled_refusals(game)) < set(reasons)
    for name, (number, reason) in reasons.items():
        bubble = why_not_words(game, Refused("pass", number, reason), "because", words)
        told = Reason(game, number, reason).told(words)
        if name in ruled_refusals(game):
            sign = ruled_refusals(game)[name]
            assert sign in ruled(game)[number]
            assert bubble.endswith(f"</a> {sign} {words.text(UNPRINTED[sign])}</p>")
            assert told.endswith(f"({number}, {sign} {words.text(UNPRINTED[sign])})")
        else:
            assert signs_in(bubble + told) == []


def test_reasons_are_read_apart_from_rules() -> None:
    book = read_rulebook("# A game\n\nAbout.\n\n## X-1 First\n\n- **X-1.1** One. § Two.\n\n## Why\n\n- **X-1.1 §** So.\n")
    assert book.numbers == ["X-1.1"]
    assert book.rules[0].signs == ["§"]
    assert book.rulings["X-1.1"].text == "So."
    assert book.chapters[1].plain == "## Why\n\n- **X-1.1 §** So."
