"""The table laid and read back: jitter, a turned camera, hidden pieces, covered places."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from markers import kits
from markers.kit import PlacedPiece
from referee.errors import NotationError
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.laying import throw_card
from referee.games.nestorgames_gp.start import by_dice, waiting
from referee.games.nestorgames_gp.state import CARS, Switches, Tray, parse_position, position_text
from referee.games.polygon import rectangle
from referee.games.problem import pieces_at_fault
from tests.games.sightings import Look, Seen

GAME = NestorgamesGP()
KIT = kits.manifest("nestorgames-gp")
Point = tuple[float, float]
Write = Callable[..., str]


def turned(point: Point, angle_deg: float, shift: Point) -> Point:
    """A board point on a table that lies turned and shifted."""
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return c * point[0] - s * point[1] + shift[0], s * point[0] + c * point[1] + shift[1]


def look(
    text: str, dice: random.Random, angle_deg: float = 0.0, shift: Point = (0.0, 0.0), jitter: float = 2.0
) -> Look:
    """A scene straight from the layout, each piece a little off."""
    found = []
    for piece in GAME.layout(text, KIT):
        x_mm, y_mm = turned((piece.x_mm, piece.y_mm), angle_deg, shift)
        off = 0.0 if piece.piece.startswith(("board", "die", "throw")) else jitter
        x_mm, y_mm = x_mm + dice.uniform(-off, off), y_mm + dice.uniform(-off, off)
        found.append(Seen(piece.piece, piece.side, x_mm, y_mm, (piece.angle_deg + angle_deg) % 360.0))
    return Look(tuple(found))


def positions() -> list[str]:
    """Positions out of random races on every board with every kind of items."""
    found = []
    for seed in range(9):
        dice = random.Random(seed)
        board, items = ("harbour", "crossover", "lockgate")[seed % 3], ("none", "tray", "board")[seed // 3]
        table = by_dice(waiting(board, CARS[: (2, 4, 8)[seed % 3]], Switches(items=items, laps=1)), dice)
        found.append(position_text(table))
        for turn in range(40):
            if not table.turn:
                break
            table = parse_position(GAME.play(position_text(table), dice, None).after)
            if turn % 6 == 5:
                found.append(position_text(table))
    return found


@pytest.mark.parametrize(
    ("angle_deg", "shift"),
    [(0.0, (0.0, 0.0)), pytest.param(180.0, (30.0, -12.0), marks=pytest.mark.long), (37.0, (-80.0, 55.0))],
)
@pytest.mark.few(1)
def test_what_was_laid_is_read(angle_deg: float, shift: Point) -> None:
    """Positions of random races are read back exactly, with pieces 2 mm off and the board turned under the camera."""
    dice = random.Random(5)
    for text in positions():
        reading = GAME.read(look(text, dice, angle_deg, shift), KIT, text)
        expected = GAME.observe(GAME.visible(text))
        found = reading.observation
        assert reading.problems == ()
        assert replace(found, dice=()) == replace(expected, dice=(), cars=tuple(sorted(expected.cars, key=_order))), (
            text
        )
        assert {(d.car, d.number, d.face) for d in found.dice} == {(d.car, d.number, d.face) for d in expected.dice}
        assert not GAME.changed(expected, found)
        assert GAME.observe(reading.notation) == found


def _order(one: tuple[str, object]) -> int:
    return CARS.index(one[0])


@pytest.mark.parametrize("kinds", ["turbo oil", "oil turbo", "bomb rocket", "rocket bomb"])
def test_an_item_beside_the_tray_is_not_the_one_in_it(kinds: str, position: Write) -> None:
    """An item on the tray's own space lies there, whatever the tray holds."""
    within, beside = kinds.split()
    text = position(cars="R:s26,B:s15,G:s20", tray=f"s26:{within}", items=f"s26:{beside}")
    seen = GAME.read(look(text, random.Random(1), jitter=0.0), KIT, text).observation
    assert (seen.tray, [(item.space, item.kind) for item in seen.items]) == (Tray("s26", within), [("s26", beside)])


