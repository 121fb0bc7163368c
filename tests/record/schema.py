"""The shipped schema of a record, and whether an entry fits it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

SCHEMA: dict[str, Any] = json.loads(
    resources.files("referee.record").joinpath("record.schema.json").read_text(encoding="utf-8")
)


def tightened(schema: Any) -> Any:
    """The same schema, which lets no name pass that it does not describe."""
    if isinstance(schema, list):
        return [tightened(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    tight = {key: tightened(one) for key, one in schema.items()}
    described = schema.get("type") == "object" and "properties" in schema
    return {**tight, "unevaluatedProperties": False} if described else tight


_FITTING: set[tuple[str, str]] = set()


def _remembered(validator: Any, name: str, part: Any, schema: Any) -> Iterator[ValidationError]:
    """What does not fit a part that the schema describes by name; parts of one shape are looked at once."""
    known = name, _shape(part)
    if known not in _FITTING:
        faults = list(Draft202012Validator.VALIDATORS["$ref"](validator, name, part, schema))
        _FITTING.update(() if faults else (known,))
        yield from faults


_Remembering = extend(Draft202012Validator, {"$ref": _remembered})
_TIGHT, _OPEN = _Remembering(tightened(SCHEMA)), Draft202012Validator(SCHEMA)


def faults_of(entry: dict[str, Any]) -> list[str]:
    """What in an entry does not fit the schema; entries of one shape are looked at once.

    Tests put what they like into a note; anything else may hold only what is described.
    """
    known = "", _shape(entry)
    if known in _FITTING:
        return []
    validator = _OPEN if entry["kind"] == "note" else _TIGHT
    faults = [error.message for error in validator.iter_errors(entry)]
    _FITTING.update(() if faults else (known,))
    return faults


def _shape(value: Any, name: str = "") -> str:
    """The names and kinds of what is in there; of words that may be one of a few, the words."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_shape(one, key)}" for key, one in sorted(value.items())) + "}"
    if isinstance(value, list):
        return f"[{','.join(sorted({_shape(one) for one in value}))}]"
    return str(value) if name in ("kind", "origin", "status", "mode") else type(value).__name__
