"""What lies on the table by chance is told or left alone: it never becomes a move."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from referee.simulator.hands import Hand
from referee.vision import doubts
from tests.chain.unexpected import LaidTable, Watched

ROUND = 24
"""Pictures in which the quickened scan has looked through the whole picture and confirmed what it found."""
RESTS = 40
"""Pictures after which a hand that lies still is taken for a part of the table."""


@pytest.fixture(name="table", scope="module")
def table_fixture() -> LaidTable:
    """The table of all these tests."""
    return LaidTable()


@pytest.fixture(name="watched")
def watched_fixture(table: LaidTable, monkeypatch: pytest.MonkeyPatch) -> Watched:
    """A race on it, looked over in as few pictures as there are tiles."""
    monkeypatch.setattr(doubts, "A_SECOND", 2)
    return Watched(table)


def test_a_second_car_beside_the_board_stays_a_second_car(table: LaidTable, watched: Watched) -> None:
    """Laid in mid-race it is told with its place; when the car itself is taken up it is told still."""
    second = table.moved_to(table.car, *table.beside)
    watched.show(table.pictures((*table.pieces, second)), 12)
    assert any("two copies" in text and "pawn:C" in text and "right" in text for text in watched.problems)
    watched.show(table.pictures((*table.without(table.car), second)), ROUND)
    assert any("second print of pawn:C" in text for text in watched.problems)
    assert not watched.entries
    watched.show(table.bare, 16)
    assert not watched.problems
    assert not watched.entries


def test_with_a_second_car_beside_the_board_the_car_itself_moves(table: LaidTable, watched: Watched) -> None:
    """Carried out of the picture and put down on another space, the car is at its new place, also after a push."""
    second = table.moved_to(table.car, *table.beside)
    watched.show(table.pictures((*table.pieces, second)), 10)
    watched.show(table.pictures((*table.without(table.car), second)), 10)
    space = next(piece for piece in table.pieces if piece.piece == "tile:C3")
    went = table.moved_to(table.car, space.x_mm + 12.7, space.y_mm + 12.7)
    after = table.pictures((*table.without(table.car), second, went))
    watched.show(after, 10)
    assert len(watched.moves()) == 1
    assert watched.place_of(table.car.piece) == pytest.approx((went.x_mm, went.y_mm), abs=8.0)
    shift = np.array([[1.0, 0.0, 4.0], [0.0, 1.0, -3.0]])
    pushed = [
        np.asarray(cv2.warpAffine(image, shift, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)) for image in after
    ]
    watched.show([image.astype(np.uint8) for image in pushed], 12)
    assert len(watched.moves()) == 1
    assert any("two copies" in text for text in watched.problems)


def test_a_second_set_beside_the_board_is_no_part_of_the_race(table: LaidTable, watched: Watched) -> None:
    """Second tiles, cars and a die that shows another face are told, and neither a move nor a throw."""
    x, y = table.beside
    kinds = [next(p for p in table.pieces if p.piece == name) for name in ("tile:S3", "tile:C2", "pawn:A", "die:M")]
    second = [table.moved_to(p, x - 75.0 + 52.0 * n, y) for n, p in enumerate(kinds)]
    second[-1] = table.turned_over(second[-1])
    watched.show(table.pictures((*table.pieces, *second)), ROUND)
    told = " ".join(watched.problems)
    assert "pawn:A" in told
    assert "There are more second prints" in told
    watched.show(table.pictures((*table.without(kinds[-1]), *second)), ROUND)
    assert "second print of die:M" in told
    watched.show(table.bare, 16)
    assert not watched.problems
    assert not watched.entries


@pytest.mark.parametrize("where", ["on a car", "on the bare table"])
@pytest.mark.few(1)
def test_a_cup_is_no_move(where: str, table: LaidTable, watched: Watched) -> None:
    """Put on a car or beside the board and taken away again, it changes nothing."""
    at = (table.car.x_mm, table.car.y_mm) if where == "on a car" else table.beside
    watched.show(table.with_cup(*at), RESTS)
    watched.show(table.bare, 12)
    assert not watched.entries
    assert not watched.problems


def test_a_resting_sleeve_is_no_move(table: LaidTable, watched: Watched) -> None:
    """An arm that rests on a car and the road for seconds, until it is taken for table, changes nothing."""
    arm = Hand(table.car.x_mm, table.car.y_mm, 250.0, 20.0)
    watched.show(table.pictures(table.pieces, [arm]), RESTS)
    assert watched.place_of(table.car.piece) is None
    watched.show(table.bare, 12)
    assert watched.place_of(table.car.piece) == pytest.approx((table.car.x_mm, table.car.y_mm), abs=8.0)
    assert not watched.entries


def test_a_print_laid_while_the_car_is_hidden_is_not_the_car(table: LaidTable, watched: Watched) -> None:
    """Under an arm lies the car, and a second print comes into sight: when the arm leaves, the car is where it was."""
    second = table.moved_to(table.car, *table.beside)
    arm = Hand(table.car.x_mm, table.car.y_mm, 250.0, 20.0)
    watched.show(table.pictures(table.pieces, [arm]), 6)
    watched.show(table.pictures((*table.pieces, second), [arm]), 10)
    watched.show(table.pictures((*table.pieces, second)), 10)
    x, y = watched.place_of(table.car.piece) or (math.nan, math.nan)
    assert (x, y) == pytest.approx((table.car.x_mm, table.car.y_mm), abs=8.0)
    assert any("two copies" in text for text in watched.problems)
    assert not watched.entries
