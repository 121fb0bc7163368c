"""Entries and verdicts through JSON."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import RecordError
from referee.games.base import Line, Question, Status, Verdict, Violation
from referee.record.entry import KINDS, ORIGINS, Entry
from referee.record.entry_json import as_stored, dumps, entry_from_line, entry_to_line
from referee.record.export_csv import COLUMNS, export_csv
from referee.record.export_jsonl import export_jsonl, read_jsonl
from referee.record.verdict_json import verdict_from_json, verdict_to_json

words = st.text(max_size=12)
several = st.lists(words, max_size=3).map(tuple)
violations = st.lists(st.builds(Violation, rule=words, message=words), max_size=2).map(tuple)
lines = st.builds(Line, words, violations, several, st.booleans(), words)
questions = st.builds(Question, words, st.lists(st.tuples(words, words), max_size=3).map(tuple))
verdicts = st.builds(
    Verdict,
    st.sampled_from(Status),
    words,
    words,
    words,
    violations,
    st.lists(lines, max_size=2).map(tuple),
    st.lists(questions, max_size=2).map(tuple),
    several,
    st.booleans(),
    words,
)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3))
entries = st.builds(
    Entry,
    st.integers(0, 2**62),
    st.sampled_from(ORIGINS),
    st.sampled_from(KINDS),
    words,
    words,
    words,
    st.dictionaries(words, values, max_size=3),
    several,
    st.integers(1, 10**6),
)


@given(verdicts)
def test_a_verdict_comes_back_whole(verdict: Verdict) -> None:
    """Verdict -> JSON text -> verdict is the identity."""
    assert verdict_from_json(json.loads(dumps(verdict_to_json(verdict)))) == verdict


@given(entries)
def test_an_entry_comes_back_whole_from_one_line(entry: Entry) -> None:
    """Entry -> line -> entry is the identity, and the line is one line of fixed form."""
    line = entry_to_line(entry)
    assert "\n" not in line
    assert entry_from_line(line) == entry
    assert entry_to_line(entry_from_line(line)) == line


@given(st.lists(entries, max_size=4), st.dictionaries(words, values, max_size=3))
def test_jsonl_comes_back_whole(some: list[Entry], header: dict[str, object]) -> None:
    """The JSON lines export can be read back to the same header and entries."""
    assert read_jsonl(export_jsonl(header, some)) == (header, tuple(some))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"header": 1}', '{"header": {}}\n[]', '{"header": {}}\n{"id": 1}'])
def test_what_is_no_export_is_refused_in_one_sentence(text: str) -> None:
    """Bad lines end in RecordError, never in another exception."""
    with pytest.raises(RecordError, match=r"\w"):
        read_jsonl(text)


def test_what_json_cannot_hold_is_refused() -> None:
    """Objects, numbers that are not finite and unknown kinds never get into a record."""
    for bad in ({"x": object()}, {"x": float("nan")}, {"x": {1, 2}}):
        with pytest.raises(RecordError):
            as_stored(Entry(0, "camera", "note", "", "", "", bad), 1, ())
    with pytest.raises(RecordError, match="kinds are"):
        as_stored(Entry(0, "camera", "poem", "", "", ""), 1, ())
    with pytest.raises(RecordError, match="origins are"):
        as_stored(Entry(0, "moon", "note", "", "", ""), 1, ())
    with pytest.raises(RecordError):
        verdict_from_json({"status": "PERHAPS"})


def test_csv_has_a_row_for_each_turn_that_stands() -> None:
    """Undone turns and provisional verdicts are no rows; an overruled status is the one shown; commas survive."""
    data = {"player": "red", "turn": "b2-b4", "status": "ILLEGAL", "sentence": 'Too fast, "red".', "provisional": False}
    fault = {**data, "violations": [{"rule": "racepack/speed-change", "message": "m"}]}
    some = [
        Entry(0, "person", "start", "", "", "p0", id=1),
        Entry(1, "camera", "verdict", "", "p0", "p0", {**data, "provisional": True}, id=2),
        Entry(2_500_000_000, "camera", "verdict", "", "p0", "p1", fault, id=3),
        Entry(3, "camera", "verdict", "", "p1", "p2", data, id=4),
        Entry(4, "person", "undo", "", "p2", "p2", {"entry": 4}, id=5),
        Entry(5, "person", "overrule", "", "p1", "p1", {"entry": 3, "status": "LEGAL", "why": "w"}, id=6),
    ]
    rows = list(csv.DictReader(io.StringIO(export_csv(some))))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 1
    assert rows[0]["status"] == "LEGAL"
    assert rows[0]["rules"] == "racepack/speed-change"
    assert rows[0]["sentence"] == 'Too fast, "red".'
    assert (rows[0]["time"], float(rows[0]["time_s"])) == ("2.500 s", 2.5)
