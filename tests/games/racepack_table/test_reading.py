"""Pieces on a board: each on its space, or reported; what is covered is unseen and never empty."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.games.racepack.observation import OffTrack, OnSquare, OutsideCorner

SQUARE_MM = 25.4
RACE = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:n1,C:n2,M:l1,S:a5 hazards=c9-,k9+ lap=2"


def around(x_mm: float, y_mm: float, half_mm: float) -> tuple[tuple[float, float], ...]:
    """A square polygon."""
    return tuple((x_mm + sx * half_mm, y_mm + sy * half_mm) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


def test_a_car_between_two_squares_is_on_neither(table: Any) -> None:
    """A car pushed half a square along is reported by name, and both squares are unseen."""
    table.push("pawn:S", SQUARE_MM / 2, 0.0)
    reading = table.read()
    assert reading.problems == ("the red car stands between l2 and m2",)
    assert reading.observation.unseen_cars == ("S",)
    assert {(12, 2), (13, 2)} <= reading.observation.unseen


@pytest.mark.parametrize(("off_mm", "on_it"), [(9.5, True), (10.5, False)])
def test_how_far_off_a_square_a_car_may_stand(table: Any, off_mm: float, on_it: bool) -> None:
    """Up to 10 mm off the middle a car counts as standing on its square."""
    table.push("pawn:S", off_mm, 0.0)
    assert ("S" in dict(table.read().observation.cars)) is on_it


def test_a_car_half_off_the_road(table: Any) -> None:
    """A car over the road's edge, too far from any square, is reported."""
    table.push("pawn:M", -5.0, -11.0)
    assert "black car stands" in table.read().problems[0]


def test_two_cars_seen_on_one_square(table: Any) -> None:
    """Two cars cannot stand on one square: neither is believed."""
    table.change("pawn:M", x_mm=table.seen["pawn:S"].x_mm + 8.0, y_mm=table.seen["pawn:S"].y_mm)
    reading = table.read()
    assert reading.problems == ("the red car and the black car are both seen on l2",)
    assert reading.observation.unseen_cars == ("M", "S")


def test_a_car_in_a_gap_between_tiles_is_not_off_the_track(table: Any) -> None:
    """Where two tiles lie apart a car in the gap is between their squares."""
    table.push(table.tile(101.6, -101.6), 7.0, 0.0)
    table.push("pawn:S", 16.0, 0.0)
    assert table.read().problems == ("the red car stands between l2 and m2",)


def test_a_square_follows_its_tile(table: Any) -> None:
    """Squares are where the tile really lies: a car in the middle of a shifted tile's space stands on it."""
    tile = table.tile(50.8, -101.6)
    table.push(tile, 7.0, 0.0)
    table.push("pawn:S", 16.0, 0.0)
    assert dict(table.read().observation.cars)["S"] == OnSquare((12, 2))


def test_a_covered_square_is_unseen(table: Any) -> None:
    """Squares under a hand are unseen, except those on which a piece is seen."""
    table.covered = (around(63.5, -88.9, 20.0),)
    unseen = table.read().observation.unseen
    assert (12, 2) not in unseen
    assert {(11, 2), (13, 2)} <= unseen


def test_a_hidden_marker_makes_a_square_unseen(table: Any) -> None:
    """A square whose own marker should be there and is not seen may hold something."""
    table.hidden_mm = ((-63.5, 88.9), (63.5, -88.9))
    assert table.read().observation.unseen == frozenset({(7, 9)})


def test_a_marker_seen_bare_makes_a_square_empty(table: Any) -> None:
    """A square whose marker is seen bare is empty, whatever the hand's outline says."""
    table.covered = (around(-63.5, 88.9, 5.0),)
    assert (7, 9) in table.read().observation.unseen
    table.clear_mm = ((-63.5, 88.9),)
    assert (7, 9) not in table.read().observation.unseen


def test_a_car_that_is_not_seen_is_missing(table: Any, figure_1: str) -> None:
    """A car of the race that is nowhere to be seen is missing, not off the track."""
    table.take("pawn:C")
    assert table.read(figure_1).observation.unseen_cars == ("C",)


def test_a_finished_car_may_leave_the_table(lay: Callable[[str], Any]) -> None:
    """A car that was off the track and is taken from the table is not missing."""
    position = RACE.replace("C:n2", "C:off")
    table = lay(position)
    assert dict(table.read(position).observation.cars)["C"] == OffTrack()
    table.take("pawn:C")
    reading = table.read(position)
    assert "C" not in dict(reading.observation.cars)
    assert reading.observation.unseen_cars == ()


def test_a_car_beside_a_corner_is_outside_it(table: Any) -> None:
    """Anywhere beyond the open edges of a corner tile is outside that corner; beside a straight is off the track."""
    for x_mm, y_mm in ((-250.0, -140.0), (-250.0, -101.0), (-200.0, -150.0)):
        table.change("pawn:S", x_mm=x_mm, y_mm=y_mm)
        reading = table.read()
        assert dict(reading.observation.cars)["S"] == OutsideCorner((1, 1))
        assert {piece.piece: piece.space for piece in reading.pieces}["pawn:S"] == "outside a1"
    table.change("pawn:S", x_mm=-100.0, y_mm=-150.0)
    assert dict(table.read().observation.cars)["S"] == OffTrack()


