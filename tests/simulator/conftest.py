"""The kit as printed, and a game that plays a fixed script: real notation and layout, no law."""

from __future__ import annotations

from typing import Any

import pytest

from markers import kits
from markers.kit import Manifest, PlacedPiece
from referee.games.base import Dice, PlayedTurn
from referee.games.racepack.table.laying import layout

TRACK = "racepack track=a1:NNEEESSWWW line=0"
START = f"{TRACK} cars=A:b1,C:a1,M:b2,S:a2 hazards=a3-,h5- lap=3 die=2:0:0:0"
ONTO_COIN = f"{TRACK} cars=A:b1,C:a1,M:b2,S:a3 hazards=h5- lap=3 die=2:0:0:0"
ROLLED = f"{TRACK} cars=A:b1,C:a1,M:b2,S:a3 hazards=h5- lap=3 die=5:9:9:40"
BEYOND = f"{TRACK} cars=A:b1,C:a1,M:b2,S:a4 hazards=a3+,h5- lap=2 die=5:9:9:40"

TURNS = (
    PlayedTurn("red", "1", START, ONTO_COIN, (ONTO_COIN,), ("speed:1=1",), "legal"),
    PlayedTurn("red", "2", ONTO_COIN, BEYOND, (ROLLED, BEYOND), ("token:2=4", "roll=5"), "legal", ((0, "5"),)),
)


class ScriptedGame:
    """Plays `TURNS` one after the other."""

    name = "racepack"
    title = "Racepack"

    def start(self, players: int, seed_dice: Dice) -> str:
        """Always the same grid."""
        return START

    def visible(self, position: str) -> str:
        """The script's positions show all they hold."""
        return position

    def layout(self, position: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
        """The real one."""
        return layout(position, manifest)

    def play(self, position: str, dice: Dice, fault: str | None) -> PlayedTurn:
        """The next turn of the script."""
        return next(turn for turn in TURNS if turn.before == position)

    def faults(self) -> tuple[str, ...]:
        """None: the script is fixed."""
        return ()

    def over(self, position: str) -> str | None:
        """After the last turn."""
        return "the script is over" if position == TURNS[-1].after else None

    def next_race(self, position: str, seed_dice: Dice) -> str | None:
        """A single race: none."""
        return None

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the scripted game has no {name}")


@pytest.fixture(scope="session")
def manifest() -> Manifest:
    """The Racepack kit."""
    return kits.manifest("racepack")


@pytest.fixture(scope="session")
def sheets() -> bytes:
    """The Racepack kit as PDF."""
    return kits.pdf("racepack")


@pytest.fixture(scope="session")
def game() -> ScriptedGame:
    """Two turns of one car: onto a hazard, a penalty roll, and on."""
    return ScriptedGame()
