"""The actions of a turn and their one-line notation: `S: f4@e7 x2@d6 roll=3` (see docs/notation.md).

What nobody said and nobody saw is marked with a question mark: `f4@e7t4?` needs a token that was not declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from referee.errors import NotationError
from referee.games.racepack.observation import Place, Square
from referee.games.racepack.position import FACES, parse_car, parse_place, parse_square, place_text, square_name
from referee.games.turn_facts import TurnFacts

Speeds = int
"""A set of speeds as bits: bit n is set when speed n is possible."""

ANY_SPEED: Speeds = 0b11111110


def one_speed(speed: int) -> Speeds:
    """The set holding one speed."""
    return 1 << speed


def speed_list(speeds: Speeds) -> tuple[int, ...]:
    """The speeds of a set, slowest first.

    >>> speed_list(0b1100)
    (2, 3)
    """
    return tuple(speed for speed in range(speeds.bit_length()) if speeds >> speed & 1)


def speeds_text(speeds: Speeds) -> str:
    """A set of speeds, as a fact lists them."""
    return ",".join(map(str, speed_list(speeds)))


@dataclass(frozen=True)
class MoveUp:
    """The free move of a waiting car to the front row of the grid."""

    end: Square


@dataclass(frozen=True)
class Forward:
    """Straight ahead; `token` is the strategy token spent, `assumed` when nobody said so, `old` the rare facing."""

    speed: int
    end: Square
    token: str = ""
    assumed: bool = False
    old: bool = False


@dataclass(frozen=True)
class LaneChange:
    """One space diagonally, at one of `speeds`."""

    speeds: Speeds
    end: Square
    token: str = ""
    assumed: bool = False
    old: bool = False


@dataclass(frozen=True)
class ReEntry:
    """Back on the road after a spin-out."""

    end: Square


@dataclass(frozen=True)
class Odd:
    """A displacement that is no movement of the rules."""

    end: Place


@dataclass(frozen=True)
class Roll:
    """The penalty roll: its face, or None when it was not seen; `again` when a token forced it."""

    face: str | None
    again: bool = False


@dataclass(frozen=True)
class Defence:
    """A token of another player's pool spent against this driver; empty when nobody said whose."""

    pool: str
    token: str


@dataclass(frozen=True)
class SpinOut:
    """The car is set outside this corner tile."""

    tile: Square


@dataclass(frozen=True)
class Leave:
    """The car has finished and leaves the track."""


Action = MoveUp | Forward | LaneChange | ReEntry | Odd | Roll | Defence | SpinOut | Leave
Movement = (Forward, LaneChange, ReEntry, Odd)


def action_text(action: Action) -> str:
    """One action in the turn notation.

    >>> action_text(LaneChange(0b110, (4, 6), token="2"))
    'x12@d6t2'
    """
    match action:
        case MoveUp(end):
            return f"up@{square_name(end)}"
        case Forward(speed, end):
            return f"f{speed}@{square_name(end)}{_marks(action)}"
        case LaneChange(speeds, end):
            return f"x{''.join(map(str, speed_list(speeds)))}@{square_name(end)}{_marks(action)}"
        case ReEntry(end):
            return f"in@{square_name(end)}"
        case Odd(end):
            return f"odd@{place_text(end)}"
        case Roll(face, again):
            return ("reroll" if again else "roll") + (f"={face}" if face else "?")
        case Defence(pool, token):
            return f"def={pool}{token}" if pool else "def?"
        case SpinOut(tile):
            return f"out@{square_name(tile)}"
        case Leave():
            return "off"


def turn_text(car: str, actions: Iterable[Action]) -> str:
    """A whole turn in one line."""
    return " ".join([f"{car}:", *map(action_text, actions)])


def parse_turn(text: str) -> tuple[str, tuple[Action, ...]]:
    """Read a turn: the car and its actions. Raises NotationError."""
    words = text.split()
    if not words or not words[0].endswith(":"):
        raise NotationError(f"'{text}' is not a turn: write the car, a colon and its actions, as in 'S: f4@e7 x2@d6'.")
    return parse_car(words[0][:-1]), tuple(_parse_action(word) for word in words[1:])


_MOVEMENT = re.compile(r"([fx])(\d+)@([a-z]{1,2}\d{1,2})(?:t([a2345]|o[24]))?(\?)?(\^)?")
_ROLL = re.compile(r"(re)?roll(?:=([na2345])|\?)")
_DEFENCE = re.compile(r"def=(2?[SMCA]|d[CA])(a|[2345]|o[24])")


def _parse_action(word: str) -> Action:
    movement, roll, defence = _MOVEMENT.fullmatch(word), _ROLL.fullmatch(word), _DEFENCE.fullmatch(word)
    if movement:
        kind, number, square, token, assumed, old = movement.groups()
        end, marks = parse_square(square), (token or "", bool(assumed), bool(old))
        if kind == "f":
            return Forward(int(number), end, *marks)
        return LaneChange(sum(one_speed(int(digit)) for digit in set(number)), end, *marks)
    if roll:
        return Roll(roll[2], bool(roll[1]))
    if defence:
        return Defence(parse_car(defence[1]), defence[2])
    if word == "def?":
        return Defence("", "")
    if word == "off":
        return Leave()
    kind, at, place = word.partition("@")
    if at and kind == "odd":
        return Odd(parse_place(place))
    if at and kind == "up":
        return MoveUp(parse_square(place))
    if at and kind == "in":
        return ReEntry(parse_square(place))
    if at and kind == "out":
        return SpinOut(parse_square(place))
    raise NotationError(f"'{word}' is not an action of a Racepack turn.")


def token_speed(token: str) -> int:
    """The speed a token sets: the ace 1, an odd token of the three-player pool the number it was used as.

    >>> token_speed("a"), token_speed("o4")
    (1, 4)
    """
    return FACES.index(token[-1])


def _marks(action: Forward | LaneChange) -> str:
    token = f"t{action.token}" if action.token else ""
    return token + ("?" if action.assumed else "") + ("^" if action.old else "")


_SPEED = re.compile(r"[fx](\d)@[a-z]+\d+(t\w+)?")  # speed and token; "x123" is a speed nobody said
_ROLLED = re.compile(r"(?:roll|reroll)=([na2-5])")
_EVENTS = {"out@": "spun out", "in@": "came back", "off": "finished"}


def turn_facts(turn: str) -> tuple[TurnFacts, ...]:
    """The facts in a turn's notation.

    >>> turn_facts("M: f4@i10 x2@k10t3 roll=5 out@k9")[0]
    TurnFacts(car='M', measures={'speed': (4, 2)}, dice=('5',), events=('token spent', 'spun out'))
    """
    return tuple(_one(part) for part in turn.split(" / ") if part)


def _one(part: str) -> TurnFacts:
    car, _, rest = part.partition(":")
    movements = [found for word in rest.split() if (found := _SPEED.match(word))]
    events = ["token spent" for movement in movements if movement[2]]
    events += [name for word in rest.split() for start, name in _EVENTS.items() if word.startswith(start)]
    speeds = tuple(int(movement[1]) for movement in movements)
    return TurnFacts(car, {"speed": speeds} if speeds else {}, tuple(_ROLLED.findall(rest)), tuple(events))