def test_a_board_seen_for_the_first_time_starts_a_race(position: Write) -> None:
    """Without an expected position the board is known by its own markers; cars in the pit lane give the start."""
    text = position(cars="R:p2,B:p1,G:p3", started="", seats="BRG", turn="B", box="R:3/0,B:3/0,G:3/0")
    reading = GAME.read(look(text, random.Random(1)), KIT, None)
    begun = parse_position(GAME.start_from(reading.observation, 3))
    assert (begun.seats, begun.turn, begun.qualifying) == (("B", "R", "G"), "B", False)
    assert GAME.check_position(position_text(begun)) == ()


def test_cars_beside_the_board_start_with_qualifying() -> None:
    """With all cars beside the board the qualifying round begins."""
    text = position_text(by_dice(waiting("lockgate", ("R", "B"), Switches()), random.Random(2)))
    reading = GAME.read(look(text, random.Random(1)), KIT, None)
    assert parse_position(GAME.start_from(reading.observation, 2)).qualifying


def test_a_hidden_car_is_missing_and_its_space_unseen(position: Write) -> None:
    """A car under a hand is missing, the spaces under the hand are unseen, never empty."""
    text = position()
    whole = look(text, random.Random(1), jitter=0.0)
    x_mm, y_mm = next((piece.x_mm, piece.y_mm) for piece in whole.sightings if piece.piece == "car:B")
    hand = ((x_mm - 30, y_mm - 30), (x_mm + 30, y_mm - 30), (x_mm + 30, y_mm + 30), (x_mm - 30, y_mm + 30))
    covered = replace(whole, sightings=tuple(s for s in whole.sightings if s.piece != "car:B"), covered=(hand,))
    seen = GAME.read(covered, KIT, text).observation
    assert seen.missing == ("B",)
    assert "s15" in seen.unseen


def test_a_hidden_marker_makes_a_space_unseen(position: Write) -> None:
    """A space whose marker should be seen and is not, with nothing seen on it, is unseen; one seen bare is not."""
    text = position()
    spot = parse_position(text).shape.middle["s28"]
    whole = look(text, random.Random(1))
    assert GAME.read(replace(whole, hidden_mm=(spot,)), KIT, text).observation.unseen == {"s28"}
    assert not GAME.read(replace(whole, hidden_mm=(spot,), clear_mm=(spot,)), KIT, text).observation.unseen


def test_an_item_in_a_tray_that_is_not_seen_lies_not_on_the_board(position: Write) -> None:
    """With the tray's marker hidden its item is no new item on the board: that space is unseen, so is the tray."""
    text = position(tray="s25:rocket", items="s9:oil")
    whole = look(text, random.Random(1), jitter=0.0)
    lost = tuple(seen for seen in whole.sightings if seen.piece != "tray")
    seen = GAME.read(replace(whole, sightings=lost), KIT, text).observation
    assert seen.tray is None
    assert [item.space for item in seen.items] == ["s9"]
    assert "s25" in seen.unseen


def test_an_item_on_whose_space_the_tray_was_put_may_lie_under_it(position: Write) -> None:
    """What lies on the board stays until somebody takes it; out of sight under the tray it is unseen, not gone."""
    text = position(switches="items:tray", tray="s25:oil", items="s25:turbo,s28:oil")
    scene = look(text, random.Random(1), jitter=0.0)
    under = replace(scene, sightings=tuple(one for one in scene.sightings if not one.piece.startswith("turbo")))
    seen = GAME.read(under, KIT, text).observation
    assert (seen.tray, seen.unseen) == (Tray("s25", "oil"), {"s25"})
    assert not GAME.read(scene, KIT, text).observation.unseen


