"""The page about markers: its example runs, and its figures are the kit's."""

import re
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from markers import ids, kits
from markers.dictionary import gate_for
from markers.heights import PROFILES
from markers.manifest import to_json

PAGE = Path(__file__).parents[2] / "docs" / "markers.md"


def test_the_example_draws_a_piece_that_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The documented recipe puts the pawn's cap where it says, marker and all."""
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "manifest.json").write_text(to_json(kits.manifest("racepack")))
    (tmp_path / "kit" / "racepack-a4.pdf").write_bytes(kits.pdf("racepack"))
    monkeypatch.chdir(tmp_path)
    recipe = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert recipe is not None
    names: dict[str, Any] = {}
    exec(compile(recipe.group(1), PAGE.name, "exec"), names)
    gate = gate_for(names["manifest"])
    corners, found, _ = cv2.aruco.ArucoDetector(gate.dictionary).detectMarkers(names["picture"])
    assert [gate.marker_id(int(index)) for index in np.ravel(found)] == [names["item"].markers[0].marker_id]
    center = np.asarray(corners[0]).reshape(4, 2).mean(axis=0)
    assert center == pytest.approx((200 + 4 * 12.7, 200 + 4 * 12.7), abs=1.5)


def test_the_blocks_are_documented() -> None:
    """Every block of numbers stands in the table as it is in the code."""
    text = PAGE.read_text()
    for name in {block.name for block in ids.BLOCKS}:
        runs = ", ".join(f"{block.first} to {block.end - 1}" for block in ids.BLOCKS if block.name == name)
        assert f"| {runs} |" in text


def test_the_heights_are_documented() -> None:
    """The two profiles' numbers are those of the code."""
    text = PAGE.read_text()
    for name, heights in PROFILES.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| `--heights {name}`"))
        assert f"| {heights['tile']:g} | {heights['coin']:g} | {heights['pawn']:g} | {heights['card']:g} |" in row
