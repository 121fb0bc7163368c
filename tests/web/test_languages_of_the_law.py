"""The phrase books: every sentence in the referee's sources has its translations, with the same gaps, and no other."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest

from referee.games.registry import GAMES
from referee.words.fact import Fact
from tests.web.law_sentences import bare, messages, templates
from web.words import FOLDER, LANGUAGES

OTHERS = [language for language in LANGUAGES if language != "en"]


def book(language: str) -> Mapping[str, str]:
    """A phrase book: English template -> translation."""
    found: Mapping[str, str] = json.loads((FOLDER / f"law.{language}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_sources_is_translated(language: str) -> None:
    """A sentence that is new or worded anew must be put into every book; the failure says which and where it is."""
    known = {bare(template) for template in book(language)}
    said = templates()
    assert said
    assert "\n".join(f"{place}: {text}" for text, place in said.items() if text not in known) == ""


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_gaps_of_its_sentence(language: str) -> None:
    """Nothing is lost or made up; and no translation is empty or has other blanks at its ends."""
    for english, other in book(language).items():
        gaps = sorted(re.findall(r"\{\w+\}", english))
        assert gaps == sorted(re.findall(r"\{\w+\}", other)), english
        assert len(set(gaps)) == len(gaps), english
        assert other.strip()
        assert other.endswith(".") == english.endswith(".") or english == "{n}th", english


def test_the_books_are_of_the_languages_of_the_page_and_alike() -> None:
    """Each language but English has its book, and all of them the same sentences in the same order."""
    assert {path.name.split(".")[1] for path in FOLDER.glob("law.*.json")} == set(OTHERS)
    first, *rest = (list(book(language)) for language in OTHERS)
    assert all(other == first for other in rest)


@pytest.mark.parametrize("language", OTHERS)
def test_no_template_is_written_twice_and_none_is_left_over(language: str) -> None:
    """Two templates that differ only in their gaps' names would hide each other; one that nobody says is taken out."""
    every = [bare(template) for template in book(language)]
    assert [text for text in every if every.count(text) > 1] == []
    # a refusal quotes what its position breaks, in English
    said = {*templates(), *(text for law in GAMES.values() for one in law.words.packages for text in messages(one))}
    words = [text for text in every if text not in said and len(re.findall("[a-z]{2,}", text)) > 4]
    assert "\n".join(text for text in words if text not in PUT_TOGETHER) == ""


PUT_TOGETHER = {
    # said as two parts that the sources put together
    "in a later turn that nobody saw {}",
    # quoted inside another sentence, without its full stop
    "Cannot tell: {}; legal only if {}",
    "Cannot tell whether {}",
    # before a fault of a game whose sentences are not facts yet
    "A turn before this one was left in doubt, so this is a question and no fault.",
    # drawn
    "hazard on {}, blank side up",
    "a legal turn can end on {}",
    # names an option as it is typed
    "pit stops need a pit lane: choose main=pit as well.",
}


@pytest.mark.parametrize("language", OTHERS)
def test_every_rule_has_its_title(language: str) -> None:
    """In the game's catalogue or, as it stands, in the phrase book; the section stays as the rule book prints it."""
    titled = [(law.words, rule) for law in GAMES.values() for rule in law.rules.values()]
    assert len(titled) > 70
    known = set(book(language))
    assert [
        rule.id for words, rule in titled if not words.knows(Fact(rule.id), language) and rule.title not in known
    ] == []
