"""Home Racers on the floor: laid in millimetres and found again through a turned, shaken and partly hidden view."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from markers.kit import Manifest, PlacedPiece, PrintedItem
from referee.games.base import Status
from referee.games.home_racers.game import HomeRacers
from referee.games.home_racers.geometry import Pose, apart, skewed
from referee.games.home_racers.in_words import over
from referee.games.home_racers.position import Observation, parse_position, position_text
from referee.games.home_racers.start import start
from referee.games.problem import pieces_at_fault
from referee.judge.verdict import judge
from tests.games.sightings import Look, Seen

Make = Callable[..., Any]
GAME = HomeRacers()
BARE = Manifest("home-racers", "1", "a4", (), ())
Point = tuple[float, float]


def view(laid: tuple[PlacedPiece, ...], dice: Random, turn_deg: float = 0.0, shake_mm: float = 0.0) -> Look:
    """Sightings of a laid floor."""
    cosine, sine = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    found = []
    for piece in laid:
        x_mm = cosine * piece.x_mm - sine * piece.y_mm + 210.0 + dice.uniform(-shake_mm, shake_mm)
        y_mm = sine * piece.x_mm + cosine * piece.y_mm - 95.0 + dice.uniform(-shake_mm, shake_mm)
        angle = piece.angle_deg + turn_deg + dice.uniform(-shake_mm, shake_mm) / 3
        found.append(Seen(piece.piece, piece.side, x_mm, y_mm, angle))
    return Look(tuple(found))


def without(seen: Look, *pieces: str) -> Look:
    """The view with pieces hidden."""
    return replace(seen, sightings=tuple(one for one in seen.sightings if one.piece not in pieces))


def alike(one: Observation, other: Observation, mm: float) -> bool:
    """Whether two observations tell the same within so many mm."""
    same = [car for car, _ in one.cars] == [car for car, _ in other.cars] and one.specials == other.specials
    same = same and len(one.tiles) == len(other.tiles) and one.beside == other.beside and one.line == other.line
    pairs = [(a.pose, b.pose) for (_, a), (_, b) in zip(one.cars, other.cars, strict=True)] if same else []
    pairs += list(zip(one.tiles, other.tiles, strict=True)) if same and len(one.tiles) < 2 else []
    near = all(apart(a, b) <= mm and skewed(a, b) <= max(mm, 0.1) for a, b in pairs)
    dice = [(die.car, die.face) for die in one.tray] == [(die.car, die.face) for die in other.tray]
    return same and near and dice


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.few(3)
def test_what_is_laid_is_read_again(seed: int) -> None:
    """Through any turn of the camera and a shaking eye, with the position known."""
    dice = Random(seed)
    position = start(2 + seed % 3, dice)
    for _ in range(25):
        if over(position):
            break
        position = parse_position(GAME.play(position_text(position), dice, None).after)
        text = position_text(position)
        exact = GAME.read(view(GAME.layout(text, BARE), dice, 37.0 * seed), BARE, text)
        assert alike(exact.observation, GAME.observe(text), 0.05), exact.notation
        assert exact.problems == ()
        shaken = GAME.read(view(GAME.layout(text, BARE), dice, 211.0, 1.2), BARE, text)
        assert alike(shaken.observation, GAME.observe(text), 9.0), shaken.notation
        assert not GAME.changed(exact.observation, shaken.observation)


def test_every_stop_of_a_turn_is_judged_through_the_table(floor: Make) -> None:
    """Laid, rolled and moved, each read from sightings, give the verdict."""
    dice = Random(5)
    position = start(3, dice)
    for number in range(24):
        turn = GAME.play(position_text(position), dice, None)
        stops = []
        for text in turn.stops:
            shown = GAME.observe(text)
            there = replace(
                position,
                cars=tuple((car, stand.pose) for car, stand in shown.cars),
                tiles=shown.tiles,
                tray=shown.tray,
                beside=shown.beside,
            )
            seen = view(GAME.layout(position_text(there), BARE), dice, 15.0 * number, 0.7)
            stops.append(GAME.read(seen, BARE, turn.before).observation)
        verdict = judge(GAME, turn.before, stops, turn.declared, closed=True)
        assert verdict.status is Status.LEGAL, (turn.turn, verdict.sentence)
        position = parse_position(turn.after)


def test_a_floor_never_seen_before_is_read_from_its_line() -> None:
    """Without a position the starting line is the frame, and a start can be taken from it."""
    dice = Random(2)
    text = position_text(start(3, dice))
    reading = GAME.read(view(GAME.layout(text, BARE), dice, 140.0, 0.5), BARE, None)
    assert reading.problems == ()
    begun = parse_position(GAME.start_from(reading.observation, 3))
    known = parse_position(text)
    assert all(apart(where, dict(known.cars)[car]) < 4.0 for car, where in begun.cars)
    assert sorted(one.kind for one in begun.specials) == sorted(one.kind for one in known.specials)


def test_hidden_pieces_are_missing_or_loose_and_never_elsewhere() -> None:
    """A hidden car is missing; a car whose tile is hidden stands on its own pose; the line is remembered."""
    dice = Random(1)
    text = position_text(start(2, dice))
    seen = view(GAME.layout(text, BARE), dice, 20.0)
    first = parse_position(text).cars[0][0]
    gone = GAME.read(without(seen, f"car:{first}", "line:left"), BARE, text)
    assert gone.observation.missing == (first,)
    assert gone.observation.line == parse_position(text).line
    loose = GAME.read(without(seen, "road:1"), BARE, text).observation
    stand = loose.car(first)
    assert stand is not None
    assert stand.loose
    assert apart(stand.pose, dict(parse_position(text).cars)[first]) < 0.1


def test_a_car_that_stands_where_it_stood_keeps_its_tile_under_a_path() -> None:
    """A path laid over a car's tile hides it: the car is not read on the path, 21 mm off and turned."""
    dice = Random(1)
    text = position_text(start(2, dice))
    laid = GAME.layout(text, BARE)
    car = next(one for one in laid if one.piece.startswith("car:"))
    own = next(one for one in laid if one.piece == "road:1")
    over = replace(own, piece="road:9", x_mm=own.x_mm + 21.0, angle_deg=own.angle_deg + 60.0)
    seen = without(view((*laid, over), dice, 20.0), "road:1")
    reading = GAME.read(seen, BARE, text)
    stand = reading.observation.car(car.piece[-1])
    assert stand is not None
    assert stand == GAME.observe(text).car(car.piece[-1])
    assert len(reading.observation.tiles) == 1
    # on a floor never seen before nobody knows of the hidden tile: the car stands askew on what is seen
    askew = GAME.read(seen, BARE, None).observation.car(car.piece[-1])
    assert askew is not None
    assert askew.askew_deg


