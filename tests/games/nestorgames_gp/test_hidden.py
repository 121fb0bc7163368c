"""Facts that a hand or a cup hides: asked about while nobody sees them, judged once they are seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.games.base import Status, Verdict
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.rules import RULES
from referee.games.nestorgames_gp.state import Observation
from referee.judge import judge

Write = Callable[..., str]
GAME = NestorgamesGP()

TRAY = {"switches": "items:tray"}
BOARD = {"switches": "items:board"}
GATE = {"board": "lockgate", "gate": "closed", "cars": "R:s1,B:s30,G:s5"}

HIDDEN = [
    # rule, before, right, wrong, hidden
    ("bump", {"cars": "R:s2,B:s3,G:s20"}, {"cars": "R:s3,B:s4,G:s20", "dice": "R1"},
     {"cars": "R:s3,B:s6,G:s20"}, {"cars": "R:s3,G:s20", "missing": "B"}),
    ("crash", {"cars": "R:s2,B:s5,G:s20"}, {"cars": "R:s5!,B:s5!,G:s20", "box": "R:3/1,B:3/1,G:3/0", "dice": "R3"},
     {"box": "R:3/1,B:3/0,G:3/0"}, {"box": "R:3/1,G:3/0"}),
    ("belly-up", {"cars": "R:s2!,B:s15,G:s20"}, {"cars": "R:s2,B:s15,G:s20"},
     {"cars": "R:s2!,B:s15,G:s20"}, {"cars": "B:s15,G:s20", "missing": "R"}),
    ("fix", {"box": "R:3/6,B:3/0,G:3/0"}, {"box": "R:3/5,B:3/0,G:3/0"},
     {"box": "R:3/4,B:3/0,G:3/0"}, {"box": "B:3/0,G:3/0"}),
    ("lap", {"cars": "R:s33,B:s15,G:s20"}, {"cars": "R:s2,B:s15,G:s20", "box": "R:2/0,B:3/0,G:3/0", "dice": "R3"},
     {"box": "R:3/0,B:3/0,G:3/0"}, {"box": "B:3/0,G:3/0"}),
    ("shortcut", {"cars": "R:s7,B:s15,G:s20"},
     {"cars": "R:s17,B:s15,G:s20", "box": "R:3/0/c,B:3/0,G:3/0", "dice": "R3"},
     {"box": "R:3/0,B:3/0,G:3/0"}, {"box": "B:3/0,G:3/0"}),
    ("gate", GATE, {"cars": "R:s3,B:s30,G:s5", "gate": "open", "dice": "R2"}, {"gate": "closed"}, {"gate": ""}),
    ("teleport", {"board": "crossover", "cars": "R:s4,B:s21,G:s2"},
     {"cars": "R:s21,B:s22,G:s2", "dice": "R12"}, {"cars": "R:s7,B:s22,G:s2"}, {"cars": "R:s21,G:s2", "missing": "B"}),
    ("tray", {**TRAY, "tray": "s4:bomb"}, {"cars": "R:s4,B:s15,G:s20", "tray": "s21:oil", "dice": "R2"},
     {"tray": "s23:oil"}, {"tray": ""}),
    ("rocket", {**TRAY, "held": "R:rocket", "cars": "R:s2,B:s5,G:s20"},
     {"cars": "R:s3,B:s5!,G:s20", "box": "R:3/0,B:3/1,G:3/0", "dice": "R1"},
     {"box": "R:3/0,B:3/0,G:3/0"}, {"box": "R:3/0,G:3/0"}),
    ("bomb", {**TRAY, "items": "s4:bomb!"},
     {"cars": "R:s4!,B:s15,G:s20", "box": "R:3/1,B:3/0,G:3/0", "items": "", "dice": "R2"},
     {"cars": "R:s4,B:s15,G:s20", "box": "R:3/0,B:3/0,G:3/0"}, {"cars": "B:s15,G:s20", "missing": "R"}),
    ("wrench", {**TRAY, "box": "R:3/4,B:3/0,G:3/0", "held": "R:wrench"},
     {"cars": "R:s4,B:s15,G:s20", "box": "R:3/0,B:3/0,G:3/0", "dice": "R2"},
     {"box": "R:3/2,B:3/0,G:3/0"}, {"box": "B:3/0,G:3/0"}),
    ("oil", {**TRAY, "items": "s3:oil"},
     {"cars": "R:s5!,B:s15,G:s20", "box": "R:3/1,B:3/0,G:3/0", "items": "s3:oil", "dice": "R1"},
     {"cars": "R:s3,B:s15,G:s20", "box": "R:3/0,B:3/0,G:3/0"}, {"cars": "B:s15,G:s20", "missing": "R"}),
    ("items-on-board", {**BOARD, "held": "R:rocket", "cars": "R:s2,B:s4,G:s20"},
     {"cars": "R:s3,B:s4!,G:s20", "box": "R:3/0,B:3/1,G:3/0", "items": "s21:rocket", "dice": "R1"},
     {"items": ""}, {"items": "", "unseen": "s21"}),
]  # fmt: skip
SAID = {
    "rocket": ("use=rocket", "aim=3", "roll=1"),
    "wrench": ("use=wrench",),
    "items-on-board": ("use=rocket", "aim=2", "roll=1"),
}
NOTHING_HIDDEN = {
    # rules whose facts are words or dice (see UNSEEN in test_rules), or lie in plain sight
    "qualifying", "turn-order", "roll", "exact-move", "turbo", "safety-car", "loop", "fastest-turn", "wet-race",
    "championship", "teams",
}  # fmt: skip


def shown(table: str, *changes: dict[str, str]) -> str:
    """A look at the table with whole fields replaced; an empty one is hidden."""
    head, *words = table.split()
    fields = dict(word.partition("=")[::2] for word in words)
    for change in changes:
        fields |= {key: value for key, value in change.items() if key != "dice"}
    return " ".join((head, *(f"{key}={value}" for key, value in fields.items() if value)))


@pytest.mark.parametrize(("rule", "before", "right", "wrong", "hidden"), HIDDEN, ids=[case[0] for case in HIDDEN])
def test_a_hidden_fact_is_asked_about_until_it_is_seen(
    rule: str,
    before: dict[str, str],
    right: dict[str, str],
    wrong: dict[str, str],
    hidden: dict[str, str],
    position: Write,
) -> None:
    """Hidden it is UNDECIDED with a question, seen right it is LEGAL, seen wrong ILLEGAL by its rule."""
    start = position(**before)
    said = (*SAID.get(rule, ()), "alone")

    def judged(changes: dict[str, str]) -> tuple[Status, bool, set[str]]:
        look = GAME.observe(shown(GAME.visible(position(**{**before, "dice": right.get("dice", "")})), right, changes))
        found = judge(GAME, start, [look], said, closed=True)
        return found.status, bool(found.questions), {fault.rule for fault in found.violations}

    assert judged(hidden)[:2] == (Status.UNDECIDED, True)
    assert judged({})[0] is Status.LEGAL
    status, _, broken = judged(wrong)
    assert status is Status.ILLEGAL
    assert f"nestorgames-gp/{rule}" in broken


def test_a_lost_die_may_lie_on_a_card_that_is_not_seen_whole(position: Write) -> None:
    """Red crashes with four dice on the card and two lost before: the box shows two. All four seen it is legal, two of
    them covered it is asked about, the whole card in view and two there it is a fault: where is the third?"""
    start = position(cars="R:s5,B:s15,G:s20", box="R:3/2,B:3/0,G:3/0")
    crashed = {"cars": "R:s5!,B:s15,G:s20"}

    def judged(dice: str, covered: bool) -> Status:
        look = shown(GAME.visible(position(cars="R:s5!,B:s15,G:s20", box="R:3/2,B:3/0,G:3/0", dice=dice)), crashed)
        look = look.replace(" dice=", " dice=?,") if covered else look
        return judge(GAME, start, [GAME.observe(look)], ("bust", "alone"), closed=True).status

    assert judged("R2466", False) is Status.LEGAL
    assert judged("R66", True) is Status.UNDECIDED
    assert judged("R66", False) is Status.ILLEGAL


def looks_at(table: str, *dice: str) -> list[Observation]:
    """Looks at a table on which only the dice differ; with a `?` the card was not seen whole."""
    return [GAME.observe(shown(GAME.visible(table)) + f" dice={one}") for one in dice]


BEFORE_IT, ALL_FOUR = "R2:2@0/0/2,R3:4@34/0/3,R4:2@-34/30/4", "R1:1@-34/0/1,R2:2@0/0/2,R3:4@34/0/3,R4:2@-34/30/4"
"""Red has thrown 1, 2, 4 and 2; the 1 lay where nobody could see it."""


def test_a_die_that_comes_into_view_after_a_repeat_is_asked_about(position: Write) -> None:
    """It may have lain there before. Seen not to lie there it was rolled after the repeat."""
    start, said = position(), ("alone",)

    def judged(first: str, *words: str) -> Verdict:
        return judge(GAME, start, looks_at(start, first, ALL_FOUR), (*words, *said), closed=True)

    asked = judged(f"{BEFORE_IT},?")
    assert (asked.status, bool(asked.questions)) == (Status.UNDECIDED, True)
    assert judged(f"{BEFORE_IT},?", "roll=1+2+4+2").status is Status.LEGAL
    assert [fault.rule for fault in judged(BEFORE_IT).violations] == ["nestorgames-gp/roll"]


def test_a_die_that_comes_into_view_in_the_next_turn_accuses_nobody(position: Write) -> None:
    """Red's 1 is seen when blue is to roll: red rolled out of turn only if it is known that it did not lie there."""
    start = position()

    def judged(card: str) -> Verdict:
        ended = judge(GAME, start, looks_at(start, card), ("bust", "alone"), closed=True)
        assert ended.status is Status.LEGAL
        return judge(GAME, ended.after, looks_at(start, ALL_FOUR), ("alone",), closed=False)

    assert judged(f"{BEFORE_IT},?").status is Status.UNDECIDED
    assert [fault.rule for fault in judged(BEFORE_IT).violations] == ["nestorgames-gp/turn-order"]


