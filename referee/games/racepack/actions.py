"""The actions of a turn and their one-line notation: `S: f4@e7 x2@d6 roll=3` (see docs/notation.md).

What nobody said and nobody saw is marked with a question mark: `f4@e7t4?` needs a token that was not declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from referee.errors import NotationError
from referee.games.racepack.observation import OnSquare, OutsideCorner, Place, parse_square
from referee.games.racepack.position import FACES, parse_car, parse_place
from referee.games.racepack.words import WORDS
from referee.games.turn_facts import TurnFacts

Speeds = int
"""A set of speeds as bits: bit n is set when speed n is possible."""

ANY_SPEED: Speeds = 0b11111110


def one_speed(speed: int) -> Speeds:
    """The set holding one speed."""
    return 1 << speed


@lru_cache
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
class Action:
    """One thing done in a turn, read from its notation.

    Attributes
    ----------
    kind : `f` straight ahead, `x` a lane change, `in` back on the road, `odd` a displacement that is no movement, `up`
        to the front of the grid, `roll` and `reroll`, `def` a token against the driver, `out` spun out, `off` finished.
    place : where it ended; outside the corner of a spin-out.
    speeds : the speed of a movement, or those that it may have had; `token` is the strategy token spent.
    by : whose token was spent against the driver; empty when nobody said so.
    face : what the die showed; empty when that was not seen.
    """

    kind: str
    place: Place | None = None
    speeds: Speeds = 0
    token: str = ""
    by: str = ""
    face: str = ""


MOVEMENTS = ("f", "x", "in", "odd")
_TOKEN = "a|[2345]|o[24]"
_ACTION = re.compile(
    rf"(?P<pace>[fx])(?P<speeds>\d+)@(?P<square>[a-z]{{1,2}}\d{{1,2}})(?:t(?P<token>{_TOKEN}))?\??\^?"
    rf"|(?P<roll>roll|reroll)(?:=(?P<face>[na2345])|\?)|(?P<def>def)(?:=(?P<by>2?[SMCA]|d[CA])(?P<against>{_TOKEN})|\?)"
    r"|(?P<to>up|in|odd|out)@(?P<place>.+)|(?P<off>off)"
)


def turn_text(car: str, actions: Iterable[str]) -> str:
    """A whole turn in one line."""
    return " ".join([f"{car}:", *filter(None, actions)])


def parse_turn(text: str) -> tuple[str, tuple[Action, ...]]:
    """Read a turn: the car and its actions. Raises NotationError."""
    words = text.split()
    if not words or not words[0].endswith(":"):
        raise NotationError(WORDS.told("is-no-turn", text=text))
    return parse_car(words[0][:-1]), tuple(map(parse_action, words[1:]))


def parse_action(word: str) -> Action:
    """Read one action. Raises NotationError.

    >>> parse_action("x12@d6t2")
    Action(kind='x', place=OnSquare(square=(4, 6)), speeds=6, token='2', by='', face='')
    """
    match = _ACTION.fullmatch(word)
    if match is None:
        raise NotationError(WORDS.told("is-no-action", text=word))
    got = {key: value or "" for key, value in match.groupdict().items()}
    if got["pace"]:
        digits = [int(got["speeds"])] if got["pace"] == "f" else map(int, set(got["speeds"]))
        return Action(got["pace"], OnSquare(parse_square(got["square"])), sum(map(one_speed, digits)), got["token"])
    kind = got["roll"] or got["def"] or got["to"] or got["off"]
    place = None
    if got["to"]:
        named = OutsideCorner(parse_square(got["place"])) if kind == "out" else parse_place(got["place"])
        place = named
        if kind in ("up", "in") and not isinstance(named, OnSquare):
            raise NotationError(WORDS.told("is-no-action", text=word))
    return Action(kind, place, token=got["against"], by=got["by"], face=got["face"])


def token_speed(token: str) -> int:
    """The speed a token sets: the ace 1, an odd token of the three-player pool the number it was used as.

    >>> token_speed("a"), token_speed("o4")
    (1, 4)
    """
    return FACES.index(token[-1])


_EVENTS = {"out": "spun out", "in": "came back", "off": "left the track"}


def turn_facts(turn: str) -> TurnFacts:
    """The facts in a turn's notation; a speed nobody said is none.

    >>> turn_facts("M: f4@i10 x2@k10t3 roll=5 out@k9")
    TurnFacts(car='M', measures={'speed': (4, 2)}, dice=('5',), events=('token spent', 'spun out'))
    """
    car, actions = parse_turn(turn)
    known = [speed_list(one.speeds) for one in actions if one.speeds]
    speeds = tuple(one[0] for one in known if len(one) == 1)
    events = ["token spent" for one in actions if one.speeds and one.token]
    events += [_EVENTS[one.kind] for one in actions if one.kind in _EVENTS]
    return TurnFacts(
        car, {"speed": speeds} if speeds else {}, tuple(one.face for one in actions if one.face), tuple(events)
    )
