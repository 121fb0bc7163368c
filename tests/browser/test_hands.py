"""The drawn board in a real browser: pieces turned over and about, dice set, tokens taken, by mouse, touch, keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.assemble import Referee

from .axe import axe_faults
from .dragging import drag
from .test_race_screen import racing

if TYPE_CHECKING:
    from .conftest import Visit

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def newest(referee: Referee) -> tuple[str, str, str]:
    """Kind, cause and who of the record's last entry."""
    entry = referee.match.entries[-1]
    return entry.kind, entry.cause, str(entry.data.get("who", ""))


def done(tab: Visit) -> None:
    """Wait until the page says what was done."""
    tab.until("document.querySelector('#place-done').textContent.endsWith('by hand')")


def field(referee: Referee, name: str) -> str:
    """One field of the position's notation."""
    words = referee.match.state.position.split()
    return next(word.partition("=")[2] for word in words if word.startswith(f"{name}="))


def test_a_car_is_laid_belly_up_with_the_mouse(serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """A click on a car of nestorgames GP shows what can be done with it; turned over it is drawn so; undone."""
    referee, app = racing("nestorgames-gp", 12)
    tab = visit(serve(app))
    tab.click("correct")
    tab.page.fill("#correct-who", "Ann")
    tab.page.click('.grip[data-piece="R"]')
    tab.see("#place-deeds:not([hidden])")
    assert axe_faults(tab.page) == []
    before = referee.match.state.position
    tab.click("deed:flip")
    done(tab)
    assert newest(referee) == ("correct", "red was turned over by hand", "Ann")
    assert "belly-up" in referee.snapshot()["diagram"]
    tab.click("deed:flip")
    tab.until("document.querySelectorAll('#record-list .kind-correct').length === 2")
    tab.until("document.activeElement.dataset.key === 'deed:flip'")
    tab.page.keyboard.press("Escape")
    tab.click("undo")
    tab.until("document.querySelectorAll('#record-list .undone').length === 1")
    tab.click("undo")
    tab.until("document.querySelectorAll('#record-list .undone').length === 2")
    assert newest(referee)[2] == "", "nobody has signed that"
    assert referee.match.state.position == before


def test_a_card_is_turned_over_with_a_thumb(serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """On a dark phone a tap takes hold of a card of Royal Racers; nothing is cut off; a card has no other place."""
    referee, app = racing("royal-racers", 40)
    tab = visit(serve(app), color_scheme="dark", **PHONE)
    tab.click("correct")
    card = next(one for one in referee.snapshot()["hands"] if one["piece"].startswith("card:") and one["deeds"])
    grip = tab.page.locator(f'.grip[data-piece="{card["piece"]}"]')
    grip.tap()
    assert tab.page.input_value("#place-piece") == card["piece"]
    assert not tab.page.is_visible("#place-space")
    assert tab.page.is_disabled("#place-set")
    assert axe_faults(tab.page) == []
    assert tab.page.evaluate("document.querySelector('#correct').scrollWidth") <= 360
    before = field(referee, "cards")
    tab.page.locator('[data-key="deed:flip"]').tap()
    done(tab)
    assert field(referee, "cards") != before


def test_a_car_is_turned_with_one_key(serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """R turns a car of Home Racers by a side of its hexagon, Shift and R back; the grip keeps the focus."""
    referee, app = racing("home-racers", 8)
    tab = visit(serve(app))
    tab.click("correct")
    before = dict(item.split(":", 1) for item in field(referee, "cars").split(","))
    tab.page.locator('.grip[data-piece="R"]').focus()
    tab.page.keyboard.press("r")
    done(tab)
    turned = dict(item.split(":", 1) for item in field(referee, "cars").split(","))
    assert (float(turned["R"].split(":")[2]) - float(before["R"].split(":")[2])) % 360 == 60
    tab.until("document.activeElement.dataset.piece === 'R'")
    entries = tab.page.locator("#record-list .entry").count()
    tab.page.keyboard.press("Shift+R")
    tab.until(f"document.querySelectorAll('#record-list .entry').length > {entries}")
    assert dict(item.split(":", 1) for item in field(referee, "cars").split(",")) == before


def test_a_token_is_taken_and_a_die_set_from_the_lists(serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """Who uses no pointer chooses the piece from the list: a Racepack token taken back, the lap die set."""
    referee, app = racing("racepack", 12)
    tab = visit(serve(app))
    tab.click("correct")
    car = next(one for one in referee.snapshot()["hands"] if ["give:a", "token ace"] in one["deeds"] or one["deeds"])
    deed, words = car["deeds"][0]
    tab.page.select_option("#place-piece", car["piece"])
    button = tab.page.locator(f'[data-key="deed:{deed}"]')
    button.focus()
    tab.page.keyboard.press("Enter")
    done(tab)
    assert words in newest(referee)[1]
    die = next(one for one in referee.snapshot()["hands"] if one["piece"] == "lap-die")
    tab.page.select_option("#place-piece", "lap-die")
    face = die["deeds"][0][0]
    tab.click(f"deed:{face}")
    tab.until("document.querySelector('#place-done').textContent.includes('die')")
    assert newest(referee)[1].startswith("lap die was set to")


def test_a_road_tile_is_dragged(serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """A tile of Home Racers that lies without a car can be put elsewhere too; its grip goes with it."""
    referee, app = racing("home-racers", 8)
    tab = visit(serve(app))
    tile = next((one for one in referee.snapshot()["hands"] if ":" in one["piece"] and one["moves"]), None)
    assert tile is not None
    tab.click("correct")
    drag(tab.page, tab.page.locator(f'.grip[data-piece="{tile["piece"]}"]'), 40, -30)
    tab.page.click("#place-set")
    done(tab)
    assert newest(referee)[1] == f"{tile['name']} was put elsewhere by hand"
    assert tile["piece"] not in [one["piece"] for one in referee.snapshot()["hands"]]
