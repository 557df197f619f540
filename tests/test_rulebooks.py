"""Rulebooks: the same rules and pictures in every language, everything they refer to is there, and page and terminal agree."""

from __future__ import annotations

import re

import pytest
from command_line import command

import londinium
from londinium.games.next_station_london.face.words import RATINGS
from londinium.kernel.conformance.rule_index import CITATION
from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games
from londinium.kernel.words.language import SOURCE, language, languages
from londinium.kernel.words.rulebook import REFERENCE, Rulebook, read_rulebook, rulebook, rulebook_file
from londinium.web.pages.rule_pictures import pictures

GAMES = londinium.all_games()
OURS = bundled_games()
CODES = languages()
TRANSLATED = [code for code in CODES if code != "en"]
IMAGE = re.compile(r"!\[([^\]]*)\]\(([\w-]+)\)")
CODE = re.compile(r"`[^`]*`")
MOST_REFUSALS = 64
ENGLISH = {"the", "and", "with", "each", "your", "which", "you", "this", "that", "are", "has", "must", "of", "its", "they"}
"""Words that no sentence of the other languages has."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
each_of_ours = pytest.mark.parametrize("game", OURS, ids=lambda game: game.slug)
"""What any game must hold, and the bar for those that come with Londinium."""
each_code = pytest.mark.parametrize("code", CODES)


def text_of(game: Game, code: str) -> str:
    file = rulebook_file(game.folder, code)
    return (file if file.exists() else rulebook_file(game.folder, SOURCE)).read_text(encoding="utf-8")


def places(book: Rulebook) -> set[str]:
    """Everything a number can refer to."""
    return {*book.numbers, *(chapter.number for chapter in book.chapters if chapter.number)}


@each_of_ours
def test_our_rulebooks_are_whole(game: Game) -> None:
    """Many rules, in files of their own for every language, and refusals that rest on them."""
    assert len(rulebook(game).numbers) > 20
    assert [code for code in CODES if not rulebook_file(game.folder, code).exists()] == []
    assert len({why[0] for number in range(MOST_REFUSALS) if (why := game.face.why_not(number))}) > 5


@each_game
def test_every_language_has_the_same_chapters_and_rules(game: Game) -> None:
    english = rulebook(game)
    assert len(set(english.numbers)) == len(english.numbers) > 0
    for code in CODES:
        book = rulebook(game, code)
        assert book.numbers == english.numbers
        assert [chapter.number for chapter in book.chapters] == [chapter.number for chapter in english.chapters]
        for chapter in book.chapters:
            assert [rule for rule in chapter.rules if not rule.number.startswith(f"{chapter.number}.")] == []


@each_game
@each_code
def test_every_number_that_is_mentioned_exists(game: Game, code: str) -> None:
    assert set(REFERENCE.findall(CODE.sub("", text_of(game, code)))) - places(rulebook(game, code)) == set()


@each_game
@each_code
def test_every_rule_that_a_refusal_or_the_code_cites_exists(game: Game, code: str) -> None:
    refused = {why[0] for number in range(MOST_REFUSALS) if (why := game.face.why_not(number))}
    modules = [path for path in game.folder.rglob("*.py") if "tests" not in path.parts]
    found = {number for path in modules for number in CITATION.findall(path.read_text(encoding="utf-8"))}
    numbers = set(rulebook(game, code).numbers)
    letter = rulebook(game, code).numbers[0][0]  # drawings have paths such as M-3.5
    assert {number for number in refused | found if number[0] == letter} - numbers == set()
    assert refused <= numbers


@each_game
def test_every_language_has_the_same_pictures_in_the_same_places(game: Game) -> None:
    described = pictures(game.slug)
    used = [name for _, name in IMAGE.findall(text_of(game, "en"))]
    assert set(used) <= {*described.described, *described.signs}
    assert set(described.described) <= set(used), "a picture that no rule shows"
    for code in CODES:
        book, found = rulebook(game, code), IMAGE.findall(text_of(game, code))
        assert [name for _, name in found] == used
        assert [name for alt, name in found if name in described.described and not alt] == []
        for rule, english in zip(book.rules, rulebook(game).rules, strict=True):
            assert [name for _, name in IMAGE.findall(rule.text)] == [name for _, name in IMAGE.findall(english.text)]


@each_of_ours
def test_pictures_say_in_every_language_something_of_its_own(game: Game) -> None:
    shown = pictures(game.slug).described
    told = [{alt for alt, name in IMAGE.findall(text_of(game, code)) if name in shown} for code in CODES]
    assert len(set().union(*told)) == sum(map(len, told))


@each_of_ours
@pytest.mark.parametrize("code", TRANSLATED)
def test_no_english_is_left(game: Game, code: str) -> None:
    text = CODE.sub(" ", IMAGE.sub(r" \1 ", text_of(game, code))).replace(game.title, " ").lower()
    assert set(re.findall(r"[^\W\d_]+", text)) & ENGLISH == set()
    english = {rule.number: rule.text for rule in rulebook(game).rules}
    assert [rule.number for rule in rulebook(game, code).rules if rule.text == english[rule.number]] == []


@each_game
@each_code
def test_the_terminal_shows_the_same_rule(game: Game, code: str) -> None:
    def plain(text: str) -> list[str]:
        return re.findall(r"\w+", text)

    number = rulebook(game).numbers[len(rulebook(game).numbers) // 2]
    shown = command("rules", game.slug, number, "--lang", code, COLUMNS="100")
    assert shown.returncode == 0, shown.stderr
    assert plain(shown.stdout) == plain(rulebook(game, code).told(number, language(code)))


def test_a_rulebook_is_read_into_its_parts() -> None:
    text = (
        "# A game\n\nAbout this: bridges. More.\n\n![a town](town)\nA caption.\n\n## In short\n\nWords.\n\n## X-1 First\n\n"
        "- **X-1.1** One\n  line.\n\n  Details.\n\n- **X-1.2** ![](sign) Two, see X-1.1.\n\nBetween.\n\n- **X-1.3** Three\n"
    )
    book = read_rulebook(text)
    assert (book.title, book.sentence) == ("A game", "About this")
    assert [chapter.number for chapter in book.chapters] == ["", "X-1"]
    assert book.rule("X-1.1").text == "One\nline.\n\nDetails."
    assert book.chapters[1].parts[2] == "Between."
    assert book.find("1.3") == book.rules[2]
    assert book.find("x-1") == book.chapters[1]
    assert book.rules[1].plain == "- **X-1.2** Two, see X-1.1."
    assert "town" not in book.plain
    assert "A caption." not in book.plain
    with pytest.raises(londinium.LondiniumError, match="there is no rule X-9"):
        book.find("X-9")


@each_code
def test_the_rules_name_the_ratings_as_the_table_does(code: str) -> None:
    """N-6.3: somebody who plays alone finds the name of their rating on the page."""
    game = londinium.game("next-station-london")
    words, page = language(code, game.folder), " ".join(text_of(game, code).split())
    assert [name for name in RATINGS if words.text(name) not in page] == []


@each_code
def test_the_rules_name_the_expansion_as_the_box_does(code: str) -> None:
    """O-8.5: by its printed name, which is its own in every language."""
    printed = {
        "en": "Experienced builders",
        "de": "Erfahrene Baumeister",
        "fr": "Architectes confirmés",
        "it": "Costruttori esperti",
    }
    assert f"*{printed[code]}*" in text_of(londinium.game("old-london-bridge"), code)
