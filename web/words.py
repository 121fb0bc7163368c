"""The language a visitor reads: the page's own words (``static/messages.<language>.json``), and the referee's in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from flask import Request

from referee.games.problem import Problem
from referee.words.catalogue import COMMON, Catalogue, in_language

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


def told_in(value: Any, language: str, words: Catalogue = COMMON, left: list[str] | None = None) -> Any:
    """JSON-able data with its sentences in a language; `left` takes the texts of which nobody knows what they say."""
    if isinstance(value, Mapping):
        return {key: told_in(one, language, words, left) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [told_in(one, language, words, left) for one in value]
    if not isinstance(value, str):
        return value
    text = value.said if isinstance(value, Problem) else value
    said = in_language(text, language, words)
    if said is None and left is not None and " " in text and not text.startswith("<"):
        left.append(text)
    return text if said is None else said
