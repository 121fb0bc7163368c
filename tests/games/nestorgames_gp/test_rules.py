"""Every rule just broken and just kept, from one look at the table after the turn."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from referee.games.base import Status, Verdict
from referee.games.nestorgames_gp.rules import RULES

Fields = dict[str, str]
Judged = Callable[..., Verdict]

TRAY = {"switches": "items:tray"}
BOARD = {"switches": "items:board"}
SAFETY = {"switches": "safety:yes", "safety": "G:2", "cars": "R:s2,B:s6,G:s20", "box": "G:2/0"}
GATE = {"board": "lockgate", "gate": "closed", "cars": "R:s6,B:s30,G:s2"}
LOOP = {"board": "crossover", "cars": "R:s11,B:s22,G:s33"}
OVER = {"turn": "", "finished": "RB", "cars": "R:off,B:off,G:s20", "box": "R:0/0,B:0/0,G:1/0"}

BROKEN: list[tuple[str, Fields, Fields, tuple[str, ...]]] = [
    ("qualifying", {"qualifying": "begins", "cars": "R:off,B:off,G:off", "started": ""}, {"dice": "R26"}, ("value=9",)),
    ("turn-order", {}, {"cars": "B:s17", "dice": "B2"}, ("bust",)),
    ("roll", {}, {"dice": "R4443"}, ()),
    ("roll", {"box": "R:3/5"}, {"cars": "R:s9", "dice": "R16"}, ()),
    ("roll", {"box": "R:3/6"}, {"cars": "R:s3", "dice": "R1"}, ()),
    ("roll", {}, {"dice": "R552"}, ("roll=5+5+2",)),
    ("belly-up", {"cars": "R:s2!"}, {"cars": "R:s4", "dice": "R2"}, ()),
    ("belly-up", {"cars": "R:s2!"}, {}, ()),
    ("exact-move", {}, {"cars": "R:s12", "dice": "R2613"}, ()),
    ("exact-move", {}, {"cars": "R:s12", "dice": "R55"}, ()),
    ("exact-move", {}, {"dice": "R26"}, ()),
    ("bump", {"cars": "B:s3"}, {"cars": "R:s3", "dice": "R1"}, ()),
    ("bump", {"cars": "B:s3"}, {"cars": "R:s3,B:s6", "dice": "R1"}, ()),
    ("crash", {"cars": "B:s5"}, {"cars": "R:s5!,B:s5", "box": "R:3/1,B:3/1", "dice": "R3"}, ()),
    ("crash", {"cars": "B:s5"}, {"cars": "R:s5!,B:s5!", "box": "R:3/1", "dice": "R3"}, ()),
    ("crash", {"cars": "R:s5"}, {"dice": "R44"}, ()),
    ("fix", {"box": "R:3/3"}, {"box": "R:3/1"}, ()),
    ("fix", {"box": "R:3/3"}, {"box": "R:3/2", "dice": "R2"}, ()),
    ("lap", {"cars": "R:s33"}, {"cars": "R:s2", "dice": "R3"}, ()),
    ("lap", {}, {"cars": "R:s4", "box": "R:2/0", "dice": "R2"}, ()),
    ("shortcut", {"cars": "R:s7", "box": "R:3/0/c"}, {"cars": "R:s17", "dice": "R3"}, ()),
    ("shortcut", {"cars": "R:s7"}, {"cars": "R:s17", "dice": "R3"}, ()),
    ("shortcut", {}, {"cars": "R:s4", "box": "R:3/0/c", "dice": "R2"}, ()),
    ("loop", LOOP, {"cars": "R:s30", "dice": "R3"}, ()),
    ("loop", LOOP, {"cars": "R:x>s30", "dice": "R2"}, ()),
    ("gate", GATE, {"cars": "R:s18", "dice": "R5"}, ()),
    ("gate", {**GATE, "cars": "R:s1,B:s30,G:s5"}, {"cars": "R:s3", "dice": "R2"}, ()),
    ("gate", GATE, {"cars": "R:s8", "gate": "open", "dice": "R2"}, ()),
    ("teleport", {"board": "crossover", "cars": "R:s6"}, {"cars": "R:s7", "dice": "R1"}, ()),
    ("teleport", {"board": "crossover", "cars": "R:s4,B:s6"}, {"cars": "R:s6,B:s21", "dice": "R2"}, ()),
    ("tray", {**TRAY, "tray": "s4:bomb"}, {"cars": "R:s4", "dice": "R2"}, ()),
    ("tray", {**TRAY, "tray": "s4:bomb"}, {"cars": "R:s4", "tray": "s23:oil", "dice": "R2"}, ()),
    ("tray", {**TRAY, "tray": "s9:bomb"}, {"cars": "R:s4", "tray": "off", "dice": "R2"}, ()),
    ("rocket", {**TRAY, "cars": "B:s4"}, {"cars": "R:s3,B:s4!", "box": "B:3/1", "dice": "R1"},
     ("use=rocket", "aim=3", "roll=1")),
    ("rocket", {**TRAY, "held": "R:rocket", "cars": "B:s7"}, {"cars": "R:s3,B:s7!", "box": "B:3/1"},
     ("use=rocket", "aim=6", "roll=1")),
    ("rocket", {**TRAY, "held": "R:rocket", "cars": "B:s5"}, {"cars": "R:s3,B:s5!", "box": "B:3/1"},
     ("use=rocket", "aim=2", "roll=1")),
    ("bomb", TRAY, {"cars": "R:s4", "items": "s2:bomb!", "dice": "R2"}, ("use=bomb",)),
    ("bomb", {**TRAY, "items": "s4:bomb!"}, {"cars": "R:s4", "items": "", "dice": "R2"}, ()),
    ("wrench", {**TRAY, "box": "R:3/4", "held": "R:wrench"}, {"cars": "R:s4", "box": "R:3/2", "dice": "R2"},
     ("use=wrench",)),
    ("wrench", {**TRAY, "box": "R:3/4"}, {"cars": "R:s4", "box": "R:3/0", "dice": "R2"}, ("use=wrench",)),
    ("turbo", TRAY, {"cars": "R:s6", "dice": "R2"}, ("use=turbo",)),
    ("oil", {**TRAY, "items": "s3:oil"}, {"cars": "R:s3", "dice": "R1"}, ()),
    ("oil", TRAY, {"cars": "R:s4", "items": "s2:oil", "dice": "R2"}, ("use=oil",)),
    ("safety-car", SAFETY, {"cars": "R:s7", "dice": "R5"}, ()),
    ("safety-car", {**SAFETY, "box": "R:2/0"}, {"cars": "R:s5", "dice": "R12"}, ("leader=R",)),
    ("safety-car", {"switches": "safety:yes", "cars": "B:s5"},
     {"cars": "R:s5!,B:s5!", "box": "R:3/1,B:3/6", "dice": "R3"}, ()),
    ("fastest-turn", {"switches": "fastest:yes", "record": "B:9"}, {"cars": "R:s4", "dice": "R2"}, ("fastest=R:2",)),
    ("wet-race", {"switches": "wet:yes", "items": "s12:oil,s21:oil,s28:oil,s4:oil"},
     {"cars": "R:s3", "items": "s12:oil,s21:oil,s28:oil", "dice": "R1"}, ()),
    ("items-on-board", {**BOARD, "items": "s4:turbo"}, {"cars": "R:s4,B:s15", "items": "s25:turbo", "dice": "R2"}, ()),
    ("items-on-board", {**BOARD, "held": "R:rocket", "cars": "B:s4"},
     {"cars": "R:s3,B:s4!", "box": "B:3/1", "items": "", "dice": "R1"}, ("use=rocket", "aim=2", "roll=1")),
    ("items-on-board", BOARD, {"cars": "R:s3", "items": "s2:oil", "dice": "R1"}, ("use=oil",)),
    ("championship", OVER, {}, ("score:R=2",)),
    ("teams", {**OVER, "seats": "RBGY", "cars": "R:off,B:off,G:off,Y:s20", "box": "R:0/0,B:0/0,G:0/0,Y:1/0",
               "finished": "RBG", "started": "RBGY", "teams": "RY+BG"}, {}, ("team:RY=6",)),
]  # fmt: skip

KEPT: list[tuple[str, Fields, Fields, tuple[str, ...]]] = [
    ("qualifying", {"qualifying": "begins", "cars": "R:off,B:off,G:off", "started": ""}, {"dice": "R26"}, ("value=8",)),
    ("qualifying", {"qualifying": "begins", "cars": "R:off,B:off,G:off", "started": ""}, {"dice": "R22"}, ("value=0",)),
    ("turn-order", {"turn": "B"}, {"cars": "B:s17", "dice": "B2"}, ()),
    ("roll", {}, {"dice": "R445"}, ()),
    ("roll", {"box": "R:3/5"}, {"cars": "R:s8", "dice": "R6"}, ()),
    ("roll", {"box": "R:3/6"}, {"box": "R:3/5"}, ()),
    ("belly-up", {"cars": "R:s2!"}, {"cars": "R:s2"}, ()),
    ("exact-move", {}, {"cars": "R:s14", "dice": "R2613"}, ()),
    ("exact-move", {}, {"dice": "R55"}, ()),
    ("exact-move", {"dice": "R26"}, {"cars": "R:s4", "dice": "R26"}, ("sum=2",)),
    ("bump", {"cars": "B:s3"}, {"cars": "R:s3,B:s4", "dice": "R1"}, ()),
    ("bump", {"cars": "B:s3,G:s4"}, {"cars": "R:s3,B:s4,G:s5!", "box": "G:3/1", "dice": "R1"}, ()),
    ("crash", {"cars": "B:s5!"}, {"cars": "R:s5!,B:s5!", "box": "R:3/1,B:3/1", "dice": "R3"}, ()),
    ("crash", {"cars": "R:s5"}, {"cars": "R:s5!", "box": "R:3/1", "dice": "R44"}, ()),
    ("fix", {"box": "R:3/3"}, {"box": "R:3/2"}, ()),
    ("lap", {"cars": "R:s33"}, {"cars": "R:s2", "box": "R:2/0", "dice": "R3"}, ()),
    ("lap", {"cars": "R:s33", "started": "BG"}, {"cars": "R:s2", "dice": "R3"}, ()),
    ("lap", {"cars": "R:s32,B:s34"}, {"cars": "R:s34!,B:s34!", "box": "R:3/1,B:3/1", "dice": "R2"}, ()),
    ("shortcut", {"cars": "R:s7"}, {"cars": "R:s17", "box": "R:3/0/c", "dice": "R3"}, ()),
    ("loop", LOOP, {"cars": "R:s13", "dice": "R3"}, ()),
    ("loop", LOOP, {"cars": "R:x>s13", "dice": "R2"}, ()),
    ("loop", {**LOOP, "cars": "R:s11,B:x>s30,G:s33"}, {"cars": "R:x>s13,B:s13", "dice": "R2"}, ()),
    ("gate", {**GATE, "gate": "open"}, {"cars": "R:s18", "dice": "R5"}, ()),
    ("gate", {**GATE, "cars": "R:s1,B:s30,G:s5"}, {"cars": "R:s3", "gate": "open", "dice": "R2"}, ()),
    ("gate", {**GATE, "cars": "R:s1,B:s2,G:s5"}, {"cars": "R:s2,B:s3", "dice": "R1"}, ()),
    ("teleport", {"board": "crossover", "cars": "R:s6"}, {"cars": "R:s21", "dice": "R1"}, ()),
    ("teleport", {"board": "crossover", "cars": "R:s6,B:s21"}, {"cars": "R:s21,B:s22", "dice": "R1"}, ()),
    ("teleport", {"board": "crossover", "cars": "R:s5,B:s6"}, {"cars": "R:s6,B:s7", "dice": "R1"}, ()),
    ("tray", {**TRAY, "tray": "s4:bomb"}, {"cars": "R:s4", "tray": "s21:oil", "dice": "R2"}, ()),
    ("rocket", {**TRAY, "held": "R:rocket", "cars": "B:s5,G:s5"},
     {"cars": "R:s3,B:s5!,G:s5!", "box": "B:3/1,G:3/1", "dice": "R1"},
     ("use=rocket", "aim=3", "roll=1")),
    ("rocket", {**TRAY, "held": "R:rocket", "cars": "B:s5"}, {"cars": "R:s3"}, ("use=rocket", "aim=2", "roll=1")),
    ("bomb", {**TRAY, "held": "R:bomb"}, {"cars": "R:s4", "items": "s2:bomb!", "dice": "R2"}, ()),
    ("bomb", {**TRAY, "items": "s4:bomb!"}, {"cars": "R:s4!", "box": "R:3/1", "items": "", "dice": "R2"}, ()),
    ("wrench", {**TRAY, "cars": "R:s2!", "box": "R:3/4", "held": "R:wrench"},
     {"cars": "R:s4", "box": "R:3/0", "dice": "R2"}, ()),
    ("turbo", {**TRAY, "held": "R:turbo"}, {"cars": "R:s20,G:s21", "dice": "R6123"}, ()),
    ("turbo", {**TRAY, "held": "R:turbo"}, {"dice": "R66"}, ("use=turbo",)),
    ("oil", {**TRAY, "items": "s3:oil"}, {"cars": "R:s5!", "box": "R:3/1", "dice": "R1"}, ()),
    ("oil", {**TRAY, "items": "s3:oil", "cars": "B:s5"},
     {"cars": "R:s5!,B:s5!", "box": "R:3/1,B:3/1", "dice": "R1"}, ()),
    ("oil", {**TRAY, "held": "R:oil"}, {"cars": "R:s4", "items": "s2:oil", "dice": "R2"}, ()),
    ("safety-car", SAFETY, {"dice": "R5"}, ()),
    ("safety-car", {**SAFETY, "cars": "R:s2,B:s6!,G:s20"}, {"cars": "R:s7", "dice": "R5"}, ()),
    ("safety-car", {"switches": "safety:yes", "cars": "B:s5"},
     {"cars": "R:s5!,B:s5!", "box": "R:3/6,B:3/6", "dice": "R3"}, ()),
    ("safety-car", {"switches": "safety:yes", "cars": "R:s5"}, {"cars": "R:s5!", "box": "R:3/6", "dice": "R66"}, ()),
    ("fastest-turn", {"switches": "fastest:yes", "record": "B:9"},
     {"cars": "R:s14", "dice": "R2613"}, ("fastest=R:12",)),
    ("wet-race", {"switches": "wet:yes", "items": "s12:oil,s21:oil,s28:oil,s4:oil"},
     {"cars": "R:s3", "dice": "R1"}, ()),
    ("items-on-board", {**BOARD, "items": "s4:turbo"}, {"cars": "R:s4,B:s15", "items": "", "dice": "R2"}, ()),
    ("items-on-board", {**BOARD, "held": "R:rocket", "cars": "B:s4"},
     {"cars": "R:s3,B:s4!", "box": "B:3/1", "items": "s21:rocket", "dice": "R1"}, ("use=rocket", "aim=2", "roll=1")),
    ("items-on-board", {**BOARD, "items": "s4:bomb!"},
     {"cars": "R:s4!", "box": "R:3/1", "items": "s21:bomb", "dice": "R2"}, ()),
    ("championship", OVER, {}, ("score:R=3", "score:B=2", "score:G=1")),
    ("teams", {**OVER, "seats": "RBGY", "cars": "R:off,B:off,G:off,Y:s20", "box": "R:0/0,B:0/0,G:0/0,Y:1/0",
               "finished": "RBG", "started": "RBGY", "teams": "RY+BG"}, {}, ("team:RY=5", "team:BG=5")),
]  # fmt: skip

UNSEEN: list[tuple[str, Fields, Fields, tuple[str, ...]]] = [
    ("exact-move", {}, {"cars": "R:s14"}, ("sum=12",)),
    ("roll", {}, {}, ("bust",)),
    ("bump", {"cars": "B:s3"}, {"cars": "R:s3,B:s4"}, ("roll=1",)),
    ("turbo", {"held": "R:turbo", **TRAY}, {"cars": "R:s24"}, ("use=turbo", "roll=6+1+2+3+4")),
    ("rocket", {**TRAY, "held": "R:rocket", "cars": "B:s5"},
     {"cars": "R:s3,B:s5!", "box": "B:3/1"}, ("use=rocket", "aim=4", "roll=1")),
    ("qualifying", {"qualifying": "begins", "cars": "R:off,B:off,G:off", "started": ""}, {}, ("value=8",)),
    ("safety-car", {**SAFETY, "cars": "R:s5,B:s5,G:s4"}, {"cars": "R:s8"}, ("leader=B", "sum=3")),
    ("lap", {"cars": "R:s33"}, {"cars": "R:s2", "box": "R:2/0"}, ("sum=3",)),
    ("safety-car", SAFETY, {}, ("roll=5",)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "before", "after", "declared"), BROKEN)
def test_a_broken_rule_is_named(
    rule: str, before: Fields, after: Fields, declared: tuple[str, ...], verdict: Judged
) -> None:
    """A turn that breaks one rule is ILLEGAL by that rule and no other."""
    found = verdict(before, after, *declared)
    assert found.status is Status.ILLEGAL, found
    assert {fault.rule for fault in found.violations} == {f"nestorgames-gp/{rule}"}, found.violations


@pytest.mark.parametrize(("rule", "before", "after", "declared"), KEPT)
def test_a_kept_rule_is_legal(
    rule: str, before: Fields, after: Fields, declared: tuple[str, ...], verdict: Judged
) -> None:
    """A turn that just keeps the rule is LEGAL."""
    found = verdict(before, after, *declared)
    assert found.status is Status.LEGAL, (found.sentence, found.violations, found.lines)


@pytest.mark.parametrize(("rule", "before", "after", "declared"), UNSEEN)
def test_unseen_facts_are_asked_for(
    rule: str, before: Fields, after: Fields, declared: tuple[str, ...], verdict: Judged
) -> None:
    """Without the dice or the word the turn stays UNDECIDED with a question; with it the turn is LEGAL."""
    asked = verdict(before, {**after, "dice": "?"})
    assert asked.status is Status.UNDECIDED, asked
    assert asked.questions
    assert all(question.answers for question in asked.questions)
    assert verdict(before, {**after, "dice": "?"}, *declared).status is Status.LEGAL


def test_every_rule_is_broken_and_kept() -> None:
    """No rule is without its two tests."""
    ids = {rule.removeprefix("nestorgames-gp/") for rule in RULES}
    assert ids == {case[0] for case in BROKEN} == {case[0] for case in KEPT}


def test_one_is_not_said_in_the_plural(verdict: Judged) -> None:
    """Whatever lies in a box, the sentence counts it as people do: 1 die, 2 dice, 1 disc, 2 discs."""
    told = [
        verdict({"box": f"R:2/{lost}"}, {"cars": "R:s5!", "box": f"R:{discs}/{now}", "dice": "R3"}).sentence
        for lost in range(6)
        for now in range(7)
        for discs in (1, 2, 3)
    ]
    assert any("1 die " in one for one in told)
    assert any("1 disc " in one for one in told)
    assert [one for one in told if re.search(r"\b1 (dice|discs|lost dice|are)\b", one)] == []


@pytest.mark.parametrize("dice", ["?", "R1:3@0/0/0,?"])
@pytest.mark.parametrize("cars", ["R:s21,B:s15,G:s20", "R:s2,B:s6,G:s20", "R:s2,B:s3,G:s20"])
def test_where_dice_nobody_saw_may_have_taken_a_car_no_roll_is_said_to_be_missing(
    verdict: Judged, cars: str, dice: str
) -> None:
    """Four dice give 16 spaces, past others or though the leader rolls one: the safety car's rule is broken, no other.

    Nor is that said of a roll of which one die was seen.
    """
    before = {"switches": "safety:yes", "safety": "G:2", "cars": cars}
    for moved in range(7, 17):
        end = (int(cars[3 : cars.index(",")]) + moved - 1) % 34 + 1
        disc = {"box": "R:2/0"} if end < int(cars[3 : cars.index(",")]) else {}
        found = verdict(before, {"cars": f"R:s{end}", "dice": dice, **disc})
        assert found.status is Status.ILLEGAL
        assert {one.rule.removeprefix("nestorgames-gp/") for one in found.violations} <= {"safety-car", "bump"}
        assert {one.rule for one in found.violations} >= {"nestorgames-gp/safety-car"}


def test_the_leader_behind_the_safety_car_is_told_how_far_he_went_where_nobody_saw_his_dice(verdict: Judged) -> None:
    """How many dice it were nobody knows: 25 spaces by the turbo boost take more than one."""
    safety = {"switches": "items:tray,safety:yes", "safety": "G:2", "held": "R:turbo"}
    before = {**safety, "cars": "R:s21,B:s15,G:s20"}
    found = verdict(before, {"cars": "R:s12", "box": "R:2/0", "dice": "?"}, "use=turbo", "leader=R")
    assert "Red leads and moved 25; behind the safety car it rolls one die" in found.sentence


@pytest.mark.parametrize("space", ["s5", "s10", "s31"])
def test_a_disc_that_was_lifted_is_no_lap_that_was_driven_unseen(verdict: Judged, space: str) -> None:
    """The car stands where it stood; a whole lap over the loop, turned on it, is no fault that anybody can name."""
    before = {**LOOP, "cars": f"R:{space},B:s22,G:s33"}
    assert verdict(before, {"box": "R:2/0"}).status is not Status.ILLEGAL
