"""An entry as one line of JSON and back, without losing anything."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.errors import RecordError
from referee.plain_json import read_json
from referee.record.entry import KINDS, ORIGINS, Entry
from referee.record.facts_json import cause_from


def dumps(value: Any) -> str:
    """JSON in one fixed form (sorted keys, no spaces), so that equal things have equal text and equal checksums.

    >>> dumps({"b": (1, 2), "a": "é"})
    '{"a":"é","b":[1,2]}'

    Raises RecordError for what JSON cannot hold (a set, an object, a number that is not finite, half a character).
    """
    try:
        text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        text.encode("utf-8")  # JSON from elsewhere may hold half of a surrogate pair, which no file can
        return text
    except (TypeError, ValueError, RecursionError) as problem:
        raise RecordError(f"This cannot be kept in a record, because JSON cannot hold it: {problem}.") from problem


def entry_to_dict(entry: Entry) -> dict[str, Any]:
    """The fields of an entry as a dict that JSON can hold."""
    return {
        "id": entry.id,
        "time_ns": entry.time_ns,
        "origin": entry.origin,
        "kind": entry.kind,
        "cause": entry.cause,
        "before": entry.before,
        "after": entry.after,
        "data": dict(entry.data),
        "pictures": list(entry.pictures),
    }


def entry_from_dict(fields: Mapping[str, Any]) -> Entry:
    """The inverse of `entry_to_dict`. Raises RecordError when a field is missing or of the wrong kind."""
    try:
        entry = Entry(
            time_ns=int(fields["time_ns"]),
            origin=str(fields["origin"]),
            kind=str(fields["kind"]),
            cause=cause_from(str(fields["cause"]), fields["data"]),
            before=str(fields["before"]),
            after=str(fields["after"]),
            data=dict(fields["data"]),
            pictures=tuple(str(name) for name in fields["pictures"]),
            id=int(fields["id"]),
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise RecordError(f"This is not an entry of a record: {problem!r} is missing or wrong.") from problem
    check_entry(entry)
    return entry


def check_entry(entry: Entry) -> None:
    """Raise RecordError when an entry's kind or origin is unknown."""
    if entry.kind not in KINDS:
        raise RecordError(f"A record has no entries of the kind {entry.kind!r}; the kinds are {', '.join(KINDS)}.")
    if entry.origin not in ORIGINS:
        raise RecordError(f"An entry cannot come from {entry.origin!r}; the origins are {', '.join(ORIGINS)}.")


def entry_to_line(entry: Entry) -> str:
    """One entry as one line of JSON."""
    return dumps(entry_to_dict(entry))


def entry_from_line(line: str) -> Entry:
    """The inverse of `entry_to_line`. Raises RecordError when the line is not an entry."""
    try:
        fields = read_json(line)
    except ValueError as problem:
        raise RecordError(f"This line of a record is not JSON: {problem}.") from problem
    if not isinstance(fields, dict):
        raise RecordError("This line of a record is not an entry: it should be a JSON object.")
    return entry_from_dict(fields)


def as_stored(entry: Entry, number: int, pictures: tuple[str, ...]) -> Entry:
    """The entry as it will be read back: with its number and pictures, its data gone once through JSON."""
    return entry_from_line(entry_to_line(replace(entry, id=number, pictures=pictures)))
