"""The rule ids of Home Racers from the dice on: distance, portals, laps, special tiles; broken, kept and asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from referee.games.base import Status
from referee.games.home_racers.geometry import Pose, ahead, pose
from referee.games.home_racers.position import CarSeen, Special
from referee.games.home_racers.ways import beside, exit_side, may_come, tolerance_of

Make = Callable[..., Any]
LEGAL, ILLEGAL, UNDECIDED = Status.LEGAL, Status.ILLEGAL, Status.UNDECIDED


# -- move-distance ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "move"), [("124", 3), ("245", 4), ("556", 6), ("666", 6)])
def test_move_distance_is_the_gear_and_one_for_each_5_and_6(floor: Make, faces: str, move: int) -> None:
    """Just the right number of tiles keeps it; one more or one less breaks it."""
    path = "st-st-st-st-st-st"
    for moved in (move - 1, move, move + 1):
        if moved <= 6:
            turn = floor(3).turn(path, faces, moved)
            assert turn.broken() == (() if moved == move else ("move-distance",)), moved


def test_dice_may_come_to_lie_one_after_another(floor: Make) -> None:
    """Each look shows more of them, and the last one perhaps the car moved, too: all of them are the throw."""
    path = "st-st-st-st-st-st"
    thrown = floor(3).lay(path).roll("2").roll("24").roll("245")
    assert thrown.go(path, 4).status() is LEGAL
    assert thrown.go(path, 3).broken() == ("move-distance",)
    at_once = floor(3).lay(path).roll("2").roll("245")
    moved = at_once.go(path, 4)
    assert replace(moved, stops=(*moved.stops[:-2], moved.stops[-1])).status() is LEGAL
    assert thrown.roll("2455").go(path, 5).status() is not LEGAL


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
    assert thrown.lay("rt-st").go("rt-st", 2).broken("gear=1") == ("move-distance",)


@pytest.mark.parametrize(("gear", "seen"), [(2, "lt-rt"), (3, "lt-ll-st"), (4, "st-st-st-st"), (5, "ll-ll-st-st-st")])
def test_move_distance_may_end_under_what_covers_the_rest_of_the_path(
    floor: Make, square: Make, gear: int, seen: str
) -> None:
    """A 5 takes the car one tile past the last that was seen: straight on it may go in every gear."""
    tiles = floor(gear).tiles(f"{seen}-st")
    cover = (square(*tiles[-1].at, 45.0),)
    laid = floor(gear).lay(seen).show(covered=cover).roll("1" * (gear - 1) + "5")
    ended = laid.show(cars=laid.put(tiles[-1]).table.cars, tiles=(), covered=())
    assert ended.status("touching=yes") is LEGAL


@pytest.mark.parametrize(("askew", "kept"), [(10, True), (35, False)])
def test_move_distance_ends_along_the_arrow(floor: Make, askew: int, kept: bool) -> None:
    """The car stands along the arrow of its tile."""
    laid = floor(2).lay("st-st-st-st").roll("13")
    assert laid.put(Pose(160.0, 0.0, 0.0), askew=askew).broken() == (() if kept else ("move-distance",))


def test_move_distance_of_a_car_that_stays_is_kept_in_gear_0_only(floor: Make) -> None:
    """Standing still is gear 0; from gear 2 it cannot be."""
    assert floor(1).status() is LEGAL
    assert floor(1).verdict("gear=0").turn == "R: gear=0 move=0"
    assert floor(2).broken("gear=2") == ("move-distance",)


def test_old_dice_in_the_tray_are_no_roll(floor: Make) -> None:
    """Dice that lie as they lay before the turn say nothing about it."""
    old = floor(2).roll("66").stops[-1].tray
    stale = floor(2, tray=old).put(Pose(160.0, 0.0, 0.0))
    assert stale.status() is UNDECIDED


@pytest.mark.parametrize(("faces", "kept"), [("11", True), ("15", False)])
def test_dice_that_come_into_sight_after_the_drive_are_those_it_went_by(floor: Make, faces: str, kept: bool) -> None:
    """A hand lay over the tray while red drove two tiles in gear 2, and then green."""
    path = "st-st-st-st"
    red = floor(2).lay(path).go(path, 2)
    green_too = red.lay(path, "G").go(path, 2, "G")
    dice = [floor().roll(some, car).table.tray for some, car in ((faces, "R"), ("11", "G"))]
    assert (red.show(tray=dice[0]).status() is LEGAL) is kept
    assert (green_too.show(tray=dice[0] + dice[1]).status() is LEGAL) is kept


# -- tiles-cleared ----------------------------------------------------------------------------------------------------


def test_tiles_cleared_when_the_turn_is_over(floor: Make) -> None:
    """A tile left on the floor breaks it once the turn is closed, not before."""
    left = floor(2).lay("st-st-st-st").roll("13").go("st-st-st-st", 2, left=1)
    assert left.status(closed=False) is LEGAL
    assert left.broken() == ("tiles-cleared",)
    assert floor(2).lay("st-st-st-st").roll("13").go("st-st-st-st", 2).status() is LEGAL


def test_tiles_cleared_when_nobody_saw_it_is_told_and_is_no_fault(floor: Make) -> None:
    """A tile that lay there after the move is gone when the next path lies: in time or not, no look shows it."""
    moved = floor(2).lay("st-st-st-st").roll("13").go("st-st-st-st", 2, left=1)
    bare, after = moved.show(tiles=()), moved.show(tiles=moved.tiles("st-st", "G"))
    assert after.verdict().status is LEGAL
    assert "which was not seen; then green has laid 2 tiles" in after.verdict().sentence
    assert "not seen" not in bare.verdict().sentence
    still = moved.show(tiles=tuple(sorted((*moved.table.tiles, *after.table.tiles))))
    assert still.broken() == ("tiles-cleared",)


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


@pytest.mark.parametrize(
    ("far_mm", "special", "comes"),
    [
        (330.0, {}, True),
        (380.0, {}, False),
        (2000.0, {"specials": BLUE}, True),
        (2000.0, {"house": (("booster", "move+1"),)}, True),
    ],
)
def test_portals_and_house_rules_take_a_car_further_than_its_tiles(
    floor: Make, far_mm: float, special: dict[str, Any], comes: bool
) -> None:
    """Four tiles of 80 mm, each up to 5 mm from the next, are what gear 2 can lay on a bare floor."""
    position = floor(2, **special).position
    assert may_come(position, Pose(0.0, 0.0, 0.0), Pose(far_mm, 0.0, 0.0), (2,)) is comes


@pytest.mark.parametrize("side", range(7))
def test_portal_lets_a_car_go_on_from_any_side_of_its_exit(floor: Make, side: int) -> None:
    """The next tile touches the exit anywhere, or lies on it, turned by any sixths."""
    position, left = floor(2).position, Pose(300.0, 200.0, 17.0)
    tiles = [beside(left, side, sixths, position.across_mm) for sixths in range(6)]
    found = [exit_side(tolerance_of(position), left, tile) for tile in tiles]
    assert found == [(side, sixths) for sixths in range(6)]


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


@pytest.mark.parametrize("effect", ["move+1", "stop"])
@pytest.mark.parametrize("off_mm", [84.0, 88.0, 92.0])
def test_a_tile_that_touches_a_special_one_need_not_lie_on_it(floor: Make, effect: str, off_mm: float) -> None:
    """The path passes the corner of a booster by a few mm: whether that counts is the table's business, no fault."""
    near = floor(2, specials=(Special("booster", Pose(80.0, off_mm, 0.0)),), house=(("booster", effect),))
    passed = near.turn("st-st-st-st", "11", 2)
    assert passed.status() is not ILLEGAL
    counted = 3 if effect == "move+1" else 1
    assert near.turn("st-st-st-st", "11", counted).status() is not ILLEGAL


