"""JSON from files and people: whatever is wrong with it is a ValueError, and what comes out can be written again."""

from __future__ import annotations

import json
import math
import re
from typing import Any

_HALF_A_SIGN = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text.

    >>> read_json('{"a": [1, 2.5]}')
    {'a': [1, 2.5]}

    Raises
    ------
    ValueError
        when it is no JSON, is nested too deeply, or holds what cannot be passed on: a number that is not finite or has
        thousands of digits, half a character.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    try:
        value = json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if _HALF_A_SIGN.search(text):
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # a UnicodeEncodeError is a ValueError
    return value


def _whole(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:  # Python reads no more than some thousand digits
        raise ValueError("a number in it is too large") from None


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number in it is too large")
    return number


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number")
