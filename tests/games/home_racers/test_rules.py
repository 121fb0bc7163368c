"""Every rule id of Home Racers up to the dice (then test_rules_driving): broken, kept, and what is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.games.base import Status
from referee.games.home_racers.geometry import Pose, ahead
from referee.games.home_racers.rules import RULES, by_dice
from referee.games.home_racers.shapes import LIMITS
from referee.games.home_racers.start import empty_start
from tests.games.home_racers import test_rules_driving

Make = Callable[..., Any]
LEGAL, ILLEGAL, UNDECIDED = Status.LEGAL, Status.ILLEGAL, Status.UNDECIDED


def test_the_rules_are_those_of_the_ruling() -> None:
    """Eleven ids, each with a title and the rule book's section."""
    ids = {
        "player-order", "start-tile", "gear-change", "path-length", "connection", "turns", "lane-changes",
        "move-distance", "tiles-cleared", "portal", "laps",
    }  # fmt: skip
    assert set(RULES) == {f"home-racers/{one}" for one in ids}
    assert all(rule.title and rule.section for rule in RULES.values())


ASKED = {
    # rules with a fact that no camera sees, and the test in which it is asked about; the others are plain to see
    "player-order": "test_player_order_that_nobody_knows_is_asked",
    "gear-change": "test_gear_change_from_the_final_picture_stays_a_question_until_declared",
    "path-length": "test_path_length_of_tiles_under_a_hand_is_not_judged",
    "connection": "test_connection_where_one_tile_was_not_seen_is_asked",
    "turns": "test_limits_become_a_question_by_the_danger_switch",
    "lane-changes": "test_limits_become_a_question_by_the_danger_switch",
    "move-distance": "test_move_distance_with_unseen_dice_stays_a_question_until_they_are_said",
    "portal": "test_portal_whose_entrance_nobody_named_is_asked",
    "laps": "test_laps_over_a_line_that_a_hand_covers_are_asked_about",
    "start-tile": "test_start_tile_under_a_hand_is_asked_about",
}


def test_every_rule_with_a_hidden_fact_has_its_question() -> None:
    """The ids of the ruling: each is planted and found in test_races; those with a hidden fact are asked about here."""
    assert {rule.removeprefix("home-racers/") for rule in RULES} == {*ASKED, "tiles-cleared"}
    both = {**globals(), **vars(test_rules_driving)}
    assert all(callable(both.get(name)) for name in ASKED.values())


# -- player-order -----------------------------------------------------------------------------------------------------


def test_player_order_at_the_start_is_by_dice_and_ties_roll_again() -> None:
    """The highest first; those that are level stay together to roll again."""
    assert by_dice([("R", 3), ("G", 5), ("B", 3), ("Y", 6)]) == (("Y",), ("G",), ("R", "B"))


def test_player_order_is_broken_by_a_car_whose_turn_it_is_not(floor: Make) -> None:
    """Green drives though the order says red; red driving is legal."""
    assert floor().turn("st-st-st-st", "14", 2, "G").broken() == ("player-order",)
    assert floor().turn("st-st-st-st", "14", 2, "R").status() is LEGAL


def test_player_order_is_broken_by_driving_twice_in_a_round(floor: Make) -> None:
    """Red has driven in this round already."""
    twice = floor(queue=("G",)).turn("st-st-st-st", "14", 2, "R")
    assert twice.broken() == ("player-order",)
    assert "twice" in twice.verdict().sentence


def test_player_order_between_level_cars_is_asked(floor: Make) -> None:
    """When nobody can tell who was ahead, the car that drives is asked about, and a word settles it."""
    course = ((-600.0, 0.0), (2000.0, 0.0), (2000.0, 1500.0), (-2600.0, 1500.0), (-2600.0, 0.0))
    level = floor(2, (("G", Pose(-30.0, 200.0, 0.0)),), round=2, course=course).turn("st-st-st-st", "14", 2, "G")
    assert level.status() is UNDECIDED
    assert level.status("first=G") is LEGAL
    assert level.broken("first=R") == ("player-order",)
    behind = floor(2, (("G", Pose(-90.0, 200.0, 0.0)),), round=2, course=course).turn("st-st-st-st", "14", 2, "G")
    assert behind.broken() == ("player-order",)


