"""Tables caught halfway through a turn, items used without a word, items on top of each other: never an accusation."""

from __future__ import annotations

from collections.abc import Callable

from referee.games.base import Status, Verdict
from referee.games.nestorgames_gp.state import parse_position

Judged = Callable[..., Verdict]
TRAY = {"switches": "items:tray"}


def test_a_crash_with_the_card_covered_is_no_fault_before_the_turn_is_closed(verdict: Judged) -> None:
    """Red stands on a corner and was turned over, its dice are covered: whether it rolled a repeat is asked."""
    before, after = {"cars": "R:s5"}, {"cars": "R:s5!", "box": "R:3/1", "dice": "?"}
    for closed in (False, True):
        asked = verdict(before, after, closed=closed)
        assert (asked.status, asked.turn) == (Status.UNDECIDED, "R bust")
        assert verdict(before, after, "bust", closed=closed).status is Status.LEGAL
    assert asked.sentence == "Cannot tell whether red rolled a repeat and did not move."
    off_corner = verdict({}, {"cars": "R:s2!", "box": "R:3/1", "dice": "?"}, closed=False)
    assert off_corner.status is Status.ILLEGAL


def test_dice_back_by_a_wrench_before_one_is_lost_again(verdict: Judged) -> None:
    """Wrench, then a repeat on a corner: an empty box is a stage of that turn, and a fault at its end."""
    before = {**TRAY, "cars": "R:s5!", "box": "R:3/4", "held": "R:wrench"}
    emptied = {"cars": "R:s5", "box": "R:3/0", "dice": "R33"}
    halfway = verdict(before, emptied, "use=wrench", closed=False)
    assert (halfway.status, halfway.provisional) == (Status.LEGAL, True)
    assert verdict(before, emptied, "use=wrench").violations[0].rule == "nestorgames-gp/crash"
    assert verdict(before, {**emptied, "cars": "R:s5!", "box": "R:3/1"}, "use=wrench").status is Status.LEGAL


def test_a_car_hit_by_a_rocket_and_run_into_loses_its_dice_one_by_one(verdict: Judged) -> None:
    """Blue is hit on a corner, then red crashes into it: after the first die its box is on the way, not wrong."""
    before = {**TRAY, "cars": "R:s2,B:s5", "held": "R:rocket"}
    said = ("use=rocket", "aim=4")
    halfway = {"cars": "R:s5,B:s5!", "box": "B:3/1", "dice": "R3"}
    done = {"cars": "R:s5!,B:s5!", "box": "R:3/1,B:3/2", "dice": "R3"}
    assert verdict(before, halfway, *said, closed=False).status is Status.LEGAL
    assert verdict(before, done, *said).status is Status.LEGAL
    assert verdict(before, halfway, *said).status is Status.ILLEGAL


def test_a_turbo_before_turning_up_is_wasted_and_no_fault(verdict: Judged) -> None:
    """The book lets a driver use an item before any turn; that it does nothing for a belly-up car is his loss."""
    before = {**TRAY, "cars": "R:s2!", "held": "R:turbo"}
    wasted = verdict(before, {"cars": "R:s2"}, "use=turbo")
    assert wasted.status is Status.LEGAL
    assert parse_position(wasted.after).held == ()


def test_an_item_used_without_a_word_may_come_back_in_the_tray(verdict: Judged) -> None:
    """Blue and green hold the turbos and one lies in the tray: one of them was used, and nobody knows whose."""
    before = {**TRAY, "tray": "s4:bomb", "held": "B:turbo,G:turbo"}
    found = verdict(before, {"cars": "R:s4", "tray": "s21:turbo", "dice": "R2"})
    assert found.status is Status.LEGAL
    assert dict(parse_position(found.after).held) == {"B": ("any",), "G": ("any",), "R": ("bomb",)}
    oils = "s5:oil,s6:oil,s7:oil,s8:oil"
    five = verdict({**before, "items": oils}, {"cars": "R:s4", "tray": "s21:oil", "items": oils, "dice": "R2"})
    assert five.violations[0].rule == "nestorgames-gp/tray"


def test_every_item_in_a_hand_leaves_the_tray_aside_or_not(verdict: Judged) -> None:
    """When all items may be with the drivers the tray may go aside; it may go on with one that was used unsaid too."""
    held = "B:turbo+turbo+rocket+rocket+bomb,G:wrench+wrench+oil+oil+oil+oil"
    for hands in (held, held.replace("turbo", "any", 1)):
        before = {**TRAY, "tray": "s4:bomb", "held": hands}
        for tray in ("off", "s21:turbo"):
            assert verdict(before, {"cars": "R:s4", "tray": tray, "dice": "R2"}).status is Status.LEGAL
    few = verdict({**TRAY, "tray": "s4:bomb"}, {"cars": "R:s4", "tray": "off", "dice": "R2"})
    assert few.violations[0].rule == "nestorgames-gp/tray"


def test_items_are_counted_where_they_lie(verdict: Judged) -> None:
    """A second oil spill on a space is one too many; one that lies on another hides it, which is no fault."""
    one, two = {**TRAY, "items": "s9:oil"}, {**TRAY, "items": "s9:oil,s9:oil"}
    moved = {"cars": "R:s4", "dice": "R2"}
    assert verdict(one, {**moved, "items": "s9:oil,s9:oil"}).violations[0].rule == "nestorgames-gp/oil"
    hidden = verdict(two, {**moved, "items": "s9:oil"})
    assert hidden.status is Status.LEGAL
    assert len(parse_position(hidden.after).items) == 2
    assert verdict(two, {**moved, "items": ""}).status is Status.ILLEGAL


def test_a_push_into_a_car_on_a_corner_may_count_as_severe_or_not(verdict: Judged) -> None:
    """The book calls it severe when a player crashes into a car; a pushed car may lose one die or all, both stand."""
    before = {"switches": "safety:yes", "cars": "R:s3,B:s4,G:s5"}
    pushed = {"cars": "R:s4,B:s5!,G:s5!", "dice": "R1"}
    mild = verdict(before, {**pushed, "box": "B:3/1,G:3/1"})
    severe = verdict(before, {**pushed, "box": "B:3/6,G:3/6"})
    assert (mild.status, severe.status) == (Status.LEGAL, Status.LEGAL)
    assert parse_position(mild.after).safety is None
    assert parse_position(severe.after).safety is not None
    assert verdict(before, {**pushed, "box": "B:3/1,G:3/6"}).status is Status.ILLEGAL
    into = {"cars": "R:s5!,B:s2,G:s5!", "dice": "R2"}
    assert verdict({**before, "cars": "R:s3,B:s2,G:s5"}, {**into, "box": "R:3/1,G:3/1"}).status is Status.ILLEGAL
