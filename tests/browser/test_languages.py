"""The law in the reader's language, in a real browser: what the four games say in play, and a page that says it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from markers import kits
from referee.assemble import Referee
from referee.games.registry import GAMES, game
from referee.record.memory import MemoryStore
from referee.simulator.plain_view import settled
from referee.words.catalogue import in_language
from web.app import create_app
from web.words import FOLDER, LANGUAGES, words

from .law_texts import said_by

if TYPE_CHECKING:
    from .conftest import Visit

OTHERS = [language for language in LANGUAGES if language != "en"]
ENGLISH = re.compile(
    r"\b(the|of|and|with|turn|movement|speed|rolled|moved|drove|to|its|it|gear|tiles?|from|by|could)\b"
)
SECTION = re.compile(r" (Regel|Règle ?): .*")
TELL = """async (texts) => {
  const { told, tongue } = await import("/static/law.js");
  return texts.map((text) => { const said = told(text, true); return [said, tongue(text)]; });
}"""


SPEAK = """async (sentences) => {
  const heard = [];
  speechSynthesis.speak = ({ text, lang }) => heard.push([text, lang]);
  localStorage.setItem("race-referee.voice", "on");
  const [{ speaker }, { told }] = await Promise.all([import("/static/speak.js"), import("/static/law.js")]);
  const hear = speaker();
  const fault = { status: "ILLEGAL", provisional: false };
  sentences.forEach((one, entry) => hear({ verdict: { ...fault, entry, sentence: told(one, true) }, outcome: null }));
  return heard;
}"""


REFUSE = """(error) => {
  window.fetch = async () => new Response(JSON.stringify({ error }), { status: 403 });
}"""


def racing(name: str = "racepack") -> tuple[Referee, Flask]:
    """A referee in a race, without a camera, and its page."""
    law, dice = game(name), Random(3)
    referee = Referee(law, kits.manifest(name), MemoryStore({"game": name}))
    referee.match.start(4, 0, law.start(4, dice))
    referee.announce()
    return referee, create_app(referee)


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_of_the_four_games_stays_english(
    language: str, serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """Rules, options, verdicts, questions, answers, advice and standings of played turns are all said in it.

    What a game has a catalogue for comes translated with the state; the rest is in the phrase book.
    """
    texts = {name: said_by(name) for name in GAMES}
    assert sum(map(len, texts.values())) > 1000  # about 1,600
    said = [(text, in_language(text, language, game(name).words)) for name, every in texts.items() for text in every]
    unknown = sorted({str(text) for text, other in said if other is None})
    tab = visit(serve(racing()[1]), locale=language)
    told: list[list[str]] = tab.page.evaluate(TELL, unknown)
    english = [text for text, (_, tongue) in zip(unknown, told, strict=True) if tongue == "en"]
    assert "\n".join(english) == ""
    leaks = [other for other in (*(one for _, one in said), *(one for one, _ in told)) if other]
    assert "\n".join(one for one in leaks if ENGLISH.search(SECTION.sub("", one))) == ""


def _filled(english: str, other: str, driver: str) -> tuple[str, str]:
    """A sentence made of a template, and what it must come out as; tails that may be missing are left out."""
    parts = re.split(r"\{(\w+)\}", english)
    words = {"who": ("red", driver), "space": ("c3", "c3"), "text": ("abc", "abc"), "section": ("Setup", "Setup")}
    gaps: dict[str, tuple[str, str]] = {}
    for before, name in zip(parts[::2], parts[1::2], strict=False):
        tail = re.search(r"[\w)]$", before) or (gaps and not before)
        gaps[name] = ("", "") if tail else words.get(name.rstrip("0123456789"), ("7", "7"))
    return (
        english.format(**{name: said for name, (said, _) in gaps.items()}),
        other.format(**{name: heard for name, (_, heard) in gaps.items()}),
    )


@pytest.mark.parametrize("language", OTHERS)
def test_every_line_of_the_book_is_found_by_its_sentence(
    language: str, serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """No template is hidden by another one: each, filled in, comes out as its own translation, filled in."""
    book: dict[str, str] = json.loads((FOLDER / f"law.{language}.json").read_text(encoding="utf-8"))
    samples = [_filled(english, other, book["red"]) for english, other in book.items()]
    tab = visit(serve(racing()[1]), locale=language)
    told = tab.page.evaluate(TELL, [sentence for sentence, _ in samples])
    assert [said for said, _ in told] == [expected for _, expected in samples]


CASES = {
    "de": {
        "Rolled – 4, 6 and 2": "Gewürfelt – 4, 6 und 2",
        "The moon is made of cheese.": "The moon is made of cheese.",
    },
    "fr": {"Rolled – 4 and 4": "Dés lancés – 4 et 4"},
}


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_are_put_together_well(language: str, serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """Lists, tails, capitals, decimal signs and elisions come out right; a person's own words stay as they are."""
    tab = visit(serve(racing()[1]), locale=language)
    told = tab.page.evaluate(TELL, list(CASES[language]))
    assert [said for said, _ in told] == list(CASES[language].values())
    assert [tongue for _, tongue in told] == ["en" if "cheese" in text else language for text in CASES[language]]


