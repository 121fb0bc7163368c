"""Why a camera that is there does not open, as the system tells it."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from referee.devices import camera
from referee.devices.camera import open_now
from referee.devices.cameras import CameraName
from referee.devices.why_closed import why_closed
from referee.errors import SourceError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system with camera 0, which process 4711 has open, and camera 2."""
    for number in (0, 2):
        device = tmp_path / f"dev/video{number}"
        device.parent.mkdir(exist_ok=True)
        device.touch()
    files = tmp_path / "proc/4711/fd"
    files.mkdir(parents=True)
    (files.parent / "comm").write_text("obs\n")
    (files / "12").symlink_to(tmp_path / "dev/video0")
    (tmp_path / "proc/1").mkdir()  # another user's: its files cannot be listed
    return tmp_path


def test_the_program_that_uses_it_is_named(root: Path) -> None:
    """What holds the camera's device file is what people must close; a camera nobody holds leaves the reason open."""
    assert why_closed(0, root, system="linux") == (
        "Camera 0 is used by obs (process 4711): close that program, then try again."
    )
    assert why_closed(2, root, system="linux") == ""


def test_a_camera_one_may_not_use_says_what_to_type(root: Path) -> None:
    """The group that may is the device file's own, or video."""
    said = why_closed(0, root, may_open=lambda device: False, system="linux")
    assert "You may not use camera 0 (/dev/video0)." in said
    assert "sudo usermod -aG video $USER" in said


def test_an_unplugged_camera_and_other_systems(root: Path) -> None:
    """No device file: unplugged. Elsewhere cameras are allowed in the system's settings."""
    assert why_closed(5, root, system="linux") == "Camera 5 is unplugged."
    assert "System Settings, Privacy & Security, Camera" in why_closed(0, root, system="darwin")
    assert "allow desktop apps" in why_closed(0, root, system="win32")


def test_the_reason_is_what_people_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that the system lists but that does not open is closed again, and its reason told."""
    released: list[bool] = []

    class Closed:
        def __init__(self, *_: object) -> None:
            pass

        def isOpened(self) -> bool:
            return False

        def get(self, which: int) -> float:
            return 0.0

        def set(self, which: int, value: float) -> bool:
            return False

        def release(self) -> None:
            released.append(True)

    monkeypatch.setattr(cv2, "VideoCapture", Closed)
    monkeypatch.setattr(camera, "why_closed", lambda index: f"Camera {index} is used by obs (process 4711).")
    with pytest.raises(SourceError, match="used by obs"):
        open_now(0, (CameraName(0, "Cam", ""),))
    assert released == [True]
