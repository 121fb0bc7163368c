"""The words on the sheets in other languages, by the English ones: one JSON file a language.

Numbers may stand for any: "Cards {0} to {1}" is the entry for "Cards 1 to 9".
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "fr")
_NUMBER = re.compile(r"\d+")


@cache
def words_in(language: str) -> dict[str, str]:
    """What is called how in a language; nothing for English."""
    if language == ENGLISH:
        return {}
    found: dict[str, str] = json.loads(files(__name__).joinpath(f"{language}.json").read_text(encoding="utf-8"))
    return found


def told(text: str, language: str) -> str:
    """English words in a language; as they are where it lacks them.

    >>> told("Cards 1 to 9", "de")
    'Karten 1 bis 9'
    """
    words = words_in(language)
    if text in words:
        return words[text]
    numbers = _NUMBER.findall(text)
    count = iter(range(len(numbers)))
    pattern = _NUMBER.sub(lambda _: f"{{{next(count)}}}", text)
    return words[pattern].format(*numbers) if pattern in words else text
