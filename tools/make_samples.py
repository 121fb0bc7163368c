"""Makes the recorded inputs in sample_images/ with their answers: a short race as video, stills, and broken boards.

The answers are the simulated table's own truth, never what the referee made of the pictures. The same program makes the
same files: every chance comes from the seeds below. Run it with `make samples`, or for one game alone:

    .venv/bin/python tools/make_samples.py royal-racers
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from markers import ids, kits, pdf, racepack_kit
from markers.design import USUAL
from markers.kit import Manifest, PlacedPiece
from referee.cli.common import usual_wish
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.registry import game as find_game
from referee.mind.reasoned import Game
from referee.simulator.gestures import passing_hand
from referee.simulator.hands import Hand
from referee.simulator.look import look
from referee.simulator.race import Said, SimulatedFrame, SimulatedRace, TurnPlayed, race_camera
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop

FOLDER = Path(__file__).resolve().parent.parent / "sample_images"
FRAMES_PER_SECOND = 10
BROKEN_SIZE = (1280, 720)
BROKEN_SEED = 31
Size = tuple[int, int]


@dataclass(frozen=True)
class Film:
    """A race as video: how many turns of which seed, how many of them faulty, how long the table rests between moves.

    `skip` turns are played before it.
    """

    seed: int
    turns: int
    faults: float
    rest_frames: int = 4
    skip: int = 0


@dataclass(frozen=True)
class Still:
    """A picture of a legal race after some turns, with what the table agreed on."""

    name: str
    size: Size
    look: str
    seed: int
    turns: int
    agreed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Series:
    """One turn as a series of stills, one at each stop; before it `turns` legal turns were played."""

    name: str
    size: Size
    look: str
    seed: int
    turns: int
    fault: str | None = None


@dataclass(frozen=True)
class Recipe:
    """What is recorded of one game: where the files go, what each is called in front, and the seeds."""

    game: str
    folder: Path
    prefix: str
    film: Film | None
    stills: tuple[Still, ...]
    series: tuple[Series, ...] = ()


RECIPES = (
    Recipe(
        "racepack",
        FOLDER,
        "racepack-",
        Film(22, 6, 0.3),
        (
            Still("still-1", (1280, 720), "living-room", 21, 9),
            Still("still-2", (1280, 720), "busy", 22, 17),
            Still("still-3", (1920, 1080), "window", 23, 26),
            Still("still-4", (1920, 1080), "dusk", 24, 13),
        ),
    ),
    Recipe(
        "royal-racers",
        FOLDER / "royal-racers",
        "",
        Film(23, 2, 0.4, skip=16),
        (
            Still("still-1", (1280, 720), "window", 41, 35),
            Still("still-2", (1280, 720), "busy", 42, 70),
        ),
    ),
    Recipe(
        "nestorgames-gp",
        FOLDER / "nestorgames-gp",
        "",
        Film(52, 2, 0.5, rest_frames=5, skip=12),
        (
            Still("still-1", (1280, 720), "living-room", 51, 20),
            Still("still-2", (1280, 720), "window", 52, 45, (("board", "crossover"),)),
            Still("still-3", (1920, 1080), "dusk", 53, 30, (("board", "lockgate"),)),
        ),
    ),
    Recipe(
        "home-racers",
        FOLDER / "home-racers",
        "",
        None,  # dice on a floor of two metres need 1920 x 1080, and a film of that is large
        (Still("still-1", (1920, 1080), "window", 61, 14),),
        (
            Series("turn-legal", (1920, 1080), "living-room", 62, 10),
            Series("turn-faulty", (1920, 1080), "window", 63, 8, "home-racers/path-length"),
        ),
    ),
)


def main() -> None:
    """Write the samples of the games named, or of all; prints each file with its size."""
    wanted = sys.argv[1:] or [recipe.game for recipe in RECIPES]
    for recipe in RECIPES:
        if recipe.game in wanted:
            recipe.folder.mkdir(exist_ok=True)
            write(recipe)
    for file in sorted(path for path in FOLDER.rglob("*") if path.is_file()):
        print(f"{file.stat().st_size / 1e6:6.2f} MB  {file.relative_to(FOLDER)}")


def write(recipe: Recipe) -> None:
    """All samples of one game."""
    game, wish = find_game(recipe.game), usual_wish(recipe.game)
    bench = Bench(recipe, game, kits.manifest(recipe.game, wish=wish), kits.pdf(recipe.game, wish=wish))
    if recipe.film is not None:
        film(bench, recipe.film)
    for one in recipe.stills:
        still(bench, one)
    for turn in recipe.series:
        series(bench, turn)
    BROKEN[recipe.game](bench)


@dataclass(frozen=True, eq=False)
class Bench:
    """What every sample of a game is made with."""

    recipe: Recipe
    game: Game
    manifest: Manifest
    sheets: bytes


def film(bench: Bench, chosen: Film) -> None:
    """The race as video, what was said in it, and its truth turn by turn."""
    recipe, game = bench.recipe, bench.game
    begin = race_position(game, chosen.seed, chosen.skip) if chosen.skip else None
    race = SimulatedRace(
        game, bench.manifest, bench.sheets, seed=chosen.seed, turns=chosen.turns,
        fault_share=chosen.faults, frames_a_stop=chosen.rest_frames, start=begin,
    )  # fmt: skip
    size = (race.camera.width_px, race.camera.height_px)
    path = recipe.folder / f"{recipe.prefix}race.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FRAMES_PER_SECOND, size)
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
        "game": recipe.game, "kit": bench.manifest.kit, "kit_version": bench.manifest.version, "players": 4,
        "start": race.start,
        "frames": frames, "frames_per_second": FRAMES_PER_SECOND, "camera": race.camera.as_camera_model_json(),
        "said": said, "turns": turns,
    }  # fmt: skip
    write_json(bench, "race.json", answers)
    write_json(bench, "race.said.json", said)


def still(bench: Bench, one: Still) -> None:
    """One picture of a legal race after some turns, and where every piece lies."""
    position = race_position(bench.game, one.seed, one.turns, dict(one.agreed))
    ideal = bench.game.layout(position, bench.manifest)
    pieces = Tabletop(bench.manifest, ideal, np.random.default_rng(one.seed)).pieces
    take(bench, one, pieces, {"visible": bench.game.visible(position), "position": position})


def series(bench: Bench, one: Series) -> None:
    """One turn stop by stop: the table before it and after each movement, what was said, and what was done."""
    game = bench.game
    position = race_position(game, one.seed, one.turns)
    played = game.play(position, random.Random(one.seed), one.fault)
    table = Tabletop(bench.manifest, game.layout(position, bench.manifest), np.random.default_rng(one.seed))
    pictures = []
    for number, stop in enumerate((game.visible(position), *played.stops)):
        table.lay(game.layout(stop, bench.manifest))
        name = f"{one.name}-{number}"
        take(bench, Still(name, one.size, one.look, one.seed, one.turns), table.pieces, {"visible": stop})
        pictures.append(f"{bench.recipe.prefix}{name}.jpg")
        if number == 1:
            reaching = passing_hand(table.pieces, 0, np.random.default_rng(one.seed))[1].hand
            shot = Still(f"{name}-hand", one.size, one.look, one.seed, one.turns)
            take(bench, shot, table.pieces, {"visible": stop, "hand": True}, (reaching,) if reaching else ())
    verdict = "LEGAL" if played.truth == "legal" else "ILLEGAL"
    answers = {
        "game": game.name,
        "start": position,
        "pictures": pictures,
        "turn": {**asdict(played), "verdict": verdict},
    }
    write_json(bench, f"{one.name}.json", answers)


def race_position(game: Game, seed: int, turns: int, agreed: Agreed = NOTHING_AGREED) -> str:
    """The position after some legal turns."""
    dice = random.Random(seed)
    position = game.start(4, dice, agreed)
    for _ in range(turns):
        position = game.play(position, dice, None).after
    return position


def start_pieces(bench: Bench) -> tuple[PlacedPiece, ...]:
    """The start of a race as people lay it."""
    start = bench.game.start(4, random.Random(BROKEN_SEED))
    ideal = bench.game.layout(start, bench.manifest)
    return Tabletop(bench.manifest, ideal, np.random.default_rng(BROKEN_SEED)).pieces


def broken_tracks(bench: Bench) -> None:
    """Racepack: tracks that cannot be played on, each with what is wrong in one word."""
    pieces = start_pieces(bench)
    tiles = [placed for placed in pieces if placed.piece.startswith("tile:")]
    lowest = min(tile.y_mm for tile in tiles)
    loose = min((tile for tile in tiles if tile.y_mm < lowest + 10.0), key=lambda tile: abs(tile.x_mm))
    twin = max(tiles, key=lambda tile: tile.y_mm)
    astray = [*without(pieces, loose.piece), pushed_out(loose)]
    take_broken(bench, "broken-not-closed", astray, "circuit not closed")
    two = [*without(pieces, twin.piece), copy_of(loose, twin)]
    take_broken(bench, "broken-two-copies", two, "two copies of one marker")
    stranger = other_kit(bench.manifest)
    drawn = pdf.draw(racepack_kit.DESIGN, stranger, (), racepack_kit.DESIGN.complete(USUAL))
    take_broken(replace(bench, manifest=stranger, sheets=drawn), "broken-other-kit", pieces, "another kit")


def broken_boards(bench: Bench) -> None:
    """Royal Racers: boards that cannot be played on."""
    pieces = start_pieces(bench)
    cards = sorted((p for p in pieces if p.piece.startswith("card:")), key=lambda p: (round(p.y_mm / 92.0), p.x_mm))
    crooked = replace(cards[14], x_mm=cards[14].x_mm + 33.0)
    take_broken(bench, "broken-between", [*without(pieces, crooked.piece), crooked], "a card between two places")
    take_broken(bench, "broken-row", [p for p in pieces if p not in cards[:6]], "a row of cards is missing")


def broken_posters(bench: Bench) -> None:
    """nestorgames GP: boards put together badly; what lies on a sheet out of joint lies where the sheet has it."""
    pieces = start_pieces(bench)
    sheet = next(p for p in pieces if p.piece == "board:harbour/3")
    apart = replace(sheet, x_mm=sheet.x_mm + 6.0, y_mm=sheet.y_mm + 9.0)
    take_broken(bench, "broken-apart", [*without(pieces, sheet.piece), apart], "a sheet out of joint")
    take_broken(bench, "broken-sheet", without(pieces, sheet.piece), "a sheet is missing")
    other = replace(sheet, piece="board:crossover/3")
    take_broken(bench, "broken-other-board", [*without(pieces, sheet.piece), other], "a sheet of another board")


def broken_floors(bench: Bench) -> None:
    """Home Racers: a floor without its line, and one with a tile printed twice."""
    pieces = start_pieces(bench)
    take_broken(bench, "broken-no-line", [p for p in pieces if not p.piece.startswith("line:")], "no starting line")
    car = next(p for p in pieces if p.piece == "road:1")
    twin = replace(car, x_mm=car.x_mm + 300.0, y_mm=car.y_mm + 200.0)
    take_broken(bench, "broken-two-copies", [*pieces, twin], "two copies of one marker")


BROKEN: dict[str, Callable[[Bench], None]] = {
    "racepack": broken_tracks,
    "royal-racers": broken_boards,
    "nestorgames-gp": broken_posters,
    "home-racers": broken_floors,
}


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


def take_broken(bench: Bench, name: str, pieces: Sequence[PlacedPiece], wrong: str) -> None:
    """A picture of a board that cannot be played on."""
    take(bench, Still(name, BROKEN_SIZE, "living-room", BROKEN_SEED, 0), pieces, {"wrong": wrong})


def take(
    bench: Bench, one: Still, pieces: Sequence[PlacedPiece], extra: dict[str, Any], hands: Sequence[Hand] = ()
) -> None:
    """Take one picture and write it with its answers: pieces in mm in the frame in which they were laid."""
    camera = race_camera(pieces, one.size, one.seed, bench.manifest)
    renderer = Renderer(bench.manifest, bench.sheets, camera, look(one.look))
    picture = renderer.render(pieces, hands, np.random.default_rng(one.seed))
    path = bench.recipe.folder / f"{bench.recipe.prefix}{one.name}.jpg"
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    answers = {
        "game": bench.recipe.game, "look": one.look, **extra, "camera": camera.as_camera_model_json(),
        "pieces": [rounded(placed) for placed in pieces],
    }  # fmt: skip
    write_json(bench, f"{one.name}.json", answers)


def rounded(placed: PlacedPiece) -> dict[str, Any]:
    """A placed piece with thousandths of a millimetre and hundredths of a degree."""
    numbers = {"x_mm": 3, "y_mm": 3, "z_mm": 3, "angle_deg": 2}
    return {key: round(value, numbers[key]) if key in numbers else value for key, value in asdict(placed).items()}


def write_json(bench: Bench, name: str, answers: object) -> None:
    """Write answers so that a difference between two versions is easy to see."""
    path = bench.recipe.folder / f"{bench.recipe.prefix}{name}"
    path.write_text(json.dumps(answers, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
