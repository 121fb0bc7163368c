"""Files that somebody names: only regular ones are read or written, and none without end."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from pathlib import Path
from typing import BinaryIO

LARGEST_TEXT_BYTES = 64 * 2**20
"""Beyond any kit, board, calibration or list of words."""
_RECORD_BEGINS = b"SQLite format 3\0"
_FOLDER = "it is a folder"
_SPECIAL = "it is no regular file"


def open_regular(path: Path | str) -> BinaryIO:
    """A regular file to read from, for who reads it bit by bit.

    Raises
    ------
    OSError
        with the reason as its `strerror`: also when it is a device, a pipe or a folder.
    """
    name = os.fspath(path)
    if "\0" in name:
        raise OSError(errno.EINVAL, "no file has such a name", name)
    # a pipe nobody writes to would keep us waiting already when it is opened
    handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    kind = os.fstat(handle)
    if not stat.S_ISREG(kind.st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, _FOLDER if stat.S_ISDIR(kind.st_mode) else _SPECIAL, name)
    return open(handle, "rb")


def read_file(path: Path | str, most_bytes: int = LARGEST_TEXT_BYTES) -> bytes:
    """All of a regular file.

    Raises
    ------
    OSError
        as `open_regular` does, and when it is too large.
    """
    with open_regular(path) as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, f"it is larger than {most_bytes // 2**20} MB", os.fspath(path))
    return data


def read_text(path: Path | str) -> str:
    """A regular file's text in UTF-8. Raises OSError as `read_file` does, UnicodeDecodeError for what is no text."""
    return read_file(path).decode("utf-8")


def write_private(path: Path, data: bytes) -> None:
    """Write a file for its owner's eyes only, whole or not at all; its folder is made, too. Raises OSError."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as new:
            new.write(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def begins_as_record(path: Path | str) -> bool:
    """Whether a regular file begins as a record does, whatever it is called."""
    try:
        with open_regular(path) as file:
            return file.read(len(_RECORD_BEGINS)) == _RECORD_BEGINS
    except OSError:  # whoever opens it next says why
        return False


def is_there(path: Path | str) -> bool:
    """Whether there is a file, folder or anything else of this name; no name is too long or too odd to ask for."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def is_special(path: Path | str) -> bool:
    """Whether something is there that is neither a regular file nor a folder: a device, a pipe, a socket."""
    path = Path(path)
    return is_there(path) and not path.is_file() and not path.is_dir()


def is_regular(path: Path | str) -> bool:
    """Whether a regular file of this name is there."""
    return is_there(path) and Path(path).is_file()
