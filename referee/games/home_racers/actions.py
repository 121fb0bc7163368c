"""What is done in a turn, as text and back, and the facts in it for statistics."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from referee.errors import NotationError
from referee.games.home_racers.geometry import Pose
from referee.games.home_racers.position import (
    HIGHEST_GEAR,
    HOUSE_KINDS,
    PORTALS,
    parse_car,
    parse_pose,
    pose_text,
)
from referee.games.home_racers.shapes import PLACEMENTS
from referee.games.home_racers.words import WORDS
from referee.games.line_of_fields import Values, told_of, whole, written
from referee.games.turn_facts import TurnFacts

_HOP = re.compile(r"p([bygov])([0-6])([0-5])")


START, ODD, UNSEEN = "start", "odd", "unseen"


@dataclass(frozen=True)
class Turn:
    """One turn.

    Attributes
    ----------
    gear : the gear number; None when it cannot be told yet.
    path : the placements of the path's tiles as far as they are known; `p` codes are jumps through a portal.
    roll : the faces of the gear dice; None when they were not seen.
    move : how many tiles the car moved; None before it moved.
    met : special tiles and cars that the driven tiles lay on.
    end : how it ended if not on its path: with the road tile put down behind the starting line (``start``), with the
        car put where no path leads (``odd``), or where nobody saw it (``unseen``).
    pose : where the car was put.
    """

    car: str
    gear: int | None = None
    path: tuple[str, ...] = ()
    roll: tuple[int, ...] | None = None
    move: int | None = None
    met: tuple[str, ...] = ()
    end: str = ""
    pose: Pose | None = None


def hop_code(colour: str, edge: int, heading: int) -> str:
    """A jump: the colour, the exit's side (0 ahead, on to the left; 6 on the exit itself) and the turn in sixths.

    >>> hop_code("blue", 1, 5)
    'pb15'
    """
    return f"p{colour[0]}{edge}{heading % 6}"


def parse_hop(code: str) -> tuple[str, int, int] | None:
    """Colour, side and turn of a jump; None when the code is none."""
    match = _HOP.fullmatch(code)
    if match is None:
        return None
    colour = next(colour for colour in PORTALS if colour[0] == match[1])
    return colour, int(match[2]), int(match[3])


def turn_text(turn: Turn) -> str:
    """One turn as text: the inverse of `parse_turn`."""
    words = [f"{key}={value}" for key, value in written(turn, _PARTS) if value]
    end = turn.end if turn.pose is None else f"{turn.end}@{pose_text(turn.pose)}"
    return " ".join([f"{turn.car}:", *words, *([end] if end else [])])


def parse_turn(text: str) -> Turn:
    """Read one turn. Raises NotationError.

    >>> parse_turn("R: gear=1 path=st-fl roll=6 move=2").path, parse_turn("G: gear=2 unseen").end
    (('st', 'fl'), 'unseen')
    """
    head, _, rest = text.strip().partition(":")
    car, words = parse_car(head), rest.split()
    end, at, where = words[-1].partition("@") if words else ("", "", "")
    ended = (end in (START, ODD) and bool(at)) or words[-1:] == [UNSEEN]
    parts = told_of(dict(map(_pair, words[:-1] if ended else words)), _PARTS, usual=False)
    return Turn(car, **parts, end=end if ended else "", pose=parse_pose(where) if ended and at else None)


def roll_text(faces: Sequence[int]) -> str:
    """Faces joined by dots; `-` for no dice.

    >>> roll_text((2, 4, 5)), roll_text(())
    ('2.4.5', '-')
    """
    return ".".join(map(str, faces)) or "-"


def parse_roll(text: str) -> tuple[int, ...]:
    """Read faces in rising order. Raises NotationError."""
    if text == "-":
        return ()
    faces = text.split(".")
    if len(faces) > HIGHEST_GEAR or any(face not in ("1", "2", "3", "4", "5", "6") for face in faces):
        raise NotationError(WORDS.told("roll-needs-faces", text=text))
    return tuple(sorted(int(face) for face in faces))


def _pair(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals or key not in _PARTS:
        raise NotationError(WORDS.told("no-part-of-turn", text=word))
    return key, value


def _path(text: str) -> tuple[str, ...]:
    codes = tuple(text.split("-")) if text else ()
    for code in codes:
        if code not in PLACEMENTS and parse_hop(code) is None:
            raise NotationError(WORDS.told("no-placement", text=code, list=PLACEMENTS))
    return codes


def _met(text: str) -> tuple[str, ...]:
    found = tuple(text.split(",")) if text else ()
    for kind in found:
        if kind not in HOUSE_KINDS:
            raise NotationError(WORDS.told("not-met", text=kind, list=HOUSE_KINDS))
    return found


def _number(most: int) -> Values:
    """A whole number, or None for one that nobody knows."""
    return Values(lambda value: "" if value is None else str(value), lambda text: whole(text, 0, most))


_PARTS = {
    "gear": ("gear", _number(HIGHEST_GEAR)),
    "path": ("path", Values("-".join, _path)),
    "roll": ("roll", Values(lambda roll: "" if roll is None else roll_text(roll), parse_roll)),
    "move": ("move", _number(99)),
    "met": ("met", Values(",".join, _met)),
}
"""How the parts of a turn are written, in their order."""


def turn_facts(turn: str) -> TurnFacts:
    """The facts in a turn's notation.

    >>> turn_facts("G: gear=2 path=fl-st-lt roll=2.6 move=3")
    TurnFacts(car='G', measures={'gear': (2,), 'tiles': (3,)}, dice=('2', '6'), events=())
    """
    told = parse_turn(turn)
    measures = {name: (count,) for name, count in (("gear", told.gear), ("tiles", told.move)) if count is not None}
    return TurnFacts(told.car, measures, tuple(map(str, told.roll or ())))
