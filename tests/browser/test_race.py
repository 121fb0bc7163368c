"""A race in a real browser: what is asked is answered, what is called is overruled, what went wrong is put right."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask

from referee.commands import Correct
from referee.games.base import PlayedTurn
from referee.games.registry import game
from referee.hosting.replay import Replay
from tests.record.races import race
from tests.web.conftest import FakeRace, verdict
from web.app import create_app
from web.guard import desk_of

from .axe import axe_faults
from .dragging import drag_a_car
from .far_phones import PHONE, FarPhones
from .laid_table import LaidTable, before_a_doubt, faulty, first_position, legal

if TYPE_CHECKING:
    from .conftest import Visit

    Visits = Callable[..., Visit]


def test_a_fault_is_called_and_overruled(serve: Callable[[Flask], str], visit: Visits) -> None:
    """The turn is ended, the fault named with its rule, overruled with a reason, and the record shows both. While the
    turn is under way the panel says from when it reckons what may be done; what is worth knowing opens when asked."""
    table = LaidTable()
    tab = visit(serve(create_app(table.referee)), color_scheme="dark")
    table.play(faulty(table.law, table.position))
    tab.see("#verdict[data-status=ILLEGAL]")
    assert "From the turn's start" in tab.page.inner_text("#turn-body")
    tab.click("close")
    tab.see("#verdict[data-status=ILLEGAL]:not([data-provisional]) .rules .rule")
    assert "From the turn's start" not in tab.page.inner_text("#turn-body")
    assert not tab.page.is_visible(".notice.mild li")
    tab.click("worth-knowing")
    tab.see(".notice.mild li")
    assert axe_faults(tab.page) == []
    tab.click("review")
    tab.see("#review[open] .stills img")
    assert axe_faults(tab.page) == []
    assert _cut_off_on_a_phone(tab.page) == []
    tab.page.keyboard.press("Escape")
    tab.click("overrule")
    tab.see("#overrule[open]")
    assert axe_faults(tab.page) == []
    assert _cut_off_on_a_phone(tab.page) == []
    said = table.referee.snapshot()["verdict"]["sentence"]
    assert tab.page.inner_text("#overrule-what") == said, "one sees what is overruled, though the table may go on"
    tab.page.fill("#overrule-who", "the table")
    tab.page.fill("#overrule-why", "agreed before the race")
    tab.page.click("#overrule-send")
    tab.page.wait_for_selector("#overrule", state="hidden")
    tab.see("#verdict[data-status=LEGAL]")  # people's word stands in large, the referee's below it
    assert "the referee had said: Illegal. agreed before the race" in tab.page.inner_text("#verdict-body")
    assert axe_faults(tab.page) == []
    tab.see("#record-list .entry.kind-overrule")
    newest = table.referee.snapshot()["entries"][0]
    assert (newest["kind"], newest["origin"]) == ("overrule", "person")
    assert "agreed before the race" in tab.page.inner_text("#record-list .entry.kind-overrule")


def test_a_fault_stays_on_top_until_it_is_answered(serve: Callable[[Flask], str], visit: Visits) -> None:
    """The table plays on after a fault: it stays in large, newer turns below it, until the fault is let stand."""
    table = LaidTable()
    tab = visit(serve(create_app(table.referee)))
    table.play(faulty(table.law, table.position))
    tab.click("close")
    tab.see("#verdict[data-status=ILLEGAL]:not([data-provisional])")
    table.play(legal(table.law, table.referee.match.state.position))
    tab.see("#verdict[data-status=ILLEGAL] .meanwhile .word")
    assert axe_faults(tab.page) == []
    tab.click("stand")
    tab.see("#verdict[data-status=LEGAL]")
    assert tab.page.locator(".meanwhile").count() == 0


def test_many_answers_that_differ_in_a_word_fit_a_screen(serve: Callable[[Flask], str], visit: Visits) -> None:
    """What sixteen answers share is said once, and each button says what is its own; a voice reads all of it. Where
    no word answers, the table does, by a button at the question. Before that, the race can be started as soon as
    nothing is missing for it, and until then it is said what is."""
    race = FakeRace()
    race.show(phase="survey", setup={"players": [2], "missing": "one car is missing", "joining": None})
    tab = visit(serve(create_app(race)), **PHONE)
    assert tab.see('[data-key="start"]').is_disabled()
    assert tab.see("#turn .capital").inner_text() == "One car is missing"
    race.show(setup={"players": [2], "missing": "", "joining": None})
    tab.see('[data-key="start"]:enabled')
    assert tab.see("#verdict .word").inner_text() == "Ready to start"
    words = "Black turned the card on {} over and drove on to the finish line behind it"
    answers = [[words.format(f"e{number}"), f"turned=e{number}"] for number in range(1, 16)]
    asked = {"text": "What was turned?", "answers": [["no card", "turned=no"], *answers], "dice": 0}
    race.show(phase="race", verdict=verdict("UNDECIDED", "That is not clear.", questions=[asked]))
    tab.see("#verdict .question")
    buttons = tab.page.locator("#verdict [data-answer]")
    assert [buttons.nth(at).inner_text() for at in (0, 1, 15)] == ["no card", "e1", "e15"]
    assert buttons.nth(15).get_attribute("aria-label") == answers[-1][0]
    assert tab.page.locator("#verdict .question").bounding_box()["height"] < PHONE["viewport"]["height"]
    assert axe_faults(tab.page) == []
    assert tab.page.locator('[data-key="as-it-stands"]').count() == 0
    asked = {"text": "If the table is right, take it as it stands.", "answers": [], "dice": 0}
    race.show(verdict=verdict("UNDECIDED", "Something was moved while it was covered.", questions=[asked]))
    tab.see('[data-key="as-it-stands"]').click()
    while not race.asked:
        tab.page.wait_for_timeout(50)
    assert race.asked == [Correct(accept=True)], "what the question asks for stands beside it"


def in_doubt(serve: Callable[[Flask], str], visit: Visits) -> tuple[Visit, PlayedTurn]:
    """A turn of which the page asks something."""
    start, turn = before_a_doubt(game("racepack"))
    table = LaidTable(start=start)
    tab = visit(serve(create_app(table.referee)))
    table.play(turn)
    tab.see("#verdict[data-status=UNDECIDED] [data-answer]")
    return tab, turn


def test_a_doubt_is_asked_about_and_answered(serve: Callable[[Flask], str], visit: Visits) -> None:
    """An undecided turn asks one question; one press of a key settles it, and a reload in between loses nothing."""
    tab, turn = in_doubt(serve, visit)
    assert axe_faults(tab.page) == []
    tab.page.reload()
    tab.see("#verdict[data-status=UNDECIDED] [data-answer]")
    right = tab.page.locator(f'#verdict [data-answer][data-key$=":{turn.declared[0]}"]')
    right.focus()
    tab.page.keyboard.press("Enter")
    tab.see("#verdict[data-status=LEGAL]")


def test_a_wrong_board_is_put_right_and_the_turn_undone(serve: Callable[[Flask], str], visit: Visits) -> None:
    """A car is dragged to another space of the drawn board; undo takes back that, and then the turn before."""
    table = LaidTable()
    tab = visit(serve(create_app(table.referee)))
    table.play(legal(table.law, table.position))
    tab.see("#verdict[data-status=LEGAL]:not([data-provisional])")
    tab.click("correct")
    tab.see("#correct[open] .grip")
    assert axe_faults(tab.page) == []
    assert _cut_off_on_a_phone(tab.page) == []
    piece, space = drag_a_car(tab.page, table.referee)
    assert tab.page.input_value("#place-space") == space
    tab.page.click("#place-set")
    tab.page.keyboard.press("Escape")
    tab.see("#record-list .entry.kind-correct")
    assert f"{piece}:{space}" in table.referee.notation()
    tab.click("undo")
    tab.see("#record-list .entry.kind-correct.undone")
    assert f"{piece}:{space}" not in table.referee.notation()
    tab.click("undo")
    tab.see("#record-list .entry.kind-verdict.undone")
    assert table.referee.notation() == first_position("racepack")
    assert ": back to " in tab.see(".put-back li").inner_text()
    tab.click("put-back")
    tab.see("#zoom[open] img")
    tab.page.keyboard.press("Escape")
    assert axe_faults(tab.page) == []


def test_a_phone_joins_and_answers(serve: Callable[[Flask], str], visit: Visits) -> None:
    """A player's phone comes in by the code on the referee's screen, answers a question, and finds nothing to undo; a
    referee who does not know it any more, as after a restart, sends it back to the door, which says why."""
    start, turn = before_a_doubt(game("racepack"))
    table = LaidTable(start=start)
    app = create_app(table.referee, hosts=["127.0.0.1"])
    app.wsgi_app = FarPhones(app.wsgi_app)  # type: ignore[method-assign, assignment]
    screen = visit(serve(app))
    screen.page.click("#phones-open")
    screen.see("#phones[open] .phone-code button")
    screen.page.locator(".phone-code").first.locator("button").click()
    link = screen.see(".phone-code .link").inner_text()
    assert axe_faults(screen.page) == []
    assert _cut_off_on_a_phone(screen.page) == []
    phone = visit(link, **PHONE)
    phone.see("body[data-role=declare][data-phase=race]")
    table.play(turn)
    phone.see("#verdict[data-status=UNDECIDED] [data-answer]")
    assert axe_faults(phone.page) == []
    for key in ("undo", "correct", "accept", "overrule"):
        assert not phone.page.is_visible(f'[data-key="{key}"]'), key
    phone.page.tap(f'#verdict [data-answer][data-key$=":{turn.declared[0]}"]')
    phone.see("#verdict[data-status=LEGAL]")
    screen.page.keyboard.press("Escape")
    screen.see("#verdict[data-status=LEGAL]")
    phone.context.add_init_script("delete self.SharedWorker")  # a worker would not call itself a phone
    phone.page.reload()
    phone.see("#verdict[data-status=LEGAL]")
    desk_of(app).visitors.send_away()
    phone.see("#join-form")
    assert "join once more" in phone.page.inner_text("#join-error")
    phone.errors.clear()  # Chromium writes each refused request on its console


def test_a_phone_without_a_code_stays_at_the_door(serve: Callable[[Flask], str], visit: Visits) -> None:
    """The join page, nothing of the race, and a wrong code is told so in one sentence."""
    app = create_app(LaidTable().referee, hosts=["127.0.0.1"])
    app.wsgi_app = FarPhones(app.wsgi_app)  # type: ignore[method-assign, assignment]
    phone = visit(serve(app), **PHONE)
    phone.see("#join-form")
    assert axe_faults(phone.page) == []
    phone.page.fill("#join-code", "WRONG234")
    phone.page.keyboard.press("Enter")
    phone.until("document.querySelector('#join-error').textContent.endsWith('.')")
    phone.errors.clear()  # Chromium writes each refused request on its console
    assert phone.page.url.endswith("/join")


@pytest.mark.parametrize(
    "look", [pytest.param({}, marks=pytest.mark.long), {"color_scheme": "dark", **PHONE}], ids=["laptop", "phone"]
)
def test_a_record_is_replayed(serve: Callable[[Flask], str], visit: Visits, look: dict[str, Any]) -> None:
    """Step by step, by slider and to the next fault; nothing can be changed."""
    store = race("racepack", turns=12, faults=0.5)
    replay = Replay(game("racepack"), store, "race.sqlite")
    tab = visit(serve(create_app(replay)), **look)
    tab.see("#replay-at")
    assert tab.page.locator("#phase").text_content() == "Replay"
    assert "Camera" not in tab.page.locator("#source").text_content()
    tab.click("replay-next")
    tab.until("document.querySelector('#replay-at').value === '1'")
    tab.click("replay-fault")
    tab.see("#verdict[data-status=ILLEGAL], #verdict[data-status=UNDECIDED]")
    tab.page.focus("#replay-at")
    tab.page.keyboard.press("End")
    last = len(replay.snapshot()["replay"]["marks"]) - 1
    tab.until(f"document.querySelector('#replay-at').value === '{last}'")
    assert axe_faults(tab.page) == []
    for key in ("close", "undo", "correct", "accept", "overrule", "stand"):
        assert not tab.page.is_visible(f'[data-key="{key}"]'), key


def _cut_off_on_a_phone(page: Any) -> list[str]:
    """What needs more than the width of a phone: the page, or the window open over it."""
    before = page.viewport_size
    page.set_viewport_size(PHONE["viewport"])
    wide: list[str] = page.evaluate(
        "[...document.querySelectorAll('html, dialog[open]')]"
        ".filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.id || one.localName)"
    )
    page.set_viewport_size(before)
    return wide


def test_a_doubt_that_nobody_can_settle_is_asked_no_more(serve: Callable[[Flask], str], visit: Visits) -> None:
    """*Cannot tell* in the middle of a turn: the question is gone and does not come back while the turn goes on."""
    tab, _ = in_doubt(serve, visit)
    tab.click("overrule")
    tab.page.check("#overrule input[value=UNDECIDED]")
    tab.page.click("#overrule-send")
    tab.page.wait_for_selector("#verdict [data-answer]", state="detached")
    assert "People say so, too." in tab.page.inner_text("#verdict-body")
    tab.click("close")
    tab.see("#verdict[data-status=UNDECIDED]:not([data-provisional])")
    assert tab.page.locator("#verdict [data-answer]").count() == 0
    assert axe_faults(tab.page) == []
