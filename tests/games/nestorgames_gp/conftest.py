"""Small races in text: a table before, the table after, and the referee's word on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from referee.games.base import Verdict
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.words_said import HERE, Spoken
from referee.judge.verdict import judge

GAME = NestorgamesGP()
BASE = {
    "board": "harbour",
    "cars": "R:s2,B:s15,G:s20",
    "box": "R:3/0,B:3/0,G:3/0",
    "edition": "tray",
    "seats": "RBG",
    "turn": "R",
    "started": "RBG",
}
VISIBLE = ("board", "cars", "missing", "box", "gate", "tray", "items", "dice", "unseen")
HIDDEN = (
    "edition", "switches", "seats", "turn", "qualifying", "duel", "started", "held", "safety", "record", "finished",
    "championship", "wins", "teams",
)  # fmt: skip
ORDER = (*VISIBLE, *HIDDEN)


def write(values: dict[str, str]) -> str:
    """A line of notation from its fields."""
    return " ".join(("nestorgames-gp", *(f"{key}={values[key]}" for key in ORDER if values.get(key))))


def patched(value: str, changes: str) -> str:
    """`cars` or `box` with some entries replaced: `R:s9` for red's."""
    entries = {part.split(":")[0]: part for part in value.split(",")}
    entries |= {part.split(":")[0]: part for part in changes.split(",")}
    return ",".join(entries.values())


def thrown(dice: str) -> str:
    """Dice on the card: `R2613` is red's 2, 6, 1 and 3."""
    return ",".join(f"{dice[0]}{n}:{face}@{34 * ((n - 1) % 3 - 1)}/0/{n}" for n, face in enumerate(dice[1:], 1))


def before_text(changes: dict[str, str]) -> str:
    """A position: the base with changes."""
    return write(_merge(BASE, changes))


def _merge(values: dict[str, str], changes: dict[str, str]) -> dict[str, str]:
    merged = dict(values)
    for key, value in changes.items():
        whole = key not in ("cars", "box") or "seats" in changes
        merged[key] = value if whole else patched(values[key], value)
        if key == "dice" and value not in ("", "?") and ":" not in value:
            merged[key] = thrown(value)
    return merged


@pytest.fixture
def verdict() -> Callable[..., Verdict]:
    """Judge a change: fields changed before the turn, then what has changed on the table after it.

    A fault by a word alone counts once the word was said again.
    """

    def judged(
        before: dict[str, str], after: dict[str, str], *declared: str, closed: bool = True, alone: bool = True
    ) -> Verdict:
        start = _merge(BASE, before)
        visible = {key: value for key, value in start.items() if key in VISIBLE}
        seen = _merge({**visible, "dice": ""}, after)
        stops = [GAME.observe(write(seen))]
        said: Sequence[str] = (*declared, "alone") if alone else declared
        found = judge(GAME, write(start), stops, said, closed)
        if any(answer == HERE for question in found.questions for _, answer in question.answers):
            meant = [*(Spoken(word, sure=True) for word in declared), *said[len(declared) :]]
            found = judge(GAME, write(start), stops, meant, closed)
        return found

    return judged


@pytest.fixture
def position() -> Callable[..., str]:
    """A position in text: the base with changes."""
    return lambda **changes: before_text(changes)