def test_an_item_in_the_tray_that_cannot_be_read_is_not_taken_for_none(position: Write) -> None:
    """When neither an item nor the tray's bare dot is seen the tray counts as unseen; its dot bare, it is empty."""
    text = position(tray="s25:rocket")
    whole = look(text, random.Random(1), jitter=0.0)
    tray = next(seen for seen in whole.sightings if seen.piece == "tray")
    left = tuple(seen for seen in whole.sightings if not seen.piece.startswith("rocket"))
    for side, expected in (("covered", None), ("bare", Tray("s25"))):
        dot = Seen("dot:tray#0", side, tray.x_mm - 11.5, tray.y_mm, 0.0)
        reading = GAME.read(replace(whole, sightings=(*left, dot)), KIT, text)
        assert reading.observation.tray == expected
        assert pieces_at_fault(reading.problems) == (frozenset({"tray"}) if expected is None else frozenset())


def test_a_covered_box_and_card_are_not_read_as_empty(position: Write) -> None:
    """A hand over the boxes hides them all; one over the throwing card leaves the dice open."""
    text = position(dice="R26")
    whole = look(text, random.Random(1), jitter=0.0)
    all_over = ((-300.0, -210.0), (420.0, -210.0), (420.0, -100.0), (-300.0, -100.0))
    seen = GAME.read(replace(whole, covered=(all_over,)), KIT, text).observation
    assert seen.boxes == ()
    assert not seen.dice_clear


@pytest.mark.parametrize("size", [(8.0, 8.0), (4.0, 400.0)], ids=["a finger", "a stick"])
def test_a_box_or_a_card_that_is_covered_anywhere_is_not_seen_whole(position: Write, size: Point) -> None:
    """A little thing beside the middle, and a stick across from edge to edge: under both something may lie."""
    text = position(dice="R26")
    whole, board = look(text, random.Random(1), jitter=0.0), parse_position(text).shape
    box, card = board.bays[0].box_mm, throw_card(board)
    for middle in (box, card):
        over = rectangle((middle[0] + 6.0, middle[1] + 9.0), size)
        seen = GAME.read(replace(whole, covered=(over,)), KIT, text).observation
        assert ("R" in dict(seen.boxes), seen.dice_clear) == (middle != box, middle != card)


def test_a_box_with_anothers_discs_is_not_read_for_a_car_whose_discs_are_covered(position: Write) -> None:
    """All have qualified and the boxes lie in another order than before: what lies over red's discs hides them."""
    before = position(cars="R:off,B:off,G:off", started="", qualifying="G:10,B:17")
    whole = look(position(cars="B:p1,R:p2,G:p3", seats="BRG", turn="B", box="B:3/0,R:3/0,G:3/0"), random.Random(1))
    assert dict(GAME.read(whole, KIT, before).observation.boxes)["R"].discs == 3
    left = tuple(one for one in whole.sightings if not one.piece.startswith("disc:R"))
    assert "R" not in dict(GAME.read(replace(whole, sightings=left), KIT, before).observation.boxes)


def test_a_car_between_spaces_is_reported(position: Write) -> None:
    """A car that stands on the board but on no space is a problem in words, not a move."""
    text = position()
    whole = look(text, random.Random(1), jitter=0.0)
    moved = tuple(replace(s, x_mm=0.0, y_mm=60.0) if s.piece == "car:R" else s for s in whole.sightings)
    reading = GAME.read(replace(whole, sightings=moved), KIT, text)
    assert "R" in reading.observation.missing
    assert any("red's car stands on no space" in problem for problem in reading.problems)
    assert "car:R" in pieces_at_fault(reading.problems)


