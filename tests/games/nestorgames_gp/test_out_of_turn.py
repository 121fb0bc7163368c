"""Somebody rolls and moves out of turn: the fault is his, the driver whose turn it is did nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.games.base import Status, Verdict
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.judge.verdict import judge
from tests.match.conftest import Table

GAME = NestorgamesGP()
Write = Callable[..., str]
Judge = Callable[..., Verdict]
ON = "Red rolled after its turn was over; it is blue's turn."


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
    assert (found.rule, found.message) == (
        "nestorgames-gp/turn-order",
        "Red rolled after its turn was over; it is blue's turn.",
    )


LOST = "R:3/2,B:3/0,G:3/0"
REPEAT = "R1:3@-34/0/1,R2:3@0/0/2"


def race(start: str, *stops: str, alone: bool = True) -> Table:
    """A match that has seen looks follow each other, the last turn ended by the button."""
    table = Table("nestorgames-gp")
    table.show(start)
    table.match.start(3, table.time_ns, start)
    for stop in stops:
        table.show(stop)
    if alone:
        table.match.declare("alone", table.time_ns)
    table.match.close(table.time_ns)
    return table


def words(table: Table) -> list[tuple[str, list[str]]]:
    """What was said of each turn: its status, and what was broken."""
    turns = [one.data for one in table.match.state.turns]
    return [(str(one["status"]), [fault["message"] for fault in one["violations"]]) for one in turns]


FINISHED = [
    ({"cars": "R:s5"}, {"cars": "R:s5!", "box": "R:3/1,B:3/0,G:3/0", "dice": REPEAT}, f"{REPEAT},R3:5@34/0/3"),
    ({"box": LOST}, {"box": "R:3/1,B:3/0,G:3/0"}, "R1:4@0/0/2"),
    ({"cars": "R:s2!"}, {"cars": "R:s2"}, "R1:4@0/0/2"),
]


@pytest.mark.parametrize(("before", "over", "dice"), FINISHED, ids=["repeat", "die-taken-back", "car-turned-up"])
def test_who_throws_on_when_his_turn_was_over_is_out_of_turn(
    position: Write, before: dict[str, str], over: dict[str, str], dice: str
) -> None:
    """A turn ends with a repeat, a die taken back or the car turned up (How to race, Fixing your car), which was legal:
    the die thrown after it is its driver's fault, once, and named so; without "alone" all others may have gone bust."""
    looks = position(**{**before, **over}), position(**{**before, **over, "dice": dice})
    told = words(race(position(**before), *looks))
    assert told == [("LEGAL", []), ("ILLEGAL", [ON])]
    status, _ = words(race(position(**before), *looks, alone=False))[-1]
    assert (status == "ILLEGAL") == ("R:s5!" in over.get("cars", ""))  # a belly-up car throws in no turn of its own


def test_a_throw_is_not_taken_back(position: Write) -> None:
    """After a repeat red throws one die of those it has lost, which then goes back into the box: it was thrown."""
    rolled = "R1:3@-34/0/1,R2:2@0/0/2,R3:1@34/0/3,R4:1@-34/34/4"
    looks = [position(box=LOST, dice=rolled), position(box=LOST.replace("2", "1", 1), dice=f"{rolled},R5:3@0/34/5")]
    table = race(position(box=LOST), *looks, looks[0])
    assert [status for status, _ in words(table)] == ["ILLEGAL"]
    assert [fault["rule"] for fault in table.match.state.turns[0].data["violations"]] == ["nestorgames-gp/roll"]


def test_a_die_that_is_pushed_when_the_turn_is_over_is_no_throw(position: Write) -> None:
    """Red's repeat lies a little further on at the next look, and blue drives: nobody is at fault."""
    before, over, _ = FINISHED[0]
    pushed = REPEAT.replace("@0/0/2", "@9/5/2")
    blue = {"dice": "B1:4@0/0/2", "cars": "R:s5!,B:s19"}
    looks = position(**over), position(**{**over, "dice": pushed}), position(**{**over, **blue})
    assert [status for status, _ in words(race(position(**before), *looks))[:2]] == ["LEGAL", "LEGAL"]


