"""A card that lay covered when a turn began and is seen turned: whoever did that, nobody saw him."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.games.base import Status
from referee.games.royal_racers.game import RoyalRacers
from referee.judge import judge

GAME = RoyalRacers()
Table = Callable[..., str]


def test_a_card_turned_under_a_cover_is_not_held_against_the_next_player(table: Table) -> None:
    """The 9 on d6 is covered as black's turn begins and face down when it is seen: a question, beside black's
    own turn beside it; were d6 in view then, or black rolled null and turned the 5 on e2 before all eyes, a fault."""
    start = table(turn="M,S")

    def judged(first: str, last: str) -> tuple[Status, bool]:
        found = judge(GAME, start, [GAME.observe(look) for look in (first, last)], (), closed=True)
        return found.status, bool(found.questions)

    covered, in_view = table(unseen="d6"), table()
    assert judged(covered, table(down="d6", rolled="Mn")) == (Status.UNDECIDED, True)
    assert judged(in_view, table(down="d6", rolled="Mn"))[0] is Status.ILLEGAL
    assert judged(covered, table(down="e2", rolled="Mn"))[0] is Status.ILLEGAL
    assert judged(covered, table(rolled="Mn"))[0] is Status.LEGAL


def test_a_card_turned_under_a_cover_before_the_race_is_not_held_against_the_next_player(table: Table) -> None:
    """Every card lies face up while flags are placed; who turned one that was covered, nobody saw."""
    flags = "Sa:a1,S2:a6,S3:f6,S4:f1,Ma:e6,M2:e1,M3:b1,M4:b6"
    start = table(flags=flags, phase="flags", round="5", turn="S,M")

    def judged(unseen: str) -> Status:
        looks = [GAME.observe(table(flags=flags, unseen=unseen)), GAME.observe(table(flags=flags, down="d6"))]
        return judge(GAME, start, looks, (), closed=False).status

    assert judged("d6") is Status.UNDECIDED
    assert judged("") is Status.ILLEGAL


@pytest.mark.parametrize("flag", ["Ma:a5", "Sa:b5", "Sa:a1"])
def test_a_flag_that_lay_under_a_cover_is_not_held_against_the_next_player(table: Table, flag: str) -> None:
    """Red is to place black's ace upper right. Who put that flag elsewhere, or his own, nobody saw; a free card where
    it lies now was in view: then it was red."""
    flags = "S5:c3,M5:d4"
    start = table(flags=flags, phase="flags", round="1", turn="S,M")

    def judged(unseen: str) -> Status:
        covered = f"{table(flags=flags, unseen=unseen)} unseen={unseen}"
        looks = [GAME.observe(covered), GAME.observe(table(flags=f"{flags},{flag}"))]
        return judge(GAME, start, looks, (), closed=True).status

    assert judged(flag[-2:]) is Status.UNDECIDED
    assert judged("f6") is Status.ILLEGAL
