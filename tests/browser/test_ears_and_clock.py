"""What is heard, what is counted, what is looked at again: sounds, voice, the move timer and the video review."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask

from referee.commands import Close
from web.app import create_app

from .axe import axe_faults
from .laid_table import LaidTable, before_the_end, faulty, first_position, legal

if TYPE_CHECKING:
    from .conftest import Visit

    Visits = Callable[..., Visit]

CLEAR_FAULTS = ("racepack/speed-change", "racepack/lane-change", "racepack/forward")
SPIES = """
window.heard = {tones: [], spoken: [], hushed: 0};
window.OscillatorNode = class extends OscillatorNode {
  constructor(context, options) { super(context, options); heard.tones.push(options.frequency); }
};
SpeechSynthesis.prototype.speak = (words) => heard.spoken.push([words.text, words.lang]);
SpeechSynthesis.prototype.cancel = () => { heard.hushed += 1; };
"""
FAULT_TONES, LEGAL_TONES, FANFARE = [220, 165], [660, 880], [523, 659, 784, 1047]


def heard(tab: Visit, what: str) -> Any:
    """What the page has played or spoken since it was asked last."""
    return tab.page.evaluate(f"heard.{what}.splice(0)")


@pytest.fixture
def listening(serve: Callable[[Flask], str], visit: Visits) -> Callable[[LaidTable], Visit]:
    """Opens a page over a table whose sounds and words are written down."""

    def open_page(table: LaidTable) -> Visit:
        tab = visit(serve(create_app(table.referee)))
        tab.context.add_init_script(SPIES)
        tab.page.reload()
        tab.see("body[data-phase=race]")
        return tab

    return open_page


def switched_on(tab: Visit) -> None:
    """Sounds and voice are switched on in the settings; each gives a sample."""
    tab.page.click("#settings-open")
    tab.page.check("#sounds-on")
    tab.page.check("#voice-on")
    assert heard(tab, "tones") == LEGAL_TONES
    assert heard(tab, "spoken") == [["Verdicts are read aloud.", "en"]]
    tab.page.keyboard.press("Escape")


@pytest.mark.long
def test_verdicts_are_heard_and_spoken(listening: Callable[[LaidTable], Visit]) -> None:
    """At first only a screen reader is told, a fault at once. Switched on, a fault has its sound, its word and its
    sentence, a legal turn its sound and one word; that outlives a reload, after which the last verdict is old news;
    switched off, all is quiet."""
    table = LaidTable()
    tab = listening(table)
    table.play(legal(table.law, table.position))
    tab.see("#verdict[data-status=LEGAL]:not([data-provisional])")
    assert heard(tab, "tones") == heard(tab, "spoken") == []
    assert tab.page.inner_text("#say").startswith("Legal")
    switched_on(tab)
    table.play(faulty(table.law, table.position, *CLEAR_FAULTS))
    tab.see("#verdict[data-status=ILLEGAL]")
    assert tab.page.inner_text("#shout").startswith("Illegal")
    assert tab.page.get_attribute("#shout", "aria-live") == "assertive"
    assert heard(tab, "tones")[-2:] == FAULT_TONES
    spoken = heard(tab, "spoken")
    sentence = table.referee.snapshot()["verdict"]["sentence"]
    assert spoken[-2:] == [["Illegal", "en"], [sentence, "en"]]
    assert tab.page.evaluate("heard.hushed") >= 1
    table.referee.command(Close())
    tab.see("#verdict[data-status=ILLEGAL]:not([data-provisional])")
    tab.page.reload()
    tab.see("#verdict[data-status=ILLEGAL]")
    assert heard(tab, "tones") == heard(tab, "spoken") == []
    tab.click("stand")
    table.play(legal(table.law, table.referee.match.state.position))
    tab.see("#verdict[data-status=LEGAL]:not([data-provisional])")
    assert heard(tab, "tones")[-2:] == LEGAL_TONES
    assert heard(tab, "spoken")[-1] == ["Legal", "en"]
    tab.page.click("#settings-open")
    tab.page.uncheck("#sounds-on")
    tab.page.uncheck("#voice-on")
    tab.page.keyboard.press("Escape")
    table.play(faulty(table.law, table.referee.match.state.position, *CLEAR_FAULTS))
    tab.see("#verdict[data-status=ILLEGAL]")
    assert heard(tab, "tones") == heard(tab, "spoken") == []


@pytest.mark.long
def test_the_finish_has_a_fanfare(listening: Callable[[LaidTable], Visit]) -> None:
    """The end of the race is played and its outcome said, once."""
    start, turn = before_the_end(LaidTable().law)
    table = LaidTable(start=start)
    tab = listening(table)
    switched_on(tab)
    table.play(turn)
    tab.see("#podium")
    tones = heard(tab, "tones")
    assert [tone for tone in tones if tone in FANFARE] == FANFARE
    outcome = table.referee.snapshot()["outcome"]
    assert [outcome, "en"] in heard(tab, "spoken")
    tab.page.reload()
    tab.see("#podium")
    assert heard(tab, "tones") == []


def test_the_move_timer_counts_rests_and_ends(listening: Callable[[LaidTable], Visit]) -> None:
    """Thirty seconds in large: they run by themselves, stand still in a break, tick at the end; then the referee says
    once that the time is up, which the table may take back."""
    table = LaidTable(start=f"{first_position('racepack')} timer=30")
    tab = listening(table)
    switched_on(tab)
    tab.see("#timer .timer-left")
    assert axe_faults(tab.page) == []
    left = seconds_left(tab)
    assert 0 < left <= 30
    tab.until(f"document.querySelector('#timer-left').textContent !== '0:{left:02}'")
    assert seconds_left(tab) < left
    tab.click("pause")
    tab.until("document.querySelector('#timer-word').textContent === 'the clock stands still'")
    held = seconds_left(tab)
    tab.page.wait_for_timeout(1200)
    assert seconds_left(tab) == held
    tab.click("go-on")
    tab.page.wait_for_selector('[data-key="go-on"]', state="detached")
    let_pass(table, 24)
    tab.see("#timer[data-state=soon]")
    tab.until("heard.tones.includes(1000)")
    let_pass(table, 10)
    tab.see("#timer[data-state=up]")
    tab.until("document.querySelector('#pad-body .said') !== null")
    assert table.referee.snapshot()["declared"] == ["time=up"]
    assert axe_faults(tab.page) == []
    tab.click("undeclare")
    tab.page.wait_for_selector("#pad-body .said", state="detached")


def seconds_left(tab: Visit) -> int:
    """What the timer shows."""
    minutes, _, seconds = tab.page.inner_text("#timer-left").partition(":")
    return int(minutes) * 60 + int(seconds)


def let_pass(table: LaidTable, seconds: int) -> None:
    """So much later nothing has moved; the page hears the time."""
    table.wait(seconds)
    table.show(table.position)
    table.referee.announce()


def test_the_seconds_before_a_fault_are_looked_at_again(serve: Callable[[Flask], str], visit: Visits) -> None:
    """Slider, keys and Play go through the pictures before the verdict; before and after lie side by side."""
    table = LaidTable()
    tab = visit(serve(create_app(table.referee)))
    table.play(legal(table.law, table.position))
    table.play(faulty(table.law, table.position, *CLEAR_FAULTS))
    table.referee.command(Close())
    tab.see("#verdict[data-status=ILLEGAL]:not([data-provisional])")
    tab.click("review")
    tab.see("#review[open] #review-slider")
    count = len(table.referee.snapshot()["verdict"]["clip_ms"])
    assert count >= 4
    assert tab.page.get_attribute("#review-slider", "max") == str(count - 1)
    assert picture(tab).endswith(f"/{count - 1}.jpg")
    tab.page.focus("#review-slider")
    tab.page.keyboard.press("Home")
    tab.until(f"{SHOWN}.endsWith('/0.jpg')")
    tab.until("document.querySelector('#review-picture').naturalWidth > 0")
    first = tab.page.inner_text("#review-time")
    assert first == tab.page.get_attribute("#review-slider", "aria-valuetext")
    tab.page.keyboard.press("ArrowRight")
    tab.until(f"{SHOWN}.endsWith('/1.jpg')")
    assert tab.page.inner_text("#review-time") != first
    tab.page.keyboard.press("End")
    tab.page.keyboard.press("ArrowLeft")
    tab.page.keyboard.press("ArrowLeft")
    tab.until(f"{SHOWN}.endsWith('/{count - 3}.jpg')")
    tab.page.click("#review-play")
    assert tab.page.inner_text("#review-play") == "Pause"
    tab.until(f"{SHOWN}.endsWith('/{count - 1}.jpg')")
    tab.until("document.querySelector('#review-play').textContent === 'Play'")
    stills = tab.page.locator("#review-stills figure")
    assert stills.all_inner_texts() == ["Before", "After"]
    place = "one.src.includes('/incident/') && one.naturalWidth === 960"
    tab.until(f"[...document.querySelectorAll('#review-stills img')].every((one) => {place})")
    left, right = (stills.nth(index).bounding_box() for index in (0, 1))
    assert abs(left["y"] - right["y"]) < 2
    assert left["x"] < right["x"]
    assert axe_faults(tab.page) == []


SHOWN = "document.querySelector('#review-picture').src.split('?')[0]"


def picture(tab: Visit) -> str:
    """The picture shown in the review."""
    return str(tab.page.evaluate(SHOWN))
