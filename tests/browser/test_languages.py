"""The law in the reader's language, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from flask import Flask

from markers import kits
from referee.assemble import Referee
from referee.games.registry import game
from referee.record.memory import MemoryStore
from referee.simulator.plain_view import settled
from web.app import create_app
from web.words import words

if TYPE_CHECKING:
    from .conftest import Visit

ENGLISH = re.compile(
    r"\b(the|of|and|with|turn|movement|speed|rolled|moved|drove|to|its|it|gear|tiles?|from|by|could)\b"
)
SECTION = re.compile(r" (Regel|Règle ?): .*")
SPEAK = """async (sentences) => {
  const ours = (name) => import(new URL(name, document.querySelector("script[src]").src));
  const heard = [];
  speechSynthesis.speak = ({ text, lang }) => heard.push([text, lang]);
  localStorage.setItem("race-referee.voice", "on");
  const [{ speaker }, { learn }] = await Promise.all([ours("speak.js"), ours("names.js")]);
  learn({ called: {}, english: sentences.slice(2) });
  const hear = speaker();
  const fault = { status: "ILLEGAL", provisional: false };
  sentences.forEach((one, entry) => hear({ verdict: { ...fault, entry, sentence: one }, outcome: null }));
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
    """Verdict, pad, standings, record and the drawn board come in German with the state."""
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
    assert tab.page.inner_text("#standings-body thead").split()[1].lower() == "figur", "the game has no cars"
    board = tab.page.get_attribute("#board-picture", "alt") or ""
    assert board.startswith("Spielfeld von Royal Racers: Rot auf")
    assert not ENGLISH.search(board)


def test_a_voice_reads_each_sentence_in_its_own_language(
    serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """A fault is read in German by a German voice; what the server left in English is read as English."""
    tab = visit(serve(racing()[1]), locale="de")
    tab.see(".may")
    heard = tab.page.evaluate(SPEAK, ["alte Sache", "Gewürfelt – 4, 6 und 2", "The moon is made of cheese."])
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
