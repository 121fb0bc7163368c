"""Names in a real browser: given once, they stand wherever a driver is spoken of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Flask

from referee.hosting import Host
from web.app import create_app

from .axe import axe_faults
from .laid_table import LaidTable, legal

if TYPE_CHECKING:
    from .conftest import Visit


NAMES = ("van Ann", "Bob", "Cleo", "Dan")


def test_who_drives_is_asked_before_the_race_and_remembered(guide: Callable[..., tuple[Host, Visit]]) -> None:
    """The first screen asks who drives which colour; two are named, two left out. The browser fills the names in when
    the program was started anew, the race has them from its first entry on, and an emptied field is forgotten."""
    host, tab = guide()
    tab.see('[data-key="name:red"]')
    for driver, name in (("red", NAMES[0]), ("black", NAMES[1]), ("blue", NAMES[2])):
        tab.page.fill(f'[data-key="name:{driver}"]', name)
        tab.page.keyboard.press("Tab")
    tab.page.fill('[data-key="name:blue"]', "")
    tab.page.keyboard.press("Tab")
    wanted = {"red": NAMES[0], "black": NAMES[1]}
    tab.until("document.querySelector('[data-key=\"name:black\"]').value === 'Bob'")
    while {one: name for one, name in host.choices.names.items() if name} != wanted:
        tab.page.wait_for_timeout(50)
    assert axe_faults(tab.page) == []
    host._choose(names={})  # as after a new start of the program
    host.announce()
    tab.page.reload()
    tab.until("document.querySelector('[data-key=\"name:red\"]')?.value === 'van Ann'")
    assert tab.page.input_value('[data-key="name:blue"]') == ""
    for key in ("next:camera", "camera:simulated", "next:picture"):
        tab.see(f'[data-key="{key}"]')
        tab.click(key)
    tab.until("document.querySelectorAll('.checks [data-state=ok]').length >= 4")
    for key in ("next:lens", "pass:lens"):
        tab.see(f'[data-key="{key}"]')
        tab.click(key)
    tab.see("#turn .ready")
    tab.click("start")
    tab.until("document.querySelectorAll('#standings-body tr').length > 4")
    standings = tab.page.inner_text("#standings-body").lower()
    assert all(name in standings for name in ("van ann", "bob", "blue", "green"))
    assert host.referee is not None
    assert dict(host.referee.match.state.names) == wanted


def test_a_name_that_was_erased_at_once_stays_erased_however_slow_the_way_is(
    guide: Callable[..., tuple[Host, Visit]],
) -> None:
    """What is said of a driver reaches the program in the order in which it was typed, also if the first is held up."""
    host, tab = guide(turns=4)
    tab.see('[data-key="name:blue"]')
    tab.page.evaluate(
        """() => {
        const fetch = window.fetch;
        window.answered = [];
        window.fetch = async (...request) => {
            const told = String(request[1]?.body);
            await new Promise((done) => setTimeout(done, told.includes("Cleo") ? 500 : 0));
            const answer = await fetch(...request);
            window.answered.push(told);
            return answer;
        };
    }"""
    )
    for name in ("Cleo", ""):
        tab.page.fill('[data-key="name:blue"]', name)
        tab.page.keyboard.press("Tab")
        tab.page.evaluate("new Promise((done) => setTimeout(done))")  # the field was left before it is gone back to
    for name in ("Cleo", ""):
        tab.until(f"""answered.some((told) => told.includes('"blue={name}"'))""")
    assert not host.choices.names.get("blue")


def test_what_is_typed_is_not_lost_when_the_screen_is_drawn_anew(guide: Callable[..., tuple[Host, Visit]]) -> None:
    """A name and a camera's address outlive every change of the screen, and so does the place of writing."""
    host, tab = guide(turns=4)

    def typed(key: str, *parts: str) -> str:
        tab.see(f'[data-key="{key}"]')
        tab.page.click(f'[data-key="{key}"]')
        for part in parts:
            tab.page.keyboard.type(part)
            tab.page.evaluate("document.querySelector('#guide-body').firstChild.id = 'drawn-before'")
            host._choose(names={**host.choices.names, "red": part})
            host.announce()
            tab.until("!document.querySelector('#drawn-before')")
        return str(tab.page.input_value(f'[data-key="{key}"]'))

    assert typed("name:blue", "Cl", "eo") == "Cleo"
    tab.page.keyboard.press("Tab")
    while host.choices.names.get("blue") != "Cleo":
        tab.page.wait_for_timeout(50)
    tab.click("next:camera")
    assert typed("source-text", "rt", "sp://camera") == "rtsp://camera"
    host._choose(names={**host.choices.names, "green": "Gwen"})  # as given in a race since
    host.announce()
    tab.click("step:game")
    tab.until("document.querySelector('[data-key=\"name:green\"]')?.value === 'Gwen'")


