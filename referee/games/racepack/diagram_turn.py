"""The movements of a turn on a drawn Racepack board: where each one ended, with its speed and the token spent on it."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from referee.games.racepack.actions import Action, Forward, LaneChange, Odd, ReEntry, SpinOut, parse_turn, speed_list
from referee.games.racepack.observation import OffTrack, OnSquare, OutsideCorner, Place

Point = tuple[float, float]

SEVERAL = " / "
"""Between the turns of a line that stands for several; their movements are not drawn one by one."""


def movements(turn: str) -> list[tuple[Place, str]]:
    """Where each movement of a turn ended, and what is written beside it.

    >>> [label for _, label in movements("A: f5@k9 x2@l8t2")]
    ['5', '2+2']
    """
    if not turn or SEVERAL in turn:
        return []
    return [found for action in parse_turn(turn)[1] for found in _movement(action)]


def _movement(action: Action) -> list[tuple[Place, str]]:
    match action:
        case Forward(speed, end, token):
            return [(OnSquare(end), f"{speed}{_spent(token)}")]
        case LaneChange(speeds, end, token):
            few = speed_list(speeds)
            return [(OnSquare(end), f"{few[0] if len(few) == 1 else '?'}{_spent(token)}")]
        case ReEntry(end):
            return [(OnSquare(end), "")]
        case SpinOut(tile):
            return [(OutsideCorner(tile), "")]
        case Odd(end) if not isinstance(end, OffTrack):
            return [(end, "")]
        case _:
            return []


def _spent(token: str) -> str:
    """A token as a plus and its name.

    >>> _spent("a"), _spent("")
    ('+A', '')
    """
    return f"+{token.upper()}" if token else ""


def step_badges(turn: str, point_of: Callable[[Place], Point | None], taken: Point | None) -> list[str]:
    """A small badge with the speed at the end of each movement; where the arrow ends it stands beside the car."""
    parts = []
    for place, label in movements(turn):
        at = point_of(place)
        if at is None or not label:
            continue
        x, y = (at[0] + 12.0, at[1] - 12.0) if at == taken else at
        half = 3.5 + 3.2 * len(label)
        parts.append(
            f'<g class="step"><rect x="{x - half:g}" y="{y - 6.5:g}" width="{2 * half:g}" height="13" rx="6.5"/>'
            f'<text x="{x:g}" y="{y + 0.4:g}">{escape(label)}</text></g>'
        )
    return parts
