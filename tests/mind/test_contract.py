"""The rule books of this tree pass the contract, by naming themselves."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from referee.contract import Case, Chance, Contract
from referee.games.home_racers import book as home_racers
from referee.games.nestorgames_gp import book as nestorgames_gp
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.racepack import book as racepack
from referee.games.registry import game
from referee.games.royal_racers import book as royal_racers
from tests.mind import ladder

RARE_GP = frozenset(
    f"nestorgames-gp/{name}" for name in ("championship", "fastest-turn", "qualifying", "teams", "teleport")
)
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

RARE_AT_HOME = frozenset(
    f"home-racers/{name}" for name in ("laps", "path-length", "portal", "start-tile", "tiles-cleared", "turns")
)
"""Their faults need a car to be placed, portals, a whole path to be seen, or a word; `test_races` plants each."""


RACES = 8
"""So many races of each kind are looked at."""


@cache
def _race(name: str, players: int, options: tuple[tuple[str, str], ...], turns: int, seed: int) -> tuple[Any, ...]:
    """The beginnings of the turns of a race, at most so many: every promise looks at the same races."""
    law: Any = game(name)
    chance = Chance(f"{seed} {players} {options}")
    position, begun = law.start(players, chance, dict(options)), list[Any]()
    while len(begun) < turns and not law.over(position):
        begun.append(law.book.worlds(position)[0])
        position = law.play(position, chance, None).after
    return tuple(begun)


def _royal(chance: Chance) -> Any:
    return chance.choice(_race("royal-racers", 2, (), 30, chance.randrange(RACES)))


def _racepack(chance: Chance) -> Any:
    return chance.choice(_race("racepack", chance.choice((2, 4)), (), 25, chance.randrange(RACES)))


def _gp(chance: Chance) -> Any:
    board, items = chance.choice(("harbour", "crossover", "lockgate")), chance.choice(("none", "tray", "board"))
    agreed = [(one, chance.choice(("yes", "no"))) for one in ("safety", "fastest", "pushed-items", "wet")]
    return chance.choice(_race("nestorgames-gp", 2, (("board", board), ("items", items), *agreed), 25, 0)[4:])


def _home(chance: Chance) -> Any:
    return chance.choice(_race("home-racers", 2, (), 16, chance.randrange(RACES)))


@pytest.mark.by_lot
class TestLadder(Contract):
    """The made-up game of the mind's own tests."""

    case = Case(ladder.Ladder())


@pytest.mark.by_lot
class TestRoyalRacers(Contract):
    """Two players, in the midst of the race."""

    case = Case(royal_racers, _royal, RARE)


@pytest.mark.by_lot
class TestRacepack(Contract):
    """Two or four players on the recommended track, in the first laps."""

    case = Case(racepack, _racepack, RARE_IN_RACEPACK)


@pytest.mark.by_lot
class TestNestorgamesGP(Contract):
    """Two cars, in the midst of a race on any board, with items or without."""

    case = Case(nestorgames_gp, _gp, RARE_GP, hands=NestorgamesGP().hands)


@pytest.mark.by_lot
class TestHomeRacers(Contract):
    """Two cars on the recommended course."""

    case = Case(home_racers, _home, RARE_AT_HOME)
