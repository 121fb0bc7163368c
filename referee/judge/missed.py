"""Turns that were missed while hands were over the table: this driver's turn, then the next drivers', up to a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from referee.games.base import Game, Line

BRANCHES = 3
MOST_TURNS = 6
JOINED = " / "


@runtime_checkable
class OneAtATime(Protocol):
    """A game that can tell what would have been seen had only the driver to move touched a piece."""

    def only_mover(self, position: str, observation: Any) -> Any:
        """The observation with every other piece where it stood before."""


@runtime_checkable
class MissesTurns(Protocol):
    """A game that looks for missed turns by itself: whose doing a change was cannot be told from the piece."""

    def missed_turns(
        self, position: str, stops: Sequence[Any], declared: Sequence[str], closed: bool
    ) -> tuple[Line, ...]:
        """Legal lines of several turns that give what was seen, joined with ` / `."""


def turns_in(turn: str) -> int:
    """How many turns a line's notation tells.

    >>> turns_in("S: f1@b2 / M: f2@c1"), turns_in("S: f1@b2"), turns_in("")
    (2, 1, 0)
    """
    return len(turn.split(JOINED)) if turn else 0


def several_turns(
    game: Game, position: str, stops: Sequence[Any], declared: Sequence[str], closed: bool
) -> tuple[Line, ...]:
    """Lines in which several drivers moved in turn, none of them breaking a rule; empty when there are none.

    What was declared belongs to the first driver; the turns of the others are joined with ` / `.
    """
    if not stops:
        return ()
    if isinstance(game, MissesTurns):
        return game.missed_turns(position, stops, declared, closed)
    if not isinstance(game, OneAtATime):
        return ()
    return _turns(game, game, position, stops, declared, closed, MOST_TURNS)


def _turns(
    game: Game, masks: OneAtATime, position: str, stops: Sequence[Any], declared: Sequence[str], closed: bool, left: int
) -> tuple[Line, ...]:
    masked = [masks.only_mover(position, stop) for stop in stops]
    first = [line for line in game.explain(position, masked, declared, True) if not line.violations]
    for line in first[:BRANCHES]:
        moved = game.changed(game.observe(line.after), masks.only_mover(line.after, stops[-1]))
        rest = [one for one in game.explain(line.after, stops, (), closed) if moved and not one.violations]
        if not rest and left > 2:
            rest = list(_turns(game, masks, line.after, stops, (), closed, left - 1))
        if rest:
            return tuple(_joined(line, one) for one in rest)
    return ()


def _joined(first: Line, then: Line) -> Line:
    return Line(f"{first.turn}{JOINED}{then.turn}", (), (*first.assumes, *then.assumes), then.complete, then.after)
