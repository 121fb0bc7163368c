"""Looks that differ in one thing: what was meant to be done is left undone, or something lies or shows otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from referee.games.base import Dice

LookT = TypeVar("LookT")


def undone(was: Any, now: Any, one_thing: bool = False) -> Iterator[Any]:
    """The later of two looks, or of two parts of them, with one of the things that were changed left as it was.

    >>> set(undone((("R", 1), ("B", 2)), (("R", 3), ("B", 4)))) - {(("R", 1), ("B", 2))} == {
    ...     (("R", 1), ("B", 4)),
    ...     (("R", 3), ("B", 2)),
    ... }
    True
    """
    if was == now:
        return
    yield was
    if is_dataclass(now) and type(was) is type(now):
        for field in (one for one in fields(now) if one.compare):
            halves = undone(getattr(was, field.name), getattr(now, field.name))
            yield from (_with(now, field.name, half) for half in halves)
    elif not isinstance(now, tuple) or not isinstance(was, tuple):
        return
    elif one_thing or any(isinstance(part, str) for part in now):
        for at, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from ((*now[:at], half, *now[at + 1 :]) for half in undone(one, other, True))
    else:
        lay = {_whose(part): part for part in was}
        for at, part in enumerate(now):
            old = lay.pop(_whose(part), None)
            instead = [()] if old is None else [(half,) for half in undone(old, part, True)]
            yield from ((*now[:at], *half, *now[at + 1 :]) for half in instead)
        yield from (tuple(sorted((*now, part))) for part in lay.values())


def _with(look: Any, field: str, value: Any) -> Any:
    return replace(look, **{field: value})


def _whose(part: Any) -> Any:
    """What a part of a look is about: the piece, where it is told with a piece's name."""
    return part[0] if isinstance(part, tuple) else part


def changed(look: LookT, field: str, others: Callable[[Any], Iterable[Any]]) -> Iterator[LookT]:
    """A look with one part of a field as it may be instead: None for gone, and for what may lie there as well."""
    parts = getattr(look, field)
    if not isinstance(parts, tuple):
        yield from (_with(look, field, one) for one in others(parts))
        return
    for at, part in enumerate((*parts, None)):
        for one in others(part):
            there = (*parts[:at], *(() if one is None else (one,)), *parts[at + 1 :])
            same = isinstance(part, tuple) and one is not None and part[0] == one[0]
            yield _with(look, field, there if same else tuple(sorted(there)))


def some(things: Iterable[LookT], most: int, dice: Dice) -> Iterator[LookT]:
    """So many of these at most, by chance."""
    left = list(things)
    for _ in range(min(most, len(left))):
        yield left.pop(dice.randrange(len(left)))
