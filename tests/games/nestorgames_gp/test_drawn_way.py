"""The drawn board shows the way of a car along the road, not across the grass."""

from __future__ import annotations

import re

from referee.games.registry import game

POSITION = (
    "nestorgames-gp board=harbour cars=R:s5,B:p1 box=R:3/0,B:3/0 tray=s33:wrench edition=tray switches=items:tray "
    "seats=RB turn=B started=R"
)


def corners_of(turn: str) -> int:
    """How many places the line of a move from s7 to s25 leads through."""
    position = POSITION.replace("R:s5", "R:s25")
    drawn = str(game("nestorgames-gp").diagram(position, {"from": "s7", "to": "s25", "turn": turn}))
    line = re.search(r'class="move" points="([^"]+)"', drawn)
    assert line is not None
    return len(line[1].split())


def test_the_way_of_a_move_follows_the_road_that_was_driven() -> None:
    """Eighteen spaces by the main road, fewer by the shortcut; where the turn does not tell it, from end to end."""
    assert corners_of("R roll=6+5+4+3 move=18") == 19
    assert corners_of("R roll=6+5 move=11 via=shortcut") in range(3, 13)
    assert corners_of("B bust / R roll=6+5+4+3 move=18") == 19
    assert corners_of("") == corners_of("R put=s25") == 2
