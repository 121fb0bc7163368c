"""Names in a real browser: given once, they stand wherever a driver is spoken of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Flask

from web.app import create_app

from .axe import grave_faults
from .laid_table import LaidTable, legal

if TYPE_CHECKING:
    from .conftest import Visit


NAMES = ("van Ann", "Bob", "Cleo", "Dan")


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
    assert grave_faults(tab.page) == []
    tab.page.click("#names-form [type=submit]")
    tab.until("!document.querySelector('#names').open")
    tab.until("['van Ann', 'Bob'].every(name => document.querySelector('#standings-body').innerText.includes(name))")
    mover = table.referee.match.state.names[table.referee.snapshot()["now"]["player"]]
    assert mover in tab.page.inner_text("#turn-body .whose")
    table.play(legal(table.law, table.position))
    tab.until(f"document.querySelector('#verdict-body .sentence').textContent.includes({mover!r})")
    tab.page.click("#names-open")
    offered = "[...document.querySelectorAll('#names-known option')].map(one => one.value).sort().join()"
    assert tab.page.evaluate(offered) == ",".join(sorted(NAMES))
    tab.page.fill(f'[data-key="name:{drivers[1]}"]', "VAN ANN")
    tab.page.click("#names-form [type=submit]")
    tab.until("document.querySelector('#names-error').textContent === 'VAN ANN heißt schon jemand anderes.'")
    tab.errors.clear()  # that it was refused
    tab.page.click("#names-forget")
    assert tab.page.evaluate(offered) == ""
