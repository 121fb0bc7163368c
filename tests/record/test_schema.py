"""The record's format as docs/record-format.md promises it: the schema describes all that a record holds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from markers import kits
from referee.devices.record_file import SCHEMA_VERSION
from referee.games.registry import GAMES
from referee.record.entry import KINDS, ORIGINS, Entry
from referee.record.entry_json import entry_to_dict
from referee.record.export_jsonl import export_jsonl
from referee.record.header import record_header
from tests.record.races import race
from tests.record.schema import SCHEMA, faults_of, tightened


def test_the_schema_is_one() -> None:
    """Of the draft that it names."""
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(1)
def test_every_line_of_an_export_fits_and_nothing_in_it_is_undescribed(name: str) -> None:
    """Header and entries of each game, faults and questions among them, with no name that the schema lacks."""
    store = race(name, 30, faults=0.4)
    header = record_header(name, kits.manifest(name), "simulated")
    lines = [json.loads(line) for line in export_jsonl(header, store.entries()).splitlines()]
    validator = Draft202012Validator(tightened(SCHEMA))
    assert [error.message for line in lines for error in validator.iter_errors(line)] == []


def test_kinds_and_origins_are_the_programs() -> None:
    """One that is added must be described."""
    entry = SCHEMA["$defs"]["entry"]["properties"]
    assert tuple(sorted(entry["kind"]["enum"])) == tuple(sorted(KINDS))
    assert tuple(sorted(entry["origin"]["enum"])) == tuple(sorted(ORIGINS))


@pytest.mark.parametrize(
    "change",
    [{"kind": "sneeze"}, {"id": 0}, {"data": {"status": "MAYBE"}}, {"pictures": ["after", "after"]}, {"time_ns": "now"},
     {"kind": "undo", "data": {}}, {"kind": "stop", "data": {"observation": 3}}],
)  # fmt: skip
def test_what_no_referee_writes_does_not_fit(change: dict[str, Any]) -> None:
    """A schema that everything fits would promise nothing."""
    entry = {**entry_to_dict(Entry(1, "person", "verdict", "", "", "", {"status": "LEGAL"}, id=1)), **change}
    with pytest.raises(ValidationError):
        Draft202012Validator(SCHEMA).validate(entry)


def test_names_from_a_later_program_are_no_fault() -> None:
    """Readers ignore what they do not know: that is the promise."""
    entry = entry_to_dict(Entry(1, "person", "note", "", "", "", {"weather": "fine"}, id=1))
    assert faults_of({**entry, "mood": "good"}) == []


def test_the_page_and_the_schema_are_about_the_format_that_is_written() -> None:
    """A new number needs its row on the page, and a schema of its own name."""
    page = (Path(__file__).parents[2] / "docs/record-format.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (\d+) \|", page, re.MULTILINE) == [str(n) for n in range(1, SCHEMA_VERSION + 1)]
    assert f"**format {SCHEMA_VERSION}**" in page
    assert SCHEMA["$id"].endswith(f":{SCHEMA_VERSION}")
