"""The page's own files: asked for all at once, and by a browser only once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from web import files

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

PAGES = ("/", "/overlay", "/kit", "/join")


@pytest.mark.parametrize("address", PAGES)
def test_every_module_of_a_page_is_named_in_it_and_kept_for_good(client: FlaskClient, address: str) -> None:
    """Whatever an import names, through other modules too, stands in the page, is there, and is asked for once."""
    text = client.get(address).get_data(as_text=True)
    (script,) = re.findall(r'<script type="module" src="([^"]+)"', text)
    named = {script, *re.findall(r'<link rel="modulepreload" href="([^"]+)"', text)}
    for one in named:
        with client.get(one) as file:
            assert file.status_code == 200
            assert file.cache_control.immutable
            assert file.cache_control.max_age == files.KEPT_S
            folder = one.rpartition("/")[0]
            wanted = re.findall(
                r'^(?:import|export) [^;]*?from "\./([^"]+)"', file.get_data(as_text=True), re.MULTILINE
            )
            assert {f"{folder}/{name}" for name in wanted} <= named


def test_what_is_not_there_is_not_kept(client: FlaskClient) -> None:
    """A file of another version is no file: it may be there tomorrow."""
    for address in ("/static/main.js", f"/static/{files.version()}/none.js"):
        answer = client.get(address)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store")


def test_another_file_makes_another_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One letter more in one of them, and a browser that has the old ones asks for the new."""
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    (tmp_path / "one.js").write_text("1")
    before = files.version.__wrapped__()
    assert files.version.__wrapped__() == before
    (tmp_path / "one.js").write_text("12")
    assert files.version.__wrapped__() != before
