"""What is to be done with the penalty die stands on the page in the largest type, on a phone too, in each language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from markers import kits
from referee.assemble import Referee
from referee.games.registry import game
from referee.record.memory import MemoryStore
from referee.simulator.plain_view import settled
from web.app import create_app

from .axe import axe_faults

if TYPE_CHECKING:
    from .conftest import Visit

TRACK = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0"
REST = "hazards=none lap=3"
DUE = {
    "en-GB": ("Red: roll the penalty die", "5: set red outside corner 1"),
    "de-DE": ("Rot: Strafwürfel werfen", "5: Rot außen an Kurve 1 stellen"),
    "fr-FR": ("Rouge : lancez le dé de pénalité", "5 : posez Rouge à l’extérieur du virage 1"),
}


@pytest.mark.parametrize(("locale", "width"), [("en-GB", 1280), ("de-DE", 360), ("fr-FR", 360)])
def test_what_is_due_is_the_largest_of_the_page(
    locale: str, width: int, serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """Red enters corner 1 at speed 2: the roll is asked for, then the spin-out; nothing is left of it afterwards."""
    law, manifest = game("racepack"), kits.manifest("racepack")
    referee = Referee(law, manifest, MemoryStore({"game": "racepack"}))

    def show(second: int, car: str, die: str) -> None:
        text = f"{TRACK} cars=S:{car},M:q3,C:r4,A:q5 {REST} die={die}"
        scene = settled(law.layout(text, manifest), second * 1_000_000_000)
        referee.match.feed(scene, lambda: b"")
        referee.announce()

    begun = f"{TRACK} cars=S:d2,M:q3,C:r4,A:q5 {REST} die=n:0:0:0 turn=S,M,C,A"
    referee.match.start(4, 0, begun)
    show(1, "b2", "n:0:0:0")
    tab = visit(serve(create_app(referee)), locale=locale, viewport={"width": width, "height": 740})
    roll, out = DUE[locale]
    assert tab.see(".due").inner_text() == roll
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    sentence = tab.page.eval_on_selector("#verdict-body .sentence", size)
    assert tab.page.eval_on_selector(".due", size) > 1.4 * sentence
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.page.locator(".due").bounding_box()["y"] < 740, "it is seen without scrolling"
    assert axe_faults(tab.page) == []
    show(2, "b2", "5:28:24:75")
    tab.until("document.querySelector('.due')?.innerText.includes('5')")
    assert tab.page.inner_text(".due") == out
    show(3, "out:a1", "5:28:24:75")
    tab.until("document.querySelector('.due') === null")
