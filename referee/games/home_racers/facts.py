"""The facts in a turn of Home Racers for statistics: gears, dice, road tiles."""

from __future__ import annotations

from referee.games.turn_facts import TurnFacts


def turn_facts(turn: str) -> tuple[TurnFacts, ...]:
    """The facts in a turn's notation.

    >>> turn_facts("G: gear=2 path=fl-st-lt roll=2.6 move=3")[0]
    TurnFacts(car='G', measures={'gear': (2,), 'tiles': (3,)}, dice=('2', '6'), events=())
    """
    return tuple(_one(part) for part in turn.split(" / ") if part)


def _one(part: str) -> TurnFacts:
    car, _, rest = part.partition(":")
    fields = dict(word.split("=", 1) for word in rest.split() if "=" in word)
    named = {"gear": "gear", "move": "tiles"}
    measures = {named[key]: (int(fields[key]),) for key in named if fields.get(key, "").isdecimal()}
    dice = tuple(face for face in fields.get("roll", "").split(".") if face.isdecimal())
    return TurnFacts(car, measures, dice)