def test_of_two_tiles_a_car_stands_on_the_one_along_its_arrow() -> None:
    """The other one's middle may be as near; where both fit alike people are asked to take one away.

    Neither counts as left lying without a car. Of two in one place one hides the other.
    """
    dice = Random(1)
    text = position_text(start(2, dice))
    laid = GAME.layout(text, BARE)
    car = next(one.piece for one in laid if one.piece.startswith("car:"))
    own = next(one for one in laid if one.piece == "road:1")
    crosswise = replace(own, piece="road:9", x_mm=own.x_mm + 1.0, angle_deg=own.angle_deg + 60.0)
    pushed = [replace(one, x_mm=one.x_mm + 3.0) if one.piece == car else one for one in laid]
    reading = GAME.read(view((*pushed, crosswise), dice), BARE, text)
    assert reading.problems == ()
    assert reading.observation.car(car[-1]) == GAME.observe(text).car(car[-1])
    alike_ones = replace(own, piece="road:9", x_mm=own.x_mm + 8.0)
    doubtful = GAME.read(view((*laid, alike_ones), dice), BARE, text)
    assert any("two tiles lie over each other" in problem for problem in doubtful.problems)
    assert pieces_at_fault(doubtful.problems) == {car, "road:1", "road:9"}
    assert doubtful.observation.tiles == ()
    beside = [replace(own, piece=piece, y_mm=own.y_mm + 300.0) for piece in ("road:8", "road:9")]
    assert len(GAME.read(view((*laid, *beside), dice), BARE, text).observation.tiles) == 1


def test_nothing_that_lies_still_means_no_board() -> None:
    """Without a line card or special tile nobody can say where things are: a problem, not a guess."""
    dice = Random(1)
    text = position_text(start(2, dice))
    seen = view(GAME.layout(text, BARE), dice)
    fixed = {one.piece for one in seen.sightings if one.piece.startswith(("line", "twin"))}
    reading = GAME.read(without(seen, *fixed), BARE, text)
    assert reading.observation is None
    assert "clear the view" in reading.problems[0]


