"""Broken pictures."""

from typing import Any

import pytest

from referee.cli.bench_damage import DAMAGES, run


@pytest.mark.parametrize("seed", [1])
def test_damaged_pictures_neither_stop_the_eye_nor_are_misread(seed: int) -> None:
    """In 200 torn, odd, mirrored, tiny and huge pictures nothing is raised and no number read that is not there."""
    said: dict[str, Any] = run("racepack", 200, seed)
    assert said["crashes"] == 0, said["which_crashed"]
    assert said["false_ids"] == 0, said["which_false"]
    assert said["markers_read"] > 1000
    assert len(DAMAGES) > 20
