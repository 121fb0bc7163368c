"""Home Racers on the mind: cases that the judge got wrong, chains of missed turns, and planted faults."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from referee.frozen import replace
from referee.games.base import Status
from referee.games.home_racers import book
from referee.games.home_racers.geometry import ahead
from referee.games.home_racers.in_words import normal_declaration
from referee.games.home_racers.position import parse_position, pose_text
from referee.games.home_racers.shapes import PLACEMENTS, next_tile
from referee.games.registry import game
from referee.mind.belief import Belief, after
from referee.mind.search import Evidence, Word, World
from referee.mind.verdict import Ruling, rule
from referee.words.fact import parse_word

BOOK: Any = book
GAME = game("home-racers")
LEGAL, ILLEGAL, UNDECIDED = Status.LEGAL, Status.ILLEGAL, Status.UNDECIDED
LINE = "home-racers line=0:240:0:-240 "
PORTALS = " specials=blue:300:60:0,blue:0:680:180,green:340:-70:0,green:-300:680:180"
SHIFTS_MM = tuple(range(18, 61, 3))


def believed(position: str) -> Belief[book.Play]:
    """The belief in a position."""
    return Belief(tuple(World(state) for state in book.worlds(position)))


def told(
    position: str | Belief[book.Play],
    *looks: str,
    said: Sequence[str] = (),
    closed: bool = True,
    sure: bool = False,
) -> Ruling[book.Play]:
    """The word on what was seen and said since a position, whose table is the first look."""
    belief = believed(position) if isinstance(position, str) else position
    seen = tuple(book.parse_look(look) for look in looks)
    if isinstance(position, str):
        seen = (book.parse_look(position), *seen)
    words = tuple(
        Word(parse_word(normal_declaration(text, "RYGB"), "RYGB"), at=1, sure=sure)
        for one in said
        for text in one.split()
    )
    return rule(BOOK, belief, Evidence(seen, words, closed))


def rules(found: Ruling[book.Play]) -> list[str]:
    """The rules that are broken, without the game's name."""
    return [one.kind.partition("/")[2] for one in found.broken]


# -- cases that must come out right by the mechanism ------------------------------------------------------------------

CHAIN = LINE + (
    "cars=R:-132:465.14:171.71,B:827.81:-76.06:2.27 across=80 gap=5 skew=4 racers=R,B race=3 places=1 round=2 turn=B,R "
    "order=B,R gears=R:5,B:5 laps=R:1,B:1 danger=fault"
)
CHAIN_SEEN = LINE + (
    "cars=R:-656.56:471.56:171.71,B:1147.56:-63.39:2.27 tray=R2:-28.7:-11.8,R6:-1.2:-9.6,R5:32.2:-9.5,R5:-25.1:12.6"
)


COLLISION = LINE.replace("240", "150") + (
    "cars=R:-47.5:57.9:0,Y:-47.1:-55.6:1 across=80 gap=5 skew=4 racers=R,Y race=1 places=1 round=1 turn=R,Y order=R,Y "
    "gears=R:0,Y:0 laps=R:0,Y:0 danger=fault"
)


def test_a_car_that_met_another_comes_farther_also_after_a_missed_turn() -> None:
    """A car that met another may have come farther than its gear says: so it may after a turn that nobody saw.

    Red may have stood still in gear 0, so yellow who drives on along it is not early for sure.
    """
    seen = COLLISION[: COLLISION.index(" across")].replace("Y:-47.1:-55.6:1", "Y:-7.4:126.08:120")
    looks = tuple(map(book.parse_look, (COLLISION, seen)))
    assert rule(BOOK, believed(COLLISION), Evidence(looks), most_turns=2).status is UNDECIDED


def test_a_missed_turn_and_the_next_drivers_words() -> None:
    """Red's own dice lie in the tray and red speaks of them: blue's turn was missed and nobody is at fault."""
    found = told(CHAIN, CHAIN_SEEN, said=["gear=4 roll=2.6.5.5"])
    assert found.status is UNDECIDED
    assert [turn.driver for turn in found.found.worlds[0].turns] == ["B", "R"]
    assert [one.kind for one in found.found.worlds[0].granted] == ["roll"]
    assert told(CHAIN, CHAIN_SEEN, said=["gear=4 roll=2.6.5.5", "gear=4 roll=1.2.3.4"]).status is LEGAL