def test_player_order_that_nobody_knows_is_asked(floor: Make) -> None:
    """Without a declared course the order is the players' word; the expected car is not doubted."""
    unknown = floor(order=())
    assert unknown.turn("st-st-st-st", "14", 2, "R").status() is LEGAL
    asked = unknown.turn("st-st-st-st", "14", 2, "G")
    assert asked.status() is UNDECIDED
    assert ("green", "first=G") in asked.verdict().questions[0].answers
    assert asked.status("first=G") is LEGAL


def test_player_order_of_a_new_round_follows_the_course(floor: Make) -> None:
    """When all have driven, the car that is further along the declared course is next."""
    course = ((-600.0, 0.0), (2000.0, 0.0), (2000.0, 1500.0), (-2600.0, 1500.0), (-2600.0, 0.0))
    cars = (("G", Pose(500.0, 0.0, 0.0)),)
    after = floor(2, cars, course=course, queue=("R",)).turn("st-st-st-st", "14", 2).after()
    assert after.order == after.queue == ("G", "R")
    assert after.round == 2


# -- start-tile -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "kept"),
    [
        (Pose(-47.0, 0.0, 0.0), True),
        (Pose(-33.0, 0.0, 0.0), True),
        (Pose(-29.0, 0.0, 0.0), False),
        (Pose(60.0, 0.0, 0.0), False),
        (Pose(-60.0, 0.0, 75.0), True),
    ],
)
def test_start_tile_lies_behind_the_line(floor: Make, tile: Pose, kept: bool) -> None:
    """Up to the tolerance behind the line in any orientation, but not over it."""
    begun = type(floor())(empty_start(("R", "G"))).put(tile, "R")
    assert begun.status() is begun.status(closed=False) is (LEGAL if kept else ILLEGAL)
    assert begun.broken() == (() if kept else ("start-tile",))


@pytest.mark.parametrize(("apart_mm", "kept"), [(80.0, True), (73.0, True), (68.0, False)])
def test_start_tile_lies_over_no_other(floor: Make, apart_mm: float, kept: bool) -> None:
    """Tiles may touch at the start, not overlap."""
    first = type(floor())(empty_start(("R", "G"))).put(Pose(-60.0, 0.0, 0.0), "R")
    second = type(first)(first.after()).put(Pose(-60.0 - apart_mm, 0.0, 0.0), "G")
    assert second.broken() == (() if kept else ("start-tile",))


@pytest.mark.parametrize(("askew", "kept"), [(12, True), (40, False)])
def test_start_tile_has_its_car_along_the_arrow(floor: Make, askew: int, kept: bool) -> None:
    """A car set across its tile breaks it."""
    begun = type(floor())(empty_start(("R", "G"))).put(Pose(-60.0, 0.0, 0.0), "R", askew)
    assert begun.broken() == (() if kept else ("start-tile",))


def test_start_tile_begins_in_gear_0_and_the_dice_order_drives_first(floor: Make) -> None:
    """After placing, the first round is driven in the order of the dice."""
    first = type(floor())(empty_start(("G", "R"))).put(Pose(-60.0, 100.0, 0.0), "G")
    second = type(first)(first.after()).put(Pose(-60.0, -100.0, 0.0), "R")
    assert second.after().queue == ("G", "R")
    assert second.after().gears == (("R", (0,)), ("G", (0,)))


def test_start_tile_under_a_hand_is_asked_about(floor: Make) -> None:
    """A car that is to be placed and is not seen at the end of its turn is asked about, not faulted."""
    start = floor(0).change(queue=("G", "R"), cars=(("R", Pose(-700.0, 0.0, 0.0)),), crossings=(("R", 0), ("G", 0)))
    hidden = start.show(missing=("G",))
    assert hidden.status() is UNDECIDED


# -- gear-change ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "path", "faces", "move", "kept"),
    [
        (0, "st-st", "3", 1, True),
        (0, "st-st-st-st", "13", 2, False),
        (2, "st-st-st-st-st-st", "133", 3, True),
        (1, "st-st-st-st-st-st", "133", 3, False),
        (3, "st-st-st-st", "13", 2, True),
        (4, "st-st-st-st", "13", 2, False),
    ],
)
def test_gear_change_is_one_at_most(floor: Make, before: int, path: str, faces: str, move: int, kept: bool) -> None:
    """Up or down by one, or the same: seen by the path's length and the dice."""
    turn = floor(before).turn(path, faces, move)
    assert turn.broken() == (() if kept else ("gear-change",))


