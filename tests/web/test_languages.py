"""Every language says everything, with the same gaps to fill; the browser's language is taken unless somebody chose."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from web.words import FOLDER, LANGUAGES, words

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_text_with_its_gaps(language: str) -> None:
    """No key is missing or left over, none is empty, and each text has just the {gaps} of the English one."""
    english, other = words("en"), words(language)
    assert list(other) == list(english)
    for key, text in other.items():
        assert text
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", english[key])), key


def test_every_message_file_is_a_language_that_can_be_chosen() -> None:
    """The folder and the list of languages do not drift apart."""
    assert {path.name.split(".")[1] for path in FOLDER.glob("messages.*.json")} == set(LANGUAGES)


def test_every_text_that_the_page_asks_for_exists() -> None:
    """Keys written out in scripts and templates are in the message file."""
    asked = re.compile(r"""\bt\("([a-z][\w.-]*)"|words\[['"]([\w.-]+)['"]\]""")
    files = [*FOLDER.glob("*.js"), *(Path(FOLDER).parent / "templates").glob("*.html")]
    keys = {found[0] or found[1] for file in files for found in asked.findall(file.read_text(encoding="utf-8"))}
    assert len(keys) > 100
    assert keys <= set(words("en"))


@pytest.mark.parametrize(
    ("asked", "chosen", "expected"),
    [("de-AT,de;q=0.9", "", "de"), ("nl,fr;q=0.5", "", "fr"), ("nl", "", "en"), ("de", "fr", "fr"), ("de", "xx", "de")],
)
def test_the_page_speaks_the_visitors_language(client: FlaskClient, asked: str, chosen: str, expected: str) -> None:
    """The browser's languages are tried in their order, then English; the switch on the page comes before them."""
    if chosen:
        client.set_cookie("race_language", chosen)
    page = client.get("/", headers={"Accept-Language": asked}).get_data(as_text=True)
    assert f'<html lang="{expected}">' in page
    assert words(expected)["eye.heading"] in page
