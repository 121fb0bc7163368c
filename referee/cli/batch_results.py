"""The results of a batch, written down as they come: an interrupted batch goes on from them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee import __version__
from referee.cli.batch_work import Order, said_beside
from referee.errors import SetupError


class Results:
    """A file of JSON lines, one a result; without a file nothing is kept.

    A result holds for the file as it was, by its size and time, for the same order and the same program. One with an
    error is not kept: next time it is tried again.

    Raises
    ------
    SetupError
        when the file cannot be read or written.
    """

    def __init__(self, path: Path | None, order: Order) -> None:
        self._path, self._order = path, order
        self._rows: dict[str, dict[str, Any]] = {}
        if path is not None and path.exists():
            for line in self._read(path).split(b"\n"):
                self._take(line)

    def kept(self, path: Path) -> dict[str, Any] | None:
        """What came out for this file when it was done before."""
        row = self._rows.get(self._key(path))
        return None if row is None or "each" not in row else {**row, "file": str(path)}

    def keep(self, path: Path, row: Mapping[str, Any]) -> None:
        """Write a result down; it is on the disk when this returns."""
        if self._path is None or row["error"]:
            return
        line = json.dumps({"key": self._key(path), "row": dict(row)}, ensure_ascii=False)
        try:
            with self._path.open("ab") as file:
                file.write(f"\n{line}\n".encode())  # the line before may have been cut off
                file.flush()
                os.fsync(file.fileno())
        except OSError as problem:
            raise SetupError(f"{self._path} cannot be written: {problem.strerror}") from problem

    def _key(self, path: Path) -> str:
        facts = [_stamp(path), _stamp(said_beside(path)), self._order.game, self._order.players, self._order.out]
        return json.dumps([str(path.absolute()), *facts, __version__])

    def _take(self, line: bytes) -> None:
        try:
            said = json.loads(line)
            self._rows[str(said["key"])] = dict(said["row"])
        except (ValueError, TypeError, KeyError):  # cut off when the batch was interrupted, or none of ours
            return

    def _read(self, path: Path) -> bytes:
        try:
            return path.read_bytes()
        except OSError as problem:
            raise SetupError(f"{path} cannot be read: {problem.strerror}") from problem


def _stamp(path: Path) -> str:
    """Tells whether a file is still the same; "" when there is none."""
    try:
        facts = path.stat()
    except OSError:
        return ""
    return f"{facts.st_size}-{facts.st_mtime_ns}"
