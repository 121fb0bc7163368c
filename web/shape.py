"""The shape of what the page draws, field by field: what OpenAPI and AsyncAPI say of it, and a check that it is so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Shape = Any
"""A type, a tuple of allowed words, [shape] for a list, {key: shape} for an object, (None, shape) if it may be null."""

_QUESTION = {"text": str, "answers": [[str]], "dice": int}
_VIOLATION = {"rule": str, "title": str, "section": str, "message": str}
_VERDICT = {
    "entry": int,
    "status": ("LEGAL", "ILLEGAL", "UNDECIDED"),
    "player": str,
    "about": [str],
    "turn": str,
    "sentence": str,
    "violations": [_VIOLATION],
    "questions": [_QUESTION],
    "alternatives": [str],
    "due": str,
    "provisional": bool,
    "pictures": [str],
    "clip_ms": [int],
    "place": bool,
    "stands": bool,
    "overruled": (None, {"status": str, "why": str}),
    "large": bool,
    "readings": [{"answer": str, "declaration": str, "words": str, "board": int}],
}
_STANDING = {"car": str, "player": str, "lap": str, "place": str, "tokens": str, "note": str}
_ENTRY = {
    "id": int,
    "time": int,
    "kind": str,
    "origin": str,
    "player": str,
    "about": [str],
    "status": str,
    "holds": str,
    "stands": bool,
    "sentence": str,
    "rules": [str],
    "provisional": bool,
    "undone": bool,
    "pictures": [str],
    "clip_ms": [int],
    "place": bool,
}
_PODIUM = {
    "rows": [{"place": str, "car": str, "player": str, "lap": str, "note": str, "turns": int, "faults": int}],
    "turns": int,
    "faults": int,
    "overruled": int,
    "corrected": int,
    "lasted_ms": int,
    "again": bool,
}
_SEASON = {
    "name": str,
    "race": int,
    "races": int,
    "target": int,
    "rows": [{"place": str, "car": str, "player": str, "score": float, "won": int}],
    "goes_on": bool,
    "problem": str,
}
_GUIDE = {
    "step": str,
    "steps": [{"name": str, "state": ("done", "now", "todo", "passed")}],
    "games": [
        {
            "name": str,
            "title": str,
            "players": [int],
            "options": [{"name": str, "words": str, "choices": [[str]], "default": str}],
        }
    ],
    "game": str,
    "players": int,
    "agreed": dict,
    "drivers": [str],
    "whose": str,
    "names": dict,
    "cameras": [{"source": str, "title": str, "thumbnail": bool, "note": str}],
    "source": str,
    "checks": [{"name": str, "state": ("wait", "ok", "warn", "bad"), "why": str, "value": str}],
    "lens": {
        "state": ("off", "looking", "done"),
        "views": int,
        "wanted": int,
        "grid": [[int]],
        "tilted": int,
        "news": str,
        "wish": str,
        "failed": str,
        "error_mm": str,
        "origin": str,
        "doubt": str,
        "off": (None, {"car": str, "mm": str}),
    },
    "unfinished": [{"record": str, "game": str, "turns": int, "film": str, "simulated": bool, "last_ns": int}],
    "problem": str,
    "kit": str,
    "sheet": str,
}
SNAPSHOT: Mapping[str, Shape] = {
    "seq": int,
    "game": str,
    "title": str,
    "phase": ("setup", "survey", "race", "over"),
    "turn": int,
    "source": {"name": str, "ok": bool, "note": str, "frames_per_second": float},
    "warnings": [str],
    "problems": [str],
    "diagram": str,
    "now": {
        "player": str,
        "sentence": str,
        "ends": [str],
        "standings": [_STANDING],
        "seconds": int,
        "time_up": str,
        "lasted_ms": int,
    },
    "pad": [_QUESTION],
    "declared": [str],
    "said": [str],
    "verdict": (None, _VERDICT),
    "waiting": [_VERDICT],
    "entries": [_ENTRY],
    "mode": ("strict", "advise", "record"),
    "paused": bool,
    "undoing": (None, {"what": ("close", "overrule", "turn", "correct", "start", "end"), "player": str}),
    "put_back": (None, {"sentences": [str], "entry": int}),
    "outcome": (None, str),
    "leaves": bool,
    "record": str,
    "head": str,
    "piece": str,
    "called": dict,
    "names": dict,
    "setup": {
        "players": [int],
        "missing": str,
        "joining": (
            None,
            {
                "players": int,
                "problem": str,
                "unseen": [{"piece": str, "player": str, "name": str, "kind": str, "deeds": [[str]]}],
            },
        ),
    },
    "guide": (None, _GUIDE),
    "replay": (None, {"at": int, "times_ms": [int], "marks": [str]}),
    "podium": (None, _PODIUM),
    "hands": [{"piece": str, "name": str, "moves": bool, "deeds": [[str]]}],
    "season": (None, _SEASON),
}
"""The shape of a snapshot. `time` is in ns, since 1970 or since a recording began; entries come newest first.