def test_a_die_that_is_gone_from_the_box_of_a_car_on_its_wheels_is_not_on_a_covered_card(position: Write) -> None:
    """Red rolls and moves, and green has taken a die back: nobody crashed, so the card has nothing to do with it."""
    start = position(box="R:3/0,B:3/0,G:3/1")
    moved = shown(GAME.visible(position(cars="R:s4,B:s15,G:s20"))) + " dice=R2:2@0/0/2,?"
    found = judge(GAME, start, [GAME.observe(moved)], ("roll=2", "alone"), closed=True)
    assert [fault.rule for fault in found.violations] == ["nestorgames-gp/fix"]


def test_an_item_that_comes_into_view_where_nobody_had_seen_is_asked_about(position: Write) -> None:
    """Green's oil may have been laid while its car was covered: red, whose turn it is then, is not accused of it."""
    start = position(turn="G", held="G:oil", switches="items:tray")
    bare = GAME.visible(start)
    covered = shown(bare, {"cars": "R:s2,B:s15", "missing": "G", "unseen": "s20"}) + " dice=G3:3@0/0/2,G4:3@34/0/2"
    laid = shown(bare, {"items": "s20:oil"}) + " dice=R3:3@0/0/2,R4:3@34/0/2"

    def judged(look: str) -> Verdict:
        ended = judge(GAME, start, [GAME.observe(look)], ("bust", "alone"), closed=True)
        assert ended.status is Status.LEGAL
        return judge(GAME, ended.after, [GAME.observe(laid)], ("alone",), closed=True)

    assert judged(covered).status is Status.UNDECIDED
    assert judged(bare + " dice=G3:3@0/0/2,G4:3@34/0/2").status is Status.ILLEGAL


