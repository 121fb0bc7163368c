"""One writer a record: a lock file beside it that the system releases even when the program is killed."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from referee.errors import RecordError


def lock_of(path: Path) -> Path:
    """The lock file of a record."""
    return path.with_name(path.name + ".lock")


def is_locked(path: Path) -> bool:
    """Whether someone is writing to a record just now."""
    try:
        handle = os.open(lock_of(path), os.O_RDWR)
    except OSError:  # not there, or on a disk where nobody can write
        return False
    try:
        return not _lock(handle)
    finally:
        os.close(handle)


class FileLock:
    """Holds ``<file>.lock`` while a record is open for writing.

    Raises RecordError when another program (or another part of this one) holds it, or when it cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._path = lock_of(path)
        self._handle = self._take(path)

    def _take(self, record: Path) -> int:
        while True:
            try:
                handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as problem:
                raise RecordError(
                    f"No record can be written in {record.parent}: {problem.strerror}. Choose another place."
                ) from problem
            if not _lock(handle):
                os.close(handle)
                raise RecordError(f"{record} is open in another program; end that one first, or choose another record.")
            if self._still_there(handle):
                return handle
            os.close(handle)  # its last holder removed the file between our two steps

    def _still_there(self, handle: int) -> bool:
        try:
            return os.fstat(handle).st_ino == self._path.stat().st_ino
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let others write; may be called twice."""
        if self._handle < 0:
            return
        if sys.platform != "win32":
            self._path.unlink(missing_ok=True)
        os.close(self._handle)
        self._handle = -1
        if sys.platform == "win32":  # an open file cannot be removed there, and another program may have it by now
            with contextlib.suppress(PermissionError):
                self._path.unlink(missing_ok=True)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
