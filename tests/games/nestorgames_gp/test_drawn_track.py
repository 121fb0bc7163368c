"""A road that somebody draws becomes a board that can be raced on, or it is said what is wrong, and where."""

from __future__ import annotations

import json
from random import Random

import pytest

from markers import kits
from markers.nestorgames_gp.drawn import WAYS, board_of_way
from markers.order import Order
from markers.racepack_tracks import Track
from referee.errors import KitError, NotationError
from referee.games.base import cell_name, cells_named
from referee.games.nestorgames_gp.board_file import board_from_json
from referee.games.nestorgames_gp.drawn_track import drawn, start_on
from referee.games.registry import game

GP = "nestorgames-gp"


@pytest.mark.parametrize("way", WAYS.values())
@pytest.mark.parametrize("shift", [0, 3])
def test_a_closed_road_is_a_board_with_a_grid_and_a_kit(way: str, shift: int) -> None:
    """Wherever it is drawn: its corners are where it bends, its markers fit, a race starts and is played on it."""
    cells = [(x + shift, y + shift) for x, y in Track("", way).cells]
    told = drawn(cells, cells[0])
    assert (told.problems, told.way, told.road[0]) == ((), way, cells[0])
    board = board_from_json(board_of_way(way))
    assert sum(space.corner for space in board.spaces) == len(told.corners) > 3
    assert len(board.bays) in (7, 8)
    assert len(board.track) == len(cells)
    kit = Order(game=GP, ready=way).manifest()
    faces = [item for item in kit.items if item.piece.startswith("board:own/")]
    assert sum(len(face.markers) for face in faces) >= len(cells) + len(board.bays)
    law, position = game(GP), start_on(way, 4, Random(1), {})
    assert law.play(position, Random(2), None).truth == "legal"
    assert law.diagram(position, {}).count('class="space"') >= len(cells)


def test_where_no_line_is_set_one_with_a_long_pit_lane_is_found() -> None:
    """And cars drive clockwise, as on the ready boards: up along the left edge."""
    cells = Track("", WAYS["Ring"]).cells
    told = drawn(cells)
    assert told.way
    assert told.road.index((0, 2)) == told.road.index((0, 1)) + 1
    assert len(board_from_json(board_of_way(told.way)).bays) == 8


@pytest.mark.parametrize(
    ("cells", "words", "wrong"),
    [
        ("a1b1c1c2", "touch", "a1c2"),
        ("a1b1a2b2d1e1d2e2", "more than one road", "d1d2e1e2"),
        ("a1b1a2b2", "at least 8 spaces", ""),
        ("a1", "", "a1"),
        ("", "", ""),
    ],
)
def test_what_is_wrong_with_a_road_is_named_with_its_place(cells: str, words: str, wrong: str) -> None:
    """Open ends, two roads, a lap that is too short; nothing is said of the first tile of all."""
    told = drawn(cells_named(cells))
    assert told.way == ""
    assert words in " ".join(told.problems)
    assert "".join(map(cell_name, told.wrong)) == wrong


def test_a_line_without_room_for_the_pit_lane_is_refused() -> None:
    """At the upper edge: drawn it is a sentence and a cell, ordered a KitError."""
    cells = Track("", WAYS["Ring"]).cells
    top = next(cell for cell in cells if cell[1] == 4)
    told = drawn(cells, top)
    assert (told.way, len(told.problems), len(told.wrong)) == ("", 1, 1)
    way = WAYS["Ring"][7:] + WAYS["Ring"][:7]
    for strange in (way, "NS", "NESW" * 2, "harbor", "{}"):
        with pytest.raises(KitError):
            Order(game=GP, ready=strange).manifest()


def test_a_board_file_is_ordered_as_it_is_written() -> None:
    """The same kit as with `referee print --board`, under a name of its own."""
    text = json.dumps({**json.loads(board_of_way(WAYS["Esses"])), "name": "mine"})
    order = Order.read(Order(game=GP, ready=text).text)
    assert order.manifest() == kits.manifest(GP, wish=order.wish)
    assert any(item.piece == "board:mine/1" for item in order.manifest().items)


def test_more_cars_than_bays_are_refused_in_a_sentence() -> None:
    """A short lap has a short pit lane."""
    way = "WNNEESSW"
    assert drawn(Track("", way).cells).way
    with pytest.raises(NotationError, match="bays for 3 cars, not for 4"):
        start_on(drawn(Track("", way).cells).way, 4, Random(1), {})
