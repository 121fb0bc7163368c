"""The page's own words, one file a language: ``static/messages.<language>.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "static"


@cache
def words(language: str) -> Mapping[str, str]:
    """Every text of the page in one language, by key.

    >>> words("en")["status.LEGAL"]
    'Legal'
    """
    texts: Mapping[str, str] = json.loads((FOLDER / f"messages.{language}.json").read_text(encoding="utf-8"))
    return texts
