"""The live picture before the race, for however many ask, whatever the eye is busy with."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from markers import kits
from referee.hosting.look_on import LookOn
from referee.published import Painter
from referee.vision.eye import Eye
from referee.vision.scene import Frame

PATIENCE_S = 20.0


def test_the_picture_does_not_wait_for_the_eye(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a picture is being looked at, it can be seen, and so can what the set-up knows."""
    began, go_on = threading.Event(), threading.Event()

    def slowly(eye: Eye, frame: Frame) -> Any:
        began.set()
        go_on.wait(PATIENCE_S)
        raise ValueError("the eye has had enough")

    monkeypatch.setattr(Eye, "look", slowly)
    looking = LookOn(lambda: None)
    looking.see(kits.manifest("racepack"), None)
    looking.attend("picture")
    frame = Frame(np.full((90, 160, 3), 120, np.uint8), 0, "test", 0)

    def look() -> None:
        with pytest.raises(ValueError, match="enough"):
            looking.look(frame)

    camera = threading.Thread(target=look)
    camera.start()
    assert began.wait(PATIENCE_S)
    seen: list[tuple[bytes, int]] = []
    viewer = threading.Thread(target=lambda: seen.append(looking.picture(160)))
    viewer.start()
    viewer.join(PATIENCE_S)
    go_on.set()
    camera.join(PATIENCE_S)
    assert [(jpeg[:2], number) for jpeg, number in seen] == [(b"\xff\xd8", 1)]


def test_a_picture_is_drawn_once_for_all() -> None:
    """Many who ask for one picture cause one drawing, and all of a painter's pictures are drawn in one thread."""
    painter = Painter()
    drawn: list[int] = []
    threads: set[int] = set()

    def draw() -> bytes:
        drawn.append(len(drawn))
        threads.add(threading.get_ident())
        return b"jpeg"

    for number in (1, 2):
        viewers = [threading.Thread(target=painter.picture, args=(number, draw)) for _ in range(20)]
        for viewer in viewers:
            viewer.start()
        for viewer in viewers:
            viewer.join()
    assert len(drawn) == 2
    assert len(threads) == 1
    assert painter.picture(1, draw) == (b"jpeg", 2)
