"""People who never say a word and answer no question: what the referee does not know is nobody's fault."""

from __future__ import annotations

from random import Random

import pytest

from referee.games.registry import GAMES

from .conftest import Table

TURNS = {"racepack": 10, "royal-racers": 20, "nestorgames-gp": 24, "home-racers": 12}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_legal_turns_of_silent_people_are_never_faults(name: str) -> None:
    """Every stop of a race is shown, nothing is said, no button is pressed: no verdict is ILLEGAL."""
    table, dice = Table(name), Random(4)
    position = table.game.start(3, dice)
    table.show(position)
    table.match.start(3, table.time_ns, position)
    said = []
    for _ in range(TURNS[name]):
        turn = table.game.play(position, dice, None)
        for stop in turn.stops:
            said += [entry.data["status"] for entry in table.show(stop) if entry.kind == "verdict"]
        position = turn.after
    assert said.count("LEGAL") > len(said) / 2
    assert said.count("ILLEGAL") == 0
