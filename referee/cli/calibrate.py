"""`referee calibrate`: measures the lens with the kit's calibration board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.common import print_json

if TYPE_CHECKING:
    from calibration.charuco import BoardView
    from calibration.session import Progress
    from referee.vision.source import FrameSource

LIVE_FRAMES = 6000
TRY_EVERY = 5
"""Of a camera or a video, every fifth picture is looked at: neighbours show the same."""
MOST_TRIES = 2
"""Twice as many views as wanted are enough, whatever is still wished for: the reason is said then."""
WISH_WORDS = {
    "show-board": "Show the chequered board to the camera.",
    "hold-still": "Hold it still for a moment.",
    "tilt": "Now tilt it by 20 to 40 degrees, each time another way.",
    "enough": "That is enough.",
    "focus": "It is blurred: focus the camera, or hold the board nearer to where the table is.",
    "more-light": "It is too dark: switch a lamp on.",
    "less-light": "It is too bright: turn the lamp away, or let the camera expose shorter.",
    **{
        place: f"Hold it {where} of the picture."
        for place, where in (
            ("top-left", "in the top left"), ("top", "at the top"), ("top-right", "in the top right"),
            ("left", "on the left"), ("middle", "in the middle"), ("right", "on the right"),
            ("bottom-left", "in the bottom left"), ("bottom", "at the bottom"), ("bottom-right", "in the bottom right"),
        )
    },
}  # fmt: skip
"""What to do next, by the wish of `calibration.session.Progress`."""


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
    from referee.devices.lenses import origin_note
    from referee.devices.sources import open_source

    wanted = min(max(views, FEWEST_VIEWS), MOST_VIEWS)
    opened = open_source(source)
    try:
        taken = collect(opened, wanted)
    finally:
        opened.close()
    camera = calibrate(taken)
    size = f"{camera.width_px} x {camera.height_px}"
    note = origin_note(f"{opened.name} at {size}")
    camera = replace(camera, device=opened.name if opened.live else "", origin=f"{camera.origin}, {note}")
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


def collect(source: FrameSource, wanted: int) -> Sequence[BoardView]:
    """Different views of the board: all that a folder has, or the first `wanted` ones of a camera or a video."""
    return _from_stills(source) if source.stills else _live(source, wanted)


def _from_stills(source: FrameSource) -> list[BoardView]:
    from calibration.charuco import MOST_VIEWS, find_board, is_new
    from referee.vision.quality import grey_of

    views: list[BoardView] = []
    for frame in source.frames():
        view = find_board(grey_of(frame.image))
        if view is not None and is_new(view, views) and len(views) < MOST_VIEWS:
            views.append(view)
            click.echo(f"view {len(views)}: {len(view.corner_ids)} corners", err=True)
    return views


def _live(source: FrameSource, wanted: int) -> Sequence[BoardView]:
    """Take views as the board is moved about, with a map of where it was seen and where it should go next."""
    from rich.console import Console
    from rich.live import Live

    from calibration.session import ENOUGH, CalibrationSession
    from referee.vision.quality import grey_of

    session = CalibrationSession(wanted)
    with Live(console=Console(stderr=True), refresh_per_second=8, transient=True) as screen:
        for number, frame in enumerate(source.frames()):
            if number > LIVE_FRAMES:
                break
            if number % TRY_EVERY:
                continue
            progress = session.look(grey_of(frame.image))
            screen.update(coverage_map(progress))
            if progress.wish == ENOUGH or progress.views >= MOST_TRIES * wanted:
                break
    click.echo(f"{len(session.views)} views were taken.", err=True)
    return session.views


def coverage_map(progress: Progress) -> str:
    """The map of a calibration as text: how many views saw the board in each part of the picture, and what is next."""
    rows = ["".join(f"{count or '.':>3}" for count in row) for row in progress.grid]
    return "\n".join([*rows, f"{progress.views} of {progress.wanted} views. {WISH_WORDS[progress.wish]}"])


def save(path: Path, text: str) -> None:
    """Write the file, or say in one sentence why not."""
    from referee.errors import SetupError

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise SetupError(f"{path} cannot be written ({problem.strerror}): name another file.") from problem