def test_moved_and_doubled_pieces_are_problems() -> None:
    """A special tile that was pushed aside is named and does not turn the floor; two copies are named."""
    dice = Random(1)
    text = position_text(start(2, dice))
    seen = view(GAME.layout(text, BARE), dice)
    pushed = tuple(replace(one, x_mm=one.x_mm + 300.0) if one.side == "leak" else one for one in seen.sightings)
    reading = GAME.read(replace(seen, sightings=pushed), BARE, text)
    assert any("leak tile lies elsewhere" in problem for problem in reading.problems)
    assert len(pieces_at_fault(reading.problems)) == 1
    assert alike(reading.observation, GAME.observe(text), 0.5)
    twice = (*seen.sightings, Seen("car:R", "roof", 0.0, 900.0, 0.0, 0.5), Seen("pawn:S", "cap", 0.0, 0.0, 0.0))
    problems = GAME.read(replace(seen, sightings=twice), BARE, text).problems
    assert any("two copies" in problem for problem in problems)
    assert any("another kit" in problem for problem in problems)


def test_a_hand_and_hidden_markers_cover_the_floor() -> None:
    """What is covered is carried over into the floor's frame."""
    dice = Random(1)
    text = position_text(start(2, dice))
    seen = view(GAME.layout(text, BARE), dice)
    hand = replace(seen, covered=(((210.0, -95.0), (310.0, -95.0), (310.0, 5.0)),), hidden_mm=((510.0, 5.0),))
    covered = GAME.read(hand, BARE, text).observation.covered
    assert [len(area) for area in covered] == [3, 4]
    assert math.dist(covered[0][0], (0.0, 0.0)) < 0.1


def test_the_tile_of_a_car_that_something_hides_is_no_tile_of_a_path() -> None:
    """It is seen beside a napkin over the car's roof; where its middle is seen bare the car has left it lying."""
    text = position_text(start(2, Random(1)))
    seen = view(GAME.layout(text, BARE), Random(1))
    own = next(one for one in seen.sightings if one.piece == "car:R")
    middle = ((own.x_mm, own.y_mm),)
    hidden = GAME.read(replace(without(seen, "car:R"), hidden_mm=middle), BARE, text).observation
    assert (hidden.missing, len(hidden.tiles), len(hidden.covered)) == (("R",), 0, 1)
    gone = GAME.read(replace(without(seen, "car:R"), clear_mm=middle), BARE, text).observation
    assert (gone.missing, len(gone.tiles), len(gone.covered)) == (("R",), 1, 0)


def test_heights_come_from_the_manifest_when_it_has_the_piece() -> None:
    """Else from the stated defaults."""
    text = position_text(start(1, Random(0)))
    item = PrintedItem("car:R", "roof", 0, ((0, 0), (1, 0), (1, 1)), (0.5, 0.5), 41.5, ())
    heights = {piece.piece: piece.z_mm for piece in GAME.layout(text, replace(BARE, items=(item,)))}
    assert heights["car:R"] == 41.5
    assert heights["road:1"] == 2.0


def test_the_diagram_is_svg_that_tells_what_it_shows(floor: Make) -> None:
    """Well formed, with the cars in words, marks and an escaped label."""
    before = floor(2)
    turn = before.turn("st-st-st-st", "15", 3)
    marks = dict(GAME.moved(position_text(before.position), turn.verdict().after))
    assert marks == {"from": "0:0:0", "to": "240:0:0"}
    ends = list(GAME.what_now(position_text(before.position)).ends)[:9]
    drawn = GAME.diagram(position_text(before.position), {**marks, "fault": True, "ends": ends})
    root = ElementTree.fromstring(drawn)
    assert "red at 0, 0 mm" in root.attrib["aria-label"]
    assert drawn.count('class="end"') == len(ends)
    assert ElementTree.fromstring(GAME.diagram("home-racers", {})).tag.endswith("svg")


def test_tiles_that_came_and_went_are_marked_on_the_drawn_board(floor: Make) -> None:
    """After an undo: which tile lies there again and which is taken away; one that was nudged is neither."""
    due = replace(floor(2).position, tiles=(Pose(200.0, 300.0, 0.0), Pose(400.0, 300.0, 60.0)))
    lying = replace(due, tiles=(Pose(201.0, 300.5, 0.5), Pose(600.0, 300.0, 0.0)))
    marks = GAME.moved(position_text(lying), position_text(due))
    assert marks == {"laid": ["400:300:60"], "taken": ["600:300:0"]}
    drawn = GAME.diagram(position_text(due), marks)
    assert drawn.count('class="laid"') == drawn.count('class="taken"') == 1
