"""What covers the floor excuses a fault only where the fault may lie under it, and then it is asked about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.games.base import Status
from referee.games.home_racers import rules as law
from referee.games.home_racers.position import Special
from referee.games.home_racers.start import status
from referee.games.home_racers.words import WORDS
from referee.games.looking import about_the_view
from tests.games.home_racers.conftest import Floor, floor_of

Square = Callable[[float, float, float], tuple[tuple[float, float], ...]]
SHORT, LONG, RIGHT = "st-st-st", "st-st-st-st-st", "st-st-st-st"


def with_patch(floor: Floor, area: tuple[tuple[float, float], ...], looks: tuple[int, ...] = (0, 1, 2)) -> Floor:
    """The same stops with a covered area in some of them."""
    stops = [replace(one, covered=(area,)) if number in looks else one for number, one in enumerate(floor.stops)]
    return Floor(floor.position, stops)


@pytest.mark.parametrize("laid", [SHORT, LONG])
def test_a_patch_far_from_the_path_hides_no_wrong_length(laid: str, square: Square) -> None:
    """A die that cannot be read, 600 mm away in every look, excuses neither a tile too few nor one too many."""
    turn = with_patch(floor_of(2).turn(laid, "12", 2), square(200.0, 600.0, 9.5))
    assert turn.broken("gear=2", "roll=1.2") == ("path-length",)


def test_a_patch_where_the_path_may_go_on_leads_to_a_question_that_can_be_answered(square: Square) -> None:
    """Three tiles are seen and the place of the fourth is covered: yes makes it legal, no a fault."""
    turn = with_patch(floor_of(2).turn(SHORT, "12", 2), square(330.0, 10.0, 30.0), (0, 1))
    asked = turn.verdict("gear=2", "roll=1.2")
    assert asked.status is Status.UNDECIDED
    assert "red's path was laid as the rules allow, also where that was not seen" in asked.sentence
    assert asked.questions[0].text.startswith("Did red's path have twice as many tiles as its gear, each touching ")
    yes, no = (said for _, said in asked.questions[0].answers)
    assert turn.status("gear=2", "roll=1.2", yes) is Status.LEGAL
    assert turn.broken("gear=2", "roll=1.2", no) == ("path-length",)


def test_a_path_of_the_right_length_may_go_on_under_a_patch(square: Square) -> None:
    """A fifth tile may lie there: asked; in a look that shows its place bare, it does not."""
    turn = floor_of(2).turn(RIGHT, "12", 2)
    said = ("gear=2", "roll=1.2")
    assert turn.status(*said) is Status.LEGAL
    assert with_patch(turn, square(410.0, 10.0, 30.0)).status(*said) is Status.UNDECIDED
    assert with_patch(turn, square(410.0, 10.0, 30.0), (0,)).status(*said) is Status.LEGAL


def test_a_seen_lane_change_too_many_stays_a_fault_under_any_patch_beyond_it(square: Square) -> None:
    """The path's first tiles were seen: no other path is made up that leads to the same place."""
    turn = with_patch(floor_of(1).turn("ll-st", "6", 2), square(320.0, 70.0, 40.0))
    assert turn.broken("gear=1", "roll=6") == ("lane-changes",)


def test_a_tile_left_over_under_a_patch_is_asked_about(square: Square) -> None:
    """Nobody sees whether the third tile was taken away; a patch elsewhere leaves nothing open."""
    turn, said = floor_of(2).turn(RIGHT, "12", 2), ("gear=2", "roll=1.2")
    hidden = with_patch(turn, square(240.0, 0.0, 40.0), (2,)).verdict(*said)
    assert hidden.status is Status.UNDECIDED
    assert hidden.questions[0].answers == about_the_view(moved=True)
    assert with_patch(turn, square(240.0, 400.0, 40.0), (2,)).status(*said) is Status.LEGAL
    left = floor_of(2).lay(RIGHT).roll("12").go(RIGHT, 2, left=1)
    assert with_patch(left, square(240.0, 400.0, 40.0), (2,)).broken(*said) == ("tiles-cleared",)


