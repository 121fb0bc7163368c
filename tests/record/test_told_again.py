"""Before anybody is accused, the turns that left something open are told again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from referee.games.base import Line, Status, Verdict, Violation
from referee.mind.reasoned import MOST_LINES, Game
from referee.record.entry import Entry
from referee.record.fold import Closed, RaceState
from referee.record.word import excused


class Cleared(Game):
    """A game in which only what is told from the first of two turns on is legal play."""

    def visible(self, position: str) -> str:
        return position

    def observe(self, text: str) -> Any:
        return text

    def changed(self, before: Any, after: Any) -> bool:
        return bool(before != after)

    def legal_together(self, position: str, turns: Sequence[Any], closed: bool) -> tuple[Line, ...] | None:
        return (Line("", (), ("something",), True, "fourth"),) if position == "first" else ()


def after_turn(before: str, after: str, lines: int) -> Closed:
    """A legal turn that so many lines were told of."""
    told = [{"turn": str(one), "violations": [], "assumes": [], "after": after} for one in range(lines)]
    entry = Entry(0, "camera", "verdict", "", before, after, {"status": "LEGAL", "player": "red", "lines": told})
    return Closed(entry, before, after, (before, after), (), ())


@pytest.mark.parametrize(("lines", "status"), [(MOST_LINES, Status.UNDECIDED), (MOST_LINES - 1, Status.ILLEGAL)])
def test_a_turn_that_may_have_begun_otherwise_than_was_told_is_told_again_with_the_one_before(
    lines: int, status: Status
) -> None:
    """The second turn can be told in one way from what was kept of the first; where all that could be told was, that
    is the only one, and else it may begin with what was dropped."""
    closers = (after_turn("first", "second", lines), after_turn("second", "third", 1))
    state = RaceState("third", ("third", "fourth"), closers=closers)
    broken = Violation("game/rule", "It is broken.")
    line = Line("", (broken,), (), True, "fourth")
    fault = Verdict(Status.ILLEGAL, "blue", "", "It is broken.", (broken,), (line,), (), (), False, "fourth")
    assert excused(Cleared(), state, fault, closed=True).status is status
