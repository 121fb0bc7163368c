"""The law of a play: against an engine that we did not write, and the cases that people quarrel about."""

from __future__ import annotations

from itertools import islice

from check_plays import differences, plays, positions, seen_by
from race_backgammon.law import BAR, OFF, men, moves, points, thrown


def test_plays_are_those_of_another_engine() -> None:
    """In 400 random positions the law and OpenSpiel allow the same plays."""
    assert list(differences(seed=3, count=400)) == []


def test_the_random_positions_ask_everything() -> None:
    """Men on the bar, bearing off, doubles, throws that nobody can play and of which one die alone can be played."""
    asked = set()
    for state, dice in islice(positions(seed=3), 400):
        mine, theirs = seen_by(state, state.current_player())
        first = moves(mine, theirs, thrown(dice))
        asked |= {"bar"} if mine[BAR] else set()
        asked |= {"double"} if dice[0] == dice[1] else set()
        asked |= {"off"} if any(to == OFF for _, to, _ in first) else set()
        asked |= {"nothing"} if not first else set()
        ends = plays(mine, theirs, thrown(dice))
        pips = {sum(p * n for p, n in enumerate(mine)) - sum(p * n for p, n in enumerate(end)) for end, _ in ends}
        asked |= {"one"} if first and max(pips) in dice and not mine[OFF] else set()
    assert asked == {"bar", "double", "off", "nothing", "one"}


def test_both_dice_or_the_larger_one() -> None:
    """A die must not be played so that the other cannot be; if only one can be played, it is the larger."""
    mine = men({13: 1, OFF: 14})
    assert moves(mine, men({25 - 8: 2, OFF: 13}), (5, 4)) == ((13, 9, 4),)
    assert moves(mine, men({25 - 4: 2, OFF: 13}), (5, 4)) == ((13, 8, 5),)
    assert moves(mine, men({25 - 4: 2, 25 - 8: 2, OFF: 11}), (5, 4)) == ((13, 9, 4),)


def test_what_a_game_is_worth() -> None:
    """One, two if the loser has no man off, three if one of them is on the bar or in the winner's home."""
    won = men({OFF: 15})
    assert points(won, men({OFF: 1, 24: 14})) == 1
    assert points(won, men({6: 15})) == 2
    assert points(won, men({6: 14, BAR: 1})) == 3
    assert points(won, men({6: 14, 19: 1})) == 3
