"""The facts in a turn of Royal Racers for statistics: rolls, spaces gone, cards turned."""

from __future__ import annotations

from referee.games.turn_facts import TurnFacts


def turn_facts(turn: str) -> tuple[TurnFacts, ...]:
    """The facts in a turn's notation; what a card shows is not told.

    >>> turn_facts("S r4 -c3 >d4")[0]
    TurnFacts(car='S', measures={'steps': (1,)}, dice=('4',), events=('card turned down',))
    """
    return tuple(_one(part) for part in turn.split(" / ") if part)


def _one(part: str) -> TurnFacts:
    car, *words = part.split()
    steps = sum(word.startswith(">") for word in words)
    names = {"#": "flag placed", "~": "wrong card", "+": "card turned up", "-": "card turned down"}
    events = tuple(names[word[0]] for word in words if word[0] in names)
    rolled = tuple(word[1:] for word in words if word[0] == "r" and len(word) == 2 and word[1] != "?")
    return TurnFacts(car, {"steps": (steps,)} if steps else {}, rolled, events)
