"""Two cameras, one of them a grey wall, and a host that keeps what it learns under a folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from markers.kit import Manifest
from referee.commands import Guide
from referee.devices.cameras import CameraName
from referee.devices.lenses import LensFolder
from referee.devices.races import RecordsFolder
from referee.devices.status import SourceStatus
from referee.errors import SourceError
from referee.hosting import Host
from referee.hosting.cameras import CameraList
from referee.vision.scene import Frame
from referee.vision.source import FrameSource
from web.shape import shape_faults


class Grey:
    """A camera that sees a grey wall."""

    name, live, stills = "grey wall", True, False

    def __init__(self) -> None:
        self.closed = False

    def frames(self) -> Iterator[Frame]:
        number = 0
        while not self.closed:
            yield Frame(np.full((360, 640, 3), 120, np.uint8), number * 100_000_000, self.name, number)
            number += 1
            time.sleep(0.005)

    def close(self) -> None:
        self.closed = True


def opener(text: str, on_status: Callable[[SourceStatus], None]) -> FrameSource:
    """Source 0 is the grey wall; there is no other."""
    if text != "0":
        raise SourceError(f"There is no camera {text}.")
    return Grey()


def thumbnail(camera: CameraName) -> bytes:
    """The first camera answers, the second does not."""
    if camera.index:
        raise SourceError("camera 1 does not answer within 10 s")
    return b"a picture"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with two cameras and an empty records folder."""
    host = make_host(tmp_path)
    yield host
    host.stop()


@pytest.fixture
def smaller_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulated table's camera has few pixels, which are drawn and looked at sooner."""
    monkeypatch.setattr("referee.hosting.simulated.picture_size", lambda name: (960, 540))


def make_host(folder: Path, prints: Mapping[str, Manifest] | None = None) -> Host:
    """A host that keeps everything under a folder; its simulated table goes as fast as it can."""
    cameras = CameraList(lambda: (CameraName(0, "front", ""), CameraName(1, "back", "/dev/back")), thumbnail)
    records = RecordsFolder(folder / "races", lambda: datetime(2026, 11, 21, 12, 0))
    lenses = LensFolder(folder / "lenses", lambda: date(2026, 11, 21))
    return Host(records, opener, cameras, lenses, pace_s=0.0, turns=3, prints=prints)


def guide(host: Host, what: str, value: str = "") -> str:
    """One choice on the way."""
    return host.command(Guide(what=what, value=value))


def turns_judged(state: dict[str, Any]) -> int:
    """How many verdicts closed a turn."""
    return sum(entry["kind"] == "verdict" and not entry["provisional"] for entry in state["entries"])


def until(host: Host, fits: Callable[[dict[str, Any]], bool], seconds: float = 60.0) -> dict[str, Any]:
    """The first state that fits."""
    end = time.monotonic() + seconds
    seq = -1
    while time.monotonic() < end:
        seq = host.wait(seq, 1.0)
        state = dict(host.snapshot())
        assert shape_faults(state) == ()
        if fits(state):
            return state
    raise AssertionError(f"never so: {state['guide'] or state['phase']}")
