from typing import Any

import numpy as np
import pytest

from markers import kits
from referee.cli import bench_vision
from referee.cli.bench_frames import BenchTable
from referee.games.registry import game

KEYS = {
    "game", "size", "kind", "ours_ms", "cv2_default_ms", "cv2_best_ms", "ratio", "recall", "cv2_recall", "false_ids",
    "cv2_best_recall", "recall_14px", "corner_px", "median_mm", "p95_mm",
}  # fmt: skip


@pytest.fixture(scope="module")
def table() -> BenchTable:
    """The bench's table at 720p."""
    return BenchTable(game("racepack"), kits.manifest("racepack"), kits.pdf("racepack"), (1280, 720), "living-room")


@pytest.mark.parametrize("kind", ["static", *(pytest.param(one, marks=pytest.mark.long) for one in ("moving", "hand"))])
@pytest.mark.long
def test_a_case_counts_and_measures(kind: str, table: BenchTable) -> None:
    """Each kind gives every figure of the contract, nearly all markers, no false one, and pawns within a millimetre."""
    case: dict[str, Any] = bench_vision.case("racepack", kind, table, kits.manifest("racepack"), 6)
    assert case.keys() >= KEYS
    assert ("first_cpu_ms" in case) == (kind == "static")
    assert case["recall"] > 0.97
    assert case["recall"] >= case["cv2_best_recall"]
    assert case["recall_14px"] > 0.99
    assert case["false_ids"] == 0
    assert case["corner_px"] < min(0.3, case["cv2_best_corner_px"])
    assert case["pawns_p95_mm"] < 1.0


def test_the_truth_knows_what_is_covered(table: BenchTable) -> None:
    """A marker under a pawn is not asked for, its pawn's own is."""
    true = next(iter(table.frames("static", 1)))
    pawns = [p for p in true.pieces if p.piece.startswith("pawn")]
    assert 0 < len(true.corners_px) - len(true.free) < 30
    for pawn in pawns:
        own = list(table._renderer.corners_px(pawn))
        assert set(own) <= true.free
    assert np.isfinite(np.array(list(true.corners_px.values()))).all()