def test_a_car_on_the_line_between_two_spaces_is_asked_about(position: Write) -> None:
    """A car whose middle is nearer to an edge than the eye can tell is on neither space; 2 mm inside it is on one."""
    text = position()
    whole = look(text, random.Random(1), jitter=0.0)
    middle = parse_position(text).shape.middle["s2"]
    for inward, space in ((0.4, None), (2.0, "s2")):
        y_mm = middle[1] + 25.0 - inward
        moved = tuple(replace(s, x_mm=middle[0], y_mm=y_mm) if s.piece == "car:R" else s for s in whole.sightings)
        reading = GAME.read(replace(whole, sightings=moved), KIT, text)
        assert (dict(reading.observation.cars)["R"].space if space else None) == space
        assert ("R" in reading.observation.missing) == (space is None)
        assert any("on the line between s2 and s3" in problem for problem in reading.problems) == (space is None)


def test_the_nose_on_the_loop_is_read(position: Write) -> None:
    """On the loop space a car's heading is read both ways; a nose between the ways leaves it open."""
    for toward in ("s13", "s30"):
        text = position(board="crossover", cars=f"R:x>{toward},B:s22,G:s33")
        seen = GAME.read(look(text, random.Random(1)), KIT, text).observation
        assert dict(seen.cars)["R"].toward == toward
    whole = look(text, random.Random(1))
    askew = tuple(replace(s, angle_deg=45.0 + 180.0) if s.piece == "car:R" else s for s in whole.sightings)
    seen = GAME.read(replace(whole, sightings=askew), KIT, text).observation
    assert dict(seen.cars)["R"].toward in ("", "s13", "s30")


def test_no_board_is_said_in_words() -> None:
    """Without a board, or with one nobody knows, there is no observation but a sentence."""
    assert "no board is seen" in GAME.read(Look(()), KIT, None).problems[0]
    unknown = Look((Seen("board:monza/1", "top", 0.0, 0.0, 0.0),))
    assert "not known" in GAME.read(unknown, KIT, None).problems[0]
    with pytest.raises(NotationError, match="needs its board"):
        GAME.layout("nestorgames-gp cars=R:s1", KIT)


def test_heights_come_from_the_manifest(position: Write) -> None:
    """A printed piece lies at the manifest's height, others at the stated defaults."""
    items = tuple(replace(item, height_mm=31.5) if item.piece == "car:R" else item for item in KIT.items)
    laid = {piece.piece: piece for piece in GAME.layout(position(dice="R2"), replace(KIT, items=items))}
    assert laid["car:R"].z_mm == 31.5
    assert laid["car:B"].z_mm == 16.0
    assert laid["die:R1"].z_mm == 16.0


def test_no_two_pieces_lie_on_each_other() -> None:
    """In laid positions cars, 20 mm wide, and the discs of 20 mm in the boxes do not touch."""
    for text in positions():
        cars = [p for p in GAME.layout(text, KIT) if p.piece.startswith("car")]
        others = [p for p in GAME.layout(text, KIT) if p.piece.startswith(("disc", "cylinder"))]
        assert _nearest(cars) >= 20.5
        assert _nearest(others) >= 20.0


def _nearest(pieces: list[PlacedPiece]) -> float:
    points = [(piece.x_mm, piece.y_mm) for piece in pieces]
    return min((math.dist(a, b) for i, a in enumerate(points) for b in points[i + 1 :]), default=math.inf)


def test_the_drawing_names_every_car(position: Write) -> None:
    """The SVG stands alone, says in words what it shows, and marks the last move and a fault."""
    drawn = GAME.diagram(position(items="s3:oil", gate=""), {"from": "s2", "to": "s9", "ends": ["s7"], "fault": True})
    assert drawn.startswith("<svg")
    assert drawn.endswith("</svg>")
    assert "<title>Harbour Ring: red on s2, blue on s15, green on s20</title>" in drawn
    assert 'class="move fault"' in drawn
    assert 'class="end"' in drawn
    for board in ("crossover", "lockgate"):
        text = position(board=board, cars="R:s2!,B:off,G:s20", gate="closed" if board == "lockgate" else "")
        assert "red on s2 belly-up, blue beside the board" in GAME.diagram(text, {})