def test_gear_change_of_an_unsaid_gear_is_never_faulted(floor: Make) -> None:
    """A car that may be in gear 2 or 3 may go on in 4; one that said 2 may not."""
    unsure = floor(2, gears=(("R", (2, 3)), ("G", (0,)))).turn("st-" * 7 + "st", "1111", 4)
    assert unsure.status() is LEGAL
    assert floor(2).turn("st-" * 7 + "st", "1111", 4).broken() == ("gear-change",)


def test_gear_change_from_the_final_picture_stays_a_question_until_declared(floor: Make) -> None:
    """Four tiles on with no dice seen: gear 2, 3 or 4 may have been driven; the word gear=4 makes it a fault."""
    seen = floor(2).put(Pose(320.0, 0.0, 0.0))
    assert seen.status() is UNDECIDED
    assert seen.status("gear=3", "roll=1.1.5") is LEGAL
    assert seen.broken("gear=4", "roll=1.1.1.1") == ("gear-change",)


def test_gear_change_to_the_rear_gear_is_not_in_the_rules_held(floor: Make) -> None:
    """Backwards is a fault whose sentence says so; a house rule makes it a question."""
    back = floor(0).put(Pose(-80.0, 0.0, 0.0))
    assert back.status() is UNDECIDED, "two turns that nobody saw may lead there"
    assert back.broken("done") == ("gear-change",)
    assert "extended rules" in back.verdict("done").sentence
    asked = floor(0, house=(("reverse", "ask"),)).put(Pose(-80.0, 0.0, 0.0))
    assert asked.status() is UNDECIDED
    assert asked.status("effect=yes") is LEGAL
    assert asked.broken("effect=no", "done") == ("gear-change",)


# -- path-length ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tiles", "kept"), [(6, True), (5, False), (7, False)])
def test_path_length_is_twice_the_gear(floor: Make, tiles: int, kept: bool) -> None:
    """Three dice and five or seven tiles break it; six keep it."""
    turn = floor(3).turn("-".join(["st"] * tiles), "133", 3)
    assert turn.broken() == (() if kept else ("path-length",))


def test_path_length_is_not_judged_before_the_dice_are_thrown(floor: Make) -> None:
    """A path that is still being laid is legal so far, also if it is said to be laid; beside the dice it is judged."""
    building = floor(3).lay("st-st-st-st-st")
    verdict = building.verdict(closed=False)
    assert (verdict.status, verdict.provisional) == (LEGAL, True)
    assert building.status("gear=3", "laid", closed=False) is LEGAL
    assert building.roll("114").broken("gear=3", "laid", closed=False) == ("path-length",)


def test_path_length_of_tiles_under_a_hand_is_not_judged(floor: Make, square: Make) -> None:
    """The sixth tile may lie under what covers the floor."""
    hidden = floor(3).lay("st-st-st-st-st").roll("133").show(covered=(square(480.0, 0.0, 60.0),))
    whole = hidden.go("st-st-st-st-st", 3).show(covered=())
    stops = [stop for stop in whole.stops if not stop.tiles or stop.covered]
    assert type(whole)(whole.position, stops).status() is not ILLEGAL


# -- connection -------------------------------------------------------------------------------------------------------


def bent(floor: Make, slip_mm: float, skew_deg: float) -> Any:
    """A path in gear 2 whose second tile slipped aside and took the others along."""
    start = floor(2)
    first, second, *rest = start.tiles("st-st-st-st")
    slipped = ahead(second, 0.0, slip_mm, skew_deg)
    moved = [first, slipped, *(ahead(slipped, 80.0 * number, 0.0, 0.0) for number in (1, 2))]
    assert len(rest) == 2
    laid = start.show(tiles=tuple(sorted(moved))).roll("14")
    return laid.put(slipped)


@pytest.mark.parametrize(
    ("slip_mm", "skew_deg", "kept"), [(14.0, 0.0, True), (18.0, 0.0, False), (0.0, 11.0, True), (0.0, 16.0, False)]
)
def test_connection_has_a_stated_tolerance(floor: Make, slip_mm: float, skew_deg: float, kept: bool) -> None:
    """Gap 5 mm and 4 degrees, and what the eye may be off on top of it."""
    assert bent(floor, slip_mm, skew_deg).broken() == (() if kept else ("connection",))


