"""The rule books of this tree pass the contract, by naming themselves."""

from __future__ import annotations

from typing import Any

from referee.contract import Case, Chance, Contract
from referee.games.racepack import book as racepack
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


RARE_IN_RACEPACK = frozenset(
    f"racepack/{name}"
    for name in (
        *("track", "order", "starting-grid", "start-speed", "re-entry", "hazard-stop", "hazard-flip", "hazard-place"),
        *("corner-speed", "speed-change", "strategy-token", "lap-die", "finish"),
        *("timer", "pit-lane-speed", "pit-stop", "spare-hazards"),
    )
)
"""All but the track and the order of the cars, which are no part of a turn, are planted in `test_racepack`."""


def _royal(chance: Chance) -> Any:
    royal = game("royal-racers")
    position = royal.start(2, chance)
    for _ in range(chance.randrange(30)):
        played = royal.play(position, chance, None)
        position = position if royal.over(played.after) else played.after
    return royal_racers.worlds(position)[0]


def _racepack(chance: Chance) -> Any:
    law = game("racepack")
    position = law.start(chance.choice((2, 4)), chance)
    for _ in range(chance.randrange(25)):
        played = law.play(position, chance, None)
        position = position if law.over(played.after) else played.after
    return racepack.worlds(position)[0]


class TestLadder(Contract):
    """The made-up game of the mind's own tests."""

    case = Case(ladder.Ladder())


class TestRoyalRacers(Contract):
    """Two players, in the midst of the race."""

    case = Case(royal_racers, _royal, RARE)


class TestRacepack(Contract):
    """Two or four players on the recommended track, in the first laps."""

    case = Case(racepack, _racepack, RARE_IN_RACEPACK)
