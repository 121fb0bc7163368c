"""Whether entries say what entries say: a record from elsewhere may hold anything under a name that we use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.errors import RecordError
from referee.record.entry import Entry
from referee.record.view import are_places, is_view

TEXTS = frozenset(
    {"status", "player", "turn", "sentence", "observation", "text", "why", "who", "baseline", "seen", "after", "mode"}
)
NUMBERS = frozenset({"entry", "players", "race", "keep", "stands"})
FLAGS = frozenset({"provisional", "guessed", "unsure", "sure", "carried", "answer", "late", "pause", "resumed"})
NEEDED: Mapping[str, tuple[str, ...]] = {
    "stop": ("observation",), "declare": ("text",), "verdict": ("status",), "overrule": ("entry", "status"),
    "undo": ("entry",),
}  # fmt: skip
STATUSES = ("LEGAL", "ILLEGAL", "UNDECIDED")
LARGEST = 2**62


def check_shapes(entries: Iterable[Entry]) -> None:
    """Raise RecordError, naming the first entry that says something no referee writes."""
    for entry in entries:
        wrong = _wrong(entry)
        if wrong:
            raise RecordError(f"Entry {entry.id} of this record is none that a referee writes: its '{wrong}' is wrong.")


def _wrong(entry: Entry) -> str:
    """The name of the first thing in an entry that is of the wrong kind or is not there; "" when all is well."""
    data = entry.data
    lacking = next((name for name in NEEDED.get(entry.kind, ()) if name not in data), "")
    if lacking or abs(entry.time_ns) > LARGEST:
        return lacking or "time_ns"
    return next((name for name, value in data.items() if not _fits(name, value)), "")


def _fits(name: str, value: Any) -> bool:
    if name == "status":
        return value in STATUSES
    if name in TEXTS:
        return isinstance(value, str)
    if name in NUMBERS:
        return _whole(value)
    if name in FLAGS:
        return isinstance(value, bool)
    if name == "clip_ms":
        return _all(value, _whole)
    if name == "violations":
        return _all(value, _is_violation)
    if name == "lines":
        return _all(value, _is_line)
    if name == "views":
        return isinstance(value, Mapping) and all(is_view(one) for one in value.values())
    if name in ("names", "agreed"):
        return isinstance(value, Mapping) and all(isinstance(one, str) for one in value.values())
    if name == "pieces":
        return are_places(value)
    if name == "questions":
        return _all(value, _is_question)
    return name not in ("alternatives", "unsaid") or _all(value, lambda one: isinstance(one, str))


def _all(values: Any, fits: Any) -> bool:
    return isinstance(values, list | tuple) and all(fits(one) for one in values)


def _whole(value: Any) -> bool:
    return type(value) is int and abs(value) <= LARGEST


def _is_violation(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(value.get(name), str) for name in ("rule", "message"))


def _is_line(value: Any) -> bool:
    if not isinstance(value, Mapping) or not all(isinstance(value.get(name), str) for name in ("turn", "after")):
        return False
    return _all(value.get("violations"), _is_violation) and _all(value.get("assumes"), lambda one: isinstance(one, str))


def _is_question(value: Any) -> bool:
    def is_answer(one: Any) -> bool:
        return _all(one, lambda word: isinstance(word, str)) and len(one) == 2

    return isinstance(value, Mapping) and isinstance(value.get("text"), str) and _all(value.get("answers"), is_answer)
