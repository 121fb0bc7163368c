"""Positions on the recommended track for the tests of the law.

The bottom straight is driven to the left (columns r to a), the line lies between k and j, corner 1 is the tile a1:

    row 2   . a b | c d e f g h i j # k l m ...     inside lane
    row 1   . a b | c d e f g h i j # k l m ...     outside lane
            corner 1                line
"""

from collections.abc import Callable

import pytest

from referee.games.racepack.game import Racepack

VISIBLE = ("cars", "hazards", "lap", "die")
TRACK = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0"


def _line(**fields: str) -> str:
    return " ".join([TRACK, *(f"{key}={value}" for key, value in fields.items() if value)])


@pytest.fixture(scope="session")
def game() -> Racepack:
    """The game itself."""
    return Racepack()


@pytest.fixture
def position() -> Callable[..., str]:
    """A position; red is to move and the others stand far away unless the fields say otherwise."""

    def build(**fields: str) -> str:
        cars = {"S": "g2", "M": "q3", "C": "r4", "A": "q5"}
        cars |= dict(item.split(":", 1) for item in fields.pop("cars", "").split(",") if item)
        placed = ",".join(f"{car}:{place}" for car, place in cars.items())
        return _line(cars=placed, **({"lap": "3", "die": "n:0:0:0", "turn": "S,M,C,A"} | fields))

    return build


@pytest.fixture
def look() -> Callable[..., str]:
    """The same table as a position shows, with some fields changed; `cars` names only those that moved."""

    def build(before: str, **fields: str) -> str:
        shown = dict(word.split("=", 1) for word in before.split()[3:])
        visible: dict[str, str] = {key: shown[key] for key in VISIBLE if key in shown}
        cars = dict(item.split(":", 1) for item in visible["cars"].split(","))
        cars |= dict(item.split(":", 1) for item in fields.pop("cars", "").split(",") if item)
        visible |= fields
        visible["cars"] = ",".join(f"{car}:{place}" for car, place in cars.items())
        return _line(**visible)

    return build