def test_a_german_page_speaks_german_throughout(serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """Turn, pad, standings, toasts and record of a race are German; English there is marked as English."""
    referee, app = racing()
    tab = visit(serve(app), locale="de")
    tab.see(".may")
    for part in ("turn-body", "pad-body", "standings-body"):
        text = tab.page.inner_text(f"#{part}")
        assert text
        assert not {"movement", "speed", "token", "the", "turn", "red"} & set(text.lower().split()), text
    tab.click("pad0:speed:1=3")
    assert tab.see("#pad-body .said .space").text_content() == "Tempo, erste Bewegung (Spurwechsel) – 3"
    tab.until("document.querySelector('#toast').textContent === 'Notiert: Tempo, erste Bewegung (Spurwechsel) – 3'")
    tab.until("document.querySelector('#record-list').textContent.includes('Tempo, erste Bewegung (Spurwechsel) – 3')")
    tab.click("pause")
    tab.until("document.querySelector('#toast').textContent === 'Eine Pause'")
    tab.until("document.querySelector('#record-list')?.textContent.includes('eine Pause')")
    referee.match.note("somebody sneezed", 5)
    referee.announce()
    tab.until("document.querySelector('#record-list')?.textContent.includes('somebody sneezed')")
    marked = tab.page.eval_on_selector_all("#record-list [lang=en]", "found => found.map((one) => one.textContent)")
    assert marked == ["somebody sneezed"]
    assert tab.page.inner_text("#turn-body .driver") in {"Rot", "Schwarz", "Grün", "Blau"}
    assert words("de")["turn.heading"] in tab.page.inner_text("body")


def test_a_german_page_tells_a_fault_from_the_games_own_catalogue(
    serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """Royal Racers' sentences are not in the phrase book: they come with the state, and are German all the same."""
    law, manifest, dice = game("royal-racers"), kits.manifest("royal-racers"), Random(4)
    referee = Referee(law, manifest, MemoryStore({"game": "royal-racers"}))
    start = law.start(2, dice)
    referee.match.start(2, 0, start)
    other_flag = law.play(start, dice, None).stops[-1].replace(",Ma:", ",M2:")  # the ace is to be placed first
    for number, text in enumerate((start, other_flag), 1):
        referee.match.feed(settled(law.layout(text, manifest), number * 1_000_000_000), lambda: b"")
    referee.match.close(9_000_000_000)
    referee.announce()
    tab = visit(serve(create_app(referee)), locale="de")
    tab.until("document.querySelector('#verdict-body .sentence')?.textContent.includes('setzte Flagge')")
    assert "Flaggen Viertel für Viertel, eine je Karte" in tab.page.inner_text("#verdict-body")
    for part in ("turn-body", "pad-body", "standings-body", "record-list"):
        assert tab.page.eval_on_selector_all(f"#{part} [lang=en]", "found => found.map((one) => one.textContent)") == []
        assert not ENGLISH.search(SECTION.sub("", tab.page.inner_text(f"#{part}"))), part


def test_a_voice_reads_each_sentence_in_its_own_language(
    serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """A fault is read in German by a German voice; what the book does not know is read as English."""
    tab = visit(serve(racing()[1]), locale="de")
    tab.see(".may")
    heard = tab.page.evaluate(SPEAK, ["old news", "Rolled – 4, 6 and 2", "The moon is made of cheese."])
    assert heard == [
        ["Regelverstoß", "de"],
        ["Gewürfelt – 4, 6 und 2", "de"],
        ["Regelverstoß", "de"],
        ["The moon is made of cheese.", "en"],
    ]


def test_the_door_for_phones_says_what_the_referee_answers(
    serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """A refused code is told in the words of the answer, which are those of the phone's language."""
    tab = visit(serve(racing()[1]) + "join", locale="de")
    tab.page.evaluate(REFUSE, "Dieser Code ist falsch oder abgelaufen.")
    tab.page.fill("#join-code", "XXXX")
    tab.page.click("#join-form button")
    tab.until("document.querySelector('#join-error').textContent !== ''")
    assert tab.page.inner_text("#join-error") == "Dieser Code ist falsch oder abgelaufen."
