"""Makes the recorded inputs in sample_images/ with their answers: a short race as video, stills, and broken boards.

The answers are the simulated table's own truth, never what the referee made of the pictures. The same program makes the
same files: every chance comes from the seeds below. Run it with `make samples`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from markers import ids, kits, pdf, racepack_kit
from markers.design import USUAL
from markers.kit import Manifest, PlacedPiece
from referee.games.base import Game
from referee.games.registry import game as find_game
from referee.simulator.look import look
from referee.simulator.race import Said, SimulatedFrame, SimulatedRace, TurnPlayed, race_camera
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop

FOLDER = Path(__file__).resolve().parent.parent / "sample_images"
GAME = "racepack"
FRAMES_PER_SECOND = 10
FILM_SEED = 22
FILM_TURNS = 6
FILM_FAULTS = 0.3
# name, size, look, seed, turns played before the picture
STILLS = (
    ("racepack-still-1", (1280, 720), "living-room", 21, 9),
    ("racepack-still-2", (1280, 720), "busy", 22, 17),
    ("racepack-still-3", (1920, 1080), "window", 23, 26),
    ("racepack-still-4", (1920, 1080), "dusk", 24, 13),
)
BROKEN_SIZE = (1280, 720)


def main() -> None:
    """Write every sample; prints each file with its size."""
    FOLDER.mkdir(exist_ok=True)
    game, manifest, sheets = find_game(GAME), kits.manifest(GAME), kits.pdf(GAME)
    film(game, manifest, sheets)
    for name, size, look_name, seed, turns in STILLS:
        still(game, manifest, sheets, name, size, look_name, seed, turns)
    broken(game, manifest, sheets)
    for file in sorted(FOLDER.iterdir()):
        print(f"{file.stat().st_size / 1e6:6.2f} MB  {file.name}")


def film(game: Game, manifest: Manifest, sheets: bytes) -> None:
    """The race as video, what was said in it, and its truth turn by turn."""
    race = SimulatedRace(
        game, manifest, sheets, seed=FILM_SEED, turns=FILM_TURNS, fault_share=FILM_FAULTS, frames_a_stop=4
    )
    size = (race.camera.width_px, race.camera.height_px)
    writer = cv2.VideoWriter(
        str(FOLDER / "racepack-race.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), FRAMES_PER_SECOND, size
    )
    said: list[dict[str, Any]] = []
    turns: list[dict[str, Any]] = []
    frames = first = 0
    for event in race.events():
        if isinstance(event, SimulatedFrame):
            writer.write(event.frame.image)
            frames += 1
        elif isinstance(event, Said):
            said.append({"time_s": frames / FRAMES_PER_SECOND, "text": event.text})
        elif isinstance(event, TurnPlayed):
            turn = {**asdict(event.turn), "first_frame": first, "last_frame": frames - 1}
            turns.append({**turn, "verdict": "LEGAL" if event.turn.truth == "legal" else "ILLEGAL"})
            first = frames
    writer.release()
    answers = {
        "game": GAME, "kit": manifest.kit, "kit_version": manifest.version, "players": 4, "start": race.start,
        "frames": frames, "frames_per_second": FRAMES_PER_SECOND, "camera": race.camera.as_camera_model_json(),
        "said": said, "turns": turns,
    }  # fmt: skip
    write_json("racepack-race.json", answers)
    write_json("racepack-race.said.json", said)


def still(
    game: Game,
    manifest: Manifest,
    sheets: bytes,
    name: str,
    size: tuple[int, int],
    look_name: str,
    seed: int,
    turns: int,
) -> None:
    """One picture of a legal race after some turns, and where every piece lies."""
    position = race_position(game, seed, turns)
    pieces = Tabletop(manifest, game.layout(position, manifest), np.random.default_rng(seed)).pieces
    extra = {"visible": game.visible(position), "position": position}
    take(manifest, sheets, name, size, look_name, seed, pieces, extra)


def race_position(game: Game, seed: int, turns: int) -> str:
    """The position after some legal turns."""
    dice = random.Random(seed)
    position = game.start(4, dice)
    for _ in range(turns):
        position = game.play(position, dice, None).after
    return position


def broken(game: Game, manifest: Manifest, sheets: bytes) -> None:
    """Boards that cannot be played on, each with what is wrong in one word."""
    start = game.start(4, random.Random(31))
    pieces = Tabletop(manifest, game.layout(start, manifest), np.random.default_rng(31)).pieces
    tiles = [placed for placed in pieces if placed.piece.startswith("tile:")]
    lowest = min(tile.y_mm for tile in tiles)
    loose = min((tile for tile in tiles if tile.y_mm < lowest + 10.0), key=lambda tile: abs(tile.x_mm))
    twin = max(tiles, key=lambda tile: tile.y_mm)
    astray = [*without(pieces, loose.piece), pushed_out(loose)]
    shots: tuple[tuple[str, Sequence[PlacedPiece], str], ...] = (
        ("racepack-broken-not-closed", astray, "circuit not closed"),
        (
            "racepack-broken-two-copies",
            [*without(pieces, twin.piece), copy_of(loose, twin)],
            "two copies of one marker",
        ),
    )
    for name, wrong, word in shots:
        take(manifest, sheets, name, BROKEN_SIZE, "living-room", 31, wrong, {"wrong": word})
    stranger = other_kit(manifest)
    drawn = pdf.draw(racepack_kit.DESIGN, stranger, (), racepack_kit.DESIGN.complete(USUAL))
    take(stranger, drawn, "racepack-broken-other-kit", BROKEN_SIZE, "living-room", 31, pieces, {"wrong": "another kit"})


def without(pieces: Iterable[PlacedPiece], name: str) -> list[PlacedPiece]:
    """All pieces but one."""
    return [placed for placed in pieces if placed.piece != name]


def pushed_out(tile: PlacedPiece) -> PlacedPiece:
    """A tile of the lowest row pushed down out of the road by more than its own width."""
    return replace(tile, y_mm=tile.y_mm - 62.0)


def copy_of(original: PlacedPiece, place: PlacedPiece) -> PlacedPiece:
    """A second print of a tile where another tile should lie."""
    return replace(place, piece=original.piece, side=original.side)


def other_kit(manifest: Manifest) -> Manifest:
    """The same pieces with the marker numbers of another game's kit."""
    numbers = dict(zip(ids.RACEPACK.ids, ids.ROYAL_RACERS.ids, strict=False))
    items = tuple(
        replace(item, markers=tuple(replace(m, marker_id=numbers[m.marker_id]) for m in item.markers))
        for item in manifest.items
    )
    return replace(manifest, kit=ids.ROYAL_RACERS.name, items=items)


