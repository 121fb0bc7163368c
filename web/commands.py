"""What a person may ask of the running race, checked for shape before anyone thinks about it.

| body | meaning |
|---|---|
| {"do": "start", "players": 4} | the board is laid, start the race |
| {"do": "declare", "text": "speed:2=3"} | somebody said something that a camera cannot see |
| {"do": "undeclare"} | take the last declaration back |
| {"do": "close"} | the turn is done |
| {"do": "undo"} | take the last thing back (by adding an entry) |
| {"do": "correct", "position": "..."} or {"do": "correct", "accept": true} | set it; or take the table as it is |
| {"do": "place", "piece": "S", "space": "c3"} | put one piece elsewhere; names as in the diagram's data- attributes |
| {"do": "overrule", "entry": 5, "status": "LEGAL", "why": "..."} | a person decides otherwise |
| {"do": "stand", "entry": 5} | let an illegal move stand |
| {"do": "again"} | after the podium: another race with the same game, players and camera |
| {"do": "next"} | after a race of a championship or campaign: its next race, as the table is laid |
| {"do": "pause", "on": true} | a break: nothing is judged until it is over |
| {"do": "mode", "mode": "advise", "who": "Ann"} | how strict the referee is: strict, advise or record |
| {"do": "guide", "what": "game", "value": "racepack"} | a choice on the way to the race; see `referee.hosting.host` |

`undo`, `correct`, `place`, `overrule` and `stand` may also carry "who" and "why": who decided so, and the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.errors import RefereeError
from web.live import STATUSES

LONGEST_TEXT = 4000
LARGEST_NUMBER = 2**31

SHAPES: Mapping[str, tuple[Mapping[str, type], ...]] = {
    "start": ({"players": int},),
    "declare": ({"text": str},),
    "undeclare": ({},),
    "close": ({},),
    "again": ({},),
    "next": ({},),
    "undo": ({},),
    "correct": ({"position": str}, {"accept": bool}),
    "place": ({"piece": str, "space": str},),
    "overrule": ({"entry": int, "status": str, "why": str},),
    "stand": ({"entry": int},),
    "mode": ({"mode": str, "who": str},),
    "pause": ({"on": bool},),
    "replay": ({"at": int},),
    "guide": ({"what": str, "value": str},),
}
"""command -> the sets of fields it can come with."""

SIGNED: Mapping[str, type] = {"who": str, "why": str}
"""What a decision may carry besides."""
DECISIONS = frozenset({"undo", "correct", "place", "overrule", "stand"})


class CommandError(RefereeError):
    """A command whose shape is wrong; its text says what it should have been."""


def checked(body: Any) -> dict[str, Any]:
    """The command, if it has one of the shapes above.

    >>> checked({"do": "stand", "entry": 5})
    {'do': 'stand', 'entry': 5}

    Raises
    ------
    CommandError
        With one sentence that says what is wrong.
    """
    if not isinstance(body, dict):
        raise CommandError('A command is a JSON object such as {"do": "close"}.')
    name = body.get("do")
    if not isinstance(name, str) or name not in SHAPES:
        raise CommandError(f"A command says what to do: one of {', '.join(SHAPES)}.")
    fields = {key: value for key, value in body.items() if key != "do"}
    besides = SIGNED if name in DECISIONS else {}
    if not any(_fits(fields, shape, besides) for shape in SHAPES[name]):
        shapes = " or ".join(_in_words(shape) for shape in SHAPES[name])
        raise CommandError(f"The command '{name}' takes {shapes}.")
    _check_values(fields)
    return body


def _fits(fields: Mapping[str, Any], shape: Mapping[str, type], besides: Mapping[str, type]) -> bool:
    known = {**besides, **shape}
    complete = shape.keys() <= fields.keys() <= known.keys()
    # bool is an int in Python, so the types must be the very same
    return complete and all(type(fields[key]) is known[key] for key in fields)


def _in_words(shape: Mapping[str, type]) -> str:
    names = {int: "a whole number", str: "text", bool: "true"}
    return " and ".join(f"'{key}' ({names[kind]})" for key, kind in shape.items()) or "nothing else"


def _check_values(fields: Mapping[str, Any]) -> None:
    if any(isinstance(value, str) and len(value) > LONGEST_TEXT for value in fields.values()):
        raise CommandError(f"That text is too long: {LONGEST_TEXT} characters at most.")
    if any(isinstance(value, int) and abs(value) > LARGEST_NUMBER for value in fields.values()):
        raise CommandError("That number is too large.")
    if any(isinstance(value, str) and "\0" in value for value in fields.values()):
        raise CommandError("That text holds a sign that is none.")
    if fields.get("status", "LEGAL") not in STATUSES:
        raise CommandError(f"A verdict is one of {', '.join(STATUSES)}.")
    if fields.get("accept") is False:
        raise CommandError("'accept' can only be true: it takes the table as it stands.")
