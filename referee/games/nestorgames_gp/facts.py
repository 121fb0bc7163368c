"""The facts in a turn of nestorgames GP for statistics: dice, spaces driven, busts and crashes."""

from __future__ import annotations

from referee.games.turn_facts import TurnFacts

_EVENTS = {"bust": "rolled a repeat", "fix": "repaired", "up": "turned up", "put": "put back", "use": "item used"}


def turn_facts(turn: str) -> tuple[TurnFacts, ...]:
    """The facts in a turn's notation.

    >>> turn_facts("R roll=3+2+6 move=11 via=shortcut")[0]
    TurnFacts(car='R', measures={'spaces': (11,)}, dice=('3', '2', '6'), events=('took the shortcut',))
    """
    return tuple(_one(part) for part in turn.split(" / ") if part)


def _one(part: str) -> TurnFacts:
    car, *words = part.split()
    fields = [word.partition("=")[::2] for word in words]
    moves = tuple(int(value) for name, value in fields if name == "move" and value.isdecimal())
    dice = tuple(face for name, value in fields if name == "roll" for face in value.split("+") if face.isdecimal())
    events = [_EVENTS[name] for name, _ in fields if name in _EVENTS]
    events += [f"took the {way}" for name, value in fields if name == "via" for way in value.split("+")]
    return TurnFacts(car, {"spaces": moves} if moves else {}, dice, tuple(events))
