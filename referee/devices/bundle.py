"""One file with all that a bug report needs: record, print, lens, settings, versions, and the film if it is wanted.

A bundle is a ZIP whose `bundle.json` lists every other file with its size and SHA-256. It may come from a stranger, so
it is believed in nothing: names, sizes and sums are checked before a file gets its place.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
import shutil
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from referee.devices.files import is_special
from referee.errors import RecordError
from referee.plain_json import read_json

LIST = "bundle.json"
RECORD, MANIFEST, CAMERA, SETTINGS = "race.sqlite", "manifest.json", "camera.json", "settings.json"
FORMAT = 1
LARGEST_BYTES = 64 * 2**30
MOST_FILES = 50
ANY_RATIO_BYTES, LARGEST_RATIO = 64 * 2**20, 40
"""Beyond so many bytes nothing of ours gets that much smaller: pictures hardly shrink, and text to a twentieth."""
SPARE_BYTES = 256 * 2**20
"""What has to be left free on the disk."""
_SAFE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._ -]{0,99}(/[A-Za-z0-9_][A-Za-z0-9._ -]{0,99})?")
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
_CHUNK = 2**20
_TORN = (zipfile.BadZipFile, EOFError, zlib.error, lzma.LZMAError, struct.error, ValueError, OverflowError)
"""What reading a torn ZIP file ends with."""


def write_bundle(target: Path, files: Mapping[str, Path | bytes], facts: Mapping[str, Any]) -> None:
    """Pack files (a path, or content) under their names, with `facts` in the list. Raises RecordError.

    The bundle gets its name only when it is whole, and never lies over another file.
    """
    if target.exists():
        raise RecordError(f"{target} is there already; name another file with --out.")
    draft = target.with_name(target.name + ".part")
    try:
        draft.unlink(missing_ok=True)
        with (
            open(draft, "xb", opener=_for_the_owner) as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as bundle,
        ):
            listed = {name: _put_in(bundle, name, content) for name, content in files.items()}
            about = {**facts, "format": FORMAT, "files": listed}
            bundle.writestr(LIST, json.dumps(about, indent=1, ensure_ascii=False))
        os.replace(draft, target)
    except OSError as problem:
        raise RecordError(f"{target} cannot be written: {problem.strerror or problem}.") from problem
    finally:
        draft.unlink(missing_ok=True)


def _for_the_owner(path: str, flags: int) -> int:
    """Open a new file that only its owner may read: it holds pictures of people's homes."""
    return os.open(path, flags, 0o600)


