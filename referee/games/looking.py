"""What no game knows of looks: how long nobody had looked before, and answers about what is covered.

The match takes such answers: they are about what the camera sees, and no declarations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from referee.words.catalogue import told

LOOK_AGAIN, AS_IT_STOOD = "look=again", "look=same"
OF_THE_VIEW = (LOOK_AGAIN, AS_IT_STOOD)


def about_the_view(moved: bool = False) -> tuple[tuple[str, str], ...]:
    """The answers, as buttons say them; where something has `moved`, it does not stand where it stood."""
    look = (told("in-view-now"), LOOK_AGAIN)
    return (look,) if moved else (look, (told("stands-where-it-stood"), AS_IT_STOOD))


LEAST_TURN_NS = 2_000_000_000
"""So long it takes at least to throw dice, read them and take them up again."""


class Looks(tuple[Any, ...]):
    """What was seen in a turn, look by look, where it is known how long nobody had looked before each.

    Attributes
    ----------
    unseen_ns : that time for each look, and for one to come; None, or no entry, where nobody knows.
    """

    unseen_ns: Sequence[int | None]

    def __new__(cls, looks: Iterable[Any], unseen_ns: Sequence[int | None] = ()) -> Looks:
        """Looks, each with so long before it without one."""
        known = super().__new__(cls, looks)
        known.unseen_ns = unseen_ns
        return known


def with_look(looks: Sequence[Any], look: Any) -> Looks:
    """One look more."""
    return Looks((*looks, look), looks.unseen_ns if isinstance(looks, Looks) else ())


def idle_before(looks: Sequence[Any]) -> tuple[int | None, ...]:
    """How many turns in which dice were thrown may have left nothing to see before each look; None if unknown."""
    gaps = looks.unseen_ns if isinstance(looks, Looks) else ()
    return tuple(None if gap is None else gap // LEAST_TURN_NS for _, gap in zip_longest(looks, gaps))[: len(looks)]