START = LINE + (
    "cars=G:-60:60:0,Y:-60:-60:0,B:-160:60:0,R:-160:-60:0 across=80 gap=5 skew=4 racers=R,Y,G,B race=1 round=1 "
    "turn=G,Y,B,R order=G,Y,B,R gears=R:0,Y:0,G:0,B:0"
)
RED_DROVE = LINE + "cars=G:-60:60:0,Y:-60:-60:0,B:-160:60:0,R:0:-60:0 tray=R5:0:0"


@pytest.mark.parametrize("said", [(), ("gear=1 roll=5",)])
def test_the_last_one_drives_first_at_the_start(said: tuple[str, ...]) -> None:
    """Whether green, yellow and blue stood still is asked, be it that red speaks or that nobody does."""
    found = told(START, RED_DROVE, said=said)
    assert found.status is UNDECIDED
    assert "gear" in {one.kind for one in found.found.worlds[0].granted}


def test_those_who_say_that_they_stand_still_have_had_their_turn() -> None:
    """Three drivers say gear 0 and red drives: four turns, none of them at fault."""
    assert told(START, RED_DROVE, said=["gear=0 gear=0 gear=0 gear=1 roll=5"]).status is LEGAL


def test_who_closes_a_turn_says_that_it_is_over() -> None:
    """A car in gear 0 that did not move has had its turn when the turn is closed, with no more words."""
    found = told(START, START.split(" across")[0])
    assert (found.status, found.over) == (LEGAL, True)
    assert not told(START, START.split(" across")[0], closed=False).over


TEN = LINE + (
    "cars=R:-400:0:0 across=80 gap=5 skew=4 racers=R race=3 round=4 turn=R order=R gears=R:5 laps=R:1 danger=fault"
)


def ten_tiles(shift_mm: float) -> list[str]:
    """Ten tiles straight on, all of them laid and then the dice thrown; the first one lies aside."""
    here, tiles = parse_position(TEN).cars[0][1], []
    for _ in range(10):
        here = next_tile(here, PLACEMENTS["st"], 80.0)
        tiles.append(here)
    tiles[0] = ahead(tiles[0], 0.0, shift_mm, 0.0)
    table = LINE + f"cars=R:-400:0:0 tiles={','.join(map(pose_text, tiles))}"
    dice = " tray=R1:-28:0,R2:-4:0,R3:20:0,R4:-28:20,R1:-4:20"
    return [table, table + dice, LINE + "cars=R:0:0:0" + dice]


@pytest.mark.parametrize("shift_mm", [*SHIFTS_MM, *(-shift for shift in SHIFTS_MM)])
def test_the_path_that_was_seen_is_the_path_that_is_explained(shift_mm: int) -> None:
    """A first tile that lies too far aside is a fault or a question: no lane change over a tile that nobody laid."""
    found = told(TEN, *ten_tiles(shift_mm), said=["gear=5 roll=1.2.3.4.1"])
    assert found.status is not LEGAL
    texts = [step.text for turn in found.found.worlds[0].turns for step in turn.steps]
    assert not [text for text in texts if re.search(r"[=-](ll|rl)\b", text)]
    assert rules(found) in (["connection"], [])
    assert told(TEN, *ten_tiles(0.0)).status is LEGAL


@pytest.mark.parametrize("sure", [False, True])
def test_who_denies_what_everybody_saw_blames_nobody(sure: bool) -> None:
    """The whole path was seen to be right: that its tiles did not touch is a slip of the tongue."""
    words = ["gear=5 roll=1.2.3.4.1 touching=no"]
    assert told(TEN, *ten_tiles(0.0), said=words, sure=sure).status is not ILLEGAL


TWO = LINE + (
    "cars=R:600:60:0,Y:100:-60:0 across=80 gap=5 skew=4 racers=R,Y race=3 round=4 turn=Y order=R,Y gears=R:2,Y:2 "
    "laps=R:1,Y:1 course=0:0/2000:0/2000:2000/0:2000 danger=fault"
)


def test_a_fault_by_the_last_driver_of_a_round_is_closed() -> None:
    """The last driver moves too far: that is named, the turn is over, and the next round goes on from there."""
    dice = " tray=Y1:0:0,Y2:24:0"
    path = ",".join(f"{x}:-60:0" for x in (180, 260, 340, 420))
    cars = "cars=R:600:60:0,Y:100:-60:0"
    looks = [
        LINE + f"{cars} tiles={path}",
        LINE + f"{cars} tiles={path}" + dice,
        LINE + "cars=R:600:60:0,Y:340:-60:0" + dice,
    ]
    found = told(TWO, *looks)
    assert (found.status, rules(found), found.over) == (ILLEGAL, ["move-distance"], True)
    following = after(found.found, believed(TWO))
    red = "cars=R:760:60:0,Y:340:-60:0"
    assert rules(told(following, LINE + red + " tray=R3:10:10,R3:40:10")) == []


