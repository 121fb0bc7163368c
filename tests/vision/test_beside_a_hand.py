"""What moves far from a hand is looked for while the hand is there."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.simulator.hands import Hand
from referee.vision.blocks import away_from
from referee.vision.eye import Eye
from tests.vision.conftest import moved


def test_regions_that_touch_a_hand_belong_to_it() -> None:
    """A moving region counts as away only when two free blocks lie between it and the hand."""
    hand = np.zeros((10, 20), dtype=bool)
    hand[:, 2:5] = True
    moving = np.zeros_like(hand)
    moving[3:6, 5:8] = moving[8, 6] = moving[2:4, 12:14] = True
    away = away_from(hand, moving)
    assert away.sum() == 4
    assert away[2:4, 12:14].all()


def test_a_pawn_set_down_far_from_a_hand_is_seen_at_once(table: Any) -> None:
    """A pawn set down far from a hand is seen in the same picture, not only when the hand is gone."""
    eye = Eye(table.manifest, table.lens)
    for _ in range(3):
        eye.look(table.frame())
    assert eye.look(table.frame(hands=[Hand(-110.0, -60.0, 270.0)])).quality.hand
    laid = moved(table.pieces, "pawn:C", 0.0, 60.0)
    scene = eye.look(table.frame(laid, hands=[Hand(-100.0, -50.0, 270.0)]))
    assert scene.quality.hand
    before = {s.piece: s for s in Eye(table.manifest, table.lens).look(table.frame()).sightings}
    pawns = [s for s in scene.sightings if s.piece == "pawn:C"]
    assert len(pawns) == 1
    assert abs(abs(pawns[0].y_mm - before["pawn:C"].y_mm) + abs(pawns[0].x_mm - before["pawn:C"].x_mm) - 60.0) < 20.0
