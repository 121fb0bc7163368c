"""The facts in a turn of Racepack for statistics: speeds, penalty rolls, tokens, spin-outs."""

from __future__ import annotations

import re

from referee.games.turn_facts import TurnFacts

_MOVEMENT = re.compile(r"[fx](\d)@[a-z]+\d+(t\w+)?")  # speed and token; "x123" is a speed nobody said
_ROLL = re.compile(r"(?:roll|reroll)=([na2-5])")
_EVENTS = {"out@": "spun out", "in@": "came back", "off": "finished"}


def turn_facts(turn: str) -> tuple[TurnFacts, ...]:
    """The facts in a turn's notation.

    >>> turn_facts("M: f4@i10 x2@k10t3 roll=5 out@k9")[0]
    TurnFacts(car='M', measures={'speed': (4, 2)}, dice=('5',), events=('token spent', 'spun out'))
    """
    return tuple(_one(part) for part in turn.split(" / ") if part)


def _one(part: str) -> TurnFacts:
    car, _, rest = part.partition(":")
    movements = [found for word in rest.split() if (found := _MOVEMENT.match(word))]
    events = ["token spent" for movement in movements if movement[2]]
    events += [name for word in rest.split() for start, name in _EVENTS.items() if word.startswith(start)]
    speeds = tuple(int(movement[1]) for movement in movements)
    return TurnFacts(car, {"speed": speeds} if speeds else {}, tuple(_ROLL.findall(rest)), tuple(events))
