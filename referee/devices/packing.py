"""A race packed with its print, lens, settings and versions: one file that replays identically elsewhere."""

from __future__ import annotations

import json
import platform
import shutil
import tempfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import IO, Any

from markers.kit import Manifest
from markers.manifest import to_json
from referee import __version__
from referee.devices import bundle as bundles
from referee.devices.reader import RecordReader
from referee.errors import RecordError

_PACKAGES = ("opencv-python", "numpy", "scipy", "flask", "race-referee")
_IN_MEMORY_BYTES = 32 * 2**20


def pack(
    store: RecordReader,
    target: Path,
    kit: Manifest,
    camera: bytes | None = None,
    film: Path | None = None,
    note: str = "",
) -> tuple[str, ...]:
    """Pack a record into `target`; returns the names of what is inside. Raises RecordError.

    Parameters
    ----------
    kit : the print the race was played with.
    camera : the lens as JSON, if it is another than the record's own.
    film : a recording of the table to go with it.
    note : what somebody wants to say about it.
    """
    files: dict[str, Path | bytes] = {
        bundles.MANIFEST: to_json(kit).encode("utf-8"),
        bundles.SETTINGS: _json(store.header.get("settings")),
    }
    lens = camera or (_json(store.header["camera"]) if store.header.get("camera") else None)
    if lens is not None:
        files[bundles.CAMERA] = lens
    if film is not None:
        if not film.is_file():
            raise RecordError(f"There is no film {film}.")
        files[f"film/{_plain_name(film)}"] = film
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / bundles.RECORD
        store.copy_to(copy)
        files[bundles.RECORD] = copy
        bundles.write_bundle(target, files, _facts(store, note))
    return tuple(sorted(files))


def packed(record: Path, kit: Manifest) -> IO[bytes]:
    """The bundle of a record, which may be in use, as a file that is gone when it is closed. Raises RecordError."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "race.zip"
        pack(RecordReader(record), target, kit)
        whole = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES)  # noqa: SIM115 -- whoever sends it closes it
        with target.open("rb") as source:
            shutil.copyfileobj(source, whole)
    whole.seek(0)
    return whole


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8")


def _plain_name(film: Path) -> str:
    """The film's name with nothing in it that some system would not take."""
    return "film-" + "".join(
        sign if sign.isascii() and (sign.isalnum() or sign in "._-") else "_" for sign in film.name
    )


def _facts(store: RecordReader, note: str) -> Mapping[str, Any]:
    versions = {name: metadata.version(name) for name in _PACKAGES}
    system = {"system": platform.platform(), "python": platform.python_version(), "packages": versions}
    return {"program": __version__, **system, "note": note, "damage": list(store.damage)}
