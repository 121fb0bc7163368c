"""Input that was right once: texts, bytes and JSON with pieces cut out, doubled, swapped and replaced by odd ones."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from referee.errors import NotationError
from referee.games.registry import GAMES

FEWER = settings(max_examples=settings().max_examples // 4)
"""For cases that take long each; four times as many, and as many more as one likes, with the profile ``wander``."""
ODD_TEXTS = (
    "9" * 5000, "9" * 25, "-1", "0", "1e999", "nan", "", " ", "\n", "=", ":", ",", ";", "+", "@", "/", "[" * 5000, "{}",
    "é", "٣", "²", "1_0", "\0", "\ud83d", "\u202e", "none", "zz9", "a" * 400, "<script>", "%s", "{0}", "../", "--",
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 2**31, 2**63, 10**400, 1.5, -1e308, "", "x", "9" * 5000, "\0", [], {}, [[]], [None],
    [[["a"]]], {"": {}}, {"rule": 1}, [{"rule": 1}], [{"text": "?", "answers": [[1]]}],
)  # fmt: skip


@st.composite
def mangled_text(draw: st.DrawFn, texts: Sequence[str]) -> str:
    """One of these texts after one to four accidents."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.sampled_from((1, 2, 5, 30))))
        accident = draw(st.integers(0, 4))
        numbers = list(re.finditer(r"[0-9]+", text))
        if accident == 0:
            text = text[:at] + text[end:]
        elif accident == 1:
            text = text[:end] + text[at:]
        elif accident == 2 and numbers:
            number = draw(st.sampled_from(numbers))
            digits = draw(st.sampled_from(("9" * 5000, "0", "-1", "99", "1000000", "1.5")))
            text = text[: number.start()] + digits + text[number.end() :]
        elif accident == 3:
            other = draw(st.sampled_from(texts))
            begin = draw(st.integers(0, len(other)))
            text = text[:at] + other[begin : begin + 20] + text[end:]
        else:
            text = text[:at] + draw(st.sampled_from(ODD_TEXTS)) + text[at:]
    return text


@st.composite
def mangled_bytes(draw: st.DrawFn, wholes: Sequence[bytes]) -> bytes:
    """One of these files after one to four accidents: bytes changed, cut off, doubled, or lost in the middle."""
    data = draw(st.sampled_from(wholes))
    for _ in range(draw(st.integers(1, 4))):
        at, length = draw(st.integers(0, len(data))), draw(st.sampled_from((1, 2, 8, 100, 4096)))
        accident = draw(st.integers(0, 4))
        if accident == 0:
            data = data[:at]
        elif accident == 1:
            data = data[:at] + data[at + length :]
        elif accident == 2:
            data = data[: at + length] + data[at:]
        elif accident == 3:
            data = data[:at] + draw(st.binary(min_size=1, max_size=8)) + data[at + length :]
        else:
            data = data[:at] + b"\xff" * min(length, len(data) - at) + data[at + length :]
    return data


@st.composite
def mangled_value(draw: st.DrawFn, values: Sequence[Any]) -> Any:
    """One of these JSON values with something in it lost, doubled, or replaced by something of another kind."""
    value = json.loads(json.dumps(draw(st.sampled_from(values))))
    for _ in range(draw(st.integers(1, 3))):
        value = _mangle(draw, value)
    return value


def _mangle(draw: st.DrawFn, value: Any) -> Any:
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not keys or draw(st.integers(0, 3)) == 0:
        return deepcopy(draw(st.sampled_from(ODD_VALUES)))
    key = draw(st.sampled_from(keys))
    accident = draw(st.integers(0, 4))
    if accident == 0:
        del value[key]
    elif accident == 1 and isinstance(value, list):
        value.append(deepcopy(value[key]))
    else:
        value[key] = _mangle(draw, value[key])
    return value


@cache
def lines_of(name: str) -> tuple[str, ...]:
    """Positions and looks of a game as they come in races with every option."""
    game = GAMES[name]
    found = []
    for players in game.players_allowed:
        position = game.start(players, Random(players))
        for number in range(4):
            turn = game.play(position, Random(number), None)
            found += [turn.before, *turn.stops, game.visible(turn.after)]
            position = turn.after
    for option in game.options:
        for value in option.values:
            try:
                found.append(game.start(game.players_allowed[-1], Random(1), {option.name: value}))
            except NotationError:  # not for so many players
                continue
    return tuple(dict.fromkeys(found))


@cache
def words_of(name: str) -> tuple[str, ...]:
    """What people say in a game."""
    game = GAMES[name]
    found = []
    position = game.start(game.players_allowed[0], Random(1))
    for number in range(12):
        found += [text for question in game.declarations(position) for _, text in question.answers]
        turn = game.play(position, Random(number), None)
        found += turn.declared
        position = turn.after
        if game.over(position) is not None:
            break
    return tuple(dict.fromkeys(found))
