"""What the survey says of a board that is not right.

The recommended track, 9 by 5 tiles; the line lies between i1 and k1, and the road is driven clockwise:

    . 4 # # # 5 . . .
    2 3 . . . # . . .
    # . . . . 6 # # 7
    # . . . . . . . #
    1 # # # # # # # 8
"""

from __future__ import annotations

from typing import Any

from referee.games.problem import pieces_at_fault

TILE_MM = 50.8
TOP_STRAIGHT = (-50.8, 101.6)
CORNER_1 = (-203.2, -101.6)


def test_the_recommended_track_is_right(table: Any, figure_1: str) -> None:
    """A track as the book has it is read without a complaint, and in the words of its notation."""
    reading = table.read()
    assert reading.problems == ()
    assert reading.notation == figure_1


def test_no_tiles(table: Any) -> None:
    """An empty table is no board, and the sentence says what to do."""
    table.seen.clear()
    reading = table.read()
    assert reading.observation is None
    assert reading.notation == ""
    assert "lay the track" in reading.problems[0]


def test_a_tile_that_touches_three(table: Any) -> None:
    """A tile moved beside a straight makes a crossing: the crossing and the open ends are named."""
    tile = table.tile(*TOP_STRAIGHT)
    table.change(tile, x_mm=0.0, y_mm=-50.8)
    reading = table.read()
    assert reading.observation is None
    assert any("touches three tiles" in problem for problem in reading.problems)
    assert any("not closed" in problem and "top" in problem for problem in reading.problems)


def test_an_open_road_names_its_ends(table: Any) -> None:
    """A tile laid far away leaves two ends, both named, and is itself reported."""
    stray = table.tile(*TOP_STRAIGHT)
    table.push(stray, 0.0, 3 * TILE_MM + 20.0)
    problems = table.read().problems
    assert any("20 mm off the grid" in problem for problem in problems)
    assert any("the track is not closed" in problem and "tile" in problem for problem in problems)
    assert len(pieces_at_fault(problems)) == 3  # the tile and both ends


def test_tiles_that_are_too_far_apart(table: Any) -> None:
    """Half a road pushed away by 20 mm is a gap to be closed."""
    for piece, seen in list(table.seen.items()):
        if seen.x_mm > 60.0:
            table.push(piece, 16.0, 0.0)
    problems = table.read().problems
    assert any("mm apart: push them together" in problem or "mm off the grid" in problem for problem in problems)
    assert all(piece.startswith("tile:") for piece in pieces_at_fault(problems))
    assert pieces_at_fault(problems)


def test_a_tile_aside_next_to_a_corner_is_no_chicane(table: Any) -> None:
    """Pushed half a tile inwards there, it touches the road beyond the corner: that is said, and no road is read."""
    tiles = [seen for seen in table.seen.values() if seen.piece.startswith("tile:")]
    corner = min(tiles, key=lambda seen: seen.x_mm + seen.y_mm)
    beside = table.tile(corner.x_mm + 50.8, corner.y_mm)
    table.push(beside, 0.0, 25.4)
    reading = table.read()
    assert reading.observation is None
    assert any("touches three tiles" in problem for problem in reading.problems)
    assert beside in pieces_at_fault(reading.problems)


def test_a_crooked_tile_is_still_read(table: Any, figure_1: str) -> None:
    """A tile shifted by 10 mm and turned by 20 degrees is complained about, and the road is read all the same."""
    tile = table.tile(*TOP_STRAIGHT)
    table.push(tile, 0.0, 10.0)
    table.change(tile, angle_deg=20.0)
    reading = table.read()
    assert reading.notation == figure_1
    assert any("edge to edge: they are 10 mm off" in problem for problem in reading.problems)
    assert any("turned by" in problem for problem in reading.problems)


def test_a_hidden_straight_tile_is_completed(table: Any, figure_1: str) -> None:
    """One tile missing in a straight can only lie in one place; its squares are unseen."""
    table.take(table.tile(*TOP_STRAIGHT))
    reading = table.read()
    assert reading.problems == ()
    assert reading.notation == figure_1 + " unseen=g9,g10,h9,h10"


def test_a_hidden_corner_is_asked_for(table: Any) -> None:
    """A missing corner may lie inside or outside: the place is named instead of guessed."""
    table.take(table.tile(*CORNER_1))
    reading = table.read()
    assert reading.observation is None
    assert any("one tile is not to be seen" in problem and "bottom left" in problem for problem in reading.problems)


def test_a_hidden_corner_under_a_hand_is_completed(table: Any, figure_1: str) -> None:
    """When a hand covers only one of two possible places of a hidden tile, that is where it lies."""
    table.take(table.tile(*CORNER_1))
    table.covered = (((-240.0, -140.0), (-190.0, -140.0), (-190.0, -90.0), (-240.0, -90.0)),)
    reading = table.read()
    assert reading.problems == ()
    assert reading.notation == figure_1 + " unseen=a1,a2,b1,b2"


