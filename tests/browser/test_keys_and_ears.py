"""A race refereed from the set-up to the podium by one who neither sees the page nor has a mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from referee.games.base import PlayedTurn
from web.app import create_app

from .laid_camera import LaidCamera, play, seen
from .laid_table import before_a_doubt, before_the_end, faulty, first_position, legal
from .test_ears_and_clock import SPIES
from .test_whole_path import CLEAR_FAULTS, NAME, _host_with

if TYPE_CHECKING:
    from referee.hosting import Host

    from .conftest import Visit

MOST_TABS = 150


class Hands:
    """Somebody at the keyboard, who knows of the race only what is spoken."""

    def __init__(self, tab: Visit, host: Host, camera: LaidCamera) -> None:
        self.tab, self._host, self._camera = tab, host, camera
        self._keyboard = tab.page.keyboard

    def go_to(self, selector: str) -> None:
        """Tab until this element has the focus."""
        for _ in range(MOST_TABS):
            if self.tab.page.evaluate(f"document.activeElement?.matches({selector!r})"):
                return
            self._keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached with the keyboard")

    def press(self, selector: str, key: str = "Enter") -> None:
        """Go to a button and press it."""
        self.tab.see(selector)
        self.go_to(selector)
        self._keyboard.press(key)

    def key(self, name: str) -> None:
        """A single key, as the help lists them."""
        self._keyboard.press(name)

    def lay(self, position: str) -> None:
        """People lay the table otherwise in a break, and the position is typed."""
        self.key("p")
        self._camera.lay(position)
        seen(self._host, self._camera)
        self.key("c")
        self.tab.see("#correct[open] summary")
        if not self.tab.page.is_visible("#correct-position"):  # it stays open once it was opened
            self.press("#correct-text summary")
        self.go_to("#correct-position")
        self._keyboard.press("Control+a")
        self._keyboard.insert_text(position)
        self.press("#correct-set")
        self.tab.page.wait_for_selector("#correct", state="hidden")
        self.press('[data-key="go-on"]')

    def hears(self, words: str) -> None:
        """Wait until something with these words has been spoken since this was asked last."""
        self.tab.until(f"heard.spoken.some(([text]) => text.includes({words!r}))")
        self.tab.page.evaluate("heard.spoken.splice(0)")

    def watches(self, turn: PlayedTurn) -> None:
        """The driver at turn makes the movements of a turn."""
        play(self._host, self._camera, turn)

    @property
    def position(self) -> str:
        """As the race stands."""
        assert self._host.referee is not None
        return self._host.referee.match.state.position


@pytest.mark.long
def test_a_race_is_refereed_by_keyboard_and_speech_alone(
    tmp_path: Path, serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """Set-up, voice switched on, start, a legal turn, a question answered by its number, a fault that is let stand,
    the last turn and the podium: each is spoken, and nothing is pointed at."""
    camera = LaidCamera(NAME, first_position(NAME))
    host = _host_with(camera, tmp_path)
    try:
        tab = visit(serve(create_app(host)))
        tab.context.add_init_script(SPIES)
        tab.page.reload()
        hands = Hands(tab, host, camera)
        hands.press("#settings-open")
        hands.press("#voice-on", "Space")
        hands.hears("read aloud")
        hands.key("Escape")
        hands.go_to('[data-key^="count:"]')
        while not tab.page.evaluate("document.activeElement.dataset.key === 'count:2'"):
            hands.key("ArrowUp")
        for key in ("next:camera", "camera:0", "next:picture"):
            hands.press(f'[data-key="{key}"]')
        tab.until("document.querySelectorAll('.checks [data-state=ok]').length >= 4")
        for key in ("next:lens", "pass:lens"):
            hands.press(f'[data-key="{key}"]')
        seen(host, camera)
        tab.see("#turn .ready")
        guessed = tab.page.locator(".notice.mild")
        assert "not measured but guessed" in guessed.text_content()
        assert guessed.locator('[data-key="measure"]').count() == 1, "the notice leads to the page's own measuring"
        hands.press('[data-key="start"]')
        tab.see("body[data-phase=race]")

        hands.watches(legal(camera.law, hands.position))
        hands.hears("Legal")

        start, asked = before_a_doubt(camera.law)
        hands.lay(start)
        hands.watches(asked)
        hands.hears("Cannot tell")
        answers = "[...document.querySelectorAll('#verdict .question [data-answer]')].map(one => one.dataset.key)"
        said = [key.endswith(f":{asked.declared[0]}") for key in tab.page.evaluate(answers)]
        hands.key(str(1 + said.index(True)))
        tab.see("#verdict[data-status=LEGAL]")
        if tab.page.is_visible("#verdict[data-provisional]"):
            hands.key("d")
        tab.see("#verdict[data-status=LEGAL]:not([data-provisional])")

        hands.watches(faulty(camera.law, hands.position, *CLEAR_FAULTS))
        hands.hears("Illegal")
        hands.key("d")
        tab.see("#verdict[data-status=ILLEGAL]:not([data-provisional])")
        hands.press('[data-key="stand"]')
        tab.see("#verdict .settled")

        start, last = before_the_end(camera.law)
        hands.lay(start)
        hands.watches(last)
        tab.see("#podium .step[data-place='1']")
        hands.hears("over")
        hands.press('[data-key="podium-again"]')
        tab.see("body[data-phase=survey] #turn .whose")
    finally:
        host.stop()
