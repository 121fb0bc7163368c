"""Every rule id of Home Racers: one turn that just breaks it, one that just keeps it, and what stays a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from referee.games.base import Status
from referee.games.home_racers.geometry import Pose, ahead, pose
from referee.games.home_racers.observation import CarSeen, Special
from referee.games.home_racers.play import empty_start
from referee.games.home_racers.rules import RULES
from referee.games.home_racers.rules.race import by_dice
from referee.games.home_racers.shapes import LIMITS

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
    assert all(callable(globals().get(name)) for name in ASKED.values())


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
    level = floor(close=(("R", "G"),)).turn("st-st-st-st", "14", 2, "G")
    assert level.status() is UNDECIDED
    assert level.status("first=G") is LEGAL
    assert level.broken("first=R") != ()


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
    assert begun.status() is (LEGAL if kept else ILLEGAL)
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
    assert back.broken() == ("gear-change",)
    assert "extended rules" in back.verdict().sentence
    asked = floor(0, house=(("reverse", "ask"),)).put(Pose(-80.0, 0.0, 0.0))
    assert asked.status() is UNDECIDED
    assert asked.status("effect=yes") is LEGAL
    assert asked.broken("effect=no") == ("gear-change",)


# -- path-length ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tiles", "kept"), [(6, True), (5, False), (7, False)])
def test_path_length_is_twice_the_gear(floor: Make, tiles: int, kept: bool) -> None:
    """Three dice and five or seven tiles break it; six keep it."""
    turn = floor(3).turn("-".join(["st"] * tiles), "133", 3)
    assert turn.broken() == (() if kept else ("path-length",))


def test_path_length_is_not_judged_before_the_dice_are_thrown(floor: Make) -> None:
    """A path that is still being laid is legal so far; said to be laid, it is judged."""
    building = floor(3).lay("st-st-st-st-st")
    verdict = building.verdict(closed=False)
    assert (verdict.status, verdict.provisional) == (LEGAL, True)
    assert building.broken("gear=3", "laid", closed=False) == ("path-length",)


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
    ("slip_mm", "skew_deg", "kept"), [(8.0, 0.0, True), (14.0, 0.0, False), (0.0, 6.0, True), (0.0, 10.0, False)]
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
    assert "connection" in gapped.broken("touching=no")


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


# -- move-distance ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "move"), [("124", 3), ("245", 4), ("556", 6), ("666", 6)])
def test_move_distance_is_the_gear_and_one_for_each_5_and_6(floor: Make, faces: str, move: int) -> None:
    """Just the right number of tiles keeps it; one more or one less breaks it."""
    path = "st-st-st-st-st-st"
    for moved in (move - 1, move, move + 1):
        if moved <= 6:
            turn = floor(3).turn(path, faces, moved)
            assert turn.broken() == (() if moved == move else ("move-distance",)), moved


def test_move_distance_with_unseen_dice_stays_a_question_until_they_are_said(floor: Make) -> None:
    """The path was seen, the dice were not."""
    blind = floor(3).lay("st-st-st-st-st-st").go("st-st-st-st-st-st", 4)
    assert blind.status() is UNDECIDED
    assert blind.status("gear=3", "roll=2.4.5") is LEGAL
    assert blind.broken("gear=3", "roll=2.4.4") == ("move-distance",)


def test_move_distance_questions_offer_answers_that_settle_them(floor: Make) -> None:
    """Each button of the question decides, once it is also said that the path was laid tightly."""
    blind = floor(3).put(Pose(320.0, 0.0, 0.0))
    question = blind.verdict().questions[0]
    assert len(question.answers) >= 3
    outcomes = {blind.status(answer, "touching=no") for _, answer in question.answers}
    assert UNDECIDED not in outcomes
    assert LEGAL in outcomes


def test_move_distance_ends_on_a_tile_of_the_path(floor: Make) -> None:
    """The car put beside its path breaks it."""
    laid = floor(3).lay("st-st-st-st-st-st").roll("133")
    assert laid.put(Pose(240.0, 70.0, 0.0)).broken("gear=3") == ("move-distance",)


def test_move_distance_ends_on_the_path_on_which_the_dice_were_thrown(floor: Make) -> None:
    """A tile that is laid anew under the car, after the dice were seen on another path, is none of that path."""
    thrown = floor(0).lay("rt-fl").roll("6")
    assert thrown.go("rt-fl", 2, left=1).go("rt-fl", 2).status("gear=1") is LEGAL
    assert thrown.go("rt-st", 2, left=1).go("rt-st", 2).broken("gear=1") == ("move-distance",)


@pytest.mark.parametrize(("askew", "kept"), [(10, True), (35, False)])
def test_move_distance_ends_along_the_arrow(floor: Make, askew: int, kept: bool) -> None:
    """The car stands along the arrow of its tile."""
    laid = floor(2).lay("st-st-st-st").roll("13")
    assert laid.put(Pose(160.0, 0.0, 0.0), askew=askew).broken() == (() if kept else ("move-distance",))


def test_move_distance_of_a_car_that_stays_is_kept_in_gear_0_only(floor: Make) -> None:
    """Standing still is gear 0; from gear 2 it cannot be."""
    assert floor(1).status() is LEGAL
    assert floor(2).broken("gear=2") == ("move-distance",)


def test_old_dice_in_the_tray_are_no_roll(floor: Make) -> None:
    """Dice that lie as they lay before the turn say nothing about it."""
    old = floor(2).roll("66").stops[-1].tray
    stale = floor(2, tray=old).put(Pose(160.0, 0.0, 0.0))
    assert stale.status() is UNDECIDED


# -- tiles-cleared ----------------------------------------------------------------------------------------------------


def test_tiles_cleared_when_the_turn_is_over(floor: Make) -> None:
    """A tile left on the floor breaks it once the turn is closed, not before."""
    left = floor(2).lay("st-st-st-st").roll("13").go("st-st-st-st", 2, left=1)
    assert left.status(closed=False) is LEGAL
    assert left.broken() == ("tiles-cleared",)
    assert floor(2).lay("st-st-st-st").roll("13").go("st-st-st-st", 2).status() is LEGAL


# -- portal -----------------------------------------------------------------------------------------------------------

BLUE = (Special("blue", Pose(160.0, 0.0, 0.0)), Special("blue", Pose(0.0, 2000.0, 90.0)))
ORANGE = (Special("orange", Pose(3000.0, 0.0, 0.0)), Special("orange", Pose(3000.0, 900.0, 0.0)))


def jump(floor: Make, **parts: object) -> Any:
    """Two tiles to the first blue portal, on from the second one, in gear 2."""
    start = floor(2, specials=BLUE, **parts)
    exit_tile = Pose(0.0, 2000.0, 90.0)
    tiles = [Pose(80.0, 0.0, 0.0), Pose(160.0, 0.0, 0.0)]
    tiles += [ahead(exit_tile, 80.0, 0.0, 0.0), ahead(exit_tile, 160.0, 0.0, 0.0)]
    return start.show(tiles=tuple(sorted(tiles))).roll("15").put(tiles[2])


def test_portal_from_entrance_to_exit_is_kept(floor: Make) -> None:
    """In at the entrance, on from the exit; the line is not crossed by the jump."""
    jumped = jump(floor, entrances=(("blue", 1),))
    assert jumped.status() is LEGAL
    assert "through the blue portal" in jumped.verdict().sentence
    assert jumped.after().crossed("R") == 1


def test_portal_from_exit_to_entrance_is_broken(floor: Make) -> None:
    """The wrong way round."""
    assert jump(floor, entrances=(("blue", 2),)).broken() == ("portal",)


def test_portal_whose_entrance_nobody_named_is_asked(floor: Make) -> None:
    """Which of the two is the entrance cannot be seen; once said it is remembered."""
    unsaid = jump(floor)
    assert unsaid.status() is UNDECIDED
    assert unsaid.status("entrance:blue=1") is LEGAL
    assert unsaid.after("entrance:blue=1").entrances == (("blue", 1),)
    assert unsaid.broken("entrance:blue=2") == ("portal",)


def test_portal_seen_only_at_the_end_is_still_found(floor: Make) -> None:
    """From the final picture alone the jump explains where the car stands."""
    assert jump(floor, entrances=(("blue", 1),)).last().status() is LEGAL
    assert jump(floor, entrances=(("blue", 2),)).last().broken("gear=2") == ("portal",)


def test_portal_of_another_colour_is_broken(floor: Make) -> None:
    """In at blue and on from orange."""
    start = floor(2, specials=(*BLUE, *ORANGE), entrances=(("blue", 1), ("orange", 1)))
    tiles = [Pose(80.0, 0.0, 0.0), Pose(160.0, 0.0, 0.0), Pose(3080.0, 900.0, 0.0), Pose(3160.0, 900.0, 0.0)]
    assert start.show(tiles=tuple(sorted(tiles))).roll("15").put(tiles[2]).broken() == ("portal",)


# -- laps -------------------------------------------------------------------------------------------------------------


def near_line(floor: Make, crossed: int, race: int = 2) -> Any:
    """Red before the line, having crossed it so often."""
    return floor(
        2, line=((100.0, 300.0), (100.0, -300.0)), race=race, crossings=(("R", crossed), ("G", 0)), finished=()
    )


def test_laps_are_counted_over_the_line(floor: Make) -> None:
    """Crossing between the line's ends counts, the start's crossing is no lap, the last one ends the race."""
    path = "st-st-st-st"
    assert near_line(floor, 0).turn(path, "11", 2).after().crossed("R") == 1
    assert near_line(floor, 1).turn(path, "11", 2).after().finished == ()
    assert near_line(floor, 2).turn(path, "11", 2).after().finished == ("R",)


def test_laps_are_broken_by_ending_the_race_too_early(floor: Make) -> None:
    """`finished` is right after the agreed laps and wrong before."""
    path = "st-st-st-st"
    assert near_line(floor, 1).turn(path, "11", 2).broken("finished") == ("laps",)
    assert near_line(floor, 2).turn(path, "11", 2).status("finished") is LEGAL


def test_laps_that_a_person_declares_count(floor: Make) -> None:
    """What the camera missed is said."""
    assert near_line(floor, 1).turn("st-st-st-st", "11", 2).status("lap=3", "finished") is LEGAL


def test_laps_over_a_line_that_a_hand_covers_are_asked_about(floor: Make) -> None:
    """A car that vanished under a hand near the line is asked about; a word on its laps ends the race."""
    start = near_line(floor, 2)
    gone = start.show(cars=tuple(item for item in start.table.cars if item[0] != "R"), missing=("R",))
    assert gone.status() is UNDECIDED
    assert gone.status("lap=3", "finished") is LEGAL
    assert gone.broken("lap=2", "finished") == ("laps",)


# -- special tiles ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["caltrops", "leak", "booster"])
def test_special_tiles_are_seen_recorded_and_never_faulted_for(floor: Make, kind: str) -> None:
    """One tile too far over a special tile may be its effect, which is not in the rules held: a question."""
    place = (Special(kind, Pose(80.0, 20.0, 0.0)),)
    kept = floor(2, specials=place).turn("st-st-st-st", "11", 2)
    assert kept.status() is LEGAL
    assert f"met={kind}" in kept.verdict().turn
    asked = floor(2, specials=place).turn("st-st-st-st", "11", 3)
    assert asked.status() is UNDECIDED
    assert "not in the rules held" in asked.verdict().sentence
    assert asked.status("effect=yes") is LEGAL
    assert asked.broken("effect=no") == ("move-distance",)


def test_house_rules_give_special_tiles_an_effect(floor: Make) -> None:
    """A booster that moves one further, a leak that stops, caltrops that cost a gear, and none at all."""
    place = (Special("booster", Pose(80.0, 0.0, 0.0)),)
    boosted = floor(2, specials=place, house=(("booster", "move+1"),))
    assert boosted.turn("st-st-st-st", "11", 3).status() is LEGAL
    assert boosted.turn("st-st-st-st", "11", 2).broken() == ("move-distance",)
    stopped = floor(2, specials=(Special("leak", Pose(80.0, 0.0, 0.0)),), house=(("leak", "stop"),))
    assert stopped.turn("st-st-st-st", "15", 1).status() is LEGAL
    assert stopped.turn("st-st-st-st", "15", 3).broken() == ("move-distance",)
    slowed = floor(2, specials=(Special("caltrops", Pose(80.0, 0.0, 0.0)),), house=(("caltrops", "gear-1"),))
    assert slowed.turn("st-st-st-st", "11", 2).after().gear("R") == (1,)
    strict = floor(2, specials=place, house=(("booster", "none"),))
    assert strict.turn("st-st-st-st", "11", 3).broken() == ("move-distance",)


def test_caltrops_mark_a_car_until_its_tires_are_changed(floor: Make) -> None:
    """The mark is kept in the position and says that its meaning is not in the rules held."""
    marked = floor(2, specials=(Special("caltrops", Pose(80.0, 0.0, 0.0)),)).turn("st-st-st-st", "11", 2).after()
    assert marked.marks == ("R",)
    station = (Special("tires", Pose(160.0, 0.0, 0.0)),)
    assert floor(2, specials=station, marks=("R",)).turn("st-st-st-st", "11", 2).after().marks == ()
    assert floor(2, specials=station, marks=("R",)).turn("st-st-st-st", "15", 3).after().marks == ("R",)


def test_a_collision_is_seen_and_no_fault(floor: Make) -> None:
    """Driving over another car is recorded; collision dice are not in the rules held."""
    through = floor(2, (("G", Pose(80.0, 10.0, 0.0)),)).turn("st-st-st-st", "11", 2)
    assert through.status() is LEGAL
    assert "met=collision" in through.verdict().turn


# -- unseen cars ------------------------------------------------------------------------------------------------------


def test_a_car_that_is_not_seen_is_asked_for_and_never_faulted(floor: Make) -> None:
    """Covered at the turn's end, the car is lost; seen again next round it is taken as it stands."""
    start = floor(2)
    gone = start.show(cars=tuple(item for item in start.table.cars if item[0] != "R"), missing=("R",))
    assert gone.status() is UNDECIDED
    after = gone.after()
    assert after.lost == ("R",)
    again = replace(after, queue=("R", "G"))
    back = type(start)(again).show(cars=(("G", CarSeen(pose(-2000, 0, 0))), ("R", CarSeen(pose(700, 90, 30)))))
    assert back.status() is UNDECIDED
    assert back.after().place("R") == Pose(700.0, 90.0, 30.0)
