"""The visit of the phone that is the camera, kept over a restart: it hangs where nobody scans a code."""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
from pathlib import Path

from referee.devices.files import read_file, write_private
from referee.plain_json import read_json

FILE = "camera.json"


class CameraVisit:
    """Of the one phone's cookie the SHA-256 alone, and until when it may stay; without a folder nothing is kept.

    What cannot be read or kept holds nobody up: the phone then needs a new code after a restart.

    Parameters
    ----------
    folder : where the file lies.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._file = None if folder is None else folder / FILE
        self._sha256, self._until_s = "", 0.0
        if self._file is not None:
            with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
                kept = read_json(read_file(self._file))
                self._sha256, self._until_s = str(kept["sha256"]), float(kept["until_s"])

    def until_s(self, cookie: str) -> float:
        """Until when who shows this cookie may stay, in seconds since 1970; 0 for anybody but that phone."""
        return self._until_s if secrets.compare_digest(_sum(cookie), self._sha256.encode()) else 0.0

    def keep(self, cookie: str, until_s: float) -> None:
        """There is a new camera."""
        self._sha256, self._until_s = _sum(cookie).decode(), until_s
        if self._file is not None:
            with contextlib.suppress(OSError):
                write_private(self._file, json.dumps({"sha256": self._sha256, "until_s": until_s}).encode())

    def forget(self) -> None:
        """There is none any more."""
        self._sha256, self._until_s = "", 0.0
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)


def _sum(cookie: str) -> bytes:
    return hashlib.sha256(cookie.encode(errors="replace")).hexdigest().encode()