def test_a_hidden_corner_of_a_known_board_does_no_harm(table: Any, figure_1: str) -> None:
    """When the race is known, a hidden corner and a hidden lap card change nothing."""
    table.take(table.tile(*CORNER_1), "lap")
    reading = table.read(figure_1)
    assert reading.problems == ()
    assert reading.notation == figure_1 + " unseen=a1,a2,b1,b2"


def test_too_many_hidden_tiles_are_not_guessed(table: Any) -> None:
    """Eight tiles out of sight are asked for, with the ends of the road that is seen."""
    table.take(*(seen.piece for seen in table.seen.values() if seen.piece.startswith("tile:") and seen.y_mm > 40.0))
    reading = table.read()
    assert reading.observation is None
    assert any("8 tiles are not to be seen and the track is open" in problem for problem in reading.problems)


def test_a_track_with_too_few_tiles(table: Any) -> None:
    """A closed road of 16 tiles is a road, but not one for a race."""
    ring = [(i, j) for i in range(5) for j in range(5) if i in (0, 4) or j in (0, 4)]
    tiles = [piece for piece in table.seen if piece.startswith("tile:")]
    for piece, (i, j) in zip(tiles, ring, strict=False):
        table.change(piece, x_mm=(i - 2) * TILE_MM, y_mm=(j - 2) * TILE_MM)
    table.take(*tiles[16:])
    assert any("the track has only 16 tiles, it needs 24" in problem for problem in table.read().problems)


def test_two_tracks(table: Any) -> None:
    """Two closed rings are two tracks."""
    ring = [(i, j) for i in range(3) for j in range(3) if (i, j) != (1, 1)]
    wide = [(i, j) for i in range(5) for j in range(5) if i in (0, 4) or j in (0, 4)]
    cells = [(i - 4, j) for i, j in ring] + [(i + 1, j) for i, j in wide]
    tiles = [piece for piece in table.seen if piece.startswith("tile:")]
    for piece, (i, j) in zip(tiles, cells, strict=True):
        table.change(piece, x_mm=i * TILE_MM, y_mm=j * TILE_MM)
    assert any("2 closed tracks" in problem for problem in table.read().problems)


def test_no_lap_card(table: Any) -> None:
    """Without the lap card there is no line: no observation, but the pieces have their squares."""
    table.take("lap")
    reading = table.read()
    assert reading.observation is None
    assert any("lap card" in problem for problem in reading.problems)
    assert {piece.piece: piece.space for piece in reading.pieces}["pawn:S"] == "l2"


def test_a_lap_card_that_points_nowhere(table: Any) -> None:
    """A lap card away from the road, or turned away from it, shows no line."""
    table.push("lap", 0.0, -60.0)
    assert any("points at no line" in problem for problem in table.read().problems)
    table.push("lap", 0.0, 60.0)
    table.change("lap", angle_deg=table.seen["lap"].angle_deg + 180.0)
    assert any("points at no line" in problem for problem in table.read().problems)


def test_another_track_than_the_race_has(table: Any) -> None:
    """A different road during a race is reported, not bent into the known one."""
    square_road = "racepack track=a3:NNNNNEEEEEESSSSSSWWWWWWN line=0 cars=S:a5"
    assert "not the one of this race" in table.read(square_road).problems[0]


def test_a_tile_pushed_off_a_known_road(table: Any, figure_1: str) -> None:
    """During a race a tile knocked away is named, its squares are unseen, the rest is read."""
    tile = table.tile(*TOP_STRAIGHT)
    table.push(tile, 0.0, 40.0)
    reading = table.read(figure_1)
    assert any("lies off the track of this race" in problem for problem in reading.problems)
    assert reading.notation == figure_1 + " unseen=g9,g10,h9,h10"


def test_several_problems_are_said_at_once(table: Any) -> None:
    """A stray tile, a foreign piece and a missing lap card do not hide one another."""
    table.take("lap")
    table.push(table.tile(*TOP_STRAIGHT), 0.0, 10.0)
    first = next(iter(table.seen.values()))
    table.more = (type(first)("card:Sa", "face", 0.0, 0.0, 0.0),)
    problems = " / ".join(table.read().problems)
    assert "another kit" in problems
    assert "edge to edge" in problems
    assert "lap card" in problems


def test_a_straight_alone_may_be_any_straight(table: Any, figure_1: str) -> None:
    """In mid-race four tiles of a straight in sight fit more than one stretch: no board is read, and it is said so."""
    straight = [table.tile(TOP_STRAIGHT[0] + step * TILE_MM, TOP_STRAIGHT[1]) for step in range(-1, 3)]
    table.take(*[piece for piece in list(table.seen) if piece not in straight])
    reading = table.read(figure_1)
    assert reading.observation is None
    assert "too little of the track" in reading.problems[0]