def test_a_clear_look_at_the_floor_answers_whether_the_path_is_gone(square: Square) -> None:
    """What covered a tile's place as the car was moved is gone: nobody is asked; one that still lies there is seen."""
    turn = floor_of(2).turn(RIGHT, "12", 2)
    stops = [*turn.stops[:2], replace(turn.table, covered=(square(240.0, 0.0, 40.0),))]
    assert Floor(turn.position, stops).status("gear=2") is Status.UNDECIDED
    assert Floor(turn.position, [*stops, turn.table]).status("gear=2") is Status.LEGAL
    left = replace(turn.table, tiles=(turn.tiles(RIGHT)[2],))
    assert Floor(turn.position, [*stops, left]).status("gear=2") is not Status.LEGAL


@pytest.mark.parametrize("hidden", [{0}, {1}, {3}, {1, 2}, {2, 3}, {0, 1, 2, 3}])
@pytest.mark.parametrize("laid", [RIGHT, "st-fl-st-rt"])
def test_tiles_that_come_into_view_after_the_throw_are_part_of_the_path(
    laid: str, hidden: set[int], square: Square
) -> None:
    """Something lay over them as the dice fell and is gone before the car is moved, or as it is: nobody is asked.

    So it is where it lay there as the turn began, and where the tiles were never seen before. One that is left is seen.
    """
    turn = floor_of(2).turn(laid, "12", 2)
    path = turn.tiles(laid)
    gone = [path[one] for one in hidden]
    seen = tuple(sorted(tile for tile in path if tile not in gone))
    patches = tuple(square(tile.x_mm, tile.y_mm, 45.0) for tile in gone)
    thrown = replace(turn.stops[1], tiles=seen, covered=patches)
    begun = replace(turn.stops[0], tiles=(), covered=patches)
    misread = replace(thrown, covered=()) if hidden == {1} else thrown
    driven = replace(turn.table, tiles=tuple(sorted(tile for tile in path if tile != path[1])))
    for before in ([], [begun]):
        for shown in (turn.stops[1], driven):
            stops = [*before, thrown, shown]
            assert Floor(turn.position, [*stops, turn.table]).status("gear=2") is Status.LEGAL
            assert Floor(turn.position, [*before, misread, shown, turn.table]).status("gear=2") is Status.LEGAL
            left = replace(turn.table, tiles=(path[3],))
            assert Floor(turn.position, [*stops, left]).broken("gear=2") == ("tiles-cleared",)


def test_a_path_that_comes_into_view_with_a_tile_too_few_is_asked_about_as_before(square: Square) -> None:
    """It may have been taken up already: only what is seen to be right needs no answer."""
    turn = floor_of(2).turn(SHORT, "12", 2)
    thrown = replace(turn.stops[1], tiles=turn.stops[1].tiles[:2], covered=(square(280.0, 0.0, 85.0),))
    assert Floor(turn.position, [thrown, turn.stops[1], turn.table]).status("gear=2") is Status.UNDECIDED


def test_a_tile_under_a_patch_between_two_turns_is_no_skid(square: Square) -> None:
    """The second tile lies where a skid of 120 degrees would lead; the first one is covered, so it is asked."""
    turn = floor_of(1).turn("fr-rt", "5", 2)
    hidden = turn.tiles("fr-rt")[0]
    stops = [replace(one, tiles=tuple(tile for tile in one.tiles if tile != hidden)) for one in turn.stops]
    covered = with_patch(Floor(turn.position, stops), square(hidden.x_mm, hidden.y_mm, 9.5))
    assert covered.status("gear=1", "roll=5") is Status.UNDECIDED
    assert Floor(turn.position, stops).status("gear=1", "roll=5") is Status.ILLEGAL


def test_what_the_next_driver_lays_is_his_path() -> None:
    """Tiles that lie as the next car's path when a turn ends are not taken for left over ones of that turn."""
    turn = floor_of(2).turn(RIGHT, "12", 2)
    next_one = turn.lay("st-st-st-st", "G")
    assert next_one.after("gear=2", "roll=1.2").tiles == ()