@pytest.mark.parametrize("at", [(80.0, -30.0), (25.0, 95.0)])
@pytest.mark.parametrize("faces", ["11", "15"])
def test_of_paths_that_nobody_saw_each_may_have_led_over_a_special_tile(
    floor: Make, at: tuple[float, float], faces: str
) -> None:
    """To where the car stands lead st-lt-rt and lt-rt-st, one of them over the booster: its third tile, or a 5."""
    start = floor(2, specials=(Special("booster", Pose(*at, 0.0)),), house=(("booster", "move+1"),))
    assert start.roll(faces).put(start.tiles("st-lt-rt")[-1]).last().status() is not ILLEGAL


def test_a_tire_station_that_moves_a_car_on_counts_where_the_dice_end(floor: Make) -> None:
    """The car does not stop there after all; that it came there by its dice is what the house rule is for."""
    station = (Special("tires", Pose(160.0, 0.0, 0.0)),)
    pushed = floor(2, specials=station, house=(("tires", "move+1"),))
    assert pushed.turn("st-st-st-st", "11", 3).status() is LEGAL
    assert pushed.turn("st-st-st-st", "11", 2).broken() == ("move-distance",)
    assert pushed.turn("st-st-st-st", "15", 3).status() is LEGAL


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


@pytest.mark.parametrize("faces", ["12", "125"])
def test_a_car_that_was_lost_is_seen_again_beside_the_dice_of_its_turn(floor: Make, faces: str) -> None:
    """One look shows where it stands now and what was thrown, as many dice as its gear: its turn is over."""
    after = floor(2, lost=("R",)).roll(faces).put(Pose(700.0, 90.0, 30.0)).last().after()
    assert (after.gear("R"), after.queue) == ((len(faces),), ("G",))
    too_fast = floor(2, lost=("R",)).roll("1256").put(Pose(700.0, 90.0, 30.0)).last()
    assert "gear 4 after gear 2" in too_fast.verdict().sentence


