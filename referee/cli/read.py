"""`referee read`: what one picture of the table shows."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table

from referee.cli.common import load_camera, load_kit, print_json
from referee.cli.waiting import Bar, bar
from referee.errors import CalibrationError, SetupError, SourceError
from referee.words.catalogue import told

if TYPE_CHECKING:
    from calibration.camera_model import CameraModel
    from markers.kit import Manifest
    from referee.games.base import Reading
    from referee.games.expected import Doubt, Expected
    from referee.mind.reasoned import Game
    from referee.vision.eye import Eye
    from referee.vision.scene import Frame, Scene

PICTURES = (".png", ".jpg")


@dataclass(frozen=True)
class Look:
    """One picture and everything made out of it."""

    eye: Eye
    frame: Frame
    scene: Scene
    reading: Reading
    expected: tuple[Expected, ...] = ()

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with the picture or the board, each said once."""
        return tuple(dict.fromkeys((*self.scene.problems, *self.reading.problems)))


@click.command()
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--game", "game_name", default="racepack", show_default=True, help="Which game is on the table.")
@click.option("--camera", "camera_file", metavar="FILE", help="Lens calibration; without it the lens is guessed.")
@click.option("--kit", "kit_file", metavar="FILE", help="manifest.json of your print, if it is not the default one.")
@click.option(
    "--position",
    help="The position that should stand there: it helps with a board that is partly covered, and tells of each of its "
    "pieces whether it was seen.",
)
@click.option(
    "--overlay", type=click.Path(path_type=Path), metavar="OUT.png", help="Save the picture with what was found."
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print {position, pieces, problems, expected} as JSON on stdout; of several pictures a line each, with "
    '"picture" first.',
)
def command(
    images: tuple[Path, ...],
    game_name: str,
    camera_file: str | None,
    kit_file: str | None,
    position: str | None,
    overlay: Path | None,
    as_json: bool,
) -> None:
    """Read the table in the picture IMAGE: which piece stands on which space, and what is wrong with the board.

    Places are in millimetres from the middle of the board, x right, y up. Ends with exit code 1 when something is wrong
    with the board or the picture. Several pictures, and folders of them, are each read by themselves; one that cannot
    be read is told, and does not stop the others.

    \b
    Examples:
      referee read table.jpg --game racepack --overlay seen.png
      referee read evening/ another.jpg --json
    """
    from referee.games.registry import game

    rules = game(game_name)
    if overlay is not None and overlay.suffix.lower() not in PICTURES:
        raise SetupError(f"The overlay {overlay} must end in {' or '.join(PICTURES)}.")
    kit = load_kit(rules.name, kit_file)
    camera = load_camera(camera_file)
    if len(images) > 1 or images[0].is_dir():
        if overlay is not None:
            raise SetupError("An overlay is drawn for one picture: leave --overlay out, or name one.")
        paths = [*_each(images)]
        with bar(len(paths), "reading", shown=not as_json) as waiting:
            wrong = [not _read_one_of_many(path, rules, kit, camera, position, as_json, waiting) for path in paths]
        sys.exit(1 if any(wrong) else 0)
    look = _look(images[0], rules, kit, camera, position)
    if overlay is not None:
        _save_overlay(look, kit, overlay)
    _tell(look, as_json, {})
    if look.problems:
        sys.exit(1)


def _each(images: Sequence[Path]) -> Iterator[Path]:
    """The pictures, and those in folders. Raises SourceError for a folder without any."""
    from referee.devices.stills import Stills

    for image in images:
        yield from Stills(image).paths


def _read_one_of_many(
    path: Path,
    rules: Game,
    kit: Manifest,
    camera: CameraModel | None,
    position: str | None,
    as_json: bool,
    waiting: Bar,
) -> bool:
    """Tell what a picture shows, or why it cannot be read; whether all is well with it."""
    found: Look | SourceError | CalibrationError
    try:
        found = _look(path, rules, kit, camera, position)
    except (SourceError, CalibrationError) as problem:
        found = problem
    waiting.advance()
    with waiting.aside():
        if not as_json:
            click.echo(f"{path}:")
        if isinstance(found, Look):
            _tell(found, as_json, {"picture": str(path)})
            return not found.problems
        if as_json:
            print_json({"picture": str(path), "position": "", "pieces": [], "problems": [str(found)]})
        else:
            click.echo(f"problem: {found}")
    return False


def _tell(look: Look, as_json: bool, about: Mapping[str, Any]) -> None:
    for note in look.scene.quality.notes:
        click.echo(f"note: {note}", err=True)
    if as_json:
        print_json({**about, **_as_json(look)})
    else:
        _print_table(look)