def test_a_path_may_go_where_the_one_before_went() -> None:
    """Red races alone and lays his next path over a place of the last one, taken up meanwhile: none was left there.

    With nothing laid since, the same tile was left; so it is where the next path goes elsewhere.
    """
    cars = floor_of(2).position.cars[1:]
    alone = floor_of(2).change(cars=cars, racers=("R",), queue=("R",), gears=(("R", (2,)),), crossings=(("R", 1),))
    turn = Floor(replace(alone.position, order=("R",))).lay("st-st-st-fl").roll("12")
    stands = turn.tiles("st-st")[-1]
    moved = turn.put(stands).table
    after = Floor(replace(turn.position, cars=(("R", stands),)))
    again, astray = after.tiles("st-fl-st-st"), after.tiles("fl-st-st-st")
    assert again[0] in turn.table.tiles
    later = Floor(turn.position, [*turn.stops, replace(moved, tiles=tuple(sorted(again)))])
    assert later.status("gear=2", closed=False) is not Status.ILLEGAL
    assert later.show(tray=()).roll("34").put(again[1]).status() is not Status.ILLEGAL
    for left in (again[:1], (*astray, again[0])):
        kept = Floor(turn.position, [*turn.stops, replace(moved, tiles=tuple(sorted(left)))])
        assert kept.broken("gear=2") == ("tiles-cleared",)


def test_a_sentence_counts_no_tiles_that_nobody_saw() -> None:
    """Of a path that was not seen it is said where it leads; of one with a gap how many tiles of it were seen."""
    unseen = floor_of(1).put(floor_of(1).tiles("st-st-st")[-1]).verdict("gear=2", "roll=1.2", "done")
    assert "Red stands where a path of 3 tiles leads in gear 2; the gear dice ask for 2." in unseen.sentence
    gap = law.path_length("R", 1, 3, True, 1)
    assert gap is not None
    assert WORDS.say(gap) == "Red's path has 3 tiles in gear 1, 1 of them not seen; it should have 2 tiles."
    longer = law.path_length("R", 1, 4, True, 1)
    assert longer is not None
    assert WORDS.say(longer) == "Red laid a path of 3 tiles in gear 1; it must have 2 tiles."


def test_one_portal_is_one_and_three_are_three() -> None:
    """The sentence about portals has the right number."""
    portal = Special("blue", floor_of().position.cars[0][1])
    for count, words in ((1, "There is 1 blue portal tile;"), (3, "There are 3 blue portal tiles;")):
        found = status(replace(floor_of().position, specials=(portal,) * count))
        assert any(fault.message.startswith(words) for fault in found)


def test_a_tray_that_is_covered_at_the_end_brings_no_old_throw_back(square: Square) -> None:
    """A covered tray is read with the dice it held when the turn began: the throw seen in this turn counts on."""
    before = floor_of(2).roll("455").table.tray
    turn = floor_of(2, tray=before).lay(RIGHT).roll("12").go(RIGHT, 2)
    covered = with_patch(Floor(turn.position, [*turn.stops[:-1], replace(turn.table, tray=before)]), square(0, 900, 20))
    assert covered.verdict() == turn.verdict()
    assert covered.status("gear=2") is Status.LEGAL
    assert covered.after().tray == turn.table.tray
    assert Floor(turn.position, turn.stops[:2]).go(RIGHT, 4).broken("gear=2") == ("move-distance",)


@pytest.mark.parametrize(
    ("laid", "dice", "hidden"),
    [("st-lt-fr-st", "14", {one}) for one in range(4)] + [("fl-ll-st-st-st-st", "124", {0, 1})],
)
def test_tiles_under_a_patch_are_thought_to_lie_as_the_rules_allow(
    laid: str, dice: str, hidden: set[int], square: Square
) -> None:
    """Two turns might be two lane changes without the tile between them, and six tiles five without the first two."""
    turn = floor_of(len(dice)).turn(laid, dice, len(dice))
    poses = [turn.stops[0].tiles[one] for one in sorted(hidden)]
    stops = [
        replace(
            one,
            tiles=tuple(tile for tile in one.tiles if tile not in poses),
            cars=tuple((car, seen) for car, seen in one.cars if seen.pose not in poses),
            missing=tuple(car for car, seen in one.cars if seen.pose in poses),
            covered=tuple(square(pose.x_mm, pose.y_mm, 12.0) for pose in poses),
        )
        for one in turn.stops
    ]
    assert Floor(turn.position, stops).status() in (Status.LEGAL, Status.UNDECIDED)
