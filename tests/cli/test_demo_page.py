"""The page of `referee demo`: opened by itself, unless nobody wants that."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import demo
from referee.cli.main import cli

ADDRESS = "http://127.0.0.1:8000/"


@pytest.mark.parametrize(("words", "opened"), [((), [ADDRESS]), (("--no-browser",), [])])
@pytest.mark.few(1)
def test_the_page_opens_by_itself_unless_that_is_not_wanted(
    words: tuple[str, ...], opened: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its address is said either way."""

    def served(*_: Any, ready: Callable[[str], None]) -> None:
        ready(ADDRESS)

    found: list[str] = []
    monkeypatch.setattr(demo, "serve_page", served)
    monkeypatch.setattr(webbrowser, "open", found.append)
    record = ("--record", str(tmp_path / "race.sqlite"), "--size", "640x360")
    done = CliRunner().invoke(cli, ["demo", *record, *words])
    assert done.exit_code == 0, done.output
    assert ADDRESS in done.output
    assert found == opened