def test_one_of_two_items_on_a_space_that_is_not_read_is_no_change(position: Write) -> None:
    """Nothing says that the space is bare, so neither that it was taken away nor, later, that it was laid there."""
    both = GAME.observe(GAME.visible(position(**TRAY, items="s19:bomb!,s19:oil")))
    one = GAME.observe(GAME.visible(position(**TRAY, items="s19:oil")))
    none = GAME.observe(GAME.visible(position(**TRAY)))
    assert not GAME.changed(both, one)
    assert not GAME.changed(one, both)
    assert GAME.changed(one, none)


def test_every_rule_has_a_hidden_fact_or_none() -> None:
    """The cases above and the rules without a fact to hide are all the rules."""
    ids = {rule.removeprefix("nestorgames-gp/") for rule in RULES}
    assert {case[0] for case in HIDDEN} | NOTHING_HIDDEN == ids


COVERED = {
    # what was covered as red's turn began, the table before it, how it looks at the next look, what hides it
    "a disc": ({}, {"box": "R:3/0,B:2/0,G:3/0"}, {"box": "R:3/0,G:3/0"}, "lap"),
    "a lost die": ({}, {"box": "R:3/0,B:3/1,G:3/0"}, {"box": "R:3/0,G:3/0"}, "crash"),
    "a cylinder": ({}, {"box": "R:3/0,B:3/0/c,G:3/0"}, {"box": "R:3/0,G:3/0"}, "shortcut"),
    "a car belly-up": ({}, {"cars": "R:s2,B:s15!,G:s20"}, {"cars": "R:s2,G:s20", "missing": "B"}, "crash"),
    "a car elsewhere": ({}, {"cars": "R:s2,B:s16,G:s20"}, {"cars": "R:s2,G:s20", "missing": "B"}, "turn-order"),
    "the gate": (GATE, {"gate": "open"}, {"gate": ""}, "gate"),
    "the tray": ({**TRAY, "tray": "s4:bomb"}, {"tray": "s6:bomb"}, {"tray": ""}, "tray"),
    "oil gone": ({**TRAY, "items": "s9:oil"}, {"items": ""}, {"items": "", "unseen": "s9"}, "oil"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "hidden", "rule"), COVERED.values(), ids=list(COVERED))