@pytest.mark.parametrize("first", ["R:s7", "R:s6"], ids=["fault", "legal"])
@pytest.mark.parametrize("at_once", [True, False])
def test_a_car_that_is_put_back_beside_the_dice_that_lie_there_was_not_moved(
    position: Write, first: str, at_once: bool
) -> None:
    """Red rolls 4, drives 5 or 4, puts its car back where it stood, the die still lying there, and drives 4."""
    dice = "R1:4@0/0/2"
    thrown, driven, right = position(dice=dice), position(dice=dice, cars=first), position(dice=dice, cars="R:s6")
    stops = (driven, thrown) if at_once else (thrown, driven, thrown)
    blue = [position(turn="B", cars=f"R:s6,B:{space}", dice="B1:2@30/5/70") for space in ("s15", "s17")]
    told = words(race(position(), *stops, right, *blue))
    assert told[:2] == [("LEGAL", []), ("LEGAL", [])]
    assert "ILLEGAL" not in dict(told)


def test_a_throw_after_a_movement_is_not_taken_back_with_it(position: Write) -> None:
    """Red rolls 4, drives 5, rolls 5 more and puts its car back, that die too or not: it was thrown."""
    dice, more = "R1:4@0/0/2", "R1:4@0/0/2,R2:5@34/0/3"
    looks = [position(dice=dice), position(dice=dice, cars="R:s7"), position(dice=more, cars="R:s7")]
    seen = [GAME.observe(GAME.visible(one)) for one in (position(), *looks)]
    assert GAME.put_back(seen, GAME.observe(position(dice=more))) is None
    alone = [seen[0], *seen[2:]]
    again = GAME.observe(position(dice=dice))
    assert (GAME.put_back(alone[:2], again), GAME.goes_back(position(), alone[:2], again)) == (1, False)
    assert GAME.goes_back(position(), alone, again)


def test_a_disc_that_lies_there_again_was_put_back(position: Write) -> None:
    """Red's 2 and 4 lead over the line into a crash that costs a die as well: a disc taken and back is none of it."""
    begun = {"cars": "R:s33,B:s5,G:s20"}
    rolled = {**begun, "dice": "R24"}
    texts = [position(**begun), position(**rolled), position(**rolled, box="R:2/0")]
    seen = [GAME.observe(GAME.visible(one)) for one in texts]
    assert (GAME.put_back(seen, seen[1]), GAME.goes_back(texts[0], seen, seen[1])) == (1, False)


def test_a_die_that_another_takes_off_the_card_and_lays_back_is_not_thrown_again() -> None:
    """Red rolls 1, green takes it off and throws, it is laid back as it lay, red rolls 5, 6 and 4: green's fault."""
    table = (
        "nestorgames-gp board=harbour cars=R:s20,B:s10!,G:s8!,Y:s7 box=R:3/0/c,B:3/1,G:3/1,Y:3/0 dice={} edition=tray "
        "seats=RBGY turn=R started=RBGY"
    )
    mine = "R1:1@-36/-16/58", "R2:5@-2/-18/23", "R3:6@30/-15/2", "R4:4@-38/17/22"
    before = "Y1:6@-32/-13/61,Y2:2@2/-17/70,Y3:4@34/-12/86"
    dice = (before, mine[0], "G1:3@-37/-15/55", *(",".join(mine[:count]) for count in (2, 3, 4)))
    looks = [GAME.observe(GAME.visible(table.format(lying))) for lying in dice]
    for count in range(3, len(looks) + 1):
        seen = judge(GAME, table.format(before), looks[:count], ["alone"], closed=False)
        assert [one.rule for one in seen.violations] == ["nestorgames-gp/turn-order"], count
        assert "bust" not in seen.turn
