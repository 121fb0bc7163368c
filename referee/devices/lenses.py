"""Calibrations kept by source, one small file each, so that a camera's lens is measured once."""

from __future__ import annotations

import contextlib
import re
import zlib
from collections.abc import Callable
from datetime import date
from pathlib import Path

from calibration.camera_model import CameraModel
from referee.addresses import shown_address
from referee.devices.files import read_text
from referee.errors import CalibrationError
from referee.words.catalogue import told


def origin_note(source_name: str, today: Callable[[], date] = date.today) -> str:
    """With what, when and by which OpenCV a calibration was made, for its origin."""
    import cv2

    return told("lens-note", name=source_name, date=f"{today():%Y-%m-%d}", version=cv2.__version__)


class LensFolder:
    """A folder of calibrations."""

    def __init__(self, folder: Path, today: Callable[[], date] = date.today) -> None:
        self._folder = folder
        self._today = today

    def note(self, source_name: str) -> str:
        """Where and when a calibration was made, for its origin."""
        return origin_note(source_name, self._today)

    def kept(self, source: str) -> CameraModel | None:
        """The lens measured for a source, None when none was or its file is damaged."""
        try:
            return CameraModel.from_json(read_text(self._file(source)))
        except (OSError, UnicodeDecodeError, CalibrationError):
            return None

    def keep(self, source: str, camera: CameraModel) -> None:
        """Keep a lens. Raises CalibrationError when it cannot be written."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file(source).write_text(camera.to_json(), encoding="utf-8")
        except OSError as problem:
            raise CalibrationError(told("lens-not-saved", text=str(problem.strerror))) from problem

    def forget(self, source: str) -> None:
        """Drop a lens."""
        self._file(source).unlink(missing_ok=True)

    def _file(self, source: str) -> Path:
        file = self._named_after(shown_address(source))
        older = self._named_after(source)
        if older.exists() and not file.exists():  # an older program's name for it told the camera's password
            with contextlib.suppress(OSError):  # the lens can be measured again
                older.rename(file)
        return file

    def _named_after(self, source: str) -> Path:
        readable = re.sub(r"[^A-Za-z0-9]+", "-", source).strip("-")[-40:]
        return self._folder / f"{readable}-{zlib.crc32(source.encode()):08x}.json"