`turn` is the entry after which the turn under way began, for commands about this turn and no other (0 before a race).
`player` of a verdict is whose turn it was, `about` are those whom its word is about: where a rule was broken those who
broke it. `waiting` are older faults that nobody has answered, newest first; the verdict that is `large` is shown so.
`leaves`: whether there is a set-up to leave the race for. `put_back`: what people still have to lay as it was before
what they have undone, and the entry whose `before` picture shows it, 0 for none. `piece` is what the game calls what
stands in the race for a driver, `names` are those that people gave to drivers, by colour.
`setup.joining`: a race that is under way as the table shows it, or in `problem` why it shows none. What no camera sees
is told by pieces, each with what may be so of it: the deed, what it is about, and "so" where that is likely.
`called` says how drivers are called in the reader's language, by the names that all fields have for them.
"""


_TYPES = {str: "string", int: "integer", bool: "boolean", float: "number", dict: "object"}


def schema_of(shape: Shape) -> dict[str, Any]:
    """A shape as JSON Schema.

    >>> schema_of([int])
    {'type': 'array', 'items': {'type': 'integer'}}
    """
    if isinstance(shape, Mapping):
        properties = {key: schema_of(one) for key, one in shape.items()}
        return {"type": "object", "properties": properties, **({"required": list(shape)} if shape else {})}
    if isinstance(shape, list):
        return {"type": "array", "items": schema_of(shape[0])}
    if isinstance(shape, tuple):
        return {"enum": list(shape)} if shape[0] is not None else {"anyOf": [{"type": "null"}, schema_of(shape[1])]}
    return {"type": _TYPES[shape]}


def shape_faults(value: Any, shape: Shape = SNAPSHOT, where: str = "snapshot") -> tuple[str, ...]:
    """What keeps a snapshot from having the shape the page draws, in sentences; empty when it fits.

    >>> shape_faults({"players": [2, "3"]}, {"players": [int]}, "setup")
    ('setup.players[1] should be int, not str',)
    """
    if isinstance(shape, Mapping):
        return _object_faults(value, shape, where)
    if isinstance(shape, list):
        if not isinstance(value, list | tuple):
            return (f"{where} should be a list, not {type(value).__name__}",)
        return tuple(f for i, item in enumerate(value) for f in shape_faults(item, shape[0], f"{where}[{i}]"))
    if isinstance(shape, tuple):
        return _choice_faults(value, shape, where)
    # True is an int in Python, but no number on a page
    kinds = (int, float) if shape is float else (shape,)
    fits = isinstance(value, kinds) and (shape is bool or not isinstance(value, bool))
    return () if fits else (f"{where} should be {shape.__name__}, not {type(value).__name__}",)


def _object_faults(value: Any, shape: Mapping[str, Shape], where: str) -> tuple[str, ...]:
    if not isinstance(value, Mapping):
        return (f"{where} should be an object, not {type(value).__name__}",)
    missing = tuple(f"{where}.{key} is missing" for key in shape if key not in value)
    present = (key for key in shape if key in value)
    return missing + tuple(f for key in present for f in shape_faults(value[key], shape[key], f"{where}.{key}"))


def _choice_faults(value: Any, shape: tuple[Any, ...], where: str) -> tuple[str, ...]:
    if shape[0] is None:
        return () if value is None else shape_faults(value, shape[1], where)
    return () if value in shape else (f"{where} should be one of {', '.join(shape)}, not {value!r}",)
