"""Frozen data, copies of it with some fields changed, and what is worked out once, as the standard library makes them.

Several times as quickly: the states of a search are made by the thousand.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

KindT = TypeVar("KindT", bound=type)
DataT = TypeVar("DataT")
ThingT = TypeVar("ThingT")


def hashed_by(*fields: str) -> Callable[[KindT], KindT]:
    """A class of frozen data that is hashed by these of its fields, once: a search asks for it thousands of times."""
    told: Callable[[Any], Hashable] = attrgetter(*fields)

    def once(kind: KindT) -> KindT:
        def own(data: Any) -> int:
            known = data.__dict__.get("_hash")
            if known is None:
                known = data.__dict__["_hash"] = hash(told(data))
            return int(known)

        kind.__hash__ = own  # type: ignore[method-assign, assignment]
        return kind

    return once


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
    from functools import cached_property as cached_property
else:

    def dataclass(*, frozen, **options):
        """A frozen dataclass whose `__init__` writes its fields at once, not each past `__setattr__`.

        For data without slots, `__post_init__` and fields that need a factory or are not given.
        """

        def made(kind):
            kind = dataclasses.dataclass(kind, frozen=frozen, init=False, **options)
            fields = dataclasses.fields(kind)
            given = (one.name if one.default is dataclasses.MISSING else f"{one.name}={one.name}" for one in fields)
            values = (f"{one.name!r}: {one.name}" for one in fields)
            scope = {one.name: one.default for one in fields} | {"__set__": object.__setattr__}
            # a whole new dictionary: attributes of one that is filled field by field are read several times more slowly
            body = f"__set__(self, '__dict__', {{{', '.join(values)}}})"
            exec(f"def __init__(self, {', '.join(given)}): {body}", scope)
            kind.__init__ = scope["__init__"]
            return kind

        return made

    class cached_property:  # noqa: N801  named as what it stands for
        """A property that is worked out once, without a lock: of two threads each may work it out."""

        def __init__(self, work):
            self._work, self._name, self.__doc__ = work, work.__name__, work.__doc__

        def __get__(self, owner, kind=None):
            if owner is None:
                return self
            found = owner.__dict__[self._name] = self._work(owner)
            return found

    def replace(frozen, /, **changes):
        """A copy with these fields changed; what was worked out from the old ones is not taken along.

        For data without slots and without `__post_init__`, such as the states of a search, copied by the thousand.
        """
        kind = type(frozen)
        fields = kind.__dataclass_fields__
        values = frozen.__dict__.copy()
        if len(values) > len(fields):
            for name in values.keys() - fields.keys():
                del values[name]
        values.update(changes)
        if len(values) > len(fields):
            raise TypeError(f"{kind.__name__} has no field {', '.join(changes.keys() - fields.keys())}")
        copy = object.__new__(kind)
        object.__setattr__(copy, "__dict__", values)
        return copy


def with_one(data: DataT, field: str, key: str, now: object) -> DataT:
    """A copy in which one of a field's pairs, such as where each car stands, says something else."""
    pairs = tuple((one, now if one == key else was) for one, was in getattr(data, field))
    return replace(data, **{field: pairs})  # type: ignore[type-var]


def instead(things: Iterable[ThingT], one: ThingT, *now: ThingT) -> tuple[ThingT, ...]:
    """The things with others, or with nothing, in the stead of this very one."""
    return tuple(each for thing in things for each in (now if thing is one else (thing,)))
