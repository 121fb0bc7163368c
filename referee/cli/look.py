"""`referee look`: what each stage of the eye saw in a picture, as pictures."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import load_camera, load_kit
from referee.errors import SetupError


@click.command()
@click.argument("picture", type=click.Path(path_type=Path))
@click.option("--stages", "folder", metavar="DIR", required=True, type=click.Path(path_type=Path),
              help="Write a picture of each stage into this folder (made if need be).")  # fmt: skip
@click.option("--only", "only", multiple=True, metavar="STAGE", help="This stage alone; may be said again.")
@click.option("--game", "game_name", default="racepack", show_default=True, help="Which game is on the table.")
@click.option("--camera", "camera_file", metavar="FILE", help="Lens calibration; without it the lens is guessed.")
@click.option("--kit", "kit_file", metavar="FILE", help="manifest.json of your print, if it is not the default one.")
def command(
    picture: Path, folder: Path, only: tuple[str, ...], game_name: str, camera_file: str | None, kit_file: str | None
) -> None:
    """See PICTURE as the eye does, stage by stage: where a piece gets lost, and why.

    \b
    change  blocks that changed since the picture before, and what is not the table
    verify  markers known from pictures before: where they were, or gone from there
    search  dark quadrangles with a light rim: whatever may be a marker
    read    markers with their numbers: sure, faint, or a second print
    plane   the table's plane, and how far off still markers lie
    poses   where each piece lies, at its own height
    hidden  places seen bare, places not seen, hands
    dice    ordinary dice with their numbers, or why they have none
    settle  all that is handed on: it counts once pictures in a row agree on it

    A piece that is missing in `poses` was lost in the first stage that does not show it: no quadrangle means no light
    margin around the marker, or too few pixels; a quadrangle without a number is blurred or covered in part. PICTURE
    may be a folder too: its pictures are looked at one after another, and the last one is drawn.

    \b
    Examples:
      referee look table.jpg --stages seen/
      referee look evening/ --game royal-racers --stages seen/ --only change --only hidden
    """
    import cv2

    from referee.devices.stills import Stills
    from referee.games.registry import game
    from referee.vision.eye import STAGES, Eye

    names = [stage.name for stage in STAGES]
    if unknown := [name for name in only if name not in names]:
        raise SetupError(f"There is no stage {unknown[0]!r}: the eye has {', '.join(names)}.")
    eye = Eye(load_kit(game(game_name).name, kit_file), load_camera(camera_file))
    for frame in Stills(picture).frames():
        eye.camera_for(frame.image.shape[1], frame.image.shape[0])
        scene = eye.look(frame, still=True)
    seen = eye.newest
    assert seen is not None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, stage in enumerate(STAGES, 1):
            if not only or stage.name in only:
                drawn, told = stage.picture(seen)
                path = folder / f"{number}-{stage.name}.png"
                path.write_bytes(cv2.imencode(".png", drawn)[1].tobytes())
                click.echo(f"{path}: {stage.shows}. Here: {told}.")
    except OSError as problem:
        raise SetupError(f"The pictures cannot be written to {folder}: {problem.strerror}.") from problem
    for sentence in (*scene.problems, *scene.quality.notes):
        click.echo(f"note: {sentence}", err=True)
