"""The race screen in a real browser: a piece dragged, a doubt answered with a thumb, what was said seen again."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from markers import kits
from referee.assemble import Referee
from referee.commands import Close, Correct, Guide
from referee.devices.store import SqliteStore
from referee.games.registry import game
from referee.hosting import Host
from referee.hosting.choices import SIMULATED
from referee.record.memory import MemoryStore
from referee.simulator.plain_view import settled
from tests.record.races import play_into
from web.app import create_app

from .axe import axe_faults
from .dragging import drag

if TYPE_CHECKING:
    from .conftest import Visit


def racing(name: str, turns: int = 20, record_path: str = "") -> tuple[Referee, Flask]:
    """A referee without a camera, some turns into a race, and its page."""
    law, dice = game(name), Random(3)
    referee = Referee(law, kits.manifest(name), MemoryStore({"game": name}), record_path=record_path)
    position = law.start(min(4, max(law.players_allowed)), dice)
    for _ in range(turns):
        position = law.play(position, dice, None).after
    referee.match.start(4, 0, position)
    referee.announce()
    return referee, create_app(referee)


def test_a_long_record_is_folded_until_somebody_asks_for_more(
    serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """The newest twelve entries stand there, so that a phone's page stays short; a button shows the others."""
    store = MemoryStore({"game": "racepack"})
    play_into(store, "racepack", turns=14, players=4)
    app = create_app(Referee(game("racepack"), kits.manifest("racepack"), store))
    tab = visit(serve(app), viewport={"width": 360, "height": 740})
    tab.see("#record-older")
    shown = "document.querySelectorAll('#record-list > li').length"
    assert tab.page.evaluate(shown) == 12
    tab.page.click("#record-older")
    assert tab.page.evaluate(shown) > 12
    assert tab.page.locator("#record-older").is_hidden()
    assert tab.page.evaluate("document.activeElement.closest('li') !== null")
    assert axe_faults(tab.page) == []


