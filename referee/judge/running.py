"""Two turns running: the last driver of a round may be the first of the next, and nobody else's car moves between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.base import Game, Status
from referee.judge.verdict import judge


def two_turns_running(
    game: Game, position: str, stops: Sequence[Any], said: Sequence[tuple[int, str]], closed: bool, sure: bool = False
) -> int | None:
    """Where the first of two turns of one driver ended, when they make sense of what makes none as one turn.

    Parameters
    ----------
    stops : the observations since `position`, the table at its beginning first.
    said : what was declared, each with the index of the stop that it was said for.
    closed : whether the second turn is over too.
    sure : whether both have to be legal without taking anything for granted.

    Returns
    -------
    The index of the stop at which the first turn ended, the latest one possible; None when there is no such stop.
    """
    worse = (Status.ILLEGAL, Status.UNDECIDED) if sure else (Status.ILLEGAL,)
    for last in range(len(stops) - 2, 0, -1):
        before = [text for at, text in said if at <= last]
        first = judge(game, position, stops[: last + 1], before, closed=True)
        if first.status in worse or game.driver(first.after) != game.driver(position):
            continue
        after = [text for at, text in said if at > last]
        second = judge(game, first.after, stops[last:], after, closed=closed)
        if second.status not in worse:
            return last
    return None
