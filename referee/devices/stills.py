"""Stills as a source: each picture is one settled scene."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from referee.devices.files import read_file
from referee.devices.jpeg import Decoded, decode_brightness, is_too_large
from referee.devices.status import ENDED, RUNNING, SourceStatus
from referee.errors import SourceError
from referee.vision.scene import Frame
from referee.words.catalogue import told

LARGEST_FILE_BYTES = 512 * 2**20
SUFFIXES = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"}


class Stills:
    """Pictures in a folder in the order of their names (2 before 10), or one picture alone.

    Times are made up, one second a picture, so that reading a folder twice gives the same record.
    """

    live = False
    stills = True

    def __init__(self, path: Path) -> None:
        self._pictures = _in_folder(path) if path.is_dir() else [path]
        self._name = path.name
        self._taken = 0
        self._closed = False

    @property
    def name(self) -> str:
        """The folder's or the picture's name."""
        return self._name

    @property
    def paths(self) -> tuple[Path, ...]:
        """Of the pictures, by a frame's index."""
        return tuple(self._pictures)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the pictures, by a frame's index."""
        return tuple(path.name for path in self._pictures)

    @property
    def status(self) -> SourceStatus:
        """How far it has come."""
        done = self._closed or self._taken == len(self._pictures)
        return SourceStatus(ENDED if done else RUNNING, frames=self._taken)

    def frames(self) -> Iterator[Frame]:
        """Each picture once. Raises SourceError naming the first file that is no whole picture."""
        for index, path in enumerate(self._pictures):
            if self._closed:
                return
            picture = _read(path)
            self._taken = index + 1
            yield Frame(picture.image, index * 1_000_000_000, self._name, index, picture.in_colour)

    def whole_ones(self, left_out: Callable[[str], None]) -> Iterator[Frame]:
        """Each picture that can be read; `left_out` is told the names of the others."""
        for index, path in enumerate(self._pictures):
            try:
                picture = _read(path)
            except SourceError:
                left_out(path.name)
                continue
            yield Frame(picture.image, index * 1_000_000_000, self._name, index, picture.in_colour)

    def close(self) -> None:
        """Ends `frames` before the next picture."""
        self._closed = True


def _read(path: Path) -> Decoded:
    try:
        data = read_file(path, LARGEST_FILE_BYTES)
    except OSError as problem:
        raise SourceError(told("still-unreadable", text=str(path), text2=str(problem.strerror))) from problem
    if is_too_large(data):
        raise SourceError(told("still-too-large", text=str(path)))
    picture = decode_brightness(data)
    if picture is None:
        raise SourceError(told("still-torn", text=str(path)))
    return picture


def _in_folder(folder: Path) -> list[Path]:
    pictures = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and not path.name.startswith(".")]
    if not pictures:
        raise SourceError(told("stills-none", text=str(folder), list=sorted(SUFFIXES)))
    return sorted(pictures, key=lambda path: natural_order(path.name))


def natural_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts numbers inside names by their value.

    >>> sorted(["turn10.png", "turn2.png"], key=natural_order)
    ['turn2.png', 'turn10.png']
    """
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return tuple((0, int(part), part) if part[0] in "0123456789" else (1, 0, part) for part in parts)
