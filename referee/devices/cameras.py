"""Which cameras there are, under names that stay the same when they are plugged in again."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class CameraName:
    """One camera.

    Attributes
    ----------
    index : its number for `--source`.
    name : what its maker calls it; "" when the system does not say.
    path : its device file, by a stable name if there is one; "" where there are no device files.
    """

    index: int
    name: str
    path: str

    def __str__(self) -> str:
        return f"{self.index} ({self.name})" if self.name else str(self.index)


def list_cameras(root: Path = Path("/")) -> tuple[CameraName, ...]:
    """The cameras of this system, by number.

    On Linux they are read from the kernel's list below `root`, without opening any of them; a camera's second device,
    which carries no pictures, is left out. Elsewhere nothing is known without trying, and the list is empty: see
    `referee.devices.camera.probe`.
    """
    if not sys.platform.startswith("linux"):
        return ()
    stable = _stable_names(root)
    found = []
    for folder in (root / "sys/class/video4linux").glob("video*"):
        number = folder.name.removeprefix("video")
        if not number.isdigit() or _text(folder / "index") not in ("", "0"):
            continue
        path = stable.get(folder.name, f"/dev/{folder.name}")
        found.append(CameraName(int(number), _text(folder / "name"), path))
    return tuple(sorted(found, key=lambda camera: camera.index))


def _stable_names(root: Path) -> dict[str, str]:
    """``video0`` -> ``/dev/v4l/by-id/usb-...``, or by the socket it is plugged into when its maker gave it no name.

    Of two cameras of one kind without serial numbers the system names only one: the other one keeps its socket's name.
    """
    names: dict[str, str] = {}
    for folder in ("by-path", "by-id"):
        for link in sorted((root / "dev/v4l" / folder).glob("*")):
            names[link.resolve().name] = f"/dev/v4l/{folder}/{link.name}"
    return names


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def find_camera(text: str, cameras: tuple[CameraName, ...]) -> int | None:
    """The number of the camera meant by a number, a device path or (part of) a name; None when there is none such.

    >>> find_camera("logi", (CameraName(0, "Built-in", ""), CameraName(2, "Logitech C920", "")))
    2
    """
    if text.isdecimal():
        return int(text) if len(text) <= 6 else None
    for camera in cameras:
        if text in (camera.path, f"/dev/video{camera.index}"):
            return camera.index
    wanted = text.casefold()
    exact = [camera.index for camera in cameras if camera.name.casefold() == wanted]
    partly = [camera.index for camera in cameras if wanted in camera.name.casefold()]
    return next(iter(exact or partly), None)
