"""Programs are let in on the page, by whoever sits at the computer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from referee.commands import Role
from referee.devices.machines import Machines
from tests.web.conftest import FakeRace
from web.app import create_app

from .axe import axe_faults

if TYPE_CHECKING:
    from .conftest import Visit


def test_a_token_is_made_shown_once_and_revoked(
    serve: Callable[..., str], visit: Callable[..., Visit], tmp_path: Path
) -> None:
    """Its role is chosen; the list names it; once it is revoked the token is nobody's."""
    machines = Machines(tmp_path)
    tab = visit(serve(create_app(FakeRace(), machines=machines)))
    tab.page.click("#phones-open")
    tab.page.click("#programs > summary")
    tab.page.fill('[data-key="program-name"]', "lamp")
    tab.page.select_option('[data-key="program-role"]', "declare")
    tab.click("admit")
    token = tab.see("#program-token").text_content()
    assert machines.role(token) is Role.DECLARE
    assert axe_faults(tab.page) == []
    tab.click("revoke-lamp")
    tab.until("document.querySelector('#program-token') === null")
    assert machines.role(token) is None