@pytest.mark.parametrize("seen_again", [False, True])
def test_a_driver_whose_predecessor_is_out_of_sight_is_not_out_of_turn(floor: Make, seen_again: bool) -> None:
    """Red, in gear 2, may have driven where nobody saw it before green did: that red did not move no look shows."""
    green = ("G", CarSeen(Pose(-1840.0, 0.0, 0.0)))
    start = floor(2)
    gone = start.show(cars=tuple(item for item in start.table.cars if item[0] != "R"), missing=("R",))
    after = gone.roll("12", "G").show(cars=(green,))
    if seen_again:
        after = after.show(cars=(green, ("R", CarSeen(Pose(160.0, 0.0, 0.0)))), missing=())
    assert after.status() is UNDECIDED
    assert start.show(cars=(green, ("R", CarSeen(Pose(0.0, 0.0, 0.0))))).roll("12", "G").broken() == ("player-order",)


def test_a_driver_before_whom_two_cars_are_out_of_sight_is_not_out_of_turn(floor: Make) -> None:
    """Red and green may both have driven there; a car that is seen to stand in gear 2 has not had its turn."""
    green, blue = ("G", CarSeen(Pose(-2000.0, 0.0, 0.0))), ("B", CarSeen(Pose(-840.0, 500.0, 0.0)))
    start = floor(2, (("G", green[1].pose), ("B", Pose(-1000.0, 500.0, 0.0))))
    both = start.show(cars=tuple(item for item in start.table.cars if item[0] == "B"), missing=("G", "R"))
    red = start.show(cars=tuple(item for item in start.table.cars if item[0] != "R"), missing=("R",))
    assert both.roll("13", "B").show(cars=(blue,)).status() is UNDECIDED
    assert red.roll("13", "B").show(cars=(blue, green)).broken() == ("player-order",)