def _put_in(bundle: zipfile.ZipFile, name: str, content: Path | bytes) -> dict[str, Any]:
    check_name(name)
    summed, size = hashlib.sha256(), 0
    with bundle.open(name, "w", force_zip64=True) as into:
        if isinstance(content, bytes):
            into.write(content)
            return {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
        with content.open("rb") as source:
            while chunk := source.read(_CHUNK):
                into.write(chunk)
                summed.update(chunk)
                size += len(chunk)
    return {"sha256": summed.hexdigest(), "bytes": size}


def check_name(name: str) -> None:
    """Raise RecordError for a name that could leave the folder, hide, or mean a device somewhere."""
    parts = name.split("/")
    if not _SAFE.fullmatch(name) or any(_RESERVED.fullmatch(part) or part.endswith((".", " ")) for part in parts):
        raise RecordError(f"This bundle holds a file with the unsafe name {name!r}; it was not opened.")


def open_bundle(path: Path, folder: Path) -> dict[str, Any]:
    """Check a bundle and lay its files into a new folder; returns what its list says.

    Raises RecordError, and leaves no folder, when it is no bundle, when anything in it is not as listed, or when the
    folder is there already.
    """
    if folder.exists():
        raise RecordError(f"{folder} is there already; name another folder with --into.")
    if is_special(path):
        raise RecordError(f"{path} is no regular file.")
    try:
        with zipfile.ZipFile(path) as bundle:
            about = _list_of(bundle)
            _check_entries(bundle, about["files"])
            _check_room(about["files"], path.stat().st_size, folder.parent)
            draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
            try:
                for name, stated in about["files"].items():
                    _take_out(bundle, name, stated, draft)
                os.rename(draft, folder)
            finally:
                shutil.rmtree(draft, ignore_errors=True)
    except FileNotFoundError:
        raise RecordError(f"There is no bundle {path}, or no folder {folder.parent}.") from None
    except (*_TORN, NotImplementedError, RuntimeError) as problem:
        raise RecordError(f"{path} is no bundle, or it is damaged: {problem}.") from problem
    except OSError as problem:
        raise RecordError(f"{path} cannot be opened: {problem.strerror or problem}.") from problem
    return about


def _list_of(bundle: zipfile.ZipFile) -> dict[str, Any]:
    """The list inside. Raises RecordError when it is missing, too long, or not what a list should be."""
    if LIST not in bundle.namelist() or bundle.getinfo(LIST).file_size > 2**20:
        raise RecordError(f"{bundle.filename} is no bundle of this program: it has no proper {LIST}.")
    try:
        about: dict[str, Any] = read_json(bundle.read(LIST))
    except ValueError as problem:
        raise RecordError(f"{bundle.filename} is damaged: {LIST} cannot be read ({problem}).") from problem
    files = about.get("files") if isinstance(about, dict) else None
    if not isinstance(files, dict) or not all(_is_stated(one) for one in files.values()) or RECORD not in files:
        raise RecordError(f"{bundle.filename} is no bundle of this program: {LIST} does not list a record.")
    if about.get("format") != FORMAT:
        raise RecordError(f"This bundle was made by a newer program (format {about.get('format')}); update this one.")
    return about


def _is_stated(one: object) -> bool:
    return isinstance(one, dict) and isinstance(one.get("sha256"), str) and type(one.get("bytes")) is int


def _check_entries(bundle: zipfile.ZipFile, files: Mapping[str, Mapping[str, Any]]) -> None:
    names = bundle.namelist()
    for name in names:
        check_name(name)
    if len({name.lower() for name in names}) != len(names) or set(names) != {*files, LIST}:
        raise RecordError("The files in this bundle are not those on its list; it was not opened.")
    if any(stated["bytes"] < 0 for stated in files.values()) or len(names) > MOST_FILES:
        raise RecordError("The list in this bundle is not one that this program writes; it was not opened.")
    if any(name != RECORD and name.lower().startswith(RECORD) for name in names):
        raise RecordError("This bundle brings a log for its record, which none of ours needs; it was not opened.")
    if sum(stated["bytes"] for stated in files.values()) > LARGEST_BYTES:
        raise RecordError("This bundle says it is larger than any race; it was not opened.")


def _check_room(files: Mapping[str, Mapping[str, Any]], packed_bytes: int, folder: Path) -> None:
    """Raise RecordError when a bundle would unpack to far more than it is, or than there is space for."""
    unpacked_bytes = sum(stated["bytes"] for stated in files.values())
    if unpacked_bytes > max(ANY_RATIO_BYTES, LARGEST_RATIO * packed_bytes):
        raise RecordError(
            f"This bundle of {packed_bytes / 1e6:.1f} MB would unpack to {unpacked_bytes / 1e6:,.0f} MB, as no race "
            "does; it was not opened."
        )
    free_bytes = shutil.disk_usage(folder).free
    if unpacked_bytes + SPARE_BYTES > free_bytes:
        raise RecordError(
            f"This bundle unpacks to {unpacked_bytes / 1e6:,.0f} MB, and {folder} has {free_bytes / 1e6:,.0f} MB free: "
            "free some space, or name another folder with --into."
        )


def _take_out(bundle: zipfile.ZipFile, name: str, stated: Mapping[str, Any], folder: Path) -> None:
    target = folder / name
    target.parent.mkdir(exist_ok=True)
    with bundle.open(name) as source, open(target, "xb", opener=_for_the_owner) as into:
        size, found = _copy(source, into, stated["bytes"])
    if size != stated["bytes"] or found != stated["sha256"]:
        raise RecordError(f"{name} in this bundle is not what was packed: it was damaged or changed on its way.")


def _copy(source: IO[bytes], into: IO[bytes], most: int) -> tuple[int, str]:
    """Copy up to one byte more than there should be: a file that unpacks without end stops there."""
    summed, size = hashlib.sha256(), 0
    while size <= most and (chunk := source.read(min(_CHUNK, most + 1 - size))):
        into.write(chunk)
        summed.update(chunk)
        size += len(chunk)
    return size, summed.hexdigest()
