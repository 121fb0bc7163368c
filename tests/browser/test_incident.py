"""The place of a fault on the page: large, before and after by tap and key, the seconds before as a loop."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flask import Flask

from referee.commands import Close, Name
from web.app import create_app

from .axe import axe_faults
from .conftest import PHONE
from .laid_table import LaidTable, before_a_doubt, faulty, legal

if TYPE_CHECKING:
    from .conftest import Visit

    Visits = Callable[..., Visit]

CLEAR_FAULTS = ("racepack/speed-change", "racepack/lane-change", "racepack/forward")
FIGURE = "#verdict .incident"
SHOWN = f"document.querySelector('{FIGURE} img').src.split('?')[0].split('/').pop()"
LOADED = f"document.querySelector('{FIGURE} img').naturalWidth === 960"


def called() -> LaidTable:
    """A table on which a fault has just been called."""
    table = LaidTable()
    table.play(legal(table.law, table.position))
    table.play(faulty(table.law, table.position, *CLEAR_FAULTS))
    table.referee.command(Close())
    return table


def fault(serve: Callable[[Flask], str], visit: Visits, **options: Any) -> Visit:
    """A page that shows its place."""
    tab = visit(serve(create_app(called().referee)), **options)
    tab.see(FIGURE)
    tab.until(LOADED)
    return tab


def test_the_place_is_shown_large_and_changes_by_tap_and_by_key(serve: Callable[[Flask], str], visit: Visits) -> None:
    """After first; a tap, the button and the key B show before, and after again; words say what is to be seen."""
    tab = fault(serve, visit)
    assert tab.page.evaluate(SHOWN) == "after.jpg"
    tab.until(f"document.querySelector('{FIGURE} img').alt.includes('step')")
    tab.page.click(f"{FIGURE} .incident-picture")
    tab.until(f"{SHOWN} === 'before.jpg' && {LOADED}")
    pressed = tab.page.locator(f"{FIGURE} [aria-pressed=true]")
    assert pressed.all_inner_texts() == ["Before"]
    tab.page.keyboard.press("b")
    tab.until(f"{SHOWN} === 'after.jpg'")
    tab.page.get_by_role("button", name="Before", exact=True).first.click()
    tab.until(f"{SHOWN} === 'before.jpg'")
    assert tab.page.locator(f"{FIGURE} img").bounding_box()["width"] > 480
    assert axe_faults(tab.page) == []


def test_the_picture_calls_drivers_by_their_names(serve: Callable[[Flask], str], visit: Visits) -> None:
    """Whoever is given a name while a fault is shown has it in the picture, and in the words for it."""
    table = called()
    tab = visit(serve(create_app(table.referee)))
    tab.see(FIGURE)
    tab.until(LOADED)
    source = f"document.querySelector('{FIGURE} img').src"
    plain = tab.page.evaluate(source)
    table.referee.command(Name(table.referee.snapshot()["verdict"]["player"], "Ann"))
    tab.until(f"document.querySelector('{FIGURE} img').alt.includes('Ann') && {LOADED}")
    named = tab.page.evaluate(source)
    bodies = [tab.page.request.get(one).body() for one in (plain, named)]
    assert plain != named, "the browser kept the one with the colour"
    assert bodies[0] == bodies[1], "an old address shows what holds now"
    kept = table.referee.incident(table.referee.snapshot()["verdict"]["entry"])
    assert bodies[1] not in {kept.picture(name) for name in ("before", "after")}


def test_the_seconds_before_run_slowly_forwards_and_back(serve: Callable[[Flask], str], visit: Visits) -> None:
    """The key L starts the loop, at whose end it turns round, and stops it; then the place stands there again."""
    tab = fault(serve, visit)
    tab.page.evaluate(
        f"new MutationObserver(() => (window.seen ??= []).push(parseInt({SHOWN})))"
        f".observe(document.querySelector('{FIGURE} img'), {{attributes: true, attributeFilter: ['src']}})"
    )
    tab.page.keyboard.press("l")
    tab.until("(window.seen ?? []).some((one, at, all) => at > 1 && one < all[at - 1])")
    numbers = [int(one) for one in tab.page.evaluate("window.seen")]
    assert numbers[0] == 0
    assert all(abs(one - other) <= 1 for one, other in pairwise(numbers))
    tab.until(LOADED)
    tab.page.keyboard.press("l")
    tab.until(f"{SHOWN} === 'after.jpg'")


def test_who_wants_no_motion_gets_one_picture_a_press(serve: Callable[[Flask], str], visit: Visits) -> None:
    """With reduced motion nothing runs: each press shows the next of the seconds before."""
    tab = fault(serve, visit, reduced_motion="reduce")
    tab.page.keyboard.press("l")
    tab.until(f"{SHOWN} === '0.jpg'")
    tab.page.wait_for_timeout(1200)
    assert tab.page.evaluate(SHOWN) == "0.jpg"
    assert tab.page.locator(f"{FIGURE} [data-loop]").inner_text() == "Next picture"
    tab.page.keyboard.press("l")
    tab.until(f"{SHOWN} === '1.jpg'")


def test_the_place_fits_on_a_phone(serve: Callable[[Flask], str], visit: Visits) -> None:
    """On 360 px it is as wide as the card, nothing goes over the edge, and a question has its place, too."""
    tab = fault(serve, visit, viewport=PHONE)
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert tab.page.locator(f"{FIGURE} img").bounding_box()["width"] > 280
    table = LaidTable(start=before_a_doubt(LaidTable().law)[0])
    table.play(before_a_doubt(table.law)[1])
    asked = visit(serve(create_app(table.referee)), viewport=PHONE)
    asked.see("#verdict[data-status=UNDECIDED]")
    asked.see(FIGURE)
    asked.until(LOADED)


def test_a_race_from_single_pictures_without_a_past_says_so(serve: Callable[[Flask], str], visit: Visits) -> None:
    """Where no seconds before were kept there is a sentence in the stead of the loop."""
    table = called()
    table.referee.snapshot()["verdict"]["clip_ms"][1:] = []
    tab = visit(serve(create_app(table.referee)))
    tab.see(FIGURE)
    assert "No seconds before were kept" in tab.page.inner_text(FIGURE)
    assert tab.page.locator(f"{FIGURE} [data-loop]").count() == 0


def test_the_camera_picture_lies_under_the_drawn_board_for_who_wants_it(
    serve: Callable[[Flask], str], visit: Visits
) -> None:
    """By keyboard it is switched on, has the drawing's place and size, and is there after a reload; off, it is gone."""
    tab = visit(serve(create_app(LaidTable().referee)))
    tab.see("#board-picture")
    assert tab.page.locator(".board-beneath").count() == 0
    tab.page.focus("#board-beneath")
    tab.page.keyboard.press("Enter")
    for again in (True, False):
        tab.until("document.querySelector('.board-beneath')?.naturalWidth > 300")
        assert tab.page.get_attribute("#board-beneath", "aria-pressed") == "true"
        under, over = (tab.page.locator(one).bounding_box() for one in (".board-beneath", "#board-picture"))
        assert all(abs(under[side] - over[side]) < 2 for side in over)
        assert tab.page.evaluate("getComputedStyle(document.querySelector('#board-picture')).opacity") < "0.9"
        assert axe_faults(tab.page) == []
        if again:
            tab.page.reload()
    tab.page.click("#board-beneath")
    tab.until("!document.querySelector('.board-beneath')")
    assert tab.page.evaluate("getComputedStyle(document.querySelector('#board-picture')).opacity") == "1"


def test_what_was_pressed_stays_under_the_finger(serve: Callable[[Flask], str], visit: Visits) -> None:
    """The fault above is gone after *Undo*, and the button is still where the pointer is."""
    tab = fault(serve, visit)
    undo = tab.page.locator('[data-key="undo"]')
    undo.scroll_into_view_if_needed()
    at = undo.bounding_box()["y"]
    shown = "document.querySelector('#verdict').getBoundingClientRect().height"
    before = tab.page.evaluate(shown)
    undo.click()
    tab.until(f"{shown} < {before} - 100")
    assert abs(undo.bounding_box()["y"] - at) < 2.0