def see(image: Path, kit: Manifest, camera: CameraModel | None) -> tuple[Eye, Frame, Scene]:
    """One still as a fresh eye sees it.

    Raises SourceError when the picture cannot be read, CalibrationError when the calibration is for another size.
    """
    from referee.devices.stills import Stills
    from referee.vision.eye import Eye

    frame = next(Stills(image).frames())
    eye = Eye(kit, camera)
    eye.camera_for(frame.image.shape[1], frame.image.shape[0])
    return eye, frame, eye.look(frame, still=True)


def _look(image: Path, rules: Game, kit: Manifest, camera: CameraModel | None, position: str | None) -> Look:
    """See and read one still; raises as `see` does."""
    eye, frame, scene = see(image, kit, camera)
    reading = rules.read(scene, kit, position)
    return Look(eye, frame, scene, reading, _expected(rules, kit, scene, reading, position))


def _expected(rules: Game, kit: Manifest, scene: Scene, reading: Reading, position: str | None) -> tuple[Expected, ...]:
    """What became of each piece of the position that should stand there."""
    from referee.games.expected import accounted

    if position is None:
        return ()
    return accounted(rules.layout(position, kit), reading.pieces, _doubts(kit, scene, reading))


def _doubts(kit: Manifest, scene: Scene, reading: Reading) -> list[Doubt]:
    """What the picture shows that did not count: markers and dice that were not read for sure."""
    from referee.games.expected import Doubt

    doubts = [Doubt(piece, "its marker is read with doubt") for piece, _ in scene.doubtful]
    dx_mm, dy_mm, turn_deg = reading.board_from_table
    turn = math.radians(turn_deg)
    for die in scene.dice:
        if die.value is None:
            names = [kind.pieces[0] for kind in kit.dice if kind.colour == die.colour and kind.pieces]
            x_mm = math.cos(turn) * die.x_mm - math.sin(turn) * die.y_mm + dx_mm
            y_mm = math.sin(turn) * die.x_mm + math.cos(turn) * die.y_mm + dy_mm
            doubts.append(Doubt(names[0] if names else "die:", told(die.doubt), (x_mm, y_mm)))
    return doubts


def _as_json(look: Look) -> dict[str, Any]:
    pieces = [
        {
            "piece": piece.piece,
            "side": piece.side,
            "x_mm": round(piece.x_mm, 2),
            "y_mm": round(piece.y_mm, 2),
            "angle_deg": round(piece.angle_deg, 1) % 360.0,
            "space": piece.space,
            "confidence": round(piece.confidence, 3),
        }
        for piece in look.reading.pieces
    ]
    answer = {"position": look.reading.notation, "pieces": pieces, "problems": list(look.problems)}
    if look.expected:
        answer["expected"] = [
            {"piece": one.piece, "side": one.side, "state": one.state.value, "seen_as": one.seen_as, "why": one.why}
            for one in look.expected
        ]
    return answer


def _print_table(look: Look) -> None:
    states = {one.seen_as: one.state.value for one in look.expected if one.seen_as}
    table = Table("piece", "side", "space", "x mm", "y mm", "angle", "sure", *(["state"] if look.expected else []))
    for piece in look.reading.pieces:
        numbers = (
            f"{piece.x_mm:.1f}",
            f"{piece.y_mm:.1f}",
            f"{round(piece.angle_deg) % 360}",
            f"{piece.confidence:.0%}",
        )
        # what no position expects is there all the same
        state = [states.get(piece.piece, "not expected")] if look.expected else []
        table.add_row(piece.piece, piece.side, piece.space or "-", *numbers, *state)
    for one in look.expected:
        if not one.seen_as:
            table.add_row(
                one.piece, one.side, *["-"] * 5, f"{one.state.value}: {one.why}" if one.why else one.state.value
            )
    console = Console()
    if table.row_count:
        console.print(table)
    console.print(look.reading.notation or "No board could be made out.", soft_wrap=True, highlight=False)
    for problem in look.problems:
        console.print(f"problem: {problem}", style="bold red", soft_wrap=True, highlight=False)


def _save_overlay(look: Look, kit: Manifest, path: Path) -> None:
    """Save the picture with everything found drawn into it. Raises SetupError when it cannot be written."""
    import cv2

    from referee.games.problem import pieces_at_fault
    from referee.vision.overlay import draw_overlay

    wrong = pieces_at_fault(look.problems)
    picture = draw_overlay(look.frame.colour, look.scene, look.eye.plane, kit, wrong)
    _, data = cv2.imencode(path.suffix.lower(), picture)
    try:
        path.write_bytes(data.tobytes())
    except OSError as problem:
        raise SetupError(f"The picture {path} cannot be written: {problem.strerror}.") from problem
