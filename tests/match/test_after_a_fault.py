"""A race can be gone on from any table that a standing fault has led to (`watch --position`)."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from referee.errors import NotationError
from referee.games.registry import GAMES
from tests.match.after_faults import faults, positions_after, told, wrong_with
from tests.match.conftest import Table

FAULTS, TOLD = 6, 2
"""So many of each game; thousands by hand (see `after_faults`)."""


@lru_cache
def places(name: str) -> tuple[str, ...]:
    """Positions that planted faults have led to."""
    game = GAMES[name]
    return tuple(position for turn in faults(game, 4, FAULTS) for position in positions_after(game, turn))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_race_begins_where_a_fault_has_left_the_table(name: str) -> None:
    """The position is taken, and the next legal turn from it is not called illegal."""
    dice = Random(2)
    for position in places(name):
        assert not wrong_with(GAMES[name], position, dice), position


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_is_wrong_on_the_table_is_told_once(name: str) -> None:
    """The match notes it as the race begins, when something is wrong, and faults nobody for it afterwards."""
    game, dice = GAMES[name], Random(3)
    wrong = [position for position in places(name) if game.check_position(position)]
    fine = [position for position in places(name) if not game.check_position(position)]
    assert wrong or name in ("racepack", "home-racers"), "no planted fault there leaves a piece where none may be"
    for position in wrong[:TOLD]:
        assert told(name, position, dice) == (1, "")
    assert told(name, fine[0], dice) == (0, "")


WRONG = {
    "royal-racers": ("A 6 lies face down", ",6", ",-6"),
    "nestorgames-gp": ("An item lies on p3, where none may lie", " edition=", " items=p3:bomb! edition="),
}


@pytest.mark.parametrize("name", sorted(WRONG))
def test_the_very_tables_that_were_refused(name: str) -> None:
    """A 6 face down, a bomb in the pit lane: noted in words, and the race is on."""
    words, good, bad = WRONG[name]
    table = Table(name)
    position = table.game.start(3, Random(1)).replace(good, bad, 1)
    table.show(position)
    table.match.start(3, table.time_ns, position)
    notes = [entry.cause for entry in table.match.entries if entry.kind == "note"]
    assert len(notes) == 1
    assert words in notes[0]
    assert table.match.phase == "race"


def test_what_nothing_can_be_played_from_is_still_refused() -> None:
    """Nobody is to move: no fault leaves that behind."""
    for name in ("home-racers", "nestorgames-gp"):
        table = Table(name)
        broken = " ".join(part for part in table.game.start(3, Random(1)).split() if not part.startswith("turn="))
        with pytest.raises(NotationError):
            table.match.start(3, 0, broken)
