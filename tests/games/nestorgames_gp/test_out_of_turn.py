"""Somebody rolls and moves out of turn: the fault is his, the driver whose turn it is did nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.games.base import Status, Verdict
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.judge.verdict import judge

GAME = NestorgamesGP()
Write = Callable[..., str]
Judge = Callable[..., Verdict]


def test_a_roll_that_lies_in_anothers_dice_is_his(verdict: Judge) -> None:
    """Blue throws 6, 2 and 3 and says so in red's turn: red is not told to move 11 spaces."""
    seen = verdict({}, {"dice": "B623"}, "roll=6+2+3")
    assert "exact-move" not in "".join(violation.rule for violation in seen.violations)
    own = verdict({}, {"dice": "R623"}, "roll=6+2+3")
    assert [violation.rule for violation in own.violations] == ["nestorgames-gp/exact-move"]


def test_dice_and_car_moved_out_of_turn_are_one_fault(verdict: Judge) -> None:
    """Blue rolls and moves 11 spaces in red's turn: blue broke the turn order."""
    seen = verdict({}, {"dice": "B623", "cars": "B:s26"}, "roll=6+2+3")
    assert [violation.rule for violation in seen.violations] == ["nestorgames-gp/turn-order"]
    assert "Blue" in seen.violations[0].message or "blue" in seen.violations[0].message


def test_who_threw_out_of_turn_and_then_moves_has_not_begun_the_next_turn(position: Write) -> None:
    """Blue's dice lie there in red's turn; when blue's car moves, red's turn is not closed behind red's back."""
    dice = "B1:6@-34/0/1,B2:2@0/0/2,B3:3@34/0/3"
    before = position()
    thrown = GAME.observe(GAME.visible(position(dice=dice)))
    moved = GAME.observe(GAME.visible(position(dice=dice, cars="B:s26")))
    assert not GAME.next_turn_began(before, [thrown], moved)


def test_rolling_on_after_a_repeat_is_no_new_turn(position: Write, verdict: Judge) -> None:
    """Red rolls 3, 3 and then 5: that is red's fault in the same turn, not the beginning of the next one."""
    before = position()
    bust, more = "R1:3@-34/0/1,R2:3@0/0/2", "R1:3@-34/0/1,R2:3@0/0/2,R3:5@34/0/3"
    looks = [GAME.observe(GAME.visible(position(dice=dice))) for dice in (bust, more)]
    assert not GAME.next_turn_began(before, looks[:1], looks[1])
    seen = verdict({}, {"dice": "R335"}, "roll=3+3+5")
    assert [violation.rule for violation in seen.violations] == ["nestorgames-gp/roll"]


@pytest.mark.parametrize("box", ["R:2/0,B:3/0,G:3/0", "R:3/1,B:3/0,G:3/0", "R:3/0/c,B:3/0,G:3/0"])
def test_what_is_done_in_ones_own_box_after_a_repeat_is_no_new_turn(position: Write, verdict: Judge, box: str) -> None:
    """Red rolls 2, 4, 2 and takes a disc off, or more: red's fault, held against nobody else."""
    dice = "R1:2@-34/0/1,R2:4@0/0/2,R3:2@34/0/3"
    looks = [GAME.observe(GAME.visible(position(**how))) for how in ({"dice": dice}, {"dice": dice, "box": box})]
    assert not GAME.next_turn_began(position(), looks[:1], looks[1])
    seen = verdict({}, {"dice": dice, "box": box})
    assert (seen.player, seen.status) == ("red", Status.ILLEGAL)


def test_the_next_drivers_dice_begin_his_turn_also_after_a_fault(position: Write) -> None:
    """Red moves 9 spaces by a 2 and a 6, and the table lets it stand: green, who is not due, has not rolled for red."""
    before, dice = position(), "R1:2@-34/0/1,R2:6@0/0/2"
    wrong = [
        GAME.observe(GAME.visible(position(dice=dice, cars=cars))) for cars in ("R:s2,B:s15,G:s20", "R:s11,B:s15,G:s20")
    ]
    for die in ("B1:3@0/0/3", "G1:3@0/0/3"):
        thrown = GAME.observe(GAME.visible(position(dice=die, cars="R:s11,B:s15,G:s20")))
        assert GAME.next_turn_began(before, wrong, thrown)


@pytest.mark.parametrize("stops", [1, 2, 3])
def test_who_takes_a_die_back_and_rolls_has_not_only_fixed(position: Write, stops: int) -> None:
    """Fixing is instead of any action (Fixing your car): in one turn that is the rule, and what is told of it."""
    fixed = {"box": "R:3/1,B:3/0,G:3/0"}
    looks = [{"box": "R:3/2,B:3/0,G:3/0"}, fixed, {**fixed, "dice": "R45"}, {**fixed, "dice": "R45", "cars": "R:s11"}]
    seen = [GAME.observe(GAME.visible(position(**look))) for look in (looks[0], *looks[-stops:])]
    found = judge(GAME, position(**looks[0]), seen, ("alone",), closed=True)
    assert [(one.rule, "rolled and took a die back" in one.message) for one in found.violations] == [
        ("nestorgames-gp/fix", True)
    ]


def test_who_rolls_after_his_own_turn_is_told_so(position: Write) -> None:
    """Red took a die back, which was his turn, and rolls then: he rolled in blue's turn, and no car was moved."""
    before = position(turn="B")
    seen = [GAME.observe(GAME.visible(text)) for text in (before, position(turn="B", dice="R45"))]
    (found,) = judge(GAME, before, seen, ("alone",), closed=True).violations
    assert (found.rule, found.message) == ("nestorgames-gp/turn-order", "Red rolled, but it is blue's turn.")
