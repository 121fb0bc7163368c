"""The page's own words, one file a language: ``static/messages.<language>.json``, and which of them a visitor reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Request

FOLDER = Path(__file__).parent / "static"
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}
LANGUAGE_COOKIE = "race_language"


@cache
def words(language: str) -> Mapping[str, str]:
    """Every text of the page in one language, by key.

    >>> words("en")["status.LEGAL"]
    'Legal'
    """
    texts: Mapping[str, str] = json.loads((FOLDER / f"messages.{language}.json").read_text(encoding="utf-8"))
    return texts


def language_of(request: Request) -> str:
    """The language a visitor chose on the page, else the one the browser asks for, else English."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES)) or "en"
