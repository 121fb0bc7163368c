"""Broken pictures."""

from typing import Any

import pytest

from referee.cli.bench_damage import DAMAGES, run


@pytest.mark.parametrize(("game", "count"), [("racepack", 31), pytest.param("home-racers", 4, marks=pytest.mark.long)])
def test_damaged_pictures_neither_stop_the_eye_nor_are_misread(game: str, count: int) -> None:
    """In torn, odd, mirrored, tiny and huge pictures nothing is raised and nothing read that is not there.

    31 pictures suffer every damage there is, once.
    """
    said: dict[str, Any] = run(game, count, 1)
    assert said["crashes"] == 0, said["which_crashed"]
    assert said["false_ids"] == 0, said["which_false"]
    assert said["false_readings"] == 0, said["which_misread"]
    assert said["markers_read"] > 5 * count
    assert len(DAMAGES) == 26