def test_a_car_that_goes_on_after_its_turn_is_out_of_turn_once() -> None:
    """Yellow's turn is over and yellow moves on though it is red's turn: that is named, and nothing else."""
    dice = " tray=Y1:0:0,Y2:24:0"
    first = told(TWO, LINE + "cars=R:600:60:0,Y:260:-60:0" + dice)
    assert first.status is LEGAL
    found = told(after(first.found, believed(TWO)), LINE + "cars=R:600:60:0,Y:420:-60:0" + dice)
    assert (found.status, rules(found)) == (ILLEGAL, ["player-order"])


def test_out_of_turn_and_then_standing_still() -> None:
    """Red drives before green and blue, whose gears move them: that is a fault. Those who say gear 0 had their turn."""
    fast = START.replace("R:0,Y:0,G:0,B:0", "R:0,Y:0,G:2,B:2")
    found = told(fast, RED_DROVE, said=["gear=1 roll=5"])
    assert (found.status, rules(found)) == (ILLEGAL, ["player-order"])
    before = believed(START)
    for _ in range(3):
        still = told(before, START.split(" across")[0], said=["gear=0"])
        assert (still.status, still.over) == (LEGAL, True)
        before = after(still.found, before)
    found = told(before, RED_DROVE, said=["gear=1 roll=5"])
    assert (found.status, found.driver) == (LEGAL, "R")


# -- chains of missed turns -------------------------------------------------------------------------------------------


@cache
def chain(seed: int) -> tuple[str, list[Any]]:
    """Some legal turns of a random race."""
    chance = random.Random(seed)
    position = GAME.start(chance.choice((1, 2, 3, 4)), chance)
    for _ in range(chance.choice((0, 3, 12, 40))):
        played = GAME.play(position, chance, None)
        position = position if GAME.over(played.after) else played.after
    turns: list[Any] = []
    for _ in range(chance.choice((2, 2, 3, 3, 4))):
        here = turns[-1].after if turns else position
        if GAME.over(here):
            break
        turns.append(GAME.play(here, chance, None))
    return position, turns


@pytest.mark.parametrize("whose", ["nobody", "first", "last", "every"])
@pytest.mark.parametrize("seed", range(15))
@pytest.mark.few(24)
def test_a_chain_of_missed_turns_is_never_illegal(seed: int, whose: str) -> None:
    """Two to four legal turns of which only the end is seen, with the words of some of their drivers."""
    position, turns = chain(seed)
    spoken = {"nobody": [], "first": turns[:1], "last": turns[-1:], "every": turns}[whose]
    said = [word for turn in spoken for word in turn.declared]
    for closed in (True, False):
        found = told(position, turns[-1].stops[-1], said=said, closed=closed)
        assert found.status is not ILLEGAL, (position, [turn.turn for turn in turns], rules(found))


def test_dice_in_a_tray_that_lie_as_they_lay_were_not_thrown_again() -> None:
    """A lone car whose dice still lie there cannot have had a second turn: too long a drive is a fault."""
    alone = TEN.replace("gears=R:5", "gears=R:1")
    dice = " tray=R1:-28:0"
    tiles = " tiles=-320:0:0,-240:0:0"
    looks = [LINE + "cars=R:-400:0:0" + tiles, LINE + "cars=R:-400:0:0" + tiles + dice, LINE + "cars=R:-240:0:0" + dice]
    assert rules(told(alone, *looks)) == ["move-distance"]
    assert told(alone, LINE + "cars=R:-240:0:0").status is UNDECIDED


def test_a_car_that_is_seen_short_of_the_line_has_not_ended_the_race() -> None:
    """The dice give the tile beyond the line and the car stops before it: it did not go on and come back."""
    start = TEN.replace("R:-400:0:0", "R:-200:0:0").replace("gears=R:5", "gears=R:3").replace("race=3", "race=1")
    tiles = " tiles=" + ",".join(f"{-200 + 80 * number}:0:0" for number in range(1, 7))
    dice = " tray=R1:-28:0,R2:0:0,R4:28:0"
    table = LINE + "cars=R:-200:0:0"
    found = told(start, table + tiles, table + tiles + dice, LINE + "cars=R:-40:0:0" + dice)
    assert (found.status, rules(found)) == (ILLEGAL, ["move-distance"])


