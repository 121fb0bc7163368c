"""A table full of people who have raced for a while before they opened the program, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from web.app import create_app

from .axe import axe_faults
from .laid_camera import LaidCamera, play, seen
from .laid_table import first_position, legal
from .test_whole_path import NAME, _host_with, _set_up, _stands

if TYPE_CHECKING:
    from .conftest import Visit

TURNS_BEFORE = 9


@pytest.mark.long
def test_a_race_that_has_begun_already_goes_on_to_a_verdict(
    tmp_path: Path, serve: Callable[..., str], visit: Callable[..., Visit]
) -> None:
    """Game, camera, the table as it is read, whose turn it is and which lap a car is in by taps, the rest "not sure":
    the referee goes on from there, and the first turn is legal. No notation is shown."""
    camera = LaidCamera(NAME, first_position(NAME))
    law, position, host = camera.law, camera.position, _host_with(camera, tmp_path)
    for _ in range(TURNS_BEFORE):
        position = legal(law, position).after
    camera.lay(position)
    driver = law.book.driver(law.book.worlds(position)[0])
    try:
        tab = visit(serve(create_app(host, hosts=["127.0.0.1"])))
        _set_up(tab)
        seen(host, camera)
        tab.see('[data-key="start"]:disabled')
        tab.click("under-way")
        tab.see("#under-way[open] #under-way-picture")
        assert axe_faults(tab.page) == []
        assert "turn=" not in tab.page.inner_text("#under-way")
        tab.page.check(f'[data-key="turn next next:{driver}"]')
        tab.page.check('[data-key="S laps laps:1"]')
        tab.page.click("#under-way-send")
        tab.see("body[data-phase=race]")
        assert law.driver(_stands(host)) == law.driver(position)
        play(host, camera, legal(law, position))
        tab.see("#verdict[data-status=LEGAL]:not([data-provisional])")
    finally:
        host.stop()
