"""`referee bundle`: a race in one file, to send with a question or a bug report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.common import size_in_words
from referee.cli.kept_races import record_argument
from referee.errors import RecordError

if TYPE_CHECKING:
    from markers.kit import Manifest
    from referee.record.entry import Store


@click.command()
@record_argument
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
    from referee.devices.packing import pack
    from referee.devices.store import SqliteStore

    store = SqliteStore.read(record)
    target = out or record.with_suffix(".zip")
    names = pack(store, target, _kit_of(store, kit_file), _camera_of(camera_file), film, note)
    click.echo(f"Wrote {target} ({size_in_words(target.stat().st_size)}): {', '.join(names)}.", err=True)


def _kit_of(store: Store, kit_file: str | None) -> Manifest:
    from markers.prints import other_print
    from referee.cli.common import load_kit
    from referee.record.header import is_other_print

    kit = load_kit(str(store.header.get("game", "")), kit_file)
    other = other_print(kit)
    if other is not None and not is_other_print(store.header, other):
        return other
    if is_other_print(store.header, kit):
        raise RecordError("The race was played with another print than this; name its manifest.json with --kit.")
    return kit


def _camera_of(camera_file: str | None) -> bytes | None:
    from referee.cli.common import load_camera

    model = load_camera(camera_file)
    return None if model is None else model.to_json().encode("utf-8")