def test_a_tile_that_one_look_did_not_show_was_left_by_nobody() -> None:
    """It lay there from before, and is seen again after a turn: whose turn that is has to clear his own alone."""
    here = " cars=R:{}:0:0,B:{}:120:0 tiles={}{} "
    hidden = "race=3 places=1 round=2 turn=R,B order=R,B gears=R:1,B:1 laps=R:1,B:1 danger=fault"
    old, tray = "400:100:0", "tray=R2:-28:0"
    start = LINE + f"cars=R:-400:0:0,B:-400:120:0 tiles={old} across=80 gap=5 skew=4 racers=R,B {hidden}"
    laid = LINE + here.format(-400, -400, "-320:0:0,-240:0:0,", old)
    red = told(start, laid, laid + tray, LINE + f"cars=R:-320:0:0,B:-400:120:0 {tray}", said=("gear=1",))
    assert red.status is LEGAL
    belief, both = after(red.found, believed(start)), f"{tray},B2:28:0"
    looks = [
        LINE + f"cars=R:-320:0:0,B:-400:120:0 {tray}",
        LINE + here.format(-320, -400, "-320:120:0,-240:120:0,", old) + tray,
        LINE + here.format(-320, -400, "-320:120:0,-240:120:0,", old) + both,
    ]
    blue = told(belief, *looks, LINE + here.format(-320, -320, "", old) + both)
    assert (blue.status, rules(blue)) == (LEGAL, [])
    left = told(belief, *looks, LINE + here.format(-320, -320, "-240:120:0,", old) + both)
    assert left.status is not LEGAL


@pytest.mark.parametrize(("thrown", "then", "status"), [
    ((-320, -240, -160), (-320, -240, -160, -80), LEGAL),  # the end of the path
    ((-320, -160, -80), (-320, -240, -160, -80), LEGAL),  # in its midst
    ((-320, -240, -160), (-320, -240, -160), UNDECIDED),  # taken away, or not read
])  # fmt: skip
def test_a_tile_of_the_path_that_one_look_did_not_show(
    thrown: Sequence[int], then: Sequence[int], status: Status
) -> None:
    """The path is laid, then the dice are thrown: seen before and after the throw, no tile was missing at it."""
    before = "race=3 places=1 round=2 turn=R,B order=R,B gears=R:1,B:1 laps=R:1,B:1 danger=fault"
    start = LINE + f"cars=R:-400:0:0,B:-400:120:0 across=80 gap=5 skew=4 racers=R,B {before}"

    def look(tiles: Sequence[int], tray: str, red: int = -400) -> str:
        path = f" tiles={','.join(f'{x_mm}:0:0' for x_mm in tiles)}" if tiles else ""
        return LINE + f"cars=R:{red}:0:0,B:-400:120:0{path}{tray}"

    tray = " tray=R2:-28:0,R5:0:0"
    looks = look((-320, -240, -160, -80), ""), look(thrown, tray), look(then, tray), look((), tray, -160)
    found = told(start, *looks)
    assert (found.status, rules(found)) == (status, [])


def test_who_said_that_he_stood_still_had_his_turn() -> None:
    """Red says gear 0 and that he is done; what blue leaves then is held against blue, not told as red's turn."""
    hidden = "race=3 places=1 round=2 turn=R,B order=R,B gears=R:0,B:3 laps=R:1,B:1 danger=fault"
    start = LINE + f"cars=R:-400:0:0,B:-400:120:0 across=80 gap=5 skew=4 racers=R,B {hidden}"
    red = told(start, said=("gear=0",))
    assert red.status is LEGAL
    laid = LINE + "cars=R:-400:0:0,B:-400:120:0 tiles=-320:120:0,-240:120:0,-160:120:0,-80:120:0"
    tray = " tray=B2:-28:0,B3:0:0"
    left = LINE + "cars=R:-400:0:0,B:-240:120:0 tiles=-80:120:0" + tray
    blue = told(after(red.found, believed(start)), GAME.visible(start), laid, laid + tray, left)
    assert (blue.status, rules(blue)) == (ILLEGAL, ["tiles-cleared"])


