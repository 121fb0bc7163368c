"""Frozen data with a few fields otherwise."""

from __future__ import annotations

from typing import Any, TypeVar

DataT = TypeVar("DataT")


def altered(data: DataT, **changes: Any) -> DataT:
    """What `dataclasses.replace` gives, four times as fast: thousands of states are made for one word.

    For frozen data without slots and without `__post_init__`. What was worked out from the fields is not taken along.

    >>> from referee.games.rulebook import Ask
    >>> altered(Ask("about", ("yes",)), values=("no",))
    Ask(about='about', values=('no',), called=())
    """
    fields = data.__dataclass_fields__  # type: ignore[attr-defined]
    after = object.__new__(type(data))
    known = after.__dict__
    for name, value in data.__dict__.items():
        if name in fields:
            known[name] = value
    known.update(changes)
    return after