def test_an_entry_opened_at_the_lists_edge_shows_what_it_holds(
    serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """The record is a list that scrolls: the last entry in view is opened, its inside is not left below the edge."""
    store = MemoryStore({"game": "racepack"})
    play_into(store, "racepack", turns=14, players=4)
    app = create_app(Referee(game("racepack"), kits.manifest("racepack"), store))
    tab = visit(serve(app))
    tab.see("#record-list > li")
    edge = "document.querySelector('#record-list').getBoundingClientRect().bottom"
    heads = "[...document.querySelectorAll('#record-list > li summary')]"
    last = tab.page.evaluate(
        f"{heads}.filter((one) => one.getBoundingClientRect().bottom <= {edge}).at(-1).dataset.key"
    )
    tab.click(last)
    tab.until(
        f"(document.querySelector('#record-list .entry-body')?.getBoundingClientRect().bottom ?? 1e9) <= {edge} + 1"
    )


def test_unfinished_races_are_offered_until_they_are_set_aside(
    guide: Callable[..., tuple[Host, Visit]], tmp_path: Path
) -> None:
    """The newest lies open, the older ones are folded up. One press and the first screen no longer offers it, after a
    reload neither; its record stays."""
    (tmp_path / "races").mkdir()
    records = [tmp_path / "races" / f"{name}.sqlite" for name in ("left", "older")]
    for hours_ago, record in enumerate(records):
        store = SqliteStore.create(record, {"game": "racepack", "source": "0"})
        play_into(store, "racepack", turns=3, players=2)
        store.close()
        then_ns = record.stat().st_mtime_ns - hours_ago * 3600 * 10**9
        os.utime(record, ns=(then_ns, then_ns))
    _, tab = guide()
    left, older = records
    tab.see(f'[data-key="resume:{left}"]')
    assert tab.page.locator(f'[data-key="resume:{older}"]').is_hidden()
    tab.click("older")
    tab.see(f'[data-key="resume:{older}"]')
    assert axe_faults(tab.page) == []
    tab.click(f"aside:{left}")
    tab.until("document.querySelectorAll('.offer').length === 1")
    tab.click(f"aside:{older}")
    for _ in range(2):
        tab.see("#guide-heading")
        tab.until("document.querySelectorAll('.offer').length === 0")
        tab.page.reload()
    assert left.exists()
    assert older.exists()


TWO_EACH = "document.querySelector('#guide-body').innerText.includes('One player drives red and black; another green')"


def test_who_drives_two_cars_is_told_why_there_are_more_names(guide: Callable[..., tuple[Host, Visit]]) -> None:
    """Racepack for two is a race of four cars, and says so beside the four names; for four nothing needs saying."""
    _, tab = guide()
    tab.page.wait_for_selector('[data-key="count:4"]')
    assert "One player drives" not in tab.page.inner_text("#guide-body")
    tab.page.check('[data-key="count:2"]')
    tab.until(TWO_EACH)


def test_a_press_counts_though_the_screen_is_drawn_anew_meanwhile(guide: Callable[..., tuple[Host, Visit]]) -> None:
    """The finger is on *Next* as news comes: the button stays until it is let go, and the press is taken."""
    host, tab = guide()
    tab.page.hover('[data-key="next:camera"]')
    tab.page.mouse.down()
    host.command(Guide(what="players", value="2"))
    tab.page.wait_for_timeout(400)
    assert not tab.page.evaluate(TWO_EACH)
    tab.page.mouse.up()
    tab.see('[data-key="source-text"]')
    tab.page.hover("h1")
    tab.page.mouse.down()
    host.command(Guide(what="go", value="game"))
    tab.until(TWO_EACH)
    tab.page.mouse.up()


def test_a_step_of_the_set_up_begins_at_its_head(guide: Callable[..., tuple[Host, Visit]]) -> None:
    """Whoever pressed *Next* far down by a key is at the top of the next step, and Tab goes on from there."""
    _, tab = guide()
    tab.page.set_viewport_size({"width": 640, "height": 400})
    tab.page.locator('[data-key="next:camera"]').focus()
    assert tab.page.evaluate("scrollY") > 0
    tab.page.keyboard.press("Enter")
    tab.until("document.activeElement.dataset.key === 'step:camera'")
    assert tab.page.locator("#guide-heading").bounding_box()["y"] < 400
    tab.page.keyboard.press("Tab")
    assert tab.page.evaluate("document.activeElement.closest('#guide') !== null")


def test_what_has_the_focus_is_in_sight_in_the_set_up(guide: Callable[..., tuple[Host, Visit]]) -> None:
    """On a low screen *Next* stays at the foot; nothing that Tab comes to lies beneath it."""
    _, tab = guide()
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    tab.page.wait_for_selector('[data-key="next:camera"]')
    covered = (
        "(() => { const one = document.activeElement; if (!one.closest('#guide-body')) return '';"
        "const box = one.getBoundingClientRect(), at = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];"
        "const top = document.elementFromPoint(...at); return top && (one.contains(top) || top.contains(one) ||"
        " one.closest('label')?.contains(top)) ? '' : one.outerHTML })()"
    )
    for _ in range(45):
        tab.page.keyboard.press("Tab")
        assert tab.page.evaluate(covered) == ""
        if tab.page.evaluate("document.activeElement.dataset.key === 'next:camera'"):
            return
    raise AssertionError("Tab never came to Next")


def test_a_phone_takes_a_break_from_the_menu(serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """Its screen has no room for the button; the menu has it, and the way back."""
    referee, app = racing("racepack")
    tab = visit(serve(app), viewport={"width": 360, "height": 740})
    for paused in (True, False):
        tab.page.click("#settings-open")
        tab.page.click("#pause-open")
        tab.until(f"document.querySelectorAll('.notice.break').length === {int(paused)}")
        assert referee.snapshot()["paused"] is paused


def test_what_was_unfolded_stays_so_while_the_page_is_drawn_again(guide: Callable[..., tuple[Host, Visit]]) -> None:
    """Behind a camera the set-up is drawn with every picture that is checked; the variants stay open, one is chosen."""
    host, tab = guide()
    host.command(Guide(what="source", value=SIMULATED))
    tab.see("#source .dot.good")
    tab.click("options")
    for count in ("3", "2"):
        tab.click(f"count:{count}")
        tab.until(f"document.querySelector('[data-key=\"count:{count}\"]').checked")
    assert tab.page.is_visible('[data-key="options"] ~ fieldset')
    tab.page.locator('[data-key="options"] ~ fieldset input').last.check()
    while not host.choices.agreed:
        tab.page.wait_for_timeout(50)


@pytest.mark.long
@pytest.mark.parametrize("name", ["racepack", "nestorgames-gp"])
def test_at_twice_the_size_nothing_goes_over_the_edge(
    name: str, serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """A laptop zoomed to 200 %: the page and its dialogs are no wider than the screen, and no button is cut."""
    tab = visit(serve(racing(name)[1]), viewport={"width": 640, "height": 400})
    tab.see("#pad-body button")
    cut = "buttons => buttons.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"
    for opened in ("", "#settings-open", "#help-open", "#phones-open"):
        if opened:
            tab.page.click(opened)
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 640
        assert tab.page.eval_on_selector_all("button:not([hidden])", cut) == []
        assert axe_faults(tab.page) == []
        tab.page.keyboard.press("Escape")


def test_a_phone_held_in_the_other_hand_has_its_buttons_swapped(
    serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """A switch in the settings puts "turn done" at the other edge, and the phone remembers it. What an answer says lies
    over no button."""
    tab = visit(serve(racing("racepack", 4)[1]), viewport={"width": 360, "height": 740})

    def left_of_undo() -> bool:
        done, undo = (tab.see(f'#actions [data-key="{key}"]').bounding_box()["x"] for key in ("close", "undo"))
        return bool(done < undo)

    assert left_of_undo()
    tab.page.click("#settings-open")
    tab.page.check("#swap-on")
    tab.page.keyboard.press("Escape")
    assert not left_of_undo()
    tab.page.reload()
    assert not left_of_undo()
    tab.page.locator("#pad-body button").first.click()
    tab.see("#toast.shown")
    said = tab.page.locator("#toast").bounding_box()
    for button in tab.page.locator("button:visible").all():
        box = button.bounding_box()
        assert box["y"] + box["height"] <= said["y"] or said["y"] + said["height"] <= box["y"], button.inner_text()


@pytest.mark.parametrize("name", ["racepack", "home-racers"])
def test_a_piece_is_dragged_on_the_drawn_board(
    name: str, serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """The mouse takes a car, the page says where it would go, and one click writes a signed correction. Where a turn
    may end is told by names of spaces; a floor has none, and its numbers are not shown to people."""
    referee, app = racing(name)
    before = referee.match.state.position
    tab = visit(serve(app))
    told = tab.see(".ends-row").inner_text()
    assert ("marked on the drawn board" in told) == (name == "home-racers")
    assert ":" not in told
    tab.page.set_viewport_size({"width": 1100, "height": 800})
    cut = "document.querySelector('#standings-body .scroll')"
    assert tab.page.evaluate(f"{cut}.scrollWidth - {cut}.clientWidth") == 0, "the standings are not cut"
    tab.page.set_viewport_size({"width": 1280, "height": 800})
    tab.click("correct")
    tab.see("#correct .grip")
    assert axe_faults(tab.page) == []
    drag(tab.page, tab.page.locator(".grip").last, 58, 0)
    tab.page.fill("#correct-who", "Ann")
    tab.page.click("#place-set")
    tab.until("document.querySelector('#toast').classList.contains('shown')")
    entry = referee.match.entries[-1]
    assert (entry.kind, entry.data["who"]) == ("correct", "Ann")
    assert referee.match.state.position != before


def test_a_piece_is_moved_by_keyboard_on_a_phone(serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """Arrow keys and Enter put a pawn elsewhere; nothing is cut off at 360 px; no notation names hidden cards."""
    referee, app = racing("royal-racers", 39)  # then the space above the last pawn is free
    tab = visit(serve(app), viewport={"width": 360, "height": 740}, color_scheme="dark")
    tab.click("correct")
    tab.see("#correct .grip")
    assert tab.page.locator("#correct-text").is_hidden()
    assert tab.page.evaluate("document.querySelector('#correct').scrollWidth") <= 360
    tab.page.locator(".grip").last.focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowLeft", "ArrowDown"):
        tab.page.keyboard.press(key)
    tab.page.keyboard.press("ArrowUp")
    tab.page.keyboard.press("Enter")
    tab.page.keyboard.press("Enter")
    tab.until("document.querySelector('#toast').classList.contains('shown')")
    assert referee.match.entries[-1].kind == "correct"


def test_a_record_kept_deep_down_makes_no_page_wider_than_the_phone(
    serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """At 360 px the name of the record's file is broken wherever the line ends."""
    _, app = racing("racepack", 4, f"/home/{'x' * 70}/race.sqlite")
    tab = visit(serve(app), viewport={"width": 360, "height": 740})
    tab.until("document.querySelector('#record-note').textContent.includes('race.sqlite')")
    assert tab.page.evaluate("document.documentElement.scrollWidth") == 360


def test_every_answer_of_the_pad_fits_its_button_on_a_phone(
    serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """At 360 px and in German no button of the pad is narrower than its words."""
    _, app = racing("nestorgames-gp", 4)
    tab = visit(serve(app), viewport={"width": 360, "height": 740}, locale="de-DE")
    tab.see("#pad-body .choices button")
    assert "eine Zahl doppelt" in tab.page.locator("#pad-body").inner_text()
    cut = "buttons => buttons.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    assert tab.page.eval_on_selector_all("#pad-body .choices button", cut) == []


def test_of_many_sums_what_they_share_is_said_once(serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """Whoever is asked what was rolled taps a number: "in all" stands above the 27, beneath what is no sum."""
    referee, app = racing("nestorgames-gp", 20)
    law, start = referee.match.game, referee.match.state.position
    end = re.sub(r" dice=\S+", "", law.play(start, Random(1), None).stops[-1])
    for second, text in enumerate((start, end)):
        pieces = list(law.layout(text, referee.match.manifest))
        referee.match.feed(settled(pieces, second * 1_000_000_000), lambda: b"")
    referee.command(Close())
    tab = visit(serve(app))
    tab.see("#verdict .shared")
    rows = [one.inner_text().split("\n") for one in tab.page.locator("#verdict .choices").all()]
    assert tab.page.inner_text("#verdict .shared") == "in all"
    assert rows == [["a repeat", "a double six"], [str(number) for number in range(1, 28)]]


def test_thrown_dice_are_tapped_one_after_the_other(serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """Three faces and "tell these dice", by thumb and keys; a slip is taken back, what was thrown is said."""
    referee, app = racing("nestorgames-gp", 4)
    tab = visit(serve(app), viewport={"width": 360, "height": 740})
    tab.see("#pad-body .faces button")
    for face in ("2", "5", "6"):
        tab.page.click(f"[data-key='pad0:die{face}']")
    tab.page.click("[data-key='pad0:back']")
    tab.page.locator("[data-key='pad0:die1']").focus()
    tab.page.keyboard.press("Enter")
    assert tab.page.locator("#pad-body .tapped .dice").get_attribute("aria-label") == "2, 5, 1"
    tab.page.click("[data-key='pad0:say']")
    tab.until("document.querySelector('#pad-body .said') !== null")
    assert tab.page.locator("#pad-body .tapped .die").count() == 0
    assert referee.match.state.declared == ("roll=2+5+1",)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_move_runs_over_the_drawn_board(motion: str, serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """A ring goes from where the car stood to where it stands and vanishes; who wants no motion sees none."""
    referee, app = racing("racepack")
    tab = visit(serve(app), reduced_motion=motion)
    tab.until("document.querySelector('#board-picture').naturalWidth > 0")
    tab.page.evaluate(
        "window.rings = 0; new MutationObserver(() => {"
        " rings = Math.max(rings, document.querySelectorAll('.board-moves circle').length); })"
        ".observe(document.querySelector('#board-picture').parentNode, { childList: true })"
    )
    shown = tab.page.get_attribute("#board-picture", "src")
    law, position = referee.match.game, referee.match.state.position
    referee.command(Correct(position=law.play(position, Random(5), None).after))
    tab.until(f"document.querySelector('#board-picture').src !== '{shown}'")
    tab.page.wait_for_timeout(300)
    assert tab.page.evaluate("rings") == (1 if motion == "no-preference" else 0)
    tab.until("!document.querySelector('.board-moves')")


def test_a_word_is_about_the_turn_on_the_screen(serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """The finger is on a word as the turn closes: the next driver has not said it, and who said it is told."""
    referee, app = racing("racepack")
    tab = visit(serve(app))
    tab.page.locator("#pad-body [data-answer]:visible").first.hover()
    tab.page.mouse.down()
    law, position = referee.match.game, referee.match.state.position
    turn = referee.snapshot()["turn"]
    referee.command(Correct(position=law.play(position, Random(5), None).after))
    assert referee.snapshot()["turn"] != turn
    tab.page.wait_for_timeout(400)
    tab.page.mouse.up()
    tab.until("document.querySelector('#toast').innerText.includes('say it again')")
    assert referee.match.state.declared == ()
    tab.page.locator("#pad-body [data-answer]:visible").first.click()
    tab.until("document.querySelector('#pad-body .said') !== null")
    tab.errors.clear()  # that it was refused
