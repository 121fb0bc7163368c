"""A record as JSON lines: the header first, then one entry a line, complete but for the pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.errors import RecordError
from referee.plain_json import read_json
from referee.record.entry import Entry
from referee.record.entry_json import dumps, entry_from_line, entry_to_line


def export_jsonl(header: Mapping[str, Any], entries: Iterable[Entry]) -> str:
    """``{"header": {...}}`` on the first line, then the entries, each line ended by a newline."""
    lines = [dumps({"header": dict(header)}), *(entry_to_line(entry) for entry in entries)]
    return "".join(line + "\n" for line in lines)


def read_jsonl(text: str) -> tuple[dict[str, Any], tuple[Entry, ...]]:
    """The inverse of `export_jsonl`. Raises RecordError when the text is not such an export."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise RecordError("This file is empty; an export has a header on its first line.")
    try:
        first = read_json(lines[0])
    except ValueError as problem:
        raise RecordError(f"The first line of this export is not JSON: {problem}.") from problem
    if not isinstance(first, dict) or not isinstance(first.get("header"), dict):
        raise RecordError('The first line of this export should be {"header": {...}}.')
    return first["header"], tuple(entry_from_line(line) for line in lines[1:])