def test_a_car_hardly_beside_a_corner_is_asked_about(table: Any) -> None:
    """Between beside a corner and off the track lies a strip where a car is neither: cameras err by millimetres."""
    edge_mm = -228.6
    places = {}
    for reach_mm in (44.0, 46.0, 48.0, 50.0):
        table.change("pawn:S", x_mm=edge_mm - reach_mm, y_mm=-101.0)
        reading = table.read()
        places[reach_mm] = dict(reading.observation.cars).get("S")
        unclear = "the red car stands neither clearly beside a corner nor clear of the track" in reading.problems
        assert unclear == (places[reach_mm] is None), reading.problems
    assert places == {44.0: OutsideCorner((1, 1)), 46.0: None, 48.0: None, 50.0: OffTrack()}
    middle_mm = edge_mm + 25.4
    for behind_mm, place in ((18.0, OutsideCorner((1, 1))), (21.0, None), (23.0, None), (25.0, OffTrack())):
        table.change("pawn:S", x_mm=middle_mm + behind_mm, y_mm=-150.0)
        assert dict(table.read().observation.cars).get("S") == place


def test_a_coin_under_a_car_is_not_seen(lay: Callable[[str], Any]) -> None:
    """A hazard under a car is laid, raises the car and is hidden by it."""
    position = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:c9,C:n2,M:l1,S:l2 lap=2 under=c9+ turn=A,C,M,S"
    table = lay(position)
    assert (table.seen["coin:Sn"].x_mm, table.seen["coin:Sn"].side) == (table.seen["pawn:A"].x_mm, "suit")
    table.take("coin:Sn")
    assert table.read(position).observation.hazards == ()


def test_coins_beside_the_road_are_out_of_play(table: Any) -> None:
    """A coin off the road is no hazard and no problem; one between two squares is a problem."""
    coin = next(piece for piece in table.seen if piece.startswith("coin:"))
    table.change(coin, x_mm=0.0, y_mm=0.0)
    assert table.read().problems == ()
    assert len(table.read().observation.hazards) == 2
    table.change(coin, x_mm=-152.4 + 50.8, y_mm=88.9)
    assert "hazard coin" in table.read().problems[0]


def test_dice_are_cars_only_in_a_race_with_six(lay: Callable[[str], Any]) -> None:
    """Dice on the road are cars; dice beside it are cars only for one who knows that the race has them."""
    six = RACE.replace("cars=", "cars=dA:k1,dC:out:a1,")
    assert dict(lay(six).read().observation.cars)["dC"] == OutsideCorner((1, 1))
    beside = RACE.replace("cars=", "cars=dA:out:a1,dC:out:a1,")
    assert "dC" not in dict(lay(beside).read().observation.cars)
    assert dict(lay(beside).read(beside).observation.cars)["dC"] == OutsideCorner((1, 1))


def test_the_penalty_die_lies_in_the_tray(lay: Callable[[str], Any]) -> None:
    """The die is read with its place in the tray, in whole steps, however the tray is turned; any die there serves."""
    table = lay(RACE + " die=5:13:-19:32")
    for piece in ("tray", "die:M"):
        seen = table.seen[piece]
        table.change(piece, x_mm=-seen.y_mm, y_mm=seen.x_mm, angle_deg=seen.angle_deg + 90.0)
    die = table.read().observation.tray
    assert (die.face, die.x_mm, die.y_mm, die.angle_deg) == ("5", 12.0, -20.0, 30.0)
    table.change("die:S", x_mm=table.seen["tray"].x_mm, y_mm=table.seen["tray"].y_mm)
    assert "2 dice lie in the tray" in table.read().problems[0]
    table.take("die:M")
    reading = table.read()
    assert (reading.observation.tray.face, reading.observation.lap) == ("2", None)


def test_without_its_tray_no_penalty_die_is_read(lay: Callable[[str], Any]) -> None:
    """A die whose tray is not seen is no roll."""
    table = lay(RACE + " die=5:13:-19:32")
    table.take("tray")
    assert table.read().observation.tray is None


def test_the_lap_die_on_the_road(table: Any) -> None:
    """A lap die on the road is reported and not read."""
    table.change("die:S", x_mm=0.0, y_mm=-101.6)
    reading = table.read()
    assert reading.observation.lap is None
    assert "red die lies on the road" in reading.problems[0]


def test_two_copies_of_a_piece(table: Any) -> None:
    """The same pawn in two places is reported; the surer sighting is taken."""
    seen = table.seen["pawn:S"]
    table.more = (type(seen)("pawn:S", "cap", 0.0, 101.6, 0.0, 0.4),)
    reading = table.read()
    assert "two copies of the red car" in reading.problems[0]
    assert dict(reading.observation.cars)["S"] == OnSquare((12, 2))


def test_places_are_given_in_the_board_frame(table: Any, figure_1: str) -> None:
    """Pieces come with mm and degrees of the board, and the transform that leads there, whatever the camera's frame."""
    truth = {piece: (seen.x_mm, seen.y_mm) for piece, seen in table.seen.items()}
    for piece, seen in list(table.seen.items()):
        table.change(piece, x_mm=30.0 - seen.y_mm, y_mm=-40.0 + seen.x_mm, angle_deg=seen.angle_deg + 90.0)
    reading = table.read(figure_1)
    for piece in reading.pieces:
        assert (piece.x_mm, piece.y_mm) == pytest.approx(truth[piece.piece], abs=0.01)
    assert reading.board_from_table == pytest.approx((40.0, 30.0, -90.0), abs=0.01)
    spaces = {piece.piece: piece.space for piece in reading.pieces}
    assert spaces["tray"] == "tray"
    assert spaces["lap"] == spaces["die:S"] == "lap"
    assert spaces["tile:Sn"] == "tile i1"
