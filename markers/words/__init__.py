"""The words on the sheets in other languages, by the English ones: one JSON file a language.

Numbers may stand for any: "Cards {0} to {1}" is the entry for "Cards 1 to 9". Of [[this|that]] the first is for
those who type, the second, if there is one, for those who choose on the page.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "fr")
_UNBROKEN = re.compile(r"(?<=«) | (?=[;:!?»])")
_NUMBER, _TYPED = re.compile(r"\d+"), re.compile(r"\[\[([^|]*?)(?:\|(.*?))?\]\]")


@cache
def words_in(language: str) -> dict[str, str]:
    """What is called how in a language; nothing for English."""
    if language == ENGLISH:
        return {}
    found: dict[str, str] = json.loads(files(__name__).joinpath(f"{language}.json").read_text(encoding="utf-8"))
    return found


def told(text: str, language: str, typed: bool = True) -> str:
    """English words in a language, as they are where it lacks them; with what one types for it, or chooses.

    >>> told("Cards 1 to 9", "de"), told("Print it[[ (--oval)]].", "en"), told("Print[[ (--x)| (X)]].", "en", False)
    ('Karten 1 bis 9', 'Print it (--oval).', 'Print (X).')

    On the page no line begins with a French sign; a sheet's own lines are broken elsewhere.
    """
    said = _TYPED.sub(r"\1" if typed else r"\2", _in(language, text))
    return _UNBROKEN.sub("\N{NO-BREAK SPACE}", said) if language == "fr" and not typed else said


def figure(number: float, language: str) -> str:
    """A number as a language writes it.

    >>> figure(6.35, "de"), figure(6.35, "en"), figure(28.0, "fr")
    ('6,35', '6.35', '28')
    """
    return f"{number:g}" if language == ENGLISH else f"{number:g}".replace(".", ",")


def _in(language: str, text: str) -> str:
    words = words_in(language)
    if text in words:
        return words[text]
    numbers = _NUMBER.findall(text)
    count = iter(range(len(numbers)))
    pattern = _NUMBER.sub(lambda _: f"{{{next(count)}}}", text)
    return words[pattern].format(*numbers) if pattern in words else text