def take(
    manifest: Manifest, sheets: bytes, name: str, size: tuple[int, int], look_name: str, seed: int,
    pieces: Sequence[PlacedPiece], extra: dict[str, Any],
) -> None:  # fmt: skip
    """Take one picture and write it with its answers: pieces in mm in the frame in which they were laid."""
    camera = race_camera(pieces, size, seed)
    picture = Renderer(manifest, sheets, camera, look(look_name)).render(pieces, (), np.random.default_rng(seed))
    cv2.imwrite(str(FOLDER / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    answers = {
        "game": GAME, "look": look_name, **extra, "camera": camera.as_camera_model_json(),
        "pieces": [rounded(placed) for placed in pieces],
    }  # fmt: skip
    write_json(f"{name}.json", answers)


def rounded(placed: PlacedPiece) -> dict[str, Any]:
    """A placed piece with thousandths of a millimetre and hundredths of a degree."""
    numbers = {"x_mm": 3, "y_mm": 3, "z_mm": 3, "angle_deg": 2}
    return {key: round(value, numbers[key]) if key in numbers else value for key, value in asdict(placed).items()}


def write_json(name: str, answers: object) -> None:
    """Write answers so that a difference between two versions is easy to see."""
    (FOLDER / name).write_text(json.dumps(answers, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
