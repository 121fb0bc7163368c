"""`referee calibrate`: measures the lens with the kit's calibration board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.calibration_words import REFUSALS, TORN, advice, coverage_map, error_map, told
from referee.cli.common import print_json
from referee.cli.waiting import along

if TYPE_CHECKING:
    from calibration.charuco import BoardView
    from referee.devices.status import SourceStatus
    from referee.devices.stills import Stills
    from referee.vision.source import FrameSource

LIVE_FRAMES = 6000
TRY_EVERY = 5
"""Of a camera or a video, every fifth picture is looked at: neighbours show the same."""
MOST_TRIES = 2
"""Twice as many views as wanted are enough, whatever is still wished for: the reason is said then."""
PATIENCE_S = 60.0


@click.command()
@click.option("--source", required=True, help="Camera number or name, video file, folder of pictures, or address.")
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="Where to save the lens.")
@click.option(
    "--views",
    type=click.IntRange(8, 40),
    default=16,
    show_default=True,
    help="How many different views to take from a camera or a video.",
)
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also draw a PNG: where the board was seen, and how far off a table lies in each part of the picture.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(source: str, out: Path, views: int, picture: Path | None, as_json: bool) -> None:
    """Measure the camera's lens with the board on the kit's last page; takes about two minutes.

    Print the page at 100 %, glue it on something flat, and show it to the camera in 8 or more different places and
    angles: near the picture's edges too, and tilted by 20 to 40 degrees in several views. From a camera, views are
    taken by themselves while you are told where to hold the board next; Ctrl-C ends with those that there are. Of a
    folder of pictures each one that is left out is named with the reason.

    \b
    Example: referee calibrate --source 0 --out camera.json
    Stills:  referee calibrate --source pictures/ --out camera.json --picture camera.png
    then:    referee watch --game racepack --source 0 --camera camera.json
    """
    from calibration.fit_camera import calibrate
    from referee.addresses import shown_address
    from referee.devices.lenses import origin_note
    from referee.devices.sources import open_source
    from referee.words.catalogue import told

    for path in filter(None, (out, picture)):
        check_place(path)
    opened = open_source(source, patience_s=PATIENCE_S, on_status=_tell)
    try:
        taken, refused = collect(opened, views)
    finally:
        opened.close()
    camera = calibrate(taken)
    size = f"{camera.width_px} x {camera.height_px}"
    note = origin_note(told("camera-at-size", name=opened.name, size=size))
    origin = told("lens-origin", list=(camera.origin, note))
    camera = replace(camera, device=opened.name if opened.live else "", origin=origin)
    save(out, camera.to_json().encode())
    if picture is not None:
        from referee.cli.calibration_picture import drawn

        save(picture, drawn(camera, taken))
    if as_json:
        print_json(
            {
                "camera": str(out),
                "views": len(taken),
                "refused": refused,
                "rms_px": round(camera.rms_px, 4),
                "held_out_error_mm": round(camera.held_out_error_mm, 4),
                "error_map_mm": [[None if isnan(mm) else round(mm, 3) for mm in row] for row in camera.error_map_mm],
            }
        )
        return
    click.echo(f"Saved {out}, from {len(taken)} views.")
    click.echo(
        f"On a table a metre away 95 of 100 places are within {camera.held_out_error_mm:.2f} mm, measured on views"
    )
    click.echo("that the lens was not fitted to. By part of the picture, in mm (. where the board never was):")
    click.echo(error_map(camera.error_map_mm))
    click.echo(advice(camera.held_out_error_mm))
    if any(isnan(mm) for row in camera.error_map_mm for mm in row):
        click.echo(
            "Where there is a dot the lens is only guessed at: hold the board there too, if pieces will lie there."
        )
    seen_with = shown_address(source) if opened.live else "0"
    click.echo(f"Next: referee watch --game GAME --source {seen_with} --camera {out}")


def _tell(status: SourceStatus) -> None:
    if status.text:
        click.echo(status.text, err=True)


def collect(source: FrameSource, wanted: int) -> tuple[Sequence[BoardView], dict[str, str]]:
    """Different views of the board: all that a folder has, or the first `wanted` ones of a camera or a video.

    With them, by name, why pictures of a folder were left out.
    """
    from referee.devices.stills import Stills

    return _from_stills(source) if isinstance(source, Stills) else (_live(source, wanted), {})


def _from_stills(source: Stills) -> tuple[list[BoardView], dict[str, str]]:
    from calibration.session import grid_of
    from calibration.stills import look_at, sort_out
    from referee.errors import CalibrationError, SourceError
    from referee.vision.quality import grey_of

    names, torn = source.names, list[str]()
    looked = []
    pictures = source.whole_ones(torn.append)
    for frame in along(pictures, len(names), "looking for the board"):
        looked.append(look_at(names[frame.index], grey_of(frame.image)))
    views, refused = [], dict.fromkeys(torn, TORN)
    for name in torn:
        click.echo(f"{name}: left out, {TORN}.", err=True)
    for one in sort_out(looked):
        if one.refusal:
            refused[one.looked.name] = REFUSALS[one.refusal]
            click.echo(f"{one.looked.name}: left out, {REFUSALS[one.refusal]}.", err=True)
        elif one.looked.view is not None:
            views.append(one.looked.view)
            click.echo(f"{one.looked.name}: taken, {len(one.looked.view.corner_ids)} of 48 corners.", err=True)
    if not looked:
        raise SourceError(f"None of the pictures in {source.name} can be read; save them again as JPEG or PNG.")
    if all(one.view is None for one in looked):
        raise CalibrationError(
            f"The calibration board is in none of the {len(looked)} pictures: it is the last page of the kit; "
            "another chequered board will not do."
        )
    click.echo(coverage_map(grid_of(views)), err=True)
    return views, refused


def _live(source: FrameSource, wanted: int) -> Sequence[BoardView]:
    """Take views as the board is moved about, with a map of where it was seen and where it should go next."""
    from rich.console import Console
    from rich.live import Live

    from calibration.charuco import FEWEST_VIEWS
    from calibration.session import ENOUGH, CalibrationSession
    from referee.vision.quality import grey_of

    session = CalibrationSession(wanted)
    with Live(console=Console(stderr=True), refresh_per_second=8, transient=True) as screen:
        try:
            for number, frame in enumerate(source.frames()):
                if number > LIVE_FRAMES:
                    break
                if number % TRY_EVERY:
                    continue
                progress = session.look(grey_of(frame.image))
                screen.update(told(progress))
                if progress.wish == ENOUGH or progress.views >= MOST_TRIES * wanted:
                    break
        except KeyboardInterrupt:
            if len(session.views) < FEWEST_VIEWS:
                raise
    click.echo(f"{len(session.views)} views were taken.", err=True)
    click.echo(coverage_map(session.progress.grid), err=True)
    return session.views


def check_place(path: Path) -> None:
    """Say so before anything is done when a file cannot be written, or would destroy what is no calibration."""
    from calibration.camera_model import CameraModel
    from referee.devices.files import read_text
    from referee.errors import CalibrationError, SetupError

    if not path.parent.is_dir():
        raise SetupError(f"There is no folder {path.parent}: make it, or name another file.")
    if path.suffix == ".png" or not path.exists():
        return
    try:
        CameraModel.from_json(read_text(path))
    except (OSError, UnicodeDecodeError, CalibrationError) as problem:
        raise SetupError(f"{path} is there already and is no calibration: name another file.") from problem


def save(path: Path, content: bytes) -> None:
    """Write the file whole or not at all, or say in one sentence why not."""
    from referee.errors import SetupError

    beside = path.with_name(f"{path.name}.part")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as problem:
        beside.unlink(missing_ok=True)
        raise SetupError(f"{path} cannot be written ({problem.strerror}): name another file.") from problem
