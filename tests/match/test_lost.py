"""A table that nobody can explain, as after a break or a missed half of the race: play goes on, and so does judging."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest

from referee.games.base import PlayedTurn
from referee.games.registry import GAMES
from tests.by_lot import ROUND, lot, so_many

from .conftest import Table

MISSED, SEEN = 14, 8
"""So many turns go by unseen, and so many are seen after them."""
TOUCHED_UNSEEN = ("royal-racers", 2002, 20)
"""A race whose racers touched a flag each while nobody looked, and one of whom goes back to it when all has settled."""


ANEW = sorted(GAMES) if ROUND else ["racepack"]
"""Of these games races are drawn; in the suite of the one that has none below."""
DRAWN = [
    pytest.param(name, seed, marks=pytest.mark.long)
    for name, seed in product(ANEW, range(lot(1), lot(so_many(1, 10)) + 1))
]
GUESSED_WRONG = [
    ("home-racers", 1009),
    pytest.param("nestorgames-gp", 1008, marks=pytest.mark.long),
    pytest.param("royal-racers", 1005, marks=pytest.mark.long),
]
"""What was taken as known of a race after its gap and was not so: a gear, that a car had started, whose turn it was."""


def after_a_gap(name: str, seed: int, missed: int) -> tuple[Table, list[PlayedTurn]]:
    """A table at which so many turns went by unseen; and those that are seen after them."""
    table, (start, turns) = Table(name), played(name, seed, missed + SEEN)
    table.show(start)
    table.match.start(3, table.time_ns, start)
    return table, turns[missed:]


@cache
def played(name: str, seed: int, most: int) -> tuple[str, list[PlayedTurn]]:
    """How a race begins and its first turns."""
    law, dice, turns = GAMES[name], Random(seed), list[PlayedTurn]()
    start = position = law.start(3, dice)
    while len(turns) < most and not law.over(position):
        turns.append(law.play(position, dice, None))
        position = turns[-1].after
    return start, turns


@pytest.mark.by_lot
@pytest.mark.parametrize(
    ("name", "seed"),
    [*DRAWN, *GUESSED_WRONG],
)
def test_turns_after_one_that_cannot_be_explained_are_judged_again(name: str, seed: int) -> None:
    """Turns that went by unseen, too many to follow, accuse nobody and end with the next turn that can be followed."""
    table, turns = after_a_gap(name, seed, MISSED)
    for turn in turns:
        table.play(turn)
    table.match.finish(table.time_ns)
    verdicts = [entry.data["status"] for entry in table.match.state.turns]
    assert "ILLEGAL" not in verdicts[1:]  # the first may blame the one car that stands elsewhere
    assert len(verdicts) > SEEN // 2, verdicts
    # in Racepack the first move tells whose turns are left; what hangs on the gap later, as tokens do, may be asked
    followed = slice(2, 5) if name == "racepack" else slice(-3, None)
    assert verdicts[followed] == ["LEGAL"] * 3, verdicts


@pytest.mark.long
def test_which_flags_were_touched_unseen_nobody_is_accused_by() -> None:
    """Long after a gap a racer goes back to a flag that he touched in it: nobody knows that it was not his last one.

    Once people have set how many he has, it is known: to go back to another one is a fault.
    """
    for corrected, status in ((False, "LEGAL"), (True, "ILLEGAL")):
        table, turns = after_a_gap(*TOUCHED_UNSEEN)
        for turn in turns[:-2]:
            table.play(turn)
        if corrected:
            state = table.match.state
            table.match.correct(table.time_ns, str(state.position))
        table.play(turns[-2])
        table.match.finish(table.time_ns)
        assert table.match.state.turns[-1].data["status"] == status
