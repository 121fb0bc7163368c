"""The rule books of this tree pass the contract, by naming themselves."""

from __future__ import annotations

from typing import Any

from referee.contract import Case, Chance, Contract
from referee.games.registry import game
from referee.games.royal_racers import book as royal_racers
from tests.mind import ladder

RARE = frozenset(
    f"royal-racers/{name}"
    for name in (
        *("campaign", "face-down", "occupied", "opponent-flag"),
        *("flip-any", "flip-flag", "flip-memory", "flip-pawn"),
    )
)


def _royal(chance: Chance) -> Any:
    royal = game("royal-racers")
    position = royal.start(2, chance)
    for _ in range(chance.randrange(30)):
        played = royal.play(position, chance, None)
        position = position if royal.over(played.after) else played.after
    return royal_racers.worlds(position)[0]


class TestLadder(Contract):
    """The made-up game of the mind's own tests."""

    case = Case(ladder.Ladder())


class TestRoyalRacers(Contract):
    """Two players, in the midst of the race."""

    case = Case(royal_racers, _royal, RARE)