def test_a_turn_is_not_taken_to_be_over_for_what_nobody_saw() -> None:
    """Green drives twice in a round; that blue has stood still, and so may green, is no reason to end blue's turn."""
    hidden = (
        "racers=R,Y,G,B race=1 places=1 round=8 turn=B order=Y,G,R,B gears=R:3,Y:3,G:3,B:0 laps=R:1,Y:1,G:1,B:1 "
        "course=0:0/460:0/700:240/700:440/460:680/-460:680/-700:440/-700:240/-460:0 danger=fault"
    )
    cars = "cars=B:62:-149:-121,G:{},R:587:83:-1,Y:-520:374:-121"
    stands, thrown = LINE + cars.format("-274:756:119"), " tray=G2:-22:-11,G6:4:-14,G6:27:-13"
    path = " tiles=-515:761:-121,-472:829:-121,-393:828:179,-313:827:180"
    again = " tray=G2:-24:-10,G6:3:-9"
    position = f"{stands}{thrown} across=80 gap=5 skew=4 {hidden}"
    looks = [book.parse_look(one) for one in (stands + thrown, stands + path + again)]
    end = book.parse_look(LINE + cars.format("-472:829:-121") + again)
    assert not GAME.next_turn_began(position, looks, end)


def test_where_the_tiles_of_a_drive_still_lie_another_car_is_moved_in_the_turn_after() -> None:
    """Neither what the rules allow nor what hands do wrong moves yellow in the turn in which red has driven."""
    (play,) = book.worlds(COLLISION)
    driven = replace(play, stage=book.DRIVEN)
    look = book.parse_look(COLLISION[: COLLISION.index(" across")].replace("Y:-47.1", "Y:32.9"))
    assert [book.reach(driven, look, turns) for turns in (1, 2)] == [False, True]
    assert [book.near(driven, look, 1, turns) for turns in (1, 2)] == [False, True]


# -- a path that was seen while no dice were read ---------------------------------------------------------------------

SEEN_PATH = LINE + (
    "cars=R:100:0:0,B:-400:300:0 across=80 gap=5 skew=4 racers=R,B race=3 places=1 round=3 turn=R,B order=R,B "
    "gears=R:2,B:3 laps=R:1,B:1 danger=fault"
)


def driven_unread(codes: Sequence[str], off_mm: float = 0.0, said: Sequence[str] = ()) -> Ruling[book.Play]:
    """Red lays this path, its last tile so far too far ahead, drives two tiles of it and takes it away; no dice are
    read."""
    tiles, here = [], parse_position(SEEN_PATH).place("R")
    for code in codes:
        assert here is not None
        here = next_tile(here, PLACEMENTS[code], 80.0)
        tiles.append(here)
    tiles[-1] = ahead(tiles[-1], off_mm, 0.0, 0.0)
    cars = LINE + "cars=R:100:0:0,B:-400:300:0"
    laid = f"{cars} tiles={','.join(map(pose_text, tiles))}"
    return told(SEEN_PATH, laid, cars.replace("R:100:0:0", f"R:{pose_text(tiles[1])}"), said=said, sure=True)


UNREAD = [
    (["st", "st", "rt", "lt", "st"], 0.0, "path-length"),
    (["st", "st", "rt"], 0.0, "path-length"),
    (["st", "st", "rt", "st"], 20.0, "connection"),
    (["st", "st", "ll", "ll"], 0.0, "lane-changes"),
]


@pytest.mark.parametrize(("codes", "off_mm", "broken"), UNREAD)
def test_what_is_wrong_with_a_path_in_view_is_no_less_wrong_for_dice_that_were_not_read(
    codes: Sequence[str], off_mm: float, broken: str
) -> None:
    """Perhaps it was laid anew before the throw; who says that it was not as it must be is told what was seen."""
    for said in ((), ("roll=2.3",)):
        assert driven_unread(codes, off_mm, said).status is UNDECIDED
    for dice in ((), ("roll=2.3",)):
        found = driven_unread(codes, off_mm, (*dice, "touching=no"))
        assert (found.status, rules(found)) == (ILLEGAL, [broken])


def test_a_path_in_view_that_is_as_it_must_be_leaves_the_dice_to_be_asked_alone() -> None:
    """Four tiles that touch are right for gear 2."""
    found = driven_unread(["st", "st", "rt", "st"])
    assert [one.kind for one in found.found.worlds[0].granted] == ["roll"]
    assert driven_unread(["st", "st", "rt", "st"], said=("roll=2.3",)).status is LEGAL
