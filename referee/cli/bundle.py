"""`referee bundle`: a race in one file, to send with a question or a bug report."""

from __future__ import annotations

import json
import platform
import tempfile
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.errors import RecordError

if TYPE_CHECKING:
    from referee.record.entry import Store

_PACKAGES = ("opencv-python", "numpy", "scipy", "flask", "race-referee")


@click.command()
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write (default: RECORD.zip).")
@click.option("--camera", "camera_file", help="The lens calibration, if the record does not hold it.")
@click.option("--kit", "kit_file", help="manifest.json of your print, if it is not the default one.")
@click.option("--film", type=click.Path(path_type=Path), metavar="FILE", help="Pack this recording of the table too.")
@click.option("--note", default="", help="What you want to say about it.")
def command(
    record: Path, out: Path | None, camera_file: str | None, kit_file: str | None, film: Path | None, note: str
) -> None:
    """Pack a RECORD with its print, lens, settings and versions into one file that replays identically elsewhere.

    It holds the camera's pictures kept in the record, so have a look who is in them before you send it.

    \b
    Example:
      referee bundle race.sqlite --note "turn 12 was legal"
    """
    from referee.devices import bundle as bundles
    from referee.devices.store import SqliteStore

    store = SqliteStore.read(record)
    target = out or record.with_suffix(".zip")
    files: dict[str, Path | bytes] = {
        bundles.MANIFEST: _manifest_of(store, kit_file),
        bundles.SETTINGS: _json(store.header.get("settings")),
    }
    camera = _camera_of(store, camera_file)
    if camera is not None:
        files[bundles.CAMERA] = camera
    if film is not None:
        if not film.is_file():
            raise RecordError(f"There is no film {film}.")
        files[f"film/{_plain_name(film)}"] = film
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / bundles.RECORD
        store.copy_to(copy)
        files[bundles.RECORD] = copy
        bundles.write_bundle(target, files, _facts(store, note))
    click.echo(f"Wrote {target} ({target.stat().st_size / 1e6:.1f} MB): {', '.join(sorted(files))}.", err=True)


def _manifest_of(store: Store, kit_file: str | None) -> bytes:
    from markers.manifest import to_json
    from referee.cli.common import load_kit
    from referee.record.header import is_other_print

    kit = load_kit(str(store.header.get("game", "")), kit_file)
    if is_other_print(store.header, kit):
        raise RecordError("The race was played with another print than this; name its manifest.json with --kit.")
    return to_json(kit).encode("utf-8")


def _camera_of(store: Store, camera_file: str | None) -> bytes | None:
    from referee.cli.common import load_camera

    model = load_camera(camera_file)
    if model is not None:
        return model.to_json().encode("utf-8")
    kept = store.header.get("camera")
    return _json(kept) if kept else None


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8")


def _plain_name(film: Path) -> str:
    """The film's name with nothing in it that some system would not take."""
    return "film-" + "".join(
        sign if sign.isascii() and (sign.isalnum() or sign in "._-") else "_" for sign in film.name
    )


def _facts(store: Store, note: str) -> dict[str, Any]:
    from referee import __version__

    versions = {name: metadata.version(name) for name in _PACKAGES}
    system = {"system": platform.platform(), "python": platform.python_version(), "packages": versions}
    return {"program": __version__, **system, "note": note, "damage": list(store.damage)}
