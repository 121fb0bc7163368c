"""A position together with what else may be so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Otherwise:
    """A position that may be the true one instead.

    Attributes
    ----------
    position : in the game's notation.
    owed : how many rules were broken, and how many things taken for granted, for it to be so: of two ways in which
        the table came to lie as it does the one that owes more is believed less.
    """

    position: str
    owed: tuple[int, int] = (0, 0)


class Believed(str):
    """A position in notation, the likeliest, that knows the others: what the referee believes (docs/mind.md).

    Attributes
    ----------
    owed : what the position itself owes; see `Otherwise`.
    others : what else may be so.
    since : the position before the first turn, since people set one, of which nobody knows how it went: what no look
        has shown of it is unknown, however long play is legal after it. "" where there was none.
    unsaid : what nobody has said of a race that was begun in the middle, and no camera sees: a piece and the kind of
        deed (`referee.games.deeds`) that people would say it by, as ``red laps``.
    """

    __slots__ = ("others", "owed", "since", "unsaid")
    owed: tuple[int, int]
    others: tuple[Otherwise, ...]
    since: str
    unsaid: frozenset[str]

    def __new__(
        cls,
        text: str,
        owed: tuple[int, int] = (0, 0),
        others: tuple[Otherwise, ...] = (),
        since: str = "",
        unsaid: frozenset[str] = frozenset(),
    ) -> Believed:
        """The position `text`, among others."""
        believed = super().__new__(cls, text)
        believed.owed, believed.others, believed.since, believed.unsaid = owed, others, since, unsaid
        return believed


def believed(worlds: Iterable[Otherwise]) -> str:
    """The first of some positions, which knows the others if there are any; of two that are the same, one."""
    different: dict[str, Otherwise] = {}
    for one in worlds:
        different.setdefault(one.position, one)
    first, *others = different.values()
    return Believed(first.position, first.owed, tuple(others)) if others else first.position


def unknown_since(position: str) -> str:
    """The position before the first turn, since people set one, of which nobody knows how it went; "" for none."""
    return position.since if isinstance(position, Believed) else ""


def unsaid(position: str) -> frozenset[str]:
    """What nobody has said of a race that was begun in the middle."""
    return position.unsaid if isinstance(position, Believed) else frozenset()


def not_known(position: str, since: str, unsaid: frozenset[str]) -> str:
    """A position with as much of it unknown as `Believed` tells."""
    if not since and not unsaid:
        return position
    one = position if isinstance(position, Believed) else Believed(position)
    return Believed(one, one.owed, one.others, since, unsaid)


def all_of(position: str) -> tuple[Otherwise, ...]:
    """Every position that may be so, the likeliest first."""
    if isinstance(position, Believed):
        return (Otherwise(str(position), position.owed), *position.others)
    return (Otherwise(position),)