def test_a_named_driver_is_called_so_everywhere(serve: Callable[[Flask], str], visit: Callable[..., Visit]) -> None:
    """Names typed into the window stand in the standings, in whose turn it is and in the verdict, in German too; the
    browser offers them for the next race until it is told to forget them."""
    table = LaidTable()
    tab = visit(serve(create_app(table.referee)), locale="de-DE")
    tab.see("body[data-phase=race]")
    tab.page.click("#names-open")
    tab.see("#names[open]")
    drivers = tab.page.eval_on_selector_all("#names-fields input", "all => all.map(one => one.name)")
    for driver, name in zip(drivers, NAMES, strict=False):
        tab.page.fill(f'[data-key="name:{driver}"]', name)
    assert axe_faults(tab.page) == []
    tab.page.click("#names-form [type=submit]")
    tab.until("!document.querySelector('#names').open")
    tab.until("['van Ann', 'Bob'].every(name => document.querySelector('#standings-body').innerText.includes(name))")
    mover = table.referee.match.state.names[table.referee.snapshot()["now"]["player"]]
    assert mover in tab.page.inner_text("#turn-body .whose")
    table.play(legal(table.law, table.position))
    tab.until(f"document.querySelector('#verdict-body .sentence').textContent.includes({mover!r})")
    tab.click("undo")
    tab.until(f"document.querySelector('#toast').textContent.includes({mover!r})")
    tab.click("correct")
    tab.page.select_option("#place-piece", label="Bob")
    tab.page.select_option("#place-space", index=3)
    tab.page.click("#place-set")
    tab.until("document.querySelector('#place-done').textContent.includes('Bob')")
    tab.page.click("#correct [data-close]")
    tab.page.click("#names-open")
    offered = "[...document.querySelectorAll('#names-known option')].map(one => one.value).sort().join()"
    assert tab.page.evaluate(offered) == ",".join(sorted(NAMES))
    tab.page.fill(f'[data-key="name:{drivers[1]}"]', "VAN ANN")
    tab.page.click("#names-form [type=submit]")
    tab.until("document.querySelector('#names-error').textContent === 'VAN ANN heißt schon jemand anderes.'")
    tab.errors.clear()  # that it was refused
    tab.page.click("#names-forget")
    assert tab.page.evaluate(offered) == ""


def test_the_sign_beside_a_colour_is_that_of_the_game(guide: Callable[..., tuple[Host, Visit]]) -> None:
    """Red has a sun on a piecepack and a ring on a car; the field follows when another game is chosen, with the name
    that was typed."""
    _, tab = guide()
    sign = (
        "document.querySelector('[data-key=\"name:red\"]').parentElement.querySelector('.suit .mark').getAttribute('d')"
    )
    tab.see('[data-key="name:red"]')
    tab.page.fill('[data-key="name:red"]', "Ann")
    sun = tab.page.evaluate(sign)
    tab.click("game:home-racers")
    tab.see('[data-key="count:1"]')
    assert (tab.page.evaluate(sign) == sun, tab.page.input_value('[data-key="name:red"]')) == (False, "Ann")


def test_a_name_that_is_taken_is_refused_at_its_field(guide: Callable[..., tuple[Host, Visit]]) -> None:
    """Two of one name: the step stays, the reason stands at the second field, and another name leads on. So does one
    that is too long: it is not cut off without a word."""
    host, tab = guide(turns=4)
    tab.see('[data-key="name:red"]')
    tab.page.fill('[data-key="name:red"]', "Zoé")
    tab.page.fill('[data-key="name:blue"]', "Zoé")
    tab.click("next:camera")
    error = '[data-key="name:blue"] + .error'
    tab.until(f"document.querySelector('{error}')?.textContent === 'Somebody else is called Zoé.'")
    assert tab.page.evaluate("document.activeElement.dataset.key") == "name:blue"
    assert host.choices.step == "game"
    tab.page.fill('[data-key="name:blue"]', "Maximiliane von und zu Hohenstein")
    tab.click("next:camera")
    tab.until(f"document.querySelector('{error}')?.textContent === 'A name has at most 24 letters.'")
    tab.page.fill('[data-key="name:blue"]', "Ida")
    tab.click("next:camera")
    tab.see('[data-key="camera:simulated"]')
    assert host.choices.names["blue"] == "Ida"
    assert all("409" in error for error in tab.errors)  # a browser notes each refusal by itself
    tab.errors.clear()