def test_connection_to_a_back_edge_is_none(floor: Make) -> None:
    """A tile that lies behind the one before follows nothing."""
    start = floor(2)
    tiles = [*start.tiles("st-st-st"), Pose(-80.0, 0.0, 0.0)]
    laid = start.show(tiles=tuple(sorted(tiles))).roll("14").put(tiles[1])
    assert laid.broken() == ("connection",)


@pytest.mark.parametrize("code", ["st", "fl", "fr", "lt", "rt", "ll", "rl"])
def test_connection_by_each_of_the_seven_placements_is_kept(floor: Make, code: str) -> None:
    """Straight, four turns and two lane changes, in a gear that allows them."""
    gear, faces = (2, "11") if code not in ("ll", "rl") else (3, "111")
    path = "-".join([code, *["st"] * (2 * gear - 1)])
    assert floor(gear).turn(path, faces, gear).status() is LEGAL


def test_connection_where_one_tile_was_not_seen_is_asked(floor: Make) -> None:
    """Five tiles with just one tile's gap: the eye may have missed one; the players say whether they touched."""
    start = floor(3)
    tiles = start.tiles("st-st-st-st-st-st")
    gapped = start.show(tiles=tuple(sorted((*tiles[:1], *tiles[2:])))).roll("133").put(tiles[2])
    assert gapped.status() is UNDECIDED
    assert gapped.status("touching=yes") is LEGAL
    assert gapped.broken("touching=no") == ("path-length",)


def test_connection_is_broken_where_no_path_leads(floor: Make) -> None:
    """A car three metres off cannot have come there by any path."""
    assert floor(2).put(Pose(3000.0, 500.0, 40.0)).broken() == ("connection",)


# -- turns and lane-changes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gear", [1, 2, 3, 4, 5])
def test_turns_are_limited_over_the_whole_path(floor: Make, gear: int) -> None:
    """As many as the table says are kept, one more is broken, even beyond the tile the car stops on."""
    most = LIMITS[gear][0]
    for count, kept in ((most, True), (most + 1, False)):
        if count > 2 * gear:
            continue
        bends = ["lt" if number % 2 else "rt" for number in range(count)]
        path = "-".join(["st"] * (2 * gear - count) + bends)
        turn = floor(gear).turn(path, "1" * gear, gear)
        assert turn.broken() == (() if kept else ("turns",)), path


@pytest.mark.parametrize("gear", [1, 2, 3, 4, 5])
def test_lane_changes_are_limited_over_the_whole_path(floor: Make, gear: int) -> None:
    """None in gears 1 and 2, one in 3, two in 4 and 5."""
    most = LIMITS[gear][1]
    for count, kept in ((most, True), (most + 1, False)):
        path = "-".join(["st"] * (2 * gear - count) + ["ll"] * count)
        turn = floor(gear).turn(path, "1" * gear, gear)
        assert turn.broken() == (() if kept else ("lane-changes",)), path


@pytest.mark.parametrize(("rule", "path"), [("turns", "st-fl-st-fl-st-st"), ("lane-changes", "ll-st-st-ll-st-st")])
def test_limits_become_a_question_by_the_danger_switch(floor: Make, rule: str, path: str) -> None:
    """The fault's sentence speaks of danger dice; with danger=ask it is a question that a word settles."""
    strict = floor(3).turn(path, "111", 3)
    assert strict.broken() == (rule,)
    assert "danger dice" in strict.verdict().sentence
    asked = floor(3, danger="ask").turn(path, "111", 3)
    assert asked.status() is UNDECIDED
    assert asked.status("danger=yes") is LEGAL
    assert asked.broken("danger=no") == (rule,)


@pytest.mark.parametrize("code", ["ls", "rs"])
def test_turns_of_120_degrees_are_skids_that_the_sample_does_not_hold(floor: Make, code: str) -> None:
    """Skidding is no core turn in any gear."""
    skid = floor(2).turn(f"st-{code}-st-st", "11", 2)
    assert skid.broken() == ("turns",)
    assert "extended rules" in skid.verdict().sentence


def test_turns_from_the_final_picture_alone_are_a_fault_only_when_no_path_leads_there(floor: Make) -> None:
    """In gear 5 no turn is allowed, so a car that turned has driven against the rule in every gear it may be in."""
    start = floor(5).roll("11111")
    turned = start.put(ahead(Pose(0.0, 0.0, 0.0), 400.0, 0.0, 60.0)).last()
    assert turned.broken("gear=5") == ("turns",)
    straight = start.put(Pose(400.0, 0.0, 0.0)).last()
    assert straight.status() is LEGAL
