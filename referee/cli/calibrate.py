"""`referee calibrate`: measures the lens with the kit's calibration board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.common import print_json

if TYPE_CHECKING:
    from calibration.charuco import BoardView
    from referee.vision.source import FrameSource

LIVE_FRAMES = 6000
TRY_EVERY = 5
"""Of a camera or a video, every fifth picture is looked at: neighbours show the same."""


@click.command()
@click.option("--source", required=True, help="Camera number or name, video file, folder of pictures, or address.")
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="Where to save the lens.")
@click.option("--views", default=16, show_default=True, help="How many different views to take from a camera.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(source: str, out: Path, views: int, as_json: bool) -> None:
    """Measure the camera's lens with the board on the kit's last page.

    Print the page at 100 %, glue it on something flat, and show it to the camera in 8 or more different places and
    angles: near the picture's edges too, and tilted by 20 to 40 degrees in several views.

    \b
    Example: referee calibrate --source 0 --out camera.json
    then:    referee watch --game racepack --source 0 --camera camera.json
    """
    from calibration.charuco import FEWEST_VIEWS, MOST_VIEWS
    from calibration.fit_camera import calibrate
    from referee.devices.sources import open_source

    wanted = min(max(views, FEWEST_VIEWS), MOST_VIEWS)
    opened = open_source(source)
    try:
        taken = collect(opened, wanted)
    finally:
        opened.close()
    camera = calibrate(taken)
    save(out, camera.to_json())
    if as_json:
        print_json(
            {
                "camera": str(out),
                "views": len(taken),
                "rms_px": round(camera.rms_px, 4),
                "held_out_error_mm": round(camera.held_out_error_mm, 4),
            }
        )
        return
    click.echo(f"Saved {out}, from {len(taken)} views.")
    click.echo(
        f"Error on the table of views that were left out: {camera.held_out_error_mm:.2f} mm (95 of 100 corners)."
    )
    click.echo(f"Error in the picture: {camera.rms_px:.2f} px. Next: referee watch --camera {out} ...")


def collect(source: FrameSource, wanted: int) -> list[BoardView]:
    """Different views of the board: all that a folder has, or the first `wanted` ones of a camera or a video."""
    import cv2
    import numpy as np

    from calibration.charuco import MOST_VIEWS, find_board, is_new

    views: list[BoardView] = []
    for number, frame in enumerate(source.frames()):
        if len(views) >= (MOST_VIEWS if source.stills else wanted) or number > LIVE_FRAMES:
            break
        if not source.stills and number % TRY_EVERY:
            continue
        image = frame.image
        grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        view = find_board(grey)
        if view is not None and is_new(view, views):
            views.append(view)
            click.echo(f"view {len(views)}: {len(view.corner_ids)} corners", err=True)
    return views


def save(path: Path, text: str) -> None:
    """Write the file, or say in one sentence why not."""
    from referee.errors import SetupError

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise SetupError(f"{path} cannot be written ({problem.strerror}): name another file.") from problem