def test_what_was_changed_under_a_cover_is_not_held_against_the_next_driver(
    before: dict[str, str], after: dict[str, str], hidden: dict[str, str], rule: str, position: Write
) -> None:
    """Seen at the beginning of red's turn, only red's turn can have changed it; covered then, it is asked about."""
    start = position(**{"cars": "R:s2,B:s15,G:s20", **before})

    def judged(first: str) -> Verdict:
        looks = [GAME.observe(first), GAME.observe(shown(GAME.visible(start), after))]
        return judge(GAME, start, looks, ("alone",), closed=False)

    asked = judged(shown(GAME.visible(start), hidden))
    assert asked.status is Status.UNDECIDED
    assert "covered" in asked.questions[0].text
    assert f"nestorgames-gp/{rule}" in {fault.rule for fault in judged(GAME.visible(start)).violations}


def test_a_fault_that_takes_a_roll_for_granted_yields_to_a_cover(position: Write) -> None:
    """Red's crashed car is seen a space further on when its turn is over, and its driver holds a wrench.

    That he used it, rolled a 1 that nobody saw and left the rest undone is no better a story than that somebody pushed
    the car while it was covered. Seen to lie there as the turn began, nobody did.
    """
    table = {**TRAY, "board": "lockgate", "gate": "closed", "tray": "s36:wrench", "seats": "BR", "started": "BR"}
    start = position(**table, cars="B:s12,R:s12!", box="B:3/2,R:3/1", held="R:wrench")
    now = GAME.observe(shown(GAME.visible(start), {"cars": "B:s12,R:s13!"}))

    def judged(changes: dict[str, str]) -> Status:
        begun = GAME.observe(shown(GAME.visible(start), changes))
        return judge(GAME, start, [begun, now], ("alone",), closed=True).status

    assert judged({"cars": "B:s12", "missing": "R", "unseen": "s11,s12,s13"}) is Status.UNDECIDED
    assert judged({}) is Status.ILLEGAL


def test_a_lost_die_that_may_have_lain_on_the_card_is_not_held_against_the_next_driver(position: Write) -> None:
    """Blue's box shows one lost die of two as red's turn begins. On a card not seen whole the other may lie: when it
    does not, nobody knows who took it. On a card seen whole it lay nowhere, and the box is wrong."""
    start = position(cars="R:s2,B:s15!,G:s20", box="R:3/0,B:3/2,G:3/0")
    now = shown(GAME.visible(start), {"box": "R:3/0,B:3/1,G:3/0"})

    def judged(first: str) -> Status:
        return judge(GAME, start, [GAME.observe(first), GAME.observe(now)], ("alone",), closed=False).status

    assert judged(f"{now} dice=?") is Status.UNDECIDED
    assert judged(GAME.visible(start)) is Status.ILLEGAL


def test_dice_thrown_under_a_hand_after_a_repeat_that_was_seen_are_thrown_too_late(position: Write) -> None:
    """Red's two threes lie on a card that is seen whole: what lies there once a hand has gone was thrown after them.

    Were the threes seen on a card that a hand covers in part, the others may have lain there before the second.
    """
    start = position(cars="R:s2,B:s15,G:s20")
    red = ("R1:3@-33/-21/28", "R2:3@4/-15/66", "R3:4@33/-19/132", "R4:6@-36/16/202")

    def judged(second: str) -> Verdict:
        looks = looks_at(start, "", red[0], second, "?", ",".join(red))
        return judge(GAME, start, looks, ("alone",), closed=True)

    told = judged(",".join(red[:2]))
    assert [one.rule for one in told.violations] == ["nestorgames-gp/roll"]
    assert judged(",".join(("?", *red[:2]))).status is not Status.ILLEGAL
